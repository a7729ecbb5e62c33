"""A case of the suite: designs that say in comments what must come of them.

    x = 3 GB + 2 hosts                       // error: [unit-mismatch]
    // value: cluster.hosts = 25 hosts

Comments that say something, each at the end of a line or alone on one:

| comment | promises |
|---|---|
| `error: [slug]`, `warning:`, `info:` | a diagnostic on this line, or on the line above when it stands alone |
| `error: [slug] in other.vdl`, `... nowhere` | one in another file, or one without a place |
| `value: EXPRESSION = TEXT` | a value as people see it |
| `count: NAME = TEXT: *by_a 4.2 at boot, by_b > 3` | a count with what its bounds ask; the star binds |
| `rule: NAME fails at boot` | a verdict; a rule that nobody speaks of must hold, or be one of the product's that does not apply |
| `rule: NAME holds: 2 hosts <= 3 hosts, 1 host to spare` | likewise, with what is compared |
| `expect: NAME differs` | likewise; one that nobody speaks of must agree |
| `ask: NAME = 640 desktops; stopped by a, b` | an answer; every question must be spoken of |
| `ask: NAME = 10 kg: 2 boxes, holds; 20 kg: ...` | likewise, of a question that looks at several values |
| `origin: NAME = override` | where a value came from |
| `stands: open: not-sized s.boxes, warning` | how the design stands, with the sort and name of each point that is open |

A comment speaks of the design above it; `value in grown:` of that design with a scenario on. Comments at the
head of a file choose how it is compiled: `as of: 2027-01-01`, and `library: std` for the library of the product
(or a folder below `tests`); otherwise it is the small one in `library`, so that cases about the language do not
hang on what the library says. What several cases import lies in folders called `parts`, which hold no cases.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell, Const, Instance, Op
from vdl.judge import Answer, Swept, Verdict
from vdl.pipeline import compile
from vdl.query.evaluate import read
from vdl.query.questions import answers
from vdl.query.reading import Reading
from vdl.query.sweeps import sweeps
from vdl.semantics.types import ANY, Type
from vdl.solve import CountValue
from vdl.text.diagnostics import Diagnostic
from vdl.words import answers as answered
from vdl.words import values as show
from vdl.words.verdicts import Words, asked, bound_at, labels
from vdl.world import Disk, ReadError
from vdl.world.caches import Cache

TESTS = Path(__file__).resolve().parents[1]
SUITE = TESTS / "suite"
LIBRARY = "suite/library"
AS_OF = "2026-01-01"

_SEVERITIES = ("error", "warning", "info")
_FACTS = ("value", "count", "rule", "expect", "ask", "origin", "stands")
_START = rf"(?<!/)//[ ]*(?:{'|'.join((*_SEVERITIES, *_FACTS))})(?:[ ]+in[ ]+[\w+]+)?:[ ]"
_MARK = re.compile(rf"(?<!/)//[ ]*({'|'.join((*_SEVERITIES, *_FACTS))})(?:[ ]+in[ ]+([\w+]+))?:[ ]+(.*?)[ ]*(?={_START}|$)")
_HEAD = re.compile(r"^//[ ]*(library|as of):[ ]*(.*?)[ ]*$", re.M)
_SLUG = re.compile(r"\[([a-z0-9-]+)\](?: (nowhere|in \S+))?$")
_DESIGN = re.compile(r"^design (\w+)")


_CACHES: dict[str, Cache] = {}
"""What all tests with one library share; the files of the library do not change while they run."""


_COMPILED: dict[tuple[str, str, tuple[str, ...]], Compilation] = {}
"""Cases by their name, their text and their layers, as they were compiled."""


class TestWorld(Disk):
    """The files below `tests` by their names from there, with any library."""

    __test__ = False

    def __init__(self, library: str = LIBRARY, texts: dict[str, str] | None = None) -> None:
        if library == "std":
            super().__init__(root=str(TESTS))
        else:
            super().__init__(str(TESTS / library), root=str(TESTS))
        self.texts = texts or {}
        self.cache = _CACHES.setdefault(library, self.cache)

    def read(self, name: str, entry: str = "") -> str | ReadError:
        if name in self.texts:
            return self.texts[name]
        return super().read(*(name if name.startswith("std:") else os.path.join(TESTS, name) for name in (name, entry)))


def library_of(text: str) -> str:
    """The library that a case asks for at its head."""
    return dict(_HEAD.findall(text)).get("library", LIBRARY)


class Mark(NamedTuple):
    """One comment that says something. `line` counts from 0; `design` is "" above the first design."""

    what: str
    scenarios: tuple[str, ...]
    body: str
    line: int
    start: int
    alone: bool
    design: str


class Case:
    """One file of the suite, as it stands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(TESTS).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.split("\n")
        head = dict(_HEAD.findall(self.text))
        self.library = head.get("library", LIBRARY)
        self.as_of = head.get("as of", AS_OF)
        self.marks = list(self._marks())

    def _marks(self) -> Iterable[Mark]:
        design = ""
        for number, line in enumerate(self.lines):
            found = _DESIGN.match(line)
            if found:
                design = found[1]
            marks = list(_MARK.finditer(line))
            alone = bool(marks) and not line[: marks[0].start()].strip()
            for mark in marks:
                scenarios = tuple(mark[2].split("+")) if mark[2] else ()
                yield Mark(mark[1], scenarios, mark[3], number, mark.start(), alone, design)

    def layers(self) -> list[tuple[str, ...]]:
        """The layers that the comments speak of; first of all none."""
        spoken = [m.scenarios for m in self.marks if m.what != "expect" or len(m.scenarios) > 1]
        return [(), *sorted({layers for layers in spoken if layers})]

    def compile(self, scenarios: tuple[str, ...] = (), **options: Any) -> Compilation:
        world = TestWorld(self.library)
        return compile(world, self.name, as_of=self.as_of, scenarios=scenarios, **options)

    def compiled(self, scenarios: tuple[str, ...] = ()) -> Compilation:
        """The same, made once for all tests: a compilation is only read."""
        key = self.name, self.text, scenarios
        if key not in _COMPILED:
            _COMPILED[key] = self.compile(scenarios)
        return _COMPILED[key]

    # ---------------------------------------------------------------- diagnostics
    def code_line(self, line: int) -> int:
        """The nearest line at or above that holds more than comments of ours."""
        alone = {m.line for m in self.marks if m.alone}
        line = min(line, len(self.lines) - 1)
        while line > 0 and (line in alone or not self.lines[line].strip()):
            line -= 1
        return line

    def promised(self, scenarios: tuple[str, ...]) -> list[tuple[str, str, str]]:
        """(severity, slug, place): the place is a line counted from 1, a file, or "nowhere"."""
        found = []
        for mark in self.marks:
            if mark.what not in _SEVERITIES or mark.scenarios != scenarios:
                continue
            read = _SLUG.match(mark.body)
            assert read, f"{self.name}:{mark.line + 1}: write `{mark.what}: [slug]`, not `{mark.body}`"
            place = read[2] or str(self.code_line(mark.line) + 1)
            found.append((mark.what, read[1], place))
        return found

    def place(self, diagnostic: Diagnostic) -> str:
        if diagnostic.span is None:
            return "nowhere"
        if diagnostic.span.source.path != self.name:
            folder = os.path.dirname(self.name)
            path = diagnostic.span.source.path
            return f"in {path if path.startswith('std:') else os.path.relpath(path, folder)}"
        line, _ = diagnostic.span.source.place(diagnostic.span.start)
        return str(self.code_line(line - 1) + 1)


