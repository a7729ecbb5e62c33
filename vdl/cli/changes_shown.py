"""What changed, for people, for pull requests, as a page and for programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import vdl
from vdl.cli.changes_told import Page, page
from vdl.cli.differences import Design, Difference, Told
from vdl.cli.side_by_side import cell_object
from vdl.cli.terminal import Screen
from vdl.query.causes import Cause
from vdl.query.edits import Edit
from vdl.render.plain import SHAPES, plain
from vdl.report import model as m
from vdl.semantics.units import Exact
from vdl.snapshot.change import Change, Due
from vdl.snapshot.json import at, diagnostic
from vdl.text.diagnostics import several
from vdl.text.machine import Json, document
from vdl.text.painted import Painted, Piece
from vdl.words.deciding import listed

_COLOURS = {"good": "good", "bad": "bad", "warn": "open", "neutral": "strong"}


def _pages(told: Told) -> tuple[list[Page], list[Difference]]:
    """The designs that are told of one by one, and those that are only counted: whose texts are the same."""
    shown = [one for one in told.differences if one.state != "same" or len(told.differences) == 1]
    return [page(one, told) for one in shown], [one for one in told.differences if one not in shown]


_COMPARED = re.compile(r"([\d,]+) values? compared")


def _gathered(pages: Sequence[Page]) -> Iterator[tuple[Page, list[Page]]]:
    """Pages of one file that say the same but for how much was compared, as one, each with those that it is of."""
    groups: dict[object, list[Page]] = {}
    for one in pages:
        file = one.title.partition(": ")[0] if " (was " not in one.title else one.title
        groups.setdefault((file, one.tone, _COMPARED.sub("", one.headline), repr(one.blocks)), []).append(one)
    ordered = sorted(groups.values(), key=lambda group: group[0].headline.startswith("no effect"))
    for group in ordered:
        first = group[0]
        file, _, _ = first.title.partition(": ")
        names = [one.title.partition(": ")[2] for one in group]
        numbers = [found[1] for one in group if (found := _COMPARED.search(one.headline))]
        headline = first.headline
        if len(set(numbers)) > 1:
            headline = _COMPARED.sub(f"{_listed(list(dict.fromkeys(numbers)))} values compared", headline)
        yield (first._replace(title=f"{file}: {_listed(names)}", headline=headline) if len(group) > 1 else first), group


def _listed(words: Sequence[str]) -> str:
    return listed(words, len(words))


def _folds(group: Sequence[Page]) -> Iterator[tuple[str, Page]]:
    """What is folded of pages that say the same, those whose folds are the same once, with words for it."""
    shown: dict[object, Page] = {}
    for one in group:
        if one.below or one.folded:
            shown.setdefault(one.below or one.title, one)
    for one in shown.values():
        yield (one.rest if len(shown) == 1 else f"{one.title.partition(': ')[2]}: {one.rest}"), one


def _sides(told: Told) -> str:
    return f"from {told.between.old.label} to {told.between.new.label}"


def _same(same: Sequence[Difference], *, alone: bool) -> str:
    what = "design" if alone else "other design"
    return f"{several(len(same), what)}: untouched by this change" if same else ""


# ------------------------------------------------------------------------------ for people
def _human(screen: Screen, told: Told) -> None:
    pages, same = _pages(told)
    screen.tell(_sides(told), hanging=2)
    for one, group in _gathered(pages):
        screen.say()
        screen.tell(Painted(one.title, "strong"), ": ", Painted(one.headline, _COLOURS[one.tone]), hanging=2)
        _human_blocks(screen, one.blocks)
        for words, folded in _folds(group):
            screen.say()
            screen.tell(f"and {words}:" if told.every and len(group) > 1 else f"and {words} (--all)" if not told.every else "")
            _human_blocks(screen, folded.below if told.every else ())
    screen.say()
    if same:
        screen.tell(_same(same, alone=not pages))
    screen.tell(f"library: {told.between.library}")


def _human_blocks(screen: Screen, blocks: Sequence[m.Block]) -> None:
    """Lines that stand together, and tables with their captions."""
    before: type | None = None
    for block in blocks:
        if isinstance(block, m.Paragraph):
            if before is not m.Paragraph:
                screen.say()
            screen.tell(*_painted(block.prose), hanging=2)
        elif isinstance(block, m.Table):
            screen.say()
            screen.tell(Painted(block.caption, "strong"))
            right = [at for at, column in enumerate(block.columns) if column.numeric]
            screen.table([c.head for c in block.columns], [[_cell(cell) for cell in row.cells] for row in block.rows], right, 2)
        elif isinstance(block, m.Callout):
            screen.say()
            screen.tell(Painted(block.title, _COLOURS[block.tone]))
            for inner in block.blocks:
                if isinstance(inner, m.Paragraph):
                    screen.tell("  ", *_painted(inner.prose), hanging=4)
        before = type(block)


def _painted(prose: m.Prose) -> list[Piece]:
    return [Painted(item.word, _COLOURS[item.tone]) if isinstance(item, m.Verdict) else plain((item,)) for item in prose]


def _cell(prose: m.Prose) -> Piece:
    return plain(prose)


# ------------------------------------------------------------------------------ for pull requests
_ROWS = 150
_LENGTH = 60_000
"""Rows of a folded table, and characters of all of it: what a comment may hold is limited."""

_LEGEND: Mapping[m.Tone, str] = {"bad": "worse, or fails", "good": "better", "warn": "open", "neutral": "another, or a question"}
"""What the marks mean."""

_RISKY = re.compile(r"[^\s()]*(?:@|://|www\.|#\d|\bGH-\d|\b[0-9a-f]{7,}\b)[^\s()]*", re.IGNORECASE)
"""What a page of pull requests turns into mentions and links, wherever it stands in a text."""


def _markdown(screen: Screen, told: Told) -> None:
    screen.text("\n".join(_markdown_lines(told)))


def _markdown_lines(told: Told) -> Iterator[str]:
    pages, same = _pages(told)
    gathered = list(_gathered(pages))
    shown = ["\n".join(_markdown_page(one, alone=len(pages) == 1)) for one, _ in gathered]
    left = _LENGTH - sum(map(len, shown))
    for (_, group), text in zip(gathered, shown):
        yield text
        for words, one in _folds(group):
            below = "\n".join(_markdown_blocks([_cut(block) for block in one.below]))
            left -= len(below)
            if left < 0:
                yield f"{_unlinked(words)}, which would make this too long\n"
            else:
                yield f"<details>\n<summary>{_unlinked(words)}</summary>\n\n{below}\n</details>\n"
    if same:
        yield f"{_same(same, alone=not pages)}\n"
    marks = [f"{SHAPES[tone]} {words}" for tone, words in _LEGEND.items() if any(f"{SHAPES[tone]} " in text for text in shown)]
    if marks:
        yield f"{'; '.join(marks)}\n"
    yield f"{_unlinked(_sides(told))}; library: {_unlinked(told.between.library)}"


def _markdown_page(one: Page, *, alone: bool) -> Iterator[str]:
    if not (alone or one.blocks or one.below):  # nothing that would need a heading
        yield f"{_unlinked(f'{one.title}: {one.headline}')}\n"
        return
    shape = f"{SHAPES[one.tone]} " if one.tone in ("bad", "good") else ""
    yield f"### {shape}{_unlinked(f'{one.title}: {one.headline}')}\n"
    yield from _markdown_blocks(one.blocks)


def _markdown_blocks(blocks: Sequence[m.Block]) -> Iterator[str]:
    from vdl.render.formats.markdown import blocks as as_markdown

    for text in as_markdown(tuple(map(_safe, blocks))):
        yield f"{text}\n"


def _cut(block: m.Block) -> m.Block:
    if not isinstance(block, m.Table) or len(block.rows) <= _ROWS:
        return block
    rest = m.Row(((m.Text(f"and {len(block.rows) - _ROWS:,} more"),), *[()] * (len(block.columns) - 1)))
    return m.Table(block.caption, block.columns, (*block.rows[:_ROWS], rest))


def _safe(block: m.Block) -> m.Block:
    """A block in which nothing of a design's is a mention or a link."""
    return _with(block, lambda prose: _parted(tuple(_marked(prose))))


