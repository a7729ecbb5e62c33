"""A snapshot that is kept comes back equal, whatever is in it; what is no snapshot is refused, and says where."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import PUBLISHED, SMALLER
from vdl.pipeline import compile
from vdl.report.columns import column
from vdl.report.named import document_with_bills
from vdl.semantics.units import Unit, divide
from vdl.snapshot.coded import UnitTable, decoded, encoded, shape, units_from
from vdl.snapshot.compared import Column
from vdl.snapshot.kept import KEPT, Approval, Kept, Unreadable, read, written
from vdl.snapshot.records import ShownValue
from vdl.text.source import Source
from vdl.values import FAULT, NOT_STATED, Part, Range, Varying
from vdl.world import Disk

TOP = Path(__file__).resolve().parents[2]


def kept(path: Path, **layers: Any) -> Kept:
    compilation = compile(Disk(), str(path), as_of="2026-06-01", documents=True, **layers)
    columns = []
    for solved in compilation.designs:
        made, wrong = column(compilation, solved.name, solved, solved.diagnostics, document_with_bills(compilation))
        assert not wrong
        columns.append(made)
    assert columns
    return Kept("0.1.0", "2026", Approval("J. Roe", "2026-06-02"), {"a.vdl": "0" * 64}, "", tuple(columns))


def back(text: str) -> Kept:
    found = read(Source("kept.json", text))
    assert isinstance(found, Kept), found
    return found


@pytest.mark.parametrize("path", SMALLER, ids=lambda path: path.parent.name)
def test_an_example_comes_back_equal(path: Path) -> None:
    one = kept(path)
    text = written(one)
    assert back(text) == one and written(back(text)) == text
    assert text == written(kept(path)), "the same design gives the same bytes"


def test_a_column_that_cant_be_solved_comes_back(path: Path = PUBLISHED[0]) -> None:
    one = Kept("0.1.0", "2026", None, {}, "paper", (Column("a", None, error="why", answers=(("x", "y"),)),))
    assert back(written(one)) == one


# ------------------------------------------------------------------------------ values of any sort
exact = st.builds(divide, st.integers(-(10**30), 10**30), st.sampled_from([1, 3, 10**9]))
names = st.sampled_from(["a", "fleet.pupils", "ü", "b/c"])
ranges = st.builds(
    lambda ends, tight, terms, moved, likely: Range(
        *sorted(ends), moved if moved is not None or terms is None else None, tight, terms, likely
    ) if moved is not None or terms is not None else 1,
    st.tuples(exact, exact), st.booleans(), st.none() | st.dictionaries(names, exact, max_size=2),
    st.none() | st.dictionaries(names, st.tuples(st.sampled_from([-1, 0, 1]), st.sampled_from([0, 1, 2])), max_size=2),
    st.none() | exact,
)  # fmt: skip
scalar = st.one_of(
    exact, ranges, st.booleans(), st.just(NOT_STATED), st.just(FAULT), st.sampled_from(["2027-01-01", "", "7"]),
    st.frozensets(names).map(Part),
)  # fmt: skip
varying = st.dictionaries(st.tuples(names, st.sampled_from(["y1", "y2"])), scalar, min_size=1, max_size=3).map(
    lambda cells: Varying(("phase", "year"), cells)
)
units = st.builds(
    Unit, st.sampled_from(["box", ""]), st.sampled_from(["boxes", "kg/box", "", "%"]),
    st.sampled_from([1, 1024, Fraction(1, 100)]), st.sampled_from([(), (("Box", 1),)]), st.sampled_from([(), (("USD", -1),)]),
)  # fmt: skip


@given(st.lists(st.builds(ShownValue, st.one_of(scalar, varying), units), max_size=4))
def test_values_come_back_equal(values: list[ShownValue]) -> None:
    table = UnitTable()
    made = json.loads(json.dumps([encoded(one, ShownValue, table) for one in values]))
    known = units_from(json.loads(json.dumps(table.as_object())))
    found = [decoded(one, ShownValue, known) for one in made]
    assert found == values
    for one, other in zip(found, values):
        assert type(one.value) is type(other.value)


# ------------------------------------------------------------------------------ what is refused
def test_the_schema_rises_with_the_records() -> None:
    found = hashlib.sha256(json.dumps(shape(Kept)).encode()).hexdigest()[:16]
    assert (KEPT, found) == (5, SHAPE), "a record in kept snapshots has other fields: raise KEPT, and write both here"


SHAPE = "116544a0facf67cc"


@cache
def text_of_one() -> str:
    return written(kept(PUBLISHED[2]))


def damaged(change: Any) -> Unreadable:
    made = json.loads(text_of_one())
    change(made)
    found = read(Source("kept.json", json.dumps(made)))
    assert isinstance(found, Unreadable)
    return found


def put(*path: Any) -> Any:
    *way, last, value = path

    def change(made: Any) -> None:
        for step in way:
            made = made[step]
        made[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (put("vdl", 3), "vdl: it is not a text"),
        (put("designs", 0, "found", "counts", 0, "value", "many %"), "designs[0].found.counts[0].value: it is no number"),
        (put("designs", 0, "found", "counts", 0, "value", "3/0 buses"), "designs[0].found.counts[0].value"),
        (put("designs", 0, "found", "counts", 0, "value", "3 wheels"), "there is no unit `wheels` in its table"),
        (put("designs", 0, "found", "counts", 0, "value", "9" * 5000), "it is no number"),
        (put("designs", 0, "found", "counts", 0, "given", 1), "designs[0].found.counts[0].given: it is not true or false"),
        (put("designs", 0, "found", "standing", "fine"), "designs[0].found.standing: it is none of"),
        (put("designs", 0, "found", {}), "designs[0].found: it has no `name`"),
        (put("designs", {}), "designs: it is not a list"),
        (put("units", []), "units: it is not an object"),
        (put("units", "%", "factor", "0"), "units.%.factor: it is 0"),
        (put("units", "%", "dimension", {"Array": "1"}), "units.%.dimension.Array: it is not a whole number"),
        (lambda made: made.pop("files"), "it has no `files`"),
    ],
)  # fmt: skip
def test_damaged_data_says_where(change: Any, reason: str) -> None:
    assert reason in damaged(change).reason


@pytest.mark.parametrize(("member", "number", "said"), [("snapshot", 2, "2.2"), ("schema", 3, "3.5"), ("snapshot", "x", "2.x")])
def test_another_schema(member: str, number: Any, said: str) -> None:
    assert damaged(put(member, number)).schema == said


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "3", '{"schema": 2, "diagnostics": []}', "[" * 100_000, '{"snapshot": NaN'])
def test_what_is_no_snapshot(text: str) -> None:
    found = read(Source("kept.json", text))
    assert isinstance(found, Unreadable) and not found.schema


def test_a_snapshot_that_is_cut_short_says_where() -> None:
    text = text_of_one()
    found = read(Source("kept.json", text[: len(text) // 2]))
    assert isinstance(found, Unreadable) and found.span is not None and "it is not JSON" in found.reason
