"""`choose`: the design with each combination of options, and the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from vdl import errors
from vdl.compilation import Chosen, OptionOutcome
from vdl.graph.design import Choice
from vdl.judge import OpenPoint
from vdl.measure import Measure
from vdl.semantics.units import Units
from vdl.text.diagnostics import Diagnostic, Severity, enumerated
from vdl.text.limits import CHOICES
from vdl.text.phrases import phrase
from vdl.text.written import written
from vdl.values import NOT_STATED, Value, bound_of, high, is_number, low
from vdl.variants.attempt import Attempt, Merit, worth

Options = tuple[tuple[str, int], ...]
"""What was taken of each `choose` that a design meets, in the order of the text."""


class TooManyChoices(Exception):
    """There are more combinations of options than the limit of the language."""


class Tried(Protocol):
    """A design with one combination of options."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The `choose`s it met, each with the option it took."""

    def merit(self) -> Merit: ...


class Ranked(Protocol):
    """What options are told apart by, and whether one is taken."""

    @property
    def faults(self) -> int: ...

    @property
    def failed(self) -> int: ...

    @property
    def objective(self) -> Value: ...

    @property
    def lacks(self) -> int: ...

    @property
    def taken(self) -> bool: ...


T = TypeVar("T", bound=Tried)
R = TypeVar("R", bound=Ranked)


def every_attempt(make: Callable[[Mapping[str, int]], T]) -> dict[Options, T]:
    """The design with every combination of options, that of the first ones first.

    An option may hold a `choose` of its own, which is met only where it is taken. Raises TooManyChoices.
    """
    made: dict[Options, T] = {}
    asked: set[frozenset[tuple[str, int]]] = {frozenset()}
    waiting: list[dict[str, int]] = [{}]
    while waiting:
        wanted = waiting.pop(0)
        if any(all(wanted.get(name, 0) == taken for name, taken in options) for options in made):
            continue  # it meets the same `choose`s and takes the same of them
        attempt = make(wanted)
        choices = attempt.choices
        options = tuple([(choice.name, choice.taken) for choice in choices])
        if options in made:
            continue  # a `choose` has fewer options than elsewhere, and took its last one
        made[options] = attempt
        combinations = 1
        for choice in choices:
            combinations *= len(choice.options)
        if max(combinations, len(made)) > CHOICES:
            raise TooManyChoices
        for choice in choices:
            for option in range(len(choice.options)):
                other = {**dict(options), choice.name: option}
                if frozenset(other.items()) not in asked:
                    asked.add(frozenset(other.items()))
                    waiting.append(other)
    return made


def order(options: Options) -> list[int]:
    """What sorts combinations of equal merit: those of earlier options first."""
    return [option for _, option in options]


def best_of(made: Mapping[Options, T]) -> T:
    """The one with the fewest errors, then the fewest failed rules, then the least silence, then the smallest objectives;
    of equal ones the one with the earlier options."""
    return min(made.items(), key=lambda pair: (pair[1].merit(), order(pair[0])))[1]


def beside(best: T, made: Mapping[Options, T]) -> Iterator[tuple[Choice, list[tuple[T, int]]]]:
    """Each `choose` of the best, with what is made with each of its options, the others being as they were taken; and which
    `choose` it is there."""
    taken = {choice.name: choice.taken for choice in best.choices}
    for choice in best.choices:
        found = []
        for index in range(len(choice.options)):
            wanted = {**taken, choice.name: index}
            alike = {o: one for o, one in made.items() if all(wanted.get(name, at) == at for name, at in o)}
            one = best if index == choice.taken else best_of(alike)
            found.append((one, next(i for i, other in enumerate(one.choices) if other.name == choice.name)))
        yield choice, found


