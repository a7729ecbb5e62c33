"""Tables as CSV (RFC 4180): safe to open in a spreadsheet, or exactly as a program is to read them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from vdl.text.bounds import BOUNDS, Bound
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


def exact(rows: Iterable[Sequence[str]], separator: str = ",") -> str:
    """Rows as a text for programs: every cell as it is, and each line ended with a line feed.

    With commas a cell is quoted where it holds one, a quote or the end of a line, where a blank stands at one of its ends, and
    where it is all there is in a line and empty. With tabs nothing is: no cell may hold a tab or the end of a line.
    """
    field = _field if separator == "," else str
    lines = [separator.join(map(field, row)) for row in rows]
    return "".join([f"{line}\n" if line or separator != "," else '""\n' for line in lines])


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet would take a cell for a formula; a sign alone is none."""
    return len(cell.strip()) > 1 and _FORMULA.match(cell) is not None and _PLAIN_NUMBER.fullmatch(cell) is None


def _field(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _QUOTED.search(cell) else cell


_QUOTED = re.compile(r'[",\r\n]|\A[ \t]|[ \t]\Z')


def bounded(number: str, bound: Bound | None) -> str:
    """A number for a program; in words where it leaves something out, so that no program takes it for the whole."""
    return BOUNDS[bound].format(figure=number) if bound is not None else number
