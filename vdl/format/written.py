"""From words to the text that is written."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.format.breaks import settled
from vdl.format.columns import align
from vdl.format.lines import lines_of
from vdl.format.roles import Roles, roles_of
from vdl.format.words import Word, words_of
from vdl.parse import everything


def written(words: Sequence[Word], roles: Roles, base: int = 0) -> str:
    """Words in their canonical form; statements that are in no brackets are indented by `base`."""
    lines = lines_of(settled(words, roles), roles, base)
    align(lines, roles)
    return "".join([("\n" if line.blank else "") + " " * line.indent + line.text(roles) + "\n" for line in lines])


def part(text: str, around: str, base: int) -> str:
    """Some lines of a text in their canonical form: whole items, or what stands in a body `around` them (see `roles_of`).

    Raises SyntaxFault.
    """
    words = words_of(text, everything(text))
    return written(words, roles_of(words, around), base)
