"""Rules that can never fail, whatever the figures are: nobody has judged anything by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vdl import syntax as s
from vdl.graph.cells import COMPARISONS, Cell, Const, Formula, Op
from vdl.graph.design import RuleEntry
from vdl.judge.certain import Certain, is_figure
from vdl.judge.many import is_for_many
from vdl.judge.records import OpenPoint, Verdict
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.written import written
from vdl.values import Value, high, is_number

_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def never_failing(rules: Iterable[Verdict], values: Mapping[Cell, Value]) -> list[OpenPoint]:
    """Rules of authors that hold by what they say alone: `a <= a`, `a <= max(a, b)`, a count that is `>= 0`, or `>= 1`.

    What is written for many objects, in a kind or in an `on` block, is judged by its own text, and only where that can fail in
    none of them. The library's rules are for all designs.
    """
    found: dict[object, OpenPoint] = {}
    failing: set[object] = set()
    for verdict in rules:
        rule = verdict.rule
        if rule is None or rule.source.is_library or rule.severity == "info" or rule.node in failing:
            continue
        words = _why(rule, values) if verdict.outcome == "holds" else ""
        if words and rule.node not in found:
            found[rule.node] = OpenPoint("never-fails", rule.path, words, verdict.span)
        elif not words and verdict.outcome != "not-applicable":
            failing.add(rule.node)
    return [point for node, point in found.items() if node not in failing]


def _why(rule: RuleEntry, values: Mapping[Cell, Value]) -> str:
    """Why a rule can never fail, in words; "" where it can, as far as is known. One that is just `true` takes out another one."""
    if isinstance(rule.node.condition, s.Truth):
        return ""
    certain = Certain(values, opens=not is_for_many(rule.instance, rule.source, rule.node.start))
    certain.read(Span(rule.source, rule.node.condition.start, rule.node.condition.end).text, rule.instance)
    words = _always(rule.condition, certain)
    kept = certain.keeping
    if not words or kept is None:
        return words
    return phrase("{why}: `{name}` keeps what was there before", why=words, name=kept.path)


def _always(condition: Formula, certain: Certain) -> str:
    """Why a condition is true wherever it is judged; "" where that is not certain."""
    if isinstance(condition, Const):
        is_true = condition.value is True and isinstance(condition.node, s.Truth)
        return phrase("`{truth}` is true by itself", truth="true") if is_true else ""
    if not isinstance(condition, Op):
        return ""
    if condition.op in COMPARISONS:
        return _compared(condition, condition.op, certain)
    if condition.op == "not":
        inner = condition.args[0]
        return _compared(inner, _OPPOSITE[inner.op], certain) if isinstance(inner, Op) and inner.op in COMPARISONS else ""
    each = [_always(arg, certain) for arg in condition.args] if condition.op in ("and", "or") else [""]
    if condition.op == "and" and not all(each):
        return ""
    return next(filter(None, each), "")


def _compared(op: Op, sign: str, certain: Certain) -> str:
    left, right = op.args
    if any(_is_by_value(side) for side in (left, right)):
        return ""
    if sign in (">", ">="):
        left, right, sign = right, left, _SWAPPED[sign]
    if sign in ("<=", "==") and certain.same(left, right):
        return phrase("both sides are the same")
    if certain.opens and isinstance(right, Cell) and right.is_solved and _is_one(left, sign):
        return phrase("`{name}` is 1 or more as soon as anything is asked of it", name=_text(op, right))
    if sign == "<=" and certain.at_most(left, right):
        if isinstance(left, Const):
            return phrase("`{one}` is never less than `{other}`", one=_text(op, right), other=_text(op, left))
        return phrase("`{one}` is never more than `{other}`", one=_text(op, left), other=_text(op, right))
    if sign == "<" and (isinstance(left, Const) or isinstance(right, Const)):
        most, least = certain.high(left), certain.low(right)
        if most is not None and least is not None and most < least:
            if isinstance(left, Const):
                return phrase("`{one}` is always more than `{other}`", one=_text(op, right), other=_text(op, left))
            return phrase("`{one}` is always less than `{other}`", one=_text(op, left), other=_text(op, right))
    return ""


def _is_one(side: Formula, sign: str) -> bool:
    """Whether that much, or more than that, is of a whole number as little as there can be of it beside 0."""
    value = side.value if isinstance(side, Const) else None
    return is_number(value) and (0 < high(value) <= 1 if sign == "<=" else 0 <= high(value) < 1 if sign == "<" else False)


def _is_by_value(side: Formula) -> bool:
    """Whether a side is made of figures that have a name, or of how much there is of something, and not just written: such a rule
    looks at what these are, and may fail once they are others."""
    if isinstance(side, Const):
        return not isinstance(side.node, (s.Number, s.Unary))
    return is_figure(side)


def _text(op: Op, side: Formula) -> str:
    """One side of a comparison, as it is written."""
    node = op.node
    if not isinstance(node, s.Compare):
        return op.span().text
    side_node = node.left if side is op.args[0] else node.right
    return written(Span(op.source, side_node.start, side_node.end))


__all__ = ["never_failing"]
