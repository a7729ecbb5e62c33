"""Where the files that are shipped with the compiler lie.

In a checkout (and an editable install) `grammar/` and `stdlib/` are top-level folders beside
the package; in a wheel they are inside it. Nothing else differs between the two.
"""

import os
from collections.abc import Iterable

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def _shipped(name: str) -> str:
    inside = os.path.join(_PACKAGE, name)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(_PACKAGE), name)


LIBRARY = _shipped("stdlib")
"""The folder of the library that `import std...` reads."""


def is_installed(path: str) -> bool:
    """Whether a real path lies in an installed library, which nobody edits; that of a checkout is its own."""
    inside = os.path.realpath(LIBRARY)
    return inside.startswith(os.path.realpath(_PACKAGE) + os.sep) and path.startswith(inside + os.sep)


LANGUAGES = os.path.join(_PACKAGE, "render", "languages")
"""The folder of what the compiler says itself in other languages than English; that of a library is its own `languages`."""

GRAMMAR = _shipped("grammar")
"""The folder of `vdl.lark` and of the tables made from it."""

TREES = os.path.join(_PACKAGE, "trees")
"""The folder of the library's trees; only a wheel has it."""


def modules(*names: str) -> list[bytes]:
    """The texts of modules of the package, and of all modules of those that are folders, in a fixed order."""
    found = []
    for name in names:
        folder = os.path.join(_PACKAGE, name)
        inside = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        for path in [os.path.join(folder, file) for file in inside if file.endswith(".py")] or [folder + ".py"]:
            with open(path, "rb") as file:
                found.append(file.read())
    return found


def grammar() -> bytes:
    """The text of `vdl.lark`."""
    with open(os.path.join(GRAMMAR, "vdl.lark"), "rb") as file:
        return file.read()


def properties_of_css() -> frozenset[str]:
    """The names of properties that browsers or WeasyPrint know, without those that begin with a dash."""
    with open(os.path.join(_PACKAGE, "brand", "properties.txt"), encoding="ascii") as file:
        return frozenset(file.read().split())


def modules_in(path: Iterable[str]) -> list[str]:
    """The modules of a package of the compiler, by its `__path__`, in the order of their names."""
    return sorted(name[:-3] for folder in path for name in os.listdir(folder) if name.endswith(".py") and name[0] != "_")
