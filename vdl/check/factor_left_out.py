"""Figures of one of several like objects that stay as they are, while those of the others are multiplied by a factor that differs
from label to label of a kept axis: `south { load = 30 kg }` beside `north { load = 20 kg * load_growth }`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.formulas import Formulas, Made, by_what_they_fill, is_named_after, words_of, written
from vdl.check.scope import Scope
from vdl.semantics.types import Axis, kept_axis_of
from vdl.text.diagnostics import Diagnostic

_FIGURE = r"(?<![\w.])\d[\d_]*(?:\.\d+)?(?: [A-Za-z]\w*(?:/\w+)*)?"
"""A number with its unit."""

_MANY = 2
"""So many others show what is meant whatever their factor is called after."""


def factors_left_out(formulas: Formulas, axes: Mapping[str, Axis]) -> Iterator[Diagnostic]:
    """What is asked of numbers that stand alone where like objects multiply theirs."""
    for kind, filled, ones in by_what_they_fill(formulas):
        plain = [one for one in ones if isinstance(one.values[filled], s.Number)]
        others = [one for one in ones if one not in plain]
        if len(plain) != 1 or not others:
            continue
        name = _factor(formulas, filled, others, axes)
        if name is None:
            continue
        one, like = plain[0], others[0]
        if len(others) < _MANY and not any(is_named_after(word, f"{filled}_{kind.name}") for word in words_of(name)[:-1]):
            continue
        value, text = one.values[filled], written(like.member, like.values[filled])
        instead = re.sub(_FIGURE, lambda _: written(one.member, value), text)  # noqa: B023
        span = Scope(formulas.body, one.member.source).span(value)
        place = Scope(formulas.body, like.member.source).span(like.values[filled]), "as it is written here"
        yield errors.factor_left_out(span, one.path(filled), name, like.path(filled), instead, [place])


def _factor(formulas: Formulas, filled: str, others: Sequence[Made], axes: Mapping[str, Axis]) -> str | None:
    """The factor by which others multiply one number each, in formulas that are the same but for the number; it has a value for
    each label of a kept axis, and is called after none of them."""
    texts = [written(one.member, one.values[filled]) for one in others]
    if len({re.sub(_FIGURE, "0", text) for text in texts}) > 1 or len(re.findall(_FIGURE, texts[0])) != 1:
        return None
    names = {name.name for one in others for name in one.read[filled]}
    if len(names) != 1:
        return None
    name = names.pop()
    member = formulas.body.all_members().get(name)
    value = member.node.default if member is not None and isinstance(member.node, s.Field) else None
    if not isinstance(value, s.LabelMap) or kept_axis_of(value, axes.values()) is None:
        return None
    if any(is_named_after(word, one.member.name) for one in others for word in words_of(name)):
        return None
    return name if all(_multiplies(one.values[filled], name) for one in others) else None


def _multiplies(value: s.Expr, name: str) -> bool:
    """Whether a formula multiplies a number by what has a name."""
    return any(
        isinstance(node, s.Binary) and node.op == "*"
        and any(isinstance(side, s.Name) and side.name == name for side in (node.left, node.right))
        and any(isinstance(side, s.Number) for side in (node.left, node.right))
        for node in s.walk(value)
    )  # fmt: skip


__all__ = ["factors_left_out"]
