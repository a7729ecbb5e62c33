"""Style sheets as paper needs them: WeasyPrint finds each `var()` anew for each element, and reads what is for screens alone."""

from __future__ import annotations

import re

_ASKED = re.compile(r"var\(--([\w-]+)\)")
_SAID = re.compile(r"--([\w-]+)\s*:\s*([^;{}]*)")
_ROOT = re.compile(r":root\s*\{([^{}]*)\}")
_SCREEN = re.compile(r"@media screen\b[^,{]*\{")
_PART = re.compile(r"/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|[{}]", re.DOTALL)


def for_paper_alone(page: str) -> str:
    """The same page with the values of its style sheet where they are asked for, and without what is for screens.

    A value that stands elsewhere than at the root, which holds for a part of the page alone, is left for the layout to find.
    """
    head, style, rest = page.partition("<style>")
    sheet, end, body = rest.partition("</style>")
    if not end or "<style" in body:
        return page
    sheet = _without_screens(sheet)
    values = {name: value.strip() for root in _ROOT.finditer(sheet) for name, value in _SAID.findall(root[1])}
    elsewhere = {name for name, _ in _SAID.findall(_ROOT.sub("", sheet) + body)}
    known = {name: value for name, value in values.items() if name not in elsewhere and not set(value) & set("!(")}
    return head + style + _ASKED.sub(lambda found: known.get(found[1], found[0]), sheet) + end + body


def _without_screens(sheet: str) -> str:
    """A style sheet without its rules for screens."""
    kept: list[str] = []
    at = 0
    while (found := _SCREEN.search(sheet, at)) is not None:
        kept.append(sheet[at : found.start()])
        depth, at = 1, len(sheet)
        for part in _PART.finditer(sheet, found.end()):
            depth += {"{": 1, "}": -1}.get(part[0], 0)
            if not depth:
                at = part.end()
                break
    return "".join([*kept, sheet[at:]])


__all__ = ["for_paper_alone"]
