"""`vdl ask DESIGN [QUESTION]`: inverse questions, those of the design or one that is typed."""

from __future__ import annotations

import argparse

from vdl import errors as catalog
from vdl.cli.from_arguments import single, status
from vdl.cli.terminal import errors, output
from vdl.json_output import answer, dumps, question
from vdl.judge import Answer
from vdl.query import ask


def run(arguments: argparse.Namespace) -> int:
    complaints = errors()
    text = " ".join(arguments.question.split())
    typed = " " in text
    design = single(arguments, complaints, asks=not typed)
    if design is None:
        return 1
    compilation, solved, code = design
    answers = list(solved.judged.answers)
    if typed:
        made, found = ask(compilation, solved, text, arguments.as_of)
        complaints.diagnostics(found)
        code = max(code, status(found))
        answers = [made] if made is not None else []
    elif text:
        known = [found.entry.name for found in answers]
        answers = [found for found in answers if found.entry.name == text]
        if not answers:
            complaints.diagnostics([catalog.unknown_option(f"design `{solved.name}`", "question", text, known)])
            code = 1
    if arguments.format == "json":
        output().text(dumps([answer(found) for found in answers]))
        return code
    if not answers and not text:
        output().say(f"the design `{solved.name}` asks no questions")
    for one in answers:
        for line in _lines(one, typed):
            output().say(line)
    return code


def _lines(found: Answer, typed: bool) -> list[str]:
    lines = [found.text] if typed else [f"{found.entry.name}: {found.text}", f"  {question(found)}"]
    if found.stopped_by:
        names = " and ".join(found.stopped_by)
        lines.append(f"  one step further is stopped by {names}" if found.value is not None else f"  because of {names}")
    return lines
