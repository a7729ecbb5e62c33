"""`vdl build --language`: which languages there are, what is written in them, and how another one is added."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from vdl.cli import main

TOP = Path(__file__).resolve().parents[2]
CARTERS = (str(TOP / "tests/golden/documents/carters.vdl"), "--library", str(TOP / "tests/suite/library"), "--design", "hard",
           "--document", "everything", "--as-of", "2026-06-01")  # fmt: skip

DUTCH = r"""
msgid ""
msgstr ""
"Language: nl\n"
"Content-Type: text/plain; charset=utf-8\n"

msgid "Does not hold"
msgstr "Niet voldaan"

msgid "Judged as of"
msgstr "Stand"

msgid "{number} rule fails"
msgid_plural "{number} rules fail"
msgstr[0] "{number} regel faalt"
msgstr[1] "{number} regels falen"
"""


def test_what_stays_english_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nl.po").write_text(DUTCH, encoding="utf-8")
    build(tmp_path / "out", "--language", "nl", "--languages", str(tmp_path), "--format", "md")
    said = capsys.readouterr().err
    assert said.count("info[untranslated]") == 1
    assert "texts stay English: the catalogs of `nl` lack `Contents`, `{page} of {pages}`, `decides` and " in said
    build(tmp_path / "json", "--language", "nl", "--languages", str(tmp_path), "--format", "json")
    assert "untranslated" not in capsys.readouterr().err


def test_all_that_stays_english_is_written_as_a_catalog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nl.po").write_text(DUTCH, encoding="utf-8")
    made = build(tmp_path / "out", "--language", "nl", "--languages", str(tmp_path), "--format", "md", "--untranslated")
    told = re.search(r"(\d+) texts stay English", capsys.readouterr().err)
    written = made["untranslated.nl.po"].decode()
    entries = set(re.findall(r'^msgid "(.+)"$', written, re.MULTILINE))
    assert told is not None and len(entries) == int(told[1]) and "Contents" in entries and "Judged as of" not in entries
    assert 'msgctxt "unit"\nmsgid "cart"\nmsgid_plural "carts"\nmsgstr[0] ""\nmsgstr[1] ""\n' in written
    # As it is, it says nothing; filled in, all is said.
    (tmp_path / "nl.po").write_text(written, encoding="utf-8")
    build(tmp_path / "again", "--language", "nl", "--languages", str(tmp_path), "--format", "md")
    assert "texts stay English" in capsys.readouterr().err
    filled = re.sub(r'^(msgid(?:_plural)? "(.+)"\nmsgstr(?:\[0\])? )""', r'\1"\2"', written, flags=re.MULTILINE)
    filled = re.sub(r'^(msgid_plural "(.+)"\n.*\nmsgstr\[1\] )""', r'\1"\2"', filled, flags=re.MULTILINE)
    (tmp_path / "nl.po").write_text(filled + DUTCH.partition("utf-8\\n\"")[2], encoding="utf-8")
    build(tmp_path / "all", "--language", "nl", "--languages", str(tmp_path), "--format", "md")
    assert "untranslated" not in capsys.readouterr().err


def test_what_stays_english_is_asked_for_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "--untranslated") == "vdl build: error: --untranslated goes with --language CODE"


def build(folder: Path, *arguments: str) -> dict[str, bytes]:
    main(["build", *CARTERS, "--out", str(folder), *arguments])
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["build", *CARTERS, *arguments]) == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_a_language_is_added_by_a_file_alone(tmp_path: Path) -> None:
    (tmp_path / "nl.po").write_text(DUTCH, encoding="utf-8")
    made = build(tmp_path / "out", "--language", "nl", "--languages", str(tmp_path), "--format", "md,html")
    text = made["hard.everything.nl.md"].decode()
    assert "Niet voldaan" in text and "regels falen" in text and "Stand: 1 juni 2026" in text
    assert "Table 1." in text, "what it has not stays English"
    assert b'<html lang="nl">' in made["hard.everything.nl.html"]


def test_the_days_of_a_design_are_written_as_the_language_writes_them(tmp_path: Path) -> None:
    design, out = tmp_path / "d.vdl", tmp_path / "out"
    design.write_text('edition 2026\ndesign d "D" { about { date = 2026-05-18, revision = "2026-05-18" } }\n')
    main(["build", str(design), "--language", "de", "--out", str(out), "--format", "md", "--as-of", "2026-06-01"])
    text = (out / "d.de.md").read_text()
    assert "**Datum**: 18. Mai 2026" in text and "**Revision**: 2026-05-18" in text


def test_a_catalog_of_the_user_s_comes_last(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(DUTCH.replace("Language: nl", "Language: de"), encoding="utf-8")
    made = build(tmp_path / "out", "--language", "de", "--languages", str(tmp_path), "--format", "md")
    text = made["hard.everything.de.md"].decode()
    assert "Niet voldaan" in text and "Tabelle 1." in text


def test_what_programs_read_is_the_same_in_every_language(tmp_path: Path) -> None:
    english = build(tmp_path / "en", "--format", "json,csv,cdx,md")
    german = build(tmp_path / "de", "--format", "json,csv,cdx,md", "--language", "DE")
    assert german.keys() - english.keys() == {"hard.everything.de.md"}
    assert english.keys() - german.keys() == {"hard.everything.md"}
    assert all(english[name] == german[name] for name in english.keys() & german.keys())


def test_an_unknown_language_names_those_that_there_are(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "nl.po").write_text(DUTCH, encoding="utf-8")
    said = refused(capsys, "--language", "fr", "--languages", str(tmp_path))
    assert said == "vdl build: error: argument --language: there is no language `fr` (choose from de, en, nl)"


def test_a_catalog_with_a_fault_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "nl.po").write_text(DUTCH.replace("{number} regel faalt", "{getal} regel faalt"), encoding="utf-8")
    said = refused(capsys, "--language", "nl", "--languages", str(tmp_path))
    assert said.endswith("nl.po:13: the translation has {getal}, and its key has not")


OF_NO_ENCODING = DUTCH.replace("charset=utf-8", "charset=no").encode()


@pytest.mark.parametrize("contents", [OF_NO_ENCODING, b"\xff\xfe", b'msgid "a"\nmsgstr "\xff"\n', b"\0" * 100, b"nonsense"])
def test_a_catalog_of_anything_is_no_traceback(capsys: pytest.CaptureFixture[str], tmp_path: Path, contents: bytes) -> None:
    (tmp_path / "nl.po").write_bytes(contents)
    assert "argument --language: " in refused(capsys, "--language", "nl", "--languages", str(tmp_path))


def test_a_folder_that_is_none_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = refused(capsys, "--language", "de", "--languages", str(tmp_path / "nowhere"))
    assert "argument --languages: " in said and "no such file or directory" in said


def test_without_babel_the_extra_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "babel", None)
    assert "pip install 'vdl[languages]'" in refused(capsys, "--language", "de")


def test_english_needs_no_babel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "babel", None)
    assert build(tmp_path, "--format", "md", "--language", "en")
