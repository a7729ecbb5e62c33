"""Mutation testing: does a test fail when the compiler is wrong in one place?

    .venv/bin/python tests/mutation/run.py --seed 1 --number 60 --jobs 2

Draws mutants of the rooms below (the same for the same seed and the same text), puts each into a copy of the tree, and
runs the tests until the first fails, soonest ones first. Survivors are printed as diffs: look at each; it is equivalent,
or a test is missing. No part of the test run: an hour of one's machine is no matter of every commit.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from random import Random

TOP = Path(__file__).resolve().parents[2]
ROOMS = ["graph", "elaborate", "solve", "values", "judge", "query", "report", "words"]
TESTS = [
    "tests/test_suite.py", "tests/golden", "tests/other_trade", "tests/graph", "tests/cli",
    "tests/properties/test_ranges.py", "tests/properties/test_only_read.py", "tests/properties/test_set_or_edit.py",
    "--ignore=tests/properties/test_bombs.py", "tests/properties",
]  # fmt: skip
"""In an order that finds failures soonest."""

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "site", "dist", "build")


@dataclass(frozen=True)
class Mutant:
    """A piece of a file, by offsets in its text, and what stands there instead."""

    file: str
    text: str
    start: int
    end: int
    new: str
    sort: str

    def changed(self) -> str:
        return self.text[: self.start] + self.new + self.text[self.end :]

    def place(self) -> str:
        return f"{self.file}:{self.text.count(chr(10), 0, self.start) + 1} {self.sort}"

    def diff(self) -> str:
        lines = difflib.unified_diff(self.text.splitlines(), self.changed().splitlines(), lineterm="", n=0)
        return "\n".join(f"    {line}" for line in lines if not line.startswith(("---", "+++", "@@")))


# ------------------------------------------------------------------------------ making them
OTHER_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
OTHER_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip


def mutants(file: str, text: str) -> Iterator[Mutant]:
    """All mutants of a file, in the order of its text."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    rows = text.splitlines()

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + len(rows[line - 1].encode()[:column].decode())

    for node in walk(ast.parse(text)):
        start, end = offset(node.lineno, node.col_offset), offset(node.end_lineno or 0, node.end_col_offset or 0)
        for sort, new in replaced(node, text[start:end]):
            yield Mutant(file, text, start, end, new, sort)


