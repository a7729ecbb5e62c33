"""A diagnostic as a value, and one plain renderer of it.

The terminal, JSON and whatever comes later (SARIF, annotations, an editor) all start here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from vdl.records import NamedTuple
from vdl.text.excerpt import excerpt
from vdl.text.limits import SAME_DIAGNOSTICS
from vdl.text.painted import Painted, Piece, plain, wrapped
from vdl.text.phrases import counted, filled, joined, phrase
from vdl.text.safe import shown
from vdl.text.source import Span

Severity = Literal["error", "warning", "info"]
_SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Diagnostic(NamedTuple):
    """One finding. `slug` is stable and has a manual page (`vdl explain SLUG`).

    `span` is where it is, or None for what has no place in a file. `subject` is what it is about: the path of a rule, a
    count or a figure; of what has no place the file or the option. `label` stands under the span; `related` are further
    places, each with its label.
    """

    slug: str
    severity: Severity
    message: str
    span: Span | None = None
    label: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    subject: str = ""
    stands_for: int = 1
    """How many it stands for: more than one where the rest of a slug in a file is only counted."""
    leads: bool = False
    """Whether other lines may fail for it: then it comes before all others."""
    trails: bool = False
    """Whether it may fail for any line that is asked about: then it comes behind all others, of other files too."""

    def key(self) -> tuple[str, int, int, str, str]:
        """Files, places and slugs in order; what has no place comes first."""
        if self.span is None:
            return self.subject, -1, -1, self.slug, self.message
        return self.span.source.path, self.span.start, self.span.end, self.slug, self.message


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by file, severity, place and slug, causes of all files first, and last what authors require and expect in any of
    them; exact repetitions are said once, and what is said too often is counted."""
    unique: dict[object, Diagnostic] = {}
    for diagnostic in diagnostics:
        # Two designs may fail one rule of the library: same place, same words, other numbers.
        unique.setdefault((diagnostic.key(), diagnostic.label, diagnostic.notes), diagnostic)
    said = _without_echoes(unique.values())
    hanging = _Hanging([one for one in said if one.slug in _RULES and one.related and not one.trails])

    def place(said: Diagnostic) -> tuple[object, ...]:
        leads = said.leads or said.slug in _CAUSES
        turn = -1 if leads else 1 if said.trails else 0
        rule, late = hanging.on(said), said.slug in _TRACES
        rank = min(_rank(said), _rank(rule)) if rule is not None else _rank(said)
        file, *where, slug, message = said.key()
        return turn, file, rank, rule is None, late, *where, slug in _OUTCOMES, slug, message, said.notes, said.label

    return _rest_counted(sorted(said, key=place))


def _rank(said: Diagnostic) -> int:
    return _SEVERITIES.index(said.severity)


class _Hanging:
    """Rules that fail, found by what they hang on: of very many, each is not looked at for each finding."""

    def __init__(self, rules: Iterable[Diagnostic]) -> None:
        self._at: dict[str, dict[tuple[str, int, int], tuple[Span, Diagnostic]]] = {}
        self._on_more: dict[tuple[str, int, int], list[Diagnostic]] = {}
        for rule in sorted(rules, key=_rank):  # the gravest is found first
            for place, _ in rule.related:
                self._at.setdefault(place.source.path, {}).setdefault(place.key(), (place, rule))
            figures = _figures(rule)
            for figure in figures if len(figures) > 1 else ():
                self._on_more.setdefault(figure, []).append(rule)

    def on(self, said: Diagnostic) -> Diagnostic | None:
        """The gravest rule that may fail for what is said, which is then told first: it hangs on a line about which something is
        asked, or on the one figure on which another rule hangs, and on more."""
        span = said.span
        if span is None:
            return None
        if said.slug in _RULES:
            figures = _figures(said)
            rules = self._on_more.get(next(iter(figures)), []) if len(figures) == 1 else []
            return next((rule for rule in rules if not _beyond(span, rule.span, figures)), None)
        places = self._at.get(span.source.path, {}).values() if said.severity == "warning" else ()
        return next((rule for place, rule in places if _holds(place, span)), None)


