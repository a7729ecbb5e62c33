"""What things of a design are called in words: by their titles, where they have any, and else by their names."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.compilation import Solved
from vdl.elaborate.members import full_title
from vdl.graph.cells import Instance
from vdl.judge import OpenPoint
from vdl.report import model as m
from vdl.text.phrases import joined, of, phrase, ticked
from vdl.text.source import Source
from vdl.words.limits import Limit

_NAMED = 3
"""Objects that are named in a cell."""


class Titles:
    """The titles of all objects of one design, by their paths."""

    def __init__(self, solved: Solved) -> None:
        self.design: Instance = solved.graph.root
        self.objects: dict[str, Instance] = {one.path: one for one in solved.graph.instances if one.path}
        self.sentences: dict[str, str] = {rule.name: rule.text for rule in solved.judged.rules if rule.text}

    def member(self, path: str) -> str:
        """A member by its path: "North fleet: carts"; a member of the design itself by its name alone."""
        owner, _, name = path.rpartition(".")
        around = self.object(owner)
        said = self._member(owner, name)
        return joined(": ", (around, said)) if around else said

    def _member(self, owner: str, name: str) -> str:
        """A member by its name; one that the library declares in its words."""
        holder = self.objects.get(owner) if owner else self.design
        member = holder.kind.lookup(name) if holder is not None else None
        return spaced(name, member.source if member is not None else None)

    def object(self, path: str) -> str:
        """An object by its path, after the titles of what holds it; "" for the design."""
        found = self.objects.get(path)
        return full_title(found) if found is not None else spaced(path.replace(".", ", "))

    def objects_named(self, paths: Iterable[str]) -> str:
        """Several objects in words, a few of them by their titles; the design itself has no path."""
        unique = sorted(set(paths))
        named = [self.object(path) or phrase("the design") for path in unique[:_NAMED]]
        more = [phrase("{rest} more", rest=len(unique) - _NAMED)] if len(unique) > _NAMED else []
        return joined("; ", [*named, *more])

    def rule(self, path: str) -> str:
        """A rule by its sentence, behind the object that it judges; one without a sentence by its name."""
        sentence = self.sentences.get(path, "")
        around = self.object(path.rpartition(".")[0])
        return joined(": ", filter(None, (around, sentence))) if sentence else self.member(path)

    def point(self, point: OpenPoint) -> str:
        """What is open: a rule, or a member."""
        return self.rule(point.name) if point.rule is not None else self.member(point.name)

    def limit(self, limit: Limit) -> str:
        """What a limit is of: a count, or a rule."""
        return self.member(limit.path) if limit.is_count else self.rule(limit.path)


def spaced(name: str, source: Source | None = None) -> str:
    """A name as people say it; one that is declared in a `source` of the library as words of that."""
    return of(name.replace("_", " "), source is not None and source.is_library)


def called(name: str, title: str) -> m.Inline:
    """What something is called: by its title, else by its name."""
    return m.Text(title) if title else m.Code(spaced(name))


def marked(text: str) -> m.Prose:
    """A sentence in which names of the design stand in backticks, with these as code."""
    return tuple([m.Code(part) if is_code else m.Text(part) for is_code, part in ticked(text)])
