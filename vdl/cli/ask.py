"""`vdl ask DESIGN [QUESTION]`: inverse questions, those of the design or one that is typed; and what would mend a rule."""

from __future__ import annotations

import argparse

from vdl import errors as catalog
from vdl.cli.from_arguments import single, status
from vdl.cli.mend import as_object, tell
from vdl.cli.progress import counted
from vdl.cli.terminal import Screen, errors, output
from vdl.graph.design import AskEntry
from vdl.judge import Answer, Swept
from vdl.query import questions, sweeps, typed
from vdl.query.mending import mend
from vdl.semantics.units import Units
from vdl.snapshot.json import answer, swept
from vdl.text.machine import document
from vdl.text.written import on_one_line
from vdl.words import answers as answered


def run(arguments: argparse.Namespace) -> int:
    if arguments.mend is not None:
        return _mend(arguments)
    if arguments.all:
        arguments.parser.error("--all goes with --mend RULE")
    complaints = errors()
    text = on_one_line(arguments.question)
    is_typed = " " in text
    design = single(arguments, complaints)
    if design is None:
        return 1
    compilation, solved, code = design
    units = compilation.names.units
    answers: list[Answer | Swept] = []
    if is_typed:
        found, diagnostics = typed.ask(compilation, solved, text)
        complaints.diagnostics(diagnostics)
        code = max(code, status(diagnostics))
        answers = [found] if found is not None else []
    else:
        asked = [entry for entry in solved.graph.questions if text in ("", entry.name)]
        for entry in asked:
            if isinstance(entry, AskEntry):
                answers.append(questions.answer(compilation, solved, entry))
            else:
                answers.append(sweeps.sweep(compilation, solved, entry))
        if text and not asked:
            known = [entry.name for entry in solved.graph.questions]
            complaints.diagnostics([catalog.unknown_option(f"design `{solved.name}`", "question", text, known)])
            code = 1
    if arguments.format == "json":
        made = [answer(one, units) for one in answers if isinstance(one, Answer)]
        tables = [swept(one, units) for one in answers if isinstance(one, Swept)]
        output().text(document(answers=made, sweeps=tables))
        return code
    if not answers and not text:
        output().say(f"the design `{solved.name}` asks no questions")
    screen = output()
    for one in answers:
        if isinstance(one, Swept):
            _table(screen, one, is_typed, units)
            continue
        for line in _lines(one, is_typed, units):
            screen.tell(line, hanging=4)
    return code


def _mend(arguments: argparse.Namespace) -> int:
    if arguments.question:
        arguments.parser.error("--mend RULE takes no question beside it")
    complaints = errors()
    design = single(arguments, complaints, judging=(arguments.mend,))
    if design is None:
        return 1
    compilation, solved, code = design
    found, diagnostics = mend(
        compilation, solved, arguments.mend, facts=arguments.all, each=lambda inputs: counted(inputs, len(inputs), "inputs")
    )
    complaints.diagnostics(diagnostics)
    if found is not None and arguments.format == "json":
        output().text(document(mend=as_object(compilation, solved, found)))
    elif found is not None:
        tell(output(), compilation, solved, found, everything=arguments.all)
    return max(code, status(diagnostics))


def _lines(found: Answer, typed: bool, units: Units) -> list[str]:
    words = answered.text(found, units)
    asked = [f"{found.entry.name}: {words}", *_title(found.entry.node.title), f"  {answered.question(found)}"]
    lines = [words] if typed else asked
    return [*lines, f"  {answered.stopped(found, units)}"] if found.stopped_by else lines


def _title(title: str) -> list[str]:
    return [f"  {title}"] if title else []


def _table(screen: Screen, found: Swept, typed: bool, units: Units) -> None:
    for line in [] if typed else [f"{found.entry.name}: {answered.swept(found.entry)}", *_title(found.entry.node.title)]:
        screen.tell(line, hanging=4)
    rows = [answered.at_point(point, found, units) for point in found.points]
    heads = answered.heads(found)
    screen.table([*heads, "verdict"], rows, right=[0, len(heads) - 1], indent=0 if typed else 2)
    if left := answered.left(found):
        screen.tell(f"  {left}", hanging=4)
