"""`vdl size DESIGN`: counts with what decides them, how much of what is bought is used, and the verdicts."""

from __future__ import annotations

import argparse
from fractions import Fraction

from vdl.cli.from_arguments import compiled, status
from vdl.cli.terminal import Painted, Screen, errors, output, table
from vdl.compilation import Compilation, Solved
from vdl.judge import Verdict
from vdl.query.questions import answers
from vdl.semantics.units import PERCENT, Exact, Unit, Units, decimal, divide
from vdl.solve import BoundValue, CountValue
from vdl.text.written import written
from vdl.words import answers as answered
from vdl.words import values as show
from vdl.words.choices import objective, standing
from vdl.words.left_out import left_out
from vdl.words.verdicts import EXPECTATIONS, OPEN, RULES, Words, asked, bound_at, strictly, without


def run(arguments: argparse.Namespace) -> int:
    compilation, diagnostics = compiled(arguments, arguments.file)
    if arguments.format == "json":
        from vdl.cli.check import as_object
        from vdl.snapshot.json import everything

        designs = [as_object(compilation, solved) for solved in compilation.designs]
        output().text(everything(arguments.as_of, diagnostics, [arguments.file], designs))
        return status(diagnostics)
    screen = output()
    for index, solved in enumerate(compilation.designs):
        if index:
            screen.say()
        _design(screen, compilation, solved, arguments)
    errors().diagnostics(diagnostics)
    return status(diagnostics)


def _design(screen: Screen, compilation: Compilation, solved: Solved, arguments: argparse.Namespace) -> None:
    words = solved.title
    screen.say(Painted(f"{solved.name}{': ' + words if words else ''}", "strong"))
    layers = [f"scenario {name}" for name in arguments.scenario] + [f"--set {text}" for text in arguments.set]
    if layers:
        screen.say(f"with {', '.join(layers)}")
    if words := left_out(solved):
        screen.say(words)
    units = compilation.names.units
    sections = [
        ("counts", counts([count_row(count, show.unit_of_cell(count.cell, units)) for count in solved.judged.counts])),
        ("choices", _choices(solved, units)),
        ("rules", _rules(solved, Words(solved.types.types, units))),
        ("expectations", _expectations(solved, Words(solved.types.types, units))),
        ("questions", _answers(compilation, solved)),
        ("open points", _open_points(solved)),
    ]
    for name, lines in sections:
        if lines:
            screen.say()
            screen.say(Painted(name, "strong"))
            for line in lines:
                screen.say(f"  {line}")


# ------------------------------------------------------------------------------ counts
def counts(rows: list[list[str]]) -> list[str]:
    heads = ["count", "number", "", "decided by", "asks for", "in use", "one fewer", "headroom", "other bounds"]
    return table(heads, rows, right=(4, 5, 6, 7))


def count_row(count: CountValue, unit: Unit) -> list[str]:
    deciding = next((b for b in count.bounds if b.decides), None)
    asks = asked(deciding, unit) if deciding is not None else ""
    name = deciding.entry.name if deciding is not None else "no bound"
    label = f" ({bound_at(deciding)})" if deciding is not None and deciding.place else ""
    used, fewer, room = _use(count, deciding)
    return [count.cell.path, show.text(count.value, unit), "given" if count.given else "", name + label, asks, used, fewer,
            room, _others(count, deciding, unit)]  # fmt: skip


def _ranked(count: CountValue) -> list[BoundValue]:
    """The bounds, those that ask for most first; what asks for nothing comes last."""
    stated = [b for b in count.bounds if b.required is not None]
    stated.sort(key=lambda b: b.rank() or (0, False), reverse=True)
    return [*stated, *[b for b in count.bounds if b.required is None]]


def _others(count: CountValue, deciding: BoundValue | None, unit: Unit) -> str:
    """The runners-up with what they ask for; then those that say nothing, and why. What does not apply here is told of the
    author's own alone."""
    words = []
    not_stated: list[str] = []
    inapplicable: list[str] = []
    for bound in _ranked(count):
        if bound is deciding:
            continue
        if bound.value is None:
            inapplicable += [] if bound.entry.source.is_library else [bound.entry.name]
        elif (most := bound.most()) is None:
            not_stated.append(bound.entry.name)
        else:
            words.append(f"{bound.entry.name} {strictly(bound, decimal(divide(most, unit.factor)))}{without(bound)}")
    if not_stated:
        words.append(f"not stated: {' '.join(not_stated)}")
    if inapplicable:
        words.append(f"not applicable: {' '.join(inapplicable)}")
    return "; ".join(words)


