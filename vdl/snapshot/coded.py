"""Records of what was found as data for JSON, and back: the types of their fields say how. Units stand once, in a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from vdl.semantics.units import Dimension, Exact, Unit, divide, whole
from vdl.snapshot.records import ShownValue
from vdl.text.bounds import BOUNDS, Bound
from vdl.text.machine import Json
from vdl.values import FAULT, NOT_STATED, Bounded, BoundedRange, Labels, Part, Range, Scalar, Unknowns, Value, Varying


class Damaged(ValueError):
    """Data that is none of such a record: where in it, and what is wrong."""

    def __init__(self, at: str, what: str) -> None:
        super().__init__(f"{at}: {what}" if at else what)


class UnitTable:
    """The units of some values, each by how it is written; where two are written alike the second has a number behind it."""

    def __init__(self) -> None:
        self.names: dict[Unit, str] = {}

    def name(self, unit: Unit) -> str:
        if unit not in self.names:
            taken = set(self.names.values())
            name, number = unit.plural, 2
            while name in taken:
                name, number = f"{unit.plural}#{number}", number + 1
            self.names[unit] = name
        return self.names[unit]

    def as_object(self) -> Mapping[str, Json]:
        return {
            name: {"singular": unit.singular, "plural": unit.plural, "factor": str(unit.factor),
                   "dimension": dict(unit.dimension), "made_of": dict(unit.made_of),
                   **({"is_paid": True} if unit.is_paid else {})}
            for unit, name in sorted(self.names.items(), key=lambda one: one[1])
        }  # fmt: skip


# ------------------------------------------------------------------------------ to data
def encoded(value: Any, kind: Any, units: UnitTable) -> Json:
    """A value of a type that the fields of records have."""
    if kind is ShownValue:
        return _shown(value, units)
    if value is None or kind in (str, bool, int) or get_origin(kind) is Literal:
        found: Json = value
        return found
    if _is_exact(kind):
        return str(value)
    if _is_union(kind):
        return encoded(value, _stated(kind), units)
    if get_origin(kind) is tuple:
        return [encoded(item, one, units) for item, one in zip(value, _items(kind, len(value)))]
    if get_origin(kind) is dict:
        named, of = get_args(kind)
        if named is str:
            return {name: encoded(item, of, units) for name, item in value.items()}
        return [[encoded(name, named, units), encoded(item, of, units)] for name, item in value.items()]
    return {name: encoded(getattr(value, name), of, units) for name, of in _fields(kind).items()}


def _shown(found: ShownValue, units: UnitTable) -> Json:
    """A number and its unit as they are written, "31/5 buses"; of what is no single number the two apart."""
    unit = units.name(found.unit)
    made = _value(found.value, found.unit.factor)
    if isinstance(made, str):
        return f"{made} {unit}".rstrip()
    return {"value": made, "unit": unit}


def _value(value: Value, factor: Exact) -> Json:
    if isinstance(value, Varying):
        return {"axes": list(value.axes), "by": [[*key, _value(one, factor)] for key, one in value.cells.items()]}
    if isinstance(value, Range):
        made: dict[str, Json] = {"low": _number(value.low, factor), "high": _number(value.high, factor)}
        if value.likely is not None:
            made["likely"] = _number(value.likely, factor)
        if not value.tight:
            made["tight"] = False
        if value.terms is not None:
            made["terms"] = {name: _number(value.terms[name], factor) for name in sorted(value.terms)}
        if isinstance(value, BoundedRange):
            made["bound"] = value.bound
        if value.terms is None or value.unknowns != Range(0, 1, None, True, value.terms).unknowns:
            made["moved_by"] = {name: list(value.unknowns[name]) for name in sorted(value.unknowns)}
        return made
    if isinstance(value, bool):
        return value
    if isinstance(value, Part):
        return {"part": sorted(value.unknowns)}
    if isinstance(value, str):
        return {"date": value}
    if isinstance(value, Bounded):
        return {value.bound: _number(value, factor)}
    if isinstance(value, (int, Fraction)):
        return _number(value, factor)
    return None if value is NOT_STATED else {"fault": True}


def _number(value: Exact, factor: Exact) -> str:
    return str(divide(value, factor))


# ------------------------------------------------------------------------------ and back
def decoded(found: object, kind: Any, units: Mapping[str, Unit], at: str = "") -> Any:
    """What was encoded, from its data. Raises Damaged."""
    if kind is ShownValue:
        return _read_shown(found, units, at)
    if kind in (str, bool, int):
        return _of_type(found, kind, at)
    if get_origin(kind) is Literal:
        if found not in get_args(kind) or isinstance(found, bool):
            raise Damaged(at, f"it is none of {', '.join(map(str, get_args(kind)))}")
        return found
    if _is_exact(kind):
        return _exact(found, at)
    if _is_union(kind):
        return None if found is None else decoded(found, _stated(kind), units, at)
    if get_origin(kind) is tuple:
        items: list[Any] = _of_type(found, list, at)
        kinds = _items(kind, len(items))
        if len(kinds) != len(items):
            raise Damaged(at, f"it has {len(items)} members, not {len(kinds)}")
        return tuple([decoded(item, one, units, f"{at}[{i}]") for i, (item, one) in enumerate(zip(items, kinds))])
    if get_origin(kind) is dict:
        named, of = get_args(kind)
        if named is str:
            table: dict[str, Any] = _of_type(found, dict, at)
            return {name: decoded(item, of, units, f"{at}.{name}") for name, item in table.items()}
        return dict(decoded(found, tuple[tuple[named, of], ...], units, at))  # type: ignore[valid-type]
    members: dict[str, Any] = _of_type(found, dict, at)
    fields = _fields(kind)
    for name in fields:
        if name not in members:
            raise Damaged(at, f"it has no `{name}`")
    return kind(**{name: decoded(members[name], of, units, f"{at}.{name}".lstrip(".")) for name, of in fields.items()})


def units_from(found: object) -> dict[str, Unit]:
    """The table of units. Raises Damaged."""
    table: dict[str, Any] = _of_type(found, dict, "units")
    made = {}
    for name, one in table.items():
        at = f"units.{name}"
        members: dict[str, Any] = _of_type(one, dict, at)
        singular, plural = [_of_type(members.get(key), str, f"{at}.{key}") for key in ("singular", "plural")]
        dimension, made_of = [_dimension(members.get(key), f"{at}.{key}") for key in ("dimension", "made_of")]
        factor = _exact(members.get("factor"), f"{at}.factor")
        if not factor:
            raise Damaged(f"{at}.factor", "it is 0")
        made[name] = Unit(singular, plural, factor, dimension, made_of, members.get("is_paid") is True)
    return made


def _dimension(found: object, at: str) -> Dimension:
    powers: dict[str, Any] = _of_type(found, dict, at)
    return tuple([(name, _of_type(power, int, f"{at}.{name}")) for name, power in powers.items()])


def _read_shown(found: object, units: Mapping[str, Unit], at: str) -> ShownValue:
    value: object
    if isinstance(found, str):
        value, _, name = found.partition(" ")
    else:
        members: dict[str, Any] = _of_type(found, dict, at)
        value, name = members.get("value"), _of_type(members.get("unit"), str, f"{at}.unit")
    if name not in units:
        raise Damaged(at, f"there is no unit `{name}` in its table")
    return ShownValue(_read_value(value, units[name].factor, at), units[name])


def _read_value(found: object, factor: Exact, at: str) -> Value:
    if isinstance(found, dict) and "axes" in found:
        axes: Labels = decoded(found["axes"], tuple[str, ...], {}, at)
        cells: dict[Labels, Scalar] = {}
        for row in _of_type(found.get("by"), list, at):
            key: Labels = decoded(_of_type(row, list, at)[:-1], tuple[str, ...], {}, at)
            if len(key) != len(axes):
                raise Damaged(at, "it has other labels than axes")
            cells[key] = _read_scalar(row[-1], factor, at)
        return Varying(axes, cells)
    return _read_scalar(found, factor, at)


def _read_scalar(found: object, factor: Exact, at: str) -> Scalar:
    if found is None:
        return NOT_STATED
    if isinstance(found, bool):
        return found
    if isinstance(found, str):
        return _times(found, factor, at)
    members: dict[str, Any] = _of_type(found, dict, at)
    if "fault" in members:
        return FAULT
    for bound in BOUNDS:
        if bound in members:
            return Bounded(_times(members[bound], factor, at), bound)
    if "date" in members:
        date: str = _of_type(members["date"], str, at)
        return date
    if "part" in members:
        return Part(frozenset(decoded(members["part"], tuple[str, ...], {}, at)))
    terms = decoded(members["terms"], dict[str, str], {}, at) if "terms" in members else None
    moved: Unknowns | None = decoded(members["moved_by"], dict[str, tuple[int, int]], {}, at) if "moved_by" in members else None
    if terms is None and moved is None:
        raise Damaged(at, "it says not what moves it")
    made = Range(
        _times(members.get("low"), factor, at), _times(members.get("high"), factor, at), moved,
        _of_type(members.get("tight", True), bool, at),
        {name: _times(term, factor, at) for name, term in terms.items()} if terms is not None else None,
        _times(members["likely"], factor, at) if "likely" in members else None,
    )  # fmt: skip
    return BoundedRange(made, decoded(members["bound"], Bound, {}, at)) if "bound" in members else made


def _times(found: object, factor: Exact, at: str) -> Exact:
    return whole(_exact(found, at) * factor)


_DIGITS = 4_000
"""Characters of a number that are read."""


def _exact(found: object, at: str) -> Exact:
    text: str = _of_type(found, str, at)
    if len(text) > _DIGITS or re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*)?", text) is None:
        raise Damaged(at, "it is no number")
    return whole(Fraction(text))


_TYPES = {str: "a text", bool: "true or false", int: "a whole number", list: "a list", dict: "an object"}


def _of_type(found: object, kind: type, at: str) -> Any:
    if found.__class__ is not kind:
        raise Damaged(at, f"it is not {_TYPES[kind]}")
    return found


# ------------------------------------------------------------------------------ types of fields
@cache
def _fields(kind: Any) -> Mapping[str, Any]:
    return {name: get_type_hints(kind)[name] for name in kind._fields}


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


def _is_exact(kind: Any) -> bool:
    return _is_union(kind) and set(get_args(kind)) == {int, Fraction}


def _stated(kind: Any) -> Any:
    """What a field is that may be nothing, where it is something."""
    return Union[tuple([one for one in get_args(kind) if one is not NoneType])]


def _items(kind: Any, number: int) -> tuple[Any, ...]:
    args = get_args(kind)
    return (args[0],) * number if args[-1] is Ellipsis else args


def shape(kind: Any) -> Any:
    """The types of all fields below a type, as data: as long as it is the same, what was written can be read."""
    if kind is ShownValue or _is_exact(kind):
        return "ShownValue" if kind is ShownValue else "Exact"
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if get_args(kind):
        return ["or" if _is_union(kind) else get_origin(kind).__name__, *map(shape, get_args(kind))]
    if hasattr(kind, "_fields"):
        return {name: shape(of) for name, of in _fields(kind).items()}
    return getattr(kind, "__name__", "...")


__all__ = ["Damaged", "UnitTable", "decoded", "encoded", "shape", "units_from"]
