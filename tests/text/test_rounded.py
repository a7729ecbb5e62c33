"""How figures of whole things may be written instead."""

import pytest

from vdl.text.written import rounded


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5.04 boards/host", "write `5 boards/host` or `6 boards/host`"),
        ("1_200.5 boxes", "write `1_200 boxes` or `1_201 boxes`"),
        ("0.4", "write `0` or `1`"),
        ("10 boxes / 4", "to round up, write `ceil(10 boxes / 4)`"),
        ("2.5 boxes * growth", "to round up, write `ceil(2.5 boxes * growth)`"),
        ("", "to round up, write `ceil(...)`"),
    ],
)
def test_a_figure_is_written_whole(text: str, said: str) -> None:
    assert rounded(text) == said
