"""The tables of a network: what its numbers come of stands beside them, and addresses are written as addresses."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Cite, Report, Table, Working, every_block

DESIGN = """edition 2026
import std.documents.reference as standard
import std.network.networks
import std.network.paths
import std.network.switches
import std.network.wan
source plan "Network plan" { author = "Network group", date = 2026-05 }
design office "Office" {
  lan: networks.network "LAN" {
    begins = networks.ip(10, 20, 0, 0), gateway = networks.ip(10, 20, 0, 1), prefix = 24  @ plan "1"
    printers : networks.member "Printers" { number = 8 }
    boxes    : networks.member "Boxes" { plugged = thin }
  }
  thin: switches.devices "Thin clients" {
    number = 40  @ plan "2"
    ports: switches.connection { ports_of_each = 1 port, speed = 1 Gbps/port, medium = copper, networks = [lan] }
  }
  line: wan.branch "Line" {
    capacity = 100 Mbps, limit = 80 %, others = 10 Mbps  @ plan "3"
    clerks : wan.branch_users "Clerks" { users = 30 users, does = wan.office, at_a_time = 100 % }
  }
  mill: wan.branch "Mill" {
    capacity = 100 Mbps, limit = 80 %
    clerks : wan.branch_users "Clerks" { users = 300 users, does = wan.office, at_a_time = 90 %, besides = 20 kbps/user }
  }
  paths_to: paths.mem_sessions "Sessions" { hosts = 3 hosts, volumes = 5 volumes, most_of_the_pool = paths.ps_pool }
}
"""


@pytest.fixture(scope="module")
def report() -> Report:
    compilation = compile(TestWorld("std", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in compilation.diagnostics if one.severity == "error" and one.slug != "rule-failed"] == []
    made, _ = build(compilation, compilation.designs[0])
    return made


def rows(report: Report, caption: str) -> list[list[str]]:
    found = next(one for one in every_block(report.sections) if isinstance(one, Table) and one.caption == caption)
    return [[column.head for column in found.columns], *[[plain(cell) for cell in row.cells] for row in found.rows]]


def test_a_number_of_addresses_says_what_it_is_counted_by(report: Report) -> None:
    assert [row[1:4] for row in rows(report, "Who has addresses")] == [
        ["Who", "Counted by", "Number"], ["Printers", "as stated", "8"], ["Boxes", "Thin clients", "40"],
    ]  # fmt: skip


def test_what_passes_a_line_besides_its_users_stands_beside_what_they_ask_for(report: Report) -> None:
    heads, line, _ = rows(report, "Branches")
    found = dict(zip(heads, line))
    assert (found["Asked for by them"], found["And besides"], found["Together"]) == ("3..4.5", "10", "13..14.5")


def test_what_each_user_takes_besides_stands_in_the_row_that_has_it_in_its_sum(report: Report) -> None:
    heads, line, mill = rows(report, "Users of branches")
    at = heads.index("Each besides")
    assert (line[at], line[at + 1]) == ("–", "3..4.5")
    assert (mill[at], mill[at + 1]) == ("20", "32.4..45.9")


def test_sessions_to_storage_are_worked_out(report: Report) -> None:
    found = next(one for one in every_block(report.sections) if isinstance(one, Working) and one.path == "paths_to.in_all")
    assert "paths_to.of_a_volume" in [step.path for step in found.steps]


def test_addresses_are_printed_as_such_and_not_as_their_number(report: Report) -> None:
    assert rows(report, "Networks and their subnets")[1][1] == "10.20.0.0/24"
    assert rows(report, "Routers") == [["Network", "Address"], ["LAN", "10.20.0.1"]]
    tables = [one for one in every_block(report.sections) if isinstance(one, Table)]
    told = " ".join([plain(cell) for one in tables for row in one.rows for cell in row.cells])
    assert f"{10 * 2**24 + 20 * 2**16:,}" not in told and f"{10 * 2**24 + 20 * 2**16 + 1:,}" not in told


def test_stated_figures_of_a_table_are_cited_below_it(report: Report) -> None:
    found = {one.caption: plain_note(one) for one in every_block(report.sections) if isinstance(one, Table)}
    assert found["Branches"] == ["§\u00a03"] and found["Cabling"] == ["§\u00a02"]
    assert found["Who has addresses"] == found["Routers"] == [], "none is cited for the printers, the others are worked out"


def plain_note(table: Table) -> list[str]:
    return [part.where for part in table.note if isinstance(part, Cite)]