_RULES = frozenset(["rule-failed", "rule-partly"])
"""Slugs of rules that do not hold; what they hang on is among their places."""


def _beyond(span: Span, before: Span | None, figures: Collection[tuple[str, int, int]]) -> bool:
    """Whether figures lie between one place and another before it: then they are of that one."""
    return before is not None and any(
        path == span.source.path == before.source.path and before.start <= start < span.start for path, start, _ in figures
    )


STATED = "stated here"
"""What stands beside the figures that a rule hangs on."""


def _figures(said: Diagnostic) -> frozenset[tuple[str, int, int]]:
    """The places of the figures that a rule hangs on."""
    return frozenset([place.key() for place, label in said.related if label == STATED])


def _holds(place: Span, span: Span) -> bool:
    """Whether one place lies in another."""
    return place.source is span.source and place.start <= span.start and span.end <= place.end


def _without_echoes(diagnostics: Collection[Diagnostic]) -> Collection[Diagnostic]:
    """Without warnings that values leave out a label where an error says of the same value what lacks it, that a name has
    another end than like ones where it is told that what it names does not grow, and that nothing reads what is told to be meant
    in the place of a name that was copied."""
    named = [
        span for said in diagnostics if said.slug == "missing-label"
        for span in (said.span, *[span for span, _ in said.related]) if span is not None
    ]  # fmt: skip
    growing = [said.span for said in diagnostics if said.slug == "before-growth" and said.span is not None]
    copied = [said.span for said in diagnostics if said.slug == "copied-name" and said.span is not None]
    echoes = {"label-left-out": named, "odd-one-out": growing, "nothing-reads": copied}

    def is_echo(said: Diagnostic) -> bool:
        places = [place for place, _ in said.related] if said.slug == "nothing-reads" else [said.span]
        return any(_meet(place, span) for span in echoes.get(said.slug, ()) for place in places)

    return [said for said in diagnostics if not is_echo(said)]


def _meet(first: Span | None, second: Span) -> bool:
    """Whether two places have something in common."""
    return first is not None and first.source is second.source and first.start < second.end and second.start < first.end


_CAUSES = frozenset([
    "added-twice", "added-within", "before-growth", "copied-name", "counted-in-part", "digits-apart", "digits-exchanged",
    "factor-left-out", "far-off", "first-growth", "more-than-doubled", "multiplied-twice", "named-twice", "odd-one-out",
    "one-left-out", "other-operator", "rounded-share", "said-otherwise", "small-factor", "small-share", "swapped",
    "thousands-point",
])  # fmt: skip
"""Slugs of slips in writing, for which other lines fail, of other files too: they come before all others."""

_TRACES = frozenset(["nothing-names"])
"""Slugs of what a slip elsewhere leaves behind: who forgets a line is told first what lacks for it."""


_OUTCOMES = frozenset(["not-sized", "half-stated"])
"""Slugs of what comes of something that lacks: at one place they are told behind what asks for it."""


