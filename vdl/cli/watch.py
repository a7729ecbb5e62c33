"""`vdl watch DESIGN`: on every save how a design stands, and what changed since it last was good."""

from __future__ import annotations

import argparse
import gc
import os
import time
from collections.abc import Callable, Iterable, Sequence

from vdl.cli import FINDINGS, INTERRUPTED
from vdl.cli.check import summary
from vdl.cli.checking import Tally
from vdl.cli.from_arguments import compiled_in, unsolved
from vdl.cli.terminal import Screen, output
from vdl.records import NamedTuple
from vdl.snapshot.against import wanted, words
from vdl.snapshot.change import SECTIONS, Change, Section
from vdl.snapshot.changes import changes
from vdl.snapshot.compared import Column
from vdl.snapshot.take import snapshot
from vdl.text.diagnostics import Diagnostic, failed, several
from vdl.text.painted import Painted, Piece
from vdl.world import shipped
from vdl.world.caches import Cache
from vdl.world.today import today
from vdl.world.watching import RecordingDisk

LOOK = 0.2
"""Seconds between two looks."""

STEP, QUIET, PATIENCE = 0.02, 0.1, 2.0
"""Seconds: a burst of saves is over when nothing was written for `QUIET`; what vanished has half of `PATIENCE` to come back."""

MOST = 5
"""Errors that are shown; `vdl check` has all."""

SIZES: tuple[Section, ...] = ("counts", "bill")


class _State(NamedTuple):
    """What a run found; `is_good` where nothing in it is an error."""

    columns: dict[str, Column]
    said: list[Diagnostic]
    tally: Tally
    is_good: bool


def run(arguments: argparse.Namespace) -> int:
    if arguments.reads_input:
        arguments.parser.error("a file is wanted: standard input can't be watched")
    gc.enable()  # other commands end before it would be worth it
    screen = output()
    try:
        return _watch(arguments, screen)
    except KeyboardInterrupt:
        screen.say(f"stopped watching {arguments.file}")
        return INTERRUPTED


def _watch(arguments: argparse.Namespace, screen: Screen) -> int:
    cache: Cache | None = None
    good: _State | None = None
    why: list[str] = []
    while True:
        disk = _disk(arguments, cache)
        cache = disk.cache
        state = _found(arguments, disk)
        if good is None and not why and any(one.span is None and one.subject == arguments.file for one in state.said):
            screen.diagnostics(state.said)
            return FINDINGS  # there is no such file, or no design in it
        _show(screen, arguments.file, state, good, why)
        if state.is_good or (state.columns and (good is None or not good.is_good)):
            good = state
        why = _waited(disk)


def _disk(arguments: argparse.Namespace, cache: Cache | None) -> RecordingDisk:
    disk = RecordingDisk(arguments.library or shipped.LIBRARY, root=arguments.root, frozen=arguments.frozen)
    disk.cache = cache or disk.cache
    return disk


def _found(arguments: argparse.Namespace, disk: RecordingDisk) -> _State:
    """What a check finds now."""
    if not arguments.is_dated:
        arguments.as_of = today()
    compilation, said = compiled_in(disk, arguments, arguments.file)
    tally = Tally()
    wanted = [name for name in compilation.names.designs(arguments.file) if arguments.design in ("", name)]
    tally.not_judged = max(0, len(wanted) - len(compilation.designs))
    columns: dict[str, Column] = {}
    for solved in compilation.designs:
        tally.add(solved)
        if not unsolved(solved.diagnostics):
            columns[solved.name] = Column(solved.name, snapshot(compilation, solved))
    return _State(columns, said, tally, bool(columns) and not failed(said))


def _waited(disk: RecordingDisk) -> list[str]:
    """Wait until something that was read is other than it was, and then until all of it is written; the names of these files."""
    while True:
        while not disk.changed():
            time.sleep(LOOK)
        _until(disk.looks, disk.is_whole)
        if found := disk.changed():
            return sorted(os.path.relpath(path) for path in found)


def _until(looks: Callable[[], object], is_whole: Callable[[], bool]) -> None:
    """Wait until nothing is written any more."""
    begun = still = time.monotonic()
    was = looks()
    while (now := time.monotonic()) - begun < PATIENCE:
        if now - still >= QUIET and (is_whole() or now - begun > PATIENCE / 2):
            return
        time.sleep(STEP)
        seen = looks()
        if seen != was:
            was, still = seen, time.monotonic()


# ------------------------------------------------------------------------------ what is shown
def _show(screen: Screen, file: str, state: _State, good: _State | None, why: Sequence[str]) -> None:
    screen.clear()
    screen.tell(Painted(file, "strong"), f" after a change of {', '.join(why)}" if why else "", hanging=2)
    screen.tell(*summary(state.said, 1, state.tally), hanging=2)
    if good is not None:
        _compare(screen, state, good)
    wrong = [one for one in state.said if one.severity == "error"]
    if wrong:
        screen.say()
        screen.diagnostics(wrong[:MOST])
        if len(wrong) > MOST:
            screen.say(f"and {several(len(wrong) - MOST, 'more error')}: vdl check {file}")
    screen.flush()


def _compare(screen: Screen, state: _State, good: _State) -> None:
    """What changed of each design that both states have."""
    since = "since the last good state" if good.is_good else "since the last state that could be solved"
    for name in dict.fromkeys([*good.columns, *state.columns]):
        if name not in state.columns:
            screen.say(f"{name}: not solved, so not compared" if not state.is_good else f"{name}: is gone {since}")
            continue
        if name not in good.columns:
            screen.say(f"{name}: is new {since}")
            continue
        found = changes(good.columns[name], state.columns[name])
        if not found.changes:
            screen.say(f"{name}: nothing changed {since}, {several(found.compared, 'value')} compared")
            continue
        screen.say()
        screen.say(Painted(f"{name}, {since}", "strong"))
        shown = wanted(found)
        sizes = [one for one in shown if one.section in SIZES]
        others = [one for one in shown if one.section not in SIZES]
        _table(screen, others)
        if sizes and others:
            screen.say()
        _table(screen, sizes)
        rest = len(found.changes) - len(shown)
        if rest:
            screen.say(f"  and {several(rest, 'other value', 'other values')}")


def _table(screen: Screen, found: Iterable[Change]) -> None:
    rows: list[list[Piece]] = []
    for one in found:
        colour = {"worse": "bad", "better": "good"}.get(one.bearing, "")
        now = words(one.after) or "gone"
        rows.append([SECTIONS[one.section], one.label, words(one.before) or "new", "->", Painted(now, colour) if colour else now])
    screen.table([""] * 5, rows, indent=2)
