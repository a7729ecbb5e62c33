from vdl.cli import entry

entry()
