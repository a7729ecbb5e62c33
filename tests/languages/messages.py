"""What catalogs must have: what the documents of the examples print, and what stands in the compiler's and the library's text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from tests.examples import reports
from vdl import syntax as s
from vdl.parse import parse
from vdl.render.catalogs import Key, Language, language
from vdl.render.translated import Translation
from vdl.report import model as m
from vdl.report.named import WITHOUT
from vdl.report.printing import key_of
from vdl.report.withheld import MEMBERS, ORDINARY, PARTS, QUANTITIES, UNITS
from vdl.text.phrases import Marked
from vdl.text.source import LIBRARY, Source

TOP = Path(__file__).resolve().parents[2]
FOLDERS = (TOP / "vdl" / "render" / "languages", TOP / "stdlib" / "languages")

WORDS = (
    "answers", "choices", "deciding", "formulas", "lacking", "left_out", "limits", "never", "other_errors", "turned", "values",
    "verdicts", "waivers",
)  # fmt: skip
ERRORS = (
    "choosing", "filling", "likened", "limits", "names", "packing", "placing", "plausible", "solving", "sources", "syntax",
    "types", "verdicts",
)  # fmt: skip
SAID = (
    "builtins", "check/dated.py", "check/replacing.py", "elaborate", "judge", "query/obstacles.py", "query/questions.py",
    "query/reading.py", "query/what_if.py", "render", "report", "semantics", "slips", "snapshot/beside.py",
    "snapshot/change.py", "snapshot/changes_judged.py", "snapshot/compared.py", "snapshot/worded.py", "solve", "variants",
    *[f"words/{name}.py" for name in WORDS], *[f"errors/{name}.py" for name in ERRORS],
)
"""Where documents get their words from."""


def catalogs(code: str) -> list[tuple[str, bytes]]:
    return [(str(folder / f"{code}.po"), (folder / f"{code}.po").read_bytes()) for folder in FOLDERS]


def german() -> Language:
    return language("de", catalogs("de"))


@cache
def printed() -> Translation:
    """All that the documents of the examples print, said in German."""
    translation = Translation(german())
    for report in reports():
        translation.report(report)
    return translation


# ------------------------------------------------------------------------------ in the text of the compiler
def _modules() -> Iterator[ast.Module]:
    for name in SAID:
        path = TOP / "vdl" / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield ast.parse(file.read_text(encoding="utf-8"))


def of_compiler() -> set[str]:
    """The keys that are written where something is put into words."""
    found = set()
    for module in _modules():
        for node in ast.walk(module):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("phrase", "filled"):
                found.update(_written(node.args[0]))
            if node.func.id == "several":
                found.update([f"{{number}} {text}" for text in _written(node.args[1])])
    return found


def _written(arg: ast.expr) -> list[str]:
    sides = [arg.body, arg.orelse] if isinstance(arg, ast.IfExp) else [arg]
    return [side.value for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, str) and side.value]


def any_text_of_compiler() -> set[str]:
    """All texts in it: some are put into words by another name."""
    texts = {node.value for module in _modules() for node in ast.walk(module)
             if isinstance(node, ast.Constant) and isinstance(node.value, str)}  # fmt: skip
    return texts | {text.capitalize() for text in texts} | {f"{{number}} {text}" for text in texts}


# ------------------------------------------------------------------------------ in the text of the library
def _trees() -> Iterator[tuple[Source, s.File]]:
    for path in sorted((TOP / "stdlib").rglob("*.vdl")):
        source = Source(LIBRARY + path.relative_to(TOP / "stdlib").as_posix(), path.read_text(encoding="utf-8"))
        yield source, parse(source)[0]


def of_documents() -> set[str]:
    """The words of the library's documents; those of `components` are fields of a format, those of `ranked` are read by the
    compiler, those of files are for programs."""
    found = set()
    for source, tree in _trees():
        for document in tree.items:
            if not isinstance(document, s.DocumentDef) or document.name.name in ("components", "ranked"):
                continue
            if document.name.name == "grave":  # what is behind the heads are names of rules
                rows = [row for item in document.items if isinstance(item, s.Facts) for row in item.rows]
                found.update(key_of(row.head, source)[0] for row in rows)
                continue
            if document.name.name in ("reference", "summary"):
                found.add(document.title)
            if document.name.name.startswith(WITHOUT):  # the compiler reads it, but for what stands in the place of names
                heads = [row.head for item in document.items if isinstance(item, s.Facts) for row in item.rows]
                found.update({key_of(head, source)[0] for head in heads} - {MEMBERS, ORDINARY, PARTS, QUANTITIES, UNITS})
                continue
            nodes = list(s.walk(document))
            filed = [node for node in nodes if isinstance(node, s.Table) and node.file is not None]
            of_files = {id(inner) for node in filed for inner in s.walk(node)}
            for node in nodes:
                if isinstance(node, s.Prose) and id(node) not in of_files:
                    if any(sign.isalpha() for part in node.parts if isinstance(part, str) for sign in part):
                        found.add(key_of(node, source)[0])
                elif isinstance(node, s.String) and len(node.text) > 1 and id(node) not in of_files:
                    found.add(node.text)
    return found


def judged_and_counted() -> set[str]:
    """What any design of the library may print without saying it itself: the sentences of its rules, the names of its bounds, its
    units and its labels."""
    found: set[str] = set()
    for _, tree in _trees():
        for node in s.walk(tree):
            if isinstance(node, s.Require) and node.text:
                found.add(node.text)
            elif isinstance(node, s.Bound):
                found.add(node.name.name.replace("_", " "))
            elif isinstance(node, s.AxisDef):
                found.update([label.name for label in node.labels])
            elif isinstance(node, (s.DimensionDef, s.UnitDef)):
                names = [one.name for one in (node.units if isinstance(node, s.DimensionDef) else node.names)]
                found.update(names[:1] if len(names) > 1 else [])
    return found


def of_library() -> str:
    """All of its text, in which a key must stand, with what it says over several lines also as one."""
    text = "\n".join(source.text for source, _ in _trees())
    return text + re.sub(r"\n *///", "", text)


# ------------------------------------------------------------------------------ in a report
def every_text(given: object) -> Iterator[str]:
    """Every text of a piece of a report, whatever it is of."""
    if isinstance(given, str):
        yield given
    elif isinstance(given, tuple):
        for one in given:
            yield from every_text(one)
    elif is_dataclass(given) and not isinstance(given, (m.File, m.Attached)):
        for field in fields(given):
            if not isinstance(given, m.Step) or field.name != "numbers":
                yield from every_text(getattr(given, field.name))


def unmarked(report: m.Report) -> set[str]:
    """What stands in a report as the design says it."""
    return {text for text in every_text(parts(report)) if text and not isinstance(text, Marked)} - of_sentences(parts(report))


def of_sentences(given: object) -> set[str]:
    """The pieces between the values of the library's sentences."""
    if isinstance(given, m.Sentence):
        return {text for text in every_text(tuple(given)) if not isinstance(text, Marked)}
    inner = given if isinstance(given, tuple) else []
    if is_dataclass(given):
        inner = [getattr(given, field.name) for field in fields(given)]
    return set().union(*map(of_sentences, inner)) if inner else set()


def texts(report: m.Report) -> set[str]:
    return set(every_text(parts(report)))


def parts(report: m.Report) -> tuple[object, ...]:
    return report.cover, report.sections


def each_catalog(code: str) -> list[Mapping[Key, tuple[str, ...]]]:
    """The messages of each catalog by itself."""
    return [language(code, [one]).messages for one in catalogs(code)]
