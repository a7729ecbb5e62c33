"""What a report says of money and years: that of the example that has both."""

from __future__ import annotations

from tests.examples import EXAMPLES, report
from vdl.render.formats.markdown import markdown
from vdl.render.one_page import on_one_page
from vdl.render.typeset import signs
from vdl.report import model as m
from vdl.report.model import every_block
from vdl.report.printing import plain
from vdl.text.phrases import in_words

HOSPITAL = next(path for path in EXAMPLES if path.parent.name == "lakeside-hospital")


def told() -> str:
    return signs(markdown(report(HOSPITAL, "lakeside")))


def tables(caption: str) -> list[m.Table]:
    blocks = every_block(report(HOSPITAL, "lakeside").sections)
    return [one for one in blocks if isinstance(one, m.Table) and in_words(one.caption) == caption]


def test_the_first_page_has_all_that_is_paid_and_not_only_what_is_bought() -> None:
    paid = "542,720 EUR for what is bought, 1,345,136 EUR for what is paid in the years from FY27 to FY31"
    assert f"**Cost**: 1,887,856 EUR in all: {paid}" in told()


def test_the_first_page_has_what_was_chosen_and_what_is_ordered_first() -> None:
    assert "**Chosen**: Array: F30 (1,887,856 EUR) and not F14 (1,911,265 EUR), by All of it, over five years: total." in told()
    assert "**Order by**: 2026-12-31, what is bought and rented for FY27 (654,900 EUR): until then the prices hold" in told()


def test_what_hardware_takes_in_many_years_stands_in_tables_of_their_own() -> None:
    for caption in ("Room in the racks", "Power drawn", "Heat given off", "Weight carried"):
        [one] = tables(caption)
        assert len(one.columns) == 6
    assert not tables("What it takes")


def test_what_is_paid_in_each_year_is_not_free() -> None:
    [software] = tables("Software")
    assert "Paid" in [in_words(column.head) for column in software.columns]
    assert "Licences that are paid each year cost what is paid for them in that year." in told()
    [costs] = tables("What software costs")
    rows = {plain(row.cells[1]): [plain(cell) for cell in row.cells[-5:]] for row in costs.rows}
    assert rows["VMware Hypervisor, a core and year"] == ["64,800", "64,800", "64,800", "71,280", "77,760"]


def test_the_tables_of_the_bill_come_to_what_is_spent() -> None:
    captions = ("Hardware to buy", "What software costs", "Paid in the years, beside licences")
    totals = [plain(table.total.cells[-5]) for caption in captions for table in tables(caption) if table.total is not None]
    assert len(totals) == 3
    assert sum(int(one.replace(",", "")) for one in totals) == 734_534


def test_a_choice_names_what_there_was_to_choose_by_its_model() -> None:
    assert "**Chosen for Array**" in told()
    assert "| F14 | 1,911,265 EUR |" in told()


def test_what_an_array_takes_along_are_also_sessions() -> None:
    assert "Sessions with data there" in told()


def test_a_scenario_says_which_rules_fail_before_its_counts() -> None:
    compared = told().partition("| verdict |")[2]
    assert compared.index("**Rules**") < compared.index("**Counts**") < compared.index("**Bill**")


def test_a_rack_is_no_limit_of_itself() -> None:
    assert "a rack draws no more than its product may" not in told()


def test_counts_that_stay_are_not_drawn() -> None:
    assert "How many hosts stand in each year?" in told()
    assert "How many arrays stand in each year?" not in told()


def test_a_unit_in_the_head_of_a_column_stands_in_no_cell_of_it() -> None:
    [cables] = tables("Cabling")
    assert [column.unit for column in cables.columns if column.unit] == ["ports", "Gbps/port", "m"]
    for at, column in enumerate(cables.columns):
        assert not column.unit or not [row for row in cables.rows if plain(row.cells[at]).endswith(column.unit)]


def test_figures_by_phase_and_year_have_a_column_for_each_year_and_a_row_for_each_phase() -> None:
    [carried] = tables("What it carries, by year")
    assert [column.head for column in carried.columns] == ["What", "FY27", "FY28", "FY29", "FY30", "FY31"]
    rows = {(row.group, plain(row.cells[0])): [plain(cell) for cell in row.cells[1:]] for row in carried.rows}
    assert rows["Office desktops, delta", "Reads, login, IOPS"] == ["2,646", "2,911", "3,043", "3,228", "3,308"]
    assert rows["Office desktops, delta", "Capacity, GB"] == ["3,630", "3,993", "4,175", "4,429", "4,538"]
    assert rows["Brokers, disks", "Reads, IOPS"] == ["20"] * 5


def test_the_summary_has_what_is_bought_with_what_it_costs() -> None:
    whole = report(HOSPITAL, "lakeside").summary
    assert whole is not None
    for summary in (whole, on_one_page(whole)):  # also on a page that has no room for all of it
        captions = [in_words(one.caption) for one in summary.cover.blocks if isinstance(one, m.Table)]
        assert captions.index("What it costs") < captions.index("What is bought, in all years")
        facts = [label for one in summary.cover.blocks if isinstance(one, m.Facts) for label, _ in one.items]
        assert {"Cost", "What limits it", "Assumed"} <= set(facts)


def test_the_first_page_says_what_is_bought_next_and_so_does_the_chapter_on_growth() -> None:
    assert told().count("**Bought next**: in FY30: 1 of Nordmark N48, for Hosts of the office desktops; then in FY31") == 2


def test_scenarios_go_by_their_titles() -> None:
    heads = [[in_words(column.head) for column in one.columns] for one in tables("Scenarios compared")]
    assert "The clinic of the next town joins in 2029" in heads[-1]


def test_what_is_assumed_and_weighs_most_is_told_first() -> None:
    [one] = tables("What is assumed")
    assert plain(one.rows[0].cells[0]).startswith("own memory") and [
        plain(row.cells[-1]).partition("; ")[::2] for row in one.rows if plain(row.cells[0]) == "8,760 hours"
    ] == [("no count", "All of it, over five years: per desktop and year; All of it, over five years: total upkeep")]
