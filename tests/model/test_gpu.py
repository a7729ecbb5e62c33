"""GPUs and hosts for profiles against GPUs that are filled one machine after the other."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.pipeline import compile

HEAD = """edition 2026
import std.servers.gpu
kvm: hypervisor { model = "KVM", own_memory = 16 GiB/host, machine_memory = 0 MiB/vm, swap_share = 0 % }
vws: software { model = "Licence" }
node: server { model = "Node", memory = 2048 GiB/host }
"""
SIZES = 1, 2, 3, 4, 6, 8, 12, 16  # GiB of a profile


class Office(NamedTuple):
    people: tuple[tuple[int, int], ...]  # desktops, and GiB of their profile
    limit: int  # machines on a GPU at most, 0 for as many as fit
    whole: tuple[int, int]  # machines, and the GPUs that each gets whole
    gpus: int  # of a board
    size: int  # GiB of a GPU
    boards: int
    aside: int
    mixed: bool
    host_memory: int  # GiB
    desktop_memory: int  # GiB
    spares: int

    def text(self, name: str) -> str:
        limit = f" with {{ per_gpu = {self.limit} vms/gpu }}" if self.limit else ""
        memory = f"desktop_memory = {self.desktop_memory} GiB/desktop"
        people = "\n".join(
            f"  p{i}: population {{ desktops = {number} desktops, {memory}, graphics = size_{size}{limit} }}"
            for i, (number, size) in enumerate(self.people)
        )
        machines, each = self.whole
        whole = f"  w: population {{ desktops = {machines} desktops, {memory}, whole_gpus = {each} gpus/vm }}"
        return f"""
node_{name}: server {{ model = "Node", memory = {self.host_memory} GiB/host }}
board_{name}: gpu.gpu_board {{
  model = "Board", gpus = {self.gpus} gpus/board, memory = {self.size} GiB/gpu, mixed_sizes = {str(self.mixed).lower()}
}}
design {name} {{
{people}
{whole if machines else ""}
  nodes: host_cluster {{ host = node_{name}, hypervisor = kvm, spares = {self.spares} hosts
    cards: gpu.boards {{
      board = board_{name}, boards_per_host = {self.boards} boards/host, gpus_set_aside = {self.aside} gpus/host
    }}
  }}
  place {", ".join(f"p{i}" for i in range(len(self.people)))}{", w" if machines else ""} on nodes
  licences: gpu.licences {{ item = vws, paid = once }}
}}
"""

    def _sizes_apart(self) -> int:
        """GPUs, each of which takes the machines of one size until it is full."""
        left: dict[int, int] = {}
        for number, size in self.people:
            left[size] = left.get(size, 0) + number
        gpus = 0
        for size, number in left.items():
            while number > 0:
                gpus += 1
                number -= min(self.limit or self.size, self.size // size)
        return gpus

    def _sizes_mixed(self) -> int:
        """GPUs with the largest first, each on the first GPU with room, and by the limit of each population."""
        found = []
        for tight in (False, True):
            machines = [(size, i) for i, (number, size) in enumerate(self.people) for _ in range(number)]
            machines.sort(key=lambda m: (not (tight and self.limit and self.limit < self.size // m[0]), -m[0]))
            gpus: list[list[tuple[int, int]]] = []
            for size, i in machines:
                for gpu in gpus:
                    fits = sum(s for s, _ in gpu) + size <= self.size
                    if fits and not (self.limit and sum(j == i for _, j in gpu) >= self.limit):
                        gpu.append((size, i))
                        break
                else:
                    gpus.append([(size, i)])
            found.append(len(gpus))
        return min(found)

    def gpus_for_profiles(self) -> int:
        return min(self._sizes_apart(), self._sizes_mixed()) if self.mixed else self._sizes_apart()

    def hosts(self) -> int:
        in_host = self.gpus * self.boards - self.aside
        fit = (self.host_memory - 16) // self.desktop_memory
        machines, each = self.whole
        all_machines = sum(number for number, _ in self.people) + machines
        for hosts in count(1):
            left = [in_host] * hosts
            to_place = machines
            for host in range(hosts):
                while to_place and left[host] >= each:
                    left[host] -= each
                    to_place -= 1
            if not to_place and sum(left) >= self.gpus_for_profiles() and hosts * fit >= all_machines:
                return hosts + self.spares
        raise AssertionError


def offices(seed: int, number: int) -> list[Office]:
    r = Random(seed)
    made = []
    while len(made) < number:
        size = r.choice((8, 16, 24, 40, 48))
        people = tuple((r.randint(1, 60), r.choice([s for s in SIZES if s <= size])) for _ in range(r.randint(1, 4)))
        gpus, boards = r.choice((1, 2, 4)), r.randint(1, 3)
        aside = r.randint(0, min(1, gpus * boards - 1))
        whole = (r.randint(1, 5), r.randint(1, gpus * boards - aside)) if r.random() < 0.3 else (0, 1)
        made.append(
            Office(people, r.choice((0, 0, 3)), whole, gpus, size, boards, aside, r.random() < 0.4,
                   r.choice((256, 512)), r.choice((4, 16)), r.randint(0, 2))
        )  # fmt: skip
    return made


def test_the_fewest_hosts_with_gpus_for_all() -> None:
    made = {f"o{number}": office for number, office in enumerate(offices(7, 24))}
    profiles = "".join(f'size_{s}: gpu.gpu_profile {{ model = "{s}", memory = {s} GiB/vm }}\n' for s in SIZES)
    text = HEAD + profiles + "".join(office.text(name) for name, office in made.items())
    compilation = compile(TestWorld("std", {"offices.vdl": text}), "offices.vdl", as_of="2026-01-01")
    gpus = {name: exact(compilation, name, "nodes.gpus_for_profiles") for name in made}
    assert gpus == {name: office.gpus_for_profiles() for name, office in made.items()}
    hosts = {name: exact(compilation, name, "nodes.hosts") for name in made}
    assert hosts == {name: office.hosts() for name, office in made.items()}


def first_fit(machines: list[int], size: int, most: int) -> int:
    """GPUs with the largest first, each on the first GPU with room for its memory and for one machine more."""
    gpus: list[list[int]] = []
    for machine in sorted(machines, reverse=True):
        gpu = next((g for g in gpus if sum(g) + machine <= size and len(g) < most), None)
        if gpu is None:
            gpus.append(gpu := [])
        gpu.append(machine)
    return len(gpus)


def test_a_board_keeps_its_limit_where_sizes_are_mixed() -> None:
    r, text = Random(9), HEAD + "".join(f'size_{s}: gpu.gpu_profile {{ model = "{s}", memory = {s} GiB/vm }}\n' for s in SIZES)
    given = []
    for at in range(14):
        size, most = r.choice((16, 24, 48)), r.randint(3, 12)
        people = [(r.randint(1, 60), r.choice([s for s in SIZES if s <= size])) for _ in range(r.randint(1, 3))]
        given.append((people, size, most))
        desks = "\n".join(
            f"  p{i}: population {{ desktops = {number} desktops, desktop_memory = 1 GiB/desktop, graphics = size_{gib} }}"
            for i, (number, gib) in enumerate(people)
        )
        text += f"""
