"""Years and money, against a spreadsheet in plain Python: what stands, is bought and paid in each year, at two sites."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from pathlib import Path

import pytest

from tests.reading import quantity
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile

HEAD = """edition 2026
import std.money
import std.licences
import std.servers.enclosures
source offer "Offer 118" { author = "The reseller", date = 2026-04 }
display Money in EUR
"""


@dataclass
class Site:
    desktops: list[int]
    density: int
    spares: int
    owned: int
    retired: list[int]

    def stands(self) -> list[int]:
        """Hosts in each year: what the load and the spare hosts ask for, and never fewer than are left of the year before."""
        found: list[int] = []
        for people, gone in zip(self.desktops, self.retired):
            before = found[-1] if found else self.owned
            load = ceil(Fraction(people, self.density))
            found.append(max(load + (self.spares if load else 0), before - gone, 0))
        return found

    def bought(self) -> list[int]:
        stands = self.stands()
        return [now - max(before - gone, 0) for before, now, gone in zip([self.owned, *stands], stands, self.retired)]


def some_site(rnd: random.Random, years: int) -> Site:
    """A site whose desktops rise and fall, and from which no more hosts are taken away than stand there."""
    site = Site([rnd.randrange(0, 2000) for _ in range(years)], rnd.randrange(40, 150), rnd.randrange(3), rnd.randrange(12), [])
    for _ in range(years):
        before = site.stands()[-1] if site.retired else site.owned
        site.retired.append(rnd.randrange(0, before + 1) if rnd.random() < 0.4 else 0)
    return site


@dataclass
class Prices:
    host: Fraction
    power: int
    share: Fraction
    fee: int
    pue: Fraction
    kwh: Fraction
    hours: int
    user: Fraction
    in_a_pack: int
    core: Fraction
    core_pack: int
    each: int


def some_prices(rnd: random.Random) -> Prices:
    return Prices(
        Fraction(rnd.randrange(500_000, 3_000_000), 100), rnd.randrange(200, 1200), Fraction(rnd.randrange(1, 25), 100),
        rnd.randrange(0, 9000), Fraction(rnd.randrange(100, 200), 100), Fraction(rnd.randrange(5, 60), 100),
        rnd.choice([8760, 4000]), Fraction(rnd.randrange(100, 30_000), 100), rnd.choice([1, 10, 25]),
        Fraction(rnd.randrange(100, 90_000), 100), rnd.choice([1, 2, 16]), rnd.randrange(0, 3000),
    )  # fmt: skip


def by_year(numbers: list[int], unit: str) -> str:
    if len(numbers) == 1:
        return f"{numbers[0]} {unit}"
    return f"{{ {', '.join(f'y{at}: {number}' for at, number in enumerate(numbers))} }} {unit}"


def decimal(number: Fraction) -> str:
    return f"{float(number):.2f}"


def text(sites: list[Site], prices: Prices, years: int) -> str:
    p = prices
    labels = f"axis year kept {{ {', '.join(f'y{at}' for at in range(years))} }}\n" if years > 1 else ""
    placed = "".join(
        f"""  s{at}: branch {{
    people.desktops = {by_year(site.desktops, "desktops")}, people.density = {site.density} desktops/host
    nodes.spares = {site.spares} hosts, nodes.owned = {site.owned} hosts, nodes.retired = {by_year(site.retired, "hosts")}
    sold.each = {p.each} EUR
  }}
""" for at, site in enumerate(sites))  # fmt: skip
    everyone = " + ".join(f"s{at}.people.desktops" for at in range(len(sites)))
    period = "" if years > 1 else ", period = 1 year"
    site_period = "" if years > 1 else "period = 1 year"
    return f"""{HEAD}{labels}
node: server {{ model = "Node", cores = 24 cores/host, sockets = 2 sockets/host, power = {p.power} W, height = 1 RU,
  price = {decimal(p.host)} EUR }} @ offer "1"
