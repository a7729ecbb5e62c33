"""Prints a tree as text that parses to the same tree. It serves one property and no reader: a formatter comes later."""

from __future__ import annotations

from typing import Any

from vdl import syntax as s


def same(one: Any, other: Any) -> bool:
    """Whether two trees say the same; where they stand in their texts is left out."""
    if isinstance(one, s.Node):
        if one.__class__ is not other.__class__:
            return False
        names = [n for n in one.__match_args__ if n not in ("start", "end", "apart", "depth")]
        return all(same(getattr(one, n), getattr(other, n)) for n in names)
    if isinstance(one, tuple):
        return isinstance(other, tuple) and len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def printed(tree: s.File) -> str:
    return "\n".join(item(i) for i in tree.items) + "\n"


# ------------------------------------------------------------------------------ small parts
def quoted(text: str) -> str:
    for plain, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(plain, written)
    return f'"{text}"'


def titled(node: s.DesignDef | s.Scenario | s.Expect | s.Ask | s.Sweep) -> str:
    return node.name.name + (f" {quoted(node.title)}" if node.title else "")


def prose(node: s.Prose) -> str:
    parts = []
    for part in node.parts:
        if isinstance(part, str):
            parts.append(quoted(part)[1:-1].replace("{", "{{").replace("}", "}}"))
        else:
            parts.append("{" + expr(part) + "}")
    return f'"{"".join(parts)}"'


def number(value: s.Exact) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def unit(node: s.UnitName | None, before: str = " ") -> str:
    return "" if node is None else f"{before}{node.text}"


def type_(node: s.TypeRef) -> str:
    return {"list": "list of ", "labels": "labels of "}.get(node.form, "") + node.text


def cites(found: tuple[s.Cite, ...]) -> str:
    return "".join(f" @ {c.source}" + (f" {quoted(c.where)}" if c.where else "") for c in found)


def body(node: s.Body) -> str:
    return "{\n" + "".join(f"{statement(st)}\n" for st in node.statements) + "}"


def severity(word: str) -> str:
    return "" if word == "error" else f" {word}"


def optional(before: str, what: str) -> str:
    return f"{before}{what}" if what else ""


def loops(found: tuple[s.Loop, ...], when: s.Expr | None) -> str:
    rounds = ", ".join(f"{x.name} in {expr(x.items) if isinstance(x.items, s.All) else inner(x.items)}" for x in found)
    return rounds + (f" if {inner(when)}" if when is not None else "")


# ------------------------------------------------------------------------------ expressions
_TIGHT = (
    s.Number, s.String, s.Date, s.Truth, s.Name, s.SlashName, s.Attribute, s.Call, s.ListOf, s.Comprehension, s.LabelMap, s.Range,
    s.Proportion,
)  # fmt: skip


def inner(node: s.Expr) -> str:
    """An operand, in parentheses unless it holds together by itself."""
    text = expr(node)
    return text if isinstance(node, _TIGHT) and not text.startswith("-") else f"({text})"


def _entry(node: s.Entry) -> str:
    key = node.key
    if key is None:
        return str(node.label) if node.label is not None else "else"
    return f"{number(key.low)}{unit(key.unit)}" if key.low is not None and key.low == key.high else extent(key)


def base(node: s.Expr) -> str:
    """What stands before a dot, `at`, `with` or an opening parenthesis."""
    return expr(node) if isinstance(node, (s.Name, s.Attribute, s.Call)) else f"({expr(node)})"


def expr(node: s.Expr) -> str:
    match node:
        case s.Number():
            return number(node.value) + unit(node.unit)
        case s.Range():
            middle = "" if node.likely is None else f"{number(node.likely)}.."
            return f"{number(node.low)}..{middle}{number(node.high)}{unit(node.unit)}"
        case s.String():
            return quoted(node.text)
        case s.Date() | s.SlashName():
            return node.text
        case s.Proportion():
            return f"{number(node.left)}:{number(node.right)}"
        case s.Truth():
            return "true" if node.value else "false"
        case s.Name():
            return node.name
        case s.Attribute():
            return f"{base(node.base)}.{node.name}"
        case s.Select():
            chosen = [*map(str, node.labels), *map(expr, node.by)]
            return f"{base(node.base)} at ({', '.join(chosen)})"
        case s.Call():
            return f"{base(node.function)}({', '.join(map(expr, node.arguments))})"
        case s.With():
            return f"{base(node.base)} with {body(node.body)}"
        case s.ListOf():
            return f"[{', '.join(map(expr, node.items))}]"
        case s.Comprehension():
            return f"[{expr(node.item)} for {loops(node.loops, node.when)}]"
        case s.LabelMap():
            entries = ", ".join(f"{_entry(e)}: {expr(e.value)}" for e in node.entries)
            return f"{{ {entries} }}{unit(node.unit)}"
        case s.All():
            return f"all {node.kind}" + (f" in {node.within}" if node.within is not None else "")
        case s.Nearest():
            return f"nearest {node.kind}"
        case s.Choose():
            return f"choose [{', '.join(map(expr, node.options))}] minimizing {inner(node.objective)}"
        case s.Unary():
            return f"{node.op} {inner(node.operand)}" if node.op == "not" else f"-({expr(node.operand)})"
        case s.Binary(op="^", left=s.Number() | s.Range()):
            return f"({expr(node.left)}) ^ {inner(node.right)}"
        case s.Binary() | s.Compare():
            return f"{inner(node.left)} {node.op} {inner(node.right)}"
        case s.Given():
            return f"{inner(node.operand)} is given"
        case s.Convert():
            return f"{inner(node.operand)} as {node.unit.text}"
        case s.Conditional():
            return f"{inner(node.then)} if {inner(node.condition)} else {inner(node.other)}"
        case s.Fallback():
            return f"{inner(node.operand)} else {inner(node.other)}"
    raise AssertionError(node)


