"""A design with each of its scenarios on top, solved once for all that its documents say of them."""

from __future__ import annotations

from vdl.compilation import Solved
from vdl.query.beside import beside, faults, scenarios_of
from vdl.report.page import Page
from vdl.report.titles import Titles
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import joined, phrase


def with_scenario(page: Page, name: str) -> tuple[Solved | None, list[Diagnostic]]:
    """The design with a scenario on top, and all that is wrong with it; None where it can't lie there."""
    if name not in page.with_scenario:
        solved = page.solved
        page.with_scenario[name] = beside(page.compilation, solved.name, (*solved.layers, name), solved.options)
    return page.with_scenario[name]


def not_on_top(page: Page) -> list[str]:
    """The names of the scenarios of a design that are not on top of it."""
    return [name for name in scenarios_of(page.solved.design) if name not in page.solved.layers]


def failing(page: Page) -> list[str]:
    """The scenarios with which a design does not hold, each with a rule that fails there and not as the design stands."""
    found: list[str] = []
    before = _failing_rules(page.solved)
    for name in not_on_top(page):
        there, said = with_scenario(page, name)
        title = page.titles.scenario(name)
        if there is None or faults(said):
            if page.solved.layers:
                continue  # it fills what another one fills, and is not meant to lie on it
            found.append(phrase("{scenario} (can't be computed)", scenario=title))
        elif there.standing == "fails":
            rules = [rule for rule in _failing_rules(there) if rule not in before]
            if rules:  # the first alone: how many more there are would tell of those that a document may leave out
                found.append(joined("", (title, " (", Titles(there).rule(rules[0]), ")")))
            elif page.solved.standing != "fails":
                found.append(title)
    return found


def _failing_rules(solved: Solved) -> list[str]:
    return [rule.name for rule in solved.judged.rules if rule.severity == "error" and rule.outcome in ("fails", "part")]


__all__ = ["failing", "not_on_top", "with_scenario"]
