"""What files of the library that a program does not import would add to kinds, for what is not known without them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from vdl import syntax as s
from vdl.parse.load import Program, library_tree
from vdl.records import NamedTuple
from vdl.syntax.calling import call_of
from vdl.text.source import file_of, module_of
from vdl.world import World


class Added(NamedTuple):
    """A member that an import of a module would add to a kind, which `file` declares; of one of the prelude that is "". Of a
    function it says how that is `called`."""

    module: str
    kind: str
    file: str
    called: str


def adding(world: World, program: Program) -> Callable[[str], Iterator[Added]]:
    """By the name of a member what would add one of that name to a kind: of the files of the library that a program has not
    read, each of which is read when it is asked for."""
    return partial(_added, world, program)


def _added(world: World, program: Program, name: str) -> Iterator[Added]:
    word = re.compile(rf"\b{re.escape(name)}\b *[:({{=]")
    for file in program.library:
        text = world.read(file) if file not in program.files else ""
        if isinstance(text, str) and "\non " in text and word.search(text):
            tree = library_tree(world, file, text)
            blocks = [item for item in tree.items if isinstance(item, s.Extension)]
            found = [(block.path, one) for block in blocks if (one := _declared(block, name)) is not None]
            yield from [_of(file, tree, path, call_of(one, text) if isinstance(one, s.Function) else "") for path, one in found]


def _declared(block: s.Extension, name: str) -> s.Statement | None:
    declared = [one for one in block.body.statements if isinstance(one, _DECLARING)]
    return next((one for one in declared if one.name is not None and one.name.name == name), None)


_DECLARING = (s.Field, s.Object, s.Let, s.Function, s.Count, s.Require)


def _of(file: str, tree: s.File, kind: s.Path, called: str) -> Added:
    """What an `on` block of a file adds to: a kind of its own, of a file that it imports, or of the prelude."""
    *around, name = kind.names
    imported = {
        item.name.name if item.name is not None else item.path.names[-1]: file_of(str(item.path))
        for item in tree.items if isinstance(item, s.Import) and item.path is not None
    }  # fmt: skip
    own = any(isinstance(item, s.KindDef) and item.name.name == name for item in tree.items)
    return Added(module_of(file), name, imported.get(around[0], "") if around else file if own else "", called)


__all__ = ["Added", "adding"]
