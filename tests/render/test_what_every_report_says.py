"""What stands in every report, and in which order its first page tells limits."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from vdl.pipeline import compile
from vdl.report import model as m
from vdl.report.build import build
from vdl.report.printing import plain
from vdl.world import Disk

HEAD = """edition 2026
import std.network.networks
import std.network.wan
node: server { model = "N", memory = 100 GiB/host }
box: array_model { model = "B", capacity = 10 TB/array, iops = 10_000 IOPS/array }
kind load: guest { }
design d "D" {
  g: load { memory = 180 GiB }
  farm: host_cluster { host = node, spares = 0 hosts }
  data: storage_demand { capacity = 5 TB, reads = 100 IOPS, writes = 100 IOPS }
  pool: storage_pool { array = box, headroom = 20 % }
  place g on farm
  place data on pool
  lan: networks.network {
    prefix = 24, scope = 200 addresses, scope_headroom = 0 %
    m: networks.member { number = 199, from_scope = true }
  }
  leeds: site {
    line: wan.branch {
      capacity = 100 Mbps, limit = 80 %
      staff: wan.branch_users { users = 100 users, does = wan.office, at_a_time = 90 % }
    }
  }
  waive farm.hypervisor_stated "said elsewhere" owner "Head of IT"
  waive farm.processors_stated "nobody asks"
}
"""


LOST, NONE = "all data there is lost or out of reach", "no backup is part of this design"


def report(text: str) -> m.Report:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "d.vdl"
        file.write_text(text, encoding="utf-8")
        compilation = compile(Disk(), str(file), as_of="2026-06-01", documents=True)
    assert not [one for one in compilation.diagnostics if one.severity == "error"]
    [solved] = compilation.designs
    return build(compilation, solved)[0]


def first_page(made: m.Report) -> Mapping[str, str]:
    return {label: plain(value) for block in made.cover.blocks if isinstance(block, m.Facts) for label, value in block.items}


def hosts_told(made: m.Report) -> list[str]:
    """What the first page says of a host that fails, row by row."""
    rows = [row for block in made.cover.blocks if isinstance(block, m.Facts) for row in block.items]
    return [plain(value) for label, value in rows if label == "One host fails"]


@pytest.fixture(scope="module")
def short() -> m.Report:
    return report(HEAD + 'document own "Own" { section "Hosts" { text "{d.farm.hosts}" } }')


def test_a_short_document_has_what_every_report_says(short: m.Report) -> None:
    titles = [section.title for section in short.sections]
    assert titles[0] == "Hosts"
    assert {"Decision", "Bill of materials", "Risks", "What this design does not cover", "When something fails"} <= set(titles)
    assert "What limits it" in first_page(short)


def test_what_it_has_is_not_said_twice() -> None:
    left = 'section "Left" { show assumptions, show gaps }'
    made = report(HEAD + 'document own "Own" { section "Risks" { show findings }, ' + left + " }")
    titles = [section.title for section in made.sections]
    assert titles.count("Risks") == 1
    captions = [block.caption for block in m.every_block(made.sections) if isinstance(block, m.Table)]
    assert len([one for one in captions if one == "Limits for which no figure is stated"]) <= 1


def test_a_cover_and_bills_of_its_own_stay_alone() -> None:
    bill = 'table bill "B" for h in all hardware_line { "Product": h.item.model }'
    made = report(HEAD + 'document own "Own" { cover { text "Hello" }, ' + bill + " }")
    assert "What limits it" not in first_page(made)
    assert "Bill of materials" not in [section.title for section in made.sections]


def test_a_design_may_say_itself_what_that_is() -> None:
    made = report(HEAD + 'document own "Own" { section "Hosts" { text "{d.farm.hosts}" } }\ndocument always "Nothing" { }')
    assert [section.title for section in made.sections] == ["Hosts"]


def test_the_first_page_says_what_fails_and_what_it_costs(short: m.Report) -> None:
    said = first_page(short)
    assert said["Cost"] == "not stated (lines with a quantity: 3, none of them with a price)"
    # nothing is said of workplaces where none run on the hosts
    assert hosts_told(short) == ["too few hosts left for the load", "memory 180 % in use on those left, at the worst (farm)"]
    assert said["One array fails"] == f"no other array: {LOST}, and {NONE}"
    assert said["What fails together"] == "not stated: racks, rooms, power feeds"


OWN = 'document own "Own" { section "Hosts" { text "{d.farm.hosts}" } }'
RACK = HEAD.replace("import std.network.wan", "import std.network.wan\nimport std.servers.racks\nimport std.operations").replace(
    "  waive farm.hypervisor_stated",
    """  people: population { desktops = 20 desktops, desktop_memory = 1 GiB/desktop }
  place people on farm
  room: racks.racks { FEEDS }
  waive room.height_stated "no height"
  waive farm.hypervisor_stated""",
)
KEPT = """  week: operations.calendar {
    storage_gives = 100 IOPS
    copy: operations.backup { begins = 1 hour, amount = 1 GB, rate = 1 MB/s, iops = 1 IOPS }
  }
}
"""
ONE = "everything stands in one rack"


@pytest.mark.parametrize(("hosts", "said"), [
    ("", "at most 10 workplaces stop (farm)"),
    ("farm.hosts = 3 hosts", "at most 7 workplaces stop (farm), and there is room for them on the hosts left"),
])  # fmt: skip
def test_the_first_page_says_how_many_stop_with_one_host(hosts: str, said: str) -> None:
    given = RACK.replace("FEEDS", "racks = 1 rack").replace("  place people on farm", f"  place people on farm\n  {hosts}")
    made = report(given + OWN)
    assert said in hosts_told(made)


@pytest.mark.parametrize(("feeds", "said"), [
    ("racks = 1 rack, feeds = 1", f"{ONE} on one power feed: if either fails, all 20 workplaces stop"),
    ("racks = 1 rack, feeds = 2", f"{ONE}, which has 2 power feeds: if it fails, all 20 workplaces stop"),
    ("racks = 1 rack", f"{ONE}: if it or its power fails, all 20 workplaces stop; not stated how many feeds it has"),
    ("racks = 2 racks", "not stated: what shares one of several racks, rooms, power feeds"),
    ('racks = 1 rack, lines = [l for l in all hardware_line in design if l.item.model == "N"]',
     "room: all that stands in the one rack"),
    ("racks = 0 racks", "not stated: racks, rooms, power feeds"),
])  # fmt: skip
def test_what_stands_in_one_rack_fails_with_it(feeds: str, said: str) -> None:
    made = report(RACK.replace("FEEDS", feeds) + OWN)
    facts = [item for block in made.cover.blocks if isinstance(block, m.Facts) for item in block.items]
    told = [plain(value) for label, value in facts if label == "What fails together"]
    assert said in told and (said in told[-1] or len(told) > 1)
    assert ("not stated: racks, rooms, power feeds" in told) == (feeds == "racks = 0 racks")


def risks(made: m.Report) -> Mapping[str, str]:
    [section] = [one for one in made.sections if one.title == "Risks"]
    facts = [item for block in m.every_block([section]) if isinstance(block, m.Facts) for item in block.items]
    return {label: plain(value) for label, value in facts}


def test_what_there_is_one_of_is_a_risk_also_where_nobody_accepted_it() -> None:
    told = risks(report(RACK.replace("FEEDS", "racks = 1 rack, feeds = 1") + OWN))
    assert told["Only one of each"] == f"pool, room: nothing stands in when it fails, and {NONE}"
    assert told["One power feed"] == "room: all that stands there stops with it"
    two = RACK.replace("FEEDS", "racks = 2 racks, feeds = 2").replace(
        "  place people", "  pool.arrays = 2 arrays\n  place people"
    )
    told = risks(report(two + OWN))
    assert "Only one of each" not in told and "One power feed" not in told


def test_a_backup_is_told_of_where_an_array_fails() -> None:
    made = report(RACK.replace("FEEDS", "racks = 1 rack").rstrip()[:-1] + KEPT + OWN)
    assert first_page(made)["One array fails"] == "no other array: what lies there stands still"


def test_the_first_page_says_who_owns_exceptions(short: m.Report) -> None:
    assert "Head of IT" in first_page(short)["Owners"] or "none of" in first_page(short)["Owners"]


def test_addresses_come_after_hosts_and_arrays(short: m.Report) -> None:
    limits = first_page(short)["What limits it"]
    assert "the scope has an address" not in limits or limits.index("farm") < limits.index("the scope has an address")
    assert limits.index("farm") < limits.index("pool")


def test_the_summary_says_what_the_first_page_says() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "d.vdl"
        file.write_text(HEAD + 'document own "Own" { section "Hosts" { text "{d.farm.hosts}" } }', encoding="utf-8")
        compilation = compile(Disk(), str(file), as_of="2026-06-01", documents=True)
    made = build(compilation, compilation.designs[0], summary=True)[0]
    assert made.summary is not None and {"What limits it", "Cost", "One host fails"} <= set(first_page(made.summary))


def test_a_single_link_and_a_branch_without_switches_are_risks(short: m.Report) -> None:
    noted = next(one for one in m.every_block(short.sections) if isinstance(one, m.Table) and one.caption.startswith("Noted"))
    paths = {row.path.rpartition(".")[2] for row in noted.rows}
    assert {"second_link", "switches_stated", "another_array"} <= paths


YEARS = """edition 2026
axis year kept { y1, y2 }
box: array_model { model = "B", capacity = 10 TB/array, iops = 10_000 IOPS/array }
design d "D" {
  data: storage_demand { capacity = { y1: 5 TB, y2: 15 TB }, reads = 100 IOPS, writes = 100 IOPS }
  pool: storage_pool { array = box, headroom = 20 % }
  place data on pool
}
"""

GROWING = """edition 2026
import std.delivery.file_shares
axis year kept { y1, y2 }
node: server { model = "N", memory = 100 GiB/host }
box: array_model { model = "B", capacity = 10 TB/array, iops = 10_000 IOPS/array }
kind load: guest { }
design d "D" {
  g: load { memory = { y1: 180 GiB, y2: 250 GiB } }
  few: load { memory = { y1: 80 GiB, y2: 180 GiB } }
  farm: host_cluster { host = node, spares = 1 host }
  ops: host_cluster "Ops" { host = node, spares = 0 hosts }
  place g on farm
  place few on ops
  folders: file_shares.redirected_folders { desktops = 400 desktops, share = 2 TB, desktop_iops = 1 IOPS/desktop }
  homes: file_shares.home_folders {
    users = 300 users, each = 5 GB/user, user_iops = { a: 1, b: 2 } IOPS/user, read_share = 50 %
  }
  pool: storage_pool { array = box, headroom = 20 % }
  place folders, homes on pool
}
axis phase { a, b }
"""

PLUGGED = """edition 2026
import std.network.switches
import std.network.wan
node: server { model = "N", memory = 100 GiB/host }
top: switches.switch_model { model = "S" }
kind load: guest { }
design d "D" {
  g: load { memory = 80 GiB }
  h: load { memory = 80 GiB }
  farm: host_cluster { host = node, spares = 0 hosts }
  ops: host_cluster { host = node, spares = 0 hosts }
  place g on farm
  place h on ops
  tops: switches.switch_group "Tops" { model = top }
  nics: switches.devices {
    of_clusters = [farm]
    lan: switches.connection { ports_of_each = 2 ports, speed = 1 Gbps/port, medium = copper }
    san: switches.connection { ports_of_each = 2 ports, speed = 10 Gbps/port, medium = direct_attach }
  }
  place nics.lan, nics.san on tops
  leeds: site {
    line: wan.branch {
      capacity = 100 Mbps, limit = 80 %
      staff: wan.branch_users { users = 100 users, does = wan.office, at_a_time = 90 %, besides = 20 kbps/user }
    }
  }
}
"""


def test_what_fails_says_in_which_years_nothing_is_left() -> None:
    made = report(YEARS + 'document own "Own" { section "Arrays" { text "{d.pool.title}" } }')
    assert first_page(made)["One array fails"] == f"no other array in y1: {LOST} then, and {NONE}"
    section = next(one for one in made.sections if one.title == "When something fails")
    said = [plain(block.prose) for block in section.blocks if isinstance(block, m.Paragraph)]
    assert "pool: no other array in y1." in said
    table = next(one for one in section.blocks if isinstance(one, m.Table) and one.caption == "When one array fails")
    assert plain(table.rows[0].cells[-1]) == f"none is left in some years: {LOST} then, and {NONE}"


BINDING = """edition 2026
axis year kept { y1, y2, y3 }
node: server { model = "N", memory = 100 GiB/host, cores = 10 cores/host }
kind load: guest { }
design d "D" {
  g: load { memory = { y1: 90 GiB, y2: 140 GiB, y3: 190 GiB }, vcpus = 5 vcpus }
  few: load { memory = 20 GiB, vcpus = { y1: 6 vcpus, y2: 10 vcpus, y3: 11 vcpus } }
  farm: host_cluster "Farm" { host = node, spares = 1 host, memory_limit = 100 %, vcpus_per_core = 1 vcpu/core }
  ops: host_cluster "Ops" { host = node, spares = 1 host, vcpus_per_core = 1 vcpu/core }
  place g on farm
  place few on ops
}
"""


def test_what_fails_says_the_worst_of_all_clusters_and_what_binds_with_its_year() -> None:
    """In y2 all virtual CPUs of the one host that is left of `ops` are taken; of memory `farm` has most in use, in y3."""
    assert hosts_told(report(BINDING)) == [
        "virtual CPUs 100 % of what is allowed on those left, at the worst (Ops, y2)",
        "memory 95 % in use on those left, at the worst (Farm, y3)",
    ]


def test_what_fails_says_how_full_the_others_are_at_the_worst_and_whose_files_lie_there() -> None:
    made = report(GROWING + 'document own "Own" { section "Arrays" { text "{d.pool.title}" } }')
    hosts = hosts_told(made)
    assert "memory 180 % in use on those left, at the worst (Ops, y2)" in hosts
    assert "Ops: no other host in y1" in hosts
    assert "Ops: too few hosts left for the load in y2" in hosts
    section = next(one for one in made.sections if one.title == "When something fails")
    table = next(one for one in section.blocks if isinstance(one, m.Table) and one.caption.startswith("When one array fails"))
    cells = {column.head: plain(cell) for column, cell in zip(table.columns, table.rows[0].cells)}
    assert (cells["Desktops with data there"], cells["Users with files there"]) == ("400", "300")


def test_what_is_said_of_ports_prices_and_users_names_what_it_is_of() -> None:
    made = report(PLUGGED + 'document own "Own" { section "Hosts" { text "{d.farm.hosts}" } }')
    said = first_page(made)
    assert said["One switch fails"] == (
        "every device whose ports are stated reaches another switch; none are stated to be those of 1 host"
    )
    # servers, switches, links and two sorts of cables
    assert said["Cost"] == "not stated (lines with a quantity: 5, none of them with a price)"


def test_the_bill_says_that_blades_have_no_enclosure() -> None:
    blades = HEAD.replace('"N", memory', '"N", height = 0 RU, memory')
    for text, said in ((HEAD, False), (blades, True)):
        bill = report(text)
        facts = [label for one in m.every_block(bill.sections) if isinstance(one, m.Facts) for label, _ in one.items]
        assert ("Enclosures" in facts) == said


PAID = """edition 2026
import std.licences
import std.money
axis year kept { y1, y2 }
display Money in EUR
box: hardware { model = "B", price = 100 EUR }
seat: software { model = "Seat", price = 10 EUR }
design d "D" {
  line: hardware_line "Line" { item = box, quantity = { y1: 2, y2: 2 } }
  seats: licences.by_user "Seats" { item = seat, users = { y1: 5, y2: 7 } users, paid = once }
  rent: licences.by_user "Rent" { item = seat, users = { y1: 5, y2: 7 } users, paid = each_year }
  care: money.yearly_cost "Care" { yearly = { y1: 3, y2: 4 } EUR }
  costs: money.account "All of it" { desktops = 3 desktops }
}
"""


def test_the_first_page_has_all_parts_of_what_is_spent() -> None:
    """Hardware and licences have a table each; what is in neither is told beside them."""
    made = report(PAID)
    assert first_page(made)["Of it, beside licences"] == "Care: y1: 3; y2: 4 EUR"
    captions = [block.caption for block in made.cover.blocks if isinstance(block, m.Table)]
    assert {"Hardware bought", "Licences bought and rented", "What it costs"} <= set(captions)


def test_the_bill_says_what_is_ordered_and_what_is_in_use() -> None:
    tables = {block.caption: block for block in m.every_block(report(PAID).sections) if isinstance(block, m.Table)}
    ordered, used = tables["Software"], tables["Licences in use"]
    assert [column.head for column in ordered.columns if "order" in column.head.lower()] == ["To order, y1", "To order, y2"]
    assert [[plain(cell) for cell in row.cells] for row in used.rows] == [["Seat", "10", "14"]]


def test_the_bill_says_which_blades_its_enclosures_have_no_bay_for() -> None:
    """Ten blades, of which eight have a bay."""
    made = report("""edition 2026
