"""Words at the head and at the foot of pages, which style sheets put there."""

from __future__ import annotations

import re

from vdl.render.isolates import SIGNS, closed, written


def clamped(text: str, most: int) -> str:
    """A text of no more characters than that, cut between words."""
    if len(text) <= most:
        return text
    cut = text[:most].rpartition(" ")[0] or text[: most - 1]
    return "".join(closed([cut.rstrip(" ,;:-–") + "…"]))


def css_text(text: str) -> str:
    """A string of CSS; the signs among which its own are, are written by their numbers."""
    text = written(text)
    kept = [one.isalnum() or one == " " or (one > "\x7f" and one not in SIGNS) for one in text]
    return '"' + "".join([one if as_it_is else f"\\{ord(one):x} " for one, as_it_is in zip(text, kept)]) + '"'


def css_page(words: str) -> str:
    """ "{page} of {pages}" as what CSS puts together: counters, and the words between them."""
    parts = re.split(r"\{(pages?)\}", words)
    return " ".join([f"counter({part})" if at % 2 else css_text(part) for at, part in enumerate(parts) if part])


__all__ = ["clamped", "css_page", "css_text"]
