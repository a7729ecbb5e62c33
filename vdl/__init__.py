"""vdl, a declarative language that sizes designs and writes their documents."""

__version__ = "0.1.0"
