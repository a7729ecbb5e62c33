"""What is said of a rule that fails, and of what leads there."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain as chain_of

from vdl import errors
from vdl import syntax as s
from vdl.graph.blame import around, nearest, of_library
from vdl.graph.cells import Cell, Instance, Unstated, lesser_first
from vdl.graph.design import Graph, RuleEntry
from vdl.graph.order import reads
from vdl.graph.silent import silent_inputs
from vdl.graph.uses import Uses
from vdl.judge import Verdict
from vdl.records import NamedTuple
from vdl.semantics.types import Member
from vdl.semantics.units import Units, ceiling, floor
from vdl.solve import CountValue, Solution
from vdl.text.diagnostics import STATED, Diagnostic, Severity, enumerated
from vdl.text.source import Span
from vdl.values import NOT_STATED, Range, Value, anywhere, is_exact, is_number, scalars
from vdl.words import values as show
from vdl.words.addends import addends, divisors, figures_of_most, most_of
from vdl.words.apart import apart
from vdl.words.applying import applying
from vdl.words.beneath import MOST, beneath
from vdl.words.chosen import chosen, instead
from vdl.words.commands import Commands
from vdl.words.deciding import at_any_label, standing_on
from vdl.words.elsewhere import Elsewhere, elsewhere
from vdl.words.falling import falling, read_there, silent_of, stated_alike, stated_there
from vdl.words.figures import Way, figures_of, stated_for
from vdl.words.filled import with_filled
from vdl.words.formulas import numbers
from vdl.words.lacking import lacking, noted, to_count
from vdl.words.listed import to_list
from vdl.words.looked_at import chain, looked_at
from vdl.words.needed import Needed, in_words
from vdl.words.passing import passing
from vdl.words.said import SaidUnits
from vdl.words.same_number import same_number
from vdl.words.sides import of_both_sides
from vdl.words.sought import Sought, sought
from vdl.words.stand_ins import StandIns
from vdl.words.such_as import such_as
from vdl.words.turned import turned
from vdl.words.unfilled import unfilled
from vdl.words.unplaced import to_place
from vdl.words.verdicts import Words, bound_at, strictly
from vdl.words.weight import Scales

_NAMED = 5
"""Inputs that are named of a rule."""

_FIGURES = 3
"""Those that are named of a rule of the author's own, and counts of which is said what decides them."""

_OF_A_SUM = 2
"""Figures of what makes most of a sum: they are named first, and those that make many of its items more behind them."""

_MUCH = Fraction(3, 2)
"""So many times what it may be, a digit may have slipped in a figure."""

_LONG = 100
"""Characters of a calculation that is shown with a rule."""


class Failing(NamedTuple):
    """A design in which rules fail, and what is found once for all that is said of them."""

    graph: Graph
    solution: Solution
    words: Words
    commands: Commands
    where: str
    """The design and its layers, in words."""
    scales: Scales | None
    """What puts figures in order; None where they stay as they are found."""
    uses: Uses
    stand_ins: StandIns
    figures: Mapping[Cell, Value]
    """The values of its quantities, as they are told."""


