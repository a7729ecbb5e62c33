"""What the document `components` lists as a bill of materials in CycloneDX 1.6 (JSON), which inventories read.

The title of each of its bills is the type of its components. Columns headed `name`, `version`, `description`, `manufacturer`,
`supplier` and `bom-ref` are these fields of a component; every other one is a property under its head. What an official property
differs by, such as "FY27", is no official name: such ones, and the group of a row, are named as our own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping

from vdl.render import Format
from vdl.render.bill_rows import figure, heads, rows, words
from vdl.render.plain import plain
from vdl.report.model import Report, Row, Table
from vdl.text.machine import Json
from vdl.text.safe import printable

SCHEMA = "http://cyclonedx.org/schema/bom-1.6.schema.json"
TYPES = frozenset((
    "application", "framework", "library", "container", "platform", "operating-system", "device", "device-driver", "firmware",
    "file", "machine-learning-model", "data", "cryptographic-asset",
))  # fmt: skip
"""The types of components that there are."""
TEXTS = ("name", "version", "description")
COMPANIES = ("manufacturer", "supplier")
REFERENCE = "bom-ref"
OFFICIAL, OWN = "cdx:", "vdl:"
"""What the names of properties begin with: the official ones, to which nobody else may add any, and all others."""
WHOLE = "design"
"""What the design itself is called in the file."""


def cyclonedx(report: Report) -> str:
    """The file; "" when the document lists nothing. The same components give the same serial number."""
    found = list(_components(report))
    if not found:
        return ""
    cover = report.cover
    name, _, version = cover.made_with.partition(",")[0].rpartition(" ")
    whole: dict[str, Json] = {"type": "platform", REFERENCE: WHOLE, "name": _clean(cover.title)}
    if cover.verdict is not None and cover.verdict.word:
        whole["description"] = _clean(f"{cover.verdict.word}. {plain(cover.verdict_text)}".strip())
    metadata: dict[str, Json] = {
        "tools": {"components": [{"type": "application", "name": name, "version": version}]}, "component": whole,
    }  # fmt: skip
    if len(cover.as_of) == len("2026-06-01"):
        metadata = {"timestamp": f"{cover.as_of}T00:00:00Z", **metadata}
    content: dict[str, Json] = {"version": 1, "metadata": metadata, "components": found}
    made = {"$schema": SCHEMA, "bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": _serial(content), **content}
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _components(report: Report) -> Iterator[Mapping[str, Json]]:
    taken = {WHOLE}
    for table in report.components:
        sort = table.caption if table.caption in TYPES else "device"
        for each in rows(table):
            if each.sort == "line":
                yield _component(sort, table, each.row, taken)


def _component(sort: str, table: Table, row: Row, taken: set[str]) -> Mapping[str, Json]:
    cells: dict[str, str] = {}
    for head, column, cell in zip(heads(table), table.columns, row.cells):
        found = figure(cell)
        said = found.decimal if found is not None else words(cell, numeric=column.numeric)
        if said:
            if column.over.startswith(OFFICIAL):
                head = OWN + head.removeprefix(OFFICIAL)
            cells[head] = _clean(f"{said} {column.unit}" if found is not None and column.unit else said)
    reference = _free(cells.get(REFERENCE, "component"), taken)
    made: dict[str, Json] = {"type": sort, REFERENCE: reference, "name": cells.get("name", "")}
    made |= {head: {"name": cells[head]} for head in COMPANIES if head in cells}
    made |= {head: cells[head] for head in TEXTS if head in cells}
    fields = {*TEXTS, *COMPANIES, REFERENCE}
    properties = [{"name": head, "value": value} for head, value in cells.items() if head not in fields]
    if row.group:
        properties.append({"name": f"{OWN}group", "value": _clean(row.group)})
    return {**made, **({"properties": properties} if properties else {})}


def _free(wanted: str, taken: set[str]) -> str:
    """A name that nothing in the file has yet."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    taken.add(name)
    return name


def _clean(text: str) -> str:
    return printable(text)


def _serial(content: Mapping[str, Json]) -> str:
    """A number after RFC 4122 that is made of what the file says."""
    digest = bytearray(hashlib.sha256(json.dumps(content, sort_keys=True).encode()).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x50  # version 5: made of a name
    digest[8] = digest[8] & 0x3F | 0x80
    digits = digest.hex()
    return f"urn:uuid:{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


FORMAT = Format("cdx", ".cdx.json", "application/vnd.cyclonedx+json; version=1.6", lambda report: cyclonedx(report).encode())
