"""Aligned figures and column widths, as values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vdl.render.column_widths import GAP, PAGE, SLACK, widths
from vdl.render.figures import FIGURE, JOINER, POINT, align
from vdl.render.inline import inline_html
from vdl.render.line_breaks import NO_BREAK
from vdl.render.measure import Extent, extent, words
from vdl.render.table_layout import grid
from vdl.report.model import Code, Column, Row, Table, Text, Value, Verdict


def test_fractions_of_different_length_end_in_one_place() -> None:
    aligned = align(["1.25", "24", "−6.5", "1,234.125", "—", ""])
    assert aligned.flush == "right"
    assert aligned.texts == (
        f"1.25{FIGURE}{JOINER}",
        f"24{POINT}{FIGURE * 3}{JOINER}",
        f"−6.5{FIGURE * 2}{JOINER}",
        "1,234.125",
        f"—{POINT}{FIGURE * 3}{JOINER}",
        "",
    )


def test_whole_numbers_and_words_are_left_alone() -> None:
    for column in (["1", "1,270"], ["none", "not stated"], []):
        assert align(column).texts == tuple(column)


def test_a_unit_that_all_share_stands_after_the_padding() -> None:
    assert align(["7 %", "7.5 %"]).texts == (f"7{POINT}{FIGURE} %", "7.5 %")


def test_units_that_differ_are_aligned_from_the_left() -> None:
    aligned = align(["14.2 min", "1,270 s", "8 kW"])
    assert aligned.flush == "left"
    assert aligned.texts == (f"{FIGURE * 2}{POINT}14.2 min", "1,270 s", f"{FIGURE * 3}{POINT}8 kW")


@given(st.lists(st.text("0123456789.,-−+ %kWé=", max_size=12), max_size=8))
def test_aligning_only_adds_blanks(texts: list[str]) -> None:
    blanks = str.maketrans("", "", FIGURE + POINT + JOINER)
    assert [text.translate(blanks) for text in align(texts).texts] == texts


@given(
    st.integers(1, 9).flatmap(
        lambda count: st.tuples(
            st.lists(st.text(max_size=20), min_size=count, max_size=count),
            st.lists(st.lists(st.text(max_size=80), min_size=count, max_size=count), max_size=5),
            st.lists(st.booleans(), min_size=count, max_size=count),
        )
    )
)
def test_shares_are_positive_and_add_up(table: tuple[list[str], list[list[str]], list[bool]]) -> None:
    heads, rows, rigid = table
    made = widths(*_measured(heads, rows), rigid)
    assert all(share > 0 for share in made.shares)
    assert abs(sum(made.shares) - 100) < 0.1


def test_a_small_table_is_narrow_and_a_large_one_fills_the_page() -> None:
    assert widths(*_measured(["A", "B"], [["x", "1"]]), [False, True]).size == "narrow"
    wide = widths(*_measured(["A", "B"], [["x" * 70, "word " * 30]]), [False, False])
    assert wide.size == "full" and wide.wraps


WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=14), max_size=12).map(" ".join)
TABLES = st.integers(1, 8).flatmap(
    lambda count: st.lists(st.lists(WORDS, min_size=count, max_size=count), min_size=1, max_size=6)
)


@given(TABLES)
def test_no_column_is_narrower_than_its_longest_word_when_the_page_allows(rows: list[list[str]]) -> None:
    heads, cells = _measured(["Head"] * len(rows[0]), rows)
    made = widths(heads, cells, [False] * len(heads))
    longest = [max(head.word, *(row[index].word for row in cells)) for index, head in enumerate(heads)]
    if sum(longest) + (GAP + SLACK) * len(longest) <= PAGE:
        assert all(room >= word for room, word in zip(made.room, longest, strict=True))


@given(TABLES, st.integers(0, 7))
def test_figures_keep_their_width_beside_long_texts(rows: list[list[str]], place: int) -> None:
    count = len(rows[0])
    place %= count
    for row in rows:
        row[place] = "12,345.25"
    heads, cells = _measured(["Head"] * count, rows)
    made = widths(heads, cells, [index == place for index in range(count)])
    if sum(max(row[index].word for row in cells) + GAP + SLACK + heads[0].word for index in range(count)) <= PAGE:
        assert made.room[place] >= cells[0][place].whole


def _measured(heads: list[str], rows: list[list[str]]) -> tuple[list[Extent], list[list[Extent]]]:
    return [words(head) for head in heads], [[extent((Text(cell),)) for cell in row] for row in rows]


BY_LABEL = "boot 25,200..32,400; login 9,000..11,700; steady 5,850..7,020"


def test_values_by_label_wrap_between_labels_only() -> None:
    spaced = BY_LABEL.replace(" ", NO_BREAK).replace(f";{NO_BREAK}", "; ")
    assert inline_html((Text(BY_LABEL),), frozenset()) == spaced
    assert inline_html((Value(BY_LABEL),), frozenset()) == spaced
    assert inline_html((Text("one thing; another"),), frozenset()) == "one thing; another"


def test_a_long_name_is_broken_after_its_points_before_its_letters() -> None:
    name = (Code("hosts.memory_left..end"),)
    assert inline_html(name, frozenset(), 40) == "<code>hosts.memory_left..end</code>"
    assert inline_html(name, frozenset(), 4) == "<code>hosts.<wbr>memory_<wbr>left..<wbr>end</code>"
    assert inline_html((Text("4.25 a<b.c<d"),), frozenset(), 1) == "4.25 a&lt;b.<wbr>c&lt;d"


def test_a_verdict_is_measured_in_one_piece() -> None:
    made = extent((Verdict("not evaluated", "neutral"),))
    assert made.word == made.whole > extent((Text("not evaluated"),)).whole


def test_a_column_of_values_by_label_takes_no_more_than_its_share() -> None:
    columns = (Column("Demand"), Column("Capacity", "GB", True), Column("Reads", "1/s", True), Column("Writes", "1/s", True))
    long = (Value(BY_LABEL),)
    rows = (Row(((Code("people.write_cache"),), (Value("2,045"),), long, long)),)
    made = grid(Table("", columns, rows), frozenset())
    assert made.wraps and not made.dense
    assert [kind for _, _, kind in made.heads] == ["", "n", "", ""]
    assert "<wbr>" not in "".join(cell.html for cell in made.groups[0].lines[0].cells)
