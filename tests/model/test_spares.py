"""Spare hosts against every loss: of hosts in clusters, of enclosures, racks and rooms, and of any hosts of a mixed cluster."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, NamedTuple

import pytest

from tests.reading import exact
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import Solved, compile
from vdl.solve.solver import Solver
from vdl.solve.trials import Trials
from vdl.text.limits import WEIGH_WORK

HEAD = """edition 2026
import std.servers.clusters
import std.servers.enclosures
import std.servers.mixed
none: hypervisor { model = "None", own_memory = 0 GiB/host, machine_memory = 0 MiB/vm, swap_share = 0 % }
node: server { model = "Node", memory = 256 GiB/host }
"""


def solved(lines: list[str]) -> Solved:
    source = HEAD + "\n".join(["design d {", *lines, "}", ""])
    made = compile(TestWorld("std", {"d.vdl": source}), "d.vdl", as_of=AS_OF)
    assert not [d.message for d in made.diagnostics if d.severity == "error"]
    return made.designs[0]


def counts(design: Solved) -> dict[str, int]:
    return {count.cell.path: int(count.value) for count in design.judged.counts if isinstance(count.value, (int, Fraction))}


def a_cluster(at: int, kind: str, load: int, fields: str) -> list[str]:
    """A cluster that needs `load` hosts for its desktops."""
    return [
        f"  c{at}: {kind} {{ host = node, hypervisor = none, {fields} }}",
        f"  p{at}: population {{ desktops = {load * 10} desktops, density = 10 desktops/host }}",
        f"  place p{at} on c{at}",
    ]


# ------------------------------------------------------------------------------ clusters of limited size
def clusters_and_hosts(load: int, most: int, spares: int) -> tuple[int, int]:
    """The fewest hosts in clusters of at most `most`, of each of which `spares` may be down; and how many clusters."""
    hosts = load
    while True:
        for clusters in range(1, hosts + 1):
            sizes = [hosts // clusters + (i < hosts % clusters) for i in range(clusters)]
            if max(sizes) <= most and sum([max(0, size - spares) for size in sizes]) >= load:
                return clusters, hosts
        hosts += 1


def test_clusters_of_limited_size_have_spares_of_their_own() -> None:
    r = random.Random(1)
    given = [(r.randint(1, 60), r.randint(3, 16), r.randint(0, 2)) for _ in range(14)]
    lines = []
    for at, (load, most, spares) in enumerate(given):
        limits = f"hosts_per_cluster = {most} hosts/cluster, spares_per_cluster = {spares} hosts/cluster"
        lines += a_cluster(at, "clusters.limited", load, limits)
    found = counts(solved(lines))
    assert [(found[f"c{at}.clusters"], found[f"c{at}.hosts"]) for at in range(len(given))] == [
        clusters_and_hosts(*one) for one in given
    ]


# ------------------------------------------------------------------------------ what fails together
def spread(hosts: int, domains: int) -> list[int]:
    return [hosts // domains + (i < hosts % domains) for i in range(domains)]


def carried(hosts: int, domains: int, lost: int) -> int:
    """Hosts that are left, whichever domains fail."""
    return min([hosts - sum(gone) for gone in combinations(spread(hosts, domains), lost)])


def test_racks_and_rooms_carry_what_the_others_lose() -> None:
    r = random.Random(2)
    given = [(r.randint(1, 60), domains, r.randint(0, domains - 1)) for domains in [r.randint(2, 6) for _ in range(14)]]
    lines = []
    for at, (load, domains, lost) in enumerate(given):
        limits = f"fault_domains = {domains} fault_domains, may_fail = {lost} fault_domains"
        lines += a_cluster(at, "clusters.across_fault_domains", load, limits)
    found = counts(solved(lines))
    wanted = [next(n for n in range(load, 999) if carried(n, domains, lost) >= load) for load, domains, lost in given]
    assert [found[f"c{at}.hosts"] for at in range(len(given))] == wanted


def test_enclosures_carry_what_the_others_lose() -> None:
    r = random.Random(3)
    given = [(r.randint(1, 60), r.randint(2, 16), r.randint(0, 2)) for _ in range(14)]
    lines = [
        line
        for at, (load, bays, lost) in enumerate(given)
        for line in [
            f'  m{at}: enclosures.enclosure_model {{ model = "Enclosure", bays = {bays} hosts/enclosure }}',
            *a_cluster(at, "enclosures.blades_across_enclosures", load, f"enclosure = m{at}, may_fail = {lost} enclosures"),
        ]
    ]
    found = counts(solved(lines))
    for at, (load, bays, lost) in enumerate(given):
        possible = [
            (n, hosts)
            for n in range(lost + 1, -(-load // bays) + lost + 2)
            for hosts in range(load, n * bays + 1)
            if carried(hosts, n, lost) >= load
        ]
        assert (found[f"c{at}.enclosures"], found[f"c{at}.hosts"]) == min(possible)


# ------------------------------------------------------------------------------ unequal hosts
class Model(NamedTuple):
    """Hosts of one model: how many, GiB and cores of each."""

    number: int
    memory: int
    cores: int


class Sort(NamedTuple):
    """Machines: how many, GiB and virtual CPUs of each."""

    number: int
    memory: int
    vcpus: int


class Mixed(NamedTuple):
    older: list[Model]
    new: Model
    ratio: int | None
    spares: int
    sorts: list[Sort]

    def vcpus(self, model: Model) -> int:
        return model.cores * self.ratio if self.ratio else 10**9


def losses(mixed: Mixed, added: int) -> list[list[Model]]:
    """The hosts that are left, for each way in which `spares` of them are lost."""
    hosts = [model for model in mixed.older for _ in range(model.number)] + [mixed.new] * added
    if len(hosts) < mixed.spares:
        return [[]]
    kinds = sorted({(model.memory, model.cores) for model in hosts})
    found = []
    for gone in combinations_with_replacement(kinds, mixed.spares):
        left = list(hosts)
        for memory, cores in gone:
            one = next((model for model in left if (model.memory, model.cores) == (memory, cores)), None)
            if one is None:
                break
            left.remove(one)
        else:
            found.append(left)
    return found


def carries(mixed: Mixed, left: list[Model]) -> bool:
    """Whether these hosts take all machines of one sort, each on one host."""
    (sort,) = mixed.sorts
    return sum([min(model.memory // sort.memory, mixed.vcpus(model) // sort.vcpus) for model in left]) >= sort.number


def enough(mixed: Mixed) -> int:
    """The fewest new hosts with which any loss is survived."""
    return next(added for added in range(999) if all(carries(mixed, left) for left in losses(mixed, added)))


def could(mixed: Mixed, added: int) -> bool:
    """Whether memory and virtual CPUs suffice after any loss, if machines could be split."""
    memory = sum([sort.number * sort.memory for sort in mixed.sorts])
    vcpus = sum([sort.number * sort.vcpus for sort in mixed.sorts])
    return all(
        sum([model.memory for model in left]) >= memory and sum([mixed.vcpus(model) for model in left]) >= vcpus
        for left in losses(mixed, added)
    )


def beside_each_other(mixed: Mixed, added: int, sort: Sort) -> bool:
    """Whether machines that are no smaller than those of a sort would fit after any loss if they were of that size."""
    number = sum([one.number for one in mixed.sorts if one.memory >= sort.memory and one.vcpus >= sort.vcpus])
    alike = mixed._replace(sorts=[sort._replace(number=number)])
    return all(carries(alike, left) for left in losses(alike, added))


def first_fit(mixed: Mixed, left: list[Model], sorts: tuple[Sort, ...]) -> bool:
    free = [[model.memory, mixed.vcpus(model)] for model in left]
    for sort in sorts:
        for _ in range(sort.number):
            host = next((one for one in free if one[0] >= sort.memory and one[1] >= sort.vcpus), None)
            if host is None:
                return False
            host[0] -= sort.memory
            host[1] -= sort.vcpus
    return True


def fits(mixed: Mixed, left: list[Model]) -> bool:
    """Whether one sort after the other, each machine on the first host with room, finds a host for all."""
    return any(first_fit(mixed, hosts, sorts) for sorts in permutations(mixed.sorts) for hosts in (left, left[::-1]))


def lines_of(at: int, mixed: Mixed) -> list[str]:
    def model(one: Model) -> str:
        return f"node with {{ memory = {one.memory} GiB/host, cores = {one.cores} cores/host }}"

    limit = f", vcpus_per_core = {mixed.ratio} vcpus/core" if mixed.ratio else ""
    lines = [
        f"  c{at}: mixed.mixed_cluster {{ host = {model(mixed.new)}, hypervisor = none, spares = {mixed.spares} hosts{limit}"
    ]
    lines += [
        f"    old{i}: mixed.older_hosts {{ host = {model(one)}, hosts = {one.number} hosts }}"
        for i, one in enumerate(mixed.older)
    ]
    lines.append("  }")
    for i, one in enumerate(mixed.sorts):
        lines += [
            f"  p{at}_{i}: population {{ desktops = {one.number} desktops, desktop_memory = {one.memory} GiB/desktop",
            f"    desktop_vcpus = {one.vcpus} vcpus/desktop }}",
            f"  place p{at}_{i} on c{at}",
        ]
    return lines


def mixed_of(r: random.Random, sorts: int) -> Mixed:
    older = [Model(r.randint(1, 8), r.choice([64, 96, 128]), r.choice([8, 12])) for _ in range(r.randint(1, 2))]
    new = Model(0, r.choice([96, 192, 256]), r.choice([8, 16, 24]))
    machines = [Sort(r.randint(5, 90), r.randint(2, 24), r.randint(1, 8)) for _ in range(sorts)]
    return Mixed(older, new, r.choice([None, 1, 4]), r.randint(0, 3), machines)


def test_equal_machines_survive_any_loss_on_unequal_hosts() -> None:
    r = random.Random(4)
    given = [mixed_of(r, 1) for _ in range(14)]
    found = counts(solved([line for at, one in enumerate(given) for line in lines_of(at, one)]))
    older = [sum([model.number for model in one.older]) for one in given]
    assert [found[f"c{at}.hosts"] - older[at] for at in range(len(given))] == [enough(one) for one in given]


def test_several_sizes_are_a_lower_limit() -> None:
    r = random.Random(5)
    given = [mixed_of(r, r.randint(2, 3)) for _ in range(9)]
    found = counts(solved([line for at, one in enumerate(given) for line in lines_of(at, one)]))
    for at, one in enumerate(given):
        added = found[f"c{at}.hosts"] - sum([model.number for model in one.older])
        assert could(one, added)
        assert not added or not (could(one, added - 1) and all(beside_each_other(one, added - 1, sort) for sort in one.sorts))


def test_what_is_tried_to_order_figures_ends_where_counts_in_circles_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    solvers: list[Solver] = []

    def solver(trials: Trials, *given: Any) -> Solver:
        solvers.append(really(trials, *given))
        return solvers[-1]

    really = Trials.solver
    monkeypatch.setattr(Trials, "solver", solver)
    r = random.Random(5)
    given = [mixed_of(r, r.randint(2, 3)) for _ in range(9)]
    solved([line for at, one in enumerate(given) for line in lines_of(at, one)])
    tried = [one.trials for one in solvers]
    assert any(tried) and sum(tried) < WEIGH_WORK + max(tried)


def test_so_many_hosts_suffice_for_machines_of_several_sizes() -> None:
    r = random.Random(6)
    given = [mixed_of(r, r.randint(2, 3)) for _ in range(12)]
    source = HEAD + "\n".join(["design d {", *[line for at, one in enumerate(given) for line in lines_of(at, one)], "}", ""])
    made = compile(TestWorld("std", {"d.vdl": source}), "d.vdl", as_of=AS_OF)
    found = counts(made.designs[0])
    holds = {rule.name for rule in made.designs[0].judged.rules if rule.outcome == "holds"}
    more = []
    for at, one in enumerate(given):
        older = sum([model.number for model in one.older])
        suffice = int(exact(made, "d", f"c{at}.hosts_that_suffice"))
        assert all(fits(one, left) for left in losses(one, suffice - older))
        assert (f"c{at}.whole_machines" in holds) == (found[f"c{at}.hosts"] >= suffice)
        more.append(Fraction(max(suffice - found[f"c{at}.hosts"], 0), suffice))
    assert 0 in more
    assert sum(more) / len(more) < Fraction(1, 10), "on the average less than a tenth above the lower limit"


def test_what_is_left_is_used_as_it_is_after_the_worst_loss() -> None:
    r = random.Random(7)
    given = [mixed_of(r, 1) for _ in range(14)]
    source = HEAD + "\n".join(["design d {", *[line for at, one in enumerate(given) for line in lines_of(at, one)], "}", ""])
    made = compile(TestWorld("std", {"d.vdl": source}), "d.vdl", as_of=AS_OF)
    for at, one in enumerate(given):
        (sort,) = one.sorts
        left = losses(one, int(exact(made, "d", f"c{at}.new_hosts")))
        memory = Fraction(sort.number * sort.memory, min([sum([model.memory for model in hosts]) for hosts in left]))
        cores = Fraction(sort.number * sort.vcpus, min([sum([model.cores for model in hosts]) for hosts in left]))
        used = {exact(made, "d", f"c{at}.{name}") / 100 for name in ("memory_used", "memory_used_by_survivors")}
        assert used == {memory}
        assert exact(made, "d", f"c{at}.vcpus_per_core_of_survivors") == cores
