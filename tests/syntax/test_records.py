"""Records are what `typing.NamedTuple` makes of the same class."""

from __future__ import annotations

import pickle
import typing

import pytest

from vdl.records import NamedTuple


class Parcel(NamedTuple):
    """What is sent."""

    name: str
    weight: int
    stamps: tuple[int, ...] = ()
    """What is stuck on."""

    @property
    def heavy(self) -> bool:
        return self.weight > 10


class Theirs(typing.NamedTuple):
    name: str
    weight: int
    stamps: tuple[int, ...] = ()


def test_a_record_is_a_tuple_with_names() -> None:
    one = Parcel("a", weight=12)
    assert one == ("a", 12, ()) and (one.name, one.weight, one.stamps, one.heavy) == ("a", 12, (), True)
    assert one._replace(weight=3) == Parcel("a", 3, ()) != one and not one._replace(weight=3).heavy
    assert hash(one) == hash(("a", 12, ())) and {one: 1}[Parcel("a", 12)] == 1
    assert Parcel._make(["a", 12, ()]) == one and one._asdict() == {"name": "a", "weight": 12, "stamps": ()}
    match one:
        case Parcel(name, 12, stamps=()):
            assert name == "a"
        case _:
            pytest.fail("it is not matched by its fields")


def test_it_reads_as_theirs_do() -> None:
    assert repr(Parcel("a", 12)).replace("Parcel", "Theirs") == repr(Theirs("a", 12))
    assert (Parcel._fields, Parcel.__match_args__, Parcel.__doc__) == (Theirs._fields, Theirs.__match_args__, "What is sent.")


def test_it_is_a_plain_class() -> None:
    assert type(Parcel) is type


def test_a_sort_of_records_has_the_same_fields() -> None:
    class Letter(Parcel):
        __slots__ = ()

    assert Letter("a", 12) == Parcel("a", 12) and not hasattr(Letter("a", 12), "__dict__")
    with pytest.raises(TypeError, match="__slots__"):

        class Large(Parcel):
            pass


def test_it_is_packed_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(Parcel("a", 12))) == Parcel("a", 12)
    assert type(pickle.loads(pickle.dumps(Parcel("a", 12)))) is Parcel


@pytest.mark.parametrize("wrong", [(), ("a",), ("a", 1, (), 2)])
def test_a_record_has_all_its_fields(wrong: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match="argument"):
        Parcel(*wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="3"):
        Parcel._make(wrong)


def test_it_has_no_others() -> None:
    with pytest.raises(ValueError, match="colour"):
        Parcel("a", 12)._replace(colour="red")  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Parcel("a", 12).colour = "red"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        Parcel("a", 12).weight = 3  # type: ignore[misc]


def test_fields_without_a_value_come_first() -> None:
    with pytest.raises(TypeError, match="follows"):
        type(NamedTuple)("Odd", (), {"__annotations__": {"a": "int", "b": "int"}, "a": 1})
