"""All tokens of a text: what they cover is the text itself, whatever it is; and a parse sees the same words."""

import random
from pathlib import Path

import pytest

from vdl import parse
from vdl.parse import tables
from vdl.parse.lexer import COMMENT, NEWLINE, SPACE, Lexer

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("stdlib/**/*.vdl"), *ROOT.glob("examples/**/*.vdl"), *ROOT.glob("tests/suite/**/*.vdl")])

TEXTS = {
    "nothing": "",
    "no newline at the end": "edition 2026\nlet n = 3 kg // last",
    "ends of lines of two characters": "edition 2026\r\n\r\n// a\r\nlet n = 3 // b\r\n\tlet m = 4\r\n",
    "single carriage returns": "let n = 3\r // a\r b\r\r\n\rlet m = 4\r",
    "form feeds and tabs": "\f\tlet n\t=\f3\f\n\f\n",
    "comments one below the other": "// a\n  // b\n\n\t// c\n//\nlet n = 3",
    "a comment that ends the text": "//",
    "signs that mean nothing": "let n = $ § \N{NO-BREAK SPACE} \v \x00 \N{LINE SEPARATOR} 3",
    "texts that do not end": 'let n = "abc // d\nlet m = """e\n// f\n',
    "a long text": 'text """\r\n  a // b\r\n  "c"\r\n"""\n',
    "a text with many escapes": 'let n = "' + "\\n" * 10_001 + '" // a\n',
    "many newlines": "let n = 3" + "\n" * 1_001 + "// a" + "\r\n" * 1_001 + "let m = 4",
    "a unit of many parts": "let n = 3 a" + "/b" * 1_002,
    "`else` as a label and as a word": "{ else : 3, a: 4 else 5 }",
    "half a comment": "3 / / 4 /",
    "signs in other alphabets": "let größe = 3 // über\nlet 数 = 4",
}


def joined(text: str) -> None:
    behind = 0
    for token in parse.everything(text):
        assert token.start == behind and token.end > token.start
        behind = token.end
    assert behind == len(text)


@pytest.mark.parametrize("title", TEXTS)
def test_what_tokens_cover_is_the_text(title: str) -> None:
    joined(TEXTS[title])


def test_every_file_we_have_with_ends_of_lines_of_both_sorts() -> None:
    assert len(FILES) > 500
    for file in FILES:
        text = file.read_bytes().decode()
        joined(text)
        joined(text.replace("\n", "\r\n"))


def test_damaged_texts() -> None:
    chance = random.Random(1)
    signs = "\r\n\t\f /\"\\{}()[],.:=<>%@?$ä1ae"
    for file in chance.sample(FILES, 60):
        text = file.read_text()
        for _ in range(5):
            at = chance.randrange(len(text))
            joined(text[:at] + "".join(chance.choices(signs, k=6)) + text[at + chance.randrange(8) :])


def test_a_parse_sees_the_same_words() -> None:
    kept = tables.load()
    lexer = Lexer(kept.pattern, kept.words)
    between = (SPACE, NEWLINE, COMMENT, "_NL")
    for text in [*TEXTS.values(), *[file.read_text() for file in FILES[::20]]]:
        plain = [(t.type, t.start, t.end) for t in lexer.tokens(text, 0, len(text)) if t.type != "_NL"]
        assert plain == [(t.type, t.start, t.end) for t in lexer.everything(text) if t.type not in between]


def test_newlines_comments_and_spaces_are_tokens_of_their_own() -> None:
    text = "// a\r\n  // b\r\nlet n = 3 // c\n"
    between = [(t.type, text[t.start : t.end]) for t in parse.everything(text) if t.type in (SPACE, NEWLINE, COMMENT)]
    assert between == [
        (COMMENT, "// a"), (NEWLINE, "\r\n"), (SPACE, "  "), (COMMENT, "// b"), (NEWLINE, "\r\n"),
        (SPACE, " "), (SPACE, " "), (SPACE, " "), (SPACE, " "), (COMMENT, "// c"), (NEWLINE, "\n"),
    ]  # fmt: skip


def test_a_text_that_is_too_long_to_parse_is_covered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vdl.parse.lexer.WORDS", 3)
    joined("a b c d e // f\n")
