"""`vdl size DESIGN`: how a design stands, how near its limits are, its counts with what decides them, and the verdicts."""

from __future__ import annotations

import argparse

from vdl.cli.from_arguments import compiled, status, unsolved
from vdl.cli.terminal import FIGURE, Screen, errors, output
from vdl.compilation import Compilation, Solved
from vdl.judge import Verdict
from vdl.query.questions import answers
from vdl.semantics.units import PERCENT, Exact, Unit, decimal, divide
from vdl.solve import BoundValue, CountValue
from vdl.text.bounds import opposite
from vdl.text.diagnostics import several
from vdl.text.painted import Painted, Piece
from vdl.text.written import written
from vdl.values import FAULT, Varying, anywhere, bound_of, exactly
from vdl.words import answers as answered
from vdl.words import values as show
from vdl.words.choices import objective, standing
from vdl.words.deciding import asked_for, by_label, decided_by, deciding
from vdl.words.left_out import left_out
from vdl.words.limits import limits
from vdl.words.other_errors import counted, other_errors
from vdl.words.unjudged import is_judged
from vdl.words.verdicts import EXPECTATIONS, OPEN, RULES, STANDINGS, Words, strictly, without

NEAREST = 20
"""Limits that are shown without `--all`."""

UNKNOWN = "can't be computed"
"""What is said in the place of a figure that hangs on what could not be solved."""

_VERDICTS = {
    "fails": "error", "part": "error", "differs": "error", "no-longer-differs": "error", "open": "open",
    "not-evaluated": "open", "holds": "good", "agrees": "good", "inside-range": "good",
}  # fmt: skip
"""The colours of verdicts; those without one are neither good nor bad."""


def run(arguments: argparse.Namespace) -> int:
    compilation, diagnostics = compiled(arguments, arguments.file)
    if arguments.format == "json":
        from vdl.cli.checking import as_object
        from vdl.snapshot.json import everything

        designs = [as_object(compilation, solved) for solved in compilation.designs]
        output().text(everything(arguments.as_of, diagnostics, [arguments.file], designs))
        return status(diagnostics)
    screen = output()
    for index, solved in enumerate(compilation.designs):
        if index:
            screen.say()
        _Page(screen, compilation, solved, everything=arguments.all).show(arguments)
    errors().diagnostics(diagnostics)
    return status(diagnostics)


