"""What is wrong with a style sheet of a theme. Browsers and WeasyPrint pass over what they can't read, and say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from vdl import errors
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span
from vdl.world import shipped

_Node = Any
"""A node of tinycss2, which has no types."""

_PIECE = re.compile(
    r"""/\*.*?(?:\*/|(?P<comment>\Z))|"(?:\\.|[^"\\\n])*(?:"|(?P<double>\n|\Z))|'(?:\\.|[^'\\\n])*(?:'|(?P<single>\n|\Z))"""
    r"""|\burl\(\s*(?!["'\s])(?:\\.|[^)\\])*\)?|\\.|(?P<opens>[({\[])|(?P<closes>[)}\]])""",
    re.DOTALL | re.IGNORECASE,
)
_CLOSED_BY = {"(": ")", "{": "}", "[": "]"}

_OF_RULES = {"media", "supports", "container", "layer", "scope", "starting-style"}
_OF_PROPERTIES = {"page", "position-try"}
_NO_PROPERTIES = {
    "charset", "counter-style", "font-face", "font-feature-values", "font-palette-values", "import", "keyframes", "namespace",
    "property", "view-transition",
}  # fmt: skip
"""Rules in whose blocks stand descriptors, or no block at all."""

_FETCHES = re.compile(
    r"@import\b[^;\n]*|\blocal\([^)\n]*\)?|\b(?:url|src|image|image-set)\((?!\s*[\"']?\s*(?:data:|#))[^)\n]*\)?", re.IGNORECASE
)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def faults(sheet: Source) -> list[Diagnostic]:
    """All that is wrong with a style sheet, in its order: what fetches something, can't be read or is unknown."""
    said = [*_fetching(sheet), *(_unclosed(sheet) or _Sheet(sheet).said)]
    return sorted(said, key=lambda one: one.span.start if one.span else 0)


def _fetching(sheet: Source) -> Iterator[Diagnostic]:
    text = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), sheet.text)
    for one in _FETCHES.finditer(text):
        yield errors.style_fetches(Span(sheet, one.start(), one.end()), one[0].strip()[:80])


def _unclosed(sheet: Source) -> list[Diagnostic]:
    """The first sign that has no other one; what stands behind it can't be told apart."""
    open_: list[tuple[str, int]] = []
    for one in _PIECE.finditer(sheet.text):
        if one.lastgroup in ("comment", "double", "single"):
            what = "comment" if one.lastgroup == "comment" else "text"
            return [errors.damaged_style(Span(sheet, one.start(), one.start() + 1), f"this {what} has no end")]
        if one["opens"]:
            open_.append((one[0], one.start()))
        elif one["closes"]:
            if not open_:
                return [errors.damaged_style(Span(sheet, one.start(), one.end()), f"this `{one[0]}` closes nothing")]
            sign, at = open_.pop()
            if _CLOSED_BY[sign] != one[0]:
                return [_open(sheet, sign, at)]
    return [_open(sheet, *open_[-1])] if open_ else []


def _open(sheet: Source, sign: str, at: int) -> Diagnostic:
    return errors.damaged_style(Span(sheet, at, at + 1), f"this `{sign}` is not closed: `{_CLOSED_BY[sign]}` is missing")