def walk(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The expressions and statements that run: no annotations, no assertions, no documentation, no imports."""
    if isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom)):
        return
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.FunctionDef) and node.name == "__repr__":
        return
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.startswith("__"):
        return
    if isinstance(node, (ast.expr, ast.stmt)):
        yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_params", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from walk(child)


def replaced(node: ast.expr | ast.stmt, text: str) -> Iterator[tuple[str, str]]:
    """What may stand in place of a node: the sort of the change, and the new text."""
    match node:
        case ast.Compare(ops=[only]):
            for other in OTHER_COMPARISONS[type(only)]:
                yield "comparison", f"({ast.unparse(ast.Compare(node.left, [other()], node.comparators))})"
        case ast.BoolOp(values=values):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "and, or", f"({ast.unparse(ast.BoolOp(other, values))})"
            yield "part of a condition", f"({ast.unparse(values[0])})"
            yield "part of a condition", f"({ast.unparse(values[-1])})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", f"({ast.unparse(operand)})"
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield "sign", f"({ast.unparse(operand)})"
        case ast.BinOp(left=left, right=right) if type(node.op) in OTHER_OPERATORS:
            yield "operator", f"({ast.unparse(ast.BinOp(left, OTHER_OPERATORS[type(node.op)](), right))})"
        case ast.Constant(value=bool(value)):
            yield "constant", str(not value)
        case ast.Constant(value=int(value)):
            yield "constant", str(value + 1)
            yield "constant", f"({value - 1})"
        case ast.IfExp(test=test):
            yield "condition", f"({ast.unparse(ast.IfExp(ast.UnaryOp(ast.Not(), test), node.body, node.orelse))})"
        case ast.If(test=test) | ast.While(test=test):
            old = ast.unparse(test)
            head, _, rest = text.partition(":\n")
            if rest and isinstance(node, ast.If) and "\n" not in head and not head.startswith("elif"):
                yield "condition", f"if not ({old}):\n{rest}"
        case ast.Return(value=value) if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
            yield "return", "return None"
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield "statement", "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement", "pass"


def drawn(seed: int, number: int, rooms: list[str]) -> list[Mutant]:
    every: list[Mutant] = []
    for room in rooms:
        place = TOP / "vdl" / room
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]:
            every += mutants(path.relative_to(TOP).as_posix(), path.read_text(encoding="utf-8"))
    Random(seed).shuffle(every)
    return list(islice(filter(is_python, every), number))


def is_python(mutant: Mutant) -> bool:
    try:
        compile(mutant.changed(), mutant.file, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


# ------------------------------------------------------------------------------ trying them
class Copy:
    """A tree of its own in which mutants are tried, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.top = folder
        shutil.copytree(TOP, folder, ignore=LEFT_OUT)
        self.time = int(time.time())

    def write(self, file: str, text: str) -> None:
        """Each text is a second younger than the one before, so that nobody takes bytecode of another for its own."""
        path = self.top / file
        path.write_text(text, encoding="utf-8")
        self.time += 1
        os.utime(path, (self.time, self.time))

    def test(self, seconds: float) -> tuple[str, str]:
        """"passed", "failed" or "out of time", and the first test that failed."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *TESTS]
        with subprocess.Popen(command, cwd=self.top, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              start_new_session=True) as ran:  # fmt: skip
            try:
                out, _ = ran.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(ran.pid, 9)
                return "out of time", ""
        first = next((line.split(" ")[1] for line in out.splitlines() if line.startswith(("FAILED ", "ERROR "))), "")
        return ("passed" if ran.returncode == 0 else "failed"), first

    def try_(self, mutant: Mutant, seconds: float) -> tuple[str, str]:
        self.write(mutant.file, mutant.changed())
        try:
            return self.test(seconds)
        finally:
            self.write(mutant.file, mutant.text)


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--number", type=int, default=60, help="how many mutants are drawn")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--seconds", type=float, default=180, help="the time that the tests of one mutant may take")
    options.add_argument("--rooms", default=",".join(ROOMS), help="folders or files below vdl/")
    options.add_argument("--only", default="", help="the numbers of some mutants of the list")
    options.add_argument("--list", action="store_true", help="print the mutants, and try none")
    given = options.parse_args()
    for one in signal.SIGINT, signal.SIGHUP:  # what runs in the background ignores them, and tests would inherit that
        signal.signal(one, signal.SIG_DFL)
    chosen = list(enumerate(drawn(given.seed, given.number, given.rooms.split(",")), 1))
    if given.only:
        chosen = [(i, mutant) for i, mutant in chosen if str(i) in given.only.split(",")]
    if given.list:
        for i, mutant in chosen:
            print(told(i, mutant, ""), mutant.diff(), sep="\n")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for job in range(given.jobs):
            copies.put(Copy(Path(folder) / str(job)))
        copy = copies.get()
        started = time.monotonic()
        outcome, first = copy.test(10 * given.seconds)
        taken = time.monotonic() - started
        copies.put(copy)
        if outcome != "passed":
            print(f"the tests fail without any mutant: {first or outcome}")
            return 1
        print(f"without a mutant the tests take {taken:.0f} s", flush=True)
        found: list[tuple[Mutant, str]] = []

        def one(numbered: tuple[int, Mutant]) -> None:
            i, mutant = numbered
            copy = copies.get()
            outcome, first = copy.try_(mutant, given.seconds)
            copies.put(copy)
            if outcome == "out of time" and taken * given.jobs < given.seconds / 2:
                outcome, first = "failed", "a test that does not end"
            found.append((mutant, outcome))
            line = told(i, mutant, "killed" if outcome == "failed" else "SURVIVED")
            print(f"{line}  {first or outcome}" + ("" if outcome == "failed" else f"\n{mutant.diff()}"), flush=True)

        with ThreadPoolExecutor(given.jobs) as pool:
            list(pool.map(one, chosen))
    killed = [mutant for mutant, outcome in found if outcome == "failed"]
    rooms, dead = Counter(m.file.split("/")[1] for m, _ in found), Counter(m.file.split("/")[1] for m in killed)
    for room in sorted(rooms):
        print(f"{room:14} {dead[room]:3} of {rooms[room]:3} killed")
    print(f"{len(killed)} of {len(found)} killed")
    return 0


def told(i: int, mutant: Mutant, outcome: str) -> str:
    return f"{i:3} {outcome:8} {mutant.place()}"


if __name__ == "__main__":
    sys.exit(main())
