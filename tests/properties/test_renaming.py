"""What names are bound to is what they mean: where each declaration of a file is given another name, together with all that is
bound to it, the file still compiles."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from tests.programs import checked
from tests.suite.case import TESTS, TestWorld, cases, library_of
from vdl.check import SHARED, Types
from vdl.check.scope import OWN_WORDS
from vdl.check.targets import Target, targets
from vdl.syntax.places import names_of

KEPT = {*SHARED, *OWN_WORDS}


def renamed(types: Types, entry: str) -> str:
    """The text of the entry, each of whose own names is another one.

    Members of one name may take each other's place, so these keep one name; all else is told apart by its declaration.
    """
    source = types.names.program.files[entry].source
    bound = targets(types, entry)
    found = [(span, target) for node in bound for span, target in zip(names_of(node), bound[node]) if target is not None]
    groups: dict[tuple[str, ...], list[tuple[tuple[int, int], Target]]] = defaultdict(list)
    for span, target in found:
        place = "" if target.span is None else f"{target.span.source.path}:{target.span.start}"
        together = target.name if target.form in ("member", "built-in") else place
        groups[target.form, together].append((span, target))
    edits: dict[int, tuple[int, str]] = {}
    for number, group in enumerate(groups.values()):
        own = all(t.span is not None and t.span.source is source and t.form not in ("module", "file") for _, t in group)
        if own and not any(t.name in KEPT for _, t in group):
            for (start, end), _ in group:
                edits[start] = end, f"{source.text[start:end]}_r{number}"
    parts, behind = [], 0
    for start, (end, new) in sorted(edits.items()):
        parts += [source.text[behind:start], new]
        behind = end
    return "".join([*parts, source.text[behind:]])


@pytest.mark.parametrize("part", range(8))
def test_a_file_with_other_names_compiles(part: int) -> None:
    tried = 0
    for path in cases()[part::8]:
        text = path.read_text(encoding="utf-8")
        entry = Path(path).relative_to(TESTS).as_posix()
        types = checked(TestWorld(library_of(text)), entry)
        if types is None:
            continue
        again = renamed(types, entry)
        tried += again.count("_r") > text.count("_r")
        assert checked(TestWorld(library_of(text), {entry: again}), entry) is not None, again
    assert tried > 10
