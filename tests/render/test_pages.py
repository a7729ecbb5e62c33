"""How long reports are on paper: what nobody reads to its end decides nothing."""

from __future__ import annotations

import io
from typing import Any

import pytest

from tests.examples import EXAMPLES, report
from vdl.render import every_format
from vdl.render.formats.pdf_pages import PdfUnavailable

pypdf = pytest.importorskip("pypdf")

WHOLE, BODY = 20, 12


def _page_of(read: Any, title: str) -> int:
    """The page on which a chapter begins, from 1, by the bookmarks."""
    marks = [one for one in read.outline if not isinstance(one, list)]
    inner = [one for some in read.outline if isinstance(some, list) for one in some if not isinstance(one, list)]
    [found] = [one for one in [*marks, *inner] if one.title.split(" ", 1)[-1] == title]
    return int(read.get_destination_page_number(found)) + 1


@pytest.mark.parametrize(("example", "design"), [("equallogic-xendesktop", "one_array"), ("compellent-view", "view_1000")])
def test_the_report_of_a_published_system_is_short(example: str, design: str) -> None:
    [path] = [one for one in EXAMPLES if one.parent.name == example]
    try:
        made = every_format()["pdf"].render(report(path, design))
    except PdfUnavailable as unavailable:
        pytest.skip(str(unavailable))
    read = pypdf.PdfReader(io.BytesIO(made))
    assert len(read.pages) <= WHOLE
    assert _page_of(read, "Worked calculations") <= BODY
