"""`vdl size DESIGN`: counts with what decides them, how much of what is bought is used, and the verdicts."""

from __future__ import annotations

import argparse
from typing import Any

from vdl.cli.check import EXPECTATIONS, RULES
from vdl.cli.from_arguments import compiled, status
from vdl.cli.terminal import Painted, Screen, errors, output, table
from vdl.compilation import Compilation, Solved
from vdl.json_output import title
from vdl.judge import Verdict
from vdl.semantics.units import PERCENT, Exact, Unit, decimal, divide
from vdl.solve import BoundValue, CountValue
from vdl.values import Range, Varying, scalars
from vdl.words import values as show


def run(arguments: argparse.Namespace) -> int:
    compilation, found = compiled(arguments, arguments.file, asks=True)
    if arguments.format == "json":
        from vdl.json_output import SCHEMA, design, diagnostic, dumps

        listed = [diagnostic(d, [arguments.file]) for d in found]
        designs = [design(compilation, solved) for solved in compilation.designs]
        output().text(dumps({"schema": SCHEMA, "as_of": arguments.as_of, "diagnostics": listed, "designs": designs}))
        return status(found)
    screen = output()
    for index, solved in enumerate(compilation.designs):
        if index:
            screen.say()
        _design(screen, compilation, solved, arguments)
    errors().diagnostics(found)
    return status(found)


def _design(screen: Screen, compilation: Compilation, solved: Solved, arguments: argparse.Namespace) -> None:
    words = title(solved)
    screen.say(Painted(f"{solved.name}{': ' + words if words else ''}", "strong"))
    layers = [f"scenario {name}" for name in arguments.scenario] + [f"--set {text}" for text in arguments.set]
    if layers:
        screen.say(f"with {', '.join(layers)}")
    units = compilation.names.units
    sections = [
        ("counts", counts([count_row(count, show.unit_of_cell(count.cell, units)) for count in solved.judged.counts])),
        ("rules", _rules(solved)),
        ("expectations", _expectations(solved)),
        ("questions", _answers(solved)),
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
    binding = next((b for b in count.bounds if b.binding), None)
    asked = _asked(binding, unit) if binding is not None else ""
    name = binding.entry.name if binding is not None else "no bound"
    label = f" ({binding.label})" if binding is not None and binding.label else ""
    used, fewer, room = _use(count, binding)
    return [count.cell.path, show.text(count.value, unit), "given" if count.given else "", name + label, asked, used, fewer,
            room, _others(count, binding, unit)]  # fmt: skip


def _ranked(count: CountValue) -> list[BoundValue]:
    """The bounds, those that ask for most first; what asks for nothing comes last."""
    stated = [b for b in count.bounds if b.most is not None]
    stated.sort(key=lambda b: -max(number for _, number in scalars(b.most)))
    return [*stated, *[b for b in count.bounds if b.most is None]]


def _asked(bound: BoundValue, unit: Unit) -> str:
    return show.text(bound.most, unit) if bound.most is not None else ""


def _others(count: CountValue, binding: BoundValue | None, unit: Unit) -> str:
    """The runners-up with what they ask for; then those that say nothing, and why."""
    words = []
    silent: list[str] = []
    idle: list[str] = []
    for bound in _ranked(count):
        if bound is binding:
            continue
        if bound.value is None:
            idle.append(bound.entry.name)
        elif bound.most is None:
            silent.append(bound.entry.name)
        else:
            top = max(number for _, number in scalars(bound.most))
            words.append(f"{bound.entry.name} {decimal(divide(top, unit.factor))}")
    if silent:
        words.append(f"not stated: {' '.join(silent)}")
    if idle:
        words.append(f"not applicable: {' '.join(idle)}")
    return "; ".join(words)


def _use(count: CountValue, binding: BoundValue | None) -> tuple[str, str, str]:
    """How much of what is bought the deciding bound uses, the same with one fewer, and what is left."""
    if binding is None or binding.most is None or isinstance(count.value, Varying) or isinstance(binding.most, Varying):
        return "", "", ""
    if not isinstance(count.value, Exact) or isinstance(count.value, bool) or count.value <= 0 or isinstance(binding.most, Range):
        return "", "", ""
    used = divide(binding.most, count.value)
    fewer = _percent(divide(binding.most, count.value - 1)) if count.value > 1 else "-"
    return _percent(used), fewer, _percent(1 - used)


def _percent(share: Exact) -> str:
    return show.scalar(share, PERCENT, 1)


# ------------------------------------------------------------------------------ verdicts
def _rules(solved: Solved) -> list[str]:
    rows = []
    quiet = 0
    for verdict in RULES:
        for rule in solved.judged.rules:
            if rule.verdict != verdict:
                continue
            if (verdict in ("holds", "not-applicable") and not rule.detail) or verdict == "not-applicable":
                quiet += verdict == "holds"
                continue
            rows.append([_verdict(rule), rule.name, rule.detail, rule.margin if verdict != "not-evaluated" else "", _why(rule)])
    lines = table([""] * 5, rows)[2:]
    silent = sum(rule.verdict == "not-applicable" for rule in solved.judged.rules)
    more = [f"{quiet} more hold{'s' if quiet == 1 else ''}"] if quiet else []
    more += [f"{silent} do{'es' if silent == 1 else ''} not apply"] if silent else []
    return [*lines, ", ".join(more)] if more else lines


def _verdict(rule: Verdict) -> str:
    words = RULES[rule.verdict][0]
    return f"{words} ({rule.severity})" if rule.severity != "error" and rule.verdict in ("fails", "part") else words


def _why(rule: Verdict) -> str:
    if rule.verdict != "waived":
        return ""
    return "waived: " + "; ".join(f'"{waiver.node.reason}"' for waiver in rule.waivers)


def _expectations(solved: Solved) -> list[str]:
    rows: list[list[Any]] = []
    for found in solved.judged.expectations:
        name = f"{found.entry.scenario}.{found.entry.name}" if found.entry.scenario else found.entry.name
        op = "" if found.entry.op == "==" else f"{found.entry.op} "
        rows.append([EXPECTATIONS[found.verdict][0], name, found.computed_text, op + found.published_text])
    return table(["verdict", "expectation", "computed", "published"], rows)


def _answers(solved: Solved) -> list[str]:
    rows = []
    for found in solved.judged.answers:
        stopped = " and ".join(found.stopped_by)
        way = "one step further is stopped by" if found.value is not None else "because of"
        rows.append([found.entry.name, found.text, f"{way} {stopped}" if stopped else ""])
    return table([""] * 3, rows)[2:]
