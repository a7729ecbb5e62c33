"""vdl, a declarative language that sizes desktops, servers and storage, and writes the document."""

__version__ = "0.1.0"
