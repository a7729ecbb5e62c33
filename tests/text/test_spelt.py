"""Numbers as texts say them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from vdl.text.spelt import numbers_said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the board granted 900,000 euros for the first year", {"900,000": [900_000]}),
        ("900 000 euros", {"900 000": [900_000]}),
        ("900.000 Euro", {"900.000": [900_000]}),
        ("1.500 kg", {"1.500": [1500, Fraction(3, 2)]}),
        ("1.200.000,50 Euro", {"1.200.000,50": [Fraction(2_400_001, 2)]}),
        ("900k and 1.2 million", {"900k": [900_000], "1.2 million": [1_200_000]}),
        ("eight millions, three dozens", {"eight millions": [8_000_000], "three dozens": [36]}),
        ("three shelves of 24 boxes", {"three": [3], "24": [24]}),
        ("twenty-four, thirty six", {"twenty-four": [24], "thirty six": [36]}),
        ("two hundred and fifty", {"two hundred and fifty": [250]}),
        ("one thousand two hundred", {"one thousand two hundred": [1200]}),
        ("a dozen, two dozen", {"dozen": [12], "two dozen": [24]}),
        ("two and a half hours", {"two and a half": [Fraction(5, 2)]}),
        ("two and three", {"two": [2], "three": [3]}),
        ("a quarter, two-thirds, three quarters, half of it", {
            "a quarter": [Fraction(1, 4)], "two-thirds": [Fraction(2, 3)], "three quarters": [Fraction(3, 4)],
            "half": [Fraction(1, 2)],
        }),
        ("15 %, 15 percent, fifteen per cent", {
            "15 %": [Fraction(3, 20)], "15 percent": [Fraction(3, 20)], "fifteen per cent": [Fraction(3, 20)],
        }),
        ("2,5 kg and 0.5 kg", {"2,5": [Fraction(5, 2)], "0.5": [Fraction(1, 2)]}),
        ("10-12 boxes, 24-port", {"10": [10], "12": [12], "24": [24]}),
        ("acht Server, vierundzwanzig", {"acht": [8], "vierundzwanzig": [24]}),
        ("zweihundertfünfzig und einhundert", {"zweihundertfünfzig": [250], "einhundert": [100]}),
        ("drei Millionen zweihunderttausend", {"drei Millionen zweihunderttausend": [3_200_000]}),
        ("mehrere hundert, ein Jahrhundert, die Elfen", {}),
        ("EUR200,000 and DDR400", {"200,000": [200_000]}),
        ("the third room, the 2nd door, each quarter, half-height, thousands", {}),
        ("N48, Q48-25, H-0417, 5.1.2", {}),
        ("2027-05-31, 31.12.2027, 1 May 2027, May 2027, 8:30, 4:1, 24/7, 8 am", {}),
        ("", {}),
    ],
)  # fmt: skip
def test_what_a_text_says(text: str, said: dict[str, list[int | Fraction]]) -> None:
    assert {text[one.start : one.end]: list(one.readings) for one in numbers_said(text)} == said
