"""Templates of documents: the shipped ones, or those that a theme has in their place. The only door to Jinja.

Everything that is not markup already is escaped, and a name that is not defined is an error. A theme's templates run in the
sandbox and see each other and the shipped ones, by name; there is no way from a name to any other file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import BaseLoader, PackageLoader, StrictUndefined, TemplateNotFound, TemplateSyntaxError, nodes
from jinja2 import Environment as Jinja
from jinja2.sandbox import ImmutableSandboxedEnvironment

from vdl.render import TemplateFault
from vdl.text.source import Source, Span

_SHIPPED = PackageLoader("vdl.render")


class _Loader(BaseLoader):
    """Texts of a theme by their names, else the shipped ones."""

    def __init__(self, texts: Mapping[str, Source]) -> None:
        self._texts = texts

    def get_source(self, environment: Any, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        found = self._texts.get(template)
        return _SHIPPED.get_source(environment, template) if found is None else (found.text, _filename(template), None)

    def list_templates(self) -> list[str]:
        return sorted({*self._texts, *_SHIPPED.list_templates()})


class Shipped(Jinja):
    """The shipped templates, and what they can call; a theme's are run as `Sandboxed`."""

    def __init__(
        self, texts: Mapping[str, Source], names: Mapping[str, object], filters: Mapping[str, Callable[..., Any]]
    ) -> None:
        super().__init__(
            loader=_Loader(texts), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
            auto_reload=False,
        )  # fmt: skip
        self.globals.update(names)
        self.filters.update(filters)
        del self.filters["safe"]  # nothing of a design is markup, whatever a template says
        self._texts = texts

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for node in tree.find_all((nodes.ScopedEvalContextModifier, nodes.EvalContextModifier)):
            raise TemplateSyntaxError("everything is escaped; `autoescape` can't be switched off", node.lineno, name, filename)
        return tree

    def made(self, name: str, given: Mapping[str, object]) -> str:
        """What a template comes to. Raises TemplateFault for what is wrong in a text of the theme."""
        try:
            return self.get_template(name).render(given)
        except Exception as fault:
            found = self._blamed(fault)
            if found is None:
                raise
            raise TemplateFault(found, _said(fault)) from fault

    def _blamed(self, fault: Exception) -> Span | None:
        """The innermost line of a theme's template that the fault came by."""
        files = {_filename(name): source for name, source in self._texts.items()}
        found: Span | None = None
        trace = fault.__traceback__
        while trace is not None:
            source = files.get(trace.tb_frame.f_code.co_filename)
            found = _line(source, trace.tb_lineno) if source is not None else found
            trace = trace.tb_next
        if isinstance(fault, TemplateSyntaxError) and (source := self._texts.get(fault.name or "")) is not None:
            return _line(source, fault.lineno)
        return found


class Sandboxed(Shipped, ImmutableSandboxedEnvironment):
    """Templates of a theme before the shipped ones. The sandbox takes half as long again, and what is shipped needs none."""


def _filename(name: str) -> str:
    """What tracebacks call a template of a theme; no file is called so."""
    return f"<theme>/{name}"


def _line(source: Source, number: int) -> Span:
    lines = source.text.split("\n")
    number = min(max(number, 1), len(lines))
    start = sum(len(line) + 1 for line in lines[: number - 1])
    return Span(source, start, start + len(lines[number - 1].rstrip()))


_CLASS = re.compile(r"'vdl(?:\.\w+)*\.(\w+) object'")
"""How Python calls a thing of ours: whoever writes a template knows it as a report, a table, a row."""


def _said(fault: Exception) -> str:
    words = _CLASS.sub(lambda found: f"a {found[1].lower()}", " ".join(str(fault).split()))
    if isinstance(fault, TemplateNotFound):
        return f"there is no template `{fault.name}`; a template sees those of its folder and the shipped ones"
    return words[:300] if type(fault).__module__.startswith("jinja2") else f"{type(fault).__name__}: {words[:300]}"


__all__ = ["Sandboxed", "Shipped"]
