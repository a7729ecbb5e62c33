"""Lists of formulas or objects, as a design is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from vdl.records import NamedTuple

if TYPE_CHECKING:
    from vdl.graph.cells import Instance, Made
    from vdl.semantics.types import Kind


class Sought(NamedTuple):
    """What a list without items was to hold: objects of a kind below an object, or those of some that a condition keeps."""

    kind: Kind | None
    below: Instance | None
    among: int
    """How many there were to choose from."""


class Items(list["Made"]):
    """A list of formulas or objects. `stated` ones leave out what is not stated when added up; `least` ones lack it there."""

    __slots__ = ("least", "left_out", "member", "of", "silent", "sought", "stated")

    def __init__(self, items: Iterable[Made] = (), sought: Sought | None = None) -> None:
        super().__init__(items)
        self.stated = self.least = False
        self.sought = None if self else sought
        self.of: list[Made] | None = None
        """The objects of which the items are members, or from which a loop has made them."""
        self.member = ""
        """The name of the member; "" of what a loop has made."""
        self.left_out: list[Made] = []
        """Objects whose items were dropped for not being stated."""
        self.silent: list[Made] = []
        """These items, of objects or not."""

    def stated_ones(self, keep: Sequence[bool]) -> Items:
        """Those that are stated, one truth for each item, which leave out what is not when added up."""
        left = Items([item for item, kept in zip(self, keep) if kept], self.sought)
        left.stated = True
        left.silent = [*self.silent, *[item for item, kept in zip(self, keep) if not kept]]
        if self.of is not None:
            left.of = [one for one, kept in zip(self.of, keep) if kept]
            left.left_out = [*self.left_out, *[one for one, kept in zip(self.of, keep) if not kept]]
            left.member = self.member
        return left

    def replaced(self, items: Iterable[Made], *, least: bool = False) -> Items:
        """The same list with others in the places of its items; with `least` one that misses those that are not stated."""
        made = Items(items, self.sought)
        made.of, made.member, made.left_out, made.least = self.of, self.member, self.left_out, self.least or least
        made.silent = self.silent
        made.stated = self.stated or least
        return made

    def names(self) -> tuple[str, ...]:
        """The names of the items, where they are members of objects; none where not."""
        if self.of is None or not self.member:
            return ()
        return tuple([f"{getattr(item, 'path', '')}.{self.member}".lstrip(".") for item in self.of])
