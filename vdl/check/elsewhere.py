"""What stands elsewhere: objects and kinds in sight, and where a name is that is not known in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vdl import syntax as s
from vdl.check.binding import further_out
from vdl.check.scope import LISTED, NAMED, OWN_WORDS, SHARED, VALUES, Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Kind, Member, MemberForm, Module, Object, Symbol
from vdl.text.diagnostics import enumerated
from vdl.text.source import Source, Span
from vdl.text.written import written

# ------------------------------------------------------------------------------ what an object hides
GIVE_ANOTHER_NAME = "give the object another name: then this is what stands further out"


def hidden_by(
    state: CheckState, expr: s.Expr, scope: Scope, fit: Callable[[Member], bool]
) -> tuple[Span, str] | None:
    """What a name means further out than the object that it stands for, where that is no library's and would fit: its place,
    and what to say there."""
    binding = state.bindings.get(expr) if isinstance(expr, s.Name) else None
    if not isinstance(expr, s.Name) or binding is None or binding[0] != "member":
        return None
    body = scope.kinds()[binding[1]]
    member = body.lookup(expr.name)
    if member is None or member.form != "object":
        return None
    for one in further_out(state, expr.name, scope.kinds()[binding[1] + 1 :], scope.source):
        if not one.source.is_library and fit(one):
            return one.span(), "hidden by the object of this name"
    return None


# ------------------------------------------------------------------------------ objects that are wanted
def objects_of(state: CheckState, kind: Kind, value: s.Expr, scope: Scope) -> str:
    """Which objects may be meant by a value that is none, where one of a kind is wanted: those that are called so, or whose
    texts say so; else all that there are."""
    members = [(path, one) for path, one in _objects(state, scope) if one.kind is not None and one.kind.is_a(kind)]
    if not members:
        return f"none is in sight: declare one, `NAME: {kind.named().name} {{ ... }}`, and write its name"
    return _which(members, value)


def objects_that(state: CheckState, fit: Callable[[Kind], bool], value: s.Expr, scope: Scope) -> str:
    """The same where one of any kind is wanted that fits; "" where none is in sight."""
    members = [(path, one) for path, one in _objects(state, scope) if one.kind is not None and fit(one.kind)]
    return _which(members, value) if members else ""


def _which(members: Sequence[tuple[str, Member]], value: s.Expr) -> str:
    """Which of some objects may be meant by what is written in place of the name of one."""
    wanted = value.text.lower() if isinstance(value, s.String) else ""
    texts = {path: [path, one.name, *_texts(one)] for path, one in members}
    called = [path for path, own in texts.items() if wanted and wanted in map(str.lower, own)]
    words = set(wanted.split())
    called = called or [path for path, own in texts.items() if words and words <= set(" ".join(own).lower().split())]
    if called:
        return f"did you mean {' or '.join([f'`{path}`' for path in called[:NAMED]])}?"
    paths = [f"`{path}`" for path, _ in members]
    return f"write the name of one: {', '.join(paths[:LISTED])}" + (" or another" if len(paths) > LISTED else "")


def _objects(state: CheckState, scope: Scope) -> Iterator[tuple[str, Member]]:
    """The objects in sight, with how each is written: of the bodies around, of the file and of what it imports."""
    if not list(state.diagnostics.among(scope.source, state.names.visible(scope.source.path))):
        return
    for kind in scope.kinds():
        for name, member in kind.all_members().items():
            if member.form == "object" and member.kind not in scope.kinds():
                yield name, member
    for path, one in in_sight(state, scope.source):
        if isinstance(one, Member) and one.form == "object":
            yield path, one


def in_sight(state: CheckState, source: Source) -> Iterator[tuple[str, Symbol | None]]:
    """What a file declares, the library's prelude and what the file imports, with how each is written."""
    for name in state.names.visible(source.path):
        symbol = state.names.find(source.path, name)
        yield name, symbol
        if isinstance(symbol, Module):
            yield from [(f"{name}.{inner}", one) for inner, one in state.names.scopes.get(symbol.file, {}).items()]


def _texts(member: Member) -> Iterator[str]:
    """What an object is called: its title, and the texts that it is filled with."""
    if isinstance(member.node, s.Object) and member.node.title:
        yield member.node.title
    for kind in member.kind.chain() if member.kind is not None else ():
        if kind.form == "object":
            yield from [one.node.value.text for one in kind.fillings if isinstance(one.node.value, s.String)]


