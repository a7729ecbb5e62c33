"""A section that a design adds to the library's document is in what is written."""

from __future__ import annotations

from tests.suite.case import SUITE, Case
from vdl.render import every_format
from vdl.report.build import build


def test_a_report_section_without_any_python() -> None:
    compilation = Case(SUITE / "without_python" / "report_section.vdl").compile(documents=True)
    assert not compilation.failed
    text = every_format()["md"].render(build(compilation, compilation.designs[0])[0]).decode()
    asked = text.index("What the board asked")
    assert "The office needs 1 host for 100 desktops." in text
    assert text.index("## 2") > asked, "the library's sections follow"
