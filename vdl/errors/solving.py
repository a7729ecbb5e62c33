"""Designs that can't be put together or solved."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import RANGE, Named, Places, consequence, cycle_text, name_of, report
from vdl.text.diagnostics import Diagnostic, enumerated, listed
from vdl.text.phrases import joined, phrase
from vdl.text.source import LIBRARY, Span


@consequence
def required_input(span: Span, name: str, owner: str, declared: Span | None) -> Diagnostic:
    """A required input (declared without `?` and without a default) is not filled."""
    related = [(declared, "declared here")] if declared is not None else []
    message = phrase("`{owner}` does not fill `{name}`", owner=owner, name=name)
    return report("required-input", span, message, f"`{name}` is missing", related=related,
                  help=[f"write `{name} = ...` in its body"])  # fmt: skip


def out_of_range(span: Span, amount: str, range_: str, declared: Span | None, related: Places = (), *,
                 comes_of: Sequence[str] = (), meant: str = "", computed: bool = False) -> Diagnostic:  # fmt: skip
    """An input is filled with what it may not be, at one end of a range or at one label at least.

    What it may be stands behind `in` where it is declared: `headroom: Ratio in 0..<100 %`. An input without such a range
    is not negative; one that may be is declared with a range that says so, such as `change: Weight in -5..5 kg`. What
    is derived (`let`) is free. What lies between two ends is written with two dots: `8..12 boxes`, where `8-12` is a
    difference.
    """
    own = declared is None or not declared.source.path.startswith(LIBRARY)
    help_ = ["if it may be negative, declare it with a range that says so, such as `in ..`"] if own and not range_ else []
    help_ = ["leave out the minus"] if not (own or range_ or related) else help_
    help_ = [RANGE.format(meant)] if meant else help_
    label = f"expected {range_}" if range_ else "an input is not negative"
    if computed:
        are = "is" if len(comes_of) == 1 else "are"
        help_ = [f"see whether {enumerated(comes_of, 'and')} {are} right, and the formula", *help_]
    elif related:
        label = "it is worked out from this"
    message = phrase("{amount}, outside of {range}" if range_ else "{amount}, less than nothing", amount=amount, range=range_)
    notes = [f"it comes of {', '.join(comes_of)}"] if len(comes_of) > 1 and not computed else []
    return report("out-of-range", span, message, label, notes=notes, help=help_,
                  related=[*related, (declared, "declared here")] if declared is not None else related)  # fmt: skip


def placed_too_early(span: Span, name: str, word: str) -> Diagnostic:
    """What is placed where hangs on what is placed on an object: the one must be settled before the other."""
    message = phrase("`{name}` is read to decide what is placed where", name=f"{name}.{word}")
    return report("placed-too-early", span, message, "this object",
                  notes=["placements are settled first, and what is placed is known after that"])  # fmt: skip


def circular_definition(span: Span, cycle: Sequence[Named | str], related: Places = ()) -> Diagnostic:
    """Definitions depend on each other in a circle without a count in it.

    Only counts can be solved in circles (the smallest that no bound forbids); other values have to
    be known before what uses them.
    """
    return report("circular-definition", span, phrase("these definitions depend on each other"), f"`{name_of(cycle[0])}`",
                  related=related, notes=[cycle_text(cycle)],
                  help=["let one of them hang on something else; only a `count` may be part of a circle"])  # fmt: skip


def missing_label(
    span: Span, what: str, label: str, axis: str, *, rest: bool = False, solved: bool = False, misspelt: str = "",
    instead: str = "", of_else: str = "", in_scenario: bool = False, alone: str = "",
) -> Diagnostic:  # fmt: skip
    """Two quantities are combined along an axis, and one of them says nothing for a label that the other has.

    Give the missing figure; or, where the other one has one as well, an `else:` that answers for all other labels at once. A
    count lacks a label where what it is sized by does. An `else` answers for all labels of the axis, also those that the library
    has: where only it answers for several that no figure names, write the labels that it is meant for. Where each of the two has
    a label that the other one lacks, that is told of the one whose label no other figure has: it may be meant as the missing one.
    A label that one figure alone has, of all in the design, may as well be taken out there.
    """
    key = "`{what}` has no value for `{label}` ({axis})" if what else "there is no value for `{label}` ({axis})"
    others = ", or `else: ...` for all labels that are not named" if rest else ""
    help_ = f"give what it is sized by a figure for `{label}`" if solved else f"add `{label}: ...`{others}"
    if alone:
        help_ += f"; or take it out of `{alone}`, which alone has it"
    if misspelt:
        help_ = f"no other figure has `{misspelt}`, which stands there: if `{label}` is meant, write `{label}: ...` in its place"
    if instead:
        help_ = f"the `else` of `{of_else}` answers for `{label}`, too: write `{instead}` in its place"
        help_ += "" if in_scenario else f"; or, if `{label}` is meant, give `{what}` one as well"
    return report("missing-label", span, phrase(key, what=what, label=label, axis=axis), "combined here", help=[help_])


def first_varies(span: Span, function: str, axis: str, places: Places) -> Diagnostic:
    """What `previous` or `grow` begins with stands at the first label alone, and here it differs by label.

    Of all its labels but the first nothing would be used. Write what is there before the first label, or at it:
    `previous(stock, 4 boxes)`, `grow(demand at y2027, 3 %)`.
    """
    message = phrase("`{function}` begins with one value, and this differs by {axis}", function=function, axis=axis)
    return report("first-varies", span, message, "one value",
                  related=places, help=["take one of its labels: `... at LABEL`"])  # fmt: skip


def first_growth(span: Span, label: str, step: str = "") -> Diagnostic:
    """Growth is stated for the first label, where `grow` has its base: no step leads into it.

    What stands at a label is the step from the one before it. If it grows before the first label, let the base hold it;
    if after it, state it at the next label. Write 0 % at the first one.
    """
    help_ = [f"write `{label}: 0 %`; the step out of it stands at the next label"]
    if step:
        help_ = [f"each step more than doubles what is there: `grow` takes what is added; write `{label}: 0 %, {step}`"]
    message = phrase("the growth at `{label}` is not used: the base stands there", label=label)
    return report("first-growth", span, message, "no step leads into it",
                  severity="warning", help=help_)  # fmt: skip


def outside_keys(span: Span, value: str, notes: Sequence[str] = (), related: Places = (), within: str = "") -> Diagnostic:
    """A quantity lies outside all keys by which a value is chosen: there nothing is defined.

    Of a range every number must lie within some key. Add a key, `else`, or a rule that says what is allowed. Where the keys
    are the library's, the line that states the number is named, and what it may be.
    """
    help_ = f"it is defined for {within}" if within else "add a key for it, or `else` for all that is outside"
    message = phrase("nothing is defined here for {value}", value=value)
    return report("outside-keys", span, message, "outside all keys", related=related, notes=notes, help=[help_])


def key_is_solved(span: Span, name: str) -> Diagnostic:
    """A value is chosen by a count that hangs on the value together with others: while they climb from 0, none can be chosen.

    Choose by what is known before, such as the demand, or give the count. A count that alone holds such a circle is searched
    for, and may choose.
    """
    message = phrase("`{name}` chooses here while it is being solved", name=name)
    return report("key-is-solved", span, message, "hangs on this value itself",
                  help=["choose by something that does not hang on it, or give the count"])  # fmt: skip


def division_by_zero(span: Span, zero: str = "", causes: Sequence[str] = (), may_be: str | None = None,
                     related: Places = (), *, written: bool = False) -> Diagnostic:  # fmt: skip
    """Something is divided by zero: a demand, and nothing to carry it. So it is by a range that holds zero.

    What is zero is named, and the figures that it comes of. Zero divided by zero is not an error but "not evaluated", unless
    the divisor is written as a zero: then there is no result whatever is divided.
    """
    if written:
        help_ = "nothing can be divided by 0: write the number that is meant, or leave out what is divided"
        return report("division-by-zero", span, phrase("division by a written zero"), _is_zero(None), help=[help_])
    said = _as(phrase("division by zero" if may_be is None else "division by what may be zero"), zero, causes)
    return report("division-by-zero", span, said, _is_zero(may_be), related=related)


def _is_zero(may_be: str | None) -> str:
    """What is said of a divisor: that it is zero, or lies between two ends, as far as these are known."""
    if may_be is None:
        return "this is zero"
    return f"this may be zero: {may_be}" if may_be else "this may be zero"


def _as(said: str, zero: str, causes: Sequence[str]) -> str:
    """From "`hall.rows` is 0": "...: `hall.rows` is 0, with `hall.length` = 3 m and `row.length` = 5 m"."""
    if not zero:
        return said
    of_these = phrase("{zero}, with {causes}", zero=zero, causes=joined(phrase(" and "), causes))
    return joined(": ", (said, of_these if causes else zero))


def not_a_step(span: Span, of: str, *, whole: bool) -> Diagnostic:
    """A question goes by steps, and a rounding gives multiples of one: it is one number above zero, and of a question
    about counted things a whole one.

    A range, a value by label and something that nobody stated are no step.
    """
    key = "the step of {of} is one whole number above zero" if whole else "the step of {of} is one number above zero"
    return report("not-a-step", span, phrase(key, of=of), "this is none")


def not_a_point(span: Span) -> Diagnostic:
    """A question looks at single values of its input: a range, a value by label and something that nobody stated are none."""
    return report("not-a-point", span, phrase("this is no single value to look at"), "not one number")


def not_a_tolerance(span: Span) -> Diagnostic:
    """How far a published figure may differ is one number, not below zero; a range, a value by label or something that
    nobody stated would leave open which figures agree.
    """
    return report("not-a-tolerance", span, phrase("a tolerance is one number, not below zero"), "this is none")


def impossible_bound(span: Span, count: str, bound: str, zero: str, causes: Sequence[str], may_be: str | None = None,
                     related: Places = (), more: Sequence[str] = (), instead: str = "", *,
                     below: bool = False) -> Diagnostic:  # fmt: skip
    """A bound of a count can never be met: it divides a demand by zero, or by what is less than nothing, so no number of pieces
    carries it.

    Of a share that the design states, and that leaves less than nothing where the whole would leave enough, that is told first.
    """
    at_zero = "no number of `{count}` is enough for the bound `{bound}` where its divisor is zero"
    key = at_zero if may_be is not None else "no number of `{count}` is enough for the bound `{bound}`"
    message = _as(phrase(key, count=count, bound=bound), zero, causes)
    label = "this is less than nothing" if below else _is_zero(may_be)
    ways = [f"make {' or '.join(more)} larger"] if more else []
    ways += [f"write `{instead}` if that is meant"] if instead else []
    return report("impossible-bound", span, message, label, related=related, help=[", or ".join(ways)] if ways else [])


def without_reason(span: Span, name: str) -> Diagnostic:
    """A quantity has no value, and the compiler can't say why. That is a fault of vdl: please report it with the design."""
    message = phrase("`{name}` could not be computed, and nothing that is wrong was found", name=name)
    return report("without-reason", span, message, "no value",
                  help=["this is a fault of vdl, not of the design: please report it"])  # fmt: skip


