"""`vdl size` and `vdl build`."""

from __future__ import annotations

import gc
import multiprocessing
from pathlib import Path

import pytest

from .conftest import EAST, Vdl

TRIPS = "designs/trips.vdl"
DOCUMENT = """edition 2026
document reference "Sizing" {
  section "Counts" {
    table "Fleets" for f in all fleet {
      "Fleet": f.name
      "Buses": f.buses
    }
  }
}
"""


CARTS = """edition 2026
axis year kept { y1, y2, y3 }
counted Cart: cart, carts
counted Box: box, boxes
kind pool {
  boxes: Box
  weight: Number = 0
  spare: Cart = 1 cart
  count for_load: Cart
  bound by_number: for_load >= boxes / (10 boxes/cart)
  bound by_weight: for_load >= weight / 50 * 1 cart
  count carts: Cart
  bound with_spare: carts >= for_load + spare
  bound stays: carts >= previous(carts, 2 carts)
  require few: carts <= 14 carts
}
"""


def section(out: str, name: str) -> list[str]:
    """The lines of a section of the output, without blanks at their ends."""
    return out.split(f"\n{name}\n")[1].split("\n\n")[0].splitlines()


def test_the_whole_output(vdl: Vdl) -> None:
    ran = vdl("size", TRIPS)
    assert ran.code == 0
    north, south = ran.out.split("south: South")
    assert north == """\
north: North
holds

limits, nearest first
  limit                  use         in use  one fewer  headroom  figures
  ---------------------  ----------  ------  ---------  --------  ------------------------
  fleet.few              ##########   100 %                  0 %  2 buses <= 2 buses
  fleet.roomy            ##########   100 %                  0 %  100 pupils >= 100 pupils
  fleet.buses, by_seats  #########.    90 %      180 %      10 %  1.8 of 2 buses

counts
  count        number   decided by   asks for  other bounds
  -----------  -------  ----------  ---------  --------------------
  fleet.buses  2 buses  by_seats    1.8 buses  not stated: by_trips

rules
  2 hold (--all)

expectations
  verdict  expectation  computed  published
  -------  -----------  --------  ---------
  agrees   buses        2 buses   2 buses

questions
  fits   100 pupils  one step further is stopped by fleet.few
  apart  200 pupils  one step further is stopped by fleet.buses <= 4 buses

"""
    assert "fleet.buses, by_seats  ######....    60 %      120 %      40 %  1.2 of 2 buses" in south


def test_everything(vdl: Vdl) -> None:
    out = vdl("size", TRIPS, "--design", "north", "--all").out
    assert section(out, "rules") == [
        "  holds  fleet.few    2 buses <= 2 buses, 0 buses to spare (0 %)",
        "  holds  fleet.roomy  100 pupils >= 100 pupils, 0 pupils to spare (0 %)",
    ]


def test_a_given_count_and_layers(vdl: Vdl) -> None:
    ran = vdl("size", TRIPS, "--design", "north", "--scenario", "growth", "--set", "fleet.buses = 3 buses")
    assert ran.code == 1
    assert "with scenario growth, --set fleet.buses = 3 buses" in ran.out
    limit = next(line for line in section(ran.out, "limits, nearest first") if "fleet.buses, by_seats" in line)
    assert " ".join(limit.split()) == "fleet.buses, by_seats ########## 600 % 900 % -500 % 18 of 3 buses, 15 buses short"
    assert "fleet.buses  3 buses  given; by_seats  18 buses" in ran.out
    assert "error[given-count-short]" in ran.err


def test_the_verdict_and_its_points_come_first(vdl: Vdl, town: Path) -> None:
    out = vdl("size", "designs/east.vdl").out.splitlines()
    assert out[1:6] == [
        "does not hold: 1 rule fails, 1 expectation differs, 1 point is open",
        "  fails            fleet.few    4 buses <= 2 buses, 2 buses over (100 %): at most two buses",
        "  differs          buses        computed 4 buses, published 3 buses",
        "  fails (warning)  fleet.roomy  200 pupils >= 210 pupils, 10 pupils short (4.762 %)",
        "",
    ]


