"""What became of a design, in the order in which a reviewer wants it: a line, blocks that are shown, blocks that are folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vdl.cli.change_causes import because_of, respelled, shown_edits, ways
from vdl.cli.change_headline import FEW, headline, tone
from vdl.cli.change_headroom import headroom
from vdl.cli.change_objects import Objects
from vdl.cli.change_seen import Seen
from vdl.cli.change_sources import Sources
from vdl.cli.change_standing import late, standing
from vdl.cli.change_verdicts import fallen, gathered, is_waived, verdict
from vdl.cli.change_words import MOST, code, decided, label, more, sides, text
from vdl.cli.differences import Design, Difference, Told
from vdl.records import NamedTuple
from vdl.report import model as m
from vdl.snapshot.change import SECTIONS, Change, Section
from vdl.snapshot.compared import Cell
from vdl.snapshot.records import Snapshot
from vdl.text.diagnostics import Diagnostic, several
from vdl.values import place_text
from vdl.words import values as show
from vdl.words.verdicts import RULES, STANDINGS

_COLUMNS = (m.Column(""), m.Column("before", numeric=True), m.Column("after", numeric=True), m.Column("change", numeric=True))


class Page(NamedTuple):
    """One design. `headline` says in a line what became of it; `folded` are how many further changes, `below` they themselves, or
    what else `fold` says that stands there."""

    title: str
    tone: m.Tone
    headline: str
    blocks: tuple[m.Block, ...]
    folded: int
    below: tuple[m.Block, ...]
    fold: str = ""

    @property
    def rest(self) -> str:
        """What is folded, in words: "12 other changes"."""
        return self.fold or several(self.folded, "other change")


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
    return Page(title, tone(telling), headline(telling), tuple(blocks), telling.folded, tuple(below))


def _title(one: Difference, told: Told) -> str:
    name = f"{one.file}: {one.name}" if one.name else one.file
    old = one.old
    if old is not None and one.new is not None:
        moved = old.file != one.new.file and not told.between.named
        name += f" (was {old.file}: {old.name})" if moved else f" (was {old.name})" if old.name not in ("", one.name) else ""
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
        fold = f"what it comes to {when}" if rest else ""
        return Page(title, tone, f"{words}; nothing is compared", tuple(blocks), len(rest), tuple(rest), fold)
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
    rows = [text("; ".join([f"{one.span.where() if one.span is not None else one.subject}: {one.message}", *one.help[:1]]))
            for one in found[:MOST]]  # fmt: skip
    if len(found) > MOST:
        rows.append(text(f"and {several(len(found) - MOST, 'further error')}"))
    title = f"Wrong {when}".strip()
    return [m.Callout("bad", title, tuple([m.Paragraph(row) for row in rows]))] if rows else []


def _counts(found: Snapshot, when: str) -> m.Block:
    rows = [m.Row((code(one.path), text(show.text(*one.value)))) for one in found.counts]
    return m.Table(f"What it comes to {when}".strip(), (m.Column("count"), m.Column("number", numeric=True)), tuple(rows))


def _weighed(found: Snapshot, path: str) -> dict[str, str]:
    """The options of a `choose`, by their texts: what each comes to, how many rules fail, and which was taken."""
    options = next((choice.options for choice in found.choices if choice.path == path), ())
    words: dict[str, str] = {}
    for one in options:
        said = [show.text(*one.objective)] if not one.faults else ["can't be solved"]
        said += [f"{several(one.failed, 'rule')} {'fails' if one.failed == 1 else 'fail'}"] if one.failed else []
        words[one.words] = ", ".join([*said, *(["taken"] if one.taken else [])])
    return words


def _is_one(one: Cell, other: Cell) -> bool:
    """Whether two texts name one object, the one in its own file, the other from elsewhere: "small" and "models.small"."""
    ends = [f".{cell}" if isinstance(cell, str) else "" for cell in (one, other)]
    return all(ends) and (ends[0].endswith(ends[1]) or ends[1].endswith(ends[0]))


class _Telling(Seen):
    """A design in blocks, of which some are folded."""

    def __init__(self, one: Difference, found: Sequence[Change], small: Sequence[Change]) -> None:
        super().__init__(one, found)
        self.small = small
        self.edited = {name for edit in one.edits for name in edit.all_names}
        self.sources = Sources(one)
        self.objects = Objects(self, self.sources)
        self.folded = 0
        self.followed: list[Change] = []
        self.tight: list[Change] = []
        self.rest: list[tuple[str, list[Change]]] = []

    def _options(self) -> Iterator[m.Block]:
        """What the options of such a `choose` come to on both sides."""
        for each in self.chosen()[:FEW]:
            said = [_weighed(found, each.name) for found in self.changes.sides]
            rows = [m.Row((code(name), *[text(one.get(name, "–")) for one in said])) for name in {**said[0], **said[1]}]
            columns = (m.Column("option"), m.Column("before", numeric=True), m.Column("after", numeric=True))
            yield m.Table(f"Options of {each.name}, by {each.note.removeprefix('minimizing ')}", columns, tuple(rows))

    def blocks(self) -> list[m.Block]:
        parts = [self._wrong(), standing(self), self._verdicts(), self._renamed(), self._bought_table(), self._options(),
                 because_of(self, self.sources), respelled(self, self._where), self.objects.blocks(self._where), ways(self),
                 self._headroom(), self._moved(), *self._sources(), self._waivers(),
                 self._table("Published figures", [each for each in self.of("expectations") if each not in self.stated]),
                 self._table("Questions", self.of("asks"))]  # fmt: skip
        return [block for part in parts for block in part]

    def _wrong(self) -> Iterator[m.Block]:
        for when, side in (("before", self.one.old), ("after", self.one.new)):
            yield from _errors(when, side.wrong if side is not None else ())

    def _verdicts(self) -> Iterator[m.Block]:
        settled = self.settled()
        shown = [each for each in self.of("verdict", "rules", "open_points") if each.name != "verdict" and each not in settled]
        shown.sort(key=lambda each: ("worse", "", "better").index(each.bearing))
        worse = [each for each in shown[:MOST] if each.bearing == "worse"]
        others = shown[len(worse) : MOST]
        lines = [gathered([verdict(self.one, each) for each in of]) for of in (worse, others)]
        for line in (*lines[0], fallen(self.of("expectations")), *lines[1]):
            if line:
                yield m.Paragraph(line)
        self._fold("verdicts", shown[MOST:])

    def _renamed(self) -> Iterator[m.Block]:
        for old, new in self.changes.renamed[:MOST]:
            yield m.Paragraph((m.Text("renamed "), m.Code(old), m.Text(" to "), m.Code(new), m.Text(self._where(new))))

    def _where(self, name: str) -> str:
        """ " (box.vdl:3)", of what the design states itself; "" of anything else."""
        from vdl.words.lines import lines

        new = self.one.new
        if new is None or new.compiled is None:
            return ""
        for file in self.changes.sides[1].files:
            holder, _, rest = name.partition(".")
            members = new.compiled.compilation.names.files[file.file].members if holder == file.name else {}
            member = members.get(rest) or members.get(rest.partition(".")[0])
            if member is not None:
                return f" ({member.span().where()})"
        return f" ({lines(new.compiled.solved)(name).where()})"

    def _line(self, each: Change) -> str:
        """ " (box.vdl:3)", of an input, or of what is judged, whose standing changed."""
        if each.section == "waivers":
            return f" ({self.one.places[f'waive {each.name}']})" if f"waive {each.name}" in self.one.places else ""
        if each.section == "expectations" and len({self._published(found, each.name) for found in self.changes.sides}) == 1:
            return ""  # it is computed otherwise, and says the same
        if each.section in ("assumptions", "expectations") and each.name in self.one.places:
            return f" ({self.one.places[each.name]})"
        return self._where(each.name) if each.section == "assumptions" and each.name in self.sources.new else ""

    @staticmethod
    def _published(found: Snapshot, name: str) -> tuple[str, ...]:
        return next(((one.published_words, one.expression, one.why) for one in found.expectations if one.full_name == name), ())

    def _bought_table(self) -> Iterator[m.Block]:
        names = {each.name for each in self.counts}
        passed_on = [each for each in self.of("counts", "new") if each.name not in names]
        shown = [*self.of("models"), *self.counts, *[each for each in self.of("new") if each.name in names], *self.bill()]
        around = [name for edit in self.one.edits if edit.sort in ("added", "removed") for name in edit.all_names]
        begins = tuple([f"{name}{sign}" for name in around for sign in (".", " ")])
        models = [each for each in self.of("models") if not each.name.startswith(begins)]
        quiet = [each for each in self.of("models") if each not in models or self._follows(each)]
        quiet += [each for each in shown if self.is_nothing(each)]
        rows = [each for each in shown if each not in quiet]
        paid = [each for each in rows if each.section == "bill" and each.unit.made_of]
        left = []
        for caption, found in (("What is bought", [each for each in rows if each not in paid]), (self._called(paid), paid)):
            made = list(self._alike_at_labels(found).values())
            if made:
                table = [m.Row((self._named(of), *map(text, words))) for of, words in made[: 3 * MOST]]
                yield m.Table(caption, _COLUMNS, tuple(table))
            left += [each for of, _ in made[3 * MOST :] for each in of]
        quiet = [each for each in quiet if each.name not in self.objects.told]
        self._fold("what is bought", [*left, *quiet, *passed_on])

    def _called(self, found: Sequence[Change]) -> str:
        """What sums are of, as the dimension of one of them is called."""
        new = self.one.new
        known = new.compiled.compilation.names.units.dimensions if new is not None and new.compiled is not None else {}
        called = {dimension: name for name, dimension in known.items()}
        return next((called[each.unit.dimension] for each in found if each.unit.dimension in called), "Sums")

    def _alike_at_labels(self, found: Sequence[Change]) -> dict[tuple[str, ...], tuple[list[Change], tuple[str, str, str]]]:
        """The rows of a table: changes, of one name those at several labels that are the same, and their words."""
        made: dict[tuple[str, ...], tuple[list[Change], tuple[str, str, str]]] = {}
        for each in found:
            words = *sides(each), self._more(each)
            made.setdefault((each.section, each.name, *words), ([], words))[0].append(each)
        return made

    def _follows(self, each: Change) -> bool:
        """Whether something is another object for no other reason than that what was edited is, or a `choose` takes that."""
        led = self.taken()
        return each not in led and each.name not in self.edited and any(all(map(_is_one, one.cells, each.cells)) for one in led)

    def _named(self, of: Sequence[Change]) -> m.Prose:
        each, places = of[0], [place_text(one.at) for one in of if one.at]
        there = f" at {', '.join(places)}" if places else ""
        if each.section == "new":
            there = f" added{there}"
        if each.section == "bill" and ":" in each.name:
            return text(f"{each.name}{there}")
        return (m.Code(each.name), m.Text(there)) if there else code(each.name)

    def _more(self, each: Change) -> str:
        """How much more, and what decides a count: "+1, by seats (1.91)"."""
        words = more(each)
        count = next((one for one in self.changes.sides[1].counts if one.path == each.name), None)
        if each.section != "counts" or each.at or count is None or count.given:
            return words
        deciding = [bound for bound in count.bounds if bound.decides]
        if not deciding:
            return words
        under = self.one.beneath.get(each.name, "").replace("_", " ")
        return ", ".join(filter(None, (words, under, f"then {decided(deciding[0])}" if under else decided(deciding[0]))))

    def _headroom(self) -> Iterator[m.Block]:
        made, self.tight, rest = headroom(self)
        yield from made
        self._fold("headroom", rest)

    def _moved(self) -> Iterator[m.Block]:
        """What follows from the edits, the first of it, where nothing that is bought, paid or limited does."""
        if self.counts or self.bill() or self.of("headroom", "models") or not self.one.edits:
            return
        found = [each for each in self.of("inputs", "values") if each.name not in self.edited and None not in each.cells]
        rows = [m.Row((label(each), *[text(side) for side in sides(each)], text(more(each)))) for each in found[: 2 * FEW]]
        if rows:
            self.followed = found[: 2 * FEW]
            yield m.Table("What follows, though nothing that is bought", _COLUMNS, tuple(rows))

    def _sources(self) -> Iterator[Iterator[m.Block]]:
        """Numbers that others state, and what was assumed or taken from elsewhere otherwise, or anew."""
        found = self.of("assumptions")
        told = {each.name for each in found}
        moved = [each for each in found if not self.sources.is_number(each)]
        figures = [each for each in found if each not in moved and not self._is_said(each)]
        moved = [each for each in moved if not self._is_said(each)]
        begun = [each for each in self.sources.begun() if each.name not in told and not each.name.startswith(self.objects.begun)]
        cited = any(map(self.sources.is_cited, figures))
        yield self._table("Sourced figures that changed" if cited else "Figures of catalogs that changed", figures)
        yield self._table("Assumptions and sources that moved" if moved else "Assumptions and sources", [*moved, *begun])

    def _is_said(self, each: Change) -> bool:
        """Whether the line of an edit says the same."""
        edits = [edit for edit in shown_edits(self) if each.name == edit.name]
        return any(sides(each) == (edit.before, edit.after) or self.sources.stayed(edit) for edit in edits)

    def _table(self, caption: str, found: Sequence[Change]) -> Iterator[m.Block]:
        alike: dict[object, list[Change]] = {}
        for each in found:  # one line of a kind says the same of each of its objects
            line = self._line(each)
            alike.setdefault((each.name.rpartition(".")[2], each.at, sides(each), line) if line else id(each), []).append(each)
        rows = []
        for group in list(alike.values())[:MOST]:
            more = f" and {len(group) - 1:,} more of that name" if len(group) > 1 else ""
            name = (*label(group[0]), m.Text(f"{more}{self._line(group[0])}"))
            rows.append(m.Row((name, *[text(side) for side in sides(group[0])])))
        found = [each for group in list(alike.values())[MOST:] for each in group]
        if rows:
            yield m.Table(caption, (*_COLUMNS[:1], m.Column("before"), m.Column("after")), tuple(rows))
        self._fold(caption.lower(), found)

    def _waivers(self) -> Iterator[m.Block]:
        said = {each.name for each in self.of("rules", "open_points") if is_waived(each)}
        told = [each for each in self.of("waivers") if each.form == "added" and each.name.partition(" at ")[0] in said]
        yield from self._table("Accepted exceptions", [each for each in self.of("waivers") if each not in told])
        yield from late(self)
        for due in self.changes.due if self.changes.changes else ():
            until = due.waiver.waived.until
            words = f"ended on {until}" if due.days < 0 else f"ends on {until}, in {several(due.days, 'day')}"
            yield m.Paragraph((m.Text("the exception for "), m.Code(due.waiver.name), m.Text(f" {words}")))

    # -- everything else
    def _fold(self, title: str, found: Sequence[Change]) -> None:
        if found:
            self.rest.append((title, list(found)))

    def _is_tight(self, each: Change) -> bool:
        """Whether the table of headroom says the same of a rule that holds as before."""
        holds = all(isinstance(cell, str) and cell.startswith(f"{RULES['holds'][0]}:") for cell in each.cells)
        return each.section == "details" and holds and any(one.name == each.name for one in self.tight)

    def below(self, *, wanted: bool) -> list[m.Block]:
        """Tables of all that is not shown, where they are wanted; after `blocks`."""
        sections: tuple[Section, ...] = ("inputs", "figures", "values", "details")
        for section in sections:
            told = self.edited if section == "inputs" else set()
            rows = [each for each in self.of(section) if each.name not in told and not self.is_by_choice(each)]
            rows = [each for each in rows if each not in self.followed and not self._is_tight(each)]
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
                m.Row((self._named([each]), *[text(side) for side in sides(each)], text(more(each)))) for each in found
            ])) for title, found in self.rest
        ]  # fmt: skip


__all__ = ["Page", "page"]