def not_monotone(span: Span, cycle: Sequence[str], bound: str, design: str, round_: int, before: str,
                 now: str) -> Diagnostic:  # fmt: skip
    """Counts depend on each other in a circle in which more of one asks for less of another.

    Such a circle has no single smallest answer, unless one count holds it together: then that count is searched for.
    """
    notes = [f"in round {round_ - 1:,} it asked for {before}, in round {round_:,} for {now}", cycle_text(cycle)]
    message = phrase("the bound `{bound}` falls while the counts of its circle rise", bound=bound)
    return report("not-monotone", span, message,
                  "so no answer is the smallest", notes=[*notes, f"in design `{design}`"] if design else notes)  # fmt: skip


def none_under_load(
    span: Span, count: str, bound: str, number: int, at: str, related: Places, zeros: Sequence[str], *,
    by_author: bool,
) -> Diagnostic:  # fmt: skip
    """A count in a circle comes to none, and yet something is asked for as soon as there is one.

    What its bounds ask for hangs on the count itself, and at 0 they ask for nothing: an overhead of 0 at 0, a divisor that
    is below zero, 0 / 0. Say in the bound what is asked for where there is none yet, or give the least number by a bound
    of its own. Where the bound is the library's, see first whether the figures that are 0 at that label are meant to be; else
    give the number itself.
    """
    where = f" at {at}" if at else ""
    meant = [f"see whether {' and '.join(zeros)} {'is' if len(zeros) == 1 else 'are'} meant to be 0{where}"] if zeros else []
    least = "give the least number by a bound of its own" if by_author else f"give the number itself: `{count} = ...`"
    there, anywhere = ("`{count}` comes to 0 at {labels} though something is asked of it",
                       "`{count}` comes to 0 though something is asked of it")  # fmt: skip
    key = there if at else anywhere
    return report("none-under-load", span, phrase(key, count=count, labels=at), "of this object",
                  notes=[f"at 0 the bounds ask for nothing; at {number:,} `{bound}` does"], related=related,
                  help=[*meant, least])  # fmt: skip


