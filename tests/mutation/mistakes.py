"""Mistakes of authors, made by machine in sound designs: of which does the compiler say nothing, and what does it say first?

    .venv/bin/python tests/mutation/mistakes.py examples/lakeside-hospital/design.vdl

Makes one small edit at a time: a figure a thousand times too large or too small, a share that was written as what is left, or
with a percent sign too many, a label, a field, a line or a name in a list that is lost, a name in place of another of its kind,
a term of a sum twice or not at all. Prints how many of each are led to their line, and those of which nothing is said or where
the first finding is about another line (of what is lost, whether anything is said). Whoever looks at them decides which a
reviewer could see; what is measured elsewhere nobody can. No part of the test run: it compiles a design some hundred times.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic
from vdl.world import Disk

NUMBER = re.compile(r"(?<![\w.\"])(\d[\d_]*(?:\.\d+)?)(?= ?[A-Za-z%]| *[,}])")
NAME = re.compile(r"(?<![\w.\"])([a-z_]\w*)(?=[\w.]*)")
FIELD = re.compile(r"\w+ += ")
LABELS = re.compile(r"\{ (\w+: [^,{}]+(?:, \w+: [^,{}]+)+) \}")
SUM = re.compile(r"= ([\w. */]+) \+ ([\w. */]+?)(?=,| \}| @|$)")
PLACE = re.compile(r"(\s+place )(.+?)( via .*| on .*)")
NO_FIGURES = re.compile(r"\s*(edition|import|source|axis|display|about|///|//|waive|expect|\}|$)")

AS_OF = "2026-06-01"

HOW = ("nothing", "elsewhere", "later", "among its places", "first")
"""Where the line of a mistake stands: in no finding, not in what is said, in a later one, in the first one, at its place."""


class Mistake(NamedTuple):
    """A line of a text, counted from 0, what stands there instead (None where the line is lost), and what was done."""

    line: int
    instead: str | None
    what: str

    def made(self, lines: list[str]) -> str:
        return "\n".join([*lines[: self.line], *([] if self.instead is None else [self.instead]), *lines[self.line + 1 :]])


def mistakes(lines: list[str]) -> Iterator[Mistake]:
    kinds = {found[1]: found[2] for line in lines if (found := re.match(r"\s*(\w+): ([\w.]+)", line))}
    for at, line in enumerate(lines):
        code = re.sub(r'"[^"]*"', lambda text: '"' * len(text[0]), line).split(" @ ")[0]  # texts and citations stay
        if not NO_FIGURES.match(line):
            for instead, what in [*_figures(line, code), *_lost(line, code), *_copied(line, code, kinds), *_summed(line)]:
                yield Mistake(at, instead, what)
            if re.match(r"  (place|require|\w+: [\w.]+ .*\{.*\})", line):
                yield Mistake(at, None, "line lost")


def _figures(line: str, code: str) -> Iterator[tuple[str, str]]:
    for found in NUMBER.finditer(code):
        value = float(found[1].replace("_", ""))
        ways = [(value * 1000, "a thousand times"), (value / 1000, "a thousandth of")]
        if code[found.end() :].lstrip().startswith("%"):
            ways = [(100 - value, "all but"), (value / 100, "a hundredth of")]
        for other, what in ways if value > 0 else ():
            text = f"{other:.10f}".rstrip("0").rstrip(".")
            yield f"{line[: found.start()]}{text}{line[found.end() :]}", f"{what} {found[1]}"


def _lost(line: str, code: str) -> Iterator[tuple[str, str]]:
    for found in LABELS.finditer(code):
        entries = line[found.start(1) : found.end(1)].split(", ")
        for lost in entries:
            left = ", ".join(one for one in entries if one is not lost)
            yield f"{line[: found.start(1)]}{left}{line[found.end(1) :]}", f"label lost: {lost}"
    for field in re.split(r", (?=\w+ = )", re.sub(r"^.*?\{ | \}[^}]*$", "", code.strip())):
        other = line.replace(f"{field}, ", "", 1) if f"{field}, " in line else line.replace(f", {field}", "", 1)
        if FIELD.match(field) and other != line:
            yield other, f"field lost: {field}"
    if (placed := PLACE.match(line)) and ", " in placed[2]:
        names = placed[2].split(", ")
        for lost in names:
            yield f"{placed[1]}{', '.join(one for one in names if one is not lost)}{placed[3]}", f"placed no more: {lost}"


def _copied(line: str, code: str, kinds: dict[str, str]) -> Iterator[tuple[str, str]]:
    for found in NAME.finditer(code):
        if found[1] in kinds and not re.match(r"\s*(:|=[^=])", code[found.end() :]):
            for other, kind in kinds.items():
                if other != found[1] and kind.split(".")[-1] == kinds[found[1]].split(".")[-1]:
                    yield f"{line[: found.start()]}{other}{line[found.end() :]}", f"{other} in place of {found[1]}"


def _summed(line: str) -> Iterator[tuple[str, str]]:
    if found := SUM.search(line):
        one, other = found[1], found[2]
        for instead, what in (f"{one} + {one}", "a term twice"), (one, "a term lost"), (other, "a term lost"):
            yield line.replace(f"{one} + {other}", instead, 1), what


def findings(world: Disk, path: Path) -> list[Diagnostic]:
    return [one for one in compile(world, str(path), as_of=AS_OF).diagnostics if one.severity != "info"]


def how(said: list[Diagnostic], line: int, file: str) -> str:
    def lines(one: Diagnostic) -> list[int]:
        spans = [one.span, *[span for span, _ in one.related]]
        return [span.source.place(span.start)[0] for span in spans if span is not None and span.source.path == file]

    if not said:
        return "nothing"
    if lines(said[0])[:1] == [line]:
        return "first"
    if line in lines(said[0]):
        return "among its places"
    return "later" if any(line in lines(one) for one in said[1:]) else "elsewhere"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("designs", nargs="+", type=Path, metavar="DESIGN")
    for path in parser.parse_args().designs:
        text = path.read_text(encoding="utf-8")
        file, lines = str(path), text.split("\n")
        sound = {(one.slug, one.message) for one in findings(Disk(), path)}
        count: Counter[str] = Counter()
        for mistake in mistakes(lines):
            found = findings(Disk(unsaved={file: mistake.made(lines)}), path)
            said = [one for one in found if (one.slug, one.message) not in sound]
            lost = mistake.instead is None or " lost: " in mistake.what or mistake.what.startswith("placed no more")
            place = "first" if said and lost else how(said, mistake.line + 1, file)  # what is lost has no place of its own
            count[place] += 1
            if place in HOW[:3]:
                first = f"\n    {said[0].slug}: {said[0].message}" if said else ""
                print(f"{path}:{mistake.line + 1}: {place}: {mistake.what}{first}")
        print(f"{path}: {', '.join(f'{place} {count[place]}' for place in reversed(HOW))}")


if __name__ == "__main__":
    main()
