"""`vdl ask DESIGN [QUESTION]`: inverse questions, those of the design or one that is typed."""

from __future__ import annotations

import argparse

from vdl import errors as catalog
from vdl.cli.from_arguments import single, status
from vdl.cli.terminal import errors, output
from vdl.judge import Answer
from vdl.query import questions
from vdl.semantics.units import Units
from vdl.snapshot.json import answer
from vdl.text.machine import document
from vdl.text.written import on_one_line
from vdl.words import answers as answered


def run(arguments: argparse.Namespace) -> int:
    complaints = errors()
    text = on_one_line(arguments.question)
    typed = " " in text
    design = single(arguments, complaints)
    if design is None:
        return 1
    compilation, solved, code = design
    units = compilation.names.units
    answers: list[Answer] = []
    if typed:
        made, diagnostics = questions.ask(compilation, solved, text)
        complaints.diagnostics(diagnostics)
        code = max(code, status(diagnostics))
        answers = [made] if made is not None else []
    else:
        asked = [entry for entry in solved.graph.asks if text in ("", entry.name)]
        answers = [questions.answer(compilation, solved, entry) for entry in asked]
        if text and not asked:
            known = [entry.name for entry in solved.graph.asks]
            complaints.diagnostics([catalog.unknown_option(f"design `{solved.name}`", "question", text, known)])
            code = 1
    if arguments.format == "json":
        output().text(document(answers=[answer(one, units) for one in answers]))
        return code
    if not answers and not text:
        output().say(f"the design `{solved.name}` asks no questions")
    for one in answers:
        for line in _lines(one, typed, units):
            output().say(line)
    return code


def _lines(found: Answer, typed: bool, units: Units) -> list[str]:
    words = answered.text(found, units)
    lines = [words] if typed else [f"{found.entry.name}: {words}", f"  {answered.question(found)}"]
    return [*lines, f"  {answered.stopped(found)}"] if found.stopped_by else lines
