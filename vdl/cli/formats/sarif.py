"""SARIF 2.1.0: what programs that gather the findings of compilers and linters read."""

from __future__ import annotations

import json
from collections import Counter
from urllib.parse import quote

import vdl
from vdl import errors
from vdl.cli.formats import Checked, told
from vdl.text.diagnostics import Diagnostic
from vdl.text.machine import Json
from vdl.text.safe import escaped, shown
from vdl.text.source import LIBRARY, Span
from vdl.world.caches import digest

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_ROOT, _OTHER = "ROOT", "LIBRARY"


def text(found: Checked) -> str:
    slugs = sorted({one.slug for one in found.diagnostics})
    driver: dict[str, Json] = {"name": "vdl", "version": vdl.__version__}
    if found.manual:
        driver["informationUri"] = f"{found.manual}/index.html"
    driver["rules"] = [_rule(slug, found.manual) for slug in slugs]
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {
            _ROOT: {"description": {"text": "the folder that imports may not leave"}},
            _OTHER: {"description": {"text": "the library, where it lies elsewhere"}},
        },
        "results": _results(found, slugs),
    }
    return escaped(json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2))


def _rule(slug: str, manual: str) -> Json:
    """A slug with its manual page, and the place of that where it is published."""
    page = errors.manual(slug) or slug
    rule: dict[str, Json] = {
        "id": slug,
        "shortDescription": {"text": _first_sentence(page)},
        "fullDescription": {"text": " ".join(page.split("\n\n")[0].split())},
        "help": {"text": page, "markdown": page},
    }
    if manual:
        rule["helpUri"] = f"{manual}/reference/diagnostics.html#{slug}"
    return rule


def _first_sentence(page: str) -> str:
    words = " ".join(page.split("\n\n")[0].split())
    return words.split(". ")[0].rstrip(".:") + "."


def _results(found: Checked, slugs: list[str]) -> list[Json]:
    seen: Counter[str] = Counter()
    made: list[Json] = []
    for one in found.diagnostics:
        address, span = found.place(one)
        line = span.source.line(span.source.place(span.start)[0]).strip() if span is not None else ""
        parts = [one.slug, address, one.subject, line]
        same = digest(*[part.encode("utf-8", "surrogatepass") for part in parts])
        seen[same] += 1
        # The first name is the one that GitHub tells findings apart by.
        same = f"{same}:{seen[same]}"
        result: dict[str, Json] = {
            "ruleId": one.slug,
            "ruleIndex": slugs.index(one.slug),
            "level": _LEVELS[one.severity],
            "message": {"text": _message("\n".join([shown(said) for said in told(one)]))},
            "locations": [_location(address, span, one)] if address else [],
            "partialFingerprints": {"primaryLocationLineHash": same, "vdlFinding/v1": same},
        }
        related = [
            _location(found.addresses.of(place.source.path), place, label=label, number=number)
            for number, (place, label) in enumerate(one.related, 1) if found.addresses.of(place.source.path)
        ]  # fmt: skip
        if related:
            result["relatedLocations"] = related
        made.append(result)
    return made


def _location(
    address: str, span: Span | None, one: Diagnostic | None = None, *, label: str = "", number: int | None = None
) -> Json:
    base = _OTHER if address.startswith(LIBRARY) else _ROOT
    uri = quote(address.removeprefix(LIBRARY).encode("utf-8", "surrogatepass"), safe="/")
    physical: dict[str, Json] = {"artifactLocation": {"uri": uri, "uriBaseId": base}}
    if span is not None:
        line, column = span.source.place(span.start)
        end_line, end_column = span.source.place(span.end)
        physical["region"] = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    location: dict[str, Json] = {} if number is None else {"id": number}
    location["physicalLocation"] = physical
    if one is not None and one.span is not None and one.subject:
        location["logicalLocations"] = [{"fullyQualifiedName": one.subject}]
    if label:
        location["message"] = {"text": _message(shown(label))}
    return location


def _message(words: str) -> str:
    """Words that fill in nothing and are no link: `{0}` and `[here](https://...)` mean something in messages."""
    return words.replace("{", "{{").replace("}", "}}").replace("](", "] (")


__all__ = ["SCHEMA", "text"]
