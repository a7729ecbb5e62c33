"""Tests and checklists by hand: what differs from the tested system, what is judged, and how much of a list is open."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile

FEW = Random(10)
PHASES = ("boot", "login", "steady")


class Limited(NamedTuple):
    """A measurement by phase and its limits, each a whole number or None; `least` for shares alone."""

    seen: dict[str, int] | None
    below: int | None
    most: int | None
    least: int | None

    def text(self, kind: str, unit: str) -> str:
        said = [f"{name} = {number} {unit}" for name, number in self.limits() if number is not None]
        if self.seen is not None:
            said.append(f"seen = {{ {', '.join(f'{p}: {n}' for p, n in self.seen.items())} }} {unit}")
        return f"{kind} {{ {', '.join(said)} }}"

    def limits(self) -> list[tuple[str, int | None]]:
        return [("below", self.below), ("at_most", self.most), ("at_least", self.least)]

    def outcomes(self, judged: bool) -> dict[str, str]:
        """What each rule should come to."""
        found = {}
        tries = {"stays_below": self.below, "stays_within": self.most, "reaches": self.least}
        for name, limit in tries.items():
            if not judged or limit is None:
                found[name] = "not-applicable"
            elif self.seen is None:
                found[name] = "not-evaluated"
            else:
                seen = self.seen.values()
                met = {"stays_below": max(seen) < limit, "stays_within": max(seen) <= limit, "reaches": min(seen) >= limit}
                found[name] = "holds" if met[name] else "fails"
        return found


def limited(least: bool) -> Limited:
    seen = {p: FEW.randrange(1, 100) for p in PHASES} if FEW.random() < 0.8 else None
    drawn = [FEW.randrange(1, 101) if FEW.random() < 0.6 else None for _ in range(3)]
    return Limited(seen, drawn[0], drawn[1], drawn[2] if least else None)


class Run(NamedTuple):
    name: str
    here: bool
    tested: list[tuple[int, int]]
    models: list[tuple[str, str]]
    time: Limited
    share: Limited

    def text(self) -> str:
        parts = [f"p{n}: tests.part {{ tested = {a} hosts, here = {b} hosts }}" for n, (a, b) in enumerate(self.tested)]
        parts += [f'm{n}: tests.sort {{ tested = "{a}", here = "{b}" }}' for n, (a, b) in enumerate(self.models)]
        inside = "\n    ".join([
            f'made_with = "{self.name if self.here else "elsewhere"}", limits_by = "us"', *parts,
            f"t: {self.time.text('tests.time', 'ms')}", f"s: {self.share.text('tests.share', '%')}",
        ])  # fmt: skip
        return f"design {self.name} {{\n  run: tests.test {{\n    {inside}\n  }}\n}}\n"

    def differing(self) -> int:
        return (not self.here) + sum(a != b for a, b in self.tested) + sum(a != b for a, b in self.models)


def run(number: int) -> Run:
    same = FEW.random() < 0.6
    tested = [(n, n if same or FEW.random() < 0.5 else n + 1) for n in FEW.sample(range(1, 40), FEW.randrange(1, 4))]
    models = [("A", "A" if same else FEW.choice("AB")) for _ in range(FEW.randrange(0, 3))]
    return Run(f"d{number}", FEW.random() < 0.8, tested, models, limited(False), limited(True))


def outcome(compilation: Compilation, design: str, rule: str) -> str:
    solved = next(one for one in compilation.designs if one.name == design)
    return next((v.outcome for v in solved.judged.rules if v.name == rule), "not-applicable")


def test_what_was_measured_is_judged_on_the_tested_system_alone() -> None:
    runs = [run(n) for n in range(120)]
    text = "edition 2026\nimport std.tests\n" + "".join(one.text() for one in runs)
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    come: set[tuple[str, str]] = set()
    for one in runs:
        differing = one.differing()
        assert exact(compilation, one.name, "run.differing") == differing, one
        assert outcome(compilation, one.name, "run.same_system") == ("fails" if differing else "holds"), one
        for name, measured in (("t", one.time), ("s", one.share)):
            for rule, wanted in measured.outcomes(differing == 0).items():
                assert outcome(compilation, one.name, f"run.{name}.{rule}") == wanted, (one, rule)
                come.add((rule, wanted))
    assert len(come) == 12, "each rule came to everything that it may come to"


def test_a_list_counts_what_is_not_settled() -> None:
    states = ("", "state = open", "state = done", "state = not_applicable", 'state = not_applicable, why_not = "no"')
    lists = {f"d{n}": [FEW.choice(states) for _ in range(FEW.randrange(1, 51))] for n in range(30)}
    lists["settled"] = [FEW.choice((states[2], states[4])) for _ in range(50)]
    text = "edition 2026\nimport std.practice.checklists\n"
    for name, drawn in lists.items():
        inside = "\n".join(f"s{n}: checklists.setting {{ {said} }}" for n, said in enumerate(drawn))
        text += f"design {name} {{ l: checklists.checklist {{\n{inside}\n}} }}\n"
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    for name, drawn in lists.items():
        settled = sum("done" in said or "why_not" in said for said in drawn)
        assert exact(compilation, name, "l.unsettled") == len(drawn) - settled
        assert outcome(compilation, name, "l.settled") == ("holds" if settled == len(drawn) else "fails")
        solved = next(one for one in compilation.designs if one.name == name)
        fails = [v for v in solved.judged.rules if v.outcome == "fails"]
        assert len(fails) == (settled < len(drawn)), "one open point, however long the list is"