def _with(block: m.Block, made: Callable[[m.Prose], Iterator[m.Inline]]) -> m.Block:
    """A block with other texts."""
    if isinstance(block, m.Paragraph):
        return m.Paragraph(tuple(made(block.prose)))
    if isinstance(block, m.Callout):
        return m.Callout(block.tone, block.title, tuple([_with(inner, made) for inner in block.blocks]))
    if isinstance(block, m.Table):
        rows = tuple([m.Row(tuple([tuple(made(cell)) for cell in row.cells])) for row in block.rows])
        return m.Table(block.caption, block.columns, rows)
    return block


_CODE = re.compile(r"`([^`]+)`")


def _marked(prose: m.Prose) -> Iterator[m.Inline]:
    """Text in which what stands between backticks is code, as messages write it."""
    for item in prose:
        if not isinstance(item, m.Text):
            yield item
            continue
        pieces = enumerate(_CODE.split(item.text))
        yield from [m.Code(words) if at % 2 else m.Text(words) for at, words in pieces if words]


def _parted(prose: m.Prose) -> Iterator[m.Inline]:
    """Text with what could become a mention or a link as code."""
    for item in prose:
        if not isinstance(item, m.Text):
            yield item
            continue
        end = 0
        for match in _RISKY.finditer(item.text):
            yield m.Text(item.text[end : match.start()])
            yield m.Code(match[0])
            end = match.end()
        yield m.Text(item.text[end:])


