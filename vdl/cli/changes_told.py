"""What became of a design, in the order in which a reviewer wants it: a line, blocks that are shown, blocks that are folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vdl.cli.change_sources import Sources
from vdl.cli.change_verdicts import fallen, judged, verdict
from vdl.cli.change_words import because, code, decided, label, listed, many, more, paths, sides, spent, text
from vdl.cli.differences import Design, Difference, Told
from vdl.query.causes import Cause
from vdl.records import NamedTuple
from vdl.report import model as m
from vdl.semantics.units import Exact, Unit, decimal, divide
from vdl.snapshot.change import SECTIONS, Change, Section
from vdl.snapshot.compared import Cell, difference
from vdl.snapshot.records import ShownValue, Snapshot
from vdl.text.diagnostics import Diagnostic, several
from vdl.values import is_exact, place_text
from vdl.words import values as show
from vdl.words.verdicts import EXPECTATIONS, STANDINGS

_COLUMNS = (m.Column(""), m.Column("before", numeric=True), m.Column("after", numeric=True), m.Column("change", numeric=True))


class Page(NamedTuple):
    """One design. `headline` says in a line what became of it; `folded` are how many further changes, and they themselves."""

    title: str
    tone: m.Tone
    headline: str
    blocks: tuple[m.Block, ...]
    folded: int
    below: tuple[m.Block, ...]


_MOST = 12
"""Rows of a table and lines of a list that are shown; the others are folded."""

_NEVER_SMALL: frozenset[Section] = frozenset(["verdict", "rules", "open_points", "models", "waivers", "expectations", "asks"])


def page(one: Difference, told: Told) -> Page:
    """What is told of a design."""
    title = _title(one, told)
    if one.changes is None:
        return _bare(one, title)
    small = [each for each in one.changes.changes if _is_small(each, told.least)]
    found = [each for each in one.changes.changes if each not in small] if small else list(one.changes.changes)
    telling = _Telling(one, found, small)
    blocks, below = telling.blocks(), telling.below(wanted=told.folds)
    return Page(title, telling.tone(), telling.headline(), tuple(blocks), telling.folded, tuple(below))


def _title(one: Difference, told: Told) -> str:
    name = f"{one.file}: {one.name}" if one.name else one.file
    old = one.old
    if old is not None and one.new is not None:
        moved = old.file != one.new.file and not told.between.named
        name += f" (was {old.file}: {old.name})" if moved else f" (was {old.name})" if old.name != one.name else ""
    return name


def _is_small(one: Change, least: int) -> bool:
    share = one.share
    return one.section not in _NEVER_SMALL and share is not None and share * 1_000_000 < least


def _bare(one: Difference, title: str) -> Page:
    """A design with only one side that can be told of."""
    if one.state == "same":
        return Page(title, "neutral", "no effect: its text and all that it imports are the same", (), 0, ())
    if one.state == "broken":
        both = [("before", one.old), ("after", one.new)]
        wrong = [f"does not compile {when}" for when, side in both if side is not None and side.wrong]
        blocks = [block for when, side in both if side is not None for block in _errors(when, side.wrong)]
        known = next((side.found for _, side in both if side is not None and side.found is not None and not side.wrong), None)
        when = "before" if one.old is not None and one.old.found is known else "after"
        rest = [_counts(known, when)] if known is not None and known.counts else []
        tone: m.Tone = "bad" if one.new is not None and one.new.wrong else "neutral"
        words = wrong[0] if len(wrong) == 1 else "compiles neither before nor after"
        return Page(title, tone, f"{words}; nothing is compared", (*blocks, *rest), 0, ())
    side = one.new or one.old
    assert side is not None
    words = f"{'new' if one.state == 'added' else 'removed'}: {_standing(side)}"
    blocks = _errors("", side.wrong)
    if side.found is not None and side.found.counts:
        blocks = [*blocks, _counts(side.found, "")]
    bad = one.state == "added" and (side.wrong or side.found is None or side.found.standing == "fails")
    return Page(title, "bad" if bad else "neutral", words, tuple(blocks), 0, ())


def _standing(side: Design) -> str:
    return STANDINGS[side.found.standing][0] if side.found is not None and not side.wrong else "does not compile"


def _errors(when: str, found: Sequence[Diagnostic]) -> list[m.Block]:
    rows = [text(f"{one.span.where() if one.span is not None else one.subject}: {one.message}") for one in found[:_MOST]]
    if len(found) > _MOST:
        rows.append(text(f"and {several(len(found) - _MOST, 'further error')}"))
    title = f"Wrong {when}".strip()
    return [m.Callout("bad", title, tuple([m.Paragraph(row) for row in rows]))] if rows else []


def _counts(found: Snapshot, when: str) -> m.Block:
    rows = [m.Row((code(one.path), text(show.text(*one.value)))) for one in found.counts]
    return m.Table(f"What it comes to {when}".strip(), (m.Column("count"), m.Column("number", numeric=True)), tuple(rows))


def _more(one: Change) -> Exact:
    """How much more of a count there is; of one that is new, all of it."""
    ends = [cell.value if isinstance(cell, ShownValue) and is_exact(cell.value) else 0 for cell in one.cells]
    return ends[1] - ends[0]


def _is_stated(words: Cell) -> bool:
    return isinstance(words, str) and words.startswith(f"{EXPECTATIONS['differs-as-stated'][0]}:")


_FEW = 3
"""Choices that are told of by themselves."""


def _weighed(found: Snapshot, path: str) -> dict[str, str]:
    """The options of a `choose`, by their texts: what each comes to, how many rules fail, and which was taken."""
    options = next((choice.options for choice in found.choices if choice.path == path), ())
    words: dict[str, str] = {}
    for one in options:
        said = [show.text(*one.objective)] if not one.faults else ["can't be solved"]
        said += [f"{several(one.failed, 'rule')} {'fails' if one.failed == 1 else 'fail'}"] if one.failed else []
        words[one.text] = ", ".join([*said, *(["taken"] if one.taken else [])])
    return words


class _Telling:
    def __init__(self, one: Difference, found: Sequence[Change], small: Sequence[Change]) -> None:
        assert one.changes is not None
        self.one = one
        self.changes = one.changes
        self.found = found
        self.small = small
        self.edited = {edit.name for edit in one.edits}
        self.sources = Sources(one)
        self.folded = 0
        self.counts = [each for each in self.of("counts") if each.name not in one.passed_on]
        self.stated = [each for each in self.of("expectations") if all(map(_is_stated, each.cells))]
        self.rest: list[tuple[str, list[Change]]] = []

    def of(self, *sections: Section) -> list[Change]:
        return [each for each in self.found if each.section in sections]

    # -- in a line
    def tone(self) -> m.Tone:
        bearings = {each.bearing for each in self.of("verdict", "rules", "expectations")}
        return "bad" if "worse" in bearings or self.one.state == "broken" else "good" if "better" in bearings else "neutral"

    def headline(self) -> str:
        parts = [f"{each.name} is {each.after}, was {each.before}" for each in self._chosen()[:_FEW]]
        bought = [*self._bought(), *[spent(each) for each in self._totals()[:1]]]
        parts += [", ".join(bought)] if bought else []
        parts += judged(self.of("verdict", "rules", "open_points"))
        standing = next((each for each in self.of("verdict") if each.name == "verdict"), None)
        if standing is not None and isinstance(standing.after, str):
            words = standing.after if standing.after != STANDINGS["fails"][0] else "no longer holds"
            parts.append(f"the design {words}" + (" again" if standing.bearing == "better" else ""))
        if self.one.state == "broken":
            both = [("before", self.one.old), ("after", self.one.new)]
            parts[:0] = [f"can't be solved {when}, and is compared as far as it goes"
                         for when, side in both if side is not None and side.wrong]  # fmt: skip
        if not parts:
            parts.append(self._quiet())
        return "; ".join(parts)

    def _chosen(self) -> list[Change]:
        """What a `choose` takes otherwise."""
        found = [side.found for side in (self.one.old, self.one.new) if side is not None and side.found is not None]
        choices = {choice.path for one in found for choice in one.choices}
        return [each for each in self.of("models") if each.name in choices and all(isinstance(cell, str) for cell in each.cells)]

    def _options(self) -> Iterator[m.Block]:
        """What the options of such a `choose` come to on both sides."""
        for each in self._chosen()[:_FEW]:
            said = [_weighed(side.found, each.name) for side in (self.one.old, self.one.new) if side is not None and side.found]
            rows = [m.Row((code(name), *[text(one.get(name, "–")) for one in said])) for name in {**said[0], **said[-1]}]
            columns = (m.Column("option"), m.Column("before", numeric=True), m.Column("after", numeric=True))
            yield m.Table(f"Options of {each.name}, by {each.note.removeprefix('minimizing ')}", columns, tuple(rows))

    def _totals(self) -> list[Change]:
        """Sums that changed."""
        return [each for each in self.of("bill") if each.unit.made_of and difference(each.row, 1)]

    def _bill(self) -> list[Change]:
        """What bills come to, and the sums of the design that are not the same once more."""
        found = self.of("bill")
        values = {name for side in (self.one.old, self.one.new) if side is not None and side.found for name in side.found.values}
        told = {(sides(each), each.at) for each in found if each.name not in values}
        return [each for each in found if each.name not in values or (sides(each), each.at) not in told]

    def _is_by_choice(self, each: Change) -> bool:
        """Whether a figure of a catalog is read on one side alone since a `choose` takes another option."""
        options = [str(cell).partition(" with ")[0] for chosen in self._chosen() for cell in chosen.cells]
        return each.section == "figures" and each.form != "changed" and any(f".{one}." in f".{each.name}" for one in options)

    def _quiet(self) -> str:
        compared = several(self.changes.compared, "value")
        if not self.changes.changes:
            names = f"; {several(len(self.changes.renamed), 'name')} changed" if self.changes.renamed else ""
            return f"no effect: {compared} compared{names}"
        sections = {each.section for each in self.changes.changes}
        if not sections & {"counts", "new", "bill", "values", "models", "inputs", "headroom"}:
            return f"no number changes: {compared} compared"
        return "no count changes"

    def _bought(self) -> list[str]:
        """ "8 more buses", "1 cart less", in the order of the text."""
        last = {(each.name, each.unit): each for each in self.counts}  # of a count by label, where it changed last
        sums: dict[tuple[Unit, str], Exact] = {}
        for each in last.values():
            key = each.unit, place_text(each.at)
            sums[key] = sums.get(key, 0) + _more(each)
        found = [many(number, unit) + (f" at {place}" if place else "") for (unit, place), number in sums.items() if number]
        return [*found[:4], "and more"] if len(found) > 4 else found

    # -- in blocks
    def blocks(self) -> list[m.Block]:
        parts = [self._wrong(), self._verdicts(), self._renamed(), self._bought_table(), self._options(),
                 self._because(), self._causes(),
                 self._headroom(), *self._sources(), self._waivers(),
                 self._table("Published figures", [each for each in self.of("expectations") if each not in self.stated]),
                 self._table("Questions", self.of("asks"))]  # fmt: skip
        return [block for part in parts for block in part]

    def _wrong(self) -> Iterator[m.Block]:
        for when, side in (("before", self.one.old), ("after", self.one.new)):
            yield from _errors(when, side.wrong if side is not None else ())

    def _verdicts(self) -> Iterator[m.Block]:
        shown = [each for each in self.of("verdict", "rules", "open_points") if each.name != "verdict"]
        shown.sort(key=lambda each: ("worse", "", "better").index(each.bearing))
        lines = [verdict(self.one, each) for each in shown[:_MOST]]
        worse = sum(each.bearing == "worse" for each in shown[:_MOST])
        for line in (*lines[:worse], fallen(self.of("expectations")), *lines[worse:]):
            if line:
                yield m.Paragraph(line)
        self._fold("verdicts", shown[_MOST:])

    def _renamed(self) -> Iterator[m.Block]:
        for old, new in self.changes.renamed[:_MOST]:
            yield m.Paragraph((m.Text("renamed "), m.Code(old), m.Text(" to "), m.Code(new), m.Text(self._where(new))))

    def _where(self, name: str) -> str:
        """ " (box.vdl:3)", of what the design states itself; "" of anything else."""
        from vdl.words.lines import lines

        new = self.one.new
        if new is None or new.compiled is None:
            return ""
        return f" ({lines(new.compiled.solved)(name).where()})"

    def _bought_table(self) -> Iterator[m.Block]:
        names = {each.name for each in self.counts}
        passed_on = [each for each in self.of("counts", "new") if each.name not in names]
        shown = [*self.of("models"), *self.counts, *[each for each in self.of("new") if each.name in names], *self._bill()]
        around = [edit.name for edit in self.one.edits if edit.sort in ("added", "removed")]
        begins = tuple([f"{name}{sign}" for name in around for sign in (".", " ")])
        quiet = [each for each in shown if each.section == "models" and each.name.startswith(begins)]
        rows = [each for each in shown if each not in quiet]
        if rows:
            made = tuple([m.Row((self._named(each), *[text(side) for side in sides(each)], text(self._more(each))))
                          for each in rows[: 3 * _MOST]])  # fmt: skip
            yield m.Table("What is bought", _COLUMNS, made)
        self._fold("what is bought", [*rows[3 * _MOST :], *quiet, *passed_on])

    def _named(self, each: Change) -> m.Prose:
        if each.section == "new":
            return (m.Text("new of "), *label(each))
        return text(each.label) if each.section == "bill" and ":" in each.name else label(each)

    def _more(self, each: Change) -> str:
        """How much more, and what decides a count: "+1, by seats (1.91)"."""
        words = more(each)
        new = self.one.new
        count = next((one for one in new.found.counts if one.path == each.name), None) if new is not None and new.found else None
        if each.section != "counts" or each.at or count is None or count.given:
            return words
        deciding = [bound for bound in count.bounds if bound.decides]
        return f"{words}, {decided(deciding[0])}" if deciding else words

    # -- why
    def _because(self) -> Iterator[m.Block]:
        edits = sorted(self.one.edits, key=lambda edit: not edit.is_input)
        for edit in edits[:_MOST]:
            source = self.sources.stayed(edit)
            yield m.Paragraph((*because(edit), m.Text(f"; source unchanged: {source}")) if source else because(edit))
        if len(edits) > _MOST:
            yield m.Paragraph(text(f"and {several(len(edits) - _MOST, 'further edit')}"))

    def _causes(self) -> Iterator[m.Block]:
        found = self.one.causes
        shown = {(each.name, each.at) for each in self.counts}
        causes = [cause for cause in found.causes if (cause.of.new, cause.of.at) in shown] if found is not None else []
        told = [cause for cause in causes if cause.parts or cause.others or cause.rest is not None]
        units = {(each.name, each.at): each.unit for each in self.of("counts")}
        plain = all(len(cause.parts) == 1 and cause.together is None and cause.rest is None for cause in told)
        alike: dict[tuple[object, ...], list[str]] = {}
        for cause in told:
            parts = tuple(self._parts(cause, units[cause.of.new, cause.of.at]))
            places = alike.setdefault((cause.of.new, *([] if plain else [parts]), tuple(paths(cause))), [])
            places += ["/".join([label for _, label in cause.of.at])] if cause.of.at else []
        rows = [m.Row(((m.Code(name), m.Text(f" at {', '.join(places)}" if places else "")), *cells))  # type: ignore[arg-type]
                for (name, *cells), places in list(alike.items())[: 3 * _MOST]]  # fmt: skip
        if rows:
            columns = m.Column("count"), *([] if plain else [m.Column("made of")]), m.Column("path")
            yield m.Table("From edit to count", columns, tuple(rows))

    def _parts(self, cause: Cause, unit: Unit) -> Iterator[m.Inline]:
        """ "+8 `a.load`, -1 `a.limit`, together +1, other lines -2" """
        def signed(number: Exact) -> str:
            return ("+" if number > 0 else "") + decimal(divide(number, unit.factor))

        between = ""
        for part in cause.parts:
            yield m.Text(f"{between}{signed(part.more) if part.more is not None else '?'} ")
            yield m.Code(part.name)
            between = ", "
        if cause.together is not None:
            yield m.Text(f"{between}together {signed(cause.together)}")
            between = ", "
        if cause.rest is not None:
            yield m.Text(f"{between}{signed(cause.rest)} " + ("" if cause.others else "what is no input"))
            yield from listed(dict.fromkeys([part.name for part in cause.others[:3]]))

    # -- what it stands on
    def _headroom(self) -> Iterator[m.Block]:
        found = self.of("headroom")
        shown = [each for each in found if each.bearing == "worse"]
        rows = [m.Row((label(each), *[text(side) for side in sides(each)], text(each.note))) for each in shown[:_MOST]]
        if rows:
            columns = m.Column("limit"), m.Column("before", numeric=True), m.Column("after", numeric=True), m.Column("now")
            yield m.Table("Headroom that shrank, the least first", columns, tuple(rows))
        self._fold("headroom", [*shown[_MOST:], *[each for each in found if each.bearing != "worse"]])

    def _sources(self) -> Iterator[Iterator[m.Block]]:
        """Numbers that others state, and what was assumed or taken from elsewhere otherwise, or anew."""
        found = self.of("assumptions")
        told = {each.name for each in found}
        moved = [each for each in found if not self.sources.is_number(each)]
        figures = [each for each in found if each not in moved]
        begun = [each for each in self.sources.begun() if each.name not in told]
        cited = any(map(self.sources.is_cited, figures))
        yield self._table("Sourced figures that changed" if cited else "Figures of catalogs that changed", figures)
        yield self._table("Assumptions and sources that moved" if moved else "Assumptions and sources", [*moved, *begun])

    def _table(self, caption: str, found: Sequence[Change]) -> Iterator[m.Block]:
        inputs = self.sources.new if found and found[0].section == "assumptions" else ()
        rows = [m.Row(((*label(each), m.Text(self._where(each.name) if each.name in inputs else "")),
                       *[text(side) for side in sides(each)])) for each in found[:_MOST]]  # fmt: skip
        if rows:
            yield m.Table(caption, (*_COLUMNS[:1], m.Column("before"), m.Column("after")), tuple(rows))
        self._fold(caption.lower(), found[_MOST:])

    def _waivers(self) -> Iterator[m.Block]:
        yield from self._table("Accepted exceptions", self.of("waivers"))
        for due in self.changes.due if self.changes.changes else ():
            until = due.waiver.waived.until
            words = f"ended on {until}" if due.days < 0 else f"ends on {until}, in {several(due.days, 'day')}"
            yield m.Paragraph((m.Text("the exception for "), m.Code(due.waiver.name), m.Text(f" {words}")))

    # -- everything else
    def _fold(self, title: str, found: Sequence[Change]) -> None:
        if found:
            self.rest.append((title, list(found)))

    def below(self, *, wanted: bool) -> list[m.Block]:
        """Tables of all that is not shown, where they are wanted; after `blocks`."""
        sections: tuple[Section, ...] = ("inputs", "figures", "values", "details")
        for section in sections:
            told = self.edited if section == "inputs" else set()
            rows = [each for each in self.of(section) if each.name not in told and not self._is_by_choice(each)]
            if section == "inputs":
                rows.sort(key=lambda each: not self.sources.is_typed(each.name))
            self._fold(SECTIONS[section], rows)
        self._fold("published figures that differ as stated", self.stated)
        self._fold("small changes", self.small)
        self.folded = sum(len(found) for _, found in self.rest)
        if not wanted:
            return []
        return [
            m.Table(title.capitalize(), _COLUMNS, tuple([
                m.Row((label(each), *[text(side) for side in sides(each)], text(more(each)))) for each in found
            ])) for title, found in self.rest
        ]  # fmt: skip


__all__ = ["Page", "page"]
