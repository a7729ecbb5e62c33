"""Trees of library files as data: read in half a millisecond instead of parsed in ten.

The library is the same in every run, so its trees are kept (`vdl.world.caches`), each under the
digest of its text and of all that makes a tree of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from vdl import syntax as s
from vdl.parse import flat
from vdl.world import shipped
from vdl.world.caches import Cache, digest, sealed


def kept(cache: Cache, text: str) -> s.File | None:
    """The tree of a library file with this text, if it was kept."""
    data = cache.get(_identity(text))
    return decoded(data) if data is not None else None


def keep(cache: Cache, text: str, tree: s.File) -> None:
    """Keep the tree of a library file for the next run, where that can be done."""
    cache.put(_identity(text), encoded(tree))


def prebuild(trees: Iterable[tuple[str, s.File]]) -> Iterator[tuple[str, bytes]]:
    """For each text and its tree the name and the contents of the file that keeps it."""
    for text, tree in trees:
        yield _identity(text), sealed(_identity(text), encoded(tree))


def _identity(text: str) -> str:
    return digest(_parser(), text.encode("utf-8", "surrogatepass"))


@cache
def _parser() -> bytes:
    """What trees depend on besides the texts: the grammar, and all that parses and keeps."""
    return digest(shipped.grammar(), *shipped.modules("parse", "syntax")).encode()


def encoded(tree: s.File) -> bytes:
    """A tree as data."""
    return flat.encoded(tree)


def decoded(data: bytes) -> s.File:
    """The tree that `encoded` made data of."""
    tree: s.File = flat.decoded(data, _NODES)
    return tree


_NODES: flat.Records = {
    name: made for name, made in vars(s).items() if isinstance(made, type) and issubclass(made, s.Node)
}  # fmt: skip