def _unlinked(words: str) -> str:
    from vdl.render.formats.markdown import text as escaped

    return "".join([
        f"`{item.text.replace('`', '')}`" if isinstance(item, m.Code) else escaped(item.text)
        for item in _parted((m.Text(words),)) if isinstance(item, (m.Text, m.Code))
    ])  # fmt: skip


# ------------------------------------------------------------------------------ as a page
def _html(screen: Screen, told: Told) -> None:
    from vdl.render.html import html

    screen.page(html(_report(told)))


def _report(told: Told) -> m.Report:
    pages, same = _pages(told)
    shown = [one for one in told.differences if one not in same]
    bad = any(one.tone == "bad" for one in pages)
    effect = any(one.has_effect for one in told.differences)
    tone: m.Tone = "bad" if bad else "neutral" if effect else "good"
    verdict = m.Verdict("worse" if bad else "changed" if effect else "no effect", tone)
    sections = [_section(number, one, _beside(of, told)) for number, (one, of) in enumerate(zip(pages, shown), 1)]
    words = "; ".join(filter(None, [_sides(told), _same(same, alone=not pages), f"library: {told.between.library}"]))
    cover = m.Cover("What changed", words, verdict, (m.Text("; ".join([f"{one.title}: {one.headline}" for one in pages])),), (),
                    told.as_of, f"vdl {vdl.__version__}, edition 2026", "")  # fmt: skip
    return m.Report("changes", "en", "A4", cover, tuple(sections))


def _beside(one: Difference, told: Told) -> Sequence[m.Block]:
    """What the documents of both sides do not say alike."""
    from vdl.elaborate.aside import TooMuch
    from vdl.report.build import build
    from vdl.report.changed import changed
    from vdl.report.named import NoDocument

    if one.state != "changed" or not one.has_effect:
        return ()
    made = []
    for side in (one.old, one.new):
        if side is None or side.compiled is None:
            return ()
        try:
            made.append(build(*side.compiled, told.document)[0])
        except (NoDocument, TooMuch):
            return ()
    return changed(*made)


