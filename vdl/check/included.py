"""Documents that reach themselves through what they include."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl import errors
from vdl import syntax as s
from vdl.check.state import CheckState
from vdl.records import NamedTuple
from vdl.semantics.depth_first import depth_first
from vdl.semantics.types import DocumentSymbol
from vdl.text.source import Span


class _Taken(NamedTuple):
    """A document, or its section of a title."""

    document: DocumentSymbol
    section: str = ""

    @property
    def name(self) -> str:
        return f'{self.document.name} "{self.section}"' if self.section else self.document.name


def check_included(state: CheckState, documents: Iterable[DocumentSymbol]) -> None:
    """Report each `include` that closes a circle."""

    def included(taken: _Taken) -> Iterator[tuple[Span, _Taken]]:
        document = taken.document
        items = state.titled(document.node).get(taken.section, ()) if taken.section else document.node.items
        for item in _includes(items):
            other = state.names.find_path(document.source.path, item.document)
            if isinstance(other, DocumentSymbol):
                yield Span(document.source, item.start, item.end), _Taken(other, item.section)

    def closes(include: Span, cycle: list[_Taken]) -> None:
        state.diagnostics.append(errors.circular_document(include, [taken.name for taken in cycle]))

    depth_first([_Taken(document) for document in documents], included, closes)


def _includes(items: Iterable[s.DocItem]) -> Iterator[s.Include]:
    waiting = list(items)[::-1]
    while waiting:
        item = waiting.pop()
        if isinstance(item, s.Include):
            yield item
        waiting += [below for below in s.children(item) if isinstance(below, s.DocItem)][::-1]
