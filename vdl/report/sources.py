"""The files that a document was made of: what they are called in it, and the digests by which one can tell them."""

from __future__ import annotations

from hashlib import sha256

from vdl.brand.records import Brand
from vdl.compilation import Compilation
from vdl.report import model as m
from vdl.text.source import LIBRARY

_BEGINNING = 12
"""Characters of a digest that stand on the first page; the whole one stands with the provenance."""


def digest(text: str) -> str:
    """The SHA-256 of a file's text in UTF-8, which is what its bytes have unless they begin with a mark."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def called(compilation: Compilation) -> str:
    """The design file by its name alone, and the beginning of its digest; no folder of the machine it was built on."""
    program = compilation.program
    name = _readable(program.entry.replace("\\", "/").rstrip("/").rpartition("/")[2])
    file = program.files.get(program.entry)
    return f"{name} (SHA-256 {digest(file.source.text)[:_BEGINNING]})" if file is not None else name


def own(compilation: Compilation) -> tuple[m.Attached, ...]:
    """The files that are not the library's, the design last, each by where it lies as seen from the design."""
    program = compilation.program
    return tuple([
        m.Attached(beside(name, program.entry), file.source.text)
        for name, file in program.files.items() if not name.startswith(LIBRARY)
    ])  # fmt: skip


def of_library(compilation: Compilation) -> tuple[m.Attached, ...]:
    """The library's files, by their names in the library."""
    files = compilation.program.files
    return tuple([m.Attached(name[len(LIBRARY) :], file.source.text) for name, file in files.items() if name.startswith(LIBRARY)])


def of_brand(compilation: Compilation, brand: Brand) -> tuple[m.Attached, ...]:
    """The theme with its templates and style sheets; neither fonts, which not all may hand on, nor pictures."""
    return tuple([m.Attached(beside(one.name, compilation.program.entry), one.text) for one in brand.inputs if one.text])


def beside(name: str, entry: str) -> str:
    """Where a file lies as seen from the folder of another: "design.vdl", "../shared/costs.vdl"."""
    parts, around = _parts(name), _parts(entry)[:-1]
    same = 0
    while same < min(len(parts) - 1, len(around)) and parts[same] == around[same]:
        same += 1
    return _readable("/".join([*[".."] * (len(around) - same), *parts[same:]]))


def _parts(name: str) -> list[str]:
    """The parts of a path without those that lead nowhere."""
    found: list[str] = []
    for part in name.replace("\\", "/").split("/"):
        if part == ".." and found and found[-1] not in ("..", ""):
            found.pop()
        elif part not in ("", ".") or not found:
            found += [part] if part != "." else []
    return found


def _readable(name: str) -> str:
    """A file's name as text, whatever bytes it is made of."""
    return name.encode("utf-8", "replace").decode()
