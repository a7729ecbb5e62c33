"""Verdicts over a design that could be solved."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import Places, consequence, finding, report, rules_named
from vdl.text.diagnostics import Diagnostic, Severity, enumerated
from vdl.text.phrases import Day, phrase
from vdl.text.source import Span


@finding
def rule_failed(span: Span, name: str, text: str, detail: str, related: Places, notes: Sequence[str],
                help_: Sequence[str], severity: Severity, also: Sequence[str] = ()) -> Diagnostic:  # fmt: skip
    """A rule does not hold. The detail shows both sides and the labels at which it fails.

    The document still prints, and says so on page 1. A known failure is accepted with
    `waive RULE "reason"`. Objects that one `place` would place are named together. Of a rule of the library, what the
    design states of the object and the rule hangs on is named with its place; of one of the author's own, the figures that
    authors state and it hangs on, also by way of the bounds that decide a count. Those come first that would bring the rule
    nearest to holding if they were halved or doubled. Of each count in it is said which bound decides, and on what numbers.
    """
    words = f": {text}" if text else ""
    which, verb = rules_named((name, *also))
    return report("rule-failed", span, f"{which} {'does' if verb else 'do'} not hold{words}", detail,
                  severity=severity, related=related, notes=notes, help=help_, subject=name)  # fmt: skip


@finding
def missed_far(span: Span, name: str, text: str, detail: str, related: Places, notes: Sequence[str], help_: Sequence[str],
               times: str) -> Diagnostic:  # fmt: skip
    """A rule that is only noted (`require info`) is missed ten times over or more, as after a slip in a unit. The design stands
    all the same, and `vdl check` says it.

    Others that are not met are listed by `vdl size`. Where it is right, accept it with `waive RULE "reason"`.
    """
    words = f": {text}" if text else ""
    return report("missed-far", span, f"rule `{name}`, which is only noted, is missed {times} times over{words}", detail,
                  severity="info", related=related, notes=notes, help=help_, subject=name)  # fmt: skip


@finding
def rule_partly(span: Span, name: str, text: str, detail: str, related: Places,
                notes: Sequence[str], help_: Sequence[str], severity: Severity) -> Diagnostic:  # fmt: skip
    """A rule holds for a part of a range only."""
    words = f": {text}" if text else ""
    return report("rule-partly", span, f"rule `{name}` holds only for part of the range{words}", detail,
                  severity=severity, related=related, notes=notes, help=help_, subject=name)  # fmt: skip


@finding
def given_count_short(span: Span, count: str, bound: str, detail: str, notes: Sequence[str], severity: Severity,
                      enough: str) -> Diagnostic:  # fmt: skip
    """A given count is smaller than one of its bounds asks.

    A given count is what everything downstream uses; its bounds turn into rules, and can be waived. The notes say what
    the bound stands on: the counts in it, and which of their bounds decided them. The number to state is what all bounds
    of the count ask for that nobody accepted.
    """
    message = f"`{count}` is smaller than its bound `{bound}` asks"
    more = f"state {enough}" if enough else "give more"
    help_ = f'{more}, or leave the number out to have it solved; accept it with `waive {count}.{bound} "why"`'
    return report("given-count-short", span, message, detail, severity=severity, notes=notes, help=[help_],
                  subject=f"{count}.{bound}")  # fmt: skip


@finding
def not_sized(span: Span, count: str, needs: Sequence[str], related: Places, *, given: bool) -> Diagnostic:
    """Nothing that limits a count is stated, so its number says nothing: state one of the figures that its limits need.

    Of a count whose kind marks some of its bounds as `load` these are meant, else all of them. A count that is given is
    judged by nothing then. What is meant to stay open is accepted with `waive open COUNT "reason"`.
    """
    state = "state what one of them needs" if needs else "give its number"
    message = f"nothing that limits `{count}` is stated, so " + ("nobody knows if it is enough" if given else "it is not sized")
    return report("not-sized", span, message, "no limit is stated", severity="warning", related=related, notes=needs,
                  help=[f'{state}, or accept it with `waive open {count} "why"`'], subject=count)  # fmt: skip


@finding
def half_stated(
    span: Span, message: str, count: str, needs: str, lacking: Sequence[str], related: Places, *, label: str = "in no limit"
) -> Diagnostic:  # fmt: skip
    """Limits of a count leave out what an object does not state, and no other limit has it: nothing is there for it. Or a count
    is sized by a sum that lacks figures (`at_least`), an input is made of one and may be more than it may be, or it decides
    which object, which items or which labels are taken. Of the options of a `choose` the one that lacks the fewest figures is
    taken, and of those that lack as many the one that comes to least by what is stated.

    `stated(...)` adds up what is stated, so that some may be sized by one limit and some by another. What is in none of them
    is in no number. State one of the figures; 0 where it asks for nothing; or accept it with `waive open COUNT "reason"`.
    """
    return report("half-stated", span, message, label, severity="warning", related=related, notes=lacking,
                  help=[f'state {needs or "what it asks for"}, 0 if nothing; or accept it with `waive open {count} "why"`'],
                  subject=count)  # fmt: skip


@finding
def no_demand(span: Span, count: str, demands: str, needs: Sequence[str], related: Places) -> Diagnostic:
    """What is placed on an object states nothing that one of its counts could be sized by, so none would be bought for it.

    State one of the figures that the limits of the count need. Where another bound asks for something nevertheless
    (at least two), the count has a number and is `not-sized`, which can be accepted; a count that is given is, too.
    """
    return report("no-demand", span, f"nothing says how many `{count}` it takes for {demands}", "states no demand",
                  related=related, notes=needs,
                  help=["state what one of them needs" if needs else f"give `{count}` a number"], subject=count)  # fmt: skip


@finding
def not_evaluated(
    span: Span, rule: str, text: str, places: Sequence[str], silent: str, related: Places, *, divided: bool = False,
    empty: str = "", missed: bool = False,
) -> Diagnostic:  # fmt: skip
    """A rule applies, and what it needs is not stated: what was not judged has not passed. Or it holds by what is stated of a
    sum, and may not by the rest of it, of which nothing is known (`at_least`).

    State it; say with `when` in the rule where it applies; or accept the silence with `waive open RULE "reason"`.
    """
    words = f": {text}" if text else ""
    where = f" at {', '.join([*places[:5], *([f'{len(places) - 5:,} more'] if len(places) > 5 else [])])}" if places else ""
    figures = f"place something on {empty}" if empty else "state figures other than 0"
    state = f"{figures}, say with `when` where the rule applies" if divided else "state it"
    judged = "holds by what is stated, and what is not may break it" if missed else "could not be evaluated"
    return report("not-evaluated", span, f"rule `{rule}` {judged}{where}{words}", "not judged", severity="warning",
                  related=related, notes=[f"not stated: {silent}"] if silent else [],
                  help=[f'{state}, or accept the silence with `waive open {rule} "why"`'], subject=rule)  # fmt: skip


@finding
def expectation_not_evaluated(span: Span, name: str, silent: str, asked: str) -> Diagnostic:
    """A published figure stands beside one that could not be computed, so nobody knows whether they agree.

    Something in it is not stated; a rule that it reads does not apply or could not be judged; or a question that it reads
    has no one answer: none at all, or one on the way to which not every step was tried (`vdl ask` says so).
    """
    notes = [f"not stated: {silent}"] if silent else []
    notes += [f"without one certain answer: {asked}"] if asked else []
    return report("expectation-not-evaluated", span, f"expectation `{name}` could not be judged", "not known",
                  severity="warning", notes=notes,
                  help=[f'state what it needs, or accept the silence with `waive open {name} "why"`'], subject=name)  # fmt: skip


@finding
def unused_input(span: Span, name: str, message: str, silent: str, hint: str) -> Diagnostic:
    """A design states a figure, and nothing uses it: the limit that it is meant for could not be judged, as something else is
    not stated; or what would be worked out from it is stated as well, so one of the two is lost.

    State what is missing; take one of the two out; or accept that nothing is made of it with `waive open INPUT "reason"`.
    """
    return report("unused-input", span, message, "nothing used this", severity="warning",
                  notes=[f"not stated: {silent}"] if silent else [],
                  help=[f'{hint or "state it"}, or accept the silence with `waive open {name} "why"`'], subject=name)  # fmt: skip


def unanswerable(
    span: Span, name: str, what: str, present: str, made_of: Sequence[str], instead: str = "", *, solved: bool = False
) -> Diagnostic:
    """A question moves one quantity from its present value in steps, and that is no single number: it differs by label, is a
    range, or is not stated. So there is no answer.

    Ask for an input that it is worked out from, or give it one number. What comes of some figures is asked with `for`:
    `ask name: peak(fleet.carts) for flour.weight in [90 kg, 120 kg]`; of an input by label each is the same at every label.
    """
    first = f"ask for what it is worked out from: {', '.join(made_of)}" if made_of else "give it one number"
    if solved:
        first = _COMES_TO.format(what, instead)
    elif instead:
        first += f"; or ask what comes of some figures, each the same at every label: `{instead}`"
    message = phrase("question `{name}` has no answer: `{what}` {present}", name=name, what=what, present=present)
    return report("unanswerable", span, message, "no single number to start from",
                  severity="warning", subject=name, help=[first, f'or accept it with `waive open {name} "why"`'])  # fmt: skip


_COMES_TO = "`{}` is worked out: to see what it comes to at some figures, write `{}`"


def unmoved_condition(
    span: Span, name: str, moved: str, form: str, *, solved: bool, given: tuple[str, Span] | None = None
) -> Diagnostic:
    """The condition of a question reads nothing that the quantity which it moves would change: moved as far as one likes, it
    stays as it is.

    A question moves what stands behind `largest` or `smallest`, and nothing else. What a count comes to at other figures is
    asked with `for`: `ask name: fleet.carts for flour.weight in [90 kg, 120 kg]`. Where rules are meant to decide alone,
    write `where true`. A count whose number is given stays what it is: leave that out to have it solved.
    """
    first = _COMES_TO.format(moved, form) if solved else f"move what it hangs on: `{form}`"
    if given is not None and not solved:
        first = f"leave out the number of `{given[0]}`, so that it hangs on `{moved}`; or ask for what that holds: `where true`"
    message = phrase("the condition of question `{name}` does not hang on `{moved}`", name=name, moved=moved)
    return report("unmoved-condition", span, message, f"reads nothing that `{moved}` moves", severity="warning", subject=name,
                  related=[(given[1], "the number is given here")] if given is not None and not solved else [],
                  help=[first, f'or accept it with `waive open {name} "why"`'])  # fmt: skip


@finding
def not_tight(span: Span, name: str, message: str, ranges: str = "", related: Places = ()) -> Diagnostic:
    """A range that an input is filled with may lie outside of what the input may be: its ends may be wider than the truth.
    Or a rule over ranges may fail: nobody can tell by the ends, and no end of the ranges that are written fails it.

    An end is not tight where one unknown pulls both ways. Write the unknown once, if you can, or state less of a range;
    or accept it as it is with `waive open INPUT "reason"`, or `waive open RULE "reason"`.
    """
    label = "not judged" if related else "an end of this range is not tight"
    return report("not-tight", span, message, label, severity="warning", related=related,
                  help=[f'narrow {ranges or "it"}, or accept it with `waive open {name} "why"`'], subject=name)  # fmt: skip


def nothing_found(span: Span, name: str, message: str, hint: str, related: Places = ()) -> Diagnostic:
    """Something comes to zero since there is nothing for it: a sum, or a list that fills an input, in which `all KIND` or the
    condition of a loop found no object, or the count of an object on which nothing is placed.

    `all KIND` looks below the object in whose body it stands; `all KIND in design` looks in the whole design. Where nothing is
    meant to be there, accept it with `waive open NAME "reason"`. Where the design holds what is looked for elsewhere, or all is
    placed on others of its kind, it comes before the rest of its file, which may fail for that.
    """
    help_ = [hint] if hint else []
    said = report("nothing-found", span, message, "comes to zero", severity="warning", related=related,
                  help=[*help_, f'where that is right, accept it with `waive open {name} "why"`'], subject=name)  # fmt: skip
    return said._replace(leads=bool(related))


def counted_nowhere(span: Span, name: str, message: str, hint: str) -> Diagnostic:
    """What is added up is held against figures none of which counts some of it, while two of these say the same, or the only
    one adds up the rest of it alone. It comes before all others: what two are for is counted twice in the rest.

    The rule holds: there is more of the rest than is asked for. Most often one of the two was copied from the other and not
    changed, or something was forgotten or mistaken for something else. Where that is right, accept it with
    `waive open RULE "reason"`.
    """
    return report("counted-nowhere", span, message, "stated here", severity="warning", subject=name,
                  help=[f'{hint}; else accept it with `waive open {name} "why"`'])._replace(leads=True)  # fmt: skip


def never_fails(span: Span, name: str, why: str) -> Diagnostic:
    """A rule holds whatever the figures are: both sides are the same, one is a part of the other, or nothing can be less than 0.
    So it judges nothing. Most often another limit was meant, or another object.

    Only what is certain by the rule's text and by what it reads is said: `a <= max(a, b)`, a count that is `>= 0`, or `>= 1` once
    anything is asked of it, one year of a total over all of them. Where it is meant so, accept it with
    `waive open RULE "reason"`.
    """
    help_ = f'write the limit that is meant; if this is, accept it with `waive open {name} "why"`'
    return report("never-fails", span, f"rule `{name}` can never fail: {why}", "true whatever the figures are",
                  severity="warning", help=[help_], subject=name)  # fmt: skip


def assumption_overdue(span: Span, name: str, message: str, as_of: str) -> Diagnostic:
    """The design stands on what is assumed, `@ assumed "why" owner "who" until 2027-03-01`, and the day by which that was to be
    confirmed is past (see `--as-of`): a figure, an object, a text or a day that something is filled with, read or not, a rule, an
    expectation, a unit, a function or a waiver.

    It is an open point until it is confirmed, and then cited from where that stands, or has a later date; or until
    `waive open NAME "reason"` accepts it.
    """
    help_ = f'cite what confirms it, or give a later date; else accept it with `waive open {name} "why"`'
    return report("assumption-overdue", span, message, "to be confirmed by then", notes=[f"judged as of {as_of}"],
                  severity="warning", help=[help_], subject=name)  # fmt: skip


def nothing_reads(
    span: Span, name: str, made_of: Sequence[tuple[str, Span]], twice: Sequence[tuple[str, Span]] = ()
) -> Diagnostic:
    """A design states a figure that no text reads: no formula, rule, placement, question, expectation or document of it. It
    looks as if it were counted in, and changes nothing; as after a line was written anew without it.

    Read it where it belongs, or take the line out. Where it is meant to stand there all the same, say so with
    `waive open NAME "reason"`. Asked about are inputs that the body of a design, or of an object in it, declares itself, and a
    `let` there that is made of numbers alone, or that is the only one to read such an input. Of a design in which nothing is
    judged neither is: what it works out is what people look at. Inputs of a kind are for others; asked about is one that nothing
    reads where two like parts of the kind read another one for the same. Where one other input that measures the same is read
    at two places, these are marked: a name was copied and not changed, most likely.
    """
    message = phrase("`{name}` is stated, and nothing reads it", name=name)
    if made_of:
        few = enumerated([of for of, _ in made_of], "and")
        figures = few if len(made_of) <= _FIGURES else phrase("{number} figures", number=len(made_of))
        message = phrase("`{name}` is worked out of {figures}, and nothing reads it", name=name, figures=figures)
    return report("nothing-reads", span, message, "changes nothing", severity="warning",
                  related=[*[(where, "nothing else reads this") for _, where in made_of[:_FIGURES]],
                           *[(where, f"`{other}` stands here") for other, where in twice]], subject=name, help=[
                      f"write `{name.split('.')[-1]}` into the formula or the rule that it is for, or take this line out",
                      f'if it is meant to stand here, accept that with `waive open {name} "why"`',
                  ])  # fmt: skip


_FIGURES = 3
"""Figures behind something that are named."""


def nothing_judged(span: Span, name: str) -> Diagnostic:
    """A design is empty: nothing is counted in it, no rule applies and nothing is compared. That it holds says nothing.

    A design has objects, which come with their counts and rules, and rules of its own: `require NAME: a <= b "why"`.
    """
    message = phrase("design `{name}` is empty: nothing is counted or judged in it", name=name)
    return report("nothing-judged", span, message, "holds as it is", severity="warning", subject=name,
                  help=['write what it has, and what must hold: `require NAME: ... <= ... "why"`'])  # fmt: skip


@finding
def expectation_differs(
    span: Span, name: str, detail: str, help_: Sequence[str], notes: Sequence[str], explain: str
) -> Diagnostic:
    """What is computed differs from what was published, and nobody has said why.

    Look first at what the number comes of, `vdl explain FILE NAME` with the name of the expectation: the design may be wrong, or
    the published figure. State a known contradiction with `differs "why"`; never bend an input until it fits.
    """
    origin = f"`{explain}` shows what the number comes of: the design may be wrong, or the published figure"
    known = 'say how far it was rounded with `within ...`, or why it differs with `differs "why"`'
    said = report("expectation-differs", span, f"expectation `{name}` differs", detail, notes=notes,
                  help=[*help_, origin, known], subject=name)  # fmt: skip
    return said._replace(trails=True)  # whatever is asked about of the design may be why


@finding
def expectation_agrees_now(span: Span, name: str, detail: str, notes: Sequence[str] = ()) -> Diagnostic:
    """An expectation says `differs`, but it no longer does: remove the clause."""
    return report("expectation-agrees-now", span, f"expectation `{name}` no longer differs", detail, notes=notes,
                  help=["take `differs` out"], subject=name)  # fmt: skip


@finding
@consequence
def waiver_unused(span: Span, name: str, why: str, help: str, *, meant: bool = False, notes: Sequence[str] = ()) -> Diagnostic:
    """A waiver accepts the failure of a rule that does not fail, or whose failure is accepted already: remove it.

    `waive` accepts failures, and `waive open` what is silent; neither accepts the other. Where the rule fails at other labels,
    or one other rule fails at those that the waiver names, the message says so and comes first: the waiver may be meant for that.
    Else it comes behind what is asked about any line, which may be why the rule does not fail any more.
    """
    if meant:
        message = phrase("`{name}` {why}", name=name, why=why)
        return report("waiver-unused", span, message, help=[help], subject=name)._replace(leads=True)
    message = phrase("`{name}` {why}, so there is nothing to waive", name=name, why=why)
    said = report("waiver-unused", span, message, notes=notes, help=[help], subject=name)
    return said._replace(trails=True)


@finding
def waiver_expired(span: Span, name: str, until: str, as_of: str) -> Diagnostic:
    """A waiver was accepted until a date that has passed (see `--as-of`)."""
    message = phrase("the waiver of `{name}` ended on {day}", name=name, day=Day(until))
    return report("waiver-expired", span, message, "accepted until then",
                  notes=[f"judged as of {as_of}"],
                  help=["look at it again: give a later date after `until`, or take the waiver out"], subject=name)  # fmt: skip