import std.servers.enclosures
blade: server { model = "N", height = 0 RU, memory = 100 GiB/host }
frame: enclosures.enclosure_model { model = "F", bays = 8 hosts/enclosure, height = 10 RU }
kind load: guest { }
design d "D" {
  g: load { memory = 700 GiB }
  farm: host_cluster { host = blade, spares = 1 host }
  frames: enclosures.blade_enclosures { enclosure = frame, blades = 8 hosts }
  besides: hardware_line { item = blade, quantity = 2 }
  place g on farm
}
""")
    facts = [row for one in m.every_block(made.sections) if isinstance(one, m.Facts) for row in one.items]
    said = [plain(value) for label, value in facts if label == "Enclosures"]
    assert said == ["there is none on it for 2 hosts, which take no room in racks by themselves"]


def test_a_document_has_the_title_that_it_is_given() -> None:
    """Once: what the design itself is called stands below where that is something else."""
    told = {}
    for about, title in (("", '"Desktops"'), ('title = "A study"', '"Desktops"'), ('title = "A study"', '"A study"')):
        made = report(f"edition 2026\ndesign d {title} {{ about {{ {about} }} }}")
        listed = [item for block in made.cover.blocks if isinstance(block, m.Facts) for item in block.items]
        facts = [(label, plain(value)) for label, value in listed]
        told[about, title] = made.cover.title, [one for one in facts if "Desktops" in one[1] or "A study" in one[1]]
    assert list(told.values()) == [("Desktops", []), ("A study", [("Describes", "Desktops")]), ("A study", [])]