def of_rule(known: Failing, group: Sequence[Verdict]) -> Diagnostic | None:
    """What is said of a rule that fails, or of several that one statement would meet."""
    graph, solution, words, scales = known.graph, known.solution, known.words, known.scales
    rule = group[0]
    severity: Severity = "warning" if rule.severity == "warning" else "error"
    notes = [f"in {known.where}"]
    margin = words.margin(rule) or words.missing(rule)
    if margin:
        notes.append(margin)
    if rule.waivers:
        notes.append("the waiver covers other labels only")
    detail = words.detail(rule)
    two = apart(rule, solution, words) if detail else ""
    detail = f"{two}: {detail}" if two else detail
    if rule.of is not None and rule.bound is not None:
        notes += beneath(rule.bound, solution, known.figures, words.units)
        enough = _enough(graph, rule.of, words.units)
        short = errors.given_count_short(rule.span, rule.of.cell.path, rule.bound.entry.name, detail, notes, severity, enough)
        return short._replace(trails=not of_library(rule.span))  # it hangs on all that is placed there
    instance = rule.rule.instance if rule.rule is not None else None
    author = around(instance) if of_library(rule.span) else None
    help_ = to_place(graph, [one.rule for one in group if one.rule is not None]) or _to_state(known, rule)
    listing = to_list(graph, rule) if author is not None and not help_ else None
    help_ = [listing.help()] if listing is not None else help_ or _to_fill(rule)
    if len(group) > 1 and author is not None:
        places = {around(one.rule.instance): "and this one" for one in group[1:] if one.rule is not None}
        related = [(place, label) for place, label in places.items() if place is not None and place.key() != author.key()]
        related, also = [*related, (rule.span, "the rule")], [one.name for one in group[1:]]
        return errors.rule_failed(author, rule.name, rule.text, detail, related, notes, help_, severity, also)
    say = errors.rule_partly if rule.outcome == "part" else errors.rule_failed
    stated: list[Cell] = []
    silent: list[str] = []
    decided: list[str] = []
    entry = rule.rule
    choices: list[tuple[str, Span]] = []
    past = passing(graph, entry) if entry is not None and author is not None and not help_ else []
    fallen = falling(entry, solution, words) if entry is not None and not help_ else []
    placed = elsewhere(graph, entry) if entry is not None and not help_ else []
    found: list[Sought] = []
    if entry is not None and not help_:
        way = Way(entry, solution)
        scale = scales.of(way) if scales is not None else None
        stated = stated_for(way) if author is not None else figures_of(way)
        if scale is not None:
            stated = with_filled(way, scale.ordered(stated), scale.helping)
        choices = chosen(entry, [each for one in fallen if one.counts for each in one.objects])
        if author is not None and not stated and not fallen and lesser_first(entry.condition) is None:
            found = sought(graph, entry, words.types)
            if not found and not choices and not placed:
                hanging = applying(graph, entry)
                choices, placed = list(hanging.chosen), list(hanging.placed)
            choices = list(dict([*choices, *[line for one in found for line in one.chosen]]).items())
        most_added = addends(entry, solution, known.figures) if not fallen else []
        divided = divisors(entry)[:1] if most_added and len(stated) > _NAMED else []
        if most_added and len(stated) > _NAMED:
            first = [*divided, *figures_of_most(most_added)][:_OF_A_SUM]
            stated = [*first, *[cell for cell in stated if cell not in first]]
        if scale is not None and (rule.times or 0) >= _MUCH:
            first = [*divided, *scale.slips(stated, rule.failing)[:_OF_A_SUM]]
            stated = [*first, *[cell for cell in stated if cell not in first]]
        if any(not one.counts for one in fallen) and lesser_first(entry.condition) is None:
            stated = []  # what differs there may be no figure
        stated = [*stated, *[cell for cell in stated_alike(fallen, entry, stated) if cell not in stated]]
        most = _NAMED if author is not None or most_added else _FIGURES
        if scale is not None:
            stated = of_both_sides(way, stated, most, scale.helping)
        lost = lacking(entry, solution)
        counting = to_count(lost, rule.name) if lost is not None else []
        if counting and lost is not None:  # no figure is wrong, so none is to be changed until it holds
            stated = list(lost.alike or lost.holders)
        silent = silent_of(known.stand_ins, fallen, solution) if author is not None else []
        if silent:
            stated = []
        to_state = [f'state {enumerated(silent[:_NAMED], "and")}, or accept it with `waive {rule.name} "why"`'] if silent else []
        names = _names(known.uses, stated)
        help_ = counting or to_state or _hangs_on([*[path for path, _ in choices], *names], rule, most)
        if not counting and any(one.cell not in solution.counts for one in most_added):  # of counts it is told what decides
            notes.append(most_of(most_added, words.unit(rule)))
        below = read_there(fallen) if fallen else [*[one.cell for one in most_added], *reads(entry.condition)]
        decided = list(_decided(below, solution, known.figures, words.units, way.present))
        notes += dict.fromkeys([one.words() for one in fallen])
        notes += [*([noted(lost, solution, words.units)] if lost is not None else []), *([] if counting else decided)]
        if not counting and lesser_first(entry.condition) is not None:
            help_ = [*same_number(stated, names, words.units), *help_]
        shows_more = author is not None or decided or len(stated) > most or not stated
        help_ = [*(instead(entry) if choices and not stated else []), *help_]
        help_ += [one.help() for one in placed if one.others] if help_ else []
        help_ += _more(rule.name, known.commands, can_mend=bool(stated) and not counting) if shows_more else []
        stated = stated[:most]
        if author is not None and not detail and any(one.counts and not one.what for one in fallen):
            amounts = dict.fromkeys([*stated[:_FIGURES], *([] if silent else stated_there(fallen)[:_FIGURES])])
            notes += _amounts(known, list(amounts))
    if author is not None:
        if len(choices) == 1 and not stated and author.key() == graph.root.kind.span().key():
            author = choices[0][1]  # of what the library itself declares, the author's one line says more than the whole design
            choices = []
        declared = chain_of(*[one.places() for one in fallen], *[one.places() for one in found])
        falls_on = _once([place for place in declared if place[0].key() != author.key()])
        also_named = [(listing.span, "others are named here")] if listing is not None else []
        also_named += [*past, *_chosen(choices, placed)]
        related = [*also_named, (rule.span, "the rule"), *falls_on, *_stated(stated)]
        found_there = [one for each in fallen for one in each.objects] if silent else []
        related += _once([(place, "of this") for one in found_there[:_FIGURES] if (place := around(one)) is not None
                          and all(place.key() != other.key() for other, _ in [*related, (author, "")])])  # fmt: skip
        if rule.severity == "info":
            return errors.missed_far(author, rule.name, rule.text, detail, related, notes, help_, _times(rule))
        # What makes counts, or a load, too large may be why something is asked for at all.
        trails = (bool(silent) and bool(decided)) or (entry is not None and _asks_of_much(entry))
        return say(author, rule.name, rule.text, detail, related, notes, help_, severity)._replace(trails=trails)
    owner = instance.member if instance is not None else None
    related = [(owner.span(), "of this object")] if owner is not None and not _around(owner, rule.span) else []
    if any(line.startswith("`") for line in notes):  # counts lie between
        related += _stated(stated)
    related += _chosen(choices, placed)
    if rule.severity == "info":
        return errors.missed_far(rule.span, rule.name, rule.text, detail, related, notes, help_, _times(rule))
    if rule.rule is not None and not of_library(rule.span):
        help_ = [*turned(rule.rule.node, SaidUnits(words.units)), *help_]
    # What an author requires hangs on nearly all of a design, so whatever is asked about may be why it fails.
    return say(rule.span, rule.name, rule.text, detail, related, notes, help_, severity)._replace(trails=True)