FAIRS = """edition 2026
kind tent { rows: Number, price: Number }
red  : tent { rows = 3, price = 9 }
blue : tent { rows = 4, price = 7 }
green: tent { rows = 9, price = 20 }
design d {
  fair: fair { tent = choose [red, blue, green] minimizing fair.tent.price }
  let noise = 30
  require wide: fair.tent.rows >= 5 "the band needs five rows"
  require cheap: fair.tent.price <= 8 "the school has eight"
  require warning calm: noise <= 5
  require info quiet: noise <= 1
  require info roomy: noise <= 29.9
  require info is_met: noise <= 31
  require near: noise <= 30.5
}
kind fair { tent: tent }
"""


def test_limits_begin_with_errors_that_fail_then_warnings_and_leave_out_what_is_only_listed(vdl: Vdl, town: Path) -> None:
    (town / "fairs.vdl").write_text(FAIRS)
    ran = vdl("size", "fairs.vdl")
    lines = [" ".join(line.split()) for line in section(ran.out, "limits, nearest first")[2:]]
    assert lines == [
        "wide ########## 125 % -25 % 4 >= 5, 1 short", "calm ########## 600 % -500 % 30 <= 5, 25 over (warning)",
        "near #########. 98.4 % 1.6 % 30 <= 30.5", "cheap ########.. 87.5 % 12.5 % 7 <= 8",
    ]  # fmt: skip
    assert "fails wide 4 >= 5, 1 short: the band needs five rows" in [" ".join(one.split()) for one in ran.out.splitlines()]
    listed = [line.split()[:3] for line in section(ran.out, "rules")[:2]]
    assert [one[:2] for one in listed] == [["noted", "quiet"], ["noted", "roomy"]]


def test_each_option_says_which_rules_fail_with_it(vdl: Vdl, town: Path) -> None:
    (town / "fairs.vdl").write_text(FAIRS)
    rows = [" ".join(line.split()) for line in section(vdl("size", "fairs.vdl").out, "choices")]
    assert rows[1:] == [
        "red 9 2 rules fail (wide and cheap)", "taken blue 7 1 rule fails (wide)", "green 20 1 rule fails (cheap)",
    ]  # fmt: skip


def test_what_decides_by_label_with_all_that_ask_for_equally_much(vdl: Vdl, town: Path) -> None:
    (town / "carts.vdl").write_text(CARTS + """
design d {
  f: pool { boxes = { y1: 20, y2: 95, y3: 60 } boxes, weight = 100 }
  h: pool { boxes = 100 boxes, weight = { summer: 500, winter: 400 }, carts = 20 carts }
  g: pool { boxes = 7 boxes, weight = { summer: 100, winter: 100.0 } }
}
""")
    out = vdl("size", "carts.vdl").out
    lines = [" ".join(line.split()) for line in section(out, "limits, nearest first")[2:]]
    assert lines == [
        "h.few ########## 142.9 % -42.9 % 20 carts <= 14 carts, 6", "carts over",
        "f.for_load at y1, by_number ########## 100 % 200 % 0 % 2 of 2 carts", "and by_weight",
        "f.for_load at y3, by_number ########## 100 % 120 % 0 % 6 of 6 carts",
        "h.for_load, by_number and ########## 100 % 111.1 % 0 % 10 of 10 carts", "by_weight (summer)",
        "g.for_load, by_weight ########## 100 % 200 % 0 % 2 of 2 carts",
        "f.for_load at y2, by_number #########. 95 % 105.6 % 5 % 9.5 of 10 carts",
        "f.few #######... 78.6 % 21.4 % 11 carts <= 14 carts at y2",
        "h.carts at y1, by_number #####..... 55 % 57.9 % 45 % 11 of 20 carts", "and by_weight, then", "with_spare",
        "g.few ##........ 21.4 % 78.6 % 3 carts <= 14 carts",
    ]  # fmt: skip
    row = vdl("size", "carts.vdl", "--set", "f.weight = 0").out.split("  f.carts ")[1].split("  h.for_load")[0]
    assert row.split("\n")[0].split()[:7] == ["y1", "3;", "y2/y3", "11", "carts", "y1/y2", "by_number,"]
    assert "with_spare; y3 stays" in row.split("\n")[1]


