"""`vdl watch` in a process of its own, while files are saved as editors save them."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import vdl as product
from tests.cli.conftest import TRIPS, Ran

Vdl = Callable[..., Ran]
FILE = "designs/one.vdl"
ONE = TRIPS[: TRIPS.index("design south")]
SUMMARY = re.compile(r"^\d+ errors?(, \d+ warnings?)? in 1 file", re.M)
PATIENCE = 60
"""Seconds after which a test gives up: a busy machine may take long."""


class Watch:
    """A running `vdl watch`, and what it has written so far."""

    def __init__(self, town: Path, *words: str) -> None:
        command = [sys.executable, "-m", "vdl", "watch", FILE, "--library", "lib", "--as-of", "2026-01-01", *words]
        environment = {**os.environ, "PYTHONPATH": str(Path(product.__file__).parents[1])}
        self.process = subprocess.Popen(command, cwd=town, env=environment, text=True, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, start_new_session=True)  # fmt: skip
        self.out = ""
        self.runs = 0
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.out += line

    def wait(self, what: str) -> str:
        """What was written since the last run that was waited for, once it has what is looked for."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = self.out[self.runs :]
            if re.search(what, found, re.M):
                time.sleep(0.3)  # the rest of that run
                found = self.out[self.runs :]
                self.runs += len(found)
                return found
            assert self.process.poll() is None, found + (self.process.stderr.read() if self.process.stderr else "")
            time.sleep(0.02)
        raise AssertionError(f"no {what!r} in {self.out[self.runs :]!r}")

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """End it; the exit code, and what was written since."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return code, self.out[self.runs :]


@pytest.fixture
def watch(town: Path) -> Iterator[Callable[..., Watch]]:
    """Starts watching the file of one design that holds."""
    (town / FILE).write_text(ONE)
    begun: list[Watch] = []

    def start(*words: str) -> Watch:
        begun.append(Watch(town, *words))
        begun[-1].wait(SUMMARY.pattern)
        return begun[-1]

    yield start
    for one in begun:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()
        one.reader.join(PATIENCE)
        for stream in (one.process.stdout, one.process.stderr):
            if stream is not None:
                stream.close()


def edited(town: Path, old: str, new: str, file: str = FILE) -> None:
    """Written over in place, as some editors do."""
    text = (town / file).read_text()
    assert old in text
    (town / file).write_text(text.replace(old, new))


def test_a_save_shows_the_verdict_then_what_changed_then_sizes(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    edited(town, "90 pupils", "40 pupils")
    found = running.wait(SUMMARY.pattern)
    first, second, *_ = found.strip().split("\n")
    assert first == f"{FILE} after a change of {FILE}" and SUMMARY.match(second)
    assert re.search(r"north, since the last (good )?state", found)
    inputs, counts = found.index("inputs        fleet.pupils"), found.index("counts  fleet.buses")
    assert second in found[:inputs] and inputs < counts
    assert re.search(r"fleet\.pupils +90 pupils +-> +40 pupils\n", found)
    assert re.search(r"fleet\.buses +2 buses +-> +1 bus\n", found)


def test_it_is_held_to_the_last_good_state(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    edited(town, "90 pupils", "900 pupils")
    found = running.wait(SUMMARY.pattern)
    assert re.search(r"rules +fleet\.few +.*-> +fails", found) and "error[rule-failed]" in found
    edited(town, "900 pupils", "900 boxes")
    found = running.wait("error\\[unknown")
    assert "north: not solved, so not compared" in found and "1 design not judged" in found
    edited(town, "900 boxes", "80 pupils")
    found = running.wait(SUMMARY.pattern)
    assert re.search(r"fleet\.pupils +90 pupils +-> +80 pupils\n", found) and "error[" not in found
    edited(town, "80 pupils", "70 pupils")
    assert re.search(r"fleet\.pupils +80 pupils +-> +70 pupils\n", running.wait(SUMMARY.pattern))


def test_an_edit_that_means_nothing(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    edited(town, "design north", "// words\ndesign north")
    said = r"^north: nothing changed since the last good state, \d+ values compared$"
    assert re.search(said, running.wait(SUMMARY.pattern), re.M)


def test_a_save_by_renaming(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    for number in (80, 70):
        beside = town / "designs" / ".one.vdl.swp"
        beside.write_text(ONE.replace("90 pupils", f"{number} pupils"))
        beside.replace(town / FILE)
        assert f"-> {number} pupils" in re.sub(" +", " ", running.wait(SUMMARY.pattern))


def test_a_file_that_vanishes_for_a_moment(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    (town / FILE).rename(town / "designs" / "one.vdl~")
    time.sleep(0.4)
    (town / FILE).write_text(ONE.replace("90 pupils", "80 pupils"))
    found = running.wait(SUMMARY.pattern)
    assert "-> 80 pupils" in re.sub(" +", " ", found) and "file-not-found" not in running.out


def test_a_file_that_is_gone_and_comes_back(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    (town / FILE).unlink()
    assert "error[file-not-found]" in running.wait(SUMMARY.pattern + r"|file-not-found")
    (town / FILE).write_text(ONE.replace("90 pupils", "80 pupils"))
    assert "-> 80 pupils" in re.sub(" +", " ", running.wait(r"fleet\.pupils"))


def test_a_burst_of_saves_is_one_run(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    for number in range(50, 60):
        (town / FILE).write_text(ONE.replace("90 pupils", f"{number} pupils"))
        time.sleep(0.02)
    found = running.wait("-> +59 pupils")
    time.sleep(0.5)
    assert len(SUMMARY.findall(found + running.out[running.runs :])) == 1


def test_a_save_of_the_same_text_is_no_run(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    (town / FILE).write_text(ONE)
    os.utime(town / FILE, (1, 1))
    time.sleep(0.8)
    assert running.out[running.runs :] == ""


def test_an_edit_that_leaves_time_and_size_alike(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    status = (town / FILE).stat()
    edited(town, "90 pupils", "80 pupils")
    os.utime(town / FILE, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert "-> 80 pupils" in re.sub(" +", " ", running.wait(SUMMARY.pattern))


def test_what_is_imported_is_watched_also_where_it_is_not_there_yet(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch()
    edited(town, "edition 2026\n", "edition 2026\nimport \"more.vdl\"\n")
    assert "error[file-not-found]" in running.wait(SUMMARY.pattern)
    (town / "designs" / "more.vdl").write_text("edition 2026\non fleet { trips = 4 }\n")
    assert f"after a change of designs{os.sep}more.vdl" in running.wait(SUMMARY.pattern)
    edited(town, "trips = 4", "trips = 5", "designs/more.vdl")
    assert "-> 5" in re.sub(" +", " ", running.wait(SUMMARY.pattern))
    edited(town, "50 pupils/bus", "45 pupils/bus", "lib/prelude/units.vdl")
    assert f"after a change of lib{os.sep}prelude{os.sep}units.vdl" in running.wait(SUMMARY.pattern)


def test_layers_lie_on_what_is_watched(town: Path, watch: Callable[..., Watch]) -> None:
    running = watch("--scenario", "growth")
    edited(town, "900 pupils", "95 pupils")
    assert re.search(r"fleet\.pupils +900 pupils +-> +95 pupils\n", running.wait(SUMMARY.pattern))


ENDS = [(signal.SIGINT, 130, f"stopped watching {FILE}\n"), (signal.SIGTERM, 143, "")]


@pytest.mark.parametrize(("number", "code", "said"), ENDS)
def test_it_ends_as_it_is_asked_to(town: Path, watch: Callable[..., Watch], number: int, code: int, said: str) -> None:
    assert watch().stop(number) == (code, said)


def test_on_a_terminal_each_run_has_a_screen(town: Path) -> None:
    (town / FILE).write_text(ONE)
    try:
        ours, theirs = pty.openpty()
    except OSError:
        pytest.skip("this system has no terminals to give")
    command = [sys.executable, "-m", "vdl", "watch", FILE, "--library", "lib", "--as-of", "2026-01-01"]
    environment = {**os.environ, "PYTHONPATH": str(Path(product.__file__).parents[1]), "TERM": "xterm"}
    running = subprocess.Popen(command, cwd=town, env=environment, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    try:
        found = b""
        while b"in 1 file" not in found:
            found += os.read(ours, 4096)
        assert found.startswith(b"\x1b[2J\x1b[H")
    finally:
        running.kill()
        running.wait()
        os.close(ours)


def test_a_file_that_is_not_there(vdl: Vdl, town: Path) -> None:
    ran = vdl("watch", "nowhere.vdl")
    assert ran.code == 1 and "error[file-not-found]" in ran.out
    (town / "empty.vdl").write_text("edition 2026\n")
    assert "error[no-design]" in vdl("watch", "empty.vdl").out


def test_standard_input_cant_be_watched(vdl: Vdl) -> None:
    ran = vdl("watch", "-")
    assert ran.code == 2 and "can't be watched" in ran.err
