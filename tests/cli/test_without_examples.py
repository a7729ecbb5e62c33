"""`vdl build --without prices` of the examples that have prices: whatever these are, every file says the same.

So no amount can be read from a document, nor a share, a verdict, a note or the name of a file that an amount decides.
"""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest

from tests.cli.test_without import read
from vdl.cli import main

pytest.importorskip("weasyprint")
pypdf = pytest.importorskip("pypdf")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FORMATS = "html,md,json,csv,xlsx,cdx,summary"
"""All that `--format` takes but PDF, which is laid out from the HTML."""

NUMBER = r"(?<![\w.])\d[\d_]*(?:\.\d+)?(?![\w.])"
CURRENCY = re.compile(r"\b(?:EUR|USD)\b|€\s?\d|\d\s?€")


def with_other_prices(folder: Path) -> list[str]:
    """Makes each amount of the designs in a folder another one by a share of its own, and gives what stood there."""
    found: list[str] = []

    def other(number: re.Match[str]) -> str:
        amount = float(number[0].replace("_", ""))
        if not amount:
            return number[0]
        found.append(number[0])
        return f"{amount * (1.005 + 0.0013 * len(found)):.2f}"

    for file in sorted(folder.glob("*.vdl")):
        text = re.sub(r"\d[\d,]* euros", "so many euros", file.read_text(encoding="utf-8"))  # else they say another amount
        text = re.sub(r"\{[^{}\n]*\} (?:EUR|USD)", lambda one: re.sub(r"(?<=: )" + NUMBER, other, one[0]), text)
        file.write_text(re.sub(NUMBER + r"(?= (?:EUR|USD))", other, text), encoding="utf-8")
    return found


def built(folder: Path, formats: str, *more: str) -> dict[str, str]:
    """All that each file says, without the fingerprints of the designs."""
    out = folder / "out"
    main(["build", str(folder / "design.vdl"), "-o", str(out), "--format", formats, "--as-of", "2026-06-01", *more])
    return {path.name: re.sub(r"\b(?:[0-9a-f]{12}|[0-9a-f]{64})\b", "", read(path)) for path in sorted(out.glob("*"))}


def test_no_price_of_an_example_decides_what_is_written_without_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1780272000")
    first, second = [Path(copytree(EXAMPLES / "lakeside-hospital", tmp_path / name)) for name in ("first", "second")]
    assert with_other_prices(second)
    told, other = [built(folder, FORMATS, "--without", "prices") for folder in (first, second)]
    assert list(told) == list(other)
    for name, text in told.items():
        if not name.endswith(".pdf"):  # its identity is made of the whole, fingerprints of the designs among it
            new = set(other[name].splitlines()) - set(text.splitlines())
            assert not new, (name, sorted(new)[:3])
        assert CURRENCY.search(text) is None, (name, CURRENCY.search(text))


def test_no_amount_of_another_example_is_left(tmp_path: Path) -> None:
    """Prices that the library states, too."""
    folder = Path(copytree(EXAMPLES / "neosapphire-horizon", tmp_path / "whole"))
    for name, text in built(folder, FORMATS, "--without", "prices", "--design", "by_rule").items():
        assert CURRENCY.search(text) is None, (name, CURRENCY.search(text))


def test_these_prices_stand_in_the_documents_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1780272000")
    folder = Path(copytree(EXAMPLES / "lakeside-hospital", tmp_path / "whole"))
    text = "".join(built(folder, "md").values())
    prices = with_other_prices(folder)
    assert len(prices) > 12
    lacking = [one for one in prices if f"{float(one.replace('_', '')):,g}" not in text and one.replace("_", "") not in text]
    assert len(lacking) < len(prices) / 2 and CURRENCY.search(text) is not None, lacking