def test_one_that_packs_has_the_share_of_what_could_be_split(vdl: Vdl, town: Path) -> None:
    (town / "packs.vdl").write_text("""edition 2026
counted Cart: cart, carts
kind pool {
  count carts: Cart
  bound by_whole: carts >= packed([30 kg, 20 kg, 45 kg], [3, 2, 1], 50 kg) * 1 cart
  bound by_weight: carts >= 175 / 50 * 1 cart
  count twice: Cart
  bound by_sum: twice >= 2.5 carts
}
design d { p: pool { } }
""".replace(" kg", " m"))
    out = vdl("size", "packs.vdl").out
    told = " ".join(line for line in section(out, "limits, nearest first")[2:]).split()
    assert told[:6] == ["p.carts,", "by_weight", "########..", "87.5", "%", "-"]
    assert "3.5 of 4 carts; by_whole asks for all of them" in " ".join(told)
    assert "by_weight 3.5" in next(line for line in section(out, "counts") if "p.carts" in line and "by_whole" in line)


def test_what_was_chosen_as_it_is_written(vdl: Vdl, town: Path) -> None:
    (town / "kites.vdl").write_text("""edition 2026
kind kite { tails: Number? }
red : kite { tails = 3 }
blue: kite { tails = 2 }
plain: kite { }
kind child { kite: kite }
design one "Kites" {
  ann: child {
    kite = choose [  // in the order of the shop
      red, blue, (plain)
    ] minimizing (ann.kite.tails + 1) * (2..3)
  }
}
""")
    ran = vdl("size", "kites.vdl")
    assert "ann.kite = blue, minimizing (ann.kite.tails + 1) * (2..3)\n" in ran.out
    assert "taken  blue   6..9" in ran.out and "plain  not stated" in ran.out
    assert "warning[objective-not-stated]: this is not stated for `plain`" in ran.err


def test_the_object_is_that_of_check(vdl: Vdl) -> None:
    assert vdl("size", TRIPS, "--format", "json").json() == vdl("check", TRIPS, "--format", "json").json()


def test_build_writes_every_design(vdl: Vdl, town: Path) -> None:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    ran = vdl("build", "designs/trips.vdl", "-o", "deep/out", "--format", "md,json,html,md")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"wrote deep/out/{name}{suffix}" for name in ("north", "south") for suffix in (".md", ".json", ".html")
    ]
    assert "fleet" in (town / "deep/out/north.md").read_text()
    assert not list((town / "deep/out").glob("*.part"))


def test_formats_may_be_repeated_and_all_of_them_are_written(vdl: Vdl, town: Path) -> None:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    ran = vdl("build", TRIPS, "--design", "north", "--format", "md", "--format", "html,md", "--format", "json")
    assert ran.out.splitlines() == ["wrote north.md", "wrote north.html", "wrote north.json"]
    assert "there is no format `loud`" in vdl("build", TRIPS, "--format", "loud", "--format", "md").err


def test_one_name_takes_no_second_one(vdl: Vdl, town: Path) -> None:
    for option in ("--design", "--document"):
        ran = vdl("build", "designs/trips.vdl", option, "north", option, "south", "--format", "md")
        assert (ran.code, ran.out) == (2, "")
        assert f"argument {option}: `north` and `south` are two, and it takes one" in ran.err
    assert vdl("check", "designs/trips.vdl", "--design", "north", "--design", "north").code == 0


def test_build_writes_first_and_then_fails(vdl: Vdl, town: Path) -> None:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    ran = vdl("build", "designs/east.vdl", "--format", "md")
    assert (ran.code, ran.out) == (1, "wrote east.md\n")
    assert (town / "east.md").exists()
    assert "error[rule-failed]" in ran.err


