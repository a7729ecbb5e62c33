"""What a document says so far: its words, and its numbers with their units."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from vdl.report import model as m
from vdl.semantics.units import divide
from vdl.text.within import texts


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
        self._bare = {exact for exact, _ in self._numbers}

    def has(self, value: m.Value) -> bool:
        """Whether a value is said somewhere: with its unit, or in a column of that, or of a thousand of it; zeros say nothing."""
        if value.exact and not value.exact.isalpha():
            number = Fraction(value.exact)
            if number == 0 or (value.exact, value.unit) in self._numbers or str(divide(number, 1000)) in self._bare:
                return True
        return re.search(rf"(?<![\w.,]){re.escape(value.text)}(?![\w,]|\.\d)", self._words) is not None