# ------------------------------------------------------------------------------ what has a name elsewhere
def elsewhere(
    state: CheckState, name: str, scope: Scope, forms: tuple[MemberForm, ...] = VALUES, then: str = ""
) -> list[str]:
    """Where a name stands that is not in sight: in an imported file, else in objects of the bodies around, the nearest first;
    where `then` stands behind it, and a dot, only what has that."""
    if not state.diagnostics.searches(scope.source):
        return []
    found = list(_imported(state, name, scope.source, forms)) or list(in_objects(name, scope.kinds(), forms, then))
    return found[:NAMED]


def _imported(state: CheckState, name: str, source: Source, forms: tuple[MemberForm, ...]) -> Iterator[str]:
    for module, symbol in state.names.scope(source.path).items():
        declared = state.names.scopes.get(symbol.file, {}).get(name) if isinstance(symbol, Module) else None
        if isinstance(declared, Member) and declared.form in forms:
            yield f"{module}.{name}"


def in_objects(name: str, kinds: Iterable[Kind], forms: tuple[MemberForm, ...], then: str = "") -> Iterator[str]:
    for kind in kinds:
        for member in kind.all_members().values():
            inner = member.kind if member.form == "object" else None
            found = inner.lookup(name) if inner is not None and inner not in kinds else None
            if found is not None and found.form in forms and (not then or (found.kind is not None and has(found.kind, then))):
                yield f"{member.name}.{name}"


def called_in(name: str, kind: Kind, kinds: Sequence[Kind]) -> Iterator[Kind]:
    """The kinds of what the objects of a body hold under a name, but for those whose bodies are around."""
    for member in kind.all_members().values():
        inner = member.kind if member.form == "object" else None
        found = inner.lookup(name) if inner is not None and inner not in kinds else None
        if found is not None and found.kind is not None:
            yield found.kind


def has(kind: Kind, name: str) -> bool:
    """Whether an object of a kind has a value under a name; anything, where not all of its members are known."""
    member = kind.lookup(name)
    return kind.broken() or name in OWN_WORDS or (member is not None and member.form in VALUES)


def in_others(name: str, kinds: Iterable[Kind], forms: tuple[MemberForm, ...]) -> list[str]:
    """Which objects of some bodies have a member of that name."""
    found = list(in_objects(name, kinds, forms))[:NAMED]
    return [f"there {'is' if len(found) == 1 else 'are'} {enumerated(found, 'and')}"] if found else []


def belonging(
    state: CheckState, name: str, owner: Kind, value: s.Expr, scope: Scope, takes: Callable[[Member], bool]
) -> list[str]:
    """What is said of a field that an object does not have, and that takes what is written: what the object refers to and has
    it; else the kinds that build on its own; else which objects of the file have it, or which kinds."""

    def has(kind: Kind) -> bool:
        member = kind.lookup(name)
        return member is not None and member.form in ("input", "count") and takes(member)

    for member in owner.all_members().values():
        refers = member.form == "input" and member.name not in SHARED and isinstance(member.type, Object)
        if refers and isinstance(member.type, Object) and has(member.type.kind):
            stated = [one.value_text() for kind in owner.chain() for one in kind.fillings if one.path == (member.name,)]
            base = stated[0] if stated and " with " not in stated[0] else "..."
            part = f"{name} = {written(scope.span(value))}"
            return [f"it is a field of what `{member.name}` is: `{member.name} = {base} with {{ {part} }}`"]
    seen = in_sight(state, scope.source)
    kinds = {one: path for path, one in seen if isinstance(one, Kind) and one.form == "kind" and has(one)}
    built = [path for one, path in kinds.items() if one.is_a(owner.named())][:NAMED]
    if built and owner.form == "object":
        return [f"{enumerated(built, 'or')} has it: declare it as `{owner.name}: {built[0]} {{ ... }}`"]
    objects = {
        one.kind: f"`{one.name}` ({one.kind.named().name})"
        for kind in state.names.kinds if kind.source is scope.source
        for one in kind.members.values() if one.form == "object" and one.kind is not None and has(one.kind)
    }  # fmt: skip
    using = {kind: words for kind, words in objects.items() if _refers_to(kind, owner)}
    listed = list(dict.fromkeys((using or objects).values()))
    found = listed or [f"a `{path}`" for path in _to_use(kinds)]
    return [f"`{name}` is a field of {' and of '.join(found[:NAMED])}"] if found else []