def test_a_document_that_counts_too_far_is_not_written(vdl: Vdl, town: Path) -> None:
    (town / "lib/documents").mkdir()
    far = DOCUMENT.replace("    table", '    for i in each(1_000_000_000) { text "{i}" }\n    table', 1)
    (town / "lib/documents/reference.vdl").write_text(far)
    ran = vdl("build", "designs/trips.vdl", "-o", "out", "--format", "md,json")
    assert (ran.code, ran.out) == (1, "")
    assert "error[too-much-work]" in ran.err
    assert not list((town / "out").glob("*"))


def test_an_unknown_document(vdl: Vdl, town: Path) -> None:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    ran = vdl("build", TRIPS, "--format", "md", "--document", "referense")
    assert (ran.code, ran.out) == (1, "")
    assert "there is no document `referense`" in ran.err
    assert "  = help: did you mean `reference`?\n  = help: known here: `reference`\n" in ran.err


def test_documents_of_imported_files(vdl: Vdl, town: Path) -> None:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    (town / "designs/company.vdl").write_text(DOCUMENT.replace("reference", "board").replace("Sizing", "Of the company"))
    plan = 'document {} "{}" {{ section "S" {{ text "words" }} }}\n'
    city = plan.format("board", "Of the city") + plan.format("plan", "A plan")
    (town / "designs/city.vdl").write_text("edition 2026\nimport company\n" + city)
    (town / "designs/both.vdl").write_text("edition 2026\nimport city as town\nimport company\n" + EAST.split("\n", 1)[1])

    def subtitle(name: str) -> str:
        ran = vdl("build", "designs/both.vdl", "--format", "md", *(["--document", name] if name else []))
        written = "east.plan.md" if name.endswith("plan") else f"east.{name}.md" if name.endswith("board") else "east.md"
        assert ran.out == f"wrote {written}\n", ran.err
        return (town / written).read_text().splitlines()[2]

    assert subtitle("company.board") == "Of the company"
    assert subtitle("town.board") == "Of the city"
    assert subtitle("plan") == subtitle("town.plan") == "A plan"
    assert subtitle("") == subtitle("reference") == subtitle("std.documents.reference.reference") == "Sizing"
    ran = vdl("build", "designs/both.vdl", "--document", "board")
    assert (ran.code, ran.out) == (1, "")
    assert "error[several-documents]: several documents are called `board`" in ran.err
    assert "company.board, town.board" in ran.err
    for wrong, meant in ("company.bord", "company.board"), ("plam", "plan"), ("referense", "reference"):
        assert f"did you mean `{meant}`?" in vdl("build", "designs/both.vdl", "--document", wrong).err
    assert "error[unknown-option]" in vdl("build", "designs/both.vdl", "--document", "company.town.board").err


def test_a_document_of_the_design_comes_before_imported_ones(vdl: Vdl, town: Path) -> None:
    (town / "designs/company.vdl").write_text(DOCUMENT.replace("reference", "board").replace("Sizing", "Of the company"))
    own = DOCUMENT.replace("reference", "board").replace("Sizing", "Our own").split("\n", 1)[1]
    (town / "designs/east.vdl").write_text("edition 2026\nimport company\n" + EAST.split("\n", 1)[1] + own)
    for name in "", "board", "company.board":
        vdl("build", "designs/east.vdl", "--format", "md", *(["--document", name] if name else []))
        written = "east.company.board.md" if name == "company.board" else "east.md"
        assert ("Our own" in (town / written).read_text()) == (name != "company.board")


