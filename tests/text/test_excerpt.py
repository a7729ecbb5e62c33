"""What is shown of long lines: whole words, dots where something is left out, and always what is marked."""

from __future__ import annotations

from random import Random

import pytest

from vdl.text.excerpt import excerpt
from vdl.text.painted import plain
from vdl.text.source import Source, Span

WORDS = [f"word{number:02}" for number in range(60)]
LONG = "  " + " ".join(WORDS)


def drawn(text: str, start: int, end: int) -> tuple[str, str]:
    above, below = excerpt(Span(Source("x", text), start, end), "", 1, ("^", "error"))
    return plain(above).removeprefix("1 | "), plain(below).removeprefix("  | ")


def marked(text: str, start: int, end: int) -> str:
    """What stands above the carets."""
    above, below = drawn(text, start, end)
    return above[below.index("^") : below.rindex("^") + 1]


@pytest.mark.parametrize("word", WORDS)
def test_a_long_line_is_cut_between_words(word: str) -> None:
    start = LONG.index(word)
    above, _ = drawn(LONG, start, start + len(word))
    assert marked(LONG, start, start + len(word)) == word
    shown = above.split()
    assert (shown[0] == "...") == (WORDS[0] not in above)
    assert (shown[-1] == "...") == (WORDS[-1] not in above)
    assert set(shown) <= {*WORDS, "..."}


def test_a_short_line_is_shown_whole() -> None:
    assert drawn("  let x = 3 kg", 6, 7) == ("  let x = 3 kg", "      ^")


def test_what_is_marked_is_never_cut_where_it_fits() -> None:
    random = Random(0)
    for _ in range(2_000):
        text = "".join(random.choices("abcdefgh  ,.", k=random.randint(1, 600)))
        start = random.randint(0, len(text) - 1)
        end = min(len(text), start + random.randint(1, 100))
        assert marked(text, start, end) == text[start:end]
        above, _ = drawn(text, start, end)
        assert len(above) <= 170


def test_what_is_too_long_is_marked_with_dots() -> None:
    above, below = drawn("let x = " + "y" * 1_000 + " and more", 8, 1_008)
    assert above.startswith("let x = yyy") and above.endswith("y ...")
    assert below.endswith("^...")
    above, below = drawn(LONG, 100, len(LONG))
    assert above.startswith("... word") and above.endswith(" ...") and below.endswith("^...")
    start = below.index("^")
    assert above[start : start + 6] == LONG[100:106]


def test_a_place_behind_the_end_of_a_line() -> None:
    assert drawn("ab\ncd", 2, 2) == ("ab", "  ^")
    assert drawn("x" * 500, 500, 500)[1].endswith("^")