def _to_use(kinds: dict[Kind, str]) -> list[str]:
    """Of kinds that have a field those that declare it; for the common part of several in its own file, these."""
    found: list[str] = []
    for kind, path in kinds.items():
        if kind.parent in kinds:
            continue
        built = [other for one, other in kinds.items() if one.parent is kind and one.source is kind.source]
        found += built if len(built) > 1 else [path]
    return found


def _refers_to(kind: Kind, owner: Kind) -> bool:
    """Whether a body fills something with an object by its name."""
    values = [filling.node.value for one in kind.chain() if one.form == "object" for filling in one.fillings]
    return any(isinstance(value, s.Name) and value.name == owner.name for value in values)


def in_design(state: CheckState, name: str, scope: Scope) -> list[str]:
    """What is said of a name that a kind, an object of the file or a value of it uses, and that a design of the file declares."""
    around = [kind for kind in scope.kinds() if kind.form != "file"][-1:]
    outside = all(kind.form in ("kind", "object") for kind in around)
    if not outside or not state.diagnostics.searches(scope.source):
        return []
    of_file = [one for one in state.names.kinds if one.form == "design" and one.source is scope.source]
    found = next(((one.name, one.members[name]) for one in of_file if name in one.members), None)
    if found is None:
        return []
    design, member = found
    if scope.document:
        return [f"`{name}` stands in the design `{design}`: write `{design}.{name}`"]
    blind = f"`{around[0].name}`" if around and around[0].form == "object" else "a kind" if around else "the top of the file"
    what = "is an object of" if member.form == "object" else "stands in"
    return [f"`{name}` {what} the design `{design}`, which {blind} does not see: say there what needs it"]


def as_scenario(name: str, scope: Scope) -> list[str]:
    """What is said of the name of a scenario that stands where a value does."""
    found = (kind.lookup(name) for kind in scope.kinds())
    if not any(one is not None and one.form == "scenario" for one in found):
        return []
    body = f"what is asked with it alone stands in its body, `scenario {name} {{ ... }}`"
    judged = f"`vdl check FILE --scenario {name}` judges the design with it"
    return [f"`{name}` is a scenario, and no condition: {body}", f"{judged}, and `vdl compare FILE` puts both side by side"]


def like_it(name: str, owner: Kind, kinds: Iterable[Kind]) -> list[str]:
    """Which objects of some bodies have a member of that name; and what an object holds of that sort, which has none."""
    others = in_others(name, kinds, VALUES)
    held = [one.kind.lookup(name) for kind in kinds for one in kind.all_members().values() if one.kind is not None]
    sorts = {list(one.kind.named().chain())[-1]: None for one in held if one is not None and one.kind is not None}
    own = [
        one.name for one in owner.all_members().values()
        if one.kind is not None and any(one.kind.may_be(sort) for sort in sorts)
    ]  # fmt: skip
    return [*others, *([f"`{owner.name}` has {enumerated(own[:NAMED], 'and')}"] if own and others else [])]


def with_rule(state: CheckState, name: str, around: Kind, owner: Kind) -> list[str]:
    """What is said of a rule that an object does not have: which objects have it, or which kinds."""
    kinds = [kind.name for kind in state.names.kinds if kind.form == "kind" and _is_rule(kind.members.get(name))][:NAMED]
    others = [f"`{name}` is a rule of {enumerated(kinds, 'and')}, and `{owner.name}` is none: leave this out"] if kinds else []
    return in_others(name, around.around, ("rule",)) or others


def _is_rule(member: Member | None) -> bool:
    return member is not None and member.form == "rule"


def is_filled(name: str, scope: Scope) -> bool:
    """Whether a body in sight fills a name that it does not have, which is said there."""
    return any(
        filling.path == (name,) for kind in scope.kinds() if kind.lookup(name) is None for filling in kind.fillings
    )


__all__ = [
    "GIVE_ANOTHER_NAME", "belonging", "called_in", "elsewhere", "has", "hidden_by",
    "in_design", "in_others", "in_sight", "is_filled", "like_it", "objects_of", "with_rule",
]  # fmt: skip
