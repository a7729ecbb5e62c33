"""Words and figures in reports that those who check them by hand stumbled over: each says what it is."""

from __future__ import annotations

from tests.examples import EXAMPLES, report
from vdl.render.plain import plain
from vdl.report.model import Chart, Cite, Facts, Report, Table, every_block


def hospital() -> Report:
    return report(next(path for path in EXAMPLES if path.parent.name == "lakeside-hospital"), "lakeside")


def one_array() -> Report:
    return report(next(path for path in EXAMPLES if path.parent.name == "equallogic-xendesktop"), "one_array")


def table(of: Report, caption: str) -> Table:
    return next(one for one in every_block(of.sections) if isinstance(one, Table) and one.caption == caption)


def test_of_a_count_with_spares_one_fewer_says_that_none_is_left() -> None:
    counts = next(one for one in every_block(hospital().sections) if isinstance(one, Table) and one.columns[0].head == "Count")
    rows = {plain(row.cells[0]): [plain(cell) for cell in row.cells] for row in counts.rows}
    assert "95.8 %; spare hosts: 0 of 1" in rows["Hosts of the office desktops: hosts"]
    assert "120 %" in rows["Hosts of the office desktops: hosts for load"]


def test_support_counts_lines_as_the_bill_has_them() -> None:
    support = table(hospital(), "How support is counted")
    assert [plain(cell) for cell in support.rows[0].cells][1] == str(len(table(hospital(), "Hardware to buy").rows)) == "3"


def test_a_price_of_0_has_its_reason_at_the_bill() -> None:
    assert "Price of one, where it is 0: " in plain(table(hospital(), "Cables to order").note)


def test_limits_of_one_share_stand_in_one_bar() -> None:
    near = next(one for one in every_block(hospital().sections) if isinstance(one, Chart))
    labels = [row.label for row in near.rows if "7,980 W" in row.label]
    assert len(labels) == 1 and labels[0].startswith("Server room: racks, by power, at FY31 (")


def test_what_decides_is_longest_among_the_limits_of_a_number() -> None:
    decides = [one for one in every_block(hospital().sections) if isinstance(one, Chart) and one.title.startswith("Which limit")]
    racks = [row.label for one in decides for row in one.rows if row.group.startswith("Server room: racks")]
    bars = [row.bars[0].text for one in decides for row in one.rows if row.group.startswith("Server room: racks")]
    assert (racks[:2], bars[:2]) == (["by power", "by height"], ["0.8867 racks", "0.4444 racks"])


def test_ports_in_modules_that_nobody_buys_are_not_there() -> None:
    charts = [one for one in every_block(one_array().sections) if isinstance(one, Chart)]
    ports = next(one for one in charts if one.title.startswith("How many ports"))
    labels = [row.label for row in ports.rows]
    assert "Blade enclosure, Management modules, uplinks" not in labels and "Blade enclosure, VDI modules, uplinks" in labels


def test_what_decides_another_object_s_number_is_told_there() -> None:
    counts = next(one for one in every_block(one_array().sections) if isinstance(one, Table) and one.columns[0].head == "Count")
    rows = {plain(row.cells[0]): plain(row.cells[2]) for row in counts.rows}
    assert rows["VDI switches: switches"] == "by ports and by redundancy"


def test_the_headline_says_what_of_the_exceptions_exceeds_a_limit_and_has_no_owner() -> None:
    assert one_array().cover.verdict.word == "Holds, with 41 accepted exceptions: 3 exceed limits, none has an owner"
    assert hospital().cover.verdict.word == "Holds, with 2 accepted exceptions"


def test_page_one_says_by_when_to_order() -> None:
    facts = {label: plain(words) for one in hospital().cover.blocks if isinstance(one, Facts) for label, words in one.items}
    assert facts["Order by"].startswith("2026-12-31, what is bought and rented for FY27 (654,900 EUR): until then the prices")


def test_limits_say_what_is_left_in_their_unit() -> None:
    near = next(one for one in every_block(hospital().sections) if isinstance(one, Chart))
    assert any(row.label.endswith("; 14,570 EUR to spare)") for row in near.rows)


def test_an_answer_below_what_is_planned_is_explained() -> None:
    asked = next(one for one in every_block(hospital().sections) if isinstance(one, Table) and one.columns[0].head == "Question")
    assert plain(asked.note).startswith("Where what is planned goes beyond an answer")


def test_the_tables_of_the_bill_come_to_the_total_of_the_costs() -> None:
    whole, costs = table(hospital(), "What all lines of this bill come to"), table(hospital(), "All of it, over five years")
    assert whole.total is not None and costs.total is not None
    assert [plain(row.cells[-1]) for row in whole.rows] == [plain(row.cells[-2]) for row in costs.rows]
    assert "1,887,856" in plain(whole.total.cells[-1])


def test_what_is_ordered_stands_before_what_it_takes() -> None:
    bill = next(one for one in hospital().sections if one.title == "Bill of materials")
    captions = [one.caption for one in every_block([bill]) if isinstance(one, Table)]
    ordered = ["Hardware to buy", "Software", "Cables to order", "Paid in the years, beside licences"]
    assert max(captions.index(one) for one in ordered) < captions.index("Room in the racks")


def test_prices_have_the_offers_that_they_are_of() -> None:
    note = table(hospital(), "Software").note
    lines = [one.where for one in note if isinstance(one, Cite)]
    assert plain(note) == "Price of one: " and lines == [f"line {number}" for number in range(1, 6)]
