"""What a sweep varies: `--vary 'crates = 4..8 crates step 2 crates'`, `--vary 'box = [small, large]'`, `--vary scenario`."""

from __future__ import annotations

import re
from fractions import Fraction

from vdl import errors
from vdl import syntax as s
from vdl.check import check_expression
from vdl.compilation import Compilation, Solved
from vdl.graph.design import SweepEntry
from vdl.parse import parse_statement
from vdl.query.questions import asked_of
from vdl.query.shifted import shifted
from vdl.records import NamedTuple
from vdl.semantics.types import Kind, Quantity
from vdl.semantics.units import Exact, Unit, Units, divide, plain_decimal
from vdl.text.diagnostics import Diagnostic, failed
from vdl.text.source import Source, Span
from vdl.text.written import written
from vdl.values.draws import Draw
from vdl.variants import layered
from vdl.words import values as show

SCENARIO, DRAW = "scenario", "draw"
AS_WRITTEN = "none"


class Setting(NamedTuple):
    """One value of what is varied: how it reads, and what puts it there."""

    words: str
    fill: str = ""
    """As `--set` takes it; "" where the design stays as it is, or a scenario is switched on."""
    scenario: str = ""
    at: Exact | None = None
    """The number, where it is one: then the design need not be made anew for it."""
    draw: Draw | None = None
    """What is drawn for the ranges of the design."""

    @property
    def moves_numbers(self) -> bool:
        """Whether it changes nothing but numbers of a design."""
        return self.at is not None or self.draw is not None


class Varied(NamedTuple):
    """What is varied, by its name, and the values that it takes: those of a list, or steps from a first one on."""

    name: str
    unit: Unit | None
    listed: tuple[Setting, ...]
    steps: tuple[Exact, Exact, int] = (0, 0, 0)
    """The first value, how far it is to the next, and how many there are."""
    seed: int | None = None
    """Of draws, which are numbered from 1 on."""

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.listed) or self.steps[2]

    def setting(self, k: int) -> Setting:
        """The value that comes after so many others."""
        if self.seed is not None:
            return Setting(str(k + 1), draw=Draw(self.seed, k + 1))
        if self.listed or self.unit is None:
            return self.listed[k]
        first, step, _ = self.steps
        return number(self.name, first + k * step, self.unit)


def varied(compilation: Compilation, solved: Solved, text: str) -> tuple[Varied | None, list[Diagnostic]]:
    """What a text varies in a design: a range with a step, a list, all options of a `choose`, or scenarios."""
    name, equals, values = [part.strip() for part in text.partition("=")]
    if name == SCENARIO:
        return _scenarios(solved.design, values)
    if not equals:
        found, said = _options(solved, name)
        if not _NAME.fullmatch(text):
            said = [errors.not_here(Span(Source("--vary", text), 0, len(text)), "this", "--vary, which takes `name = values`")]
        return found, said if found is not None else _with_form(said, text)
    before = f"ask question: {name} for "
    source = Source("--vary", f"{before}{name} in {values}")
    typed = Source("--vary", f"{name} = {values}")

    def place(at: int) -> int:
        after = at - len(before)
        return after - 1 if after >= len(name) + len(" in ") else after

    statement, diagnostics = parse_statement(source)
    if not isinstance(statement, s.Sweep):
        if not diagnostics:
            span = Span(source, len(before), len(source.text))
            diagnostics = [errors.not_here(span, "this", "--vary, which takes `name = values`")]
        return None, _with_form([shifted(d, source, typed, place) for d in diagnostics], text)
    type_, _, diagnostics = check_expression(solved.types, statement.value, solved.design, source)
    if not failed(diagnostics) and isinstance(statement.values, s.ListOf) and not isinstance(type_, Quantity):
        return _listed(solved, name, [written(Span(source, item.start, item.end)) for item in statement.values.items])
    if not failed(diagnostics):
        found, diagnostics = _numbers(compilation, solved, statement, source)
        if found is not None:
            return found, []
    return None, [shifted(d, source, typed, place) for d in diagnostics]


