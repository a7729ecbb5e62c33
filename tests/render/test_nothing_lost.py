"""What was found of a design stands in its document: every number that is bought, asked for, judged or stated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples import EXAMPLES, NAMES, compiled, report
from vdl.render.formats.markdown import markdown
from vdl.render.typeset import signs
from vdl.report.titles import spaced
from vdl.semantics.units import divide
from vdl.snapshot.records import ShownValue, Snapshot
from vdl.snapshot.take import snapshot
from vdl.text.phrases import in_words
from vdl.values import NOT_STATED, Varying, is_exact, scalars
from vdl.words import values as show
from vdl.words.rounded import rounded
from vdl.words.verdicts import Words


def told(snap: Snapshot) -> Iterator[tuple[str, ShownValue]]:
    """What each thing is called in the design, and what it is."""
    for count in snap.counts:
        yield count.path, count.value
        for bound in count.bounds:
            if bound.applies and bound.asks.value is not NOT_STATED and count.value.value != 0:
                yield f"{count.path}.{bound.name}", bound.asks
    for one in snap.inputs:
        if one.value is not None and one.origin != "library":
            yield one.path, one.value


@pytest.mark.parametrize("path", EXAMPLES, ids=NAMES)
def test_every_value_of_the_snapshot_is_printed(path: Path) -> None:
    made = compiled(path)
    solved = made.designs[0]
    page = signs(markdown(report(path, solved.name)).replace("\\", "").replace("`", ""))
    text = " ".join(page.split())
    rows = [Counter([cell.strip() for cell in line.split("|")]) for line in page.splitlines() if line.startswith("|")]
    snap = snapshot(made, solved)

    def printed(given: ShownValue) -> bool:
        """Whether it is there in its unit, without it, as it may stand in a head, or in one that is a thousand times that."""
        words: list[str] = []
        for value in (given.value, rounded(given.value, given.unit)):  # what is worked out is shown with the digits it carries
            words += [show.told(value, given.unit), show.told(value, given.unit.unnamed())]
            if is_exact(value):
                words += [show.scalar(divide(value, times), given.unit.unnamed()) for times in (1000, 1024)]
        return any(signs(in_words(one)) in text for one in words) or in_columns(given)

    def in_columns(given: ShownValue) -> bool:
        """Whether it differs from label to label, and a row has what it is at each, in whatever order the labels stand there."""
        if not isinstance(given.value, Varying):
            return False
        bare = given.unit.unnamed()
        for value in (given.value, rounded(given.value, given.unit)):
            at_each = Counter([signs(in_words(show.scalar(one, bare))) for _, one in scalars(value) if one is not NOT_STATED])
            if any(at_each <= row for row in rows):
                return True
        return False

    assert not [f"{name} = {show.told(value.value, value.unit)}" for name, value in told(snap) if not printed(value)]
    words = Words(solved.types.types, made.names.units, spaced, told=True)
    for rule in solved.judged.rules:
        fails = rule.outcome in ("fails", "part", "waived")
        demanded = fails or rule.outcome == "not-evaluated"
        if rule.outcome != "not-applicable":
            assert signs(in_words(words.found(rule) if fails else words.detail(rule, demanded=demanded))) in text, rule.name
            assert signs(words.margin(rule)) in text, rule.name
