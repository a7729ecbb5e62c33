"""What became of the verdicts over a design: the line of each, of all figures that fell out, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vdl.cli.change_words import listed
from vdl.cli.differences import Design, Difference
from vdl.report import model as m
from vdl.snapshot.change import Change
from vdl.snapshot.compared import Cell
from vdl.snapshot.records import Rule
from vdl.snapshot.worded import rule_words
from vdl.text.diagnostics import several
from vdl.text.source import Span
from vdl.values import is_number
from vdl.words import deciding
from vdl.words import values as show
from vdl.words.formulas import text_of
from vdl.words.verdicts import RULES

_PAINTED: dict[str, m.Tone] = {"worse": "bad", "better": "good", "": "neutral"}

_BROKEN = frozenset([RULES["fails"][0], f"{RULES['fails'][0]} (error)", RULES["part"][0], f"{RULES['part'][0]} (error)"])
"""How the outcomes of rules begin that a design does not hold with."""

_NAMED = 12
"""Published figures that are named; the others are counted."""


def verdict(one: Difference, each: Change) -> m.Prose:
    """ "fails: `box.fits` (box.vdl:3): 9 > 8 kg (before: holds): it fits; hangs on `box.load`" """
    if each.section == "verdict":
        gone = each.bearing == "better"
        where = f" ({one.places[each.name]})" if each.name in one.places else ""
        return (m.Verdict("settled" if gone else "wrong", "good" if gone else "bad"), m.Text(f": {each.name}{where}"))
    before, after = (side if isinstance(side, str) else "" for side in each.cells)
    rule = _rule(one.new, each.name)
    was_open, old_rule = each.section == "open_points", _rule(one.old, each.name)
    if after and rule is not None and (rule.outcome in ("fails", "part") or (was_open and rule.outcome in ("waived", "holds"))):
        after = rule_words(rule)  # of what is open, or was, with its numbers
    mended = old_rule if was_open and rule is not None and rule.outcome == "holds" else None
    before = rule_words(mended) if mended is not None else before
    word, _, rest = after.partition(": ")
    if not after:
        word = "no longer open" if each.section == "open_points" else "no longer judged"
    where = one.places.get(each.name, "")
    tone = _PAINTED["" if no_better(one, each) else each.bearing]
    pieces: list[m.Inline] = [m.Verdict(_in_part(word), tone), m.Text(" "), m.Code(each.name)]
    said = _condition(one.new, each.name) if rest and rule is not None else ""
    pieces.append(m.Text((f" ({where})" if where else "") + (": " if rest else "")))
    pieces += [m.Code(said), m.Text(f", with {rest}")] if said else [m.Text(rest)] if rest else []
    same = before.partition(": ")[0] == word
    was = before.partition(": ")[2 if same else 0] or ("not open" if was_open else "not judged")
    was = before if mended is not None else was
    pieces.append(m.Text(f" (before: {before if not after and before else _in_part(was)})"))
    accepted = _accepted(one, each)
    if accepted or each.note:
        pieces.append(m.Text(f"; {accepted or each.note}"))
    hangs = one.hangs.get(each.name, ())
    begins = [path[0] if one.edits[number].also else one.edits[number].name for number, path in hangs if path]
    names = dict.fromkeys([name for name in begins if name != each.name])
    if names and len(one.edits) > 1:
        pieces.append(m.Text("; hangs on "))
        pieces += listed(list(names)[:3])
    return tuple(pieces)


def is_waived(each: Change) -> bool:
    """Whether a rule, or what was open, is accepted now."""
    return _word(each.after) == RULES["waived"][0]


def no_better(one: Difference, each: Change) -> bool:
    """Whether a verdict that is milder is no merit: it is only accepted, or what it was of is gone."""
    return each.bearing == "better" and (is_waived(each) or any(edit.sort == "removed" for edit in one.edits))


def gathered(lines: Iterable[m.Prose]) -> list[m.Prose]:
    """Lines of verdicts, those that say the same of several names as one."""
    found: dict[tuple[m.Prose, m.Prose], list[m.Inline]] = {}
    for line in lines:
        named = line[2:3] if len(line) > 3 and isinstance(line[2], m.Code) else ()  # "fails", a blank, the name and what is said
        key = (line[:2], line[3:]) if named else (line, ())
        names = found.setdefault(key, [])
        names += [*([m.Text(", ")] if names else []), *named]
    return [(*begin, *names, *rest) for (begin, rest), names in found.items()]


def _condition(side: Design | None, name: str) -> str:
    """What a rule compares, as it is written, where that has no unit by which it could be known; else ""."""
    if side is None or side.compiled is None:
        return ""
    rule, found = _rule(side, name), [rule for rule in side.compiled.solved.judged.rules if rule.name == name and rule.rule]
    numbers = [one for one in (rule.left, rule.right) if one is not None] if rule is not None else []
    if not numbers or not found or any(one.unit.singular for one in numbers) or found[0].rule is None:
        return ""
    entry = found[0].rule
    return text_of(entry.node.condition, entry.source)


def _accepted(one: Difference, each: Change) -> str:
    """ "accepted, when it was 9 kg: "for a year", A. Bee, until 2027-06-30, box.vdl:9" of a failure that is accepted; else "".

    What the rule says would read as the reason why it may fail.
    """
    was, now = [_rule(side, each.name) for side in (one.old, one.new)]
    if now is None or now.outcome != "waived" or one.new is None or one.new.compiled is None:
        return ""
    judged = next((rule for rule in one.new.compiled.solved.judged.rules if rule.name == each.name), None)
    entries = judged.waivers if judged is not None else ()
    said = []
    for waived, entry in zip(now.waived_by, entries):
        where = Span(entry.source, entry.node.start, entry.node.end).where()
        until = f"until {waived.until}" if waived.until else ""
        said.append(", ".join(filter(None, [f'"{waived.reason}"', waived.owner, until, waived.citation, where])))
    # where the waiver itself is another one, it was written for the new number
    kept = was is not None and [w._replace(file="") for w in was.waived_by] == [w._replace(file="") for w in now.waived_by]
    moved = [one for one, other in [(was.left, now.left), (was.right, now.right)] if one != other] if was and kept else []
    numbers = [show.text(*one) for one in moved if one is not None and is_number(one.value)]
    when = f", when it was {f' {now.op} '.join(numbers)}" if numbers else ""
    return f"accepted{when}: {'; '.join(said)}" if said else ""


def _rule(side: Design | None, name: str) -> Rule | None:
    rules = side.found.rules if side is not None and side.found is not None else ()
    return next((rule for rule in rules if rule.path == name), None)


def _in_part(word: str) -> str:
    part = RULES["part"][0]
    return f"{part} of the range{word[len(part) :]}" if word.startswith(part) else word


def fallen(found: Iterable[Change]) -> m.Prose:
    """ "2 published figures differ: `carts`, `load`": those that did not before; () where there are none."""
    names = [each.name for each in found if each.bearing == "worse"]
    if not names:
        return ()
    rest = [m.Text(f" and {len(names) - _NAMED:,} more")] if len(names) > _NAMED else []
    words = f"{several(len(names), 'published figure')} {'differs' if len(names) == 1 else 'differ'}"
    return (m.Verdict(words, "bad"), m.Text(": "), *listed(names[:_NAMED]), *rest)


def judged(found: Sequence[Change], settled: Sequence[Change] = (), *, named: bool = False) -> Iterator[str]:
    """How many verdicts changed, for a headline: "2 rules now fail", "1 rule is not evaluated", "1 waiver accepts nothing";
    without the open points that are `settled`, and what is `named` anyway: what a design no longer holds for."""
    rules = [each for each in found if each.section != "verdict"]
    fails, mended = (_ended([each for each in rules if each.section == "rules"], bearing, "fails", "holds for part")
                     for bearing in ("worse", "better"))  # fmt: skip
    silent = _ended(rules, "worse", RULES["not-evaluated"][0])
    milder, stricter = _severer(rules, "warning", "info"), _severer(rules, "error")
    of_rules = [each for each in rules if each.section == "rules"]
    gone = sum(each.after is None for each in of_rules)
    waived = [[_word(side) == RULES["waived"][0] for side in each.cells] for each in of_rules]
    accepted = sum(now and not was for was, now in waived)
    accepted += sum(is_waived(each) for each in found if each.section == "open_points" and each.bearing == "better")
    grown = [_word(each.after) for each in of_rules if each.bearing == "worse" and _word(each.before) == _word(each.after)]
    idle = sum(each.section == "verdict" and each.bearing == "worse" and each.name != "verdict" for each in found)
    if fails and not named:
        yield f"{several(fails, 'rule')} now {'fails' if fails == 1 else 'fail'}"
    if silent:
        yield f"{several(silent, 'rule')} {'is' if silent == 1 else 'are'} not evaluated"
    if idle and not named:
        yield f"{several(idle, 'waiver')} {'accepts' if idle == 1 else 'accept'} nothing"
    if gone:
        yield f"{several(gone, 'rule')} {'is' if gone == 1 else 'are'} no longer judged"
    if milder:
        yield f"{several(milder, 'rule')} {'is no longer an error' if milder == 1 else 'are no longer errors'}"
    if stricter:
        yield f"{several(stricter, 'rule')} {'is an error' if stricter == 1 else 'are errors'} now"
    if accepted:
        yield f"{several(accepted, 'failure')} {'is' if accepted == 1 else 'are'} accepted"
    for word, sort in ((RULES["waived"][0], "accepted failure"), (RULES["fails"][0], "failure")):
        if number := grown.count(word):
            yield f"{several(number, sort)} grew"
    if mended:
        yield f"{several(mended, 'rule')} no longer {'fails' if mended == 1 else 'fail'}"
    points = [each for each in found if each.section == "open_points" and each not in settled and not is_waived(each)]
    silent_rules = {each.name for each in rules if each.bearing == "worse" and _word(each.after) == RULES["not-evaluated"][0]}
    for bearing, word in (("worse", "more"), ("better", "fewer")):
        names = [each.name for each in points if each.bearing == bearing and each.name not in silent_rules]
        if names:
            yield f"{several(len(names), 'open point')} {word}" + (f" ({', '.join(names)})" if len(names) < 3 else "")


def broken(found: Sequence[Change]) -> Iterator[str]:
    """Why a design no longer holds: "fleet.few fails", "2 published figures to renew", "a waiver accepts nothing any more"."""
    worse = [each for each in found if each.bearing == "worse"]
    names = [each.name for each in worse if each.section == "rules" and _word(each.after) in _BROKEN]
    if names:
        yield f"{deciding.listed(names, 3)} {'fails' if len(names) == 1 else 'fail'}"
    figures = sum(each.section == "expectations" for each in worse)
    if figures:
        yield f"{several(figures, 'published figure')} to renew"
    idle = sum(each.section == "verdict" and each.name != "verdict" for each in worse)
    if idle:
        yield "a waiver accepts nothing any more" if idle == 1 else f"{idle:,} waivers accept nothing any more"


def _ended(found: Iterable[Change], bearing: str, *words: str) -> int:
    """How many are so now, or, of what is better, were so and are not accepted now."""
    rows = [each for each in found if each.bearing == bearing and _word(each.before) != _word(each.after)]
    rows = [each for each in rows if bearing != "better" or _word(each.after) != RULES["waived"][0]]
    return sum(_word(each.before if bearing == "better" else each.after) in words for each in rows)


def _word(side: Cell) -> str:
    """The outcome that a side begins with."""
    return side.partition(":")[0] if isinstance(side, str) else ""


def _severer(found: Iterable[Change], *severities: str) -> int:
    """How many rules have another severity, which is one of these now."""
    marks = tuple([f"({one})" for one in severities])
    ends = [[_word(cell) for cell in each.cells] for each in found if each.section == "rules" and None not in each.cells]
    return sum(was.endswith("(error)") != now.endswith("(error)") and now.endswith(marks) for was, now in ends)


__all__ = ["broken", "fallen", "gathered", "is_waived", "judged", "no_better", "verdict"]
