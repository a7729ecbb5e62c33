"""A walk away from a value, step by step, to the first step at which something changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from vdl.records import NamedTuple
from vdl.text.limits import ASK_FEW, ASK_STEPS, ASK_WORK

Stretch = Literal["fine", "stopped", "unknown"]
"""What is known of all values between two: everything holds, something fails throughout, or neither."""


class Step(NamedTuple):
    """What keeps a step from holding. It is `void` where a thing that is counted would not be whole: that is no limit, and the
    walk goes on. It is `broken` where the design can't be solved for another reason."""

    stopped_by: tuple[str, ...]
    void: bool = False
    broken: bool = False


class Walk:
    """Steps away from the present value, one by one.

    A stretch of steps that can be judged as one is passed as one; what can't is tried step by step. After as many
    trials, or as much work, as the limits allow, the steps double until one differs, and the stretch that was jumped
    over is halved: then `unsearched` names what was not looked at. Where as much work was `lost` on the way, it
    ends there. They double, too, after a number of steps in a row at which the design can't be solved: its `patience`. The
    last few steps that there are, are all tried.
    """

    def __init__(
        self, stopped: Callable[[int], Step], stretch: Callable[[int, int], Stretch], down: int, up: int,
        work: Callable[[], int], lost: Callable[[], int] = int, patience: int = ASK_STEPS,
    ) -> None:  # fmt: skip
        self._try = stopped
        self._stretch = stretch
        self._down = down
        self._up = up
        self._work = work
        self._lost = lost
        self._patience = patience
        self._known: dict[int, Step] = {}
        self._passed = 0  # the last step of the last stretch that was passed at once
        self.unsearched: tuple[int, int] | None = None

    def at(self, k: int) -> Step:
        if k not in self._known:
            self._known[k] = self._try(k)
        return self._known[k]

    def back(self, k: int) -> int:
        """The step before one, towards the present value, that is not void: the nearest, beyond the limits one that is known."""
        way = 1 if k > 0 else -1
        for nearer in range(k - way, max(abs(k) - ASK_STEPS, 0) * way, -way):
            if nearer == self._passed or (nearer in self._known and not self._known[nearer].void):
                return nearer
            if nearer not in self._known and (self._work() > ASK_WORK or not self.at(nearer).void):
                break
        known = [nearer for nearer, step in self._known.items() if 0 < nearer * way < abs(k) and not step.void]
        return max([*known, self._passed if 0 < self._passed * way < abs(k) else 0, 0], key=abs)

    def is_void(self, way: int) -> bool:
        """Whether every step that was tried on a way is void."""
        tried = [step.void for k, step in self._known.items() if k * way > 0]
        return bool(tried) and all(tried) and not self._passed

    def _is(self, k: int, *, stops: bool) -> bool:
        step = self.at(k)
        return bool(step.stopped_by) and not step.void if stops else not step.stopped_by

    def first(self, way: int, *, stops: bool) -> int | None:
        """The first step on a way at which something stops it (or, without `stops`, nothing does any more)."""
        limit = self._up if way > 0 else self._down
        passed: Stretch = "fine" if stops else "stopped"
        trials, k, width, broken = 0, 1, 1, 0
        while k <= limit:
            trials += 1
            few = limit - k < ASK_FEW and self._lost() <= ASK_WORK
            if trials > ASK_STEPS or (self._work() > ASK_WORK and not few):
                return self._leaping(way, k - 1, limit, stops)
            last = min(k + width - 1, limit)
            known = self._stretch(way * k, way * last) if last > k else "unknown"
            if known == passed:
                k = last + 1
                width *= 2
                broken = 0
                self._passed = way * last
            elif width > 1:
                width = width // 2 if known == "unknown" else 1  # what is sought is at each of them, so at the first
            elif self._is(way * k, stops=stops):
                return way * k
            else:
                broken = broken + 1 if self.at(way * k).broken else 0
                if broken > self._patience and not few:
                    return self._leaping(way, k, limit, stops)
                k += 1
                width = 2
        return None

    def _leaping(self, way: int, searched: int, limit: int, stops: bool) -> int | None:
        good, leap = searched, 1
        while True:
            k = min(good + leap, limit)
            if k == good or self._lost() > ASK_WORK:
                self.unsearched = (way * searched, way * limit)
                return None
            if self._is(way * k, stops=stops):
                break
            good = k
            leap *= 2
        bad = k
        while bad - good > 1:
            middle = (good + bad) // 2
            if self._is(way * middle, stops=stops):
                bad = middle
            else:
                good = middle
        if good > searched:
            self.unsearched = (way * searched, way * good)
        return way * bad