def _enough(graph: Graph, count: CountValue, units: Units) -> str:
    """The number at which no bound of a given count fails that is not waived: "7 carts"; "" of one by label or with ranges."""
    waived = {entry.rule for entry in graph.waivers if not entry.labels}
    judging = [one for one in count.bounds if one.required is not None and f"{count.cell.path}.{one.entry.name}" not in waived]
    asked = [(one, number) for one in judging if one.required is not None for _, number in scalars(one.required)]
    numbers = [floor(number) + 1 if one.entry.op == ">" else ceiling(number) for one, number in asked if is_exact(number)]
    if not is_exact(count.value) or not numbers or any(isinstance(number, Range) for _, number in asked):
        return ""
    return show.scalar(max(numbers), show.unit_of_cell(count.cell, units))


def _amounts(known: Failing, cells: Sequence[Cell]) -> Iterator[str]:
    """Figures with what they are, of a rule that shows none: "`a.load` is 25 kg"."""
    for cell, name in zip(cells, _names(known.uses, cells)):
        value = known.solution.values.get(cell, NOT_STATED)
        if all(is_number(one) for _, one in scalars(value)):
            yield f"`{name}` is {show.text(value, show.unit_of_cell(cell, known.words.units))}"


def _chosen(choices: Sequence[tuple[str, Span]], placed: Sequence[Elsewhere]) -> list[tuple[Span, str]]:
    """The places of what an author chose, and of what places the objects whose carriers are read."""
    return [*[(place, "chosen here") for _, place in choices], *[(one.span, one.label()) for one in placed]]


