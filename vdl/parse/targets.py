"""What is placed on several targets at once, while a placement has one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vdl.parse.lexer import Token
from vdl.text.source import Source, Span


def several_targets(source: Source, token: Token, before: Sequence[Token]) -> tuple[Span, str] | None:
    """The comma behind the target of a placement that ends before a token, and how to write it; None of anything else."""
    end = before[-1].end if before else token.start
    for found in re.compile(_PLACEMENT).finditer(source.text, max(0, end - _LONGEST), end + _LONGEST):
        if found.start("more") < end <= found.end("more"):
            comma = found.start("more")
            return Span(source, comma, comma + 1), _instead(found)
    return None


def _instead(found: re.Match[str]) -> str:
    placed, more = " ".join(found["what"].split()), re.split(r"\s*,\s*", found["more"])[1:]
    first = (placed, found["target"])
    if found["again"] is None:
        if found["by"] is not None:
            lines = [f"`place {placed} {' '.join(found['by'].split())} on {one}`" for one in (first[1], *more)]
            return f"a placement has one target, behind `on`: write a line for each, {_listed(lines)}"
        if "," in placed:
            lines = [f"`place {placed} on {first[1]}`", *[f"`place ... on {one}`" for one in more]]
            return f"a placement has one target, behind `on`: write a line for each with what stands on it, {_listed(lines)}"
        together = ", ".join([first[1], *more])
        lines = [f"`place {placed} on {one}`" for one in (first[1], *more)]
        return (
            "a placement has one target, behind `on`, and what is placed stands before that: write "
            f"`place {together} on {placed}`, or where `{placed}` is what is placed, a line for each target, {_listed(lines)}"
        )
    second = (", ".join(more), found["again"])
    if first[1] == second[1] and found["by"] is None:
        return f"a placement has one `on`, behind all that is placed: write `place {placed}, {second[0]} on {first[1]}`"
    by = f"{' '.join(found['by'].split())} " if found["by"] is not None else ""
    lines = [f"`place {placed} {by}on {first[1]}`", f"`place {second[0]} on {second[1]}`"]
    return f"a placement has one target, behind `on`: write a line for each, {_listed(lines)}"


def _listed(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


_PATH = r"[A-Za-z_][\w.]*"
_LIST = rf"{_PATH}(?:[ \t]*,[ \t]*{_PATH})*"
_PLACEMENT = (
    rf"\bplace[ \t]+(?:{_PATH}[ \t]*:[ \t]*)?(?P<what>{_LIST})(?:[ \t]+(?P<by>via[ \t]+{_LIST}))?"
    rf"[ \t]+on[ \t]+(?P<target>{_PATH})[ \t]*"
    rf"(?P<more>(?:,\s*{_PATH}[ \t]*)*,\s*{_PATH})[ \t]*(?:on[ \t]+(?P<again>{_PATH})|(?=//|[\n}},]|\Z))"
)

_LONGEST = 200
"""Characters of a placement that are looked at on either side of the fault."""
