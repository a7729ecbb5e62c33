"""Circles against trying every number: the smallest at which all bounds hold, whatever is asked for on the way."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.values import Varying

KIND = """edition 2026
axis year kept {{ y1, y2, y3 }}
kind circle {{
  {data_is}
  let n = number(boxes)
  count boxes: Box
  {bounds}
}}
design d {{ c: circle {{ load = {data} }} }}
"""
LAST = 300
"""Numbers up to this are tried one by one."""

Value = Fraction | None
"""None is not stated."""


class Formula(NamedTuple):
    """A formula over `n` and `data`: its text, and what it comes to. ZeroDivisionError where that is an error."""

    text: str
    value: Callable[[Fraction, Fraction], Value]


def both(op: str, do: Callable[[Fraction, Fraction], Value], a: Formula, b: Formula) -> Formula:
    def value(n: Fraction, data: Fraction) -> Value:
        left, right = a.value(n, data), b.value(n, data)
        return None if left is None or right is None else do(left, right)

    text = f"{op}({a.text}, {b.text})" if op.isalpha() else f"({a.text} {op} {b.text})"
    return Formula(text, value)


def over(a: Fraction, b: Fraction) -> Value:
    return None if a == b == 0 else a / b


def chosen(limit: int, a: Formula, b: Formula) -> Formula:
    return Formula(f"({a.text} if n < {limit} else {b.text})", lambda n, data: (a if n < limit else b).value(n, data))


def keyed(first: int, limit: int, a: Formula, b: Formula) -> Formula:
    """Outside its keys nothing is defined."""

    def value(n: Fraction, data: Fraction) -> Value:
        if n < first:
            raise ZeroDivisionError
        return (a if n < limit else b).value(n, data)

    return Formula(f"({{ {first}..<{limit}: {a.text}, {limit}..: {b.text} }} at n)", value)


leaves = st.one_of(
    st.just(Formula("n", lambda n, data: n)),
    st.just(Formula("data", lambda n, data: data)),
    st.integers(-3, 30).map(lambda i: Formula(f"({i})", lambda n, data: Fraction(i))),
    st.sampled_from([Fraction(1, 2), Fraction(3, 2), Fraction(9, 10)]).map(
        lambda q: Formula(str(float(q)), lambda n, data: q)
    ),
)
OPERATIONS: list[tuple[str, Callable[[Fraction, Fraction], Value]]] = [
    ("+", lambda a, b: a + b), ("-", lambda a, b: a - b), ("*", lambda a, b: a * b), ("/", over), ("max", max), ("min", min),
]  # fmt: skip
formulas = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(lambda op, a, b: both(op[0], op[1], a, b), st.sampled_from(OPERATIONS), inner, inner),
        st.builds(chosen, st.integers(1, 12), inner, inner),
        st.builds(keyed, st.integers(0, 4), st.integers(5, 12), inner, inner),
    ),
    max_leaves=7,
)
many = settings(max_examples=120, derandomize=True)


def suffices(n: int, data: Fraction, bounds: list[tuple[str, Formula]]) -> bool:
    for op, formula in bounds:
        try:
            asked = formula.value(Fraction(n), data)
        except ZeroDivisionError:
            return False
        if asked is not None and not (n > asked if op == ">" else n >= asked):
            return False
    return True


def smallest(data: Fraction, bounds: list[tuple[str, Formula]]) -> int | None:
    return next((n for n in range(LAST + 1) if suffices(n, data, bounds)), None)


def solved(data: str, bounds: list[tuple[str, Formula]], more: str = "0") -> tuple[object, set[str]]:
    lines = "\n  ".join(f"bound b{i}: boxes {op} ({f.text} + 0 * n) * 1 box" for i, (op, f) in enumerate(bounds))
    text = KIND.format(bounds=lines, data=data, data_is=f"load : Number, let data = load + {more}")
    compilation = compile(TestWorld("suite/library", {"d.vdl": text}), "d.vdl", as_of=AS_OF)
    slugs = {d.slug for d in compilation.diagnostics if d.severity == "error"}
    return None if slugs else compilation.designs[0].judged.counts[0].value, slugs


several = st.lists(st.tuples(st.sampled_from([">=", ">"]), formulas), min_size=1, max_size=2)


@many
@given(st.integers(0, 40), several)
def test_the_smallest_number_at_which_all_bounds_hold(data: int, bounds: list[tuple[str, Formula]]) -> None:
    expected = smallest(Fraction(data), bounds)
    assume(expected is not None)  # one that never settles takes its time
    value, slugs = solved(str(data), bounds)
    if slugs:
        assert expected == 0 and slugs == {"none-under-load"}
    else:
        assert value == expected


@many
@given(st.lists(st.integers(0, 40), min_size=3, max_size=3), several)
def test_each_label_by_itself(data: list[int], bounds: list[tuple[str, Formula]]) -> None:
    assume(all(smallest(Fraction(one), bounds) is not None for one in data))
    value, slugs = solved(f"{{ y1: {data[0]}, y2: {data[1]}, y3: {data[2]} }}", bounds)
    alone = [solved(str(one), bounds) for one in data]
    if slugs or any(wrong for _, wrong in alone):
        assert slugs and any(wrong for _, wrong in alone)
    else:
        of_labels = list(value.cells.values()) if isinstance(value, Varying) else [value] * 3
        assert of_labels == [one for one, _ in alone]


@many
@given(st.lists(st.integers(0, 40), min_size=3, max_size=3), st.integers(0, 20), several)
def test_each_label_with_what_came_before(loads: list[int], owned: int, bounds: list[tuple[str, Formula]]) -> None:
    found = [owned]
    for load in loads:
        number = smallest(Fraction(load + found[-1]), bounds)
        assume(number is not None)
        found.append(number or 0)
    text = f"{{ y1: {loads[0]}, y2: {loads[1]}, y3: {loads[2]} }}"
    value, slugs = solved(text, bounds, f"number(previous(boxes, {owned} boxes))")
    if slugs:
        assert 0 in found[1:] and slugs == {"none-under-load"}
    else:
        of_labels = list(value.cells.values()) if isinstance(value, Varying) else [value] * 3
        assert of_labels == found[1:]


@many
@given(st.integers(0, 40), st.integers(0, 40), several)
def test_over_a_range_it_is_enough_at_both_ends(low: int, more: int, bounds: list[tuple[str, Formula]]) -> None:
    assume(smallest(Fraction(low + more), bounds) is not None)
    assume(any(all(suffices(n, Fraction(end), bounds) for end in range(low, low + more + 1)) for n in range(LAST)))
    value, slugs = solved(f"{low}..{low + more}", bounds)
    if not slugs:
        assert isinstance(value, int)
        assert all(suffices(value, Fraction(end), bounds) for end in range(low, low + more + 1))
