"""The German catalogs have all that documents can say, and nothing else."""

from __future__ import annotations

import re

import pytest

from tests.examples import EXAMPLES, reports
from tests.languages import messages
from vdl.render.wording import WORDS

CONTEXTS = {"head", "label", "section", "unit"}
"""Contexts that are no captions."""


@pytest.fixture(scope="module")
def known() -> set[str]:
    return {key for _, key in messages.german().messages}


def test_all_that_the_examples_print_is_said_in_german() -> None:
    lacking = sorted(key for _, key in messages.printed().lacking)
    assert not lacking, "give each an entry in vdl/render/languages/de.po, or in stdlib/languages/de.po where the library says it"


def test_all_that_the_compiler_puts_into_words_is_said_in_german(known: set[str]) -> None:
    assert sorted((messages.of_compiler() | set(WORDS)) - known) == []


def test_all_that_checklists_of_the_library_ask_for_is_said_in_german(known: set[str]) -> None:
    folder = messages.TOP / "stdlib" / "practice"
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.vdl"))
    texts = set(re.findall(r'^ +(?:value|reason) += "([^"]+)"$', text, re.MULTILINE))
    assert len(texts) > 90 and sorted(texts - known) == []


def test_all_words_of_the_library_s_documents_are_said_in_german(known: set[str]) -> None:
    assert sorted(messages.of_documents() - known) == []


def test_all_rules_bounds_units_and_labels_of_the_library_are_said_in_german(known: set[str]) -> None:
    assert sorted(messages.judged_and_counted() - known) == []


def test_no_entry_is_of_something_that_is_never_said(known: set[str]) -> None:
    said = messages.any_text_of_compiler() | messages.of_documents() | set(WORDS)
    library = messages.of_library()
    assert sorted(key for key in known - said if key not in library and key.replace(" ", "_") not in library) == []


def test_contexts_are_captions_of_documents_or_sorts_of_words() -> None:
    contexts = {context for context, _ in messages.german().messages if context}
    assert sorted(contexts - CONTEXTS - messages.of_documents()) == []


def test_no_entry_stands_in_two_catalogs() -> None:
    compiler, library = ({key for key in one} for one in messages.each_catalog("de"))
    assert sorted(compiler & library) == []


def test_the_design_s_own_words_stay() -> None:
    """Of a document in English every text that is not marked stands in the German one, too."""
    translation = messages.printed()
    for report in reports(next(path for path in EXAMPLES if path.parent.name == "ilio-xenapp")):
        said = translation.report(report)
        assert said.cover.title == report.cover.title
        own = messages.unmarked(report)
        assert len(own) > 100
        assert not own - messages.texts(said)
