"""A column of a comparison is what `vdl check` says of the design with the same layers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.examples import PUBLISHED, SMALLER
from tests.suite.case import AS_OF
from vdl.cli import main


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    main([*arguments, "--format", "json", "--as-of", AS_OF])
    return json.loads(capsys.readouterr().out)


def rows(compared: Any, section: str) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in compared["rows"]:
        if row["section"] == section:
            name = row["name"] + "".join([f" at {label}" for label in row["at"].values()])
            assert name not in found
            found[name] = row["cells"]
    return found


def numbers(value: Any, name: str) -> dict[str, str]:
    return {f"{name} at {at.replace('/', ' at ')}": one["exact"] for at, one in value["by"].items()} if "by" in value else {
        name: value["exact"]
    }  # fmt: skip


@pytest.mark.parametrize("path", SMALLER, ids=[path.parent.name for path in SMALLER])
def test_columns_equal_checks(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    design = re.findall(r"^design (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)[0]
    compared = ran(capsys, "compare", str(path), "--design", design, "--all")
    assert any(column["scenarios"] == ["todays_practice"] for column in compared["columns"])
    verdicts, points, counts = rows(compared, "verdict"), rows(compared, "open_points"), rows(compared, "counts")
    rules, expectations = rows(compared, "rules"), rows(compared, "expectations")
    choices = rows(compared, "choices")
    for at, column in enumerate(compared["columns"]):
        layers = [word for name in column["scenarios"] for word in ("--scenario", name)]
        (checked,) = ran(capsys, "check", str(path), "--design", design, *layers)["designs"]
        assert column["verdict"] == checked["verdict"]
        assert int(verdicts["open points"][at]["exact"]) == sum(one["state"] == "open" for one in checked["open_points"])
        if "accepted exceptions" in verdicts:
            assert int(verdicts["accepted exceptions"][at]["exact"]) == checked["accepted"]
        else:
            assert not checked["accepted"]
        assert {name for name, cells in points.items() if cells[at]} == {one["name"] for one in checked["open_points"]}
        wanted: dict[str, str] = {}
        for count in checked["counts"]:
            wanted |= numbers(count["value"], count["name"])
        assert {name: cells[at]["exact"] for name, cells in counts.items() if cells[at]} == wanted
        outcomes = {one["name"]: one for one in checked["rules"]}
        for name, cells in rules.items():
            assert (cells[at] is None) == (name not in outcomes)
            if cells[at] and outcomes[name]["verdict"] != "not-applicable":
                # what fails is "8 buses, must be at most 6 buses" there
                sides = re.split(" (?:[<>]=?|[!=]=) ", outcomes[name]["detail"])
                assert all(side in cells[at]["text"] for side in sides)
        assert {name for name, one in outcomes.items() if one["verdict"] != "not-applicable"} <= set(rules)
        figures = {f"{one['scenario']}.{one['name']}" if one["scenario"] else one["name"]: one for one in checked["expectations"]}
        shown = {name for other in compared["columns"] for name in other["scenarios"]} - set(column["scenarios"])
        own = {name for name, one in figures.items() if one["scenario"] not in shown}  # the others stand in their own column
        assert {name for name, cells in expectations.items() if cells[at]} == own
        taken = {one["name"]: option["text"] for one in checked["choices"] for option in one["options"] if option["taken"]}
        assert {name: cells[at]["text"] for name, cells in choices.items() if cells[at] and ": " not in name} == taken


def test_inputs_of_the_command_line_equal_checks_too(capsys: pytest.CaptureFixture[str]) -> None:
    path = next(path for path in PUBLISHED if path.parent.name == "equallogic-xendesktop")
    sets = ["task_workers.desktops = 900 desktops", "blades.spares = 2 hosts"]
    layers = ["--design", "one_array", "--scenario", "none", "--set", ", ".join(sets), "--set", sets[0]]
    compared = ran(capsys, "compare", str(path), *layers, "--all")
    assert [column["sets"] for column in compared["columns"]] == [[], sets, sets[:1]]
    for at, column in enumerate(compared["columns"]):
        given = [word for text in column["sets"] for word in ("--set", text)]
        (checked,) = ran(capsys, "check", str(path), "--design", "one_array", *given)["designs"]
        counted = {one["name"]: one["value"]["exact"] for one in checked["counts"]}
        assert {name: cells[at]["exact"] for name, cells in rows(compared, "counts").items()} == counted
        assert column["verdict"] == checked["verdict"]
    firsts, more = [[cells[at]["exact"] for cells in rows(compared, "counts").values()] for at in (0, 1)]
    assert firsts != more