def _stated(cells: Sequence[Cell]) -> list[tuple[Span, str]]:
    """The places of figures, each once: a line of a kind states one for several objects."""
    places = {cell.figure().key(): cell.figure() for cell in cells}
    return [(place, STATED) for place in places.values()]


def _once(places: Sequence[tuple[Span, str]]) -> list[tuple[Span, str]]:
    """Places, each once with what stands at it."""
    return list({(place.key(), label): (place, label) for place, label in places}.values())


def _times(rule: Verdict) -> str:
    """How many times a rule is missed: "800"."""
    times = rule.times or 0
    return f"{floor(times, 1 if times < 100 else 10 ** (len(str(int(times))) - 2)):,}"


def _decided(
    read: Sequence[Cell], solution: Solution, figures: Mapping[Cell, Value], units: Units, present: Container[Cell]
) -> Iterator[str]:
    """What decides the counts that are read, or that these are worked out from: "`f.carts` is 4 carts by `by_weight` in winter:
    190 kg / 50 kg/cart, that is 3.8 carts"; of a single one also what decides those that it stands on. Nothing of those that need
    only be `present`."""
    solved = {cell: count for cell, count in solution.counts.items() if not count.given}
    found = [cell for cell in nearest(read, lambda cell: cell in solved) if cell in solved and cell not in present]
    told: set[Cell] = set()
    for cell in found[:_FIGURES]:
        count = solved[cell]
        for _ in range(MOST if len(found) == 1 else 1):
            bounds = [bound for bound in at_any_label(count) if bound.most() is not None]
            if not bounds or count.cell in told:
                break
            told.add(count.cell)
            bound = max(bounds, key=lambda one: one.most() or 0)
            unit = show.unit_of_cell(count.cell, units)
            asked = strictly(bound, show.scalar(bound.most() or 0, unit))
            made = numbers(bound.entry.value, figures, units, bound.place)
            at = f" at {bound_at(bound)}" if bound.place else ""
            value = show.text(count.value, unit)
            worked = f": {made}" if made not in ("", asked) and len(made) <= _LONG else ""
            that = "" if asked == value else f", that is {asked}" if worked else f", which asks for {asked}"
            yield f"`{count.cell.path}` is {value} by `{bound.entry.name}`{at}{worked}{that}"
            below = standing_on(bound, count, solution)
            if below is None or below.given:
                break
            count = below


def _more(rule: str, commands: Commands, *, can_mend: bool) -> list[str]:
    """Which commands show more of a rule that fails."""
    mend = f"`{commands.line('ask', '--mend', rule)}` looks for a change of one figure that mends it"
    explain = f"`{commands.line('explain', rule)}` shows what it comes of"
    return [f"{mend}, and {explain}" if can_mend else explain]


def _hangs_on(paths: Sequence[str], rule: Verdict, most: int) -> list[str]:
    """What a rule hangs on that may be changed: "it hangs on `w.load` and `w.margin`: change that, or accept it ..."; or a rule
    of the author's, which may itself be what is wrong."""
    if not paths:
        return []
    more = ", and on more" if len(paths) > most else ""
    change = "change that" if of_library(rule.span) else "change that or the rule"
    return [f'it hangs on {enumerated(paths[:most], "and")}{more}: {change}, or accept it with `waive {rule.name} "why"`']


