"""What a sweep varies: `--vary 'crates = 4..8 crates step 2 crates'`, `--vary 'box = [small, large]'`, `--vary scenario`."""

from __future__ import annotations

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
        return _options(solved, name)
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
        return None, [shifted(d, source, typed, place) for d in diagnostics]
    type_, _, diagnostics = check_expression(solved.types, statement.value, solved.design, source)
    if not failed(diagnostics) and isinstance(statement.values, s.ListOf) and not isinstance(type_, Quantity):
        return _listed(solved, name, [written(Span(source, item.start, item.end)) for item in statement.values.items])
    if not failed(diagnostics):
        found, diagnostics = _numbers(compilation, solved, statement, source)
        if found is not None:
            return found, []
    return None, [shifted(d, source, typed, place) for d in diagnostics]


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
