"""Where the structure of a design hangs on a value: which object is meant, which items a list keeps, which option
is taken. Such a condition is a decision, and must be true or false: anything else is said, and nothing is sized."""

from __future__ import annotations

from typing import Literal

from vdl import errors
from vdl import syntax as s
from vdl.elaborate.aside import each
from vdl.elaborate.names import around
from vdl.elaborate.state import Elaboration
from vdl.graph.blame import authored, led, of_library, read_by
from vdl.graph.cells import NO_LOCALS, POISON, Cell, Const, Env, Formula, Instance, LabelSet, Made, NoneStated, Op
from vdl.graph.design import CHOICES, Choice, Decision
from vdl.graph.items import Items
from vdl.graph.order import has_range, signature
from vdl.semantics.types import ANY
from vdl.text.source import Source, Span
from vdl.values import FAULT, NOT_STATED, Part, Range, Value, Varying, anywhere, everywhere, scalars

_PLAIN = frozenset(("==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "+"))
"""What conditions that are settled while a design is made are put together of."""

_NAMED = 3
"""Quantities that are named of a condition that can't be decided."""


def conditional(el: Elaboration, expr: s.Conditional, env: Env) -> Made:
    """`a if c else b`: an operation where both are formulas; of objects, lists and texts one is taken."""
    condition = el.formula(expr.condition, env)
    settled = _settled(el, condition, expr.condition, env)
    if settled is not None:
        return el.expr(expr.then if settled else expr.other, env)
    then, other = el.expr(expr.then, env), el.expr(expr.other, env)
    if isinstance(then, (Cell, Op, Const)) and isinstance(other, (Cell, Op, Const)):
        return Op("if", (condition, then, other), expr, env.source)
    taken = _decide(el, "if", condition, expr.condition, env)
    return POISON if taken is None else then if taken else other


def _settled(el: Elaboration, condition: Formula, node: s.Expr, env: Env) -> bool | None:
    """Whether a condition that reads no quantity holds, such as one of the size of a list; None where it reads any. The side that
    is not taken is then not made at all, so that a library may keep what costs much behind such a condition."""
    if isinstance(condition, Op) and _is_plain(condition):
        condition = Const(el.decided(condition, env.span(node)), node, env.source)
    return condition.value if isinstance(condition, Const) and isinstance(condition.value, bool) else None


def _is_plain(condition: Formula) -> bool:
    """Whether a condition is made of nothing but what stands in the text, and what is counted of lists."""
    if isinstance(condition, Op):
        return condition.op in _PLAIN and all(_is_plain(part) for part in condition.args)
    return isinstance(condition, Const)


def fallback(el: Elaboration, expr: s.Fallback, env: Env) -> Made:
    """`a else b`: b where nobody stated a."""
    made = el.expr(expr.operand, env)
    if isinstance(made, (Instance, str, Items, LabelSet)):
        return made
    if isinstance(made, Const):
        return el.expr(expr.other, env) if made.value is NOT_STATED else made
    other = el.expr(expr.other, env)
    if isinstance(other, (Cell, Op, Const)):
        return Op("else", (made, other), expr, env.source)
    return made


def keeps(el: Elaboration, when: s.Expr, env: Env, *, of_labels: bool) -> bool | None:
    """Whether a loop keeps a round; None where that can't be decided. Which labels one keeps may hang on counts."""
    if el.printing:
        value = el.decided(el.formula(when, env), env.span(when))
        return None if value is FAULT else any(one is True or isinstance(one, Part) for _, one in scalars(value))
    return _decide(el, "filter", el.formula(when, env), when, env, late=of_labels)


def decides(el: Elaboration, node: s.Expr, env: Env) -> bool | None:
    """Whether a condition of a document is true, or false, at every label alike; None after saying why neither."""
    return _decide(el, "if", el.formula(node, env), node, env)


def one_of(el: Elaboration, words: s.Words, env: Env) -> s.Expr | s.Prose | None:
    """What conditions of a document take of several texts; None where one is neither true nor false, which has been said."""
    while isinstance(words, s.Either):
        holds = decides(el, words.condition, env)
        if holds is None:
            return None
        words = words.then if holds else words.other
    return words


def _decide(
    el: Elaboration, form: Literal["if", "filter"], condition: Formula, node: s.Expr, env: Env, *, late: bool = False
) -> bool | None:
    """True or false, at every label alike, or None after saying why it is neither; `late` where it may hang on counts."""
    if isinstance(condition, Const) and isinstance(condition.value, bool):
        return condition.value
    span = env.span(node)
    value = el.decided(condition, span, late=late)
    if not isinstance(condition, Const):
        _note(el, form, condition, span, value)
    if (outcome := everywhere(value)) is not None:
        return outcome
    if not anywhere(value, FAULT):  # what is wrong with it has been told
        _say_undecided(el, condition, span, value)
    return None


def _say_undecided(el: Elaboration, condition: Formula, span: Span, value: Value) -> None:
    """Say what a condition hangs on that can't be decided; of one of the library the figures of authors that it comes of."""
    hangs_on = read_by([condition])
    lead: Span | None = None
    if of_library(span):
        figures = authored(hangs_on)
        ranges = [cell for cell in figures if has_range(cell.formula)]
        hangs_on = ranges or figures or hangs_on
        lead = hangs_on[0].figure() if figures else None
    related = [(cell.span(), f"`{cell.path}`") for cell in hangs_on[:_NAMED]]
    said = errors.undecided_choice(span, _why(value), related, _instead(value))
    el.say(led(said, lead, f"it comes of `{hangs_on[0].path}`" if hangs_on else ""))


def _note(el: Elaboration, form: Literal["if", "filter"], condition: Formula, span: Span, value: Value) -> None:
    """Take down a decision that was made, once for each place where it is asked."""
    key = signature(condition)
    at = key, span.key()
    if at not in el.decisions:
        el.decisions[at] = Decision(el.numbers[key], form, condition, span, value)


def stated(el: Elaboration, items: Items, node: s.Node, source: Source) -> Items | Const:
    """Those of some items that are stated; what stands for none where none of them is. Raises Blocked."""
    span = Span(source, node.start, node.end)
    left = items.stated_ones(each(items, lambda item: _is_stated(el, item, node, span)))
    return left if left or not items else NoneStated(items, node, source)


def _is_stated(el: Elaboration, item: Made, node: s.Node, span: Span) -> bool:
    """Whether an item is stated, at some label at least; those of a list that are not were left out where it was made."""
    if (isinstance(item, Cell) and item.is_solved) or not isinstance(item, (Cell, Op)):
        return True
    condition = Op("given", (item,), node, span.source)
    value = el.decided(condition, span)
    made: Formula | None = item
    while isinstance(made, Cell):
        made = made.formula
    if not isinstance(made, Const):
        _note(el, "filter", condition, span, value)
    return any(one is not False for _, one in scalars(value))


def _why(value: Value) -> str:
    if value is NOT_STATED:
        return "it is not stated"
    if isinstance(value, Varying):
        return f"it differs by label: {', '.join(value.axes)}"
    return "it decides both ways" if isinstance(value, (Part, Range)) else "it has no single value"


def _instead(value: Value) -> str:
    """What to write where a condition is neither true nor false."""
    if value is NOT_STATED:
        return "say what holds then, as in `x is given and x > 3`"
    if isinstance(value, Varying):
        return "compare the largest with `peak(...)`, or one of them with `at`"
    return "give one number, and another one in a scenario: `scenario NAME { ... }`"


def choose(el: Elaboration, expr: s.Choose, env: Env) -> Made:
    """One option; the design is made and solved with each, and the best is kept."""
    key = el.numbered((expr, *el.calls))
    if el.base is not None and key not in el.chosen:
        el.say(errors.untried_choice(env.span(expr)))
        return POISON
    taken = min(el.chosen.get(key, 0), len(expr.options) - 1)
    if key not in el.choices:
        span, objective = env.span(expr), env.span(expr.objective)
        options = tuple([env.span(option) for option in expr.options])
        type_ = el.types.types.get(expr.objective, ANY)
        # The objective is made last: it may name what is chosen.
        binding = el.bindings.get(expr)
        outermost = around(env, binding[1]) if binding is not None and binding[0] == "member" else None
        read_in = Env(outermost, NO_LOCALS, env.source)
        el.choices[key] = Choice(key, options, POISON, type_, span, objective, taken), expr.objective, read_in
    el.hinges.add(CHOICES)
    return el.expr(expr.options[taken], env)
