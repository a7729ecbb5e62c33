"""`diagram { box x "Title", link x to y }`: objects as boxes within each other, and lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vdl import syntax as s
from vdl.graph.cells import Env, Instance
from vdl.graph.items import Items
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
    page.drawings.append((drawing.keys, {*links, *[(end, start) for start, end in links], *_within(boxes)}))
    title = plain(prose(page, item.title, env)) if item.title is not None else ""
    return [m.Diagram(title, boxes, tuple(links))]


def shown(page: Page, stops: Sequence[Instance]) -> bool:
    """Whether a diagram of the document shows that the first of these, or what is around it, stands in the last or leads to it
    through all between them."""
    for keys, pairs in page.drawings:
        boxes = list(dict.fromkeys([_nearest(stop, keys) for stop in stops]))
        if len(boxes) > 1 and _key(stops[-1]) in keys and all(pair in pairs for pair in zip(boxes, boxes[1:])):
            return True
    return False


def _within(boxes: Iterable[m.Box], *around: str) -> Iterator[tuple[str, str]]:
    """Each box with each of those that it stands in."""
    for box in boxes:
        yield from [(box.key, outer) for outer in around]
        yield from _within(box.boxes, *around, box.key)


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
        return _nearest(about, self.keys)


def _nearest(about: Instance | None, keys: set[str]) -> str:
    while about is not None:
        if (key := _key(about)) in keys:
            return key
        about = about.owner
    return ""


def _key(about: Instance) -> str:
    return about.path or about.name
