"""The report as Markdown: CommonMark with pipe tables, readable as plain text too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import assert_never

from vdl.render import Format
from vdl.render.isolates import written
from vdl.render.plain import SHAPES, cite_text, piled, said, told
from vdl.render.typeset import typeset
from vdl.render.wording import ENGLISH, Wording, wording
from vdl.report.model import (
    Beside,
    Block,
    Callout,
    Chart,
    Cite,
    Code,
    Diagram,
    Facts,
    Paragraph,
    Piles,
    Prose,
    References,
    Report,
    Row,
    Section,
    Step,
    Table,
    Text,
    Value,
    Verdict,
    Working,
)
from vdl.text.safe import printable
from vdl.text.web import is_web

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#~&$])")
_TAG = re.compile(r"\\<(?=[A-Za-z/!?])")
_LEADING = re.compile(r"^(\d*)([-+.)])(?=\s|$|--)")


def markdown(report: Report) -> str:
    """One document, headings from `#` for the title down; ends with a newline."""
    words = wording(report)
    report = typeset(report)
    cover = report.cover
    parts = [f"# {_text(cover.title)}"]
    if cover.subtitle:
        parts.append(_text(cover.subtitle))
    brand = report.brand
    own = [brand.name, brand.cover, f"{words.revision} {brand.revision}" if brand.revision else "", brand.confidentiality]
    parts.append(" · ".join([_text(one) for one in own if one]))
    if cover.verdict is not None:
        why = f" — {_prose(cover.verdict_text)}" if cover.verdict_text else ""
        parts.append(f"{_strong(_verdict(cover.verdict))}{why}")
    parts.extend(_blocks(cover.blocks, words, 2))
    day = words.as_of if cover.verdict is not None else words.day_of
    told = ((day, words.day), (words.design, cover.files), (words.made_with, cover.made_with))
    parts.append("  \n".join(f"{label}: {_text(text)}" for label, text in told if text))
    parts.extend(_blocks(report.sections, words, 2))
    return written("\n\n".join(part for part in parts if part) + "\n")


def blocks(given: tuple[Block, ...]) -> Iterator[str]:
    """Blocks that stand in another text, one after the other, each without a newline at its end."""
    for part in _blocks(given, ENGLISH, 4):
        yield printable(part)


def text(words: str) -> str:
    """Words of a line that mean nothing to Markdown."""
    return printable(_escaped(words))


def _blocks(blocks: tuple[Block, ...], words: Wording, level: int) -> Iterator[str]:
    for block in blocks:
        yield from _block(block, words, level)


def _block(block: Block, words: Wording, level: int) -> Iterator[str]:
    match block:
        case Section():
            yield f"{'#' * min(level, 6)} {_text(block.number)} {_text(block.title)}"
            yield from _blocks(block.blocks, words, level + 1)
        case Paragraph():
            yield _first(_prose(block.prose))
        case Table():
            yield from _table(block, words)
        case Chart():
            yield from _chart(block, words)
        case Piles():
            yield from _piles(block, words)
        case Diagram():
            yield from _diagram(block, words)
        case Facts():
            yield "\n".join(f"- {_strong(_text(label))}: {_prose(value)}" for label, value in block.items)
        case Working():
            yield from _working(block, words)
        case Callout():
            inner = "\n\n".join(_blocks(block.blocks, words, level))
            whole = _strong(f"{SHAPES[block.tone]} {_text(block.title)}") + (f"\n\n{inner}" if inner else "")
            yield "\n".join(f"> {line}".rstrip() for line in whole.split("\n"))
        case Beside():
            for side, given in ((words.before, block.before), (words.after, block.after)):
                yield _strong(f"{_text(block.title)}, {side}")
                yield from _blocks(given, words, level)
        case References():
            yield "\n".join(
                f"- \\[{each.number}\\] {_text(each.text)}{_address(each.address)}" for each in block.entries
            )
        case _:
            assert_never(block)


def _table(table: Table, words: Wording) -> Iterator[str]:
    if table.caption:
        yield _named(words.table, table.number, table.caption)
    if table.rows or table.total:
        heads = [_text(f"{c.head} ({c.unit})" if c.unit else c.head) for c in table.columns]
        lines = [_line(heads), _line(["---:" if column.numeric else "---" for column in table.columns])]
        group = ""
        below = {row.group: row for row in table.subtotals}
        for at, row in enumerate(table.rows):
            if row.group != group:
                group = row.group
                lines.append(_line([_strong(_text(group))] + [""] * (len(heads) - 1)))
            lines.append(_row(row, words, bold=row.decides))
            if group in below and (at + 1 == len(table.rows) or table.rows[at + 1].group != group):
                lines.append(_row(below[group], words, bold=True))
        lines += [_row(row, words, bold=True) for row in (table.total, table.left_out) if row]
        yield "\n".join(lines)
    else:
        yield _text(table.empty) or "—"
    if table.note:
        yield _first(_prose(table.note))


def _named(word: str, number: int, title: str) -> str:
    """A caption, behind its number where it has one."""
    return (f"{word} {number}. " if number else "") + _strong(_text(title))


def _chart(chart: Chart, words: Wording) -> Iterator[str]:
    """What is drawn as a list: names and figures."""
    if chart.title:
        yield _named(words.figure, chart.number, f"{chart.title} ({chart.unit})" if chart.unit else chart.title)
    for group, rows in groupby(chart.rows, key=lambda row: row.group):
        if group:
            yield f"{_text(group)}:"
        yield "\n".join(f"- {_text(line)}" for line in said(replace(chart, rows=tuple(rows)), group=False))


def _piles(piles: Piles, words: Wording) -> Iterator[str]:
    """What is drawn as a list: what lies in which pile, and what in none."""
    if piles.title:
        yield _named(words.figure, piles.number, piles.title)
    yield "\n".join(f"- {_text(line)}" for line in piled(piles))


def _diagram(diagram: Diagram, words: Wording) -> Iterator[str]:
    """What is drawn as a list: what stands in what, and what leads to what."""
    if diagram.title:
        yield _named(words.figure, diagram.number, diagram.title)
    yield "\n".join(f"- {_text(line)}" for line in told(diagram))


def _row(row: Row, words: Wording, bold: bool) -> str:
    cells = [_prose(cell, in_table=True) for cell in row.cells]
    if bold:
        cells = [cell if not cell or "**" in cell else _strong(cell) for cell in cells]
    if row.decides and cells:
        cells[0] = f"▶ {cells[0]} ({words.decides})"
    return _line(cells)


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _working(working: Working, words: Wording) -> Iterator[str]:
    titles = [working.title, *[title for title, _ in working.also if title]]
    yield _strong(_text("; ".join(titles)))
    if working.doc:
        yield f"*{_text(working.doc)}*"
    if working.steps:
        yield "\n".join(_step(step, words) for step in working.steps)
    if working.elsewhere:
        yield _prose(working.elsewhere)
    if working.outcome:
        yield f"⇒ {_prose(working.outcome)}"
    if working.note:
        yield _text(working.note)


def _step(step: Step, words: Wording) -> str:
    """A list item of up to three lines: what bounds, the formula, the numbers with the result; and behind them where each is
    said, once."""
    label = f"{_strong(f'▶ {_text(step.label)}')} ({words.decides})" if step.decides else _text(step.label)
    first = [label]
    if step.note:
        first.append(f"({_text(step.note)})")
    told = [" ".join(filter(None, first))]
    if step.formula:
        told.append((f"{_text(step.name)} = " if step.name else "") + _code(step.formula))
    ends = [_code(step.numbers)] if step.numbers not in ("", step.formula, step.result) else []
    if step.result:
        ends.append(_strong(_escaped(step.result)) if step.decides else _escaped(step.result))
    if ends:
        told.append("= " + " = ".join(ends))
    lines = list(filter(None, told))
    cites = [_prose((cite,)) for cite in step.cites]
    return "- " + "  \n  ".join([*lines[:-1], " ".join([*lines[-1:], *cites])])


def _prose(prose: Prose, in_table: bool = False) -> str:
    parts: list[str] = []
    for item in prose:
        match item:
            case Text():
                parts.append(_escaped(item.text))
            case Value():
                text = _escaped(item.text)
                parts.append(_strong(text) if item.strong else text)
            case Verdict():
                parts.append(_verdict(item))
            case Code():
                code = _code(item.text)
                parts.append(code.replace("|", "\\|") if in_table else code)
            case Cite():
                gap = " " if parts and not parts[-1].endswith((" ", "(")) else ""
                parts.append(gap + _escaped(cite_text(item)))
            case _:
                assert_never(item)
    return "".join(parts)


def _verdict(verdict: Verdict) -> str:
    return f"{SHAPES[verdict.tone]} {_escaped(verdict.word)}"


def _strong(text: str) -> str:
    """Bold, which no space may stand inside of at either end."""
    return f"**{text.strip()}**" if text.strip() else ""


def _text(text: str) -> str:
    return _first(_escaped(text))


def _escaped(text: str) -> str:
    """Words that mean nothing to Markdown, on one line.

    What could begin a tag is no `<` at all, because not every reader of Markdown takes `\\<` for one.
    """
    return _TAG.sub("&lt;", _SPECIAL.sub(r"\\\1", _one_line(text)))


def _one_line(text: str) -> str:
    """Nothing in a text ends a line, whatever a reader takes for the end of one."""
    return " ".join(filter(None, text.splitlines()))


def _first(text: str) -> str:
    """The same, for a text that begins a line and must not become a list, a rule or, set in, code."""
    return _LEADING.sub(r"\1\\\2", text.strip())


def _code(text: str) -> str:
    """A code span, with a fence longer than any run of backticks in it."""
    inner = _one_line(text)
    fence = "`" * (max((len(run) for run in re.findall(r"`+", inner)), default=0) + 1)
    pad = " " if inner.startswith("`") or inner.endswith("`") or not inner else ""
    return f"{fence}{pad}{inner}{pad}{fence}"


def _address(address: str) -> str:
    if is_web(address):
        return f" <{address}>"
    return f" {_escaped(address)}" if address else ""


FORMAT = Format("md", ".md", "text/markdown; charset=utf-8", lambda report: markdown(report).encode(), for_people=True)
