"""What an order says of lines that can't be ordered yet, and of prices of another currency or another year."""

from __future__ import annotations

from tests.render.test_known_in_part import HEAD, told

ABROAD = HEAD + """source abroad "Offer abroad" { author = "A seller", date = 2026-10 }
unit USD = 0.92 EUR @ s "5"
board: hardware { model = "Board", price = 100 USD } @ abroad "1"
risen: hardware { model = "Risen", price = { y1: 50, y2: 60 } EUR } @ s "6"
"""
LINES = """design d {
  shelves: hardware_line { item = shelf, quantity = 3 }
  frames: hardware_line { item = frame, quantity = 2 }
  boards: hardware_line { item = board, quantity = 4 }
  risen_ones: hardware_line { item = risen, quantity = { y1: 1, y2: 2 } }
  costs: money.account { }
}
"""


def test_what_states_no_price_is_not_ordered_with_the_rest() -> None:
    made = told(LINES, "order", ABROAD)
    cover, _, section = made.partition("## 1 What is ordered")
    ordered, _, asked = cover.partition("**Not to be ordered yet: no price is stated, or no product is named**")
    assert "| Maker Shelf | 3 |" in ordered and "Frame" not in ordered
    assert "| Frame | 2 |" in asked and "Shelf" not in asked
    rows = section.splitlines()
    [group] = [at for at, row in enumerate(rows) if "Not to be ordered yet: no price is stated, and it is to be asked for" in row]
    assert "| Frame |" in rows[group + 1]
    assert not any("| Frame |" in row for row in rows[:group])


def test_where_no_price_is_stated_at_all_nothing_is_told_apart() -> None:
    made = told(LINES.replace("shelf", "frame").replace("board,", "frame,").replace("risen,", "frame,"), "order", ABROAD)
    assert "Not to be ordered yet" not in made
    assert "| Frame |" in made


def test_a_price_of_another_currency_is_told_as_it_was_offered_with_its_rate() -> None:
    made = told(LINES, "order", ABROAD)
    [board] = [line for line in made.splitlines() if line.startswith("| O") and "Board" in line]
    assert "| 4 | 100 USD (1 USD = 0.92 EUR) | 92 | 368 |" in board
    [shelf] = [line for line in made.splitlines() if line.startswith("| O") and "Shelf" in line]
    assert "| 3 |  | 100 | 300 |" in shelf


def test_an_order_has_the_price_of_its_year_and_its_source() -> None:
    made = told(LINES, "order", ABROAD)
    assert "Price of one, y2" not in made
    [risen] = [line for line in made.splitlines() if line.startswith("| O") and "Risen" in line]
    assert "| 1 |  | 50 | 50 |" in risen
    assert "Price of one: " in made and "- \\[1\\] " in made


def test_what_was_there_and_is_not_needed_is_told() -> None:
    made = told("""design d {
  some: hardware_line { item = shelf, quantity = 3, owned = 5 }
  all_of_it: hardware_line { item = frame, quantity = 3, owned = 2 }
  seats: licences.licences { item = tool, needed = 5, paid = each_year, owned = 5 }
  costs: money.account { }
}
""")
    table = made[made.index("**Of it, what was there before**"):]
    assert "| More than needed, y1 | More than needed, y2 |" in table.splitlines()[2]
    assert "| Maker Shelf | 5 | 0 | 2 | 2 |" in table
    assert "| Frame | 2 | 0 | – | – |" in table
    assert "Tool" not in table[: table.index("Table ")]