vdi: software {{ model = "VDI", price = {decimal(p.user)} EUR }} @ offer "2"
win: software {{ model = "Windows", price = {decimal(p.core)} EUR }} @ offer "3"
kind branch: site {{
  people : population {{ }}
  nodes  : host_cluster {{ host = node }}
  sold   : money.sale {{ line = nodes.machines }}
  cores  : licences.windows_server {{
    item = win, edition = datacenter, in_a_pack = {p.core_pack}, servers = nodes, paid = once, packs_are = per_host
  }}
  costs  : money.site_account {{ {site_period} }}
  place people on nodes
}}
design d {{
  let people = ({everyone}) * 1 user/desktop
{placed}  users: licences.by_user {{ item = vdi, in_a_pack = {p.in_a_pack}, paid = each_year, users = people }}
  care: money.support {{ covers = all hardware_line in design, share = {decimal(p.share * 100)} %, fee = {p.fee} EUR }}
  power: money.energy {{ hours = {p.hours} hours, price = {decimal(p.kwh)} EUR/kWh, pue = {decimal(p.pue)} }}
  costs: money.account {{ desktops = {everyone}{period} }}
}}
"""


def values(text_: str, *expressions: str, design: str = "d", **others: str) -> dict[str, list[Fraction]]:
    """The values of expressions by year: one where there are no years. `others` are the texts of files that are imported."""
    texts = {"d.vdl": text_, **{f"{name}.vdl": other for name, other in others.items()}}
    compilation = compile(TestWorld("std", texts), "d.vdl", as_of=AS_OF)
    assert not compilation.failed, [d.message for d in compilation.diagnostics if d.severity == "error"]
    found: dict[str, list[Fraction]] = {}
    for expression in expressions:
        value = quantity(compilation, design, expression)
        found[expression] = [Fraction(one["exact"]) for one in value.get("by", {"": value}).values()]
    return found


def spread(found: list[Fraction], years: int) -> list[Fraction]:
    """A value in each year; one that is the same in all of them is that of each."""
    return found if len(found) == years else found * years


@pytest.mark.parametrize("seed", range(8))
def test_a_spreadsheet_comes_to_the_same(seed: int) -> None:
    rnd = random.Random(seed)
    years = rnd.choice([1, 2, 3, 5])
    sites, p = [some_site(rnd, years) for _ in range(2)], some_prices(rnd)
    names = ["purchases", "upkeep", "brought", "spent", "total", "per_desktop_and_year", "so_far"]
    asked = [f"costs.{name}" for name in names] + ["users.packs", "power.used"]
    asked += [f"s{at}.{name}" for at in range(2) for name in ("nodes.machines.stands", "nodes.machines.bought", "cores.packs",
                                                             "costs.total", "nodes.machines.draw")]  # fmt: skip
    found = values(text(sites, p, years), *asked)

    hosts = [site.stands() for site in sites]
    new = [site.bought() for site in sites]
    packs_of_a_host = ceil(Fraction(max(24, 2 * 8, 16), p.core_pack))
    cores: list[list[int]] = []
    for stands in hosts:
        packs: list[int] = []
        for count in stands:
            packs.append(max(count * packs_of_a_host, packs[-1] if packs else 0))
        cores.append(packs)
    totals = [Fraction(0), Fraction(0)]
    spent, upkeep, bought, brought = [], [], [], []
    for year in range(years):
        paid = [
            new[at][year] * p.host + (cores[at][year] - (cores[at][year - 1] if year else 0)) * p.core for at in range(2)
        ]
        sold = [Fraction(site.retired[year] * p.each) for site in sites]
        stand = hosts[0][year] + hosts[1][year]
        users = ceil(Fraction(sum(site.desktops[year] for site in sites), p.in_a_pack))
        energy = Fraction(stand * p.power, 1000) * p.hours * p.pue * p.kwh
        upkeep.append(users * p.user + stand * p.host * p.share + p.fee + energy)
        bought.append(sum(paid))
        brought.append(sum(sold))
        spent.append(bought[-1] + upkeep[-1] - brought[-1])
        totals = [before + one - back for before, one, back in zip(totals, paid, sold)]
        assert spread(found["users.packs"], years)[year] == users
    for at in range(2):
        assert spread(found[f"s{at}.nodes.machines.stands"], years) == hosts[at]
        assert spread(found[f"s{at}.nodes.machines.bought"], years) == new[at]
        assert spread(found[f"s{at}.cores.packs"], years) == cores[at]
        assert spread(found[f"s{at}.nodes.machines.draw"], years) == [count * p.power for count in hosts[at]]
        assert found[f"s{at}.costs.total"] == [totals[at]]
    assert spread(found["costs.purchases"], years) == bought
    assert spread(found["costs.upkeep"], years) == upkeep
    assert spread(found["costs.brought"], years) == brought
    assert spread(found["costs.spent"], years) == spent
    assert spread(found["costs.so_far"], years) == [sum(spent[: at + 1]) for at in range(years)]
    assert found["costs.total"] == [sum(spent)]
    everyone = sum(sum(site.desktops) for site in sites)
    assert found["costs.per_desktop_and_year"] == [sum(spent) / everyone]


@pytest.mark.parametrize("seed", range(5))
def test_no_line_gives_anything_back(seed: int) -> None:
    """Of switches, shelves, NAS boxes: what falls stays, what is taken away is bought again, beside another kept axis."""
    rnd = random.Random(seed)
    years, stages = rnd.randrange(1, 6), ["pilot", "full"]
    wanted = {stage: [rnd.randrange(0, 9) for _ in range(years)] for stage in stages}
    owned, retired = rnd.randrange(0, 5), [rnd.randrange(0, 3) for _ in range(years)]
    cells = {f"y{year}": f"{{ {', '.join(f'{stage}: {wanted[stage][year]}' for stage in stages)} }}" for year in range(years)}
    taken_away = ", ".join(f"y{year}: {number}" for year, number in enumerate(retired))
    by_stage = [f"({cells[f'y{year}']} * {{ y{year}: 1, else: 0 }})" for year in range(years)]
    names = ("stands", "bought", "rack")
    asked = [f"box_line.{name} at (y{year}, {stage})" for name in names for year in range(years) for stage in stages]
    asked += [f"costs.total at {stage}" for stage in stages]
    found = values(
        f"""{HEAD}axis year kept {{ {", ".join(cells)} }}
