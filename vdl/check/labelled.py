"""Values by label of which one was copied from another label of a like object, and still reads what is named after that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.formulas import Formulas, Made, alike, may_stand_for, read_in, words_of, written
from vdl.check.scope import Scope
from vdl.records import NamedTuple
from vdl.semantics.types import Kind
from vdl.text.diagnostics import Diagnostic


class _Line(NamedTuple):
    """What an object has in a field at one label, and all that it has there, by label, as it is written; at "" for all others."""

    one: Made
    filled: str
    label: str
    value: s.Expr
    texts: dict[str, str]

    def text(self) -> str:
        return self.texts[self.label]

    def at(self, label: str) -> str | None:
        return self.texts.get(label, self.texts.get(""))

    def stands_once(self) -> bool:
        return list(self.texts.values()).count(self.text()) == 1


def copied_at_labels(formulas: Formulas) -> Iterator[Diagnostic]:
    """What is asked of `{ calm: 0, south: north_kg }` in `north` beside `{ calm: 0, north: north_kg }` in `south`."""
    lines: dict[tuple[str, str], list[_Line]] = {}
    for one in formulas.made.values():
        for filled, value in one.values.items() if one.member.form == "object" else ():
            if isinstance(value, s.LabelMap) and one.read[filled]:
                for line in _lines(one, filled, value):
                    lines.setdefault((filled, line.text()), []).append(line)
    for same in lines.values():
        names = [words_of(each.name) for each in _names(formulas, same[0])] if len(same) > 1 else []
        theirs = {line.label for line in same if names and all(set(words) & set(words_of(line.label)) for words in names)}
        others = {(each.label, _kind(each), *each.texts.items()): each for each in reversed(same) if each.label in theirs}
        for line in same if theirs else ():
            likes = others.values() if line.label not in theirs else ()
            found = next(((other, meant) for other in likes if (meant := _meant(formulas, line, other))), None)
            if found is not None:
                yield _asked(formulas, line, *found)


def _kind(line: _Line) -> Kind | None:
    return line.one.member.kind.named() if line.one.member.kind is not None else None


def _lines(one: Made, filled: str, value: s.LabelMap) -> list[_Line]:
    at_labels = {entry.label.names[-1] if entry.label is not None else "": entry.value for entry in value.entries}
    texts = {label: written(one.member, each) for label, each in at_labels.items()}
    return [_Line(one, filled, label, each, texts) for label, each in at_labels.items() if label]


def _meant(formulas: Formulas, line: _Line, other: _Line) -> str:
    """What stands in a line when all of its names, which are after the label of the other one, are after its own; "" where not
    all are, and where the objects differ in more than the label, or the value is one that stands at others, too."""
    if not alike(line.one.member, other.one.member) or not line.stands_once() or not other.stands_once():
        return ""
    if line.at(other.label) != other.at(line.label):
        return ""
    words = words_of(line.label), words_of(other.label)
    own, theirs = ([word for word in words[at] if word not in words[1 - at]] for at in (0, 1))
    if len(own) != 1 or len(theirs) != 1:
        return ""
    return _renamed(formulas, line, own[0], theirs[0])


def _renamed(formulas: Formulas, line: _Line, own: str, theirs: str) -> str:
    member = line.one.member
    text, at, pieces = member.source.text, line.value.start, list[str]()
    for name in _names(formulas, line):
        words = words_of(name.name)
        meant = formulas.figures.get(tuple([own if word == theirs else word for word in words]))
        if own in words or theirs not in words or meant is None:
            return ""
        if not may_stand_for(formulas.body.lookup(name.name), meant, any_dimension=False):
            return ""
        pieces += [text[at : name.start], meant.name]
        at = name.end
    return " ".join("".join([*pieces, text[at : line.value.end]]).split()) if pieces else ""


def _names(formulas: Formulas, line: _Line) -> Sequence[s.Name]:
    return sorted(read_in(formulas.body, line.one.member.kind, line.value), key=lambda one: one.start)


def _asked(formulas: Formulas, line: _Line, other: _Line, meant: str) -> Diagnostic:
    spans = [Scope(formulas.body, each.one.member.source).span(each.value) for each in (line, other)]
    path, like = (each.one.path(each.filled) for each in (line, other))
    place, labels = [(spans[1], "as it is read here")], (line.label, other.label)
    return errors.copied_name(spans[0], line.text(), path, like, meant, line.one.member.name, place, labels)


__all__ = ["copied_at_labels"]
