"""The author's line of what a design is called by: an input, a count, a rule, a choice, a published figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vdl.compilation import Solved
from vdl.graph.blame import around, of_library
from vdl.graph.cells import Cell, Instance
from vdl.graph.filled import by_default, filled
from vdl.text.source import Span


def lines(solved: Solved) -> Callable[[str], Span]:
    """Where the author wrote what has a name, or what holds it; that of the design itself where there is no such thing."""
    found: dict[str, Span] = {}
    for name, span in _named(solved):
        if name not in found and not of_library(span):
            found[name] = span
    design = (solved.design.design() or solved.design).span()

    def line(name: str) -> Span:
        """Of a name that is not there, of the nearest thing around it: "fleet" for "fleet.buses"."""
        parts = name.partition(" ")[0].split(".")
        held = (".".join(parts[:depth]) for depth in range(len(parts), 0, -1))
        return found.get(name) or next((found[one] for one in held if one in found), design)

    return line


def _named(solved: Solved) -> Iterator[tuple[str, Span]]:
    for chosen in solved.choices:
        yield chosen.name, chosen.span
    for one in solved.expectations:
        yield ".".join(filter(None, [one.entry.scenario, one.entry.name])), one.entry.span()
    for waiver in solved.graph.waivers:
        yield ("open " if waiver.node.silence else "") + waiver.rule, Span(waiver.source, waiver.node.start, waiver.node.end)
    for placed in solved.graph.placements:
        yield f"{placed.demand.path} placed on", Span(placed.source, placed.node.start, placed.node.end)
    for instance in solved.graph.instances:
        yield from _of_object(instance)
    for rule in solved.judged.rules:
        yield rule.name, rule.span
        holder = rule.rule.instance if rule.rule is not None else rule.of.cell.instance if rule.of is not None else None
        if (span := around(holder)) is not None:
            yield rule.name, span
    for point in solved.open_points:
        yield point.name or point.text, point.span


def _of_object(instance: Instance) -> Iterator[tuple[str, Span]]:
    for names, assignment, _ in filled(instance):
        yield instance.path_of(".".join(names)), Span(assignment.env.source, assignment.expr.start, assignment.expr.end)
    for name, span, _ in by_default(instance):
        yield instance.path_of(name), span
    own = around(instance)
    for made in instance.slots.values():
        if isinstance(made, Cell) and made.instance is instance:
            yield made.path, made.span()
            if own is not None:
                yield made.path, own
    if own is not None and instance.path:
        yield instance.path, own


__all__ = ["lines"]
