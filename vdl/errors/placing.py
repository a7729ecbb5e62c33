"""Placements that can't be: twice, on nothing that takes them, beside the design."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import consequence, report
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import phrase
from vdl.text.source import Span


def swapped(span: Span, what: str, on: str, named: str, other: str, there: Span) -> Diagnostic:
    """Two things stand on two objects of one kind, each on that which is named after the other one: `place flour on salt_crate`
    and `place salt on flour_crate`. Of what is named after them nothing stands on their own: they are swapped, most likely.

    Exchange them, or give the objects names that say what stands there; or say so with `waive open PLACED "reason"`. Copies that
    stand at each other's place are not asked about where the originals stand at their own.
    """
    message = phrase("`{what}` stands on `{on}`, and `{other}` on `{named}`", what=what, on=on, other=other, named=named)
    return report("swapped", span, message, "named after the other one", severity="warning", subject=what,
                  related=[(there, "and here")],
                  help=[f'write `{named}` here, and `{on}` there; or accept it with `waive open {what} "why"`'])  # fmt: skip


def placed_twice(span: Span, what: str, before: Span, forgotten: Sequence[str] = ()) -> Diagnostic:
    """One demand is placed twice, so it would be paid twice.

    A later layer replaces a placement by its name: `place NAME: x on y`.
    """
    message, here, there = phrase("`{name}` is placed twice", name=what), "again here", "first here"
    help_ = ["take one of them out; in a scenario, replace the first one by its name: `place NAME: ...`"]
    if forgotten:
        verb = "is" if len(forgotten) == 1 else "are"
        help_ = [f"{enumerated(forgotten, 'and')} {verb} placed nowhere: write that here instead, or take this out"]
    if len(forgotten) == 1:
        message = phrase("`{name}` is placed twice, and `{other}` nowhere", name=what, other=forgotten[0])
        here, there = "here", "and here"
    said = report("placed-twice", span, message, here, related=[(before, there)], help=help_, subject="" if forgotten else what)
    return said._replace(leads=True)  # rules fail for it that ask where something is placed


@consequence
def not_placeable(span: Span, what: str, label: str = "named here", help: str = "") -> Diagnostic:
    """A target of `place` has no list `placed`, or a stage no function `pass`; or something is passed on in a circle."""
    return report("not-placeable", span, what, label, help=[help] if help else [])


def placed_outside(span: Span, name: str, design: str, declared: Span | None) -> Diagnostic:
    """What is placed, or something is placed on, stands beside the design and not in it: there it would be neither counted
    nor bought, and its rules would not be judged.

    What is only described (a model, a catalogue entry) stands outside; what a design has stands in its braces.
    """
    message = phrase("`{name}` stands outside of the design, so it is neither counted nor judged", name=name)
    return report("placed-outside", span, message, "placed here",
                  related=[(declared, "declared outside")] if declared is not None else [],
                  help=[f"move it into the braces of `design {design}`"])  # fmt: skip
