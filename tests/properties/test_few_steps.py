"""Walks over few steps try each of them, whatever was computed before."""

from vdl.query.walk import Step, Walk
from vdl.text.limits import ASK_FEW, ASK_WORK

STOPPED = Step(("budget",))


def walk(holding: set[int], down: int, *, lost: int = 0) -> Walk:
    """A walk that may not compute any more, and along which something holds at some steps."""
    def step(k: int) -> Step:
        return Step(()) if -k in holding else STOPPED

    return Walk(step, lambda a, b: "unknown", down, 0, lambda: ASK_WORK + 1, lambda: lost)


def test_the_steps_between_two_leaps_are_tried() -> None:
    few = walk({23, 24}, ASK_FEW - 1)
    assert few.first(-1, stops=False) == -23
    assert few.unsearched is None


def test_none_of_few_is_certain() -> None:
    none = walk(set(), ASK_FEW)
    assert none.first(-1, stops=False) is None
    assert none.unsearched is None


def test_more_are_leapt_over_and_said_to_be() -> None:
    more = walk({23, 24}, 10 * ASK_FEW)
    assert more.first(-1, stops=False) is None
    assert more.unsearched == (0, -10 * ASK_FEW)


def test_nothing_more_is_tried_once_too_much_was_lost() -> None:
    lost = walk({23, 24}, ASK_FEW - 1, lost=ASK_WORK + 1)
    assert lost.first(-1, stops=False) is None
    assert lost.unsearched is not None