def _rest_counted(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """The first of each slug in each file, and one more that stands for all others, in the place of the first of these."""
    if len(diagnostics) <= SAME_DIAGNOSTICS:
        return diagnostics
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        file = diagnostic.span.source.path if diagnostic.span is not None else diagnostic.subject
        groups.setdefault((diagnostic.slug, file), []).append(diagnostic)
    counted: dict[int, Diagnostic | None] = {}
    for (slug, file), group in groups.items():
        rest = group[SAME_DIAGNOSTICS:]
        if len(rest) < 2:
            continue
        total = sum(d.stands_for for d in rest)
        severity = min((d.severity for d in rest), key=_SEVERITIES.index)
        message = f"... and {total:,} more of `{slug}` in this file"
        counted.update((id(d), None) for d in rest)
        counted[id(rest[0])] = Diagnostic(slug, severity, message, rest[0].span, subject=file, stands_for=total)
    return [d for d in (counted.get(id(d), d) for d in diagnostics) if d is not None]


def render(diagnostic: Diagnostic) -> str:
    """The diagnostic as plain text with its lines of the source."""
    return "\n".join([plain(line) for line in drawn(diagnostic)])


def drawn(diagnostic: Diagnostic, columns: int = 0) -> list[list[Piece]]:
    """The lines of a diagnostic, its first words and its carets in the colour of its severity, all of it safe to show.

    What is said in words is broken at so many columns, if any are given; lines of a source, and what stands below them, are not.
    """
    head = Painted(f"{diagnostic.severity}[{diagnostic.slug}]", diagnostic.severity)
    lines = _broken([head, f": {shown(diagnostic.message)}"], columns, 2)
    margin = 1
    if diagnostic.span is not None and diagnostic.stands_for > 1:
        lines.append([f" --> from {shown(diagnostic.span.where())} on"])
    elif diagnostic.span is not None:
        spans = [(diagnostic.span, diagnostic.label, True)]
        spans += [(span, label, False) for span, label in diagnostic.related]
        margin = max(len(str(span.source.place(span.start)[0])) for span, _, _ in spans)
        previous = ""
        for span, label, primary in spans:
            line, column = span.source.place(span.start)
            where = f"{shown(span.source.path)}:{line}:{column}"
            arrow = "-->" if primary or span.source.path != previous else "..."
            lines.append([f"{' ' * margin}{arrow} {where}"])
            lines.append([f"{' ' * margin} |"])
            lines += excerpt(span, label, margin, ("^", diagnostic.severity) if primary else ("-", "strong"))
            previous = span.source.path
        if diagnostic.notes or diagnostic.help:
            lines.append([f"{' ' * margin} |"])
    elif diagnostic.subject:
        lines.append([f"{' ' * margin}--> {shown(diagnostic.subject)}"])
    for said in [*diagnostic.notes, *[f"help: {text}" for text in diagnostic.help]]:
        first, *rest = said.split("\n")
        lines += _broken([f"{' ' * margin} = {shown(first)}"], columns, margin + 3)
        for part in rest:
            lines += _broken([f"{' ' * (margin + 3)}{shown(part)}"], columns, margin + 3)
    return lines


def _broken(pieces: list[Piece], columns: int, hanging: int) -> list[list[Piece]]:
    return wrapped(pieces, columns, hanging) if columns else [pieces]


def count(diagnostics: Iterable[Diagnostic], files: int) -> str:
    """ "3 errors, 1 warning in 4 files" """
    totals: Counter[Severity] = Counter()
    for diagnostic in diagnostics:
        totals[diagnostic.severity] += diagnostic.stands_for
    parts = [several(totals["error"], "error")]
    if totals["warning"]:
        parts.append(several(totals["warning"], "warning"))
    return f"{', '.join(parts)} in {several(files, 'file')}"


def several(number: int, one: str, many: str = "") -> str:
    """ "1 file", "3 files" """
    return filled(f"{{number}} {one}", {"number": counted(number)}, f"{{number}} {many or one + 's'}", number)


def enumerated(texts: Iterable[str], word: Literal["and", "or"]) -> str:
    """ "`a`, `b` and `c`", with the word before the last."""
    *others, last = [f"`{text}`" for text in texts]
    return joined(_BEFORE_LAST[word], (", ".join(others), last)) if others else last


_BEFORE_LAST = {"and": phrase(" and "), "or": phrase(" or ")}


def listed(texts: Sequence[str], most: int) -> str:
    """ "y1, y2, 3 more": the first of them, and how many more there are."""
    rest = len(texts) - most
    return joined(", ", [*texts[:most], *([phrase("{rest} more", rest=rest)] if rest > 0 else [])])


def failed(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether there is an error among them."""
    return any(d.severity == "error" for d in diagnostics)
