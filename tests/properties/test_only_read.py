"""Reading a result changes nothing: in any order, twice over, the same is said as of a compilation nobody has read."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.reading import Reader, readers
from tests.suite.case import AS_OF, TESTS, TestWorld
from vdl.pipeline import Compilation, compile

CARTERS = "golden/documents/carters.vdl"
HARD = readers(
    "hard",
    documents=("short",),
    values=("bought.carts + 1 cart", "sum((all goods).boxes)", "sum(stated((all goods).boxes))",
            "coal.weight at winter", "[g.name for g in all goods if g.boxes is given]", "(riddle with { share = 20 % }).share",
            "1 / (salt.boxes - 0 boxes)",
            "coal.wieght", "3 kg +", "lot.wear"),
    questions=("largest salt.boxes where bought.carts <= 14 carts", "smallest bought.spare where bought.carts >= 11 carts",
               "largest salt.bxs where true"),
    names=("bought.carts", "bought.needed", "waived", "differing", "lot.wear", "lot", "owned.carts.with_spare"),
)  # fmt: skip
FARM = readers(
    "farm",
    documents=("",),
    values=("nas.free", "peak(nas.load.iops)", "size(all host_cluster)", "rack.hosts_for_load"),
    questions=("largest workers.sessions where rack.hosts <= 12 hosts",),
    names=("nas.arrays", "rack.hosts", "nas.free"),
)


def carters() -> Compilation:
    return compile(TestWorld(), CARTERS, as_of=AS_OF, design="hard", documents=True)


def farm() -> Compilation:
    path = TESTS.parent / "examples" / "ilio-xenapp" / "design.vdl"
    return compile(TestWorld("std"), str(path), as_of=AS_OF, design="farm", documents=True)


def alone(make: Callable[[], Compilation], ways: dict[str, Reader]) -> dict[str, str]:
    """What each reader says of a compilation of its own."""
    return {name: read(make()) for name, read in ways.items()}


@pytest.mark.parametrize(
    ("make", "ways", "seeds"), [(carters, HARD, 4), (farm, FARM, 1)], ids=["carters", "farm"]
)
def test_reading_in_any_order_and_twice(make: Callable[[], Compilation], ways: dict[str, Reader], seeds: int) -> None:
    expected = alone(make, ways)
    assert len(set(expected.values())) == len(ways), "every reader says something of its own"
    for seed in range(seeds):
        compilation = make()
        order = [*ways, *ways]
        Random(seed).shuffle(order)
        for name in order:
            assert ways[name](compilation) == expected[name], f"{name}, in the order {order}"
