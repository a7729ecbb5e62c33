"""Choices between options or objects that can't be made, or are none."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import Places, report
from vdl.text.diagnostics import Diagnostic, Severity
from vdl.text.phrases import phrase
from vdl.text.source import Span


def undecided_choice(span: Span, why: str, related: Places = (), help: str = "") -> Diagnostic:
    """Which object is meant, which items a list keeps, or what a document prints, hangs on a condition that is not simply
    true or false.

    It must be decided before anything is sized. A range on one side of the border decides; one across it does not.
    Write the cases that are meant as a scenario each, with one number: a range cannot buy two things at once. Of what
    differs by label take the largest with `peak(...)` or one of them with `at`; of what may be not stated ask first:
    `x is given and x > 3`. A count is known when all is sized: documents ask for it, and so does `vdl eval`. Only a loop that
    goes over labels and nothing else may ask for one, as in `first([y for y in all year if carts at y > 32 carts])`.
    """
    return report("undecided-choice", span, phrase("what is meant here can't be decided"), why, related=related,
                  notes=["which object is taken, which items are kept, what is printed: it must be true or false"],
                  help=[help] if help else [])  # fmt: skip


def untried_choice(span: Span) -> Diagnostic:
    """A `choose` is met only when a solved design is asked about: in a typed expression, in a document, in a function that
    nothing in the design calls.

    Every option is tried when the design is solved; afterwards it is too late. Name in the design what is chosen.
    """
    return report("untried-choice", span, phrase("nothing was chosen here"), "met only after the design was solved",
                  help=["write it as a `let` of the design, and name that here"])  # fmt: skip


def objective_varies(span: Span, axes: Sequence[str]) -> Diagnostic:
    """What a `choose` wants to be small must be one number; by label there would be one for each.

    Take the largest with `peak(...)`, one of them with `at`, or the sum that you mean.
    """
    return report("objective-varies", span, phrase("this must be one number"), f"it differs by {' and '.join(axes)}",
                  help=["take the largest with `peak(...)`, or one of them with `at`"])  # fmt: skip


def objective_not_stated(choice: str, span: Span, options: Sequence[str], severity: Severity) -> Diagnostic:
    """What a `choose` wants to be small is not stated for some of its options.

    An option whose objective nobody stated is never taken while another one is stated: that is a warning, for it might
    have been the better one. Where the objective of what would be taken is not stated either, nothing was chosen, and
    that is an error. State what the objective is made of, or leave the option out. Of a sum that lacks figures for some
    (`at_least`), see `half-stated`.
    """
    return report("objective-not-stated", span, phrase("this is not stated for {options}", options=_listed(options)),
                  "what is to be small", severity=severity, subject=choice,
                  help=["state what it is made of, or leave the option out"])  # fmt: skip


def same_objective(span: Span, options: Sequence[str]) -> Diagnostic:
    """All options of a `choose` that are equally sound come to the same, so the first of them was taken.

    Then nothing was chosen. Often the objective names something else than meant: what stands behind `minimizing` is read
    where the object is declared and not in it, so a figure of the object itself is `object.figure`. Where the options are
    really equal in that, name what else counts.
    """
    message = phrase("all options come to the same: {options}", options=_listed(options[:5]))
    return report("same-objective", span, message, "does not tell them apart",
                  help=["name what differs between them; an object's own figure is `OBJECT.FIGURE`"],
                  severity="warning")  # fmt: skip


def smaller_option(span: Span, taken: str, smaller: Sequence[str]) -> Diagnostic:
    """Of several `choose`s each wants something else to be small, and what is best for one is not for another.

    All are tried together, and the objective that stands first in the text is looked at first. Where that decides
    against another one, give both the same objective, such as the cost of all that is chosen.
    """
    message = phrase("`{taken}` is taken though {smaller} comes to less", taken=taken, smaller=_listed(smaller))
    return report("smaller-option", span, message,
                  "another choice was looked at first", severity="warning",
                  help=["let all choices that depend on each other minimize the same"])  # fmt: skip


def no_such_item(span: Span) -> Diagnostic:
    """An object is taken from a list that is empty, or from an input that is not filled."""
    return report("no-such-item", span, phrase("there is no object here"),
                  "an empty list, or an input that is not filled")  # fmt: skip


def _listed(options: Sequence[str]) -> str:
    return ", ".join([f"`{option}`" for option in options])