axis level kept {{ {", ".join(stages)} }}
box: hardware {{ model = "Box", height = 2 RU, price = 100 EUR }} @ offer "1"
kind line: hardware_line {{ item = box }}
design d {{
  let wanted = {" + ".join(by_stage)}
  box_line: line {{ quantity = wanted, owned = {owned}, retired = {{ {taken_away} }} }}
  costs: money.account {{ }}
}}
""",
        *asked,
    )
    stands: dict[tuple[int, str], int] = {}
    new: dict[tuple[int, str], int] = {}
    for stage in stages:
        there = owned
        for year in range(years):
            left = max(there - retired[year], 0)
            there = max(wanted[stage][year], left)
            stands[year, stage], new[year, stage] = there, there - left
    for year, stage in stands:
        assert found[f"box_line.stands at (y{year}, {stage})"] == [stands[year, stage]]
        assert found[f"box_line.bought at (y{year}, {stage})"] == [new[year, stage]]
        assert found[f"box_line.rack at (y{year}, {stage})"] == [2 * stands[year, stage]]
    for stage in stages:
        assert found[f"costs.total at {stage}"] == [sum(100 * new[year, stage] for year in range(years))]


@pytest.mark.parametrize("seed", range(6))
def test_licences_by_core_and_socket(seed: int) -> None:
    """Of hosts of one model, or of new ones beside older ones of another."""
    rnd = random.Random(seed)
    models = [(rnd.randrange(1, 5), rnd.choice([4, 6, 12, 20, 48]), rnd.randrange(0, 9)) for _ in range(1 + seed % 2)]
    pack, covered = rnd.choice([1, 2, 8, 16]), rnd.choice([6, 16, 32])
    least_socket, least_host, least = rnd.choice([8, 16]), rnd.choice([0, 16, 40]), rnd.choice([0, 72])
    hosts = sum(number for _, _, number in models)
    nodes = [
        f'node_{at}: server {{ model = "N", cores = {sockets * each} cores/host, sockets = {sockets} sockets/host }} @ offer "1"'
        for at, (sockets, each, _) in enumerate(models)
    ]
    older = [
        f"old_{at}: mixed.older_hosts {{ host = node_{at}, hosts = {number} hosts }}"
        for at, (_, _, number) in enumerate(models)
        if at
    ]
    found = values(
        f"""{HEAD}import std.servers.mixed
{chr(10).join(nodes)}
thing: software {{ model = "Thing", price = 7 EUR }} @ offer "1"
kind cores: licences.by_core {{
  item = thing, servers = nodes, in_a_pack = {pack}, paid = once, least_per_socket = {least_socket} cores/socket
  {f"least_per_host = {least_host} cores/host" if least_host else ""}
  {f"least_in_all = {least} cores" if least else ""}
  nodes : host_cluster
}}
design d {{
  nodes: {"mixed.mixed_cluster" if older else "host_cluster"} {{ host = node_0, hosts = {hosts} hosts {", ".join(["", *older])} }}
  apart:  cores {{ nodes = nodes, packs_are = per_host }}
  shared: cores {{ nodes = nodes, packs_are = core_packs.shared }}
  socket: licences.by_socket {{ item = thing, servers = nodes, paid = once, cores_covered = {covered} cores/socket }}
  host:   licences.by_host {{ item = thing, servers = nodes, paid = each_year, in_a_pack = 4 }}
}}
""",
        "apart.packs", "shared.packs", "socket.packs", "host.packs", "host.cost", "host.yearly",
    )  # fmt: skip
    cores = [max(sockets * max(each, least_socket), least_host) for sockets, each, number in models for _ in range(number)]
    at_least = least if hosts else 0
    whole = sum(ceil(Fraction(of_one, pack)) * pack for of_one in cores)
    assert found["apart.packs"] == [ceil(Fraction(max(whole, at_least), pack))]
    assert found["shared.packs"] == [ceil(Fraction(max(sum(cores), at_least), pack))]
    assert found["socket.packs"] == [sum(number * sockets * ceil(Fraction(each, covered)) for sockets, each, number in models)]
    assert found["host.packs"] == [ceil(Fraction(hosts, 4))]
    assert found["host.cost"] == [0]
    assert found["host.yearly"] == [7 * ceil(Fraction(hosts, 4))]


PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "sizing" / "money.md"


def test_the_page_of_the_guide_by_hand() -> None:
    """Its design, and the same in a few lines of arithmetic."""
    files = dict(re.findall(r"^(?=edition 2026  // (\w+)\.vdl\n)(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S))
    leeds, york = Site([400, 500, 350], 60, 1, 2, [0, 0, 2]), Site([100, 100, 200], 60, 1, 0, [0, 0, 0])
    hosts = [a + b for a, b in zip(leeds.stands(), york.stands())]
    assert (leeds.stands(), york.stands(), leeds.bought(), york.bought()) == ([8, 10, 8], [3, 3, 5], [6, 2, 0], [3, 0, 2])
    packs = [[16, 20, 20], [6, 6, 10]]  # two for each host, and none is given back
    new_packs = [16 + 6, 4 + 0, 0 + 4]
    purchases = [(a + b) * 14_000 + more * 900 for a, b, more in zip(leeds.bought(), york.bought(), new_packs)]
    users = [ceil(Fraction(people, 10)) * 1_900 for people in (500, 600, 550)]
    support = [count * 14_000 * Fraction(8, 100) for count in hosts]
    energy = [Fraction(count * 600, 1000) * 8760 * Fraction(14, 10) * Fraction(28, 100) for count in hosts]
    upkeep = [a + b + c for a, b, c in zip(users, support, energy)]
    spent = [a + b - back for a, b, back in zip(purchases, upkeep, [0, 0, 2 * 800])]
    asked = ["costs.purchases", "costs.upkeep", "costs.spent", "costs.total", "costs.per_desktop_and_year", "power.yearly",
             "leeds.server_licences.packs", "york.server_licences.packs", "leeds.costs.total"]  # fmt: skip
    others = {name: files[name] for name in ("nodes", "prices")}
    found = values(files["two_sites"], *asked, design="two_sites", **others)
    assert [found[name] for name in asked] == [
        purchases, upkeep, spent, [sum(spent)], [sum(spent) / (500 + 600 + 550)], energy, *packs,
        [(6 + 2) * 14_000 + 20 * 900 - 2 * 800],
    ]  # fmt: skip
