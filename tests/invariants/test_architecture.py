"""What must be true of the compiler's own text: who imports whom, and who touches the world."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from vdl.parse.tables import load

TOP = Path(__file__).resolve().parents[2]
PACKAGE = TOP / "vdl"
EXAMPLE = TOP / "examples" / "equallogic-xendesktop" / "design.vdl"

# Each room, and the rooms it may import. A new room needs a line here; a new arrow needs a reason.
ROOMS: dict[str, set[str]] = {
    "records": set(),
    "text": set(),
    "syntax": set(),
    "errors": {"text"},
    "semantics": {"syntax", "text"},
    "world": {"syntax", "text"},
    "values": {"semantics", "text"},
    "brand": {"errors", "text", "world"},
    "parse": {"errors", "syntax", "text", "world"},
    "format": {"parse", "syntax", "text"},
    "lock": {"errors", "parse", "text", "world"},
    "graph": {"semantics", "syntax", "text", "values"},
    "resolve": {"errors", "parse", "semantics", "syntax", "text"},
    "packing": {"graph", "semantics"},
    "views": {"graph", "text"},
    "builtins": {"errors", "graph", "semantics", "syntax", "text", "values", "world"},
    "measure": {"builtins", "errors", "graph", "semantics", "text", "values"},
    "solve": {"builtins", "errors", "graph", "semantics", "text", "values"},
    "check": {"builtins", "errors", "resolve", "semantics", "syntax", "text"},
    "judge": {"errors", "graph", "semantics", "solve", "syntax", "text", "values"},
    "elaborate": {"builtins", "check", "errors", "graph", "measure", "semantics", "syntax", "text", "values"},
    "compilation": {"check", "graph", "judge", "packing", "parse", "resolve", "semantics", "solve", "text", "values"},
    "words": {
        "builtins", "compilation", "errors", "graph", "judge", "measure", "semantics", "solve", "syntax", "text", "values",
    },
    "slips": {"errors", "graph", "semantics", "solve", "syntax", "text", "values", "words"},
    "snapshot": {"compilation", "graph", "judge", "resolve", "semantics", "solve", "text", "values", "words"},
    "variants": {
        "check", "compilation", "elaborate", "errors", "graph", "judge", "measure", "parse", "resolve", "semantics", "slips",
        "solve", "syntax", "text", "values", "words",
    },
    "query": {
        "check", "compilation", "elaborate", "errors", "graph", "judge", "parse", "resolve", "semantics", "solve", "syntax",
        "text", "values", "variants", "words",
    },
    "report": {  # what it draws in piles lies there as a built-in counts it
        "brand", "builtins", "compilation", "elaborate", "errors", "graph", "judge", "query", "semantics", "snapshot", "solve",
        "syntax", "text", "values", "words", "world",
    },
    "pipeline": {
        "check", "compilation", "errors", "lock", "parse", "query", "report", "resolve", "semantics", "text", "variants", "world",
    },
    "render": {"brand", "report", "text"},
    "spread": {"query", "text"},
    "cli": {
        "brand", "compilation", "elaborate", "errors", "format", "graph", "judge", "lock", "parse", "pipeline", "query", "render",
        "report", "semantics", "snapshot", "solve", "spread", "text", "values", "views", "words", "world",
    },
    "__main__": {"cli"},
}

# How records are made, like a library of the language itself: any room may import it.
EVERYWHERE = {"records"}

# The modules behind which each library lives; nothing else from outside is imported at all.
LIBRARIES = {
    "babel": ["vdl.render.catalogs"],
    "distributed": ["vdl.spread.dask"],
    "fontTools": ["vdl.brand.fonts"],
    "lark": ["vdl.parse.grammar"],
    "networkx": ["vdl.views"],
    "jinja2": ["vdl.render.environment"],
    "markupsafe": ["vdl.render"],
    "rich": ["vdl.cli.progress"],
    "tinycss2": ["vdl.brand.sheets"],
    "wcwidth": ["vdl.text.safe"],
    "weasyprint": ["vdl.render.formats.pdf_pages"],
    "xlsxwriter": ["vdl.render.formats.bill_xlsx"],
}

DOORS = ["vdl.world", "vdl.cli", "vdl.parse.tables", "vdl.spread"]
OUTSIDE = {
    "asyncio", "fcntl", "getpass", "glob", "http", "locale", "multiprocessing", "os", "platform",
    "random", "secrets", "shutil", "signal", "socket", "subprocess", "tempfile", "threading", "time",
    "urllib.request", "uuid",
}  # fmt: skip
PURE_PATHS = {"PurePath", "PurePosixPath", "PureWindowsPath"}
CLOCK = {"now", "today", "utcnow"}
FILES = {"read_text", "write_text", "read_bytes", "write_bytes"}

# Made by hand, now and then, and no part of the compiler.
SCRIPTS = {"vdl.render.fonts.subset"}


@cache
def modules() -> dict[str, ast.Module]:
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(TOP).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if name not in SCRIPTS:
            found[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return found


def is_in(module: str, places: list[str]) -> bool:
    return any(module == place or module.startswith(place + ".") for place in places)


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every dotted name that is imported, wherever in the file; `from a import b` gives `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.lineno, "." * node.level + f"{node.module or ''}.{alias.name}"


def room(dotted: str) -> str | None:
    """The room of a module, None for the package itself."""
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "vdl" else None


def test_the_table_of_rooms_runs_one_way() -> None:
    TopologicalSorter(ROOMS).prepare()  # raises CycleError
    assert {name for allowed in ROOMS.values() for name in allowed} <= set(ROOMS)


def test_every_room_is_in_the_table() -> None:
    unknown = {name for module in modules() if (name := room(module)) is not None} - set(ROOMS)
    assert not unknown, f"give each a line in ROOMS, and one in docs/architecture.md: {sorted(unknown)}"


def test_imports_point_one_way() -> None:
    wrong = []
    for module, tree in modules().items():
        here = room(module)
        for line, imported in imports(tree):
            there = room(imported)
            if imported.startswith("."):
                wrong.append(f"{module}:{line} imports {imported}: write the whole name")
            elif here is None and imported.startswith("vdl"):
                wrong.append(f"{module}:{line} imports {imported}: importing the package imports nothing")
            elif here is not None and there in ROOMS and there != here and there not in ROOMS[here] | EVERYWHERE:
                wrong.append(f"{module}:{line} imports {imported}")
    assert not wrong, "\n".join(wrong)


def test_the_table_allows_no_more_than_the_house_has() -> None:
    used = {(room(module), room(imported)) for module, tree in modules().items() for _, imported in imports(tree)}
    unused = [f"{here} imports nothing of {there}" for here, allowed in ROOMS.items() for there in sorted(allowed)
              if (here, there) not in used]  # fmt: skip
    for library, doors in LIBRARIES.items():
        used_in = [module for module, tree in modules().items() if any(is_in(name, [library]) for _, name in imports(tree))]
        unused += [f"{door} does not import {library}" for door in doors if not any(is_in(m, [door]) for m in used_in)]
    unused += [f"{door} touches nothing" for door in DOORS
               if not any(any(touches(m, tree)) for m, tree in modules().items() if is_in(m, [door]))]  # fmt: skip
    assert not unused, "\n".join(unused)


def test_questions_are_answered_before_verdicts_only_where_expectations_read_them() -> None:
    names = {name for _, name in imports(modules()["vdl.pipeline"]) if room(name) == "query"}
    assert names == {"vdl.query.answered.answered"}
    assert not any(is_in(module, ["vdl.query"]) for module in loaded("import vdl.pipeline"))


def test_the_renderers_see_only_the_model_of_the_report() -> None:
    wrong = [
        f"{module}:{line} imports {imported}"
        for module, tree in modules().items()
        if is_in(module, ["vdl.render"])
        for line, imported in imports(tree)
        if room(imported) == "report" and not is_in(imported, ["vdl.report.model", "vdl.report.formula"])
    ]
    assert not wrong, "\n".join(wrong)


def test_no_file_of_the_compiler_is_longer_than_400_lines() -> None:
    long = {path.name: lines for path in PACKAGE.rglob("*.py") if (lines := len(path.read_text("utf-8").splitlines())) > 400}
    assert not long, "split by sense"


def test_each_library_has_one_door() -> None:
    wrong = []
    for module, tree in modules().items():
        for line, imported in imports(tree):
            library = imported.split(".")[0]
            if library in sys.stdlib_module_names or library in ("", "vdl"):
                continue
            if not is_in(module, LIBRARIES.get(library, [])):
                wrong.append(f"{module}:{line} imports {imported}")
    assert not wrong, "\n".join(wrong)


def test_networkx_is_loaded_by_what_uses_it() -> None:
    def lines(tree: ast.AST) -> set[int]:
        return {line for line, imported in imports(tree) if imported.split(".")[0] == "networkx"}

    for module, tree in modules().items():
        inside = [lines(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        assert not lines(tree) - set().union(*inside), module


def touches(module: str, tree: ast.Module) -> Iterator[str]:
    """Where a module opens a file or reads the clock, the environment or the network."""
    for line, imported in imports(tree):
        if is_in(imported, sorted(OUTSIDE)) or imported == "io.open":
            yield f"{module}:{line} imports {imported}"
        if is_in(imported, ["pathlib"]) and imported.removeprefix("pathlib.") not in PURE_PATHS:
            yield f"{module}:{line} imports {imported}"
        if is_in(imported, ["importlib"]) and not is_in(module, ["vdl.render", "vdl.views"]):  # templates, fonts, formats
            yield f"{module}:{line} imports {imported}"
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id="open" | "input" | "print" as name):
                yield f"{module}:{node.lineno} calls {name}()"
            case ast.Attribute(attr=name, value=ast.Name(id="date" | "datetime")) if name in CLOCK:
                yield f"{module}:{node.lineno} reads the clock"
            case ast.Attribute(attr=name) if name in FILES and not is_in(module, ["vdl.render"]):
                yield f"{module}:{node.lineno} calls {name}()"
            case ast.Attribute(attr="open", value=ast.Name(id="io")):
                yield f"{module}:{node.lineno} calls io.open()"


def test_only_the_doors_touch_files_and_the_clock() -> None:
    inside = {module: tree for module, tree in modules().items() if not is_in(module, DOORS)}
    wrong = [where for module, tree in inside.items() for where in touches(module, tree)]
    assert not wrong, "\n".join(wrong)


def is_exact(side: ast.expr) -> bool:
    return isinstance(side, ast.Call) and isinstance(side.func, ast.Name) and side.func.id == "Fraction"


WHOLE = {f"math.{name}" for name in ("ceil", "comb", "floor", "gcd", "isqrt", "lcm", "prod")}


def floats(tree: ast.Module) -> Iterator[int]:
    """The lines where a number may lose exactness: `int / int` does, `Fraction(a) / b` does not."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=float() | complex()):
                yield node.lineno
            case ast.Name(id="float" | "complex") | ast.Attribute(attr="truediv" | "itruediv" | "__truediv__"):
                yield node.lineno
            case ast.BinOp(op=ast.Div(), left=left, right=right) if not (is_exact(left) or is_exact(right)):
                yield node.lineno
            case ast.AugAssign(op=ast.Div()):
                yield node.lineno
    for line, imported in imports(tree):
        if is_in(imported, ["math", "cmath", "statistics", "numpy"]) and imported not in WHOLE:
            yield line


