"""`diagram { box x "Title", link x to y }`: objects as boxes within each other, and lines between them."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import syntax as s
from vdl.graph.cells import Env, Instance, Items
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import plain, prose
from vdl.text.source import Span

Shapes = Iterable[s.Box | s.Link | s.ShapesFor]


def diagram(page: Page, item: s.Diagram, env: Env) -> list[m.Block]:
    """The diagram; none where it has no boxes. A line leads to the box of an object, or of the nearest object around it that
    has one; one that leads nowhere, or from a box to itself, is left out."""
    drawing = _Drawing(page)
    boxes = tuple(drawing.boxes(item.shapes, env))
    if not boxes:
        return []
    ends = [(drawing.box_of(start), drawing.box_of(end)) for start, end in drawing.lines]
    links = dict.fromkeys([(start, end) for start, end in ends if start and end and start != end])
    title = plain(prose(page, item.title, env)) if item.title is not None else ""
    return [m.Diagram(title, boxes, tuple(links))]


class _Drawing:
    """What a diagram holds, as it is found."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys: set[str] = set()
        self.lines: list[tuple[Instance, Instance]] = []

    def boxes(self, shapes: Shapes, env: Env) -> list[m.Box]:
        """The boxes of one place, in the order of the text; an object that has one already has no second."""
        found: list[m.Box] = []
        for shape in shapes:
            self.page.count(0, Span(env.source, shape.start, shape.end))
            if isinstance(shape, s.ShapesFor):
                for inner in self.page.rounds(shape.loops, shape.when, env):
                    found += self.boxes(shape.shapes, inner)
            elif isinstance(shape, s.Box):
                found += self._box(shape, env)
            else:
                stops = [one for stop in shape.stops for one in self._objects(stop, env)]
                self.lines += zip(stops, stops[1:])
        return found

    def _box(self, shape: s.Box, env: Env) -> list[m.Box]:
        about = next(iter(self._objects(shape.about, env)), None)
        if about is None or (key := _key(about)) in self.keys:
            return []
        self.keys.add(key)
        title = plain(prose(self.page, shape.title, env)).strip()
        note = plain(prose(self.page, shape.note, env)).strip() if shape.note is not None else ""
        return [m.Box(key, title, note, tuple(self.boxes(shape.shapes, env)))]

    def _objects(self, value: s.Expr, env: Env) -> list[Instance]:
        """The objects that a value stands for; none where it is not stated."""
        made = self.page.reading.settled(lambda: self.page.reading.elaboration.expr(value, env))
        items = made if isinstance(made, Items) else [made]
        return [one for one in items if isinstance(one, Instance)]

    def box_of(self, about: Instance | None) -> str:
        """The key of the box of an object, or of the nearest one around it; "" where there is none."""
        while about is not None:
            if (key := _key(about)) in self.keys:
                return key
            about = about.owner
        return ""


def _key(about: Instance) -> str:
    return about.path or about.name
