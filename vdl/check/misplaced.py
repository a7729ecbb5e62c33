"""What to write where a target does not take what is placed on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vdl import syntax as s
from vdl.check.inference import type_of
from vdl.check.meant import quietly
from vdl.check.placing import taken_by
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.records import NamedTuple
from vdl.semantics.types import ANY, Kind, ListOf, Object, Type
from vdl.text.diagnostics import enumerated
from vdl.text.written import written


class Wrong(NamedTuple):
    """A demand that the target does not take, its kind or that of its items, and whether it is a list."""

    demand: s.Expr
    kind: Kind
    several: bool


class _Fit(NamedTuple):
    """What may be meant by a demand: what the target takes instead of it, in words and as texts; what takes it as it is; and
    whether another statement places it."""

    words: str
    instead: tuple[str, ...]
    takers: tuple[str, ...]
    placed: bool


def what_fits(state: CheckState, node: s.Place, wrong: Sequence[Wrong], accepted: Kind, scope: Scope) -> list[str]:
    """The statements that place what is meant: on the target what that takes of it, or what is placed on what takes it.

    All of a list is judged at once, and nothing is offered that another statement places already.
    """
    if scope.kind is None or not list(state.diagnostics.among(scope.source, scope.kind.all_members())):
        return []
    placed = _Placed(state, node, scope)
    target, through = _text(node.target, scope), _through(node.stages, scope)
    fits = {one.demand: _fit(state, one, accepted, target, placed, scope) for one in wrong}
    said = []
    if all(fit.instead for fit in fits.values()):
        what = " and ".join(dict.fromkeys([fit.words for fit in fits.values()]))
        listed = _listed(node, {demand: fit.instead for demand, fit in fits.items()}, placed, scope)
        said.append(f"`{target}` takes {what}: write `{_start(node)}{listed}{through} on {target}`")
    takers = _common([fit.takers for fit in fits.values()])
    if takers:
        said.append(_elsewhere(state, node, wrong, takers, placed, scope))
    out = [_text(demand, scope) for demand, fit in fits.items() if fit.placed and not fit.instead]
    if not said and len(out) == len(wrong):
        several, all_wrong = len(out) > 1, len(wrong) == len(node.demands)
        what = "this statement out" if all_wrong else "them out here" if several else "it out here"
        said.append(f"{enumerated(out, 'and')} {'are' if several else 'is'} placed already: take {what}")
    return said


def _elsewhere(
    state: CheckState, node: s.Place, wrong: Sequence[Wrong], takers: Sequence[str], placed: _Placed, scope: Scope
) -> str:
    """Where some demands may be placed as they are; what the target does take of the list stays there."""
    texts = [_text(one.demand, scope) for one in wrong]
    passing = all(_takes(state, quietly(state, stage, scope), one.kind) for stage in node.stages for one in wrong)
    through = _through(node.stages, scope)
    rest = _listed(node, {one.demand: () for one in wrong}, placed, scope)
    staying = f"`{_start(node)}{rest}{through} on {_text(node.target, scope)}` and " if rest else ""
    there = f"`{'place ' if rest else _start(node)}{', '.join(texts)}{through if passing else ''} on {takers[0]}`"
    be, take = "is" if len(texts) == 1 else "are", "takes" if len(takers) == 1 else "take"
    return f"{enumerated(texts, 'and')} {be} what {enumerated(takers[:_MOST], 'and')} {take}: write {staying}{there}"


def _fit(state: CheckState, wrong: Wrong, accepted: Kind, target: str, placed: _Placed, scope: Scope) -> _Fit:
    demand, text = wrong.demand, _text(wrong.demand, scope)
    base = text if isinstance(demand, (s.Name, s.Attribute)) else f"({text})"
    held = [(f"{base}.{path}", kind) for path, kind in parts(state, wrong.kind) if kind.is_a(accepted)]
    words = f"what `{text}` holds"
    if not held and isinstance(demand, s.Attribute):
        around = state.expr(demand.base, scope)
        if isinstance(around, Object) and around.kind.is_a(accepted):
            base = _text(demand.base, scope)
            held, words = [(base, around.kind)], f"`{base}` itself"
    instead = tuple([path for path, kind in held if not placed.may_hold(path, kind, several=wrong.several)])
    takers = _takers(state, wrong.kind, target, scope)
    is_placed = text in placed.names or (bool(held) and all(path in placed.names for path, _ in held) and not takers)
    if placed.may_hold(text, wrong.kind, several=wrong.several):
        takers = []
    return _Fit(words, instead, tuple(takers), is_placed)


def _takers(state: CheckState, found: Kind, target: str, scope: Scope) -> list[str]:
    """What takes objects of a kind: parts of the target, else what lies nearest to where it is placed."""
    takers = [path for path, kind in parts(state, scope.kind, _DEEP) if _takes(state, Object(kind), found)]
    own = [path for path in takers if path.startswith(f"{target}.")]
    least = min([path.count(".") for path in takers], default=0)
    return own or [path for path in takers if path.count(".") == least]


class _Placed:
    """What the other statements beside one place: single objects by their paths, and the kinds of those and of the items of
    lists. What a target does not take is not placed."""

    def __init__(self, state: CheckState, node: s.Place, scope: Scope) -> None:
        self.names: set[str] = set()
        self._single: list[Kind] = []
        self._listed: list[Kind] = []
        members = scope.kind.all_members().values() if scope.kind is not None else ()
        for member in members:
            if isinstance(member.node, s.Place) and member.node is not node:
                self._add(state, member.node, Scope(scope.kind, member.source))

    def _add(self, state: CheckState, node: s.Place, scope: Scope) -> None:
        target = quietly(state, node.target, scope)
        for demand in _items(node.demands):
            type_ = quietly(state, demand, scope)
            item = type_.item if isinstance(type_, ListOf) else type_
            if not isinstance(item, Object) or not _takes(state, target, item.kind):
                continue
            (self._single if item is type_ else self._listed).append(item.kind)
            if isinstance(demand, (s.Name, s.Attribute)):
                self.names.add(_text(demand, scope))

    def may_hold(self, path: str, kind: Kind, *, several: bool) -> bool:
        """Whether an object is placed, or one of several, as far as the text shows; what is of the kind of a list may be."""
        kinds = [*self._listed, *self._single] if several else self._listed
        return path in self.names or any(kind.is_a(one) or one.is_a(kind) for one in kinds)


def _items(demands: Iterable[s.Expr]) -> Iterator[s.Expr]:
    for demand in demands:
        yield from demand.items if isinstance(demand, s.ListOf) else (demand,)


def _listed(node: s.Place, instead: dict[s.Expr, tuple[str, ...]], placed: _Placed, scope: Scope) -> str:
    """What a statement places, each once and nothing that is placed anyhow, with something else in the place of some."""
    texts = [(one, _text(one, scope)) for one in node.demands]
    listed = [path for one, text in texts for path in instead.get(one, () if text in placed.names else (text,))]
    return ", ".join(dict.fromkeys(listed))


def _text(expr: s.Expr, scope: Scope) -> str:
    return written(scope.span(expr))


def _start(node: s.Place) -> str:
    return f"place {node.name.name}: " if node.name is not None else "place "


def _through(stages: Sequence[s.Expr], scope: Scope) -> str:
    return f" via {', '.join([_text(stage, scope) for stage in stages])}" if stages else ""


def _common(takers: Sequence[Sequence[str]]) -> list[str]:
    """What all of a list can be placed on."""
    return [path for path in takers[0] if all(path in others for others in takers[1:])]


# ------------------------------------------------------------------------------ what an object holds, and takes
def _takes(state: CheckState, type_: Type, found: Kind) -> bool:
    return isinstance(type_, Object) and takes(state, type_.kind, found)


def takes(state: CheckState, kind: Kind, found: Kind) -> bool:
    """Whether objects of a kind take those of another."""
    placed = taken_by(state, kind)
    return isinstance(placed, ListOf) and isinstance(placed.item, Object) and found.is_a(placed.item.kind)


def parts(state: CheckState, kind: Kind | None, deep: int = 2) -> Iterator[tuple[str, Kind]]:
    """The objects that one of a kind holds, with their paths from there; those of an object right behind it."""
    if kind is None or not deep:
        return
    for name, member in kind.all_members().items():
        type_ = type_of(state, member) if member.form == "object" else ANY
        if isinstance(type_, Object):
            yield name, type_.kind
            for path, inner in parts(state, type_.kind, deep - 1):
                yield f"{name}.{path}", inner


_DEEP = 3
"""So many objects down one looks for what takes something."""

_MOST = 3
"""What takes something, as far as it is named."""


__all__ = ["Wrong", "parts", "takes", "what_fits"]
