"""What a document says so far: its words, and its numbers with their units."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property

from vdl.report import model as m
from vdl.semantics.units import divide
from vdl.text.within import texts

_FIRST = re.compile(r"(?<![\w.,])\w(?:\w|,(?=\w)|\.(?=\d))*")
"""A word, or a number with its signs: what is in it and behind it tells where it ends."""


class Told:
    def __init__(self, blocks: Iterable[m.Block]) -> None:
        every = list(m.every_block(blocks))
        said = [word for block in every if not isinstance(block, (m.Section, m.Callout)) for word in texts(block, but="tree")]
        self._numbers: set[tuple[str, str]] = set()
        for block in every:
            if isinstance(block, m.Table):
                for row in block.rows:
                    for column, cell in zip(block.columns, row.cells):
                        values = [part for part in cell if isinstance(part, m.Value)]
                        self._numbers |= {(part.exact, column.unit) for part in values if part.exact}
                        said += [f"{part.text} {column.unit}" for part in values if column.unit and not part.exact]
        self._words = "\n".join(said)
        self._said: dict[str, bool] = {}
        self._bare = {exact for exact, _ in self._numbers}

    def has(self, value: m.Value) -> bool:
        """Whether a value is said somewhere: with its unit, or in a column of that, or of a thousand of it; zeros say nothing."""
        if value.exact and not value.exact.isalpha():
            number = Fraction(value.exact)
            if number == 0 or (value.exact, value.unit) in self._numbers or str(divide(number, 1000)) in self._bare:
                return True
        if value.text not in self._said:
            self._said[value.text] = self._is_said(value.text)
        return self._said[value.text]

    def _is_said(self, text: str) -> bool:
        said = re.compile(rf"(?<![\w.,]){re.escape(text)}(?![\w,]|\.\d)")
        first = _FIRST.match(text)
        if first is None:
            return said.search(self._words) is not None
        return any(said.match(self._words, at) for at in self._places.get(first[0], ()))

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """Where each word begins that a value may begin with: a value is then not looked for in all that the document says."""
        found: dict[str, list[int]] = {}
        for word in _FIRST.finditer(self._words):
            found.setdefault(word[0], []).append(word.start())
        return found