# ------------------------------------------------------------------------------ what comes of it
def design_of(compilation: Compilation, name: str) -> Solved | None:
    """The solved design of that name; without a name, the last one."""
    for solved in compilation.designs:
        if solved.name == name:
            return solved
    return compilation.designs[-1] if compilation.designs and not name else None


def evaluate(compilation: Compilation, solved: Solved, text: str) -> str:
    """The value of an expression in a solved design as it is written; of objects and lists their names."""
    reading, made, type_, found = read(compilation, solved, text, "expression")
    if made is None or found:
        return f"{found[0].slug}: {found[0].message}"
    return _words(reading, made, type_)


def _words(reading: Reading, made: Any, type_: Type) -> str:
    if isinstance(made, Instance):
        return made.path
    if isinstance(made, (Cell, Op, Const)):
        return show.text(reading.told(made), show.unit_of(made, type_, reading.units))
    if isinstance(made, (list, tuple)):
        return ", ".join(_words(reading, item, ANY) for item in made) or "nothing"
    return str(made)


def fact(compilation: Compilation, mark: Mark) -> str:
    """What the body of a comment should be."""
    solved = design_of(compilation, mark.design)
    name, _, _ = mark.body.partition(" ")
    if solved is None:
        return f"{mark.body.partition(' = ')[0]} = no solved design `{mark.design}`"
    judged = solved.judged
    if mark.what == "stands":
        return _stands(solved)
    if mark.what == "rule":
        for rule in judged.rules:
            if rule.name == name:
                return _rule(rule) + (_compared(compilation, rule) if ": " in mark.body else "")
        return f"{name} is no rule (there are: {', '.join(r.name for r in judged.rules)})"
    if mark.what == "expect":
        scenario = mark.scenarios[0] if len(mark.scenarios) == 1 else ""
        for expectation in solved.expectations:
            if expectation.entry.name == name and expectation.entry.scenario == scenario:
                return f"{name} {expectation.outcome}"
        return f"{name} is no expectation"
    expression = mark.body.partition(" = ")[0]
    if mark.what == "ask":
        for answer in answers(compilation, solved):
            if answer.entry.name == expression:
                return _answer(compilation, answer)
        for swept in sweeps(compilation, solved):
            if swept.entry.name == expression:
                return _swept(compilation, swept)
        return f"{expression} is no question"
    if mark.what == "count":
        for count in judged.counts:
            if count.cell.path == expression:
                return _count(compilation, count)
        return f"{expression} is no count (there are: {', '.join(c.cell.path for c in judged.counts)})"
    if mark.what == "origin":
        cell = read(compilation, solved, expression, "expression")[1]
        return f"{expression} = {cell.origin if isinstance(cell, Cell) else 'not a quantity'}"
    return f"{expression} = {evaluate(compilation, solved, expression)}"