def _section(number: int, one: Page, beside: Sequence[m.Block]) -> m.Section:
    blocks: list[m.Block] = [m.Callout(one.tone, one.headline, ()), *[_with(block, _marked) for block in one.blocks]]
    below = [_with(block, _marked) for block in one.below]
    parts = [(one.rest, tuple(below)), ("The document, before and after", tuple(beside))]
    for part, (title, within) in enumerate([part for part in parts if part[1]], 1):
        blocks.append(m.Section(f"{number}.{part}", title, f"changes-{number}.{part}", within))
    return m.Section(str(number), one.title, f"changes-{number}", tuple(blocks))


# ------------------------------------------------------------------------------ for programs
def _json(screen: Screen, told: Told) -> None:
    between = told.between
    screen.text(document(
        as_of=told.as_of, library=between.library,
        before={"label": between.old.label, "commit": between.old.commit or None},
        after={"label": between.new.label, "commit": between.new.commit or None},
        has_effect=any(one.has_effect for one in told.differences),
        designs=[_design(one, told) for one in told.differences],
    ))  # fmt: skip


def _design(one: Difference, told: Told) -> Json:
    made = page(one, told)
    found = one.changes
    return {
        "name": one.name,
        "file": one.file,
        "before": _side(one.old),
        "after": _side(one.new),
        "state": one.state,
        "headline": made.headline,
        "has_effect": one.has_effect,
        "compared": found.compared if found is not None else None,
        "renamed": [{"before": old, "after": new} for old, new in (found.renamed if found is not None else ())],
        "changes": [_change(each) for each in (found.changes if found is not None else ())],
        "edits": [_edit(each, one.idle.get(number, "")) for number, each in enumerate(one.edits)],
        "causes": [_cause(each) for each in (one.causes.causes if one.causes is not None else ())],
        "by_object": one.causes.by_object if one.causes is not None else False,
        "hangs_on": [{"name": name, "edit": number, "path": list(path)} for name, of in one.hangs.items() for number, path in of],
        "due": [_due(each) for each in (found.due if found is not None else ())],
    }


def _side(side: Design | None) -> Json:
    if side is None:
        return None
    solved = side.found if not side.wrong else None
    return {
        "name": side.name, "file": side.file, "verdict": solved.standing if solved is not None else None,
        "errors": [diagnostic(one, [side.file]) for one in side.wrong],
    }  # fmt: skip


def _change(one: Change) -> Json:
    return {
        "section": one.section, "name": one.name, "at": at(one.at), "form": one.form, "bearing": one.bearing,
        "unit": one.unit.plural,
        "before": cell_object(one.row, 0), "after": cell_object(one.row, 1), "note": one.note,
    }  # fmt: skip


def _edit(one: Edit, idle: str) -> Json:
    return {
        "sort": one.sort, "name": one.name, "before": one.before, "after": one.after, "where": one.where, "also": one.also,
        "idle": idle,
    }  # fmt: skip


def _cause(one: Cause) -> Json:
    parts: list[Json] = [
        {"edits": list(part.edits), "name": part.name, "more": _exact(part.more), "path": list(part.path)} for part in one.parts
    ]
    others: list[Json] = [{"edits": list(part.edits), "name": part.name, "path": list(part.path)} for part in one.others]
    return {
        "count": one.of.new, "at": at(one.of.at), "parts": parts, "together": _exact(one.together), "rest": _exact(one.rest),
        "others": others,
    }  # fmt: skip


def _exact(number: Exact | None) -> str | None:
    return str(number) if number is not None else None


def _due(one: Due) -> Json:
    return {"name": one.waiver.name, "open": one.waiver.silence, "until": one.waiver.waived.until, "days": one.days}


FORMATS: Mapping[str, Callable[[Screen, Told], None]] = {"human": _human, "md": _markdown, "json": _json, "html": _html}