def test_no_document_takes_the_place_of_another(vdl: Vdl, town: Path) -> None:
    """The one that is built without a name is called as the design is, each other one has its own name behind that."""
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    bill = DOCUMENT.replace("reference", "order").replace("table", "table bill").replace("Sizing", "Order")
    (town / "lib/documents/order.vdl").write_text(bill)

    def written(*options: str) -> list[str]:
        return vdl("build", TRIPS, "--design", "north", "-o", "out", *options).out.splitlines()

    assert written("--format", "md,html") == ["wrote out/north.html", "wrote out/north.md"][::-1]
    report = (town / "out/north.md").read_bytes()
    assert written("--format", "md,csv", "--document", "order") == ["wrote out/north.order.md", "wrote out/north.order.bill.csv"]
    grown = written("--format", "md", "--document", "order", "--scenario", "growth")
    assert grown == ["wrote out/north.growth.order.md"]
    changed = written("--format", "md", "--document", "order", "--set", "fleet.pupils = 80 pupils")
    assert changed == ["wrote out/north.set.order.md"]
    assert written("--format", "md", "--document", "reference") == ["wrote out/north.md"]
    assert (town / "out/north.md").read_bytes() == report


def test_a_document_reads_what_its_design_declares(vdl: Vdl, town: Path) -> None:
    own = """
document paper "Paper" { section "S" { text "{east.twice}, {east.fleet.buses}", working east.twice } }
design far_east "Far east" from east { fleet.pupils = 300 pupils, let twice = fleet.buses * 3 }
design west "West" { fleet: fleet { pupils = 60 pupils } }
"""
    (town / "designs/east.vdl").write_text(EAST.replace("  expect", "  let twice = fleet.buses * 2\n  expect") + own)

    def text(name: str, *options: str) -> str:
        assert vdl("build", "designs/east.vdl", "--format", "md", "--design", name.split(".")[0], *options).out
        return (town / f"{name}.md").read_text()

    assert "\n8 buses, 4 buses\n" in text("east")
    assert "\n12 buses, 6 buses\n" in text("east.set", "--set", "fleet.buses = 6 buses")
    assert "\n18 buses, 6 buses\n" in text("far_east")
    assert vdl("eval", "designs/east.vdl", "east.twice", "--design", "far_east").out == "18 buses\n"
    ran = vdl("build", "designs/east.vdl", "--format", "md")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("error[other-design]: this document is made for `west`, which is not derived from `east`") == 1
    assert "{east.twice}" in ran.err.split("error[other-design]")[1] and "`--design east`" in ran.err


def test_a_document_reads_what_was_judged(vdl: Vdl, town: Path) -> None:
    own = """
document paper "Paper" {
  section "S" { for f in all fleet { text "{east.most}, {f.few}, {f.buses.by_seats}" }, show asks }
}
"""
    asked = "  ask most: largest fleet.pupils where fleet.buses <= 8 buses ignoring fleet.few\n"
    asked += "  ask next: fleet.buses for fleet.pupils in [200 pupils, 300 pupils]\n  expect"
    (town / "designs/east.vdl").write_text(EAST.replace("  expect", asked, 1) + own)
    assert vdl("build", "designs/east.vdl", "--format", "md").out
    text = (town / "east.md").read_text()
    assert "\n400 pupils, no, yes\n" in text
    assert "\nfleet: buses, for fleet: pupils from 200 pupils to 300 pupils.\n" in text
    assert "| 300 pupils | **6 buses** | does not hold: fleet: at most two buses |" in text
    assert vdl("eval", "designs/east.vdl", "east.most", "not fleet.few").out == "east.most = 400 pupils\nnot fleet.few = true\n"


def test_a_sum_of_the_library_that_is_only_shown_is_no_warning(vdl: Vdl, town: Path) -> None:
    library = town / "lib" / "prelude" / "units.vdl"
    library.write_text(library.read_text() + "kind depot { let tours = sum((all fleet in design).trips) }\n")
    (town / "depot.vdl").write_text("""edition 2026
design depots {
  d: depot { }
  a: fleet { pupils = 20 pupils, trips = 1 }
  b: fleet { pupils = 20 pupils }
}
document seen "Seen" { table for d in all depot { "Depot": d.name, "Tours": d.tours } }
document added "Added" { table for d in all depot { "Tours": sum((all fleet in design).trips) } }
""")
    ran = vdl("build", "depot.vdl", "--document", "seen", "--format", "md")
    assert (ran.code, ran.err) == (0, "")
    assert "partly-stated" in vdl("build", "depot.vdl", "--document", "added", "--format", "md").err


