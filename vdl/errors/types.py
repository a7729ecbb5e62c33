"""Values of one sort where another is expected."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import RANGE, Places, report
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.written import rounded


def unit_mismatch(span: Span, message: str, label: str, related: Places = (), help: Sequence[str] = ()) -> Diagnostic:
    """Two quantities of different dimensions are added, compared or put into each other's place.

    Dimensions are types: kg and kg/box can't be added, boxes are not people. Often a factor
    is missing; the help names the dimension that would make the two sides equal.
    """
    return report("unit-mismatch", span, message, label, related=related, help=help)


def no_factor(
    span: Span, one: str, other: str, pair: tuple[str, str] | None, label: str, related: Places = (), instead: str = "",
) -> Diagnostic:  # fmt: skip
    """Two units of one dimension meet in a sum, a comparison or a place, and nobody stated what one is in the other.

    Some units have no factor by themselves: `unit crown: Worth`. State it once in any file of the
    program, and who says so: `unit crown = 2.5 guilders @ bank "20 November"`. Documents print it among the assumptions. A
    zero has no such unit, and what is never added up needs no factor.
    """
    both = "`{one}` and `{other}` meet, and no factor between them is stated"
    key = both if one and other else "`{one}` meets what is in no such unit, and no factor between them is stated"
    help_ = "write both in the same units"
    if pair is not None:
        help_ = f"state once how many `{pair[1]}` one `{pair[0]}` is, and who says so: `unit {pair[0]} = ... {pair[1]} @ ...`"
    message = phrase(key, one=one or other, other=other)
    all_in_one = [f"if that is meant to be in `{instead}` as others are, write `{instead}`"] if instead else []
    return report("no-factor", span, message, label, related=related, help=[*all_in_one, help_])


def missing_unit(
    span: Span, expected: str, text: str, units: Sequence[str], percent: str = "", *, certain: bool = False, apart: str = "",
    rise: str = "", between: str = "",
) -> Diagnostic:  # fmt: skip
    """A bare number stands where a quantity with a unit is wanted, or a large one where a ratio is.

    A ratio is written in percent: a bare 90 would be 9,000 %. Twice as much is `200 %`. A factor of 1.04 is a rise by
    `4 %`. What lies between two ends is written with two dots and one unit, `8..12 boxes`; `8-12 boxes` is a difference.
    """
    help_ = []
    if between:
        help_ = [RANGE.format(between)]
    elif percent:
        help_ = [f"in percent: `{text} %`; the bare number would be `{percent} %`"]
        if rise:
            help_ = [f"write in percent what is meant: `{rise} %` for a rise by the factor {text}, `{percent} %`, or `{text} %`"]
    elif certain and len(units) == 1:
        help_ = [f"did you mean `{text} {units[0]}`?"]
    elif units:
        others = f", or in {', '.join(units[1:])}" if len(units) > 1 else ""
        help_ = [f"write its unit, such as `{text} {units[0]}`{others}"]
    if apart:
        help_.append(f"where this is one number, write `{apart}`: digits are set apart with `_` or not at all")
    return report("missing-unit", span, f"expected {expected}, found a bare number", "without a unit", help=help_)


def proportion(span: Span, left: str, right: str, expected: str = "", meant: str = "") -> Diagnostic:
    """Two numbers stand with a colon between them: `4:1`. Of what to what is not said by it.

    So many of one thing for each of another have both in their unit: `4 boxes/cart`. A share is written in percent, a
    plain proportion as a division, `4 / 1`.
    """
    message = f"expected {expected}, found a proportion" if expected else "a proportion does not say of what to what it is"
    help_ = f"write it as a division, `{left} / {right}`, or as a number with its unit, such as `{left} boxes/cart`"
    return report("proportion", span, message, "without a unit", help=[f"write it with its unit: `{meant}`" if meant else help_])


def wrong_type(span: Span, found: str, expected: str, related: Places = (), help: str = "") -> Diagnostic:
    """A value of one sort stands where another is wanted: a text for a quantity, a number for a rule."""
    message = phrase("expected {expected}, found {found}", expected=expected, found=found)
    return report("wrong-type", span, message, found, related=related,
                  help=[help] if help else [])  # fmt: skip


def wrong_kind(span: Span, found: str, expected: str, related: Places = (), help: Sequence[str] = ()) -> Diagnostic:
    """An object of one kind stands where another kind is wanted.

    Of a placement the help names what would fit: the parts of an object that a target takes, the object that a part
    belongs to, or the target that takes it.
    """
    return report("wrong-kind", span, f"expected {expected}, found {found}", found, related=related, help=help)


def other_count(span: Span, bound: str, found: str, expected: str, before: Span) -> Diagnostic:
    """A bound that takes the place of another must be one of the same count, which would else lose its bound unseen."""
    message = phrase("`{bound}` is a bound of `{count}`, not of `{other}`", bound=bound, count=expected, other=found)
    return report("other-count", span, message, "another count",
                  related=[(before, "declared here")],
                  help=[f"give the bound another name, such as `{bound}_of_{found}`"])  # fmt: skip


def lost_member(span: Span, name: str, lost: str, before: Span) -> Diagnostic:
    """An object that takes the place of another must have what that one's text declares, for others may read it.

    To change the object instead of replacing it, write `name { ... }`.
    """
    help_ = f"to change the object instead, write `{name} {{ ... }}`; else declare `{lost}` in this one, too"
    message = phrase("this `{name}` has no `{lost}`, which the one has whose place it takes", name=name, lost=lost)
    return report("lost-member", span, message, f"no `{lost}`",
                  related=[(before, "declared here")], help=[help_])  # fmt: skip


def wrong_arguments(
    span: Span, name: str, expected: str, found: int, help: str = "", declared: Span | None = None
) -> Diagnostic:
    """A function is called with too few or too many values, or with a list where it takes none."""
    message = phrase("`{name}` takes {expected}", name=name, expected=expected)
    return report("wrong-arguments", span, message, f"found {found or 'none'}",
                  help=[help] if help else [], related=[(declared, "declared here")] if declared is not None else [])  # fmt: skip


def step_needed(span: Span, name: str, dimension: str, step: str, rounded: str = "") -> Diagnostic:
    """Rounding needs a step unless the quantity counts things: `round(x, 0.1 %)`. So does a question: `step 0.1 %`."""
    form = f"`step {step}` at the end of the question" if name == "ask" else f"`{name}({rounded}, {step})`"
    what = "a question about" if name == "ask" else f"`{name}` of"
    return report("step-needed", span, f"{what} {dimension} needs a step", "in steps of what?",
                  help=[f"write {form}, or another step"])  # fmt: skip


def range_backwards(span: Span, turned: str = "") -> Diagnostic:
    """A range is written `low..high`."""
    return report("range-backwards", span, "this range ends below its beginning",
                  help=["write the lower end first" + (f": `{turned}`" if turned else "")])  # fmt: skip


def likely_outside(span: Span) -> Diagnostic:
    """Of a range of three numbers, `low..likely..high`, the one in the middle lies between the others."""
    return report("likely-outside", span, "the most likely value does not lie between the ends of its range", "out of order",
                  help=["write the lowest, the most likely and the highest value, in this order"])  # fmt: skip


def empty_range(span: Span, *, backwards: bool) -> Diagnostic:
    """No number lies in the range that says what an input may be, or in a key: it ends below its beginning, or begins where
    it ends and leaves that out.
    """
    help_ = ["write the lower end first"] if backwards else []
    return report("empty-range", span, "no number lies in this range", "empty", help=help_)


def no_end(span: Span) -> Diagnostic:
    """A `<` leaves out the end that it stands beside: `0..<5 kg` ends below 5 kg. In `5 kg..<` there is nothing to leave out."""
    return report("no-end", span, "`<` leaves out the end beside it, and here is none", "an end is missing",
                  help=["write the end, or leave out the `<`"])  # fmt: skip


def range_widened(span: Span, name: str, range_: str, wider: str, before: Span) -> Diagnostic:
    """A subkind, or an `on` block, declares an input anew and lets in numbers that the kind it builds on does not.

    What is written for the kind must be true of all its subkinds: they may narrow a range and not widen it. An input
    without a range is not negative.
    """
    key = "`{name}` may be {range} here, and {wider} where it is declared first"
    return report("range-widened", span, phrase(key, name=name, range=range_, wider=wider),
                  "lets in more", related=[(before, "declared here")],
                  notes=["a range may be narrowed, not widened"])  # fmt: skip


def mixed_labels(span: Span, axes: Sequence[str]) -> Diagnostic:
    """A value by label names labels of different axes."""
    return report("mixed-labels", span, f"these labels belong to different axes: {', '.join(axes)}", "expected one axis",
                  help=["for two axes, write the values by one within those by the other"])  # fmt: skip


def keys_overlap(span: Span, before: Span) -> Diagnostic:
    """Two keys of a value by a quantity have numbers in common, so two figures would be right.

    Of things that are counted, the next key begins one higher: `3..5 boxes`, `6.. boxes`. Of other quantities one of the
    two leaves its end out: `0..<50 %`, `50.. %`.
    """
    return report("keys-overlap", span, "this key has numbers in common with another", "twice the same",
                  related=[(before, "with this one")],
                  help=["begin one higher, or leave an end out: `0..<50 %`, `50.. %`"])  # fmt: skip


def mixed_keys(span: Span, label: str) -> Diagnostic:
    """The keys of a value in braces are labels of an axis, or ranges of a quantity, and not both."""
    return report("mixed-keys", span, f"`{label}` is no range of a quantity, as the other keys are", "a label",
                  help=["write a range, such as `3..5 boxes`; `else` stands for all that is outside"])  # fmt: skip


def keys_without_at(span: Span, like: str = "") -> Diagnostic:
    """A value whose keys are ranges of a quantity stands without that quantity.

    Write it behind `at`: `{ 3..5 boxes: 1.5, 6.. boxes: 1.25 } at boxes`. Of what is used at several quantities make a
    function: `let factor(n: Box) = { 3..5 boxes: 1.5, 6.. boxes: 1.25 } at n`.
    """
    help_ = ["write the quantity behind it: `{ 3..5 boxes: 1.5, 6.. boxes: 1.25 } at boxes`"]
    help_ += [f"where labels are meant, these are names, such as `{like}`: `axis NAME kept {{ {like}, ... }}`"] if like else []
    return report("keys-without-at", span, "which of these is meant hangs on a quantity", "no `at` follows", help=help_)


def same_at_all_labels(span: Span) -> Diagnostic:
    """`at` stands behind a single number, which is the same at every label.

    `at` belongs to what stands directly before it: `{ silver: 1, gold: 2 } * 10 kg at grade` looks up `10 kg`. Put what varies
    into brackets: `({ silver: 1, gold: 2 } * 10 kg) at grade`, or `at` behind the braces.
    """
    return report("same-at-all-labels", span, f"`{span.text}` is the same at every label", "`at` looks up this alone",
                  help=["put brackets around all that varies: `(...) at LABEL`; or leave `at` out"])  # fmt: skip


def not_a_comparison(span: Span, name: str) -> Diagnostic:
    """An expectation compares what is computed (left) with what was published (right).

    Of a rule or a bound it may also say alone that it holds, or that it does not: `expect known: not nodes.enough`.
    A condition that must hold is a rule: `require name: condition`.
    """
    help_ = f"write `COMPUTED == PUBLISHED`; a condition that must hold is a rule: `require {name}: ...`"
    return report("not-a-comparison", span, "an expectation is a comparison", help=[help_])


def not_judged_yet(span: Span, name: str, what: str, declared: Span) -> Diagnostic:
    """A rule, a bound or a question is read where nothing is judged or answered yet.

    Only expectations and documents may read what became of them, as nothing hangs on these. Anything else reads what they
    are made of: give the condition a name (`let enough = nodes >= 3 nodes`), and let the rule and the formula read that.
    """
    return report("not-judged-yet", span, f"`{name}` is {what}, and nothing is judged yet here",
                  "only expectations and documents read it",
                  related=[(declared, "declared here")],
                  help=["give what it is made of a name (`let`), and read that"])  # fmt: skip


def not_a_stretch(span: Span) -> Diagnostic:
    """The values of an input at which a question looks are a range with a step, or a list: `in 5..25 kg step 5 kg`,
    `in [5 kg, 9 kg]`.
    """
    return report("not-a-stretch", span, "this says no values to look at", "neither a range nor a list",
                  help=["write a range with a step (`5..25 kg step 5 kg`), or a list of values (`[5 kg, 9 kg]`)"])  # fmt: skip


def several_answers(span: Span, name: str, declared: Span) -> Diagnostic:
    """A question that looks at several values of an input has an answer for each: no expectation can read it as one value.

    Ask for the largest or the smallest, or hold the figure against the design in a scenario.
    """
    return report("several-answers", span, f"the question `{name}` has one answer for each value of its input", "which of them?",
                  related=[(declared, "asked here")],
                  help=["ask `largest x where ...`, or expect the figure in a scenario"])  # fmt: skip


def not_asked_here(span: Span, name: str, design: str, asked: str, declared: Span) -> Diagnostic:
    """A question belongs to the design that asks it: one that is derived from that has an answer of its own, if it asks."""
    return report("not-asked-here", span, f"the question `{name}` is asked in `{design}`, and not in this design",
                  "no answer here", related=[(declared, "asked there")],
                  help=[f"ask it in this design, too: `{asked}`"])  # fmt: skip


def expectation_of_nothing(span: Span) -> Diagnostic:
    """The left side of an expectation uses nothing of the design: it compares what was written with what was written."""
    message = phrase("the left side uses no quantity of the design")
    return report("expectation-of-nothing", span, message, "nothing is computed here",
                  help=["write what the design computes on the left, and what was published on the right"],
                  severity="warning")  # fmt: skip


def not_an_exponent(span: Span) -> Diagnostic:
    """What stands behind `^` is no whole number that is written.

    `x ^ 3` is `x * x * x`. The dimension of the result hangs on the exponent, so it is known before anything is computed.
    To divide by a power, write `1 / x ^ 3`; to grow from year to year, write `grow(base, 3 %)`.
    """
    return report("not-an-exponent", span, "an exponent is a whole number that is written", "this is none",
                  help=["write a number, such as `x ^ 2`; of a power below zero divide: `1 / x ^ 2`"])  # fmt: skip


def not_whole(span: Span, name: str, written: str, related: Places = (), apart: str = "", amount: str = "") -> Diagnostic:
    """What is asked for of counted things is a whole number: an input of them, and a given count.

    What is derived (`let`) need not be whole, and neither need what is so much for each (boxes for each cart). Round up
    with `ceil(...)`, or write a whole number.
    """
    label = "it is worked out from this" if "filled here" in dict(related).values() else "things are counted in whole numbers"
    help_ = [f"digits are set apart with `_` or not at all: `{apart}`"] if apart else []
    of_amount, of_name = "{amount}, which is not a whole number of things", "{name} is not a whole number of things"
    message = phrase(of_amount if amount else of_name, name=name, amount=amount)
    return report("not-whole", span, message, label,
                  related=related, help=help_ or [rounded(written)])  # fmt: skip


def negative_count(span: Span, between: str = "") -> Diagnostic:
    """A count is given as less than nothing."""
    help_ = "things are counted from 0: write a number from there on, or take the statement out"
    return report("negative-count", span, phrase("this is less than nothing"), help=[RANGE.format(between) if between else help_])


def label_left_out(span: Span, axis: str, labels: Sequence[str]) -> Diagnostic:
    """A value by label of a kept axis (such as a year) leaves labels out, so nothing is worked out for them.

    Write the missing figures, or `else:` for all labels that are not named.
    """
    named = ", ".join([f"`{label}`" for label in labels])
    return report("label-left-out", span, phrase("this says nothing for {labels} ({axis})", labels=named, axis=axis),
                  "so nothing is worked out for it", severity="warning",
                  help=[f"add `{labels[0]}: ...`, or `else: ...` for all labels that are not named"])  # fmt: skip


def shadowed_name(span: Span, name: str, kind: str, own: Span, around: Span, *, certain: bool,
                  why: str = "") -> Diagnostic:  # fmt: skip
    """A name means what the kind of an object declares although the text around the object declares that name too.

    Own names come first. Where either would do, as both are of one type, and the object's body does not fill its own, it is
    an error: nobody could see which of the two is read. So it is where only the outer one would do: the own one is of another
    type than is wanted, or is worked out from what is filled. Give the outer one another name, whichever is meant.
    """
    help_ = ", where it is meant" if certain else ": then each name says which is meant"
    help_ = f", and write that here: the own one {why}" if why else help_
    message = phrase("`{name}` means the object's own member, of kind `{kind}`", name=name, kind=kind)
    return report("shadowed-name", span, message, "own names come first",
                  severity="warning" if certain and not why else "error",
                  related=[(own, f"this one is {'read' if why else 'meant'}"), (around, "this one is hidden")],
                  help=[f"give the outer one another name{help_}"])  # fmt: skip


def number_for_a_share(span: Span, name: str) -> Diagnostic:
    """`grow` adds a share at each label, and what is given is declared as a number: a factor such as 1.04 would more than
    double everything.

    Declare it as a ratio: `rate: Ratio = 4 %`. Of a factor, write the share that it adds: `factor - 1`.
    """
    help_ = [f"declare it as a ratio: `{name}: Ratio = 4 %`; of a factor such as 1.04, write `{name} - 1`"]
    return report("number-for-a-share", span, f"`grow` adds a share, and `{name}` is declared as a number",
                  "expected a ratio", help=help_)  # fmt: skip
