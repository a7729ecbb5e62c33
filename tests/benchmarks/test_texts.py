"""What the benchmarks measure is sound: a text with an error would be quick."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vdl.pipeline import Compilation, compile
from vdl.world import Disk

from .generate import design, failing, pages, populations, rows
from .grown import FEATURES
from .run import EXAMPLE, ranges

TEXTS = {
    "design": design(40), "failing": failing(40), "pages": pages(1), "populations": populations(40), "rows": rows(3),
    "example": Path(EXAMPLE).read_text(), "ranges": ranges(3, spread=True),
    **{name: feature.text(4) for name, feature in FEATURES.items()},
}  # fmt: skip


def compiled(text: str) -> Compilation:
    return compile(Disk(unsaved={"measured.vdl": text}), "measured.vdl", as_of="2026-06-01")


@pytest.mark.parametrize("name", TEXTS)
def test_it_has_no_errors(name: str) -> None:
    made = compiled(TEXTS[name])
    assert made.designs and not [d.message for d in made.diagnostics if d.severity == "error"]


@pytest.mark.parametrize("make", [design, populations])
def test_it_holds(make: Callable[[int], str]) -> None:
    """Else the words of what fails would be measured with a check of what holds."""
    made = compiled(make(17 * 14))
    assert not [d.message for d in made.diagnostics] and made.designs[0].standing == "holds"


def test_rules_fail_of_what_is_to_fail() -> None:
    made = compiled(failing(40))
    found = {rule.name for rule in made.designs[0].judged.rules if rule.outcome == "fails" and rule.severity != "info"}
    of_sites = {f"{name}_{i}.{rule}" for i in (0, 1) for name, rule in (("disks", "iops_stated"), ("hosts", "hypervisor_stated"))}
    assert found == {"blades_in_enclosures", *of_sites}
