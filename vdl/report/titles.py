"""What things of a design are called in words: by their titles, where they have any, and else by their names."""

from __future__ import annotations

from vdl.elaborate.members import full_title
from vdl.graph.cells import Instance
from vdl.report.page import Page, spaced


class Titles:
    """The titles of all objects of one design, by their paths."""

    def __init__(self, page: Page) -> None:
        self.objects: dict[str, Instance] = {one.path: one for one in page.solved.graph.instances if one.path}
        self.sentences: dict[str, str] = {rule.name: rule.text for rule in page.judged.rules if rule.text}

    def member(self, path: str) -> str:
        """A member by its path: "Desktop pool: arrays"; a member of the design itself by its name alone."""
        owner, _, name = path.rpartition(".")
        around = self.object(owner)
        return f"{around}: {spaced(name)}" if around else spaced(name)

    def object(self, path: str) -> str:
        """An object by its path, after the titles of what holds it; "" for the design."""
        found = self.objects.get(path)
        return full_title(found) if found is not None else spaced(path.replace(".", ", "))

    def rule(self, path: str) -> str:
        """A rule by its sentence, behind the object that it judges; one without a sentence by its name."""
        sentence = self.sentences.get(path, "")
        around = self.object(path.rpartition(".")[0])
        return ": ".join(filter(None, (around, sentence))) if sentence else self.member(path)
