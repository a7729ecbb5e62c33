"""`vdl sweep --scheduler`: the same rows, made on a Dask cluster of this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from .test_sweep import ENVIRONMENT, command

VARY = ("--vary", "fleet.pupils = 1..4_000 pupils", "--show", "fleet.buses,fleet.carried", "--format", "csv")


class Cluster(NamedTuple):
    address: str
    workers: dict[str, subprocess.Popen[bytes]]
    scheduler: subprocess.Popen[bytes]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and two workers, each a process."""
    processes: list[subprocess.Popen[bytes]] = []
    told = tmp_path / "scheduler.json"

    def start(kind: str, *words: str) -> subprocess.Popen[bytes]:
        line = [sys.executable, "-m", "dask", kind, "--scheduler-file", str(told), "--no-dashboard", *words]
        quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        processes.append(subprocess.Popen(line, env=ENVIRONMENT, cwd=tmp_path, **quiet))
        return processes[-1]

    try:
        scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0")
        until(lambda: told.exists() and told.stat().st_size > 0)
        workers = {name: start("worker", "--nthreads", "1", "--no-nanny", "--name", name) for name in ("one", "two")}
        yield Cluster(json.loads(told.read_text())["address"], workers, scheduler)
    finally:
        for process in processes:
            process.kill()
            process.wait()


def until(happened: Callable[[], bool]) -> None:
    for _ in range(1_200):
        if happened():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen")


@cache
def here() -> str:
    """The rows as one process makes them: the same for all tests, whose towns are alike."""
    return subprocess.run(command(*VARY, "--jobs", "1"), capture_output=True, text=True, env=ENVIRONMENT, check=True).stdout


def until_both_have_made_some(client: Any) -> None:
    """Waits until both workers have made some rows and have others before them."""

    def both() -> bool:
        tasks = client.run_on_scheduler(
            lambda dask_scheduler: [len(one.has_what) for one in dask_scheduler.workers.values() if one.processing]
        )
        return sum(number > 1 for number in tasks) == 2

    until(both)


def test_rows_are_the_same_though_a_worker_is_killed_on_the_way(town: Path, cluster: Cluster) -> None:
    from distributed import Client

    with Client(cluster.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(2)
        line = command(*VARY, "--scheduler", cluster.address)
        running = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        until_both_have_made_some(client)
        cluster.workers["one"].kill()
        out, err = running.communicate(timeout=600)
        assert running.returncode == 0, err
        assert len(client.scheduler_info()["workers"]) == 1
    assert out == here() and out.count("\n") == 4_001 and err == ""


def test_a_cluster_that_is_not_there(town: Path) -> None:
    ran = subprocess.run(command(*VARY, "--scheduler", "tcp://127.0.0.1:1"), capture_output=True, text=True, env=ENVIRONMENT)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "error: the scheduler: no answer from `tcp://127.0.0.1:1`\n"


def test_a_cluster_without_workers(town: Path, cluster: Cluster) -> None:
    for worker in cluster.workers.values():
        worker.kill()
        worker.wait()
    ran = subprocess.run(command(*VARY, "--scheduler", cluster.address), capture_output=True, text=True, env=ENVIRONMENT)
    assert (ran.returncode, ran.stdout) == (1, "") and ran.stderr == "error: the scheduler: it has no workers\n"


def test_a_scheduler_that_is_lost(town: Path, cluster: Cluster) -> None:
    from distributed import Client

    line = command(*VARY, "--scheduler", cluster.address)
    with Client(cluster.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(2)
        running = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        until_both_have_made_some(client)
    cluster.scheduler.kill()
    out, err = running.communicate(timeout=600)
    assert running.returncode == 1 and err.splitlines()[0].startswith("error: the scheduler: ") and "Traceback" not in err
    assert all(row == wanted for row, wanted in zip(out.splitlines(), here().splitlines()))


def test_a_scheduler_that_is_lost_while_its_workers_are_asked_for() -> None:
    """No row came for a while, and the question why finds nobody either."""
    from vdl.spread.dask import SchedulerFault, _faults, _result

    class Lost:
        def result(self, timeout: float) -> None:
            raise TimeoutError

        def scheduler_info(self) -> None:
            raise OSError("Timed out trying to connect")

    nobody: Any = Lost()
    with pytest.raises(SchedulerFault, match=r"^Timed out trying to connect$"), _faults():
        _result(nobody, nobody)
