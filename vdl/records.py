"""Records: tuples with names, as `typing.NamedTuple` makes them, in a tenth of the time.

That one compiles what each annotation says and a function for each class, which for the records of a plain check takes
longer than Python takes to start. Type checkers see `typing.NamedTuple`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from operator import itemgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

try:
    from _collections import _tuplegetter as field  # type: ignore[import-not-found]  # what `collections.namedtuple` takes
except ImportError:

    def field(index: int, doc: str) -> property:
        return property(itemgetter(index), doc=doc)


class _Record(tuple[Any, ...]):
    """What all records can do."""

    __slots__ = ()
    _fields: tuple[str, ...]

    def __init_subclass__(cls) -> None:
        if "__slots__" not in vars(cls):
            raise TypeError(f"{cls.__name__}: a sort of records has no fields beside theirs: write `__slots__ = ()`")

    @classmethod
    def _make(cls, values: Iterable[Any]) -> _Record:
        made = tuple.__new__(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"expected {len(cls._fields)} values, got {len(made)}")
        return made

    def _replace(self, /, **changed: Any) -> _Record:
        made = self._make(map(changed.pop, self._fields, self))
        if changed:
            raise ValueError(f"unexpected names of fields: {list(changed)}")
        return made

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in zip(self._fields, self))})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class _Making(type):
    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
        """The record with the annotated fields of a class, those last that have a value to start from. It is a plain class, and
        none of this sort: Python would take twice as long to see whether something is one of its records."""
        fields = tuple(body.get("__annotations__", ()))
        defaults = tuple([body[one] for one in fields if one in body])
        if any(one in body for one in fields[: len(fields) - len(defaults)]):
            raise TypeError(f"{name}: a field without a value to start from follows one that has it")
        body |= {one: field(index, "") for index, one in enumerate(fields)}
        body |= {"__slots__": (), "_fields": fields, "__match_args__": fields, "__new__": _maker(fields, defaults)}
        return type(name, (_Record,), body)


def _maker(fields: tuple[str, ...], defaults: tuple[Any, ...]) -> FunctionType:
    """`__new__` of a record; renamed from that of one with as many fields, since compiling takes long."""
    code = _pattern(len(fields)).replace(co_varnames=("cls", *fields))
    return FunctionType(code, {"new": tuple.__new__}, "__new__", defaults)


@cache
def _pattern(fields: int) -> CodeType:
    names = "".join([f"field{n}, " for n in range(fields)])
    scope: dict[str, FunctionType] = {}
    exec(f"def __new__(cls, {names}): return new(cls, ({names}))", scope)
    return scope["__new__"].__code__


if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    NamedTuple = type.__new__(_Making, "NamedTuple", (), {})