def _names(uses: Uses, cells: Sequence[Cell]) -> list[str]:
    """The first paths by which the design fills inputs."""
    return [next(iter(uses.of(cell)), cell.path) for cell in cells]


def _to_state(known: Failing, rule: Verdict) -> list[str]:
    """What to state where a rule asks whether something is, and how to leave it open on purpose."""
    if rule.rule is None:
        return []
    instance, solution = rule.rule.instance, known.solution
    asked = [node.operand for node in s.walk(rule.rule.node.condition) if isinstance(node, s.Given)]
    silent = known.stand_ins.to_name([path for operand in asked for path in _silent(operand, instance, solution)])
    names = list(dict.fromkeys(silent))[:_NAMED]
    asked_for = enumerated(names, "and" if _asks_for_all(rule.rule.node.condition) else "or") if names else ""
    ways = Needed(known.graph, solution).met(rule.rule) if len(names) > 1 else []
    if ways:
        names, asked_for = list(ways[0]) if len(ways) == 1 else names, in_words(ways)
    like = such_as(instance, names[0], solution, known.words.units) if len(names) == 1 else ""
    example = f", such as `{names[0]} = {like}`" if like else ""
    return [f'state {asked_for}{example}; or accept it with `waive {rule.name} "why"`'] if names else []


def _to_fill(rule: Verdict) -> list[str]:
    """What to state where a rule asks by way of `let`s whether something is, or whether a list has any items."""
    names = unfilled(rule.rule)[:_NAMED] if rule.rule is not None else []
    return [f'state {enumerated(names, "or")}; or accept it with `waive {rule.name} "why"`'] if names else []


def _asks_for_all(condition: s.Expr) -> bool:
    """Whether all that it asks for must be stated: `a is given and b is given`."""
    if isinstance(condition, s.Binary):
        return condition.op == "and" and _asks_for_all(condition.left) and _asks_for_all(condition.right)
    return isinstance(condition, s.Given)


def _silent(operand: s.Expr, instance: Instance, solution: Solution) -> list[str]:
    """The paths of what nobody stated of something that an object names: `weight`, `cart.load`."""
    names = chain(operand)
    if not names:
        return []
    made = instance.follow(names)
    if isinstance(made, Unstated):
        return [instance.path_of(".".join(names))]
    if not isinstance(made, Cell) or not anywhere(solution.values.get(made, NOT_STATED), NOT_STATED):
        return []
    found = [path for path in silent_inputs([made], solution.values, _NAMED) if not path.endswith(".placed_on")]
    # What has a formula may be stated in its place.
    return [*found, made.path] if made.form == "input" else found


def _asks_of_much(rule: RuleEntry) -> bool:
    """Whether a rule asks if something is stated, where something else is more than so much."""
    kind, node = rule.instance.kind, rule.node
    if lesser_first(rule.condition) is not None or node.when is None:
        return False
    parts = list(looked_at(node.condition, kind))
    picks = {id(part) for one in parts if isinstance(one, s.Comprehension) and one.when is not None for part in s.walk(one.when)}
    if not any(isinstance(part, s.Given) and id(part) not in picks for part in parts):  # what only picks items asks for nothing
        return False
    compared = [part for part in looked_at(node.when, kind) if isinstance(part, s.Compare) and part.op in _AMOUNTS]
    return any(not isinstance(part.right, s.Number) or part.right.value != 0 for part in compared)


_AMOUNTS = frozenset(["<", "<=", ">", ">="])


def _around(owner: Member, span: Span) -> bool:
    """Whether a place lies in the text of a member."""
    return owner.source is span.source and owner.node.start <= span.start and span.end <= owner.node.end


__all__ = ["Failing", "of_rule"]
