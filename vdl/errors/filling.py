"""What is filled and can't be, is filled twice, or changes nothing that is there."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import report
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import phrase
from vdl.text.source import Span


def not_fillable(span: Span, name: str, what: str, declared: Span | None, help_: str = "") -> Diagnostic:
    """Only inputs, counts and nested objects' fields can be filled from outside; a `let` can't.

    Fill what a `let` is made of; or let a later layer, such as the body of the object, declare it again:
    `let per_box = 3 kg/box`.

    In a design, its objects and its scenarios, a path may also go through an object that an input refers to:
    `fleet.cart.limit = 24` changes it in that place alone. A kind does not know which object that will be: there it is
    filled as a whole.
    """
    related = [(declared, "declared here")] if declared is not None else []
    message = phrase("`{name}` is {what} and can't be filled", name=name, what=what)
    return report("not-fillable", span, message, "only inputs and counts can",
                  related=related, help=[help_] if help_ else [])  # fmt: skip


def not_of_the_design(span: Span, path: Sequence[str], used: str, meant: Sequence[str] = ()) -> Diagnostic:
    """A path begins with an object of a file, such as a catalog entry, which is not the design's alone.

    It is changed where the design uses it, by way of the input that refers to it: `fleet.cart.limit = 24 kg/cart`;
    or in all designs, by an `on` block: `on small { limit = 24 kg/cart }`. A field that the entry does not have is that of what
    is made of it: `fleet.carts`, not `small.carts`.
    """
    *entry, field = path
    if meant:
        write = enumerated([f"{one}.{field} = ..." for one in meant], "or")
        help_ = [f"write {write}: `{field}` is a field of what is made of `{'.'.join(entry)}`"]
        what = f"`{'.'.join(entry)}` stands in a file, and has no `{field}`"
        return report("not-of-the-design", span, what, "not of the design", help=help_)
    where = f"`{used}.{field} = ...`" if used else f"by the path of the input that refers to it, `OBJECT.INPUT.{field} = ...`"
    help_ = [f"change it where the design uses it: {where}",
             f"change it for every design: `on {'.'.join(entry)} {{ {field} = ... }}` at the top of a file"]  # fmt: skip
    return report("not-of-the-design", span, f"`{'.'.join(entry)}` stands in a file, and not in this design", "not of the design",
                  help=help_)  # fmt: skip


def filled_in_part(span: Span, name: str, before: Span, help_: str) -> Diagnostic:
    """An input that takes an object is filled as a whole and in part, in one body or in two layers without an order.

    Nothing would say which comes first. Say both at once: `cart = small with { limit = 24 kg/cart }`.
    """
    message = phrase("`{name}` is filled as a whole and in part", name=name)
    return report("filled-in-part", span, message, "here", related=[(before, "and here")], help=[help_])


def nothing_to_change(span: Span, place: str, part: str, declared: Span | None = None) -> Diagnostic:
    """A path goes through an input that takes an object, and no object stands there, so there is nothing to change."""
    related = [(declared, "declared here")] if declared is not None else []
    message = phrase("`{place}` is not stated, so there is no `{part}` in it to change", place=place, part=part)
    return report("nothing-to-change", span, message, "nothing here",
                  related=related, help=[f"fill `{place}` first"])  # fmt: skip


def not_extendable(span: Span, what: str, help_: str = "", declared: Span | None = None) -> Diagnostic:
    """An `on` block names a kind, or an object that stands at the top of a file, such as a catalog entry.

    What such an object holds is reached within the block: `on small { engine { power = 3 kW } }`. An object of a design
    is filled in the design, in one that is derived from it, or in a scenario.
    """
    related = [(declared, "declared here")] if declared is not None else []
    help_ = help_ or "an `on` block names a kind, or an object that stands at the top of a file"
    return report("not-extendable", span, what, "neither a kind nor an object of a file", related=related, help=[help_])


def duplicate_fill(span: Span, name: str, before: Span) -> Diagnostic:
    """One body fills a field twice."""
    return report("duplicate-fill", span, f"`{name}` is filled twice", "again here", related=[(before, "first here")],
                  help=["keep one of them"])  # fmt: skip


def conflicting_fills(span: Span, name: str, before: Span, layers: str, above: str) -> Diagnostic:
    """Two layers of equal rank fill one field: two `on` blocks, or two scenarios used together.

    Neither is above the other, so the compiler does not choose.
    """
    help_ = "keep one of them" + (f", or fill it in a layer above both, such as {above}" if above else "")
    message = phrase("{layers} fill `{name}` differently", layers=layers, name=name)
    return report("conflicting-fills", span, message, "here", related=[(before, "and here")],
                  help=[help_])  # fmt: skip
