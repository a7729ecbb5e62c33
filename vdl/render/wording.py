"""The few words a renderer adds of its own, for each language it knows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """Words around the report. Everything else in a document comes from the model."""

    contents: str
    page_of: str
    decides: str
    bound: str
    formula: str
    result: str
    as_of: str
    revision: str
    design: str
    made_with: str
    before: str
    after: str
    table: str
    figure: str
    tables: str
    figures: str
    link_to: str
    lines: str
    to_contents: str


ENGLISH = Wording(
    contents="Contents",
    page_of="of",
    decides="decides",
    bound="Bound",
    formula="Formula, and the numbers in it",
    result="Result",
    as_of="As of",
    revision="Revision",
    design="Design",
    made_with="Made with",
    before="before",
    after="after",
    table="Table",
    figure="Figure",
    tables="Tables",
    figures="Figures",
    link_to="Link to",
    lines="lines",
    to_contents="Contents",
)

_LANGUAGES = {"en": ENGLISH}


def wording(language: str) -> Wording:
    """The words of a language tag ("en", "en-GB"); English where the language is not known."""
    return _LANGUAGES.get(language.split("-")[0].lower(), ENGLISH)
