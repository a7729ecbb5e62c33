"""Documents, and what stands in them."""

from __future__ import annotations

from vdl.syntax.nodes import DocItem, Expr, Ident, Loop, Node, Path, node

ROW = "row"
"""What the columns of a table call the number of their row, which begins at one, unless a loop has taken the name."""


@node
class DocumentDef(Node):
    """`document report "Title" { ... }`"""

    name: Ident
    title: str
    items: tuple[DocItem, ...]


@node
class Prose(Node):
    """`"words {and} values"`: a text with values in it, strings and expressions in turn."""

    parts: tuple[str | Expr, ...]


@node
class Either(Node):
    """`"{held} of {all}" if all > 0 else "none"`: one of two, of which one at least is a text with values in it."""

    then: Expr | Prose | Either
    condition: Expr
    other: Expr | Prose | Either


Words = Expr | Prose | Either
"""What stands where a value, or a text with values in it, is printed."""


@node
class Section(DocItem):
    """`section "Title" { ... }`, or `appendix`, which has a letter for its number."""

    appendix: bool
    title: Prose
    items: tuple[DocItem, ...]


def titled(document: DocumentDef) -> dict[str, list[Section]]:
    """The sections of a document that can be included alone: those whose title is plain words, by it."""
    found: dict[str, list[Section]] = {}
    for item in document.items:
        if isinstance(item, Section) and len(item.title.parts) == 1 and isinstance(item.title.parts[0], str):
            found.setdefault(item.title.parts[0], []).append(item)
    return found


@node
class Text(DocItem):
    """`text "words"`"""

    prose: Prose


@node
class Column(Node):
    """`total "Head {x}": value`: a column of a table, or a row of facts. `written` is its head as the text has it."""

    head: Prose
    written: str
    total: bool
    value: Words | None
    """None of a total that adds up what the rows state."""


@node
class ColumnsFor(Node):
    """`for y in all year if y != today { "{y}": value }` in a table: columns for each round."""

    loops: tuple[Loop, ...]
    when: Expr | None
    columns: tuple[Column | ColumnsFor, ...]


@node
class Merging(Node):
    """`merge crates by x.sort` in a table: rows of which `by` says the same are one, and `name` is what the innermost loop goes
    over in it."""

    name: Ident
    by: Words


@node
class Table(DocItem):
    """`table bill "Title" for x in all crate if x.n > 2 { group x.owner_title ... }`, `table file "crates.csv" for ...`"""

    bill: bool
    title: Prose | None
    file: Prose | None
    """The name of the file as which it is also written."""
    loops: tuple[Loop, ...]
    when: Expr | None
    group: Words | None
    """Rows of which this says the same stand together."""
    merging: Merging | None
    columns: tuple[Column | ColumnsFor, ...]


@node
class Drawn(Node):
    """`bar "Head {x}": value` in a chart, `bar open "Free": value` of room that nothing takes. What is no bar and no mark names
    its row."""

    head: Prose
    written: str
    form: str
    """"bar", "mark", "times", "total", "at", or "" of what names the row."""
    value: Words
    room: str
    """"open" of room that is left, "kept" of room that is to stay so, "" of what takes room."""


@node
class DrawnFor(Node):
    """`for d in pool.placed { bar "{d.title}": d.size }` in a chart: bars and marks for each round."""

    loops: tuple[Loop, ...]
    when: Expr | None
    columns: tuple[Drawn | DrawnFor, ...]


@node
class Chart(DocItem):
    """`chart stacked "Title" for x in all crate { "Crate": x.title, bar "Asked for": x.load, mark "Holds": x.limit }`

    In one that is `piled`, `bar` is how high one thing is, `times` how many of it there are, `mark` how much one pile holds,
    `bar kept` how much of that stays free, `total` what is added up of each pile, and `at` where the lowest of the things
    lies, over the piles as if each stood on the one before it.
    """

    form: str
    """"stacked", "piled" or ""."""
    title: Prose | None
    loops: tuple[Loop, ...]
    when: Expr | None
    columns: tuple[Drawn | DrawnFor, ...]


@node
class Box(Node):
    """`box x "Title" "Note" { ... }`: something of a diagram, with what stands within it."""

    about: Expr
    title: Prose
    note: Prose | None
    shapes: tuple[Box | Link | ShapesFor, ...]


@node
class Link(Node):
    """`link x to y to z`: lines from the box of one object to that of the next; a list stands for its items in turn."""

    stops: tuple[Expr, ...]


@node
class ShapesFor(Node):
    """`for x in all crate { box x "{x.title}" }` in a diagram."""

    loops: tuple[Loop, ...]
    when: Expr | None
    shapes: tuple[Box | Link | ShapesFor, ...]


@node
class Diagram(DocItem):
    """`diagram "Title" { box a "A", box b "B", link a to b }`"""

    title: Prose | None
    shapes: tuple[Box | Link | ShapesFor, ...]


@node
class Facts(DocItem):
    """`facts { "Head": value ... }`"""

    rows: tuple[Column, ...]


@node
class DocFor(DocItem):
    """`for x in all crate if x.n > 2 { ... }`"""

    loops: tuple[Loop, ...]
    when: Expr | None
    items: tuple[DocItem, ...]


@node
class DocIf(DocItem):
    """`if condition { ... } else { ... }`; `other` is empty without `else`."""

    condition: Expr
    items: tuple[DocItem, ...]
    other: tuple[DocItem, ...]


@node
class Working(DocItem):
    """`working value`: how a value was computed."""

    value: Expr


@node
class Inputs(DocItem):
    """`inputs value`: a table of what the design fills in for an object, with citations."""

    value: Expr


@node
class Cover(DocItem):
    """`cover unjudged { ... }`: what stands on the title page, which then says nothing of whether the design holds."""

    unjudged: bool
    items: tuple[DocItem, ...]


@node
class Include(DocItem):
    """`include report "Title"`: all items of another document, or its section of that title."""

    document: Path
    section: str


@node
class Show(DocItem):
    """`show verdict`: a part that the compiler knows how to make."""

    what: Ident


@node
class Callout(DocItem):
    """`callout warning "Title" { ... }`; `severity` is as that of a `Bound`."""

    severity: str
    title: Prose
    items: tuple[DocItem, ...]
