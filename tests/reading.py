"""What can be read from a compilation, each as one text: the one place of the tests that knows how it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from json import dumps
from typing import Any

from vdl import query
from vdl.cli.checking import as_object as design_object
from vdl.cli.eval import as_object as value_object
from vdl.cli.explain import as_object
from vdl.pipeline import Compilation, Solved
from vdl.render.formats.markdown import markdown
from vdl.report.build import build
from vdl.snapshot import json
from vdl.text.diagnostics import Diagnostic, render

Reader = Callable[[Compilation], str]


def sizing(compilation: Compilation) -> str:
    """All that `vdl check` and `vdl size` tell."""
    found = [json.diagnostic(d) for d in compilation.diagnostics]
    return dumps([found, [design_object(compilation, solved) for solved in compilation.designs]])


def document(compilation: Compilation, design: str, name: str) -> str:
    report, found = build(compilation, _solved(compilation, design), name)
    return markdown(report) + _said(found)


def value(compilation: Compilation, design: str, expression: str) -> str:
    made, found = query.evaluate(compilation, _solved(compilation, design), expression)
    return (made.words if made is not None else "") + _said(found)


def answer(compilation: Compilation, design: str, question: str) -> str:
    made, found = query.ask(compilation, _solved(compilation, design), question)
    return (dumps(json.answer(made, compilation.names.units)) if made is not None else "") + _said(found)


def reasons(compilation: Compilation, design: str, name: str) -> str:
    made, found = query.explain(compilation, _solved(compilation, design), name)
    return dumps([as_object(reason, compilation) for reason in made]) + _said(found)


def readers(design: str, *, documents: tuple[str, ...] = (), values: tuple[str, ...] = (), questions: tuple[str, ...] = (),
            names: tuple[str, ...] = ()) -> dict[str, Reader]:  # fmt: skip
    """Readers by what they read: documents, expressions, questions and the reasons of what has a name."""
    found: dict[str, Reader] = {"sizing": sizing}
    for read, texts in (document, documents), (value, values), (answer, questions), (reasons, names):
        found |= {f"{read.__name__} {text}": partial(read, design=design, **{_LAST[read.__name__]: text}) for text in texts}
    return found


_LAST = {"document": "name", "value": "expression", "answer": "question", "reasons": "name"}


def _solved(compilation: Compilation, design: str) -> Solved:
    return next(solved for solved in compilation.designs if solved.name == design)


def _said(found: list[Diagnostic]) -> str:
    return "".join(f"\n{render(d)}" for d in found)


def quantity(compilation: Compilation, design: str, expression: str) -> dict[str, Any]:
    """A value as programs get it: the value object of docs/reference/json.md."""
    made, found = query.evaluate(compilation, _solved(compilation, design), expression)
    assert made is not None, f"{expression}{_said(found)}"
    return value_object(made)


def exact(compilation: Compilation, design: str, expression: str) -> Fraction:
    """A number without rounding, in the unit that it is shown in."""
    return Fraction(quantity(compilation, design, expression)["exact"])
