"""Aligned figures and column widths, as values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vdl.render.columns import PAGE, widths
from vdl.render.figures import FIGURE, JOINER, POINT, align


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
    made = widths(*table)
    assert all(share > 0 for share in made.shares)
    assert abs(sum(made.shares) - 100) < 0.1


def test_a_small_table_is_narrow_and_a_large_one_fills_the_page() -> None:
    assert widths(["A", "B"], [["x", "1"]], [False, True]).size == "narrow"
    wide = widths(["A", "B"], [["x" * PAGE, "word " * 30]], [False, False])
    assert wide.size == "full" and wide.wraps
