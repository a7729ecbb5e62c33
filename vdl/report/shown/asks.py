"""`show asks`: the questions of the design, and their answers, in words; `show questions` has them as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from string import ascii_lowercase

from vdl.graph.cells import Const, Formula, Instance
from vdl.graph.order import reads
from vdl.judge import CONDITION, Answer, Point, Swept
from vdl.query.questions import answers
from vdl.query.sweeps import sweeps
from vdl.report import model as m
from vdl.report.bars import drawn
from vdl.report.formula import in_line
from vdl.report.formulas import formula_of
from vdl.report.page import Page
from vdl.report.titles import marked, spaced
from vdl.semantics.units import divide
from vdl.text.phrases import joined, phrase
from vdl.values import is_exact, is_number
from vdl.words import answers as words
from vdl.words import values as show
from vdl.words.formulas import text_of

_HEADS = ("Question", "Asked", "Answer", "One more is stopped by")
_EACH = (
    "The largest number (or the smallest, where that is asked) at which every limit that it can break holds, but for those that "
    "are accepted as exceeded or that the question leaves out. The last column says what breaks at one more."
)


def blocks(page: Page) -> list[m.Block]:
    rows = []
    answered = answers(page.compilation, page.solved)
    for answer in answered:
        rows.append(m.Row(((m.Text(answer.entry.node.title or spaced(answer.entry.name)),), (m.Text(_asked(page, answer)),),
                           (m.Value(words.text(answer, page.units), strong=True),),
                           marked(_stopping(page, answer)))))  # fmt: skip
    found: list[m.Block] = []
    if rows:
        columns = (*[m.Column(phrase(head)) for head in _HEADS],)
        text = phrase(_EACH)
        found += [m.Paragraph((m.Text(text),)), m.Table("", columns, tuple(rows), note=marked(_planned(page, answered)))]
    notes: set[str] = set()
    for swept in sweeps(page.compilation, page.solved):
        found += _swept(page, swept, notes)
    return found


def _drawn(page: Page, found: Swept) -> list[m.Block]:
    """What the quantity comes to at each value of the input, where it is a number there."""
    unit = show.unit_of(found.entry.value, found.entry.type, page.units)
    at = show.unit_of_cell(found.entry.cell, page.units)
    rows = []
    for point in found.points:
        if not is_number(point.value):
            return []
        where = str(divide(point.at, at.factor)) if is_exact(point.at) else ""
        rows.append(m.Bars(show.scalar(point.at, at), (drawn("", point.value, unit),), at=where))
    title = found.entry.node.title or _looked_at(page, found)
    on_an_axis = len(rows) > _FEW and all(row.at for row in rows) and len({row.at for row in rows}) == len(rows)
    return [m.Chart(title, unit.plural, tuple(rows), along=at.plural or "1" if on_an_axis else "")] if rows else []


def _planned(page: Page, answered: Sequence[Answer]) -> str:
    """What it means that a design which stands goes beyond an answer: only what was asked for does not hold there."""
    beyond = [one for one in answered if not one.holds and one.value is not None and CONDITION in one.stopped_by]
    if not beyond or page.solved.standing == "fails":
        return ""
    return phrase("Where what is planned goes beyond an answer, what was asked for does not hold as planned: the design counts, "
                  "and buys, what all that is planned takes.")  # fmt: skip


_FEW = 2
"""Values of an input that stand as bars below each other; more of them stand along an axis."""


def _asked(page: Page, answer: Answer) -> str:
    """ "most North fleet: boxes with South fleet: carts ≤ 4 carts" """
    entry = answer.entry
    if isinstance(entry.condition, Const):
        condition = text_of(entry.node.condition, entry.source)
    else:
        condition = _condition(page, entry.condition, entry.cell.instance)
    key = "most {input} with {condition}" if entry.node.largest else "least {input} with {condition}"
    ignored = [page.titles.rule(name) for name in entry.ignoring]
    said = phrase(key, input=page.titles.member(entry.cell.path), condition=condition)
    return joined("", (said, *([phrase("; not asked for: {rules}", rules=joined("; ", ignored))] if ignored else [])))


def _condition(page: Page, condition: Formula, asked: Instance | None) -> str:
    """A condition in the names of its quantities, after the object that all of them are of, if there is one; what is `asked` for
    already names its own."""
    [of, *others] = {cell.instance for cell in reads(condition)} or {None}
    title = page.titles.instance(of) if of is not None and not others else ""
    made = in_line(formula_of(page, condition, of if title else None, ()), "names")
    return joined(": ", (title, made)) if title and of is not asked else made


def _stopping(page: Page, answer: Answer) -> str:
    if answer.met is not None:
        return words.stopped(answer, page.units)
    return joined("; ", [_rule(page, name) for name in (*answer.passed, *answer.stopped_by)])


def _rule(page: Page, name: str) -> str:
    """A rule by its sentence; what else stops a question in the words that it has."""
    if name == CONDITION:
        return phrase("what was asked for")
    return page.titles.rule(name) if name in page.titles.sentences else name


def _looked_at(page: Page, found: Swept) -> str:
    """ "carts for 3 values of the boxes, from 300 to 500 boxes" """
    entry, unit = found.entry, show.unit_of_cell(found.entry.cell, page.units)
    ends = show.together([found.points[0].at, found.points[-1].at], unit) if found.points else ("", "")
    return phrase("{value}, for {input} from {first} to {last}", value=page.titles.member(words.heads(found)[-1]),
                  input=page.titles.member(entry.cell.path), first=ends[0], last=ends[1])  # fmt: skip


def _swept(page: Page, found: Swept, below: set[str]) -> list[m.Block]:
    """A quantity at several values of an input. What stands `below` another table is not said again."""
    asked = m.Paragraph((m.Text(_looked_at(page, found) + "."),))
    columns = (*[m.Column(page.titles.member(head)) for head in words.heads(found)], m.Column(phrase("Verdict")))
    rows = []
    told = [words.at_point(point, found, page.units, lambda name: _rule(page, name)) for point in found.points]
    opened = {point.open_points for point in found.points if point.verdict == "open"}
    points = _alike(page, [name for point in found.points if point.verdict == "open" for name in point.open_points])
    if len(opened) > 1:
        each = zip(told, found.points)
        told = [[*one[:-1], _marks(points, at) if at.verdict == "open" else one[-1]] for one, at in each]
    for (taken, value, verdict), several in groupby(told, key=lambda one: (one[1:-2], one[-2], one[-1])):
        here = [at for at, *_ in several]  # one after the other, with one outcome
        at = here[0] if len(here) == 1 else phrase("{first} to {last}", first=here[0], last=here[-1])
        options: list[m.Prose] = [(m.Code(one),) for one in taken]
        rows.append(m.Row(((m.Value(at),), *options, (m.Value(value, strong=True),), marked(verdict))))
    notes = [_stepped(page, found)]
    if opened:
        said = [_point(page, names) for names in points]
        said = [f"{mark}) {words}" for mark, words in zip(ascii_lowercase, said)] if len(opened) > 1 else said
        notes.append(phrase("What is open: {points}.", points=joined("; ", said)))
    words_below = joined(" ", filter(None, notes))
    again = len(opened) > 1 and words_below in below
    below.add(words_below)
    note = marked(phrase("Steps and letters are those of the table above.") if again else words_below)
    left = words.left(found)
    after = [m.Paragraph((m.Text(left + "."),))] if left else []
    return [asked, *_drawn(page, found), m.Table(found.entry.node.title or "", columns, tuple(rows), note=note), *after]


def _stepped(page: Page, found: Swept) -> str:
    """What a table does not say that looks at values with others between them."""
    entry = found.entry
    if entry.listed or len(found.points) <= 1:
        return ""
    unit = show.unit_of_cell(entry.cell, page.units)
    if entry.step <= unit.factor:
        return ""
    step = show.scalar(entry.step, unit)
    return phrase("Looked at in steps of {step}: what changes does so somewhere between two of them.", step=step)


def _alike(page: Page, names: Sequence[str]) -> list[list[str]]:
    """Open points, those that say the same of several objects together."""
    alike: dict[str, dict[str, None]] = {}
    for name in names:
        alike.setdefault(page.titles.sentences.get(name, name), {})[name] = None
    return [list(same) for same in alike.values()]


def _point(page: Page, names: list[str]) -> str:
    return page.titles.rules(names) if names[0] in page.titles.sentences else page.titles.member(names[0])


def _marks(points: Sequence[list[str]], point: Point) -> str:
    """Which of the points below a table are open at a value: "open points: a, c"."""
    here = set(point.open_points)
    marks = [mark for mark, names in zip(ascii_lowercase, points) if here & set(names)]
    return joined(": ", (phrase("open points"), joined(", ", marks)))
