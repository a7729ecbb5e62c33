"""Words and figures in reports that those who check them by hand stumbled over: each says what it is."""

from __future__ import annotations

from tests.examples import EXAMPLES, report
from vdl.render.plain import plain
from vdl.report.model import Chart, Report, Table, every_block


def hospital() -> Report:
    return report(next(path for path in EXAMPLES if path.parent.name == "lakeside-hospital"), "lakeside")


def one_array() -> Report:
    return report(next(path for path in EXAMPLES if path.parent.name == "equallogic-xendesktop"), "one_array")


def table(of: Report, caption: str) -> Table:
    return next(one for one in every_block(of.sections) if isinstance(one, Table) and one.caption == caption)


def test_of_a_count_with_spares_one_fewer_says_that_none_is_left() -> None:
    counts = next(one for one in every_block(hospital().sections) if isinstance(one, Table) and one.columns[0].head == "Count")
    rows = {plain(row.cells[0]): [plain(cell) for cell in row.cells] for row in counts.rows}
    assert "95.83 %; spare hosts: 0 of 1" in rows["Hosts of the office desktops: hosts"]
    assert "119.8 %" in rows["Hosts of the office desktops: hosts for load"]


def test_support_counts_lines_as_the_bill_has_them() -> None:
    support = table(hospital(), "How support is counted")
    assert [plain(cell) for cell in support.rows[0].cells][1] == str(len(table(hospital(), "Hardware to buy").rows)) == "3"


def test_a_price_of_0_has_its_reason_at_the_bill() -> None:
    assert "Price of one of 0: " in plain(table(hospital(), "Cables to order").note)


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