def chosen(best: Attempt, made: Mapping[Options, Attempt]) -> tuple[Chosen, ...]:
    """For each `choose` what its options came to, the others being as they were taken."""
    return tuple([
        Chosen(choice.name, choice.span, choice.objective_span, tuple([
            OptionOutcome(
                option, one.errors, one.failing, one.silent, *one.objectives[at], one.choices[at].objective, one.choices[at].type,
                index == choice.taken,
            )
            for index, (option, (one, at)) in enumerate(zip(choice.options, options))
        ]))
        for choice, options in beside(best, made)
    ])  # fmt: skip


def doubts(choice: Chosen, units: Units) -> list[Diagnostic]:
    """What to say of options: that their objectives can't be compared; of those that are as sound as the one taken, that
    their objective is not stated, the same for all, or smaller."""
    found: list[Diagnostic] = []
    Measure(units, found.append).alike([one.formula for one in choice.outcomes], choice.objective)
    if found:
        return found
    taken = choice.taken
    if taken.faults:
        return []
    compared = [one for one in choice.outcomes if (one.faults, one.failed) == (0, taken.failed)]
    silent = [written(one.option) for one in compared if one.objective is NOT_STATED]
    if silent:
        severity: Severity = "error" if taken.objective is NOT_STATED else "warning"
        return [errors.objective_not_stated(choice.name, choice.objective, silent, severity)]
    if by_what_is_stated(choice.outcomes):
        return []
    alike = [one for one in compared if one.silent == taken.silent]
    if len(alike) > 1 and all(worth(one.objective, high) == worth(taken.objective, high) for one in alike):
        return [errors.same_objective(choice.objective, [written(one.option) for one in alike])]
    smaller = [written(one.option) for one in alike if worth(one.objective, high) < worth(taken.objective, high)]
    return [errors.smaller_option(choice.objective, written(taken.option), smaller)] if smaller else []


def by_what_is_stated(options: Sequence[R]) -> list[R]:
    """Of options that are as sound as the one taken those of which the rest, that nobody stated, could decide otherwise; none
    where there is nothing to choose from."""
    taken = next(one for one in options if one.taken)
    compared = [one for one in options if (one.faults, one.failed) == (0, taken.failed)]
    return [one for one in compared if one.lacks and not _is_dearer(one, taken)] if len(compared) > 1 else []


def open_choices(choices: Iterable[Chosen]) -> Iterator[OpenPoint]:
    """The `choose`s that are decided by what is stated of a sum."""
    for choice in choices:
        lacking = by_what_is_stated(choice.outcomes)
        if lacking:
            text = phrase("`{name}` is decided by what is stated of a sum, and the rest may decide otherwise", name=choice.name)
            yield OpenPoint("half-stated", choice.name, text, choice.objective, needs=tuple([one.formula for one in lacking]))


def _is_dearer(one: Ranked, taken: Ranked) -> bool:
    """Whether an option comes to more than the one taken by what it states alone, and that one leaves nothing out."""
    at_least, all_of_it = one.objective, taken.objective
    if taken.lacks or bound_of(at_least) != "least" or not (is_number(at_least) and is_number(all_of_it)):
        return False
    return low(at_least) > high(all_of_it)


def tried(best: Attempt, made: Mapping[Options, Attempt], said: Diagnostic) -> Diagnostic:
    """What keeps every option from being sized, with the options that it is said of, and what of the others."""
    notes = list(said.notes)
    taken = {choice.name: choice.taken for choice in best.choices}
    for choice in best.choices:
        alike: list[str] = []
        others: list[str] = []
        for index, option in enumerate(choice.options):
            wanted = {**taken, choice.name: index}
            found = [one for options, one in made.items() if all(wanted.get(name, at) == at for name, at in options)]
            if index != choice.taken and found:
                slugs = {d.slug for one in found for d in one.faults}
                (alike if said.slug in slugs else others).append(written(option))
        here = f"this is with `{choice.name}` = `{written(choice.options[choice.taken])}`"
        more = [f"with {enumerated(alike, 'and')} it is the same"] if alike else []
        more += [f"with {enumerated(others, 'and')} other things are wrong"] if others else []
        notes.append("; ".join([here, *more]))
    return said._replace(notes=tuple(notes))