class _Page:
    """What is said of one design; of each section a part, unless everything is asked for."""

    def __init__(self, screen: Screen, compilation: Compilation, solved: Solved, *, everything: bool) -> None:
        self.screen = screen
        self.compilation = compilation
        self.solved = solved
        self.everything = everything
        self.units = compilation.names.units
        self.words = Words(solved.types.types, self.units)
        self.unsolved = unsolved(solved.diagnostics)
        self.undecided = self.unsolved and any(chosen.taken.faults for chosen in solved.choices)
        """Whether no option of a `choose` can be solved: then whatever hangs on what was taken is no figure of the design."""

    def show(self, arguments: argparse.Namespace) -> None:
        solved = self.solved
        self.screen.tell(Painted(f"{solved.name}{': ' + solved.title if solved.title else ''}", "strong"), hanging=2)
        layers = [f"scenario {name}" for name in arguments.scenario] + [f"--set {text}" for text in arguments.set]
        if layers:
            self.screen.tell(f"with {', '.join(layers)}", hanging=2)
        if words := left_out(solved):
            self.screen.tell(words, hanging=2)
        self._verdict()
        for section in (
            self._limits, self._counts, self._choices, self._rules, self._accepted, self._expectations, self._questions
        ):  # fmt: skip
            section()

    def _section(self, name: str) -> None:
        self.screen.say()
        self.screen.say(Painted(name, "strong"))

    # -- how it stands
    def _verdict(self) -> None:
        solved = self.solved
        judged = solved.judged.rules if not self.undecided else ()
        failing = [rule for rule in judged if rule.severity == "error" and rule.outcome in ("fails", "part")]
        differing = [one for one in solved.expectations if one.outcome in ("differs", "no-longer-differs")]
        points = [point for point in solved.open_points if point.accepted is None]
        wrong = other_errors(solved.diagnostics)
        said = counted(wrong)
        said += [several(len(failing), "rule fails", "rules fail")] if failing else []
        said += [several(len(differing), "expectation differs", "expectations differ")] if differing else []
        said += [several(len(points), "point is open", "points are open")] if points else []
        accepted = f", with {several(solved.accepted, 'accepted exception')}" if solved.accepted else ""
        only_open = solved.standing == "open" and not failing and not differing and not wrong
        stands = f"holds with {several(len(points), 'open point')}" if only_open else STANDINGS[solved.standing][0]
        told = f": {', '.join(said)}" if said and not only_open else ""
        if solved.standing == "holds" and not is_judged(solved.graph, solved.judged):
            told = ", and nothing is judged in it"
        self.screen.tell(Painted(stands, _VERDICTS[solved.standing]), told + accepted, hanging=2)
        rows: list[list[Piece]] = [[Painted("error", "error"), one.slug, one.message] for one in wrong]
        rows += [
            [_verdict(rule), rule.name,
             _with_sentence(_joined(self.words.detail(rule), self.words.missing(rule) or self.words.margin(rule)), rule)]
            for rule in failing
        ]
        for one in differing:
            figures = self.words.expectation(one)
            compared = f"computed {figures.computed}, published {figures.published}"
            rows.append([_painted(EXPECTATIONS[one.outcome][0], one.outcome), one.entry.full_name, compared])
        for point in points:
            compared = self.words.detail(point.rule) if point.rule is not None else ""
            if point.sort == "warning-rule" and point.rule is not None:
                compared = _with_sentence(_joined(compared, self.words.margin(point.rule)), point.rule)
            rows.append([_painted(OPEN[point.sort], "open"), point.name, compared or point.text])
        self.screen.table([""] * 3, rows, indent=2)

    # -- what is near
    def _limits(self) -> None:
        found = limits(self.solved, self.units) if not self.undecided else []
        if not found:
            return
        shown = found if self.everything else found[:NEAREST]
        self._section("limits, nearest first")
        heads = ["limit", "use", "in use", "one fewer", "headroom", "figures"]
        rows: list[list[Piece]] = []
        for limit in shown:
            fewer = _percent(limit.fewer) if limit.fewer is not None else "-" if limit.is_count else ""
            name = f"{limit.name}, {limit.by}" if limit.by else limit.name
            left = exactly(1 - limit.use, opposite(bound_of(limit.use)))
            rows.append([name, self._bar(limit.use), _percent(limit.use), fewer, _percent(left), limit.figures])
        self.screen.table(heads, rows, right=(2, 3, 4), indent=2)
        if len(shown) < len(found):
            self.screen.say(f"  and {len(found) - len(shown):,} further away (--all)")

    def _bar(self, use: Exact) -> Piece:
        """So much of a bar is full as is used; one that is not full has room, and one that is not empty is used."""
        full, empty = ("█", "░") if self.screen.glyphs else ("#", ".")
        length = 10 if self.screen.width >= 90 else 5
        filled = min(max(int(use * length), 1 if use > 0 else 0), length)
        return Painted(full * filled + empty * (length - filled), "bad" if use > 1 else "good")

    # -- what is bought
    def _counts(self) -> None:
        counts = self.solved.judged.counts
        if not counts:
            return
        self._section("counts")
        heads = ["count", "number", "decided by", "asks for", "other bounds"]
        rows = [self._count(count, show.unit_of_cell(count.cell, self.units)) for count in counts]
        plain_figures = all(len(row[3]) <= FIGURE for row in rows)
        self.screen.table(heads, rows, right=(3,) if plain_figures else (), indent=2)

    def _count(self, count: CountValue, unit: Unit) -> list[str]:
        if self.undecided:
            return [count.cell.path, UNKNOWN, "", "", ""]
        if anywhere(count.value, FAULT):
            return [count.cell.path, UNKNOWN, "", "", self._others(count, set(), unit)]
        found = deciding(count)
        by = by_label([(one.place, decided_by(one, count, self.solved.solution)) for one in found])
        by = f"given; {by}" if count.given else by
        asks = asked_for(found, unit)
        left = {id(bound): without(bound) for one in found for bound in one.bounds}
        said = "".join(dict.fromkeys(left.values()))
        return [count.cell.path, show.text(count.value, unit), by, asks + said, self._others(count, set(left), unit)]

    def _others(self, count: CountValue, deciding: set[int], unit: Unit) -> str:
        """The bounds that decide nowhere: the next one with what it asks for, and those that say nothing. Where everything is
        wanted, all the others and what does not apply, too."""
        asking = [bound for bound in _ranked(count) if id(bound) not in deciding and bound.most()]
        words = [_asking(bound, unit) + _where(bound, count) for bound in asking]
        idle = [_asking(bound, unit) for bound in count.bounds if id(bound) not in deciding and bound.most() == 0]
        words = [*words, *idle] if self.everything else words[:1]
        silent = [bound for bound in count.bounds if bound.value is not None and bound.most() is None]
        unknown = [bound.entry.name for bound in silent if bound.value is not None and anywhere(bound.value, FAULT)]
        not_stated = [bound.entry.name for bound in silent if bound.entry.name not in unknown]
        inapplicable = [bound.entry.name for bound in count.bounds if bound.value is None]
        if unknown:
            words.append(f"{UNKNOWN}: {' '.join(unknown)}")
        if not_stated:
            words.append(f"not stated: {' '.join(not_stated)}")
        if inapplicable and self.everything:
            words.append(f"not applicable: {' '.join(inapplicable)}")
        return "; ".join(words)

    def _choices(self) -> None:
        """Each option with what it came to, the one that was taken marked."""
        if not self.solved.choices:
            return
        self._section("choices")
        for chosen in self.solved.choices:
            solvable = not chosen.taken.faults
            taken = f" = {written(chosen.taken.option)}, minimizing {written(chosen.objective)}"
            self.screen.tell(f"  {chosen.name}{taken if solvable else ': no option can be solved'}", hanging=4)
            rows: list[list[Piece]] = [
                [Painted("taken", "good") if one.taken and solvable else "", written(one.option),
                 objective(one, self.units) if not one.faults else "", standing(one)]
                for one in chosen.outcomes
            ]
            self.screen.table([""] * 4, rows, indent=4)

    # -- verdicts
    def _rules(self) -> None:
        """Rules that are not met and only listed, and how many there are of the others, which are shown where all are wanted."""
        rows: list[list[Piece]] = []
        untold: dict[str, int] = {}
        for outcome in RULES:
            for rule in self.solved.judged.rules:
                if rule.outcome != outcome:
                    continue
                if self.everything or (outcome in ("fails", "part", "not-evaluated") and rule.severity == "info"):
                    margin = "" if outcome == "not-evaluated" else self.words.margin(rule)
                    said = _joined(self.words.detail(rule) or rule.text, margin)
                    rows.append([_verdict(rule), rule.name, "; ".join([part for part in (said, _why(rule)) if part])])
                else:
                    untold[outcome] = untold.get(outcome, 0) + 1
        if self.undecided or not (rows or untold):
            return
        self._section("rules")
        self.screen.table([""] * 3, rows, indent=2)
        counted = [several(untold[one], *words) for one, words in RULES.items() if one in untold][::-1]
        if counted:
            self.screen.tell(f"  {', '.join(counted)} (--all)", hanging=2)

    def _accepted(self) -> None:
        points = [point for point in self.solved.open_points if point.accepted is not None]
        if not points or not self.everything:
            return
        self._section("accepted open points")
        rows: list[list[Piece]] = [
            [OPEN[point.sort], point.name, f'{point.text}; accepted: "{point.accepted.node.reason}"']
            for point in points if point.accepted is not None
        ]  # fmt: skip
        self.screen.table([""] * 3, rows, indent=2)

    def _expectations(self) -> None:
        rows: list[list[Piece]] = []
        for expectation in self.solved.expectations:
            entry = expectation.entry
            op = "" if entry.op == "==" else f"{entry.op} "
            figures = self.words.expectation(expectation)
            verdict = _painted(EXPECTATIONS[expectation.outcome][0], expectation.outcome)
            rows.append([verdict, expectation.entry.full_name, figures.computed, op + figures.published])
        if rows:
            self._section("expectations")
            self.screen.table(["verdict", "expectation", "computed", "published"], rows, indent=2)

    def _questions(self) -> None:
        rows: list[list[Piece]] = []
        for entry in self.solved.graph.asks if self.unsolved else ():
            rows.append([entry.name, UNKNOWN, ""])
        for answer in answers(self.compilation, self.solved) if not self.unsolved else ():
            rows.append([answer.entry.name, answered.text(answer, self.units), answered.stopped(answer, self.units)])
        for sweep in self.solved.graph.sweeps:
            rows.append([sweep.name, answered.swept(sweep), "its values: `vdl ask`"])
        if rows:
            self._section("questions")
            self.screen.table([""] * 3, rows, indent=2)


