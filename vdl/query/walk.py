"""A walk away from a value, step by step, to the first step at which something changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from vdl.text.limits import ASK_STEPS, ASK_WORK

Stretch = Literal["fine", "stopped", "unknown"]
"""What is known of all values between two: everything holds, something fails throughout, or neither."""


class Walk:
    """Steps away from the present value, one by one.

    A stretch of steps that can be judged as one is passed as one; what can't is tried step by step. After as many
    trials, or as much work, as the limits allow, the steps double until one differs, and the stretch that was jumped
    over is halved: then `unsearched` names what was not looked at.
    """

    def __init__(
        self, stopped: Callable[[int], tuple[str, ...]], stretch: Callable[[int, int], Stretch], down: int, up: int,
        work: Callable[[], int],
    ) -> None:  # fmt: skip
        self._try = stopped
        self._stretch = stretch
        self._down = down
        self._up = up
        self._work = work
        self._known: dict[int, tuple[str, ...]] = {}
        self.unsearched: tuple[int, int] | None = None

    def stopped(self, k: int) -> tuple[str, ...]:
        if k not in self._known:
            self._known[k] = self._try(k)
        return self._known[k]

    def first(self, way: int, *, stops: bool) -> int | None:
        """The first step on a way at which something stops it (or, without `stops`, nothing does any more)."""
        limit = self._up if way > 0 else self._down
        passed: Stretch = "fine" if stops else "stopped"
        trials, k, width = 0, 1, 1
        while k <= limit:
            trials += 1
            if trials > ASK_STEPS or self._work() > ASK_WORK:
                return self._leaping(way, k - 1, limit, stops)
            last = min(k + width - 1, limit)
            if last > k and self._stretch(way * k, way * last) == passed:
                k = last + 1
                width *= 2
            elif width > 1:
                width //= 2
            elif bool(self.stopped(way * k)) is stops:
                return way * k
            else:
                k += 1
                width = 2
        return None

    def _leaping(self, way: int, searched: int, limit: int, stops: bool) -> int | None:
        good, leap = searched, 1
        while True:
            k = min(good + leap, limit)
            if k == good:
                self.unsearched = (way * searched, way * limit)
                return None
            if bool(self.stopped(way * k)) is stops:
                break
            good = k
            leap *= 2
        bad = k
        while bad - good > 1:
            middle = (good + bad) // 2
            if bool(self.stopped(way * middle)) is stops:
                bad = middle
            else:
                good = middle
        if good > searched:
            self.unsearched = (way * searched, way * good)
        return way * bad
