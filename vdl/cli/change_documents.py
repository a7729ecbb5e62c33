"""Under which titles the documents of two sides say something else, though nothing else changed."""

from __future__ import annotations

from vdl.elaborate.aside import TooMuch
from vdl.query.edits import Compiled
from vdl.report import model as m
from vdl.report.named import NoDocument, choose_document
from vdl.semantics.types import DocumentSymbol
from vdl.snapshot.change import Renames
from vdl.text.renamed import rewording
from vdl.text.source import Span
from vdl.text.written import on_one_line, written

_ANSWERED = "asks"
"""The part of a document that answers the questions of its design, which takes longer than all the others."""


def told_otherwise(old: Compiled, new: Compiled, document: str, renames: Renames, *, asks: bool) -> tuple[str, ...]:
    """The titles of what the documents of two sides that are alike do not say alike, without what only has another name: an empty
    one where it is not known under which. Questions are answered only where somebody `asks`, as everywhere in a comparison."""
    from vdl.report.build import Builder
    from vdl.report.changed import changed

    def built(side: Compiled) -> m.Report:
        builder = Builder(*side, choose_document(side.compilation, document))
        if not asks:
            builder.hidden = frozenset([_ANSWERED])
        return builder.report("A4")

    texts = [sorted([on_one_line(file.source.text) for file in side.compilation.program.files.values()]) for side in (old, new)]
    if texts[0] == texts[1]:
        return ()  # only comments, order or format are others
    if renames:  # of which documents tell by their new names
        return () if sorted(map(rewording(renames), _documents(old))) == sorted(_documents(new)) else ("",)
    try:
        return tuple([one.title for one in changed(built(old), built(new))])
    except (NoDocument, TooMuch):
        return ()


def _documents(side: Compiled) -> list[str]:
    """What the documents of an author say, as it is written."""
    names = side.compilation.names
    symbols = [one for file in names.files for one in names.scope(file).values() if isinstance(one, DocumentSymbol)]
    return [written(Span(one.source, one.node.start, one.node.end)) for one in symbols if not one.source.is_library]


__all__ = ["told_otherwise"]