def does_not_settle(span: Span, cycle: Sequence[str], related: Places, limit: int, rounds: int = 0,
                    asked: int | None = None) -> Diagnostic:  # fmt: skip
    """Counts depend on each other in a circle, and no number of pieces up to the limit of the language is enough; or the
    rounds that they may take ran out before, and whether a larger number is enough was not found out.

    Often what runs on each piece takes more than the piece has. One that takes almost as much settles in very many rounds:
    then solve it by hand, `needed >= 5 boxes / (1 - 99 %)` for `needed >= 5 boxes + needed * 99 %`.
    """
    several = len(cycle) > 1
    notes = [cycle_text(cycle)] if several else []
    if not rounds:
        key = "these counts grow beyond {limit}" if several else "`{count}` grows beyond {limit}"
        label = "no number up to there is enough"
        help_ = "let each one carry more than it takes itself"
    else:
        key = "these counts did not settle in {rounds} rounds" if several else "`{count}` did not settle in {rounds} rounds"
        label = "a larger number may be enough, and was not tried"
        notes += [f"the last round asked for {asked:,}"] if asked is not None else []
        help_ = "take the count out of what its bound asks for, `N >= A / (1 - B)` for `N >= A + N * B`; or give its number"
    message = phrase(key, count=cycle[0], limit=limit, rounds=rounds)
    return report("does-not-settle", span, message, label, related=related, notes=notes, help=[help_])