def test_a_table_by_label_needs_a_value_at_each(vdl: Vdl, town: Path) -> None:
    by_season = DOCUMENT.replace('"Buses": f.buses', 'for s in all season { "{s}": f.pupils at s }').split("\n", 1)[1]
    east = EAST.replace("200 pupils", "{ summer: 200 } pupils")
    (town / "designs/east.vdl").write_text(east + by_season)
    ran = vdl("build", "designs/east.vdl", "--format", "md")
    assert "error[missing-label]: `fleet.pupils` has no value for `winter` (season)" in ran.err
    assert ran.out == ""
    (town / "designs/east.vdl").write_text(east.replace("200 }", "200, winter: 150 }") + by_season)
    vdl("build", "designs/east.vdl", "--format", "md")
    assert "| fleet | 200 | 150 |" in (town / "east.md").read_text()


@pytest.mark.parametrize("command", ["check", "size", "eval", "ask", "explain", "graph", "build"])
def test_help(vdl: Vdl, command: str) -> None:
    ran = vdl(command, "--help")
    assert ran.code == 0
    assert "examples:" in ran.out
    assert f"usage: vdl {command}" in ran.out


def test_a_format_that_is_named_and_has_nothing_to_hold_is_told(vdl: Vdl, tmp_path: Path) -> None:
    (tmp_path / "bare.vdl").write_text('edition 2026\ndesign bare "Bare" { }\ndocument reference "R" { text "Nothing" }\n')
    out = str(tmp_path / "out")
    named = vdl("build", str(tmp_path / "bare.vdl"), "--format", "md,csv,xlsx", "--out", out)
    assert named.code == 0 and named.out.count("wrote") == 1
    told = [line.rpartition("/")[2].partition(":")[0] for line in named.err.splitlines() if "is not written" in line]
    assert told == ["bare.bill.csv is not written", "bare.bill.xlsx is not written"]
    assert "is not written" not in vdl("build", str(tmp_path / "bare.vdl"), "--out", out).err


def test_however_many_processes_lay_out_its_pdfs_a_file_has_the_same_bytes(vdl: Vdl, town: Path) -> None:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    for jobs in ("1", "2"):
        ran = vdl("build", TRIPS, "--format", "pdf,json", "--out", jobs, "--jobs", jobs)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.splitlines() == [f"wrote {jobs}/{name}" for name in ("north.pdf", "north.json", "south.pdf", "south.json")]
    for name in ("north.pdf", "south.pdf"):
        assert (town / "1" / name).read_bytes() == (town / "2" / name).read_bytes() != b""


def test_no_process_outlives_the_pdfs_it_lays_out(vdl: Vdl, town: Path) -> None:
    (town / "lib/documents").mkdir()
    for name in ("reference", "summary"):
        (town / f"lib/documents/{name}.vdl").write_text(DOCUMENT.replace("reference", name))
    gc.disable()  # as the installed command does
    try:
        ran = vdl("build", TRIPS, "--format", "pdf,summary", "--out", "made", "--jobs", "2")
        assert (ran.code, ran.err, multiprocessing.active_children()) == (0, "", [])
    finally:
        gc.enable()


def test_pdfs_that_several_processes_can_not_make_are_named(vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    (town / "without" / "weasyprint").mkdir(parents=True)
    (town / "without" / "weasyprint" / "__init__.py").write_text("raise ImportError('none', name='weasyprint')")
    monkeypatch.syspath_prepend(town / "without")
    ran = vdl("build", TRIPS, "--format", "pdf,md", "--out", "made", "--jobs", "2")
    assert ran.err.count("[no-pdf]") == 2 and "the Python package weasyprint is missing" in ran.err
    assert sorted(one.name for one in (town / "made").iterdir()) == ["north.md", "south.md"]
