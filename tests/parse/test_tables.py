"""The parser's tables are kept as data, made anew when they are stale or not whole, and the same either way."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from vdl.parse import grammar, tables
from vdl.parse.automaton import Automaton
from vdl.parse.lexer import Lexer, Token
from vdl.world import shipped

GRAMMAR = """
file: expression
statement: NAME "=" expression
expression: NUMBER ("+" NUMBER)*
stray: STRAY
NAME: /[a-z]+/
NUMBER: /[0-9]+/
STRAY.-1: /./
%ignore " "
"""


class Sums:
    """Adds up the numbers of an expression, as they stand in the text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def expression(self, numbers: list[Token]) -> int:
        return sum(int(self.text[number.start : number.end]) for number in numbers)

    file = statement = stray = expression


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "vdl.lark").write_text(GRAMMAR)
    return tmp_path


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The grammars that tables have been made of."""
    grammars: list[str] = []

    def counted(text: str) -> tables.Tables:
        grammars.append(text)
        return make(text)

    make = grammar.tables
    monkeypatch.setattr(grammar, "tables", counted)
    return grammars


def total(folder: Path, text: str = "1 + 2") -> int:
    kept = tables.load(str(folder))
    state = Automaton(kept.states, kept.rules, kept.start, Sums).begin(Sums(text), "expression")
    state.feed(Lexer(kept.pattern, kept.words).tokens(text, 0, len(text)))
    value: int = state.finish(len(text))
    return value


def test_tables_are_made_once(folder: Path, made: list[str]) -> None:
    assert [total(folder), total(folder), total(folder)] == [3, 3, 3]
    assert len(made) == 1
    assert sorted(file.name for file in folder.iterdir()) == ["vdl.grammar", "vdl.lark"]


def test_a_new_grammar_makes_new_tables(folder: Path, made: list[str]) -> None:
    total(folder)
    (folder / "vdl.lark").write_text(GRAMMAR.replace('"+"', '"&"'))
    assert total(folder, "1 & 2") == 3
    assert len(made) == 2


@pytest.mark.parametrize("changed", tables.MADE_BY)
def test_another_maker_makes_new_tables(
    folder: Path, made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    total(folder)
    maker = tmp_path / "maker"
    maker.mkdir()
    for name in tables.MADE_BY:
        text = Path(tables.__file__).with_name(name).read_bytes()
        (maker / name).write_bytes(text + b"\n" if name == changed else text)
    monkeypatch.setattr(tables, "__file__", str(maker / "tables.py"))
    assert total(folder) == 3
    assert len(made) == 2


@pytest.mark.parametrize("rubbish", [b"", b"rubbish", b"\n" * 9, b"0" * 32 + b"\n{}", "€".encode()])
def test_a_spoilt_file_is_made_again(folder: Path, made: list[str], rubbish: bytes) -> None:
    (folder / "vdl.grammar").write_bytes(rubbish)
    assert [total(folder), total(folder)] == [3, 3]
    assert len(made) == 1


def test_a_damaged_file_is_made_again(folder: Path) -> None:
    total(folder)
    whole = (folder / "vdl.grammar").read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 40)):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :], whole[:at] + b"7" + whole[at:]):
            (folder / "vdl.grammar").write_bytes(damaged)
            assert total(folder) == 3
            assert (folder / "vdl.grammar").read_bytes() == whole


def test_where_nothing_can_be_written_the_parser_is_there_all_the_same(folder: Path, made: list[str]) -> None:
    (folder / "vdl.grammar").mkdir()  # works for root as well, unlike taking away the right to write
    assert [total(folder), total(folder)] == [3, 3]
    assert len(made) == 2
    assert sorted(file.name for file in folder.iterdir()) == ["vdl.grammar", "vdl.lark"]


def test_a_fault_of_the_grammar_is_not_taken_for_a_spoilt_file(folder: Path) -> None:
    (folder / "vdl.lark").write_text("file: nothing\n")
    with pytest.raises(Exception, match="nothing"):
        tables.load(str(folder))


def test_loading_is_much_quicker_than_making(tmp_path: Path) -> None:
    (tmp_path / "vdl.lark").write_bytes(Path(shipped.GRAMMAR, "vdl.lark").read_bytes())

    def seconds() -> float:
        start = time.process_time()
        tables.load(str(tmp_path))
        return time.process_time() - start

    making = seconds()
    assert os.path.exists(tmp_path / "vdl.grammar")
    assert min(seconds() for _ in range(5)) < making / 4
