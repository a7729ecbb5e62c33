"""The few words and signs that a renderer adds of its own; in another language than English the report brings them along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from vdl.report.model import Report
from vdl.text.bounds import BOUNDS, Bound


@dataclass(frozen=True, slots=True)
class Wording:
    """Words around the report, the signs in its figures, and its day. Everything else in a document comes from the model."""

    contents: str = "Contents"
    page: str = "{page} of {pages}"
    decides: str = "decides"
    bound: str = "Bound"
    formula: str = "Formula, and the numbers in it"
    result: str = "Result"
    as_of: str = "Judged as of"
    day_of: str = "As of"
    revision: str = "Revision"
    design: str = "Design"
    made_with: str = "Made with"
    before: str = "before"
    after: str = "after"
    table: str = "Table"
    figure: str = "Figure"
    tables: str = "Tables"
    figures: str = "Figures"
    link_to: str = "Link to"
    lines: str = "lines"
    search: str = "Search this document"
    sort: str = "Sort by this column"
    order: str = "Sort the rows"
    group: str = "Group"
    bill: str = "Bill"
    chart: str = "Chart"
    diagram: str = "Diagram"
    part: str = "And 1 more part, see the document."
    parts: str = "And {number} more parts, see the document."
    more: str = "And {number} more, see the document."
    rest: str = "; and {rest} more"
    piles: str = "Piles"
    at_least: str = BOUNDS["least"]
    at_most: str = BOUNDS["most"]
    by_stated: str = BOUNDS["neither"]
    stated: str = "{stated} of {all}"
    point: str = "."
    comma: str = ","
    day: str = ""
    """The day of the report."""

    def bounded(self, bound: Bound) -> tuple[str, str]:
        """What stands before a figure that is a bound, and behind it."""
        said = {"least": self.at_least, "most": self.at_most, "neither": self.by_stated}[bound]
        before, _, behind = said.partition("{figure}")
        return before, behind

    def figures_of(self, text: str) -> str:
        """English digits with the signs of the language: "1,270.5"."""
        return text.translate({ord(","): self.comma, ord("."): self.point})


ENGLISH = Wording()
SIGNS = ("point", "comma", "day")
"""What is no words: the signs of figures, and the day."""
WORDS = tuple([field.default for field in fields(Wording) if field.name not in SIGNS and isinstance(field.default, str)])
"""All words of renderers, in English."""


def wording(report: Report) -> Wording:
    """The words of renderers in the language of a report."""
    said: Mapping[str, str] = report.words
    made = {field.name: said.get(field.default, field.default) for field in fields(Wording) if isinstance(field.default, str)}
    return Wording(**{**made, "day": said.get(report.cover.as_of, report.cover.as_of)})
