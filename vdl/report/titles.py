"""What things of a design are called in words: by their titles, where they have any, and else by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from vdl.compilation import Solved
from vdl.elaborate.members import full_title, title
from vdl.graph.cells import Cell, Instance
from vdl.judge import OpenPoint
from vdl.report import model as m
from vdl.text.phrases import Marked, Number, joined, of, phrase, spoken, ticked
from vdl.text.source import Source
from vdl.values import Place
from vdl.words.limits import Limit

_AFTER, _WITH, _THROUGH = " after ", " with ", " through "
"""What stands between the parts of the path of a copy: what it was made of, and what made it."""

_NAME = re.compile(r"[A-Za-z]\w*(?:\.[A-Za-z]\w*)*")
"""A name of the language, or a path."""

_CHANGED = re.compile(r"\{ ([^{}]*) \}")
_DIGITS = re.compile(r"(?<![\w.])\d[\d_]*(?:\.\d+)?")

CALLED_BY = "model"
"""The member by which objects are called that have it."""

_NAMED = 3
"""Objects that are named in a cell."""

MANY, _SAID = 12, 6
"""More names than that are very many: the first few of them are said, and how many more there are."""


class Titles:
    """The titles of all objects of one design, by their paths."""

    def __init__(self, solved: Solved) -> None:
        self.design: Instance = solved.graph.root
        self.objects: dict[str, Instance] = {one.path: one for one in solved.graph.instances if one.path}
        tops = [one for top in solved.graph.files.values() for one in top.slots.values() if isinstance(one, Instance)]
        self.tops = {one.path: one for one in tops}
        """The objects of files, used or not."""
        self.files = frozenset([path.partition(".")[0] for path in self.tops])
        """What the paths of objects begin with that belong to files."""
        self.sentences: dict[str, str] = {rule.name: rule.text for rule in solved.judged.rules if rule.text}

    def member(self, path: str) -> str:
        """A member by its path: "North fleet: carts"; a member of the design itself by its name alone."""
        owner, _, name = path.rpartition(".")
        around = self.object(owner)
        said = self._member(owner, name)
        if around.casefold() == said.casefold():
            return around  # not twice the same
        return joined(": ", (around, said)) if around else said

    def _member(self, owner: str, name: str) -> str:
        """A member by its name; one that the library declares in its words."""
        holder = self.objects.get(owner) if owner else self.design
        member = holder.kind.lookup(name) if holder is not None else None
        return spaced(name, member.source if member is not None else None)

    def object(self, path: str) -> str:
        """An object by its path, after the titles of what holds it; "" for the design. One of a file is named without it."""
        found = self.objects.get(path)
        if found is not None:
            return full_title(found)
        holder, _, rest = path.rpartition(".")
        while holder and holder not in self.objects:
            holder, _, more = holder.rpartition(".")
            rest = f"{more}.{rest}"
        if holder:
            return joined(", ", (full_title(self.objects[holder]), spaced(rest.replace(".", ", "))))
        if path in self.tops:
            model = self.tops[path].slots.get(CALLED_BY)
            return model if isinstance(model, str) else title(self.tops[path])
        file, _, name = path.partition(".")
        return spaced((name if file in self.files and name else path).replace(".", ", "))

    def scenario(self, name: str) -> str:
        """A scenario by its title, where it has one; "" for none."""
        member = self.design.kind.lookup(name) if name else None
        return member.kind.title if member is not None and member.kind is not None and member.kind.title else spaced(name)

    def instance(self, found: Instance) -> str:
        """An object in words, be it one of the design, of a file, or a copy: "North fleet, load after the press"."""
        path = found.path
        if path in self.objects or not path:
            return self.object(path)
        of, after, stage = path.partition(_AFTER)
        of = of.partition(_WITH)[0]
        if after or of != path:
            return self.object(of) + (phrase(" after {stage}", stage=self.object(stage.partition(_WITH)[0])) if after else "")
        return self._called(found)

    def holders(self) -> tuple[str, ...]:
        """The titles of what stands in the design itself and holds other objects."""
        held = {path.partition(".")[0] for path in self.objects if "." in path}
        tops = [one for path, one in self.objects.items() if path in held]
        return tuple(dict.fromkeys([full_title(one) for one in tops]))

    def objects_named(self, paths: Iterable[str], most: int = _NAMED) -> str:
        """Several objects in words, a few of them by their titles; the design itself has no path."""
        unique = sorted(set(paths))
        named = [self.object(path) or phrase("the design") for path in unique[:most]]
        more = [phrase("{rest} more", rest=len(unique) - most)] if len(unique) > most else []
        return joined("; ", [*named, *more])

    def written(self, text: str, called: str = "") -> str:
        """What a design writes in words: `file.box_1 with { some_weight = 1 kg }` is "Box 1, with some weight 1 kg";
        an object by what it is `called`, where that is known."""
        each = text.split(", ")
        if len(each) > 1 and all(_NAME.fullmatch(one) for one in each):
            return joined(", ", [self.written(one) for one in each])
        target, by, stages = text.partition(_THROUGH)
        if by and _NAME.fullmatch(target) is not None and stages.split(", ")[0] in self.objects:
            named = joined(", ", [self.written(one) for one in stages.split(", ")])
            return phrase("{target} through {stages}", target=self.written(target), stages=named)
        path, changed, changes = text.partition(_WITH)
        if _NAME.fullmatch(path) is None:
            return text
        found = self.objects.get(path) or self.tops.get(path)
        said = self._called(found) if found is not None else spaced(path.rpartition(".")[2])
        if not changed:
            return joined("", (called or said,))
        inner = _CHANGED.fullmatch(changes)
        if inner is None:
            return joined("", (called or said, changed, changes.replace("_", " ")))
        return phrase("{object}, with {changes}", object=called or said, changes=_changes(inner[1]))

    def quantity_written(self, text: str) -> str:
        """What a design writes for a quantity: "North fleet: carts" for `north.carts`; another expression as it stands."""
        return self.member(text) if _NAME.fullmatch(text) is not None else text

    def _called(self, found: Instance) -> str:
        """An object by its model, else by its title or name."""
        model = found.slots.get(CALLED_BY)
        return model if isinstance(model, str) else self.object(found.path)

    def rule(self, path: str) -> str:
        """A rule by its sentence, behind the object that it judges; one without a sentence by its name."""
        sentence = self.sentences.get(path, "")
        around = self.object(path.rpartition(".")[0])
        return joined(": ", filter(None, (around, sentence))) if sentence else self.member(path)

    def around(self, path: str) -> str:
        """The object that a rule judges that has a sentence; "" where it judges the design, or has none."""
        return self.object(path.rpartition(".")[0]) if path in self.sentences else ""

    def rules(self, paths: Sequence[str]) -> str:
        """Rules with the same sentence, behind the objects that they judge."""
        sentence = self.sentences.get(paths[0], "")
        around = list(dict.fromkeys(filter(None, [self.object(path.rpartition(".")[0]) for path in paths])))
        return joined(": ", (one_behind_another(around), sentence)) if len(around) > 1 and sentence else self.rule(paths[0])

    def point(self, point: OpenPoint) -> str:
        """What is open: a rule, a member, or what a warning says that is of none."""
        return self.rule(point.name) if point.rule is not None else self.member(point.name) or point.text

    def limit(self, limit: Limit) -> str:
        """What a limit is of: a count, or a rule."""
        return self.member(limit.path) if limit.is_count else self.rule(limit.path)


def one_behind_another(names: Sequence[str]) -> str:
    """Names of things of which the same is said; of very many the first few, and how many more there are."""
    first, rest = few(names)
    return joined("; ", [*first, *([phrase("{rest} more", rest=rest)] if rest else [])])


def few(names: Sequence[str]) -> tuple[Sequence[str], int]:
    """The names that are said, and of how many more it is said that they are there."""
    return (names, 0) if len(names) <= MANY else (names[:_SAID], len(names) - _SAID)


def spaced(name: str, source: Source | None = None) -> str:
    """A name as people say it; one that is declared in a `source` of the library as words of that."""
    if isinstance(name, Marked):
        return spoken(name)
    return of(name.replace("_", " "), source is not None and source.is_library)


def place_in_words(place: Place) -> str:
    """The labels of a place as people say them: "log on, y2026"."""
    return joined(", ", [spaced(label) for _, label in place])


def quantity(cell: Cell) -> str:
    """The name of a quantity, whose kind may be one of the library."""
    return quantity_of(cell.instance, cell.name) if cell.instance is not None else spaced(cell.name)


def quantity_of(instance: Instance, name: str) -> str:
    """The name of a member of an object."""
    member = instance.kind.lookup(name)
    return spaced(name, member.source if member is not None else None)


def _changes(text: str) -> str:
    """What a copy has otherwise: `box_weight = 20_000 kg/box` is "box weight 20,000 kg/box"."""
    words = re.sub(r"(?<=[^\W\d])_|_(?=[^\W\d])", " ", text).replace(" = ", " ")
    pieces: list[str] = []
    at = 0
    for found in _DIGITS.finditer(words):
        whole, point, part = found[0].replace("_", "").partition(".")
        pieces += [words[at : found.start()], Number(f"{int(whole):,}{point}{part}")]
        at = found.end()
    return joined("", filter(None, [*pieces, words[at:]]))


def called(name: str, title: str) -> m.Inline:
    """What something is called: by its title, else by its name."""
    return m.Text(title) if title else m.Code(spaced(name))


def marked(text: str) -> m.Prose:
    """A sentence in which names of the design stand in backticks, with these as code."""
    return tuple([m.Code(part) if is_code else m.Text(part) for is_code, part in ticked(text)])
