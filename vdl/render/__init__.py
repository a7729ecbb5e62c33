"""From a report model to files. Each format is one file in `formats/`, with one record in it.

Importing this package loads none of the formats, and loading those none of the libraries behind them; using one does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from vdl.report.model import Report
from vdl.text.source import Span

Rest = partial[bytes]
"""What is left to do of a file, with all that it takes: a function of a module, so that another process may do it. Raises
`Unavailable`."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of documents, as `vdl build --format NAME` writes it.

    `suffix` is put after the report's name, `media` is the type that the web knows it by, `render` gives the bytes
    of the file: b"" when the report has nothing to say in that format. It raises `Unavailable` and
    `TemplateFault`. `laid_out_by` gives the versions of what lays its pages out, by name: with others the same report may
    give other bytes. `lacking` gives the characters of a report that its fonts lack, each once. What is `for_people` is
    written in the language of the document, what programs read always in English.

    Of what takes long, `begin` does what needs the report, and leaves the rest, which gives what `render` gives.
    """

    name: str
    suffix: str
    media: str
    render: Callable[[Report], bytes]
    laid_out_by: Callable[[], dict[str, str]] = dict
    lacking: Callable[[Report], str] = lambda _: ""
    for_people: bool = False
    more: tuple[Format, ...] = ()
    """Further files of the same format."""
    on_request: bool = False
    """Whether it is written only where it is named."""
    begin: Callable[[Report], Rest] | None = None


class TemplateFault(Exception):
    """A template of a theme can't be set: `span` is its line, `why` is what is wrong with it."""

    def __init__(self, span: Span, why: str) -> None:
        super().__init__(why)
        self.span = span
        self.why = why


class Unavailable(Exception):
    """A library that a format needs can't be loaded; the message says which, and what to do."""


def versions(*packages: str) -> dict[str, str]:
    """The versions of packages that are installed, by name; none is loaded for it."""
    from importlib.metadata import PackageNotFoundError, version

    found = {}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            pass
    return found


@cache
def every_format() -> dict[str, Format]:
    """Every format under its name, in the order of the names."""
    from importlib import import_module
    from pkgutil import iter_modules

    from vdl.render import formats as folder

    found: list[Format] = [import_module(f"{folder.__name__}.{module.name}").FORMAT for module in iter_modules(folder.__path__)]
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}
