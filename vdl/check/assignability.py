"""Whether one type fits where another is expected, and what to say where it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from vdl import errors
from vdl import syntax as s
from vdl.check.inference import type_of
from vdl.check.literals import as_range, ends_of, is_bare, is_bare_by_label, literal, subtracted
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.check.unknown_units import explained
from vdl.resolve.addable import adding_to
from vdl.semantics.domains import Domain
from vdl.semantics.types import (
    ANY,
    BOOLEAN,
    COUNT,
    PLAIN_NUMBER,
    TEXT,
    Kind,
    Labels,
    ListOf,
    Member,
    Object,
    Plain,
    Quantity,
    Type,
    describe,
)  # fmt: skip
from vdl.semantics.units import ONE, Exact, plain_decimal, size_of
from vdl.text.diagnostics import Diagnostic
from vdl.text.marked import oddly_apart, set_apart, thousands, unmarked
from vdl.text.source import Span
from vdl.text.written import written as on_one_line

if TYPE_CHECKING:
    from vdl.check.paths import Filled

Declared = Callable[[], Span]
"""Where something is declared; asked for only where there is something to say."""


def conforms(state: CheckState, found: Type, expected: Type) -> bool:
    """Whether a value of one type may stand where another is expected."""
    if found is ANY or expected is ANY or found == expected:
        return True
    if isinstance(found, Quantity):
        if expected is COUNT:
            return not found.dimension or state.units.counts_things(found.dimension)
        return isinstance(expected, Quantity) and found.dimension == expected.dimension
    if isinstance(found, Object) and isinstance(expected, Object):
        return found.kind.may_be(expected.kind)
    if isinstance(found, ListOf) and isinstance(expected, ListOf):
        return conforms(state, found.item, expected.item)
    if isinstance(expected, Labels) and not expected.one:  # one label, and a list of some, are labels
        item = found.item if isinstance(found, ListOf) else found
        return item == Labels(expected.axis, one=True)
    return False


def fits(
    state: CheckState, expr: s.Expr, found: Type, expected: Type, scope: Scope, declared: Declared | None = None,
    filled: Filled | None = None, member: Member | None = None,
) -> None:  # fmt: skip
    """Say where an expression is not of the type that is expected, or a literal not what is meant."""
    if conforms(state, found, expected):
        explained(state, expr, found, expected, scope)
        if isinstance(expected, Quantity) and expected.ratio:
            percent(state, expr, scope)
        return
    hidden = state.hidden.get(expr)
    if hidden is not None and conforms(state, read(type_of(state, hidden)), expected):
        state.misread.add(expr)
        return
    related = [(declared(), "declared here")] if declared is not None else []
    if isinstance(found, Quantity) and isinstance(expected, Quantity):
        if is_bare(expr) or is_bare_by_label(expr) or (not found.dimension and subtracted(expr)):
            missing_unit(state, expr, expected, scope)
        else:
            mismatch(state, expr, found, expected, scope, related, filled, member)
        return
    from vdl.check.beside import beside  # only where something is wrong
    from vdl.check.elsewhere import GIVE_ANOTHER_NAME, hidden_by, objects_of
    from vdl.check.meant import count_help, figure_help, lists_of, single_help

    words = describe(found, state.units.name), describe(expected, state.units.name)
    if isinstance(found, Object) and isinstance(expected, Object):
        others = [objects_of(state, expected.kind, expr, scope)]
        state.diagnostics.append(errors.wrong_kind(scope.span(expr), *words, related, others))
        return
    further_out = hidden_by(state, expr, scope, lambda one: conforms(state, read(type_of(state, one)), expected))
    if further_out:
        state.diagnostics.append(errors.wrong_type(scope.span(expr), *words, [*related, further_out], GIVE_ANOTHER_NAME))
        return
    of_type = partial(conforms, state)
    help_ = beside(state, expr, expected, scope, of_type)
    if not help_ and (isinstance(expected, Quantity) or expected is COUNT):
        wanted = expected if isinstance(expected, Quantity) else None
        help_ = (
            count_help(state, expr, found, scope) if wanted is None else figure_help(state, expr, found, scope, wanted, member)
        ) or single_help(state, expr, found, scope)
    help_ = help_ or beside(state, expr, expected, scope, of_type, like=False)
    if not help_ and expected is TEXT and isinstance(found, Quantity) and not isinstance(expr, (s.Name, s.Attribute)):
        help_ = errors.in_quotes(scope.span(expr).text)
    if not help_ and isinstance(expected, Object) and isinstance(found, (Quantity, Plain)):
        help_ = objects_of(state, expected.kind, expr, scope)
    if isinstance(expected, ListOf) and conforms(state, found, expected.item):
        help_ = f"a list stands in brackets, also of one: `[{scope.span(expr).text}]`"
    if isinstance(expected, ListOf) and isinstance(found, ListOf):
        help_ = lists_of(state, expected.item, found.item, expr, scope) or help_
    state.diagnostics.append(errors.wrong_type(scope.span(expr), *words, related, help_))


def quoted(state: CheckState, expr: s.Name, said: int) -> None:
    """Where a text is wanted and something was said of a name since then that is not known: say how a text is written."""
    last = state.diagnostics[-1] if len(state.diagnostics) == said + 1 else None
    if last is not None and last.slug == "unknown-name":
        state.diagnostics[-1] = last._replace(help=(errors.in_quotes(expr.name), *last.help))


def condition(state: CheckState, expr: s.Expr, scope: Scope) -> None:
    """Say where an expression is not true or false."""
    type_ = state.expr(expr, scope)
    if type_ is not BOOLEAN and type_ is not ANY:
        state.refuse(expr, type_, "a condition", scope)


def read(type_: Type) -> Type:
    """What a member of a type is when it is read: a field of type Count is a plain number."""
    return PLAIN_NUMBER if type_ is COUNT else type_


def join(state: CheckState, a: Type, b: Type, left: s.Expr, right: s.Expr, scope: Scope) -> Type:
    """The type that both fit, for branches and items of lists; ANY where there is none, which is said."""
    if a is ANY or a == b:
        return b
    if b is ANY:
        return a
    if isinstance(a, Quantity) and isinstance(b, Quantity):
        if a.dimension == b.dimension:
            percent_beside(state, a, b, left, right, scope)
            return Quantity(a.dimension, a.ratio or b.ratio, a.shown or b.shown)
        if is_bare(right):
            missing_unit(state, right, a, scope)
        elif is_bare(left):
            missing_unit(state, left, b, scope)
        else:
            mismatch(state, right, b, a, scope)
        return ANY
    if isinstance(a, Object) and isinstance(b, Object):
        if a.kind.broken() or b.kind.broken():
            return b if a.kind.broken() else a
        for kind in a.kind.chain():
            if b.kind.is_a(kind):
                return Object(kind)
    if isinstance(a, ListOf) and isinstance(b, ListOf):
        return ListOf(join(state, a.item, b.item, left, right, scope))
    state.refuse(right, b, describe(a, state.units.name), scope)
    return ANY


def join_all(state: CheckState, parts: Sequence[tuple[s.Expr, Type]], scope: Scope, wanted: Type = ANY) -> Type:
    """The type that several branches or items fit, as `join` finds it of two. Said of are those that are not what is `wanted`
    where some are that; where it is not known, the fewer."""
    ordered = _usual_first(state, parts, wanted)
    first, joined = ordered[0]
    differ = False
    for expr, type_ in ordered[1:]:
        found = join(state, joined, type_, first, expr, scope)
        differ = differ or (found is ANY and joined is not ANY and type_ is not ANY)
        joined = joined if found is ANY else found
    return ANY if differ else joined


def _usual_first(state: CheckState, parts: Sequence[tuple[s.Expr, Type]], wanted: Type) -> Sequence[tuple[s.Expr, Type]]:
    """Those before all others that are what is wanted; or of the dimension of most. Bare numbers lack a unit, which is said."""
    dimensions = [None if is_bare(expr) or not isinstance(type_, Quantity) else type_.dimension for expr, type_ in parts]
    numbers = Counter([one for one in dimensions if one is not None])
    if len(numbers) < 2:
        return parts
    (most, number), (_, next_) = numbers.most_common(2)
    usual = wanted.dimension if isinstance(wanted, Quantity) else most if number > next_ else None
    like = [part for part, one in zip(parts, dimensions) if one == usual and one is not None]
    return [*like, *[part for part, one in zip(parts, dimensions) if one != usual or one is None]] if like else parts


def no_member(
    state: CheckState, kind: Kind, span: Span, name: str, owner: str, known: Iterable[str], what: str = "",
    instead: Callable[[], Sequence[str]] = tuple, answers: Callable[[], Sequence[str]] = tuple,
) -> None:  # fmt: skip
    """Complain of a member that a kind does not have, unless not all of its members are known. What else may be meant
    `instead`, and what `answers` which one is, are asked for where something is searched."""
    if not kind.broken():
        among = state.diagnostics.among(span.source, known)
        searches = state.diagnostics.searches(span.source)
        modules = adding_to(state.names, state.adding, kind, name) if searches else {}
        others, sure = (instead(), answers()) if searches and not modules else ((), ())
        state.diagnostics.append(errors.unknown_field(span, name, owner, among, what, others, sure, modules))


# ------------------------------------------------------------------------------ literals
def lets_in(
    state: CheckState, member: Member, expr: s.Expr, scope: Scope, unit: s.UnitName | None = None, *, whole: bool = True
) -> None:
    """Say where a number is written that an input may not be, or less than nothing for a count, or a fraction of a thing where
    it must be `whole`; what is computed is judged when it is."""
    if isinstance(expr, s.LabelMap):
        for entry in expr.entries:
            lets_in(state, member, entry.value, scope, expr.unit or unit, whole=whole)
    if isinstance(expr, s.Binary):
        _range_meant(state, member, expr, scope, unit)
    number, type_ = literal(expr), member.type
    if number is None:
        return
    written = number.unit or unit
    read = ONE if written is None else state.units.read(written.text)
    if isinstance(read, str) or not isinstance(type_, Quantity) or read.dimension != type_.dimension:
        return
    if type_.ratio and read is ONE and any(size_of(end) > 1 for end in ends_of(expr)):
        return  # most likely meant in percent, which is said
    ends = sorted([end * read.factor for end in ends_of(expr)])
    if member.form == "count":
        if ends[0] < 0:
            state.diagnostics.append(errors.negative_count(scope.span(expr)))
    elif member.domain is not None and member.domain.made_of() in (None, read.made_of):  # else it needs a factor
        domain = member.domain.beside(read)
        if not all(map(domain.holds, ends)):
            state.diagnostics.append(outside(member, domain, ends, scope.span(expr)))
    if whole and written is not None and state.units.counts_things(type_.dimension):
        _whole(state, expr, ends, written, scope)


def _range_meant(state: CheckState, member: Member, expr: s.Binary, scope: Scope, unit: s.UnitName | None) -> None:
    """Say where a difference of two written numbers is not what an input or a count may be, and both numbers are."""
    ends, type_ = subtracted(expr), member.type
    if ends is None or not isinstance(type_, Quantity):
        return
    less, more = ends
    meant, span = as_range(expr, scope.source), scope.span(expr)
    bare = type_.ratio and unit is None and less.unit is None
    if bare and (less.value > 1 or (more.unit is None and more.value > 1)):
        meant = meant if more.unit is not None else f"{meant} %"
        state.diagnostics.append(errors.missing_unit(span, "a ratio", span.text, [], between=meant))
        return
    written = more.unit or unit
    read = ONE if written is None else state.units.read(written.text)
    in_one = more.unit is None or (less.unit is not None and unit is None)  # of others something is said, or `1 - 20 %` meant
    if not in_one or isinstance(read, str) or read.dimension != type_.dimension:
        return
    if member.form == "count":
        state.diagnostics.append(errors.negative_count(span, meant))
    elif member.domain is not None and member.domain.made_of() in (None, read.made_of):
        domain, low, high = member.domain.beside(read), less.value * read.factor, more.value * read.factor
        if domain.holds(low) and domain.holds(high) and not domain.holds(low - high):
            state.diagnostics.append(outside(member, domain, [low - high], span, meant))


def outside(member: Member, domain: Domain, ends: list[Exact], span: Span, meant: str = "") -> Diagnostic:
    """That an input is filled with what it may not be; `meant` is the range that a difference may be meant for."""
    node = member.node
    own = span.source is member.source and node.start <= span.start < node.end
    shown = domain.shown(*dict.fromkeys(ends))
    amount, within = f"`{member.name}` is {shown}", domain.text() if domain.declared else ""
    return errors.out_of_range(span, amount, within, None if own else member.span(), meant=meant)


def percent(state: CheckState, expr: s.Expr, scope: Scope) -> None:
    """A bare number beyond 1 for a ratio is most likely meant in percent."""
    if isinstance(expr, s.LabelMap) and expr.unit is None:
        for entry in expr.entries:
            percent(state, entry.value, scope)
    if is_bare(expr) and any(size_of(end) > 1 for end in ends_of(expr)):
        span = scope.span(expr)
        hundredfold = "..".join(plain_decimal(end * 100) for end in ends_of(expr))
        rise = all(1 < end < 2 for end in ends_of(expr))
        rises = "..".join(plain_decimal((end - 1) * 100) for end in ends_of(expr)) if rise else ""
        state.diagnostics.append(errors.missing_unit(span, "a ratio", span.text, ["%"], hundredfold, rise=rises))


def percent_beside(state: CheckState, a: Quantity, b: Quantity, left: s.Expr, right: s.Expr, scope: Scope) -> None:
    """The same where something stands beside a ratio, in its place or compared with it."""
    if a.ratio != b.ratio:
        percent(state, right if a.ratio else left, scope)


def _whole(state: CheckState, expr: s.Expr, ends: list[Exact], written: s.UnitName, scope: Scope) -> None:
    """Inputs and counts of things that are counted are whole; what is derived need not be."""
    number = literal(expr)
    if number is None or all(end.denominator == 1 for end in ends):
        return
    text = scope.span(number).text
    amount = text if number.unit is not None else f"{text} {written.text}"
    state.diagnostics.append(errors.not_whole(scope.span(expr), amount, text, apart=set_apart(text)))


def thousands_meant(state: CheckState, expr: s.Expr, unit: s.UnitName | None, scope: Scope) -> None:
    """Ask whether `60.000`, and `19.500` of an amount in a unit that may have no factor, such as a currency, is a number of
    thousands."""
    if not isinstance(expr, s.Number):
        return
    written, behind = scope.span(expr).text, unit.text if unit is not None else ""
    digits = written.removesuffix(behind).rstrip()
    if digits[-4:-3] != ".":
        return
    read = state.units.names.get(behind)
    if apart := thousands(digits, of_amounts=read is not None and read.singular in state.units.open):
        said = errors.thousands_point(scope.span(expr), digits, apart, written.removeprefix(digits))
        state.diagnostics.append(said)


def digits_apart(state: CheckState, expr: s.Expr, scope: Scope) -> None:
    """Ask about the numbers of a literal whose digits are set apart otherwise than by threes."""
    span = scope.span(expr)
    for start, end, by_threes in oddly_apart(span.text):
        state.diagnostics.append(errors.digits_apart(Span(span.source, span.start + start, span.start + end), by_threes))


def missing_unit(state: CheckState, expr: s.Expr, expected: Quantity, scope: Scope, between: str = "") -> None:
    """Say which units a bare number may mean, or `between` which ends it stands."""
    units = state.units
    shown = expected.shown or units.shown(expected.dimension)
    span = scope.span(expr)
    one = shown.singular if span.text == "1" else shown.plural
    names = [one] if not shown.plural.startswith("1/") else []
    if len(expected.dimension) == 1:
        others = [u.plural for u in units.names.values() if u.dimension == expected.dimension and u != shown]
        names += sorted(set(others) - {shown.plural})[:3]
    certain = units.countable(expected.dimension)
    apart = unmarked(span.source.text, span.end)
    what, text = units.name(expected.dimension), as_range(expr, scope.source) or on_one_line(span)
    state.diagnostics.append(
        errors.missing_unit(span, what, text, names, certain=certain, apart=apart if "_" in apart else "", between=between)
    )


def proportion(state: CheckState, expr: s.Proportion, expected: Type, scope: Scope) -> None:
    """Say how `4:1` is written where something of a type is wanted."""
    left, right = scope.span(expr).text.split(":")
    left, right = left.strip(), right.strip()
    what = meant = ""
    if isinstance(expected, Quantity):
        what = "a ratio" if expected.ratio else state.units.name(expected.dimension)
        unit = expected.shown or state.units.shown(expected.dimension)
        if expected.ratio:
            meant = f"{left} / {right}" if expr.right != 1 else f"{plain_decimal(expr.left * 100)} %"
        elif expected.dimension:
            one = expr.left == 1
            number = left if expr.right == 1 else f"{left} / {right} * 1"
            meant = f"{number} {unit.singular if one or expr.right != 1 else unit.plural}"
    state.diagnostics.append(errors.proportion(scope.span(expr), left, right, what, meant))


def mismatch(
    state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope, related: errors.Places = (),
    filled: Filled | None = None, member: Member | None = None,
) -> None:  # fmt: skip
    """Say that a quantity is of another dimension, and what would make it fit."""
    from vdl.check.beside import beside, divided
    from vdl.check.dimension_helps import fitting  # long, and for what is wrong only
    from vdl.check.worked_out import worked_out

    wanted, given = describe(expected, state.units.name), describe(found, state.units.name)
    fits = partial(conforms, state)
    near = beside(state, expr, expected, scope, fits) or divided(state, expr, expected, scope, fits)
    help_ = [near] if near else fitting(state, expr, found, expected, scope, filled, member)
    related = [*related, *worked_out(state, expr, scope)]
    message = f"expected {wanted}, found {given}"
    state.diagnostics.append(errors.unit_mismatch(scope.span(expr), message, given, related, help=help_))
