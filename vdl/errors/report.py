"""What the functions of the catalog are made with: bounded diagnostics, suggestions, and what a slug is besides."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from vdl.text.diagnostics import Diagnostic, Severity, enumerated
from vdl.text.limits import SAME_DIAGNOSTICS
from vdl.text.phrases import cut
from vdl.text.source import Source, Span

Places = Sequence[tuple[Span, str]]
"""Further places, each with its label."""


class Reports(list[Diagnostic]):
    """What a pass has to say."""

    def __init__(self) -> None:
        super().__init__()
        self._searched: dict[str, int] = {}
        self._compared = 0

    def among(self, source: Source, known: Iterable[str]) -> Iterable[str]:
        """The names among which a similar one is searched: all that are known, for the first faults of a file.

        A search looks at all of them, what is said more often is only counted, and where very many are known,
        fewer searches have to do.
        """
        searched = self._searched[source.path] = self._searched.get(source.path, 0) + 1
        if searched > SAME_DIAGNOSTICS or self._compared > _SEARCHED:
            return ()
        found = list(known)
        self._compared += len(found)
        return found

    def searches(self, source: Source) -> bool:
        """Whether something was searched for the last fault of a file."""
        return self._searched.get(source.path, 0) <= SAME_DIAGNOSTICS and self._compared <= _SEARCHED


def rules_named(names: Sequence[str]) -> tuple[str, bool]:
    """Rules that fail alike, and whether they are told as one: "rules `a.once`, `b.once`", "rule `once` of 30 objects, `a`, `b`,
    `c` and 27 more,"."""
    if len(names) == 1:
        return f"rule `{names[0]}`", True
    if len(names) > _ALL and len({one.rpartition(".")[2] for one in names}) == 1:
        return f"rule `{names[0].rpartition('.')[2]}` of {of_objects([one.rpartition('.')[0] for one in names])},", True
    more = f" and {len(names) - _ALL:,} more" if len(names) > _ALL else ""
    return f"rules {', '.join([f'`{one}`' for one in names[:_ALL]])}{more}", False


def of_objects(paths: Sequence[str], of: str = "objects") -> str:
    """ "30 objects, `a`, `b`, `c` and 27 more" """
    return f"{len(paths):,} {of}, {', '.join([f'`{one}`' for one in paths[:_FIRST]])} and {len(paths) - _FIRST:,} more"


_ALL = 8
"""So many rules, or objects, are all named."""

_FIRST = 3
"""Of more, as many."""


# ------------------------------------------------------------------------------ what a slug is besides
Function = TypeVar("Function", bound=Callable[..., Diagnostic])

FINDING_SLUGS: set[str] = set()
CONSEQUENCE_SLUGS: set[str] = set()


def slug_of(name: str) -> str:
    """The slug of a function of the catalog: "unknown-name" of `unknown_name`."""
    return name.replace("_", "-")


def finding(function: Function) -> Function:
    """A verdict over a design that could be solved: no fault in its text."""
    FINDING_SLUGS.add(slug_of(function.__name__))
    return function


def consequence(function: Function) -> Function:
    """What a file that could not be understood in full makes appear elsewhere; it is not said then."""
    CONSEQUENCE_SLUGS.add(slug_of(function.__name__))
    return function


# ------------------------------------------------------------------------------ bounded texts
_LONGEST_WORD, _LONGEST_TEXT = 160, 1_200
"""Characters; names, texts of rules and numbers of a design may be of any length, a diagnostic may not."""

_MOST = 10
"""Further places and notes of one diagnostic."""


def _bounded(text: str) -> str:
    if len(text) <= _LONGEST_WORD:
        return text
    short = re.sub(rf"\S{{{_LONGEST_WORD + 1},}}", lambda word: f"{word[0][:100]}...{word[0][-40:]}", text)
    short = short if len(short) <= _LONGEST_TEXT else f"{short[: _LONGEST_TEXT - 300]} ... {short[-280:]}"
    return cut(text, short, _bounded)


def report(
    slug: str, span: Span | None, message: str, label: str = "", *, severity: Severity = "error", related: Places = (),
    notes: Sequence[str] = (), help: Sequence[str] = (), subject: str = "",
) -> Diagnostic:  # fmt: skip
    """A diagnostic, all of whose texts are bounded."""
    places = tuple((place, _bounded(words)) for place, words in related[:_MOST])
    notes = notes if len(notes) <= _MOST else [*notes[:_MOST], f"and {len(notes) - _MOST:,} more"]
    return Diagnostic(
        slug, severity, _bounded(message), span, _bounded(label), places, tuple(map(_bounded, notes)),
        tuple(map(_bounded, help)), subject,
    )  # fmt: skip


class Named(Protocol):
    """A kind, a member: what has a name."""

    name: str


def name_of(part: Named | str) -> str:
    return part if isinstance(part, str) else part.name


