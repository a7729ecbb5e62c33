"""The trees of library files, kept beside them: read in a millisecond instead of parsed in twenty.

The library is the same in every run, so its trees are kept as compiled expressions that make them,
one file each, in `__trees__` in the library's folder. A kept tree is used only if it was made from
this very text by this very parser (the grammar, the tree's maker and its records) on this Python.
What can't be read or written is parsed, so nothing depends on the cache but time.
"""

from __future__ import annotations

import marshal
import os
import sys
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from types import CodeType
from typing import Any

from vdl import syntax as s
from vdl.world import shipped

FOLDER = "__trees__"


def kept(library: str, name: str, text: str) -> s.File | None:
    """The kept tree of the library file `name` with this text, or None."""
    try:
        with open(_file(library, name), "rb") as file:
            identity, code = marshal.load(file)
            if identity != _identity(text):
                return None
            tree: s.File = eval(code, _records())
            return tree
    except Exception:  # whatever is wrong with the file, the text can be parsed
        return None


def keep(library: str, name: str, text: str, tree: s.File) -> None:
    """Keep the tree of a library file, if the folder can be written."""
    target = _file(library, name)
    part = f"{target}.{os.getpid()}.part"
    try:
        code: CodeType = compile(_expression(tree), f"<tree of {name}>", "eval")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(part, "wb") as file:
            marshal.dump((_identity(text), code), file)
        os.replace(part, target)
    except (OSError, RecursionError, MemoryError, ValueError):
        pass  # a read-only installation, or a tree that Python's own parser finds too deep


def _file(library: str, name: str) -> str:
    return os.path.join(library, FOLDER, name.replace("/", ".") + ".tree")


@cache
def _parser_identity() -> bytes:
    """What the trees depend on besides the texts."""
    digest = blake2b(sys.version.encode())
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for path in (
        os.path.join(shipped.GRAMMAR, "vdl.lark"), os.path.join(here, "syntax.py"), os.path.join(here, "parse", "tree.py"),
        os.path.join(here, "parse", "lines.py"),
    ):  # fmt: skip
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.digest()


def _identity(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), key=_parser_identity()[:32]).digest()


@cache
def _records() -> dict[str, Any]:
    known = {name: value for name, value in vars(s).items() if isinstance(value, type) and issubclass(value, s.Node)}
    return {**known, "Fraction": Fraction}


def _expression(value: Any) -> str:
    """A Python expression that makes the value."""
    if isinstance(value, s.Node):
        fields = ", ".join(_expression(getattr(value, field)) for field in value.__match_args__)
        return f"{type(value).__name__}({fields})"
    if isinstance(value, tuple):
        return "(" + "".join(f"{_expression(item)}, " for item in value) + ")"
    if isinstance(value, Fraction):
        return f"Fraction({value.numerator}, {value.denominator})"
    return repr(value)
