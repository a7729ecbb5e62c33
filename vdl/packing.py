"""Records that hold each other in rings and long chains, as bytes and back: what pickle would follow without end.

Pickle goes into everything that an object holds before it goes on, so a chain of twenty thousand quantities needs as
many frames. Here each quantity, object, kind and formula is a number in the stream, and what they hold comes after.
"""

from __future__ import annotations

import io
import pickle
from typing import Any, TypeVar

from vdl.graph.cells import Cell, Const, Instance, Op
from vdl.semantics.types import Kind, Member

T = TypeVar("T")

_NUMBERED: tuple[type, ...] = (Cell, Op, Const, Instance, Kind, Member)
"""What refers to others of its sort. All of them keep what they hold in slots."""


class _Packer(pickle.Pickler):
    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self.numbers: dict[int, int] = {}
        self.objects: list[object] = []

    def reducer_override(self, obj: object) -> Any:
        """A record that is packed by itself, inside another one, is a record like any other."""
        if isinstance(obj, tuple) and getattr(obj, "is_packed", False):
            return type(obj)._make, (tuple(obj),)  # type: ignore[attr-defined]
        return NotImplemented

    def persistent_id(self, obj: object) -> int | None:
        if type(obj) not in _NUMBERED:
            return None
        number = self.numbers.get(id(obj))
        if number is None:
            number = self.numbers[id(obj)] = len(self.objects)
            self.objects.append(obj)
        return number


class _Unpacker(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, classes: bytes) -> None:
        super().__init__(stream)
        self.objects: list[object] = [object.__new__(_NUMBERED[index]) for index in classes]

    def persistent_load(self, pid: int) -> object:
        return self.objects[pid]


def packed(record: tuple[object, ...]) -> tuple[bytes, bytes]:
    """A record as a stream, and the class of each numbered object in it."""
    stream = io.BytesIO()
    packer = _Packer(stream)
    packer.dump(tuple(record))
    done = 0
    while done < len(packer.objects):  # grows while they are written
        held = packer.objects[done]
        packer.dump([(slot, getattr(held, slot)) for slot in _slots(type(held)) if hasattr(held, slot)])
        done += 1
    return stream.getvalue(), bytes([_NUMBERED.index(type(one)) for one in packer.objects])


def unpacked(cls: type[T], stream: bytes, classes: bytes) -> T:
    """The record that was packed."""
    unpacker = _Unpacker(io.BytesIO(stream), classes)
    fields = unpacker.load()
    for one in unpacker.objects:
        for slot, value in unpacker.load():
            setattr(one, slot, value)
    return cls(*fields)


def _slots(cls: type) -> tuple[str, ...]:
    return tuple(cls.__slots__)  # type: ignore[attr-defined]
