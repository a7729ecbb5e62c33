"""Every chart of the library's documents, over every example: that what it draws is what `vdl eval` says of the same expressions.

What a chart declares is read from its text, and the names of its loops are written as the paths of what they go over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest

from tests import examples
from tests.suite.case import TestWorld
from vdl import syntax as s
from vdl.graph.cells import Env, Instance
from vdl.pipeline import Compilation, Solved, compile
from vdl.query.evaluate import evaluate
from vdl.report import model as m
from vdl.report.build import Builder
from vdl.report.named import choose_document
from vdl.report.printing import plain, prose
from vdl.semantics.units import divide
from vdl.values import Value, high, is_number, low, scalars

DESIGNS = (
    ("compellent-view", "view_1000"), ("compellent-view", "levels_apart"), ("equallogic-xendesktop", "one_array"),
    ("equallogic-xendesktop", "two_arrays"), ("ilio-xenapp", "farm"), ("intellicache-xendesktop", "full_enclosure"),
    ("neosapphire-horizon", "power_500"), ("neosapphire-horizon", "two_nodes"), ("neosapphire-horizon", "by_rule"),
    ("", "branch"),
)  # fmt: skip

STORE = """edition 2026
import std.storage.hyperconverged
import std.delivery.clones
import std.software.vmware
node: server { model = "Node", memory = 768 GiB/host, cores = 48 cores/host, drive_bays = 8 drives/host }
ssd: drive_model { model = "SSD", capacity = 1.92 TB/drive, iops = 20_000 IOPS/drive }
design branch "Branch" {
  clerks: clones.linked {
    desktops = 300 desktops, desktop_memory = 8 GiB/desktop, desktop_vcpus = 2 vcpus/desktop
    image = 100 GB/image, delta_size = 100 GB/desktop, logs = 0 MB/desktop, internal_disk = 0 MB/desktop, datastores = 1 volume
    desktop_iops = { boot: 30, steady: 10 } IOPS/desktop, read_share = { boot: 90 %, steady: 20 % }
  }
  nodes: host_cluster {
    host = node, hypervisor = vmware.ESXi_6_7, vcpus_per_core = 8 vcpus/core, spares = 1 host
    store: hyperconverged.store {
      drive = ssd, drives_per_host = 4 drives/host, protection = hyperconverged.vsan_raid5, software = hyperconverged.vsan_6_6
      slack = hyperconverged.vsan_most_slack
    }
  }
  place clerks on nodes
  place clerks.delta, clerks.replica, clerks.swap on nodes.store
}
"""
"""What no example has: a store in the hosts."""


class Declared(NamedTuple):
    """A bar or a mark of a chart in one round: its form, its head, and its expression as `vdl eval` takes it; of one that is
    repeated over what has no path (a demand behind a stage), a list of which it is the item at a place."""

    form: str
    head: str
    expression: str
    place: int | None = None


class Made(NamedTuple):
    """A chart of a document: its text, its rounds, and what came of it."""

    item: s.Chart
    rounds: list[list[Declared]]
    blocks: list[m.Block]


class Recording(Builder):
    """Builds a document and keeps its charts beside their texts; what it would show of the design beside them it leaves out."""

    made: list[Made]

    def _show(self, item: s.Show, env: Env) -> list[m.Block]:
        return []

    def _chart(self, item: s.Chart, env: Env) -> list[m.Block]:
        blocks = super()._chart(item, env)
        rounds = [list(self._declared(item.columns, inner)) for inner in self.page.rounds(item.loops, item.when, env)]
        self.made.append(Made(item, rounds, blocks))
        return blocks

    def _declared(self, columns: Iterable[s.Drawn | s.DrawnFor], env: Env) -> Iterator[Declared]:
        for column in columns:
            if isinstance(column, s.DrawnFor):
                for at, inner in enumerate(self.page.rounds(column.loops, column.when, env)):
                    for one in self._declared(column.columns, inner):
                        if " after " in one.expression:
                            one = self._of_a_list(column, one, env, at)
                        yield one
            elif column.form:
                text = env.source.text[column.value.start : column.value.end]
                yield Declared(column.form, plain(prose(self.page, column.head, env)).strip(), _written(text, env))


    @staticmethod
    def _of_a_list(column: s.DrawnFor, one: Declared, env: Env, at: int) -> Declared:
        [loop], [each] = column.loops, [each for each in column.columns if isinstance(each, s.Drawn)]
        assert column.when is None
        texts = [env.source.text[node.start : node.end] for node in (each.value, loop.items)]
        item, items = (_written(text, env) for text in texts)
        return one._replace(expression=f"[{item} for {loop.name} in {items}]", place=at)


def _written(text: str, env: Env) -> str:
    """An expression with paths in the place of what loops call things."""
    for name, made in env.locals.items():
        if isinstance(made, Instance) and made.path:
            text = re.sub(rf"(?<![\w.]){re.escape(name)}(?=[.)])", made.path, text)
        elif isinstance(made, str):
            text = re.sub(rf"(?<= at ){re.escape(name)}\b", made, text)
    return text.replace("cabinets.cabinet_of_42.holds", "42 RU/rack")  # a name that the design does not know


@cache
def compiled(example: str) -> Compilation:
    if not example:
        return compile(TestWorld("std", {"a.vdl": STORE}), "a.vdl", as_of=examples.AS_OF, documents=True)
    return examples.compiled(next(path for path in examples.EXAMPLES if path.parent.name == example))


@cache
def charts(example: str, design: str) -> tuple[Made, ...]:
    compilation = compiled(example)
    [solved] = [one for one in compilation.designs if one.name == design]
    builder = Recording(compilation, solved, choose_document(compilation, ""))
    builder.made = []
    builder.report("A4")
    return tuple(builder.made)


def value_of(compilation: Compilation, solved: Solved, declared: Declared) -> Value:
    expression = declared.expression.replace("42 RU/rack * 1 rack", "42 RU")
    said, wrong = evaluate(compilation, solved, expression)
    if said is not None and declared.place is not None:
        assert said.items is not None
        said = said.items[declared.place]
    assert said is not None and said.value is not None, (expression, wrong)
    return said.value


def ends(value: Value) -> list[tuple[Fraction, Fraction] | None]:
    """The lower and the upper end of each number of a value, in the order of its labels; None of what is not stated."""
    return [(Fraction(low(one)), Fraction(high(one))) if is_number(one) else None for _, one in scalars(value)]


def drawn_ends(each: m.Drawn) -> tuple[Fraction, Fraction] | None:
    return (Fraction(each.least), Fraction(each.most)) if each.most else None


@pytest.mark.parametrize(("example", "design"), DESIGNS)
def test_ends_of_bars_and_marks_are_what_eval_says(example: str, design: str) -> None:
    compilation = compiled(example)
    [solved] = [one for one in compilation.designs if one.name == design]
    units = compilation.names.units
    compared = 0
    for item, rounds, blocks in charts(example, design):
        rows = [row for block in blocks if isinstance(block, m.Chart) for row in block.rows]
        for declared in rounds if rows else ():
            wanted = [ends(value_of(compilation, solved, one)) for one in declared]
            here = max(map(len, wanted), default=1)  # rows of this round, one for each label
            mine, rows = rows[:here], rows[here:]
            order = [one for form in ("bar", "mark") for one, each in zip(wanted, declared) if each.form == form]
            heads = [each.head for form in ("bar", "mark") for each in declared if each.form == form]
            for at, row in enumerate(mine):
                found = [drawn_ends(each) for each in (*row.bars, *row.marks)]
                assert [each.name for each in (*row.bars, *row.marks)] == heads
                unit = _unit(units, blocks)
                expected = [one[at if len(one) > 1 else 0] for one in order]
                assert found == [pair and tuple(divide(end, unit) for end in pair) for pair in expected], (item, row)
                compared += len(found)
        assert not rows
    assert compared > 0


def _unit(units: object, blocks: list[m.Block]) -> Fraction:
    """The factor of the unit of a chart."""
    [unit] = {block.unit for block in blocks if isinstance(block, m.Chart)}
    found = units.read(unit) if unit else None  # type: ignore[attr-defined]
    return Fraction(found.factor) if found is not None and not isinstance(found, str) else Fraction(1)


@pytest.mark.parametrize(("example", "design"), (*DESIGNS, ("lakeside-hospital", "lakeside")))
def test_what_stands_in_piles_is_what_eval_says(example: str, design: str) -> None:
    compilation = compiled(example)
    [solved] = [one for one in compilation.designs if one.name == design]
    for _, rounds, blocks in charts(example, design):
        for block in blocks:
            if not isinstance(block, m.Piles):
                continue
            number, size, silent, places = 0, Fraction(0), 0, list[Fraction]()
            for declared in rounds:
                by = {one.form: ends(value_of(compilation, solved, one)) for one in reversed(declared)}  # `bar kept` is no height
                times = max(pair[1] for pair in by["times"] if pair)
                known = [pair[1] for pair in by["bar"] if pair]
                number += int(times) if known else 0
                silent += 0 if known else int(times)
                size += times * max(known) if known else 0
                places += [pair[1] for pair in by.get("at", ()) if pair]
            laid = [(_alike(pile) * piece.number, Fraction(piece.size)) for pile in block.piles for piece in pile.pieces]
            assert sum(count for count, _ in laid) == number and sum(count * each for count, each in laid) == size
            assert sum(piece.number for piece in block.apart) == silent
            feet = [(at, piece) for at, pile in enumerate(block.piles) for piece in pile.pieces if not piece.anywhere]
            if block.placed:
                assert sorted(at * Fraction(block.room) + Fraction(piece.foot) for at, piece in feet) == sorted(places)
            assert block.placed == bool(places)


def _alike(pile: m.Pile) -> int:
    found = re.search(r"(\d+) to (\d+), each$", pile.label)
    return int(found[2]) - int(found[1]) + 1 if found else 1


def test_every_chart_of_the_library_was_compared_somewhere() -> None:
    """But those of what no example has: years, money, sites, racks that the design counts itself."""
    seen = {_title(made.item) for example, design in DESIGNS for made in charts(example, design) if made.blocks}
    files = compiled("equallogic-xendesktop").program.files
    library = [file.tree for name, file in files.items() if name.startswith("std:documents/")]
    known = {_title(one) for tree in library for one in s.walk(tree) if isinstance(one, s.Chart)}
    assert len(known) > 8
    assert known - seen <= {
        "What is spent in each year?", "How many hosts stand in each year?",
        "How many arrays stand in each year?", "What stands in which rack of {}?", "What stands in which rack elsewhere?",
    }  # fmt: skip


def _title(chart: s.Chart) -> str:
    parts = chart.title.parts if chart.title is not None else ()
    return "".join(part if isinstance(part, str) else "{}" for part in parts)