# ------------------------------------------------------------------------------ statements
def statement(node: s.Statement) -> str:
    return _statement(node) + cites(node.cites)


def _typed(node: s.Let | s.Function) -> str:
    return "" if node.type is None else f": {type_(node.type)}{unit(node.shown, ' as ')}"


def extent(node: s.Extent) -> str:
    dots = f"{'<' if node.low_open else ''}..{'<' if node.high_open else ''}"
    low, high = ["" if end is None else number(end) for end in (node.low, node.high)]
    return f"{low}{dots}{high}{unit(node.unit)}" if high else f"{low}{unit(node.unit)}{dots}"


def _statement(node: s.Statement) -> str:
    match node:
        case s.Field():
            default = f" = {expr(node.default)}" if node.default is not None else ""
            optional_ = "?" if node.optional else ""
            within = f" in {extent(node.within)}" if node.within is not None else ""
            return f"{node.name.name}: {type_(node.type)}{optional_}{unit(node.shown, ' as ')}{within}{default}"
        case s.Object():
            return f"{node.name.name}: {node.kind}{optional(' ', quoted(node.title) if node.title else '')} {body(node.body)}"
        case s.Fill():
            return f"{node.path} = {expr(node.value)}"
        case s.Refine():
            return f"{node.path} {body(node.body)}"
        case s.Let(value=None):
            assert node.type is not None
            return f"let {node.name.name}: {type_(node.type)}?{unit(node.shown, ' as ')}"
        case s.Let():
            return f"let {node.name.name}{_typed(node)} = {expr(node.value)}"
        case s.Function():
            params = ", ".join(f"{p.name}: {type_(p.type)}" for p in node.params)
            return f"let {node.name.name}({params}){_typed(node)} = {expr(node.value)}"
        case s.Count():
            return f"count {node.name.name}: {type_(node.type)}"
        case s.Bound():
            rest = _when(node.when) + optional(" ", quoted(node.text) if node.text else "")
            what = f"{' load' if node.load else ''}{severity(node.severity)} {node.name.name}"
            return f"bound{what}: {node.count} {node.op} {expr(node.value)}{rest}"
        case s.Require():
            rest = _when(node.when) + optional(" ", quoted(node.text) if node.text else "")
            return f"require{severity(node.severity)} {node.name.name}: {expr(node.condition)}{rest}"
        case s.Place():
            name = f"{node.name.name}: " if node.name is not None else ""
            via = f" via {', '.join(map(expr, node.stages))}" if node.stages else ""
            return f"place {name}{', '.join(map(expr, node.demands))}{via} on {expr(node.target)}"
        case s.Expect():
            within = f" within {expr(node.within)}" if node.within is not None else ""
            differs = f" differs {quoted(node.differs)}" if node.differs is not None else ""
            restates = f" restates {quoted(node.restates)}" if node.restates is not None else ""
            return f"expect {titled(node)}: {expr(node.condition)}{within}{differs}{restates}"
        case s.Ask():
            ignoring = f" ignoring {' and '.join(map(str, node.ignoring))}" if node.ignoring else ""
            step = f" step {expr(node.step)}" if node.step is not None else ""
            word = "largest" if node.largest else "smallest"
            return f"ask {titled(node)}: {word} {node.path} where {expr(node.condition)}{ignoring}{step}"
        case s.Sweep():
            step = f" step {expr(node.step)}" if node.step is not None else ""
            return f"ask {titled(node)}: {expr(node.value)} for {node.path} in {expr(node.values)}{step}"
        case s.Scenario():
            return f"scenario {titled(node)} {body(node.body)}"
        case s.Waive():
            at = f" at ({', '.join(map(str, node.labels))})" if node.labels else ""
            owner = f" owner {quoted(node.owner)}" if node.owner else ""
            until = f" until {node.until}" if node.until else ""
            return f"waive {'open ' if node.silence else ''}{node.path}{at} {quoted(node.reason)}{owner}{until}"
    raise AssertionError(node)


