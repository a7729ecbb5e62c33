"""More people never need less; sixty ranges are no burden."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reading import quantity
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import Compilation, compile

DESIGN = """edition 2026
import std.delivery.pvs
import std.arrays.equallogic
import std.servers.dell

design d {
  people: pvs.streamed {
    desktops         = 100 desktops
    desktop_memory   = MEMORY GB/desktop
    write_cache_size = 1.5 GB/desktop
    image            = 25 GB/image
    density          = 80 desktops/host
    desktop_iops     = { boot: 16..18, login: 11..13, else: 7..8 } IOPS/desktop
    read_share       = 10 %
  }
  pool: storage_pool { array = equallogic.PS6010XVS with { iops = 10_000 IOPS/array }, headroom = 15 % }
  blades: host_cluster { host = dell.M610, spares = 1 host }
  place people.write_cache, people.image_store on pool
  place people on blades
}
"""
few = settings(max_examples=25, derandomize=True)


def compiled(text: str, library: str = "std", **options: object) -> Compilation:
    compilation = compile(TestWorld(library, {"d.vdl": text}), "d.vdl", as_of=AS_OF, **options)  # type: ignore[arg-type]
    assert not compilation.failed, [d.message for d in compilation.diagnostics]
    return compilation


def counts(desktops: int, memory: int) -> dict[str, int]:
    compilation = compiled(DESIGN.replace("MEMORY", str(memory)), sets=[f"people.desktops = {desktops} desktops"])
    return {count.cell.path: count.value for count in compilation.designs[0].judged.counts}


@few
@given(st.integers(0, 20_000), st.integers(1, 5000), st.integers(1, 64))
def test_more_desktops_never_need_fewer_hosts_or_arrays(desktops: int, more: int, memory: int) -> None:
    before, after = counts(desktops, memory), counts(desktops + more, memory)
    assert before.keys() == after.keys() and before
    assert all(before[name] <= after[name] for name in before), (before, after)


def many(ranges: bool) -> str:
    loads = "".join(f"  a{i}: goods {{ weight = {'10..20' if ranges else '20'} kg }}\n" for i in range(60))
    return f"""edition 2026
design d {{
{loads}  f: fleet {{ cart = small }}
  place all goods on f
  let total = sum((all goods).weight)
  require light: total <= f.carts * f.cart.limit
}}
"""


def test_sixty_ranges_meet_in_one_count_and_one_rule() -> None:
    compilation = compiled(many(ranges=True), "suite/library")
    solved = compilation.designs[0]
    assert {c.cell.path: c.value for c in solved.judged.counts} == {"f.needed": 12, "f.carts": 12}
    assert [r.outcome for r in solved.judged.rules] == ["holds"]
    total = quantity(compilation, "d", "total")
    assert (total["text"], total["tight"]) == ("600..1,200 kg", True)
    assert quantity(compilation, "d", "a1.weight - a1.weight")["exact"] == "0"
    assert quantity(compilation, "d", "a1.weight / (a1.weight + 10 kg)")["high"]["exact"] == "2/3"
