"""Aligned figures and column widths, as values."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vdl.render import column_widths
from vdl.render.column_widths import APPENDIX, COLUMN, GAP, PAPER, SCREEN, SLACK, SPARE, STEPS, TALL, Sheet, widths
from vdl.render.figures import FIGURE, JOINER, POINT, align
from vdl.render.html import html
from vdl.render.inline import inline_html
from vdl.render.line_breaks import NO_BREAK, figures_kept, with_units
from vdl.render.measure import Extent, extent, words
from vdl.render.svg import broken
from vdl.render.table_layout import FIVES, HALF, KEYED_ROWS, LISTED, ORDERED, SHORT, Grid, grid
from vdl.report.model import Code, Column, Row, Table, Text, Value, Verdict
from vdl.text.phrases import counted, filled, joined, phrase

from .sample import SAMPLE

PAGE = SCREEN.full


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


def test_ranges_end_under_each_other() -> None:
    aligned = align(["1,310–1,474", "8.82–10.1", "122", "–"])
    assert aligned.flush == "right"
    end = f"{POINT}{FIGURE}{JOINER}"
    assert aligned.texts == (f"1,310–1,474{end}", "8.82–10.1", f"122{end}", f"–{end}")
    assert align(["7–8 kg", "9 m"]).flush == "left"


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


def test_a_small_table_takes_half_a_page_and_a_large_one_fills_the_page() -> None:
    assert widths(*_measured(["A", "B"], [["x", "1"]]), [False, True]).size == "half"
    wide = widths(*_measured(["A", "B"], [["x" * 70, "word " * 30]]), [False, False])
    assert wide.size == "full" and wide.wraps


def block(width: float) -> Extent:
    """A cell in one piece."""
    return Extent(width, width, width)


def prose(width: float) -> Extent:
    """A cell of words of two ems each."""
    return Extent(width, 2.0, 2.0)


@pytest.mark.parametrize(("name", "share"), STEPS)
def test_a_table_takes_the_least_width_that_holds_it(name: str, share: float) -> None:
    room = PAGE * share
    fitting = widths([block(0)], [[block(room - SLACK)]], [False])
    assert (fitting.size, fitting.wraps) == (name, False)
    assert widths([block(0)], [[block(room - SLACK - 0.01)]], [False]).size == name
    wider = widths([block(0)], [[block(room - SLACK + 0.01)]], [False])
    assert wider.size != name or wider.dense


def test_a_table_with_tall_rows_is_set_in_the_smaller_size() -> None:
    heads = [block(2)] * 2
    lines = {ems: widths(heads, [[block(1), prose(ems)]], [False, False]) for ems in range(40, 500)}
    assert {max(made.lines) for made in lines.values() if not made.dense} == set(range(1, TALL + 1))
    tall = [ems for ems, made in lines.items() if made.dense]
    assert tall == list(range(tall[0], 500))
    assert max(lines[tall[0] - 1].lines) == TALL


def test_a_word_that_no_page_holds_makes_the_table_dense() -> None:
    assert widths([block(2)], [[block(PAGE + 5)]], [False]).dense
    two = widths([block(2)] * 2, [[block(PAGE / 2), block(PAGE / 2)]], [False, False])
    assert two.dense and max(two.lines) <= TALL


def test_short_cells_stay_whole_while_long_ones_can_spare_it() -> None:
    """Five short columns leave a little more, or less, than the part of what it could use that a long one is to have."""
    short, count = prose(7.5), 5
    left = PAGE - count * (7.5 + SLACK + GAP) + GAP
    for most, kept in ((left / SPARE - 1, True), (left / SPARE + 1, False)):
        cells = [[short] * count + [prose(most - SLACK - GAP)]]
        made = widths([block(1)] * (count + 1), cells, [False] * (count + 1))
        assert (made.lines[0] > 1, made.dense) == (True, False)
        assert all(room >= short.whole for room in made.room[:count]) == kept
        assert all(room >= short.word for room in made.room)


def test_figures_that_something_follows_are_aligned_from_the_left() -> None:
    assert align(["7", "12.5"], [False, False]).flush == "right"
    assert align(["7", "12.5"], [False, True]) == align(["7", "12.5"], [True, True])
    assert align(["7", "12.5"], [True, True]).texts == (f"{FIGURE}7", "12.5")
    assert align(["7", "12.5"], [True, True]).flush == "left"


def listed(count: int, text: str = "x", group: str = "") -> Grid:
    rows = tuple(Row(((Text(text),), (Value(str(number)),)), group=group) for number in range(count))
    return grid(Table("", (Column("Name"), Column("Number", "", True)), rows), frozenset())


def test_long_lists_are_set_in_fives() -> None:
    def fives(made: Grid) -> list[int]:
        return [at for at, line in enumerate(line for group in made.groups for line in group.lines) if line.kind == "five"]

    assert fives(listed(FIVES)) == []
    assert fives(listed(FIVES + 1)) == [5, 10]
    assert fives(listed(FIVES + 1, "word " * 40)) == []
    assert fives(listed(FIVES + 1, group="a")) == []


def test_a_short_table_is_kept_on_one_page() -> None:
    assert listed(SHORT).short and not listed(SHORT + 1).short
    assert not listed(SHORT - 1, "word " * 40).short


def test_a_total_is_measured_in_bold_and_stands_alone() -> None:
    row = Row(((Text("x" * 20),), (Value("1"),)))
    made = grid(Table("", (Column("Name"), Column("Number", "", True)), (row, row), row), frozenset())
    assert len(made.totals) == 1 and [len(group.lines) for group in made.groups] == [2]
    assert made.shares[0] > grid(Table("", (Column("Name"), Column("Number", "", True)), (row, row)), frozenset()).shares[0]


def test_what_a_group_comes_to_stands_below_it_and_what_is_left_out_below_the_total() -> None:
    def row(name: str, number: str, group: str = "") -> Row:
        return Row(((Text(name),), (Value(number),)), group=group)

    columns = (Column("Name"), Column("Number", "", True))
    rows = row("a", "1", "one"), row("b", "2", "one"), row("c", "30", "two")
    below = row("Together", "3", "one"), row("Together", "30", "two")
    made = grid(Table("", columns, rows, row("Total", "33"), subtotals=below, left_out=row("Silent", "0")), frozenset())
    assert [(group.name, len(group.lines)) for group in made.groups] == [("one", 2), ("two", 1)]
    assert [group.total.cells[1].html.strip() for group in made.groups if group.total] == ["3", "30"]
    assert [line.cells[0].html for line in made.totals] == ["Total", "Silent"]


WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=14), max_size=12).map(" ".join)
TABLES = st.integers(1, 8).flatmap(
    lambda count: st.lists(st.lists(WORDS, min_size=count, max_size=count), min_size=1, max_size=6)
)


@given(TABLES)
def test_no_column_is_narrower_than_its_longest_word_when_the_page_allows(rows: list[list[str]]) -> None:
    heads, cells = _measured(["Head"] * len(rows[0]), rows)
    made = widths(heads, cells, [False] * len(heads))
    longest = [max(head.word, *(row[index].word for row in cells)) for index, head in enumerate(heads)]
    assume(sum(longest) + (GAP + SLACK) * len(longest) <= PAGE)
    assert all(room >= word for room, word in zip(made.room, longest, strict=True))


@given(TABLES, st.integers(0, 7))
def test_figures_keep_their_width_beside_long_texts(rows: list[list[str]], place: int) -> None:
    count = len(rows[0])
    place %= count
    for row in rows:
        row[place] = "12,345.25"
    heads, cells = _measured(["Head"] * count, rows)
    made = widths(heads, cells, [index == place for index in range(count)])
    assume(sum(max(row[index].word for row in cells) + GAP + SLACK + heads[0].word for index in range(count)) <= PAGE)
    assert made.room[place] >= cells[0][place].whole


def _measured(heads: list[str], rows: list[list[str]]) -> tuple[list[Extent], list[list[Extent]]]:
    return [words(head) for head in heads], [[extent((Text(cell),)) for cell in row] for row in rows]


def test_room_goes_where_rows_take_fewer_lines_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A column of short words beside one of long texts, both of which wrap: no row is taller than it must be."""
    heads = [block(3)] * 3
    cells = [[prose(12), prose(12), prose(60)]] * 4 + [[prose(60), prose(12), prose(12)]]
    made = widths(heads, cells, [False] * 3)
    lines = sum(made.lines)
    monkeypatch.setattr(column_widths, "MOVES", ())
    assert lines < sum(widths(heads, cells, [False] * 3).lines) and sum(made.room) <= PAGE


