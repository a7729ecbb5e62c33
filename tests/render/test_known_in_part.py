"""What documents say of costs of which only a part is stated, or of which several accounts have a part each."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.formats.markdown import markdown
from vdl.render.typeset import signs
from vdl.report.build import build

HEAD = """edition 2026
import std.money
import std.licences
axis year kept { y1, y2 }
display Money in EUR
source s "Offer" { author = "The reseller", date = 2026-10 }
shelf: hardware { vendor = "Maker", model = "Shelf", price = 100 EUR } @ s "1"
frame: hardware { model = "Frame" } @ s "2"
tool: software { model = "Tool", price = 7 EUR } @ s "3"
other: software { model = "Other" } @ s "4"
"""
SITES = """kind branch: site { a: hardware_line { item = shelf, quantity = 2 }
  costs: money.site_account { } }
design d {
  leeds: branch { }
  york: branch { }
  seats: licences.licences { item = tool, needed = 100, paid = each_year }
  care: money.support { covers = all hardware_line in design, share = 10 % }
ACCOUNT}
"""


def told(design: str, name: str = "reference", head: str = HEAD) -> str:
    compilation = compile(TestWorld("std", {"a.vdl": head + design}), "a.vdl", as_of=AS_OF, documents=True)
    report, said = build(compilation, compilation.designs[0], name)
    assert not [one.message for one in said if one.severity == "error"]
    return signs(markdown(report))


def test_of_several_accounts_the_first_page_has_that_of_the_whole_design() -> None:
    for name in ("reference", "summary"):
        made = told(SITES.replace("ACCOUNT", "  costs: money.account { }\n"), name)
        assert "**Cost**: 1,880 EUR in all: 400 EUR for what is bought, 1,480 EUR for what is paid in the years" in made
        assert made.count("**Cost**") == 1


def test_where_no_account_is_of_the_whole_what_is_bought_is_not_all_of_it() -> None:
    made = told(SITES.replace("ACCOUNT", ""))
    assert "**Cost**: 400 EUR (lines with a quantity:" in made
    assert "**Beside it**: what is paid in the years: no account of the whole design adds it up" in made


def test_two_accounts_of_the_whole_are_named() -> None:
    made = told(SITES.replace("ACCOUNT", '  one: money.account "Once" { }\n  long: money.account "Twice" { period = 2 years }\n'))
    assert "**Cost**: Once: 1,880 EUR in all" in made
    assert "**Cost**: Twice: 3,360 EUR in all" in made


IN_PART = """design d {
  shelves: hardware_line { item = shelf, quantity = 3 }
  training: money.yearly_cost "Training" { }
  PAID
  costs: money.account { }
}
"""


def test_a_total_that_leaves_out_what_is_paid_in_the_years_is_a_lower_bound() -> None:
    made = told(IN_PART.replace("PAID", ""))
    assert "**Cost**: at least 300 EUR in all" in made
    assert "| y1 | 300 | 0 | 0 | at least 300 |" in made


def test_how_much_is_paid_in_the_years_is_said_to_be_in_the_bill_only_where_it_is() -> None:
    made = told(IN_PART.replace("PAID", ""))
    assert "Beside these lines is paid" not in made
    assert made.count("Also paid in the years, and not stated how much: Training.") == 2
    made = told(IN_PART.replace("PAID", 'rent: money.yearly_cost "Rent" { yearly = 5 EUR }'))
    assert "Beside these lines is paid, in the years: Rent. The bill has what of it in which year." in made
    assert made.count("Also paid in the years, and not stated how much: Training.") == 2


RENTED = """design d {
  shelves: hardware_line { item = shelf, quantity = 3 }
  frames: hardware_line { item = frame, quantity = 1 }
  seats: licences.licences { item = other, needed = 10, paid = each_year }
  costs: money.account { period = 1 year }
}
"""


def test_what_is_rented_without_a_price_is_a_line_without_one_and_is_paid_each_year() -> None:
    for head in (HEAD, HEAD.replace("axis year kept { y1, y2 }", "")):
        made = told(RENTED, head=head)
        assert "**Cost**: at least 300 EUR in all (lines without a price: 2)" in made
        [costs] = [line for line in made.splitlines() if line.startswith("| costs |")][:1]
        assert costs.endswith("| at least 300 | 2 |")
        software = [line for line in made.splitlines() if line.startswith("| S1 | Other |")]
        assert "each year" in software[0]


def test_what_is_bought_next_is_for_each_thing_once() -> None:
    design = """design d {
  york: site {
    a: hardware_line { item = shelf, quantity = { y1: 1, y2: 2 } }
    b: hardware_line { item = frame, quantity = { y1: 1, y2: 3 } }
  }
  costs: money.account { }
}
"""
    assert "**Bought next**: in y2: 3 pieces, for york; nothing after that" in told(design)


CHOOSING = """design d {
  cables: hardware_line { item = frame, quantity = 2 }
  shelves: hardware_line { item = shelf, quantity = 1 }
  data: storage_demand { capacity = 15 TB, reads = 100 IOPS, writes = 100 IOPS }
  pool: storage_pool { array = choose [big, small] minimizing costs.total, headroom = 0 % }
  place data on pool
  costs: money.account { period = 1 year }
}
big: array_model { model = "Big", capacity = 20 TB/array, iops = 50_000 IOPS/array, price = 9_000 EUR } @ s "5"
small: array_model { model = "Small", capacity = 10 TB/array, iops = 50_000 IOPS/array } @ s "6"
"""


def test_what_states_no_price_is_not_chosen_for_that_and_the_choice_is_named_as_open() -> None:
    made = told(CHOOSING, head=HEAD.replace("axis year kept { y1, y2 }", ""))
    [chosen] = [line for line in made.splitlines() if line.startswith("- **Chosen**")]
    assert "big (at least 9,100 EUR) and not small (at least 100 EUR) by what is stated" in chosen
    [opened] = [line for line in made.splitlines() if line.startswith("- **Open**")]
    assert "; pool: array (half stated)." in opened
