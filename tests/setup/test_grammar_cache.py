"""The parser's tables are kept, made anew when they are stale, and the parser is the same either way."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest

from vdl.parse import tables as grammar_cache
from vdl.world import shipped as places

GRAMMAR = """
file: (statement _NL)*
statement: NAME "=" expression
expression: NUMBER ("+" NUMBER)*
NAME: /[a-z]+/
NUMBER: /[0-9]+/
_NL: /\\n/
%ignore " "
"""


class Sums(lark.Transformer[lark.Token, int]):
    def expression(self, numbers: list[lark.Token]) -> int:
        return sum(int(number) for number in numbers)


class Twice:
    """Says every number twice over, as `1 + 1`, to show that the lexer goes through it."""

    always_accept = ()

    def process(self, tokens: Iterator[lark.Token]) -> Iterator[lark.Token]:
        for token in tokens:
            yield token
            if token.type == "NUMBER":
                yield lark.Token("PLUS", "+")
                yield token


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(grammar_cache.OPTIONS, "start", ["file", "expression"])
    (tmp_path / "vdl.lark").write_text(GRAMMAR)
    return tmp_path


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The grammars that lark has been given to make tables of."""
    grammars: list[str] = []

    class Counted(lark.Lark):
        def __init__(self, grammar: str, **options: object) -> None:
            grammars.append(grammar)
            super().__init__(grammar, **options)

    monkeypatch.setattr(lark, "Lark", Counted)
    return grammars


def total(folder: Path, text: str = "1 + 2", **at_load: object) -> int:
    parser = grammar_cache.load_grammar(str(folder), transformer=Sums(), **at_load)
    value = parser.parse(text, start="expression")
    assert isinstance(value, int)
    return value


def test_tables_are_made_once(folder: Path, made: list[str]) -> None:
    assert [total(folder), total(folder), total(folder)] == [3, 3, 3]
    assert len(made) == 1
    assert sorted(file.name for file in folder.iterdir()) == ["vdl.grammar", "vdl.lark"]


def test_transformer_and_postlex_belong_to_the_loading(folder: Path) -> None:
    assert total(folder, postlex=Twice()) == 6  # made and loaded
    assert total(folder, postlex=Twice()) == 6  # loaded
    assert total(folder) == 3
    plain = grammar_cache.load_grammar(str(folder)).parse("a = 1\n", start="file")
    assert isinstance(plain, lark.Tree) and plain.data == "file"


def test_a_new_grammar_makes_new_tables(folder: Path, made: list[str]) -> None:
    total(folder)
    (folder / "vdl.lark").write_text(GRAMMAR.replace('"+"', '"&"'))
    assert total(folder, "1 & 2") == 3
    assert len(made) == 2


def test_another_lark_makes_new_tables(
    folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    total(folder)
    monkeypatch.setattr(lark, "__version__", "1.9.9")
    assert total(folder) == 3
    assert len(made) == 2


def test_other_options_make_new_tables(
    folder: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    total(folder)
    monkeypatch.setitem(grammar_cache.OPTIONS, "keep_all_tokens", False)
    assert total(folder) == 3
    assert len(made) == 2


@pytest.mark.parametrize("rubbish", [b"", b"rubbish", pickle.dumps(("1", "2", "3")), pickle.dumps(None)[:-1]])
def test_a_spoilt_file_is_made_again(folder: Path, made: list[str], rubbish: bytes) -> None:
    (folder / "vdl.grammar").write_bytes(rubbish)
    assert [total(folder), total(folder)] == [3, 3]
    assert len(made) == 1


def test_a_cut_file_is_made_again(folder: Path, made: list[str]) -> None:
    total(folder)
    whole = (folder / "vdl.grammar").read_bytes()
    for length in range(0, len(whole), max(1, len(whole) // 40)):
        (folder / "vdl.grammar").write_bytes(whole[:length])
        assert total(folder) == 3


def test_where_nothing_can_be_written_the_parser_is_there_all_the_same(folder: Path, made: list[str]) -> None:
    (folder / "vdl.grammar").mkdir()  # works for root as well, unlike taking away the right to write
    assert [total(folder), total(folder)] == [3, 3]
    assert len(made) == 2
    assert sorted(file.name for file in folder.iterdir()) == ["vdl.grammar", "vdl.lark"]


def test_a_fault_of_the_caller_is_not_taken_for_a_spoilt_file(folder: Path) -> None:
    total(folder)
    with pytest.raises(lark.exceptions.ConfigurationError):
        grammar_cache.load_grammar(str(folder), parser="earley")


def test_loading_is_much_quicker_than_making(tmp_path: Path) -> None:
    grammar = Path(places.GRAMMAR, "vdl.lark").read_text(encoding="utf-8")
    (tmp_path / "vdl.lark").write_text(grammar, encoding="utf-8")

    def seconds() -> float:
        start = time.perf_counter()
        grammar_cache.load_grammar(str(tmp_path))
        return time.perf_counter() - start

    making = seconds()
    assert min(seconds() for _ in range(5)) < making / 4