WITH_FLOATS = ["vdl.brand.colours", "vdl.render", "vdl.errors", "vdl.cli.watch", "vdl.cli.limits"]
"""Colours, measures on paper, how alike two names are, how long is waited, how long a command has taken."""


def test_no_float_where_numbers_are_made() -> None:
    inside = {module: tree for module, tree in modules().items() if not is_in(module, WITH_FLOATS)}
    wrong = [f"{module}:{line}" for module, tree in inside.items() for line in floats(tree)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("text", ["0.5", "float(a)", "a / b", "a /= 2", "map(operator.truediv, a, b)", "from math import sqrt"])
def test_a_float_is_seen(text: str) -> None:
    assert list(floats(ast.parse(text))) == [1]
    assert list(floats(ast.parse("Fraction(a) / b\na // b\na * 2\nb / Fraction(10)\nfrom math import gcd"))) == []


def python(*arguments: str) -> str:
    """What a Python of its own writes; fails, and shows it, if that one fails."""
    ran = subprocess.run([sys.executable, *arguments], cwd=TOP, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def loaded(code: str) -> set[str]:
    """The modules that are loaded once `code` has run."""
    out = python("-c", f"{code}\nimport sys; print('\\n' + ' '.join(sys.modules))")
    return set(out.splitlines()[-1].split())


def test_the_package_itself_imports_nothing() -> None:
    assert {name for name in loaded("import vdl") if name.startswith("vdl")} == {"vdl"}



@pytest.mark.parametrize("command", ["--version", "check", "check an example"])
def test_a_check_loads_no_more_than_it_uses(command: str, tmp_path: Path) -> None:
    load()  # the parser's tables, which the first run makes
    (tmp_path / "plain.vdl").write_text("edition 2026\ndesign d { let x = 3 GB }\n")
    file = EXAMPLE if command.endswith("example") else tmp_path / "plain.vdl"
    arguments = ["vdl", *command.split()[:1], *([str(file)] if command.startswith("check") else [])]
    heavy = {"lark", "networkx", "rich", "multiprocessing", "jinja2", "markupsafe", "weasyprint", "wcwidth",
             "importlib.metadata", "importlib.resources",
             "dataclasses", "hashlib", "json", "pickle", "tempfile",
             "vdl.render", "vdl.report.build", "vdl.views", "vdl.world.files", "vdl.parse.recovery",
             "vdl.check.elsewhere", "vdl.check.meant", "vdl.check.unknown_names", "vdl.solve.faults"}  # fmt: skip
    if file is not EXAMPLE:  # whose documents are looked at, and read what no design does
        heavy |= {"vdl.query", "vdl.report.faulty", "vdl.check.documents", "heapq", "shlex", "unicodedata",
                  *[f"vdl.errors.{path.stem}" for path in (PACKAGE / "errors").glob("*.py") if path.stem != "report"],
                  }  # fmt: skip
    code = f"""
import sys
from vdl.cli import main
sys.argv = {arguments!r}
try:
    status = main()
except SystemExit as end:
    status = end.code
assert not status, f"vdl {command} ended with {{status}}"
"""
    loaded(code)  # the first run keeps the library's trees
    assert not loaded(code) & heavy


def test_no_regular_expression_is_compiled_while_the_compiler_is_loaded() -> None:
    """Together they would take longer than Python takes to start; `re` keeps those that are used."""
    known = loaded("import vdl.cli.check")
    found = [
        f"{module}:{node.lineno}"
        for module, tree in modules().items()
        if module in known
        for statement in tree.body
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "re.compile"
    ]
    assert not found


def test_ruff_is_content() -> None:
    python("-m", "ruff", "check", "--quiet", ".")


def test_mypy_is_content() -> None:
    python("-m", "mypy", "--no-error-summary")


PLACES = {"vdl", "grammar", "stdlib", "examples", "tests", "docs"}
"""The folders at the top, each with a line in docs/architecture.md or in the README."""

MADE = {"__pycache__", "build", "dist", "site"}
"""Those that commands and Python make; they are in `.gitignore`."""


def test_nothing_else_stands_at_the_top() -> None:
    folders = {path.name for path in TOP.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert PLACES <= folders <= PLACES | MADE