def _ranked(count: CountValue) -> list[BoundValue]:
    """The bounds, those that ask for most first; what asks for nothing comes last."""
    return sorted(count.bounds, key=lambda bound: bound.rank() or (-1, False), reverse=True)


def _asking(bound: BoundValue, unit: Unit) -> str:
    """ "by_memory 5.34" """
    most = bound.most_claimed()
    return f"{bound.entry.name} {strictly(bound, decimal(divide(most or 0, unit.factor)))}{without(bound)}"


def _where(bound: BoundValue, count: CountValue) -> str:
    """At which label of a count that varies a bound asks for that, where it asks for less at others: " at y2"."""
    axes = count.value.axes if isinstance(count.value, Varying) else ()
    asked = bound.claim
    if not isinstance(asked, Varying) or len(set(asked.cells.values())) < 2:
        return ""
    labels = [label for axis, label in bound.place if axis in axes]
    return f" at {', '.join(labels)}" if labels else ""


def _joined(detail: str, margin: str) -> str:
    """ "9 buses <= 8 buses, 1 bus short (12.5 %)" """
    return ", ".join([part for part in (detail, margin) if part])


def _with_sentence(figures: str, rule: Verdict) -> str:
    """Figures with the sentence of the rule, where it has one: "9 buses <= 8 buses, 1 bus short: the yard holds eight"."""
    return ": ".join([part for part in (figures, rule.text) if part])


def _percent(share: Exact) -> str:
    return show.scalar(share, PERCENT, 1)


def _painted(words: str, outcome: str) -> Piece:
    return Painted(words, _VERDICTS[outcome]) if outcome in _VERDICTS else words


def _verdict(rule: Verdict) -> Piece:
    words = RULES[rule.outcome][0]
    if rule.severity == "info" and rule.outcome in ("fails", "part"):
        return "noted" if rule.outcome == "fails" else "noted for part"  # the design stands all the same
    if rule.severity != "error" and rule.outcome in ("fails", "part"):
        return f"{words} ({rule.severity})"
    return _painted(words, rule.outcome)


def _why(rule: Verdict) -> str:
    if rule.outcome != "waived":
        return ""
    return "waived: " + "; ".join([f'"{waiver.node.reason}"' for waiver in rule.waivers])
