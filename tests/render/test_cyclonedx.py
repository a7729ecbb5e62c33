"""The bill as CycloneDX 1.6: what its schema asks of components, and the same number for the same content."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from vdl.render.formats.components_cdx import cyclonedx
from vdl.report.model import Column, Report, Row, Table, Value

from .sample import SAMPLE, t

HEADS = ("bom-ref", "name", "manufacturer", "version", "quantity", "weight")


def listed(*rows: tuple[str, ...], caption: str = "device", group: str = "") -> Report:
    columns = tuple(Column(head, "kg" if head == "weight" else "", head in ("quantity", "weight")) for head in HEADS)
    made = tuple(
        Row(tuple((Value(cell, cell, cell),) if column.numeric and cell.isdigit() else t(cell)
                  for column, cell in zip(columns, row)), group=group)
        for row in rows
    )  # fmt: skip
    return replace(SAMPLE, components=(Table(caption, columns, made, bill=True),))


def made(report: Report) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(cyclonedx(report))
    return found


def test_a_component_has_its_fields_and_the_rest_are_properties() -> None:
    found = made(listed(("H1", "Box 7", "Maker", "1.2", "4", "12"), ("H2", "Lid", "–", "", "1", "–"), group="north"))
    assert (found["bomFormat"], found["specVersion"], found["version"]) == ("CycloneDX", "1.6", 1)
    assert found["components"][0] == {
        "type": "device", "bom-ref": "H1", "name": "Box 7", "manufacturer": {"name": "Maker"}, "version": "1.2",
        "properties": [
            {"name": "quantity", "value": "4"}, {"name": "weight", "value": "12 kg"}, {"name": "vdl:group", "value": "north"},
        ],
    }  # fmt: skip
    assert {one["name"] for one in found["components"][1]["properties"]} == {"quantity", "vdl:group"}


def test_an_official_property_by_label_is_none_of_the_taxonomy() -> None:
    heads = ("name", "cdx:device:quantity, FY27", "cdx:device:sku")
    columns = tuple(Column(head, over=head.partition(",")[0] if "," in head else "") for head in heads)
    table = Table("device", columns, (Row((t("Box"), t("4"), t("B-1"))),), bill=True)
    found = made(replace(SAMPLE, components=(table,)))["components"][0]["properties"]
    assert found == [{"name": "vdl:device:quantity, FY27", "value": "4"}, {"name": "cdx:device:sku", "value": "B-1"}]


def test_references_are_unique_and_types_are_known() -> None:
    found = made(listed(("H1", "a", "", "", "", ""), ("H1", "b", "", "", "", ""), ("design", "c", "", "", "", ""), caption="box"))
    references = [found["metadata"]["component"]["bom-ref"], *[one["bom-ref"] for one in found["components"]]]
    assert len(set(references)) == 4
    assert {one["type"] for one in found["components"]} == {"device"}


def test_the_number_is_made_of_the_content() -> None:
    one, same, other = (made(listed(("H1", name, "", "", "1", ""))) for name in ("a", "a", "b"))
    assert one == same and one["serialNumber"] != other["serialNumber"]
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", one["serialNumber"])


@given(st.lists(st.tuples(*[st.text(max_size=6)] * 6), min_size=1, max_size=3))
def test_it_has_the_form_that_the_schema_asks_for(rows: list[tuple[str, ...]]) -> None:
    """What `bom-1.6.schema.json` says of the members that are written: their types, and which are required."""
    found = made(listed(*rows))
    assert set(found) == {"$schema", "bomFormat", "specVersion", "serialNumber", "version", "metadata", "components"}
    for each in found["components"]:
        assert isinstance(each["name"], str) and isinstance(each["type"], str) and each["bom-ref"]
        assert set(each) <= {"type", "bom-ref", "name", "version", "description", "manufacturer", "supplier", "properties"}
        assert all(isinstance(each[company]["name"], str) for company in ("manufacturer", "supplier") if company in each)
        assert all(isinstance(one["name"], str) and isinstance(one["value"], str) for one in each.get("properties", ()))


def test_without_components_there_is_no_file() -> None:
    assert cyclonedx(SAMPLE) == ""