def _use(count: CountValue, deciding: BoundValue | None) -> tuple[str, str, str]:
    """How much of what is bought the deciding bound uses, the same with one fewer, and what is left."""
    if deciding is None or not isinstance(deciding.required, (int, Fraction)):
        return "", "", ""
    if not isinstance(count.value, int) or count.value <= 0:
        return "", "", ""
    used = divide(deciding.required, count.value)
    fewer = _percent(divide(deciding.required, count.value - 1)) if count.value > 1 else "-"
    return _percent(used), fewer, _percent(1 - used)


def _percent(share: Exact) -> str:
    return show.scalar(share, PERCENT, 1)


# ------------------------------------------------------------------------------ verdicts
def _choices(solved: Solved, units: Units) -> list[str]:
    """Each option with what it came to, the one that was taken marked."""
    lines: list[str] = []
    for chosen in solved.choices:
        lines.append(f"{chosen.name}, minimizing {written(chosen.objective)}")
        rows = []
        for one in chosen.outcomes:
            rows.append(["taken" if one.taken else "", written(one.option), objective(one, units), standing(one)])
        lines += [f"  {line}" for line in table([""] * 4, rows)[2:]]
    return lines


def _rules(solved: Solved, words: Words) -> list[str]:
    rows = []
    without_figures = inapplicable = 0
    for outcome in RULES:
        for rule in solved.judged.rules:
            if rule.outcome != outcome:
                continue
            detail = words.detail(rule)
            if outcome == "not-applicable":
                inapplicable += 1
            elif outcome == "holds" and not detail:
                without_figures += 1
            else:
                margin = words.margin(rule) if outcome != "not-evaluated" else ""
                rows.append([_verdict(rule), rule.name, detail, margin, _why(rule)])
    lines = table([""] * 5, rows)[2:]
    more = [f"{without_figures} more hold{'s' if without_figures == 1 else ''}"] if without_figures else []
    more += [f"{inapplicable} do{'es' if inapplicable == 1 else ''} not apply"] if inapplicable else []
    return [*lines, ", ".join(more)] if more else lines


def _verdict(rule: Verdict) -> str:
    words = RULES[rule.outcome][0]
    return f"{words} ({rule.severity})" if rule.severity != "error" and rule.outcome in ("fails", "part") else words


def _why(rule: Verdict) -> str:
    if rule.outcome != "waived":
        return ""
    return "waived: " + "; ".join([f'"{waiver.node.reason}"' for waiver in rule.waivers])


def _expectations(solved: Solved, words: Words) -> list[str]:
    rows: list[list[str]] = []
    for expectation in solved.expectations:
        name = f"{expectation.entry.scenario}.{expectation.entry.name}" if expectation.entry.scenario else expectation.entry.name
        op = "" if expectation.entry.op == "==" else f"{expectation.entry.op} "
        figures = words.expectation(expectation)
        rows.append([EXPECTATIONS[expectation.outcome][0], name, figures.computed, op + figures.published])
    return table(["verdict", "expectation", "computed", "published"], rows)


def _open_points(solved: Solved) -> list[str]:
    rows = []
    for point in solved.open_points:
        accepted = f'accepted: "{point.accepted.node.reason}"' if point.accepted is not None else ""
        rows.append([OPEN[point.sort], point.name, point.text, accepted])
    return table([""] * 4, rows)[2:]


def _answers(compilation: Compilation, solved: Solved) -> list[str]:
    rows = []
    for answer in answers(compilation, solved):
        rows.append([answer.entry.name, answered.text(answer, compilation.names.units), answered.stopped(answer)])
    for entry in solved.graph.sweeps:
        rows.append([entry.name, answered.swept(entry), "its values: `vdl ask`"])
    return table([""] * 3, rows)[2:]
