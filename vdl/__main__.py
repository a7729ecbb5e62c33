import sys

from vdl.cli import main

sys.exit(main())
