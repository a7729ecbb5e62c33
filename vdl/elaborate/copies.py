"""Copies of objects with something changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check import instead
from vdl.elaborate.layers import put
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import POISON, Assignment, Const, Env, Instance, Made
from vdl.text.phrases import phrase
from vdl.values import NOT_STATED

Fills = Sequence[tuple[tuple[str, ...], Assignment]]
"""What is filled in an object, by the path from there."""


def with_(el: Elaboration, expr: s.With, env: Env) -> Made:
    """A copy of an object in which some inputs are filled anew. It is placed where its original is."""
    base = el.expr(expr.base, env)
    if not isinstance(base, Instance):
        return base if isinstance(base, Const) else POISON
    fills = [statement for statement in expr.body.statements if isinstance(statement, s.Fill)]
    changed = ", ".join([".".join(fill.path.names) for fill in fills])
    copy = copied(base, base.owner, f"{base.path} with {{ {changed} }}")
    written = el.numbered(expr, " with")
    fill_anew(el, copy, [(fill.path.names, Assignment(fill.value, env, fill, "derived", fill.cites, written)) for fill in fills])
    return copy


def changed(el: Elaboration, instance: Instance, name: str, made: Made) -> Made:
    """What an input refers to, with what is filled in it by way of this input: a copy, in this place alone.

    Also where a question moves something in it. In a copy of the object around, what the copy does not fill anew stays as
    it is in the original, and a question moves both.
    """
    below, inherited = _below(el, instance, name, made)
    fills = [*inherited, *(instance.nested or {}).get(name, ())]
    path = instance.path_of(name)
    if not fills and path not in el.asked:
        return below
    if not isinstance(below, Instance):
        for rest, assignment in fills:
            if isinstance(below, Const) and below.value is NOT_STATED:
                member = instance.kind.lookup(name)
                declared = member.span() if member is not None else None
                el.say(errors.nothing_to_change(assignment.path_span(), path, ".".join(rest), declared))
        return below
    copy = copied(below, below.owner, path)
    for rest, assignment in inherited:
        put(copy, rest, assignment)
    fill_anew(el, copy, [(rest, one._replace(written=path)) for rest, one in (instance.nested or {}).get(name, ())])
    asked_anew(el, copy, path)
    return copy


def asked_anew(el: Elaboration, copy: Instance, path: str) -> None:
    """What questions move in a copy by its path is an input of its own there, which follows the original where that is moved."""
    copy.moved = el.asked.get(path, frozenset()) - copy.anew
    copy.anew |= copy.moved


def _below(el: Elaboration, instance: Instance, name: str, made: Made) -> tuple[Made, Fills]:
    """What an input refers to, before what its own object changes in it; of a copy with what its original changes there,
    read with the names of the copy."""
    base = instance.base
    if base is None or name in instance.anew or not _is_changed(el, base, name):
        return made, []
    original = el.slot(base, name)
    fills: list[tuple[tuple[str, ...], Assignment]] = []
    chain = [base]
    while chain[-1].base is not None and name not in chain[-1].anew:
        chain.append(chain[-1].base)
    same = isinstance(original, Instance) and isinstance(made, Instance) and any(one is made for one in _bases(original))
    for one in reversed(chain):
        for rest, assignment in (one.nested or {}).get(name, ()):
            own = assignment.env.instance is one
            if own or not same:
                env = assignment.env._replace(instance=instance) if own else assignment.env
                fills.append((rest, assignment._replace(env=env, written=one.path_of(name))))
    return original if same else made, fills


def _bases(instance: Instance) -> Iterator[Instance]:
    """An object and what it is a copy of."""
    one: Instance | None = instance
    while one is not None:
        yield one
        one = one.base


def _is_changed(el: Elaboration, instance: Instance, name: str) -> bool:
    """Whether something is filled, or asked, in what an input refers to, in an object or in what it is a copy of."""
    return any((one.nested or {}).get(name) or one.path_of(name) in el.asked for one in _bases(instance))


def fill_anew(el: Elaboration, copy: Instance, fills: Iterable[tuple[tuple[str, ...], Assignment]]) -> None:
    """What a copy fills in itself and in what it holds, over what its original has.

    The object that is meant may hold what its kind takes as an input: then there is nothing to fill.
    """
    for path, assignment in fills:
        member = copy.kind.lookup(path[0]) if len(path) == 1 else None
        if member is not None and member.form == "object":
            filled = assignment.node.path
            what = phrase("a nested object of `{path}`", path=copy.original().path)
            el.say(errors.not_fillable(assignment.path_span(), str(filled), what, member.span(), instead(member, filled)))
            continue
        put(copy, path, assignment)
        if len(path) == 1:
            copy.anew |= {path[0]}


def copied(base: Instance, owner: Instance | None, path: str) -> Instance:
    """A copy of an object: what filled it by its own names, or by those of an object around it that is copied with it,
    reads the names of the copies."""
    copy = Instance(base.kind, base.name, owner, path, base.member)
    copy.base, copy.parts = base, base.parts
    anew = {base: copy}
    around, other = base.owner, owner
    while around is not None and other is not None and around is not other:
        anew[around] = other
        around, other = around.owner, other.owner
    for name, assignment in base.assigned.items():
        instance = anew.get(assignment.env.instance) if assignment.env.instance is not None else None
        copy.assigned[name] = (
            assignment if instance is None else assignment._replace(env=assignment.env._replace(instance=instance))
        )
    return copy