def _when(node: s.Expr | None) -> str:
    return f" when {expr(node)}" if node is not None else ""


# ------------------------------------------------------------------------------ items of a file
def item(node: Any) -> str:
    match node:
        case s.Edition():
            return f"edition {node.text}"
        case s.Import():
            what = str(node.path) if node.path is not None else quoted(node.file)
            return f"import {what}" + (f" as {node.name.name}" if node.name is not None else "")
        case s.SourceDef():
            return f"source {node.name.name}{optional(' ', quoted(node.title) if node.title else '')} {body(node.body)}"
        case s.DimensionDef():
            word = "counted" if node.counted else "dimension"
            return f"{word} {node.name.name}: {', '.join(u.name for u in node.units)}"
        case s.DerivedDef():
            return f"dimension {node.name.name} = {node.text}"
        case s.UnitDef():
            return f"unit {', '.join(n.name for n in node.names)} = {expr(node.value)}{cites(node.cites)}"
        case s.OpenUnit():
            return f"unit {', '.join(n.name for n in node.names)}: {node.dimension.name}{cites(node.cites)}"
        case s.DisplayDef():
            return f"display {node.name.name} in {node.unit.text}"
        case s.AxisDef():
            return f"axis {node.name.name}{' kept' if node.kept else ''} {{ {', '.join(x.name for x in node.labels)} }}"
        case s.KindDef():
            parent = f": {node.parent}" if node.parent is not None else ""
            return f"kind {node.name.name}{parent} {body(node.body)}{cites(node.cites)}"
        case s.Extension():
            return f"on {node.path} {body(node.body)}{cites(node.cites)}"
        case s.DesignDef():
            from_ = f" from {node.base}" if node.base is not None else ""
            return f"design {node.name.name}{optional(' ', quoted(node.title) if node.title else '')}{from_} {body(node.body)}"
        case s.DocumentDef():
            return f"document {node.name.name}{optional(' ', quoted(node.title) if node.title else '')} {doc_body(node.items)}"
        case _:
            return statement(node)


# ------------------------------------------------------------------------------ documents
def doc_body(items: tuple[s.DocItem, ...]) -> str:
    return "{\n" + "".join(f"{doc_item(i)}\n" for i in items) + "}"


def _column(node: s.Column | s.ColumnsFor) -> str:
    if isinstance(node, s.ColumnsFor):
        return f"for {loops(node.loops, node.when)} {{\n" + "\n".join(map(_column, node.columns)) + "\n}"
    value = f": {_words_or_value(node.value)}" if node.value is not None else ""
    return f"{'total ' if node.total else ''}{prose(node.head)}{value}"


def _words_or_value(node: s.Expr | s.Prose) -> str:
    return prose(node) if isinstance(node, s.Prose) else expr(node)


def doc_item(node: s.DocItem) -> str:
    match node:
        case s.Section():
            return f"section {prose(node.title)} {doc_body(node.items)}"
        case s.Text():
            return f"text {prose(node.prose)}"
        case s.Table():
            head = f"table{' bill' if node.bill else ''}{f' {prose(node.title)}' if node.title is not None else ''}"
            group = [f"group {_words_or_value(node.group)}"] if node.group is not None else []
            return f"{head} for {loops(node.loops, node.when)} {{\n" + "\n".join([*group, *map(_column, node.columns)]) + "\n}"
        case s.Facts():
            return "facts {\n" + "\n".join(map(_column, node.rows)) + "\n}"
        case s.DocFor():
            return f"for {loops(node.loops, node.when)} {doc_body(node.items)}"
        case s.DocIf():
            other = f" else {doc_body(node.other)}" if node.other else ""
            return f"if {inner(node.condition)} {doc_body(node.items)}{other}"
        case s.Working():
            return f"working {expr(node.value)}"
        case s.Inputs():
            return f"inputs {expr(node.value)}"
        case s.Cover():
            return f"cover {doc_body(node.items)}"
        case s.Include():
            return f"include {node.document}{optional(' ', quoted(node.section) if node.section else '')}"
        case s.Show():
            return f"show {node.what.name}"
        case s.Callout():
            return f"callout{severity(node.severity)} {prose(node.title)} {doc_body(node.items)}"
    raise AssertionError(node)
