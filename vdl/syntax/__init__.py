"""The tree of a file, as plain records. Imports no parser library.

Nodes are never changed after the parse: what later passes find out stands in tables of their own, keyed by node.
"""

from __future__ import annotations

from vdl.syntax.documents import (
    Callout,
    Column,
    ColumnsFor,
    Cover,
    DocFor,
    DocIf,
    DocumentDef,
    Facts,
    Include,
    Inputs,
    Prose,
    Section,
    Show,
    Table,
    Text,
    Working,
    titled,
)
from vdl.syntax.expressions import (
    All,
    Attribute,
    Binary,
    Call,
    Choose,
    Compare,
    Comprehension,
    Conditional,
    Convert,
    Date,
    Entry,
    Extent,
    Fallback,
    Given,
    LabelMap,
    ListOf,
    Name,
    Number,
    Range,
    Select,
    SlashName,
    String,
    Truth,
    Unary,
    With,
)
from vdl.syntax.nodes import (
    Body,
    Cite,
    DocItem,
    Exact,
    Expr,
    Ident,
    Loop,
    Node,
    Path,
    Statement,
    TypeRef,
    UnitName,
    children,
    node,
    walk,
)
from vdl.syntax.statements import (
    Ask,
    AxisDef,
    Bound,
    Count,
    DerivedDef,
    DesignDef,
    DimensionDef,
    DisplayDef,
    Edition,
    Expect,
    Extension,
    Field,
    Fill,
    Function,
    Import,
    KindDef,
    Let,
    Object,
    OpenUnit,
    Param,
    Place,
    Refine,
    Require,
    Scenario,
    SourceDef,
    Sweep,
    UnitDef,
    Waive,
)

Item = (
    Edition | Import | SourceDef | DimensionDef | DerivedDef | UnitDef | OpenUnit | DisplayDef | AxisDef
    | KindDef | Extension | Object | Let | Function | DocumentDef | DesignDef
)  # fmt: skip


@node
class File(Node):
    """A whole file."""

    items: tuple[Item, ...]


__all__ = [
    "All", "Ask", "Attribute", "AxisDef", "Binary", "Body", "Bound", "Call", "Callout", "Choose", "Cite", "Column", "ColumnsFor",
    "Compare", "Comprehension", "Conditional", "Convert", "Count", "Cover", "Date", "DerivedDef", "DesignDef",
    "DimensionDef", "DisplayDef", "DocFor", "DocIf", "DocItem", "DocumentDef", "Edition", "Entry", "Exact", "Expect",
    "Expr", "Extension", "Extent", "Facts", "Fallback", "Field", "File", "Fill", "Function", "Given", "Ident", "Import",
    "Include", "Inputs", "Item", "KindDef", "LabelMap", "Let", "ListOf", "Loop", "Name", "Node",
    "Number", "Object", "OpenUnit", "Param", "Path", "Place", "Prose", "Range", "Refine", "Require", "Scenario", "Section",
    "Select", "Show", "SlashName", "SourceDef", "Statement", "String", "Sweep", "Table", "Text", "Truth", "TypeRef",
    "Unary", "UnitDef", "UnitName", "Waive", "With", "Working", "children", "node", "titled", "walk",
]  # fmt: skip