def _stands(solved: Solved) -> str:
    found = [f"{point.sort} {point.name}".strip() for point in solved.open_points if point.accepted is None]
    return ": ".join(filter(None, [solved.standing, ", ".join(found)]))


def _rule(rule: Verdict) -> str:
    at = f" at {', '.join(labels(rule))}" if labels(rule) else ""
    return f"{rule.name} {rule.outcome}{at}"


def _compared(compilation: Compilation, rule: Verdict) -> str:
    words = Words(compilation.types.types, compilation.names.units)
    return ": " + ", ".join(filter(None, [words.detail(rule), words.margin(rule)]))


def _answer(compilation: Compilation, answer: Answer) -> str:
    by = f"; stopped by {', '.join(answer.stopped_by)}" if answer.stopped_by else ""
    units = compilation.names.units
    by = f"; {answered.stopped(answer, units)}" if answer.met is not None else by
    return f"{answer.entry.name} = {answered.text(answer, units)}{by}"


def _swept(compilation: Compilation, swept: Swept) -> str:
    points = [answered.at_point(point, swept, compilation.names.units) for point in swept.points]
    found = [f"{at}: {', '.join(rest)}" for at, *rest in points] + ([answered.left(swept)] if swept.left else [])
    return f"{swept.entry.name} = {'; '.join(found) or 'nothing'}"


def _count(compilation: Compilation, count: CountValue) -> str:
    unit = show.unit_of_cell(count.cell, compilation.names.units)
    bounds = []
    for bound in count.bounds:
        bare = asked(bound, unit).removesuffix(f" {unit.plural}").removesuffix(f" {unit.singular}")
        at = f" at {bound_at(bound)}" if bound.place else ""
        bounds.append(f"{'*' if bound.decides else ''}{bound.entry.name} {bare}{at}")
    given = " given" if count.given else ""
    return f"{count.cell.path} = {show.text(count.value, unit)}{given}: {', '.join(bounds) or 'no bounds'}"


def unsaid(case: Case, compilation: Compilation) -> Iterable[tuple[str, str]]:
    """(design, comment) for every verdict that should be spoken of and is not."""
    for solved in compilation.designs:
        said = {(m.what, m.scenarios, m.body.partition(" ")[0]) for m in case.marks if m.design == solved.name}
        for rule in solved.judged.rules:
            silent = rule.outcome == "holds" or (rule.outcome == "not-applicable" and rule.span.source.path.startswith("std:"))
            if not silent and ("rule", (), rule.name) not in said:
                yield solved.name, f"rule: {_rule(rule)}"
        for expectation in solved.expectations:
            layer = (expectation.entry.scenario,) if expectation.entry.scenario else ()
            if expectation.outcome != "agrees" and ("expect", layer, expectation.entry.name) not in said:
                within = f" in {layer[0]}" if layer else ""
                yield solved.name, f"expect{within}: {expectation.entry.name} {expectation.outcome}"
        for answer in answers(compilation, solved):
            if ("ask", (), answer.entry.name) not in said:
                yield solved.name, f"ask: {_answer(compilation, answer)}"
        for swept in sweeps(compilation, solved):
            if ("ask", (), swept.entry.name) not in said:
                yield solved.name, f"ask: {_swept(compilation, swept)}"