def test_room_that_rows_do_not_need_goes_to_long_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A head over figures has what a column of words can spare: fewer lines for it, and none more for any row."""
    rows = [["H1", "A blade chassis, model not stated, " * 5, "8", "0"], ["H2", "Array", "1", "2"]]
    heads, cells = _measured(["Line", "Product", "Quantity", "Rack units RU of all"], rows)
    made = widths(heads, cells, [False, False, True, True], PAPER)
    monkeypatch.setattr(column_widths, "MOVES", ())
    plain = widths(heads, cells, [False, False, True, True], PAPER)
    assert round(made.room[3], 1) > heads[3].whole > plain.room[3] and made.lines == plain.lines


def explained(count: int, meaning: str, value: str = "") -> Table:
    columns, cell = (Column("Name"), Column("Value"), Column("Meaning")), Text(value) if value else Value("4 kg")
    return Table("T", columns, tuple([Row(((Text(f"thing {at}"),), (cell,), (Text(meaning),))) for at in range(count)]))


def test_prose_in_appendices_and_long_lists_is_set_as_entries_on_paper() -> None:
    long = "What it is for, in more words than stand in a narrow column beside the others. " * 2
    for sheet, most in ((APPENDIX, 2), (PAPER, LISTED), (SCREEN, 999)):
        found = [grid(explained(count, long, "some of it"), sheet=sheet).entries for count in (most - 1, 9)]
        assert found == [False, most <= 9]
    assert grid(explained(9, long), sheet=APPENDIX).entries and not grid(explained(9, long), sheet=PAPER).entries, "figures"
    assert not grid(explained(9, "yes"), sheet=APPENDIX).entries
    assert not grid(explained(1, long), sheet=APPENDIX).entries


def test_entries_of_many_rows_have_letters_for_long_heads() -> None:
    long = "What it is for, in more words than stand in a narrow column beside the others. " * 2
    heads = tuple([Column(head) for head in ("What", "As the design stands", "With more memory for each")])
    few, many = [replace(explained(count, long), columns=heads) for count in (KEYED_ROWS - 1, KEYED_ROWS)]
    laid = [grid(table, sheet=APPENDIX) for table in (few, many, explained(KEYED_ROWS, long))]
    assert all(one.entries for one in laid)
    assert [one.keys for one in laid] == [(), ("", "a", "b"), ()]


def test_a_table_that_is_too_wide_for_a_column_is_set_as_entries_without_what_is_not_stated() -> None:
    columns = Column("Name"), *[Column(f"Measured at {at}", "kg", True) for at in range(9)]
    cells = (Text("a thing"),), *[(Value("1,250"),)] * 8, (Text("–"),)
    made = grid(Table("", columns, (Row(cells),)), sheet=COLUMN)
    assert made.entries and not made.cramped and [cell.at for cell in made.groups[0].lines[0].cells] == list(range(9))
    together = grid(Table("", columns, (Row(cells),), total=Row(cells)), sheet=COLUMN)
    assert together.cramped and not together.entries
    assert not grid(Table("", columns[:3], (Row(cells[:3]),)), sheet=COLUMN).entries


def test_a_table_with_a_total_has_room_in_a_column_where_few_of_its_rows_are_tall() -> None:
    columns = Column("Name"), Column("What"), *[Column(f"At {at}", "", True) for at in range(4)]
    plain = Row(((Text("a thing"),), (), *[(Value("1,250"),)] * 4))
    told = (Text("How it was made, in this order of all of them. " * 3),)
    tall = replace(plain, cells=(*plain.cells[:1], told, *plain.cells[2:]))

    def cramped(*rows: Row) -> bool:
        made = grid(Table("", columns, rows, total=plain), sheet=COLUMN)
        assert not made.entries
        return made.cramped

    assert not cramped(*[plain] * 7, tall) and cramped(tall, tall, tall)


def test_what_wraps_has_shares_of_its_own_on_wide_screens() -> None:
    columns = (Column("Part"), Column("Product"), *[Column(f"At {at}", "", True) for at in range(8)])
    long, short = ((Row(((Text("VM-HV-C1Y"),), (Text(product),), *[(Value("1,480"),)] * 8)),)
                   for product in ("VMware Hypervisor, a core and a year of it", "Box"))  # fmt: skip
    wide, narrow = grid(Table("", columns, long)), grid(Table("", columns, short))
    assert wide.wider[1] > wide.shares[1] and sum(wide.wider) == pytest.approx(100, abs=0.1)
    assert narrow.wider == () and grid(Table("", columns, long), sheet=PAPER).wider == ()


def test_cells_stand_under_each_other_only_on_screens_that_have_no_room_for_them() -> None:
    def kinds(count: int) -> tuple[bool, bool]:
        columns = tuple([Column(f"At {at}", "", True) for at in range(count)])
        made = grid(Table("", (Column("Name"), *columns), (Row(((Text("a thing"),), *[(Value("1,234,567"),)] * count)),)))
        return made.roomy, made.stacked

    found = [kinds(count) for count in range(2, 20)]
    assert list(dict.fromkeys(found)) == [(False, False), (True, False), (False, True)]
    page = html(SAMPLE)
    assert "(max-width: 83.99rem) {" in page and ".data.roomy thead {" in page


def test_many_names_with_what_is_behind_each_are_one_paragraph_in_a_column() -> None:
    def files(count: int, sheet: Sheet) -> Grid:
        rows = tuple([Row(((Code(f"a{at}.vdl"),), (Code("0123456789abcdef"),))) for at in range(count)])
        return grid(Table("", (Column("File"), Column("Digest")), rows), sheet=sheet)

    assert files(HALF + 1, COLUMN).run_on and files(HALF + 1, COLUMN).entries
    assert not files(HALF, COLUMN).run_on and not files(HALF + 1, APPENDIX).run_on


def test_such_names_stand_under_the_name_of_their_folder_once() -> None:
    cells = [((Code(f"a{at}.vdl"),), (Code("0123456789abcdef"),)) for at in range(HALF + 1)]
    rows = tuple([Row(each, group="far/away/" if at else "") for at, each in enumerate(cells)])
    made = grid(Table("", (Column("File"), Column("Digest")), rows), sheet=COLUMN)
    assert made.run_on and [(group.name, len(group.lines)) for group in made.groups] == [("", 1), ("far/away/", HALF)]


def test_a_short_bill_stays_in_one_piece() -> None:
    def bill(count: int, is_bill: bool = True) -> Grid:
        rows = tuple([Row(((Text(f"H{at}"),), (Text("A thing"),))) for at in range(count)])
        return grid(Table("", (Column("Line"), Column("Product")), rows, bill=is_bill), sheet=PAPER)

    assert bill(ORDERED).short and not bill(ORDERED + 1).short and not bill(ORDERED, is_bill=False).short


def test_a_bill_stays_a_table_in_chapters() -> None:
    long = "What it is for, in more words than stand in a narrow column beside the others. " * 2
    assert not grid(replace(explained(9, long), bill=True), sheet=PAPER).entries


def test_a_long_table_of_half_a_page_is_broken_into_two_columns() -> None:
    assert (listed(HALF).half, listed(HALF).twofold) == (True, False)
    assert (listed(HALF + 1).half, listed(HALF + 1).twofold) == (False, True)


BY_LABEL = "boot 25,200..32,400; login 9,000..11,700; steady 5,850..7,020"


def test_values_by_label_wrap_between_labels_only() -> None:
    spaced = BY_LABEL.replace(" ", NO_BREAK).replace(f";{NO_BREAK}", "; ")
    assert inline_html((Text(BY_LABEL),), frozenset()) == spaced
    assert inline_html((Value(BY_LABEL),), frozenset()) == spaced
    assert inline_html((Text("one thing; another"),), frozenset()) == "one thing; another"
    assert inline_html((Text("for 3 × Boxes"),), frozenset()) == f"for 3{NO_BREAK}×{NO_BREAK}Boxes"
    assert figures_kept("Setting up: FY31: 50,450 EUR; at work 1 × A") == (
        f"Setting up: FY31:{NO_BREAK}50,450 EUR; at work 1{NO_BREAK}×{NO_BREAK}A")  # fmt: skip


def test_a_number_stands_on_one_line_with_its_unit() -> None:
    boxes = filled("box", {}, "boxes", 5, "unit")
    said = phrase("holds: {found}, no more than 9 words", found=joined(" ", (counted(5), boxes)))
    assert with_units(said) == f"holds: 5{NO_BREAK}boxes, no more than 9 words"
    assert with_units("5 boxes") == "5 boxes" and with_units(joined("", (counted(5), " ", "a"))) == f"5{NO_BREAK}a"
    assert broken(f"Crate, 5{NO_BREAK}RU", 50) == ["Crate,", f"5{NO_BREAK}RU"]
    assert broken(f"5{NO_BREAK}thousands", 40)[0] == "5", "but where there is no room for both"


def test_names_in_code_are_broken_between_them() -> None:
    assert inline_html((Code("[card_1, card_2]"),)) == '<code class="words">[card_1, card_2]</code>'
    assert inline_html((Code("[card_1, card_2]"),), room=12) == '<code class="words">[card_1, card_2]</code>'
    assert inline_html((Code("a = " + "b" * 40),)) == f"<code>a = {'b' * 40}</code>"


def test_a_long_name_is_broken_after_its_points_before_its_letters() -> None:
    name = (Code("hosts.memory_left_over..end"),)
    assert inline_html(name, frozenset(), 40) == "<code>hosts.memory_left_over..end</code>"
    assert inline_html(name, frozenset(), 4) == "<code>hosts.<wbr>memory_<wbr>left_<wbr>over..<wbr>end</code>"
    assert inline_html((Code("hosts.memory_left..end"),), frozenset(), 40) == '<code class="kept">hosts.memory_left..end</code>'
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
    assert [head.kind for head in made.heads] == ["", "n", "", ""]
    assert "<wbr>" not in "".join(cell.html for cell in made.groups[0].lines[0].cells)


def test_what_heads_side_by_side_share_stands_above_them_once() -> None:
    def column(over: str, label: str, unit: str) -> Column:
        return Column(f"{over}, {label}", unit, True, over=over)

    costs = (column("Cost", "y1", "EUR"), column("Cost", "y2", "EUR"))
    columns = (Column("Cart"), column("Boxes", "y1", "boxes"), *costs, Column("Weight, y1", "kg", True, over="Weight"))
    made = grid(Table("", columns, (Row(((Text("a"),), *[(Value("1"),)] * 4)),)))
    assert [(one.name, one.unit, one.columns) for one in made.over] == [("", "", 1), ("", "", 1), ("Cost", "EUR", 2), ("", "", 1)]
    assert [(head.name, head.unit) for head in made.heads] == [
        ("Cart", ""), ("Boxes, y1", "boxes"), ("y1", ""), ("y2", ""), ("Weight, y1", "kg")]  # fmt: skip
    assert made.heads[2].whole == "Cost, y1 (EUR)"
    assert grid(Table("", columns[:2], ())).over == ()


def test_of_how_many_lines_a_sum_is_does_not_move_its_column() -> None:
    for stated in ("2 of 9", "30 of 60"):
        assert align(["–", "3,003", "at least 97,975", stated]).flush == "right"