def cycle_text(cycle: Sequence[Named | str]) -> str:
    """ "a -> b -> a"; of a long circle its beginning and its end."""
    if len(cycle) > 12:
        cycle = [*cycle[:6], f"({len(cycle) - 11:,} more)", *cycle[-5:]]
    return " -> ".join(map(name_of, cycle))


# ------------------------------------------------------------------------------ suggestions
_CUTOFF = 0.65
_COMPARED = 500
"""Names that are compared letter by letter with one that is not known; fewer where names are long."""
_LETTERS = 200_000
"""Pairs of letters that these comparisons may look at."""
_SEARCHED = 400_000
"""Names that all searches of a pass look at, before the first that has to do without."""


def nearest(name: str, known: Iterable[str]) -> str:
    """The most similar of the known names, or ""."""
    lowered = {k.lower(): k for k in sorted(known, reverse=True)}
    wanted = name.lower()
    if wanted in lowered:
        return lowered[wanted]
    near = _similar_in_length(wanted, lowered)
    if not near:
        return ""
    import difflib  # only where something is misspelt

    close = difflib.get_close_matches(wanted, near, n=1, cutoff=_CUTOFF)
    return lowered[close[0]] if close else ""


def _similar_in_length(wanted: str, known: Iterable[str]) -> list[str]:
    """Those that can be similar at all; of very many, those that also begin or end alike."""
    size = len(wanted)
    if size > 100:
        return []
    near = [k for k in known if 2 * min(size, len(k)) >= _CUTOFF * (size + len(k))]
    most = min(_COMPARED, _LETTERS // max(size * size, 1))
    if len(near) > most:
        near = [k for k in near if k[:2] == wanted[:2] or k[-2:] == wanted[-2:]]
    return sorted(near, key=lambda k: (abs(len(k) - size), k))[:most]


def misspelt(name: str, other: str) -> bool:
    """Whether one name is the other with letters wrong, left out, put in or swapped, and not another word or number."""
    words, others = re.findall(_WORD, name.lower()), re.findall(_WORD, other.lower())
    if len(words) != len(others):
        words, others = [re.sub(r"\W|_", "", name.lower())], [re.sub(r"\W|_", "", other.lower())]
    return all(_alike(one, two) for one, two in zip(words, others))


_WORD = r"[^\W\d_]+|\d+"


def _alike(one: str, other: str) -> bool:
    if one == other:
        return True
    if one.isdigit() or other.isdigit():
        return False
    size = max(len(one), len(other))
    return _changes(one, other, 1 if size < _LONG else 2) or one == other + "s" or other == one + "s"


_LONG = 6
"""A word of so many letters may have two of them wrong."""


def _changes(one: str, other: str, most: int) -> bool:
    """Whether so many changes at most make one word the other: a letter more, less, another one, or two swapped."""
    if one == other:
        return True
    if not most:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    one, other = one[at:], other[at:]
    return (
        _changes(one[1:], other, most - 1) or _changes(one, other[1:], most - 1) or _changes(one[1:], other[1:], most - 1)
        or (one[:2] == other[1::-1] and len(one) > 1 and _changes(one[2:], other[2:], most - 1))
    )  # fmt: skip


ToldApart = Callable[[Sequence[str]], Mapping[str, str]]
"""What tells units from each other, by their names."""


def unit_help(name: str, known: Iterable[str], told_apart: ToldApart | None = None) -> str:
    """Which unit may be meant: a misspelt word, a quotient in one word, the same letters in upper or lower case, longer signs
    that begin so, or that have so many of it.

    Letters of a sign differ in meaning by their case, so it is not said that one was meant.
    """
    known, lower = set(known), name.lower()
    if name in (lower, name.capitalize()) and not any(one.lower() == lower for one in known):
        words = [one for one in known if one.islower() and len(one) >= _LETTERS_OF_A_WORD and misspelt(name, one)]
        if words:
            return f"did you mean `{nearest(name, words) or min(words)}`?"
    if name[:-1] in known and name.endswith("s"):
        return f"did you mean `{name[:-1]}`?"
    quotient = _quotient(name, known)
    if quotient:
        others = [one for one in sorted(known) if one.lower() == lower]
        verb = "is another unit" if len(others) == 1 else "are other units"
        also = f"; {enumerated(others, 'and')} {verb}" if others else ""
        return f"write `{quotient}`{also}"
    near = [one for one in known if _may_be_short_for(one, name)]
    many = [prefix + name for prefix in _PREFIXES if len(name) > 1 and prefix + name in known]
    near = near or many or [one for one in known if len(name) > 2 and _changes(lower, one.lower(), 1)]
    near = near if near is many else sorted([one for one in near if one[:-1] not in near])
    if not near:
        return ""
    what = told_apart(near) if told_apart is not None and len(near) > 1 else {}
    shown = [f"`{one}` ({what[one]})" if one in what else f"`{one}`" for one in near]
    units = " and ".join([part for part in (", ".join(shown[:-1]), shown[-1]) if part])
    differ = any(one.lower().startswith(lower) and not one.startswith(name) for one in near)
    return f"there {'is' if len(near) == 1 else 'are'} {units}{'; upper and lower case differ in meaning' if differ else ''}"


_PREFIXES = ("k", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "Pi")
"""What stands before a sign for so many of it."""


def declare_unit(name: str) -> str:
    """How a unit is declared of which nothing is known."""
    return f"to declare it, say what it is made of: `unit {name} = ...`"


def unit_made_of(said: Diagnostic, name: str, unit: str, instead: str, near: str) -> Diagnostic:
    """The same of a unit, where it is known in which unit the figure is wanted: which one may be meant, of those that are `near`
    in name; of a name that nothing is like how the figure is written `instead`, where things are counted."""
    if declare_unit(name) not in said.help:
        return said._replace(help=(near,))
    declared = f"`unit {name} = ... {unit}`"
    help_ = f"write `{instead}`, or say how many one is: {declared}" if instead else f"say how much one is: {declared}"
    return said._replace(help=(_bounded(help_), *said.help[1:]))


def _quotient(name: str, known: Container[str]) -> str:
    """`kg/s` for `kgps`, where both are units; "" of what is no such word."""
    for at in range(1, len(name) - 1):
        if name[at] == "p" and name[:at] in known and name[at + 1 :] in known:
            return f"{name[:at]}/{name[at + 1 :]}"
    return ""


_LETTERS_OF_A_WORD = 4
"""What has fewer is a sign, and another sign is another unit."""


def _may_be_short_for(unit: str, name: str) -> bool:
    """Whether a unit is the same in upper or lower case, or goes on in small letters: `tonne` for `ton`."""
    rest = unit[len(name) :]
    return unit.lower().startswith(name.lower()) and (not rest or (rest.islower() and len(name) > 1 and len(rest) < 5))


def in_quotes(words: str) -> str:
    """How a text is written that lacks its quotes."""
    return f'a text stands in quotes: write `"{words}"`'


RANGE = "a range is written with two dots: `{}`"
"""What is said of a difference that reads like a range."""


def share_words(share: str) -> str:
    """How a share is written by which something grows with time: "15 %"."""
    return f"a ratio is `{share}`: to grow by it from one label of an axis to the next, write `grow(base, {share})`"


def tolerance_words(figure: str, by: str) -> str:
    """How far a published figure was rounded: "2_430 GB", "1 %"."""
    return f"how far a published figure may differ stands behind it: `{figure} within {by}`"


def labels_words(axes: Mapping[str, Sequence[str]]) -> list[str]:
    """Which labels axes have."""
    return [f"the labels of `{axis}` are {enumerated(labels, 'and')}" for axis, labels in axes.items()]


def did_you_mean(
    name: str, known: Iterable[str], instead: Sequence[str] = (), *, answers: Sequence[str] = (), few: bool = True
) -> tuple[str, ...]:
    """A similar name, or the names that differ by what is behind it; where none is, what `answers` which one is meant, else
    what else may be, or all that are known where there are few: `few` is false where others are known that don't fit."""
    known = set(known)
    close = nearest(name, known)
    if close and misspelt(name, close):
        return (f"did you mean {enumerated(_family(name, close, known), 'or')}?",)
    if answers:
        return (*answers,)
    alike = _family(name, close, known)
    which = "there is {}, which is another name: look what it stands for"
    if len(alike) > 1:
        which = "there are {}, which are other names: look what they stand for"
    near = (which.format(enumerated(alike, "and")),) if close else ()
    if instead or near:
        return (*instead, *near)
    if few and 0 < len(known) <= 8:
        return (f"known here: {', '.join(f'`{k}`' for k in sorted(known))}",)
    return ()


def _family(name: str, close: str, known: Iterable[str]) -> list[str]:
    """The most similar name, with those of its family where it is in one: names that go on behind the one that is written, or
    that have other numbers in them, such as `oak_7` and `oak_6_1`; the highest numbers last."""
    stem = re.sub(_NUMBER, "0", name)
    longer = {one for one in known if one.startswith(f"{name}_")}
    numbered = {one for one in known if re.search(_NUMBER, one) and re.sub(_NUMBER, "0", one) == stem}
    found = next((family for family in (longer, numbered) if close in family), {close})
    return sorted(found, key=lambda one: ([(len(part), part) for part in re.findall(_DIGITS, one)], len(one), one))[-_ALIKE:]


_NUMBER, _DIGITS = r"\d+(?:_\d+)*", r"\d+"
_ALIKE = 12
"""Names of a family that are listed."""
