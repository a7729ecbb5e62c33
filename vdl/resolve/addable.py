"""Which import would add a member to a kind that does not have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vdl.resolve.names import Names
from vdl.semantics.types import Kind

Adding = Callable[[str], Iterator[tuple[str, str, str, str]]]
"""By the name of a member that is not known: each module whose import would add one of that name to a kind, the name of the kind
and the file that declares it, "" of the prelude, and of a function how it is called."""

_NAMED = 3


def nothing(name: str) -> Iterator[tuple[str, str, str, str]]:
    """Where no module is looked at."""
    return iter(())


def adding_to(names: Names, adding: Adding, kind: Kind, name: str) -> dict[str, str]:
    """The modules of the library that would add a member of that name to a kind, were they imported, with how that is called
    where it is a function."""
    kinds = {(one.name, one.source.path) for one in kind.chain() if one.form == "kind"}
    of_prelude = {one for one, _ in kinds if isinstance(names.prelude.get(one), Kind)}
    of_design = any(one.form == "design" for one in kind.chain())
    found = [
        (module, called) for module, on, file, called in adding(name)
        if ((on, file) in kinds if file else on in of_prelude or (of_design and on == names.design.name))
    ]  # fmt: skip
    return dict(list(dict(found).items())[:_NAMED])


__all__ = ["Adding", "adding_to", "nothing"]
