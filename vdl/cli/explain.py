"""`vdl explain DESIGN NAME`: why a number is what it is. `vdl explain SLUG`: what a diagnostic means."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from vdl import errors as catalog
from vdl.cli.inputs import STDIN
from vdl.cli.terminal import Screen, errors, output
from vdl.text.machine import Json, document
from vdl.text.painted import Painted, Piece
from vdl.values import NOT_STATED

if TYPE_CHECKING:
    from vdl.compilation import Compilation
    from vdl.query.reasons import Reason
    from vdl.semantics.types import SourceSymbol

LINES = 2_000
"""Lines of a tree; those after them are counted."""

DEEP = 20
"""Strokes that are drawn one by one, where there is room."""

_TEXT = 50
"""Columns that are left for words beside them."""


def run(arguments: argparse.Namespace) -> int:
    if arguments.name is None:
        return _manual(arguments)
    arguments.file = arguments.subject
    from vdl.cli.from_arguments import single, status
    from vdl.query import explain

    complaints = errors()
    design = single(arguments, complaints, judging=(arguments.name,))
    if design is None:
        return 1
    compilation, solved, code = design
    reasons, diagnostics = explain(compilation, solved, arguments.name, arguments.depth)
    complaints.diagnostics(diagnostics)
    code = max(code, status(diagnostics))
    shown, left_out = reasons[:LINES], max(len(reasons) - LINES, 0)
    if arguments.format == "json":
        output().text(document(reasons=[as_object(reason, compilation) for reason in shown], left_out=left_out))
        return code
    screen = output()
    Tree(screen, compilation, arguments.depth).show(shown)
    if left_out:
        screen.say(Painted(f"... and {left_out:,} more lines; explain one of the names above", "weak"))
    return code


def _manual(arguments: argparse.Namespace) -> int:
    slug = "-" if arguments.subject == STDIN else arguments.subject
    page = catalog.manual(slug)
    if page is None:
        if slug == "-" or slug.endswith(".vdl") or os.path.exists(slug):
            arguments.parser.error(f"which quantity of `{slug}`? (vdl explain {slug} NAME)")
        errors().diagnostics([catalog.unknown_option(f"vdl explain {slug}", "diagnostic", slug, catalog.CATALOG)])
        return 1
    if arguments.format == "json":
        output().text(document(slug=slug, manual=page))
    else:
        screen = output()
        screen.say(Painted(slug, "strong"))
        screen.say()
        for line in page.split("\n"):
            screen.tell(line, hanging=len(line) - len(line.lstrip(" ")))
    return 0


class Tree:
    """The reasons of a number as lines, what belongs to one hanging together."""

    def __init__(self, screen: Screen, compilation: Compilation, deepest: int | None = None) -> None:
        self.screen = screen
        self.deepest = deepest
        self.deep = min(DEEP, max((screen.breaks - _TEXT) // 3, 1)) if screen.breaks else DEEP
        self.names = compilation.names
        self.sources: dict[str, str] = {}

    def show(self, reasons: list[Reason]) -> None:
        branch, last, bar = ("├─ ", "└─ ", "│  ") if self.screen.glyphs else ("|- ", "`- ", "|  ")
        ends = _last_ones([reason.depth for reason in reasons])
        open_: list[bool] = []
        for index, reason in enumerate(reasons):
            del open_[max(reason.depth - 1, 0) :]
            before = self._stem(open_, bar)
            joint = "" if reason.depth == 0 else last if ends[index] else branch
            if reason.depth:
                open_.append(not ends[index])
            after = self._stem(open_, bar)
            below = index + 1 < len(reasons) and reasons[index + 1].depth > reason.depth
            head, *rest = self._lines(reason)
            again = Painted(after + (bar if below else "   "), "weak")
            self._say(Painted(before + joint, "weak"), again, head)
            for line in rest:
                self._say(again, again, line)
        if self.sources:
            self.screen.say()
            width = max(len(name) for name in self.sources)
            for name, title in self.sources.items():
                self.screen.tell(f"{name.ljust(width)}  {title}", hanging=width + 2)

    def _say(self, first: Painted, others: Painted, pieces: Sequence[Piece]) -> None:
        """A line of the tree, broken at its words behind the strokes."""
        for index, line in enumerate(self.screen.broken(pieces, max(len(first.text), len(others.text)) + 2)):
            self.screen.say(others if index else first, *(["  "] if index else []), *line)

    def _stem(self, open_: list[bool], bar: str) -> str:
        """The strokes before a line; very deep down a number stands for most of them."""
        deeper = len(open_) - self.deep
        stem = "".join([bar if still else "   " for still in open_[: self.deep]])
        return f"{stem}({deeper} deeper) " if deeper > 0 else stem

    def _lines(self, reason: Reason) -> list[list[Piece]]:
        within = f"in {reason.within}" if reason.within and not reason.depth else ""  # of what was asked for
        facts = [part for part in (self._origin(reason), within, self._place(reason)) if part]
        tail = f"  [{', '.join(facts)}]" if facts else ""
        if reason.depth == self.deepest and reason.inputs and not reason.again:
            tail += "  ..."
        head: list[Piece] = [Painted(self._name(reason), "strong"), Painted(tail, "weak"), self._cites(reason)]
        if reason.again:
            return [[*head, "  (see above)"]]
        at = f" at {reason.label}" if reason.label else ""
        lines: list[list[Piece]] = [head]
        if reason.text:
            said = f'"{reason.text}"' if reason.form in ("rule", "expectation") else f"/// {reason.text}"
            lines.append([Painted(said, "weak")])
        if reason.names:
            lines.append([f"= {reason.names}"])
        if reason.numbers and reason.numbers not in (reason.names, reason.words):
            lines.append([f"= {reason.numbers}", at if reason.form != "bound" else ""])
        return lines

    def _name(self, reason: Reason) -> str:
        if reason.form == "bound":
            at = f" at {reason.label}" if reason.label else ""
            decides = "  <- decides" if reason.decides else ""
            asks = reason.words if reason.value is NOT_STATED else f"asks for {reason.words}{at}"
            return f"bound {reason.name} {asks}{decides}"
        if reason.form == "decision":
            return f"decided by `{reason.name}`, which is {reason.words}"
        if reason.form == "search":
            return reason.words
        if reason.form == "choice":
            return f"chosen: {reason.words}"
        if reason.form == "rule":
            return f"rule {reason.name}: {reason.words}"
        if reason.form == "expectation":
            return f"expectation {reason.name} {reason.words}"
        return f"{reason.name} = {reason.words}"

    @staticmethod
    def _origin(reason: Reason) -> str:
        if reason.form in ("bound", "decision", "choice", "expectation", "expression", "search"):
            return ""
        if reason.form == "rule":
            return "" if reason.origin == "error" else str(reason.origin)
        return {"option": "--set"}.get(reason.origin, str(reason.origin))

    @staticmethod
    def _place(reason: Reason) -> str:
        return "" if reason.span is None or reason.origin == "option" else str(reason.span.where())

    def _cites(self, reason: Reason) -> str:
        words = []
        for cite, source in reason.cites:
            name = str(cite.source)
            if name != "assumed":
                symbol = self.names.source_of(source.path, cite)
                if symbol is not None:
                    title = _title(symbol)
                    while self.sources.setdefault(name, title) != title:  # another file's source of the same name
                        name += "'"
            said = [f"@ {name}", cite.where and f'"{cite.where}"', cite.owner and f'owner "{cite.owner}"']
            words.append(" ".join(filter(None, [*said, cite.until and f"until {cite.until}"])))
        return "  " + " ".join(words) if words else ""


def _title(symbol: SourceSymbol) -> str:
    facts = symbol.facts
    parts = [symbol.title, *[facts[key] for key in ("author", "publisher", "date") if key in facts]]
    return ", ".join(parts)


def _last_ones(depths: list[int]) -> list[bool]:
    """For each line of a tree whether it is the last of those that hang on the same one."""
    is_last = [False] * len(depths)
    waiting: set[int] = set()
    for index in range(len(depths) - 1, -1, -1):
        depth = depths[index]
        is_last[index] = depth not in waiting
        waiting = {d for d in waiting if d <= depth} | {depth}
    return is_last


def as_object(reason: Reason, compilation: Compilation) -> Mapping[str, Json]:
    """A line of the tree for machines."""
    from vdl.snapshot.take import citation
    from vdl.words import values as show

    line, column = reason.span.source.place(reason.span.start) if reason.span is not None else (None, None)
    return {
        "depth": reason.depth,
        "form": reason.form,
        "name": reason.name,
        "value": show.as_object(reason.value, reason.unit, reason.words) if reason.value is not None else None,
        "text": reason.words,
        "origin": reason.origin,
        "file": reason.span.source.path if reason.span is not None else None,
        "line": line,
        "column": column,
        "formula": reason.names,
        "numbers": reason.numbers,
        "label": reason.label,
        "doc": reason.text,
        "citation": citation(reason.cites, compilation.names),
        "op": reason.op,
        "decides": reason.decides,
        "again": reason.again,
        "inputs": list(reason.inputs),
        "within": reason.within,
    }