class _Sheet:
    """One sheet, read rule by rule."""

    def __init__(self, sheet: Source) -> None:
        from tinycss2 import parse_stylesheet

        self._sheet = sheet
        self._known = shipped.properties_of_css()
        self._lines = [0]
        for line in re.split(r"(?<=\n)|(?<=\f)|(?<=\r)(?!\n)", sheet.text):
            self._lines.append(self._lines[-1] + len(line))
        self.said: list[Diagnostic] = []
        self._rules(parse_stylesheet(sheet.text, skip_comments=True, skip_whitespace=True))

    def _rules(self, nodes: Iterable[_Node], *, nested: bool = False, steps: bool = False) -> None:
        for node in nodes:
            match node.type:
                case "error":
                    self._wrong(node, "nothing can be made of this: a selector with a block is expected, or `property: value;`")
                case "declaration":
                    self._declaration(node)
                case "at-rule":
                    self._at_rule(node, nested)
                case "qualified-rule":
                    if not steps and not nested and (why := _selects_nothing(node.prelude)):
                        self._wrong(node, why)
                    self._rules(_inside(node.content), nested=True)

    def _at_rule(self, node: _Node, nested: bool) -> None:
        name = node.lower_at_keyword
        if name.startswith("-") or (name in _NO_PROPERTIES and name != "keyframes"):
            return
        known = {*_OF_RULES, *_OF_PROPERTIES, *_NO_PROPERTIES}
        # what stands at the edges of a page: `@bottom-left`, and WeasyPrint's `@footnote`
        if name not in known and not (nested and re.match(r"(top|bottom|left|right)-|footnote$", name)):
            self.said.append(errors.unknown_in_style(self._span(node), f"@{name}", "rule", [f"@{one}" for one in sorted(known)]))
        elif node.content is None:
            if name not in ("layer", "page"):
                self._wrong(node, f"`@{name}` has no block")
        elif name == "keyframes" or (name in _OF_RULES and not nested):
            from tinycss2 import parse_rule_list

            self._rules(parse_rule_list(node.content, skip_comments=True, skip_whitespace=True), steps=name == "keyframes")
        else:
            self._rules(_inside(node.content), nested=True)

    def _declaration(self, node: _Node) -> None:
        if node.name.startswith("--"):
            return
        value = [one for one in node.value if one.type not in ("whitespace", "comment")]
        if not value:
            self._wrong(node, f"`{node.name}` has no value")
        elif any(one.type == "literal" and one.value == ":" for one in value):
            self._wrong(node, f"the value of `{node.name}` has a `:`", "end each declaration with `;`")
        elif any(one.type == "error" for one in value):
            self._wrong(node, f"the value of `{node.name}` can't be read")
        elif not node.name.startswith("-") and node.lower_name not in self._known:
            self.said.append(errors.unknown_in_style(self._span(node), node.name, "property", sorted(self._known)))

    def _wrong(self, node: _Node, why: str, help: str = "") -> None:
        self.said.append(errors.damaged_style(self._span(node), why, help))

    def _span(self, node: _Node) -> Span:
        """From where a node begins to the end of that line."""
        start = self._lines[node.source_line - 1] + node.source_column - 1
        line = self._sheet.text[start:].split("\n", 1)[0]
        named = re.match(r"@?[-\w]+", line)
        return Span(self._sheet, start, start + (named.end() if named else max(len(line.rstrip()), 1)))


def _inside(content: Sequence[_Node]) -> list[_Node]:
    from tinycss2 import parse_blocks_contents

    nodes: list[_Node] = parse_blocks_contents(content, skip_comments=True, skip_whitespace=True)
    return nodes


_IN_SELECTORS = ".:>+~*|&"


def _selects_nothing(prelude: Sequence[_Node]) -> str:
    """Why no selector can be made of this, so that the rule counts for nothing; "" where one can."""
    part: list[_Node] = []
    for one in [*prelude, None]:
        if one is None or (one.type == "literal" and one.value == ","):
            if not part:
                return "a rule without a selector" if one is None and len(prelude) < 2 else "a selector is missing beside `,`"
            if part[-1].type == "literal" and part[-1].value != "*":
                return f"a selector ends with `{part[-1].value}`"
            part = []
        elif one.type == "literal":
            if one.value not in _IN_SELECTORS:
                return f"`{one.value}` stands in no selector"
            part.append(one)
        elif one.type not in ("whitespace", "comment"):
            if one.type not in ("ident", "hash", "function", "[] block"):
                return f"`{one.serialize()[:40].strip()}` stands in no selector"
            part.append(one)
    return ""


__all__ = ["faults"]
