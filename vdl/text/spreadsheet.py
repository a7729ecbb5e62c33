"""Tables as CSV (RFC 4180), safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from vdl.text.safe import INVISIBLE, printable

_PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_FORMULA = re.compile(rf'[\s{INVISIBLE}"]*[-=+@＝＋－＠]')
_SPLIT = re.compile(r"([;\t\n])")


def lines(rows: Iterable[Sequence[str]], end: str = "\r\n") -> str:
    """Rows as a text. What a spreadsheet would take for a formula gets an apostrophe in front."""
    made = io.StringIO(newline="")
    writer = csv.writer(made, lineterminator=end)
    for row in rows:
        writer.writerow([_defused(printable(cell)) for cell in row])
    return made.getvalue()


def _defused(cell: str) -> str:
    """The cell without a formula in it: not at its start, nor where a spreadsheet that splits at something else than
    commas begins a cell. A cell that is a number stays."""
    if _PLAIN_NUMBER.fullmatch(cell):
        return cell
    return "".join(f"'{part}" if _FORMULA.match(part) else part for part in _SPLIT.split(cell))
