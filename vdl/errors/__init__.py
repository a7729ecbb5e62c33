"""The catalog: facts to a diagnostic, one function for each slug, in a file for each sort of fault.

The slug of `unknown_name` is "unknown-name"; the docstring is its manual page (`vdl explain`).
Functions take facts (spans, names, values already written out) and decide nothing.

Most runs find little or nothing, so a file is loaded when one of its functions is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vdl.errors.report import (
    CONSEQUENCE_SLUGS,
    FINDING_SLUGS,
    Named,
    Places,
    Reports,
    in_quotes,
    labels_words,
    misspelt,
    nearest,
    share_words,
    slug_of,
    tolerance_words,
    unit_help,
    unit_made_of,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from vdl.errors.choosing import *  # noqa: F403
    from vdl.errors.documents import *  # noqa: F403
    from vdl.errors.files import *  # noqa: F403
    from vdl.errors.filling import *  # noqa: F403
    from vdl.errors.likened import *  # noqa: F403
    from vdl.errors.limits import *  # noqa: F403
    from vdl.errors.locks import *  # noqa: F403
    from vdl.errors.names import *  # noqa: F403
    from vdl.errors.packing import *  # noqa: F403
    from vdl.errors.placing import *  # noqa: F403
    from vdl.errors.plausible import *  # noqa: F403
    from vdl.errors.snapshots import *  # noqa: F403
    from vdl.errors.solving import *  # noqa: F403
    from vdl.errors.sources import *  # noqa: F403
    from vdl.errors.syntax import *  # noqa: F403
    from vdl.errors.themes import *  # noqa: F403
    from vdl.errors.types import *  # noqa: F403
    from vdl.errors.usage import *  # noqa: F403
    from vdl.errors.verdicts import *  # noqa: F403
    from vdl.text.diagnostics import Diagnostic

    CATALOG: dict[str, Callable[..., Diagnostic]]
    """Slug to function, file by file."""
    FINDINGS: frozenset[str]
    """The slugs of verdicts over a design that could be solved."""
    CONSEQUENCES: frozenset[str]
    """The slugs of what a file that could not be understood in full makes appear elsewhere."""

__all__ = [
    "CATALOG", "CONSEQUENCES", "FINDINGS", "Named", "Places", "Reports", "in_quotes", "labels_words", "manual", "misspelt",
    "nearest", "share_words", "tolerance_words", "unit_help", "unit_made_of",
]  # fmt: skip

_FILES = ("files", "syntax", "names", "sources", "types", "filling", "limits", "solving", "choosing", "placing", "packing",
          "documents", "themes", "verdicts", "plausible", "likened", "usage", "locks", "snapshots")  # fmt: skip
_MOST_ASKED = ("verdicts", "plausible", "solving", "choosing", "types", "filling", "names", "limits", "syntax", "files",
               "documents", "placing", "packing", "usage", "locks", "snapshots", "themes", "sources", "likened")  # fmt: skip


def manual(slug: str) -> str | None:
    """The manual page of a slug, or None."""
    import inspect  # only for people who read it

    page = _catalog().get(slug)
    return inspect.getdoc(page) if page is not None else None


if not TYPE_CHECKING:  # to type checkers the names above are all there is

    def __getattr__(name: str) -> object:
        if name == "CATALOG":
            value = _catalog()
        elif name == "FINDINGS":
            _file("verdicts")
            value = frozenset(FINDING_SLUGS)
        elif name == "CONSEQUENCES":
            for file in _FILES:
                _file(file)
            value = frozenset(CONSEQUENCE_SLUGS)
        elif name.startswith("_"):
            raise AttributeError(name)
        else:
            found = (_functions(file) for file in _MOST_ASKED)
            value = next((functions[slug_of(name)] for functions in found if slug_of(name) in functions), None)
            if value is None:
                raise AttributeError(f"the catalog has no `{name}`")
        globals()[name] = value
        return value


def _catalog() -> dict[str, Callable[..., Diagnostic]]:
    return {slug: function for file in _FILES for slug, function in _functions(file).items()}


def _file(name: str) -> ModuleType:
    module: ModuleType = __import__(f"vdl.errors.{name}", fromlist=["*"])
    return module


def _functions(file: str) -> dict[str, Callable[..., Diagnostic]]:
    module = _file(file)
    return {
        slug_of(name): function
        for name, function in vars(module).items()
        if getattr(function, "__module__", "") == module.__name__ and not name.startswith("_")
    }
