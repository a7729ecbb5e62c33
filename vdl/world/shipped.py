"""Where the files that are shipped with the compiler lie.

In a checkout (and an editable install) `grammar/` and `stdlib/` are top-level folders beside
the package; in a wheel they are inside it. Nothing else differs between the two.
"""

import os

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _shipped(name: str) -> str:
    inside = os.path.join(_PACKAGE, name)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(_PACKAGE), name)


LIBRARY = _shipped("stdlib")
"""The folder of the library that `import std...` reads."""

GRAMMAR = _shipped("grammar")
"""The folder of `vdl.lark` and of the tables made from it."""