def problems(case: Case) -> list[str]:
    """Everything in which a case and what comes of it differ."""
    found = []
    for layers in case.layers():
        compilation = case.compiled(layers)
        actual = [(d.severity, d.slug, case.place(d)) for d in compilation.diagnostics]
        promised = case.promised(layers)
        within = f" in {'+'.join(layers)}" if layers else ""
        for diagnostic, one in zip(compilation.diagnostics, actual):
            if one in promised:
                promised.remove(one)
            else:
                found.append(f"{case.name}:{one[2]}: unexpected{within}: {one[0]}[{one[1]}]: {diagnostic.message}")
        for severity, slug, place in promised:
            found.append(f"{case.name}:{place}: missing{within}: {severity}[{slug}]")
        for mark in case.marks:
            spoken = mark.scenarios == layers or (mark.what == "expect" and len(mark.scenarios) == 1 and not layers)
            if mark.what in _FACTS and spoken and not (mark.what == "expect" and layers and len(layers) == 1):
                body = fact(compilation, mark)
                if body != mark.body:
                    found.append(f"{case.name}:{mark.line + 1}: {mark.what}{within}: {mark.body}\n    it is {body}")
        if not layers:
            found += [f"{case.name}: not spoken of in `{design}`: {comment}" for design, comment in unsaid(case, compilation)]
    return found


# ------------------------------------------------------------------------------ --update
def update(case: Case) -> str:
    """The text of the case with comments that say what comes of it now."""
    lines: list[str | None] = list(case.lines)
    at_end: list[str] = []
    added: dict[int, list[str]] = {}
    wrong = any(": missing" in p or ": unexpected" in p for p in problems(case))
    runs = {layers: case.compile(layers) for layers in case.layers()}
    for mark in reversed(case.marks):
        line = lines[mark.line]
        if mark.what in _SEVERITIES:
            if wrong and line is not None:
                left = line[: mark.start].rstrip() + ("" if mark.start + 1 > len(line) else _after(line, mark.start))
                lines[mark.line] = left if left.strip() else None
            continue
        if mark.what == "expect" and len(mark.scenarios) == 1:
            body = fact(runs[()], mark)
        else:
            body = fact(runs[mark.scenarios], mark)
        assert line is not None
        head = line[: mark.start] + line[mark.start :].split(": ", 1)[0]
        lines[mark.line] = f"{head}: {body}{_after(line, mark.start)}"
    if wrong:
        for layers, compilation in runs.items():
            within = f" in {'+'.join(layers)}" if layers else ""
            for d in compilation.diagnostics:
                place = case.place(d)
                if place.isdigit():
                    added.setdefault(int(place) - 1, []).append(f"// {d.severity}{within}: [{d.slug}]")
                else:
                    at_end.append(f"// {d.severity}{within}: [{d.slug}] {place}")
    for number, comments in added.items():
        lines[number] = f"{lines[number]}    {' '.join(comments)}" if lines[number] is not None else None
    ends: dict[str, int] = {}
    for solved in runs[()].designs:
        if solved.design.source.path == case.name:
            ends[solved.name] = solved.design.source.place(solved.design.node.end)[0] - 1
    for design, comment in unsaid(case, runs[()]):
        at = ends.get(design, len(lines) - 1)
        lines[at] = f"{lines[at] if lines[at] is not None else ''}\n// {comment}"
    text = "\n".join(line for line in lines if line is not None).rstrip("\n") + "\n"
    return text + "".join(f"{comment}\n" for comment in at_end)


def _after(line: str, start: int) -> str:
    """What further comments of ours stand behind the one that begins at `start`."""
    following = re.compile(_START).search(line, start + 2)
    return f" {line[following.start():]}" if following else ""


def cases() -> list[Path]:
    """All cases, in order; `todo` and `parts` hold none that run."""
    return [p for p in sorted(SUITE.rglob("*.vdl")) if not {"todo", "parts", "library"} & set(p.relative_to(SUITE).parts)]


LONG = {"work.vdl", "labels.vdl", "mixed.vdl", "does_not_settle_slowly.vdl", "scanned_never.vdl"}
"""Cases that take their time."""


def quick() -> list[Path]:
    """The others, to be compiled many times over."""
    return [path for path in cases() if path.name not in LONG]