def partly_stated(span: Span, what: str, silent: Sequence[str], about: str, *, needs: Sequence[str] = (), by_author: bool = True,
                  summed: bool = True) -> Diagnostic:  # fmt: skip
    """Some of what is added up states a figure and some does not, so the sum is not stated.

    The bound or rule that needs it is not evaluated. State the missing figure, write 0 where nothing is
    asked, or leave the silent ones out on purpose with `stated(...)`. Several sums that lack figures of one object are said
    together, at that object.
    """
    notes = [f"not stated by: {', '.join(silent)}"]
    if needs and list(needs) != list(silent):
        notes.append(f"it needs {', '.join(f'`{one}`' for one in needs)}")
    label = "so the sum is not stated"
    wanted = "state it (0 where nothing is asked), or leave the silent ones out with `stated(...)`"
    if not summed:
        what, label = phrase("what {function} takes", function=what), "so this is not stated"
        wanted = "state it for each thing; its number is 0 where there is none"
    elif not by_author:
        wanted = f'state it, or accept the silence with `waive open {about} "why"`' if about else "state it"
    for_something = "{what} is stated by some and not by others, so `{about}` is not stated"
    message = phrase(for_something if about else "{what} is stated by some and not by others", what=what, about=about)
    return report("partly-stated", span, message, label, severity="warning", subject=about, notes=notes, help=[wanted])


def bound_partly_stated(
    span: Span, count: str, bound: str, silent: Sequence[str], axes: Sequence[str], zeros: Sequence[str] = (), *,
    by_author: bool = True,
) -> Diagnostic:  # fmt: skip
    """A bound states a figure at some labels, and at others nobody stated what it is made of.

    The count is solved from the labels that state one, and may be too small for the others. State the missing figure, or
    write 0 where nothing is asked. Where a bound of the library's comes to nothing since figures of yours are 0 at a label, see
    whether they are meant to be; if so, accept it with `waive open COUNT.BOUND "reason"`.
    """
    key = "the bound `{bound}` of `{count}` is not stated at {labels} ({axes})"
    message = phrase(key, bound=bound, count=count, labels=listed(silent, 5), axes=joined("/", axes))
    help_ = "state it there, 0 where nothing is asked"
    if not by_author:
        accept = f'accept it with `waive open {count}.{bound} "why"`'
        meant = f"see whether {' and '.join(zeros)} {'is' if len(zeros) == 1 else 'are'} meant to be 0 there; if so, {accept}"
        help_ = meant if zeros else f"state what it is made of there, or {accept}"
    return report("bound-partly-stated", span, message, "stated at other labels only",
                  severity="warning", subject=f"{count}.{bound}", help=[help_])  # fmt: skip


def stated_for_part(span: Span) -> Diagnostic:
    """A value is stated for a part of a range only: a condition over the range chooses between a figure and
    something that is not stated.

    Whether it is given can't be answered then. State the missing figure, or decide without the range.
    """
    return report("stated-for-part", span, phrase("this is stated for part of the range only"), "not stated for the rest")


def count_varies(span: Span, name: str) -> Diagnostic:
    """A count is given as a range: nobody buys a range of things.

    Give the number that is there, or let the bounds decide: then the count covers the worst end of every range.
    """
    return report("count-varies", span, phrase("the count `{name}` is given as a range", name=name), "expected one number",
                  help=["give one number, or leave it out to have it solved"])  # fmt: skip


def count_not_stated(span: Span, name: str) -> Diagnostic:
    """A count is given by something that nobody stated: then it is neither given nor solved.

    State what it is given by, or leave the count out to have it solved from its bounds.
    """
    message = phrase("the count `{name}` is given by something that is not stated", name=name)
    return report("count-not-stated", span, message, "not stated",
                  help=["state it, or leave the count out to have it solved"])  # fmt: skip
