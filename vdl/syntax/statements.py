"""Statements of bodies, and the items of a file."""

from __future__ import annotations

from vdl.syntax.expressions import Extent
from vdl.syntax.nodes import Body, Cite, Date, Expr, Ident, Node, Owned, Path, Statement, TypeRef, UnitName, node


@node
class Field(Statement):
    """`n: Weight? as kg in 0<..5 kg = 3 kg`: an input. `optional` is the question mark, `shown` the unit after `as`."""

    name: Ident
    type: TypeRef
    optional: bool
    shown: UnitName | None
    within: Extent | None
    default: Expr | None


@node
class Object(Statement):
    """`cellar: room "Title" { ... }`: an object with a body of its own."""

    name: Ident
    kind: Path
    title: str
    body: Body


@node
class Fill(Statement):
    """`o.n = 3 kg`: an input is given its value."""

    path: Path
    value: Expr


@node
class Refine(Statement):
    """`o { ... }`: more is said of an object that is declared elsewhere."""

    path: Path
    body: Body


@node
class Let(Statement):
    """`let n: Weight as kg = 3 kg`: a value that is derived. `type` and `shown` may be left out.

    `let n: Weight?` has no `value`: it is not stated but where a later layer derives it.
    """

    name: Ident
    type: TypeRef | None
    shown: UnitName | None
    value: Expr | None


@node
class Param(Node):
    """`x: Weight`, one of a function's."""

    name: str
    type: TypeRef


@node
class Function(Statement):
    """`let f(x: Weight): Weight as kg = x * 2`"""

    name: Ident
    params: tuple[Param, ...]
    type: TypeRef | None
    shown: UnitName | None
    value: Expr


@node
class Count(Statement):
    """`count boxes: Box`: a number that is solved for."""

    name: Ident
    type: TypeRef


@node
class Bound(Statement):
    """`bound load warning by_weight: boxes >= load / limit when x "text"`: what a count may not fall short of.

    `load` is whether it sizes the count: without any such bound that states a figure, the count is not sized.
    `severity` is "error", "warning" or "info"; `op` is ">=", or ">" of a strict bound; `text` is "" where none is written.
    """

    load: bool
    severity: str
    name: Ident
    count: Path
    op: str
    value: Expr
    when: Expr | None
    text: str


@node
class Require(Statement):
    """`require warning fits: a <= b when x "text"`: a rule. `severity` and `text` are as those of a `Bound`."""

    severity: str
    name: Ident
    condition: Expr
    when: Expr | None
    text: str


@node
class Place(Statement):
    """`place name: demands via stages on target`"""

    name: Ident | None
    demands: tuple[Expr, ...]
    stages: tuple[Expr, ...]
    target: Expr


@node
class Expect(Statement):
    """`expect e "Title": a == 3 kg within 2 % differs "why" restates "whom"`: a published figure."""

    name: Ident
    title: str
    condition: Expr
    within: Expr | None
    differs: str | None
    restates: str | None


@node
class Ask(Statement):
    """`ask q "Title": largest path where condition ignoring r and t step 1 kg`; `largest` is false for `smallest`."""

    name: Ident
    title: str
    largest: bool
    path: Path
    condition: Expr
    ignoring: tuple[Path, ...]
    step: Expr | None


@node
class Sweep(Statement):
    """`ask q "Title": value for path in 1..9 kg step 2 kg`: a quantity at several values of an input; `values` may be a list."""

    name: Ident
    title: str
    value: Expr
    path: Path
    values: Expr
    step: Expr | None


@node
class Scenario(Statement):
    """`scenario full "Title" { ... }`: what holds when it is switched on."""

    name: Ident
    title: str
    body: Body


@node
class Waive(Statement, Owned):
    """`waive o.fits at winter "reason" owner "whose" until 2027-01-01`; what is left out is empty.

    `silence` is whether it is `waive open`, which accepts what is not stated, and never what fails.
    """

    silence: bool
    path: Path
    labels: tuple[Path, ...]
    reason: str
    owner: str
    ends: Date | None


# ------------------------------------------------------------------------------ items of a file
@node
class Edition(Node):
    """`edition 2026`"""

    text: str


@node
class Import(Node):
    """`import std.crates as c`, or `import "x.vdl" as x`: `file` is the written path then, else ""."""

    path: Path | None
    file: str
    name: Ident | None


SOURCE_FACTS = ("publisher", "author", "date", "address", "title")
"""What a source can say of itself."""


@node
class SourceDef(Node):
    """`source survey "Title" { publisher = "..." }`"""

    name: Ident
    title: str
    body: Body


@node
class DimensionDef(Node):
    """`dimension Weight: kg, kgs` or `counted Box: box, boxes`: a base dimension with its units, singular, plural, others."""

    counted: bool
    name: Ident
    units: tuple[Ident, ...]


@node
class DerivedDef(Node):
    """`dimension A = B/C` or `dimension A = B * C`; `text` is the right side, `names` are those in it."""

    name: Ident
    text: str
    names: tuple[Ident, ...]


@node
class UnitDef(Node):
    """`unit tonne, tonnes = 1000 kg`"""

    names: tuple[Ident, ...]
    value: Expr
    cites: tuple[Cite, ...]


@node
class OpenUnit(Node):
    """`unit crown, crowns: Worth`: a unit of a dimension that has no factor to the others until one is stated."""

    names: tuple[Ident, ...]
    dimension: Ident
    cites: tuple[Cite, ...]


@node
class DisplayDef(Node):
    """`display Weight in kg`"""

    name: Ident
    unit: UnitName


@node
class AxisDef(Node):
    """`axis season kept { winter, summer }`"""

    name: Ident
    kept: bool
    labels: tuple[Ident, ...]


@node
class KindDef(Node):
    """`kind crate: box { ... }`; `parent` may be left out."""

    name: Ident
    parent: Path | None
    body: Body
    cites: tuple[Cite, ...]


@node
class Extension(Node):
    """`on crate { ... } @ source`: more about a kind, or about an object that stands at the top of a file."""

    path: Path
    body: Body
    cites: tuple[Cite, ...]


@node
class DesignDef(Node):
    """`design d "Title" from base { ... }`"""

    name: Ident
    title: str
    base: Path | None
    body: Body
