"""`vdl ask DESIGN [QUESTION]`: inverse questions, those of the design or one that is typed."""

from __future__ import annotations

import argparse

from vdl import errors as catalog
from vdl.cli.from_arguments import single, status
from vdl.cli.terminal import errors, output
from vdl.judge import Answer
from vdl.query.questions import answers as all_answers
from vdl.query.questions import ask
from vdl.semantics.units import Units
from vdl.snapshot.json import answer
from vdl.text.machine import document
from vdl.words import answers as answered


def run(arguments: argparse.Namespace) -> int:
    complaints = errors()
    text = " ".join(arguments.question.split())
    typed = " " in text
    design = single(arguments, complaints)
    if design is None:
        return 1
    compilation, solved, code = design
    units = compilation.names.units
    answers: list[Answer] = []
    if typed:
        made, diagnostics = ask(compilation, solved, text)
        complaints.diagnostics(diagnostics)
        code = max(code, status(diagnostics))
        answers = [made] if made is not None else []
    else:
        answers = list(all_answers(compilation, solved))
    if text and not typed:
        known = [one.entry.name for one in answers]
        answers = [one for one in answers if one.entry.name == text]
        if not answers:
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
    if found.stopped_by:
        names = " and ".join(found.stopped_by)
        lines.append(f"  one step further is stopped by {names}" if found.value is not None else f"  because of {names}")
    return lines