def _with_form(said: list[Diagnostic], text: str) -> list[Diagnostic]:
    """What is wrong with a text that is not as values are written, with what to write: what it says otherwise, or any."""
    text = " ".join(text.split())
    name = _NAME.match(text)
    around = name[0].strip() if name else "x"
    values = re.sub(r"^\s*(?:=|:|in\b|from\b)?\s*", "", text[name.end() :]) if name else ""
    ranged = re.sub(r"\s+by\s+", " step ", _FIRST_UNIT.sub(r"\1..", _BETWEEN.sub("..", values, count=1)))
    one_of = [ranged, f"[{values.strip('[({})]').replace(';', ',')}]"]
    meant = next((one for one in one_of if values and _is_written(f"{around} in {one}")), "")
    any_form = f"write values behind `=`: a range such as `{around} = 4..8 step 2`, or a list such as `{around} = [4, 8]`"
    help_ = f"write `--vary '{around} = {meant}'`" if meant else f"{any_form}, each with its unit"
    return [said[0]._replace(help=(help_,)), *said[1:]] if said else []


def _is_written(text: str) -> bool:
    """Whether a question can be asked so."""
    statement, wrong = parse_statement(Source("--vary", f"ask question: 1 for {text}"))
    return isinstance(statement, s.Sweep) and not failed(wrong)


_NAME = re.compile(r"\s*[A-Za-z_]\w*(?:\.\w+)*")
_BETWEEN = re.compile(r"\s+(?:to|until|-|\u2013)\s+|\s*\.\.\.\s*|\s*\u2026\s*")
"""What people write between the ends of a range."""
_FIRST_UNIT = re.compile(r"^([\d_.]*\d)\s*[^\d\s.,[\]][^.,[\]]*\.\.")
"""The lower end of a range with a unit of its own, which stands once, behind the upper one."""


def _numbers(
    compilation: Compilation, solved: Solved, statement: s.Sweep, source: Source
) -> tuple[Varied | None, list[Diagnostic]]:
    found, diagnostics = asked_of(compilation, solved, statement, source, unsolved=True)
    if found is None or not isinstance(found[1], SweepEntry):
        return None, diagnostics
    return in_question(found[1], compilation.names.units), []


def in_question(entry: SweepEntry, units: Units) -> Varied:
    """What a question of a design varies."""
    name, unit = str(entry.node.path), show.unit_of_cell(entry.cell, units)
    listed = tuple([number(name, one, unit) for one in entry.listed])
    return Varied(name, unit, listed, (entry.first, entry.step, entry.number))


def draws(seed: int, number: int) -> Varied:
    """So many draws of the ranges of a design."""
    return Varied(DRAW, None, (), (1, 1, number), seed)


def number(name: str, at: Exact, unit: Unit) -> Setting:
    """A number as one of the values of an input."""
    return Setting(show.scalar(at, unit), f"{name} = {exactly(at, unit)}", at=at)


def exactly(value: Exact, unit: Unit) -> str:
    """A number as a text of the language: "510 boxes", "10 / 3 kg" for a third of ten."""
    amount = divide(value, unit.factor)
    figure = plain_decimal(amount)
    if Fraction(figure) != amount:
        return f"{amount.numerator} {unit.plural}".rstrip() + f" / {amount.denominator}"
    return f"{figure} {unit.singular if amount == 1 else unit.plural}".rstrip()


def _scenarios(design: Kind, values: str) -> tuple[Varied | None, list[Diagnostic]]:
    known = [name for name, member in design.all_members().items() if member.form == "scenario"]
    names = [name.strip() for name in values.strip("[] ").split(",")] if values else [AS_WRITTEN, *known]
    wrong = [name for name in names if name not in (AS_WRITTEN, *known)]
    if wrong:
        subject = f"--vary scenario (design `{design.name}`)"
        return None, [errors.unknown_option(subject, "scenario", wrong[0], [AS_WRITTEN, *known])]
    return Varied(SCENARIO, None, tuple([Setting(one, scenario="" if one == AS_WRITTEN else one) for one in names])), []


def _options(solved: Solved, name: str) -> tuple[Varied | None, list[Diagnostic]]:
    choice = next((one for one in solved.choices if one.name == name), None)
    if choice is None:
        return None, [errors.unknown_option(f"--vary {name}", "choice", name, [one.name for one in solved.choices])]
    return _listed(solved, name, [written(one.option) for one in choice.outcomes])


def _listed(solved: Solved, name: str, texts: list[str]) -> tuple[Varied | None, list[Diagnostic]]:
    """Values that are no numbers, each as `--set` takes it."""
    settings = [Setting(one, f"{name} = {one}") for one in texts]
    wrong = [d for one in settings for d in layered(solved.types, solved.design, (), [one.fill])[2] if d.severity == "error"]
    return (None, wrong) if wrong else (Varied(name, None, tuple(settings)), [])