board_{at}: gpu.gpu_board {{
  model = "Board", gpus = 1 gpu/board, memory = {size} GiB/gpu, mixed_sizes = true, most_on_a_gpu = {most} vms/gpu
}}
design d{at} {{
{desks}
  nodes: host_cluster {{ host = node, hypervisor = kvm, spares = 1 host
    cards: gpu.boards {{ board = board_{at}, boards_per_host = 1 board/host }}
  }}
  place {", ".join(f"p{i}" for i in range(len(people)))} on nodes
  licences: gpu.licences {{ item = vws, paid = once }}
}}
"""
    made = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    by_limit = 0
    for at, (people, size, most) in enumerate(given):
        machines = [gib for number, gib in people for _ in range(number)]
        by_memory, by_number = -(-sum(machines) // size), -(-len(machines) // most)
        gpus = exact(made, f"d{at}", "nodes.gpus_for_profiles")
        assert max(by_memory, by_number) <= gpus <= first_fit(machines, size, most)
        assert exact(made, f"d{at}", "nodes.hosts") == gpus + 1
        by_limit += by_number > by_memory
    assert by_limit > 3


class Sort(NamedTuple):
    number: int
    size: int  # GiB of a profile, 0 for none
    memory: int  # GiB


def fullest(sorts: list[Sort], gpu: int, hosts: int, in_host: int) -> int:
    """Memory of the fullest host where the GPUs of each size, and all other machines, go round the hosts."""
    taken, gpus = [0] * hosts, [0] * hosts
    next_host = 0
    for size in sorted({sort.size for sort in sorts if sort.size}):
        machines = sorted((sort.memory for sort in sorts if sort.size == size for _ in range(sort.number)), reverse=True)
        for at in range(0, len(machines), gpu // size):
            taken[next_host] += sum(machines[at : at + gpu // size])
            gpus[next_host] += 1
            next_host = (next_host + 1) % hosts
    assert max(gpus) <= in_host
    for sort in sorts:
        for at in range(sort.number if not sort.size else 0):
            taken[at % hosts] += sort.memory
    return max(taken)


def test_where_the_rule_holds_memory_suffices_beside_the_gpus() -> None:
    r, text = Random(8), HEAD + "".join(f'size_{s}: gpu.gpu_profile {{ model = "{s}", memory = {s} GiB/vm }}\n' for s in SIZES)
    given = []
    for at in range(14):
        gpu = r.choice((8, 16, 48))
        sizes = [r.choice([0, *(s for s in SIZES if s <= gpu)]) for _ in range(2)] + [r.choice([s for s in SIZES if s <= gpu])]
        sorts = [Sort(r.randint(1, 60), size, r.choice((4, 16, 48, 100))) for size in sizes]
        boards, room = r.randint(1, 4), r.choice((256, 512, 1024))
        given.append((sorts, gpu, boards, room))
        people = "\n".join(
            f"  p{i}: population {{ desktops = {sort.number} desktops, desktop_memory = {sort.memory} GiB/desktop"
            + (f", graphics = size_{sort.size} }}" if sort.size else " }")
            for i, sort in enumerate(sorts)
        )
        text += f"""
node_{at}: server {{ model = "Node", memory = {room + 16} GiB/host }}
board_{at}: gpu.gpu_board {{ model = "Board", gpus = 1 gpu/board, memory = {gpu} GiB/gpu }}
design d{at} {{
{people}
  nodes: host_cluster {{ host = node_{at}, hypervisor = kvm, spares = 1 host
    cards: gpu.boards {{ board = board_{at}, boards_per_host = {boards} boards/host }}
  }}
  place p0, p1, p2 on nodes
  licences: gpu.licences {{ item = vws, paid = once }}
}}
"""
    made = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    found = []
    for at, (sorts, gpu, boards, room) in enumerate(given):
        rules = {rule.name: rule.outcome for rule in made.designs[at].judged.rules}
        found.append(rules["nodes.graphics_beside_memory"])
        if found[-1] == "holds":
            assert fullest(sorts, gpu, int(exact(made, f"d{at}", "nodes.hosts")) - 1, boards) <= room
        assert exact(made, f"d{at}", "licences.packs") == sum(sort.number for sort in sorts if sort.size)
    assert found.count("holds") > 4 and found.count("fails") > 1
