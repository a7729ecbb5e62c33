"""A text with faults: the statements that can be understood by themselves are formatted, all else stays byte for byte."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from vdl import syntax as s
from vdl.format.breaks import CLOSES
from vdl.format.roles import roles_of
from vdl.format.words import Word
from vdl.format.written import part
from vdl.parse import parse
from vdl.parse.automaton import END
from vdl.parse.faults import SyntaxFault
from vdl.parse.lines import CONTINUES
from vdl.records import NamedTuple
from vdl.text.source import Source

_GOES_ON = CONTINUES - frozenset(CLOSES)


class _Stretch(NamedTuple):
    """Whole lines of a text: what they hold, as words from `first` up to `end`, and where that stands: "" for a file."""

    first: int
    end: int
    around: str


def in_parts(text: str, words: Sequence[Word]) -> str:
    """The text with those of its statements formatted that can be understood."""
    tree, _ = parse(Source("", text))
    pieces: list[str] = []
    behind = 0
    for stretch in _sound(tree.items, "", words):
        start, end = _lines(stretch, text, words)
        if start >= behind:
            pieces += [text[behind:start], _formatted(stretch, text, words)]
            behind = end
    return "".join([*pieces, text[behind:]])


def _sound(nodes: Sequence[s.Node], around: str, words: Sequence[Word]) -> Iterator[_Stretch]:
    """Stretches that parse by themselves. Neighbours are one, as columns go over them."""
    starts = [word.start for word in words]
    run: list[_Stretch] = []
    for node in nodes:
        first = bisect_left(starts, node.start)
        if run and first < run[-1].end:
            continue  # on one line with the one before
        one = _Stretch(first, _line_end(bisect_left(starts, node.end), words), around)
        alone = first < one.end and _is_sound(one, words)
        if run and (not alone or run[-1].end != one.first):
            yield from _joined(run, words)
            run = []
        if alone:
            run.append(one)
            continue
        for inner, kind in _within(node):
            yield from _sound(inner, kind, words)
    yield from _joined(run, words)


def _line_end(at: int, words: Sequence[Word]) -> int:
    """The first word from one on that begins a line and does not go on with what stands above it."""
    while words[at].type != END and (not words[at].begins_line or words[at].type in _GOES_ON):
        at += 1
    return at


def _joined(run: list[_Stretch], words: Sequence[Word]) -> list[_Stretch]:
    if len(run) < 2:
        return run
    whole = run[0]._replace(end=run[-1].end)
    return [whole] if _is_sound(whole, words) else run


def _within(node: s.Node) -> Iterator[tuple[Sequence[s.Node], str]]:
    """What stands in the bodies of a node, and in which sort of body."""
    body = getattr(node, "body", None)
    if isinstance(body, s.Body):
        yield body.statements, "design"
    if isinstance(node, (s.DocumentDef, s.Section, s.DocFor, s.Cover, s.Callout, s.DocIf)):
        yield node.items, "document"
    if isinstance(node, s.DocIf):
        yield node.other or (), "document"


def _lines(stretch: _Stretch, text: str, words: Sequence[Word]) -> tuple[int, int]:
    """Where the lines of a stretch begin and end."""
    end = text.find("\n", words[stretch.end - 1].end)
    return text.rfind("\n", 0, words[stretch.first].start) + 1, end + 1 if end >= 0 else len(text)


def _is_sound(stretch: _Stretch, words: Sequence[Word]) -> bool:
    """Whether lines parse by themselves, and hold nothing else."""
    if stretch.first and not words[stretch.first].begins_line:
        return False
    try:
        roles_of(words[stretch.first : stretch.end], stretch.around)
    except SyntaxFault:
        return False
    return True


def _formatted(stretch: _Stretch, text: str, words: Sequence[Word]) -> str:
    """The lines of a stretch, formatted as deep as they stand."""
    start, end = _lines(stretch, text, words)
    return part(text[start:end], stretch.around, len(text[start : words[stretch.first].start].expandtabs()))
