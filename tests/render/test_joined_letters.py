"""Words from right to left in drawings on paper, whose letters are set one by one from left to right."""

from __future__ import annotations

import unicodedata

import pytest

from vdl.render.isolates import END, LEFT, RIGHT
from vdl.render.joined_letters import in_drawings, seen


def all_of_them(character: str) -> bool:
    return True


def shape(letter: str) -> str:
    """Of a letter in a shape: which one, and the letter."""
    kind, *codes = unicodedata.decomposition(letter).split()
    return f"{kind} {''.join(chr(int(each, 16)) for each in codes)}" if kind.startswith("<") else letter


def test_letters_join_and_stand_as_they_are_seen() -> None:
    pool = "\u0645\u062c\u0645\u0639"  # meem, jeem, meem, ain
    made = seen(pool, all_of_them)
    assert [shape(each) for each in made] == ["<final> \u0639", "<medial> \u0645", "<medial> \u062c", "<initial> \u0645"]


def test_alef_ends_a_stretch_and_is_one_letter_with_lam() -> None:
    assert [shape(each).split()[0] for each in seen("\u062f\u0627\u0631", all_of_them)] == ["<isolated>"] * 3
    assert [shape(each) for each in seen("\u0633\u0644\u0627\u0645", all_of_them)] == [
        "<isolated> \u0645", "<final> \u0644\u0627", "<initial> \u0633"]  # fmt: skip


def test_a_font_without_shapes_keeps_its_letters() -> None:
    assert seen("\u0645\u062c", lambda each: each < "\ufe70") == "\u062c\u0645"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (f"{RIGHT}\u05d0\u05d1{END}, pool: arrays", "\u05d1\u05d0, pool: arrays"),
        (f"a pool of {RIGHT}\u05d0\u05d1{END} (12.5 GB)", "a pool of \u05d1\u05d0 (12.5 GB)"),
        (f"{RIGHT}\u05d0\u05d1\u05d2\u05d3 12.5 (\u05d4){END}", "(\u05d4) 12.5 \u05d3\u05d2\u05d1\u05d0"),
        (f"{RIGHT}\u05d0\u05d1\u05d2 (ab) 8{END}: 2", "8 (ab) \u05d2\u05d1\u05d0: 2"),
        (f"{LEFT}ab \u05d0\u05d1 12{END}: 2", "ab 12 \u05d1\u05d0: 2"),
        (f"{RIGHT}\u05d0\u05d1\u05d2 ab{END}", "ab \u05d2\u05d1\u05d0"),
        ("\u05d0\u05b8\u05d1", "\u05d1\u05d0"),
    ],
)
def test_the_order_is_that_of_the_line(given: str, shown: str) -> None:
    assert seen(given, all_of_them) == shown


def test_only_drawings_are_changed_and_only_where_they_need_it() -> None:
    page = '<p>\u05d0\u05d1 &amp; c</p><text x="1">&#8295;\u05d0\u05d1\u05d2 &amp;&#8297;</text><text>a &lt; b</text>'
    assert in_drawings(page, all_of_them) == (
        '<p>\u05d0\u05d1 &amp; c</p><text x="1">&amp; \u05d2\u05d1\u05d0</text><text>a &lt; b</text>')  # fmt: skip
