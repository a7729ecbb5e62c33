"""Whether the words of a rule speak of the other side of a limit than its sign does: "a quarter stays free" beside `<=`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Formula, Op, lesser_first
from vdl.graph.design import RuleEntry
from vdl.graph.order import operations, parts
from vdl.semantics.units import divide
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.spelt import Said, numbers_said
from vdl.words.said import BEHIND, SaidUnits, as_written, literals, written

_LEAST = r"(?i)\b(at least|or more|no less|no fewer|not less|minimum)\b"
_LEFT = r"(?i)\b(stays? free|kept free|remains?|(?:is|are) left|to spare)\b"
"""Words for the least of what is left, and for the most of what takes of that: "14 kg are left" of `load <= 14 kg`."""

_MOST = (
    r"(?i)\b(at most|or less|or fewer|no more|not more|maximum|up to|granted|places? for|room for|takes?|holds?|fits?"
    r"|limit(?:ed)?|budget)\b"
)  # fmt: skip
_OPPOSITE = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def turned(node: s.Require, units: SaidUnits) -> list[str]:
    """A help for who turned the sign round, where the text of a rule that fails says so, and says nothing of the other side, nor
    of another figure: "a tenth stays free" of `<= 90 %`."""
    condition, text = node.condition, str(node.text or "")
    if not isinstance(condition, s.Compare) or condition.op not in _OPPOSITE or not _is_figure(condition.right):
        return []
    least, most = re.search(_LEAST, text), re.search(_MOST, text)
    if least is None and _begins(_names(condition.left), _KEPT):
        least = re.search(_LEFT, text)
    below = condition.op in ("<=", "<")
    word = least if below else most
    if word is None or (most if below else least) is not None:
        return []
    said = numbers_said(text)
    if said and not any(_is_the_figure(text, one, condition.right, units) for one in said):
        return []
    limit = "the least" if below else "the most"
    return [f'its text says "{word[0]}", as of {limit} that may be: if that is meant, write `{_OPPOSITE[condition.op]}`']


def _is_the_figure(text: str, said: Said, figure: s.Expr, units: SaidUnits) -> bool:
    """Whether a number of a text is the figure of a comparison, and counts nothing else."""
    unit = units.behind(text, said) or units.near(text, said)
    for one in literals(figure, "", units.units):
        fits = unit is None or any(unit.dimension == each.dimension for each in units.numerators(one.name))
        if fits and one.value in as_written(text, said, one, units):
            return True
    return False


_THE = r"(?:the |these |those |our |about |all of the )?"
_UNIT = r"(?: [\w/]+){0,2}"
_AT_MOST = (
    rf"(?i)\b(?:(?:at (?:the )?most|(?:no|not|never) more than|no(?:t)? (?:over|above|beyond|exceed(?:ing)?)|within|limited to"
    rf"|no (?:higher|larger|longer|greater) than|(?:an? )?maximum(?: of)?|up to) {_THE}#{_UNIT}"
    rf"|no [\w ]{{1,30}}? (?:costs?|takes?|needs?|uses?|draws?) more than #{_UNIT})"
    rf"|#{_UNIT} (?:at (?:the )?most|or (?:less|fewer))\b"
)
"""Words for the most that may be, with the number of the rule as `#`."""

_GRANTED = (
    r"(?i)\b(?:granted|approved)(?: [\w']+){0,2} #|\bbudget (?:is|of) #"
    rf"|#{_UNIT} (?:(?:is|are|was|were) )?(?:granted|approved)\b"
)
_ROOM_FOR = r"(?i)\b(?:has|have|is|are) (?:places?|room|space) for #(?! more\b)"
_THERE = (
    rf"(?i)#{_UNIT} (?:that|which) (?:is|are) (?:there|left)\b"
    rf"|\b(?:stands?|fits?|goes|lies) (?:in|into|on|onto) {_THE}#(?! more\b)"
    rf"|\b(?:has|have)(?: only)? #{_UNIT} left\b"
)
"""Words for what is there to be taken, and so for the most of what takes it."""

_AT_LEAST = (
    rf"(?i)\b(?:at (?:the )?least|(?:no|not|never) (?:fewer|less) than|(?:an? )?minimum(?: of)?) {_THE}#"
    rf"|#{_UNIT} (?:at (?:the )?least|or more)\b"
)
_STAYS = r"(?i)#[^,;.:#]{0,40}? (?:(?:stays?|remains?|(?:is|are) kept) free|(?:is|are) left|to spare)\b"

_TURNS = (
    r"(?i)\b(?:not?|never|none|cannot|\w+n't|without|otherwise|else|unless|if|too|but|beyond|when|than|slow|fails?|lost"
    r"|loss)\b"
)
"""Words behind which a text speaks of what must not be, of a case, or of something else."""

_NEEDED = (
    r"(?i)\b(?:for|works?|at work|at a time|at once|log|sign|comes?|expect\w*|foreseen|asks?|asked|needs?|needed|grows?|growth"
    r"|carr(?:y|ies)|takes?|holds?|supports?|serves?|handles?|allows?|lasts?|copes?|survives?|enough)\b"
)  # fmt: skip
"""Words of what someone needs, or of what something bears: "at most 40 work at a time" is why there are 40 seats or more."""

_OFFERS = tuple(
    "free left spare remain rest unused avail capacity room place space margin reserve slack limit grant budget own carried "
    "allow may max least min goal".split()
)
"""How names begin, or end, of what is there to be taken, or is a limit itself."""

_KEPT = ("free", "left", "spare", "remain", "unused")
_HALF = divide(1, 2)


def said_the_other_way(entry: RuleEntry, units: SaidUnits) -> Iterator[Diagnostic]:
    """A rule whose text says of the figure that it compares with that it is the other end: "the box has 30 left" of `>= 30`,
    also where it holds. Nothing is said where the words may be of what is compared as well as of the limit."""
    compared = list(_joined(entry.node.condition))
    limits = [found for one in compared if (found := _limit(one)) is not None]
    if len({below for _, _, below, _ in limits}) != 1 or len(limits) != len(compared):
        return
    for node, side, below, figure in limits:
        words = _of_the_other(entry, node, side, figure, units, below=below)
        if words:
            sign = ">=" if below else "<="
            sign = sign if (node.left is side) else _OPPOSITE[sign]
            sign = sign if node.op in ("<=", ">=") else sign[0]
            span = Span(entry.source, node.start, node.end)
            least = 'its text says "{words}", as of the least that may be'
            says = phrase(least if below else 'its text says "{words}", as of the most that may be', words=words)
            yield errors.said_otherwise(
                span, entry.path, phrase("asks for `{figure}`", figure=written(span)), says,
                which=f"if its text is right, write `{sign}`",
            )  # fmt: skip
            return


def _joined(condition: s.Expr) -> Iterator[s.Expr]:
    if isinstance(condition, s.Binary) and condition.op == "and":
        yield from _joined(condition.left)
        yield from _joined(condition.right)
    else:
        yield condition


def _limit(one: s.Expr) -> tuple[s.Compare, s.Expr, bool, s.Expr] | None:
    """A comparison, what it compares, whether that is to be below, and the figure that it is compared with."""
    if not isinstance(one, s.Compare) or one.op not in _OPPOSITE or _is_figure(one.left) == _is_figure(one.right):
        return None
    if _is_figure(one.right):
        return one, one.left, one.op in ("<=", "<"), one.right
    return one, one.right, one.op in (">=", ">"), one.left


def _of_the_other(
    entry: RuleEntry, node: s.Expr, side: s.Expr, figure: s.Expr, units: SaidUnits, *, below: bool
) -> str:  # fmt: skip
    """The words that a text says of a figure as of the other end of what may be; "" where there are none, or more to it."""
    text = str(entry.text)
    compared = next((op for op in operations([entry.condition]) if op.node is node), None)
    names = _names(side)
    if compared is None or any(isinstance(one, s.Binary) and one.op == "-" for one in s.walk(side)):
        return ""
    lesser, greater = lesser_first(compared) or (compared, compared)
    made = lesser if below else greater
    if isinstance(made, Cell) and isinstance(made.formula, Const) and made.form == "input":
        return ""  # a figure of the author's, of which a text may say why it is so
    for said in numbers_said(text):
        if not _is_the_figure(text, said, figure, units) or (below and said.readings[0] == _HALF):
            continue  # half of it free is half of it taken
        marked = f"{text[: said.start]}#{text[said.end :]}"
        found = _least(marked, names) if below else _most(marked, names, made)
        other = re.search(_AT_MOST, marked) if below else re.search(_AT_LEAST, marked) or re.search(_STAYS, marked)
        left = marked[: found.start()] + marked[found.end() :] if found is not None else ""
        if found is not None and other is None and not re.search(_TURNS, left):
            words, behind = found.group(), re.compile(BEHIND).match(text, said.end)
            end = behind.end(1) if words.endswith("#") and behind is not None else said.end
            return words.replace("#", text[said.start : end]).strip()
    return ""


def _most(marked: str, names: set[str], made: Formula) -> re.Match[str] | None:
    """Words for the most that may be, where what is compared is no room itself."""
    if _begins(names, _OFFERS):
        return None
    found = re.search(_AT_MOST, marked)
    if found is not None and not re.search(_NEEDED, marked.replace(found.group(), "")):
        return found
    found = re.search(_GRANTED, marked)
    if found is not None:
        return found
    found = re.search(_ROOM_FOR, marked)
    if found is not None and isinstance(made, Cell) and made.form == "count":
        return found
    found = re.search(_THERE, marked)
    return found if found is not None and _is_taken(made) else None


def _least(marked: str, names: set[str]) -> re.Match[str] | None:
    """Words for the least that may be; what stays free is spoken of where that is compared."""
    found = re.search(_AT_LEAST, marked)
    if found is not None:
        return found
    return re.search(_STAYS, marked) if _begins(names, _KEPT) else None


def _begins(names: set[str], words: tuple[str, ...]) -> bool:
    return any(word.startswith(words) or word.endswith(words) for word in names)


def _names(side: s.Expr) -> set[str]:
    """The words of the last names of what an expression reads: those of the objects before say only of what it is."""
    read = list(s.walk(side))
    bases = {one.base for one in read if isinstance(one, s.Attribute)}
    names = [one.name for one in read if isinstance(one, (s.Name, s.Attribute)) and one not in bases]
    return {word for name in names for word in name.lower().split("_")}


def _is_taken(made: Formula) -> bool:
    """Whether something is worked out from counts, by which it takes so much, and nothing is taken away or shared out."""
    within = list(parts([made], lambda cell: cell.form != "count"))
    counted = any(isinstance(one, Cell) and one.form == "count" for one in within)
    return counted and not any(isinstance(one, Op) and one.op in ("-", "/") for one in within)


def _is_figure(side: s.Expr) -> bool:
    return isinstance(side, (s.Number, s.LabelMap, s.Range))


__all__ = ["said_the_other_way", "turned"]
