"""What like objects and formulas show to be a slip: a name that was copied, another end, a factor or a term left out."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import Places, report
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import phrase
from vdl.text.source import Span


def copied_name(
    span: Span, name: str, path: str, like: str, meant: str, own: str, place: Places, labels: tuple[str, str] | None = None
) -> Diagnostic:  # fmt: skip
    """A formula reads something that is named after a like object, or a like `let`, where the same formula of that reads it, too,
    and nothing that is named after its own: `salt: goods { weight = flour_kg * 2 }` beside `flour: goods { weight = flour_kg }`
    and `salt_kg`. It was copied, most likely, and a name not changed. Of an object that reads in other formulas what is named
    after it, those are asked about that stand in the other one letter by letter. A name is after an object that begins with the
    same five letters, too: `planners_no` after `planning`, where nothing else is named as that.

    So it is with two objects whose other lines are the same but for one word, `second { load = south_kg, holds = [north] }`
    beside `first { load = north_kg, holds = [north] }` and `south`, and with what stands in the body of a like one,
    `north.flour` in `south { row { ... } }`, where that has its own and `north` fills the same with what is its own.

    So it is with labels: `{ south: north_kg }` beside `{ north: north_kg }` of a like object, and `south_kg`, where the value
    stands at no other label there, and both have the same for what is left.

    Where it is meant, give it a name that says so, `let salt_needed = flour_kg`, and read that.
    """
    help_ = f"if `{meant}` is meant, write that; if not, give it a name that says so, `let {own}_... = {name}`, and read that"
    if labels is None:
        key = "`{path}` reads `{name}`, as `{like}` does, and not `{meant}`"
    else:
        key = "`{path}` at `{here}` reads `{name}`, as `{like}` at `{there}` does, and not `{meant}`"
    here, there = labels or ("", "")
    message = phrase(key, path=path, name=name, like=like, meant=meant, here=here, there=there)
    return report("copied-name", span, message, "most likely copied", severity="warning", subject=path, related=place,
                  help=[help_])  # fmt: skip


def one_left_out(span: Span, path: str, terms: Sequence[str], left: str, place: Places) -> Diagnostic:
    """A sum adds up one thing of several objects of a kind, and leaves out one more that stands beside them and whose figure
    nothing of the body reads: `let total = north.staff + south.staff` beside `east`.

    Asked about are sums whose name says that they are all there is, such as `total`, `all_staff` and `everybody`, or is no more
    than what they add up, `let staff = ...`; what fills an input of that name in the only object of a kind, where that names none
    of those besides; and sums that several formulas have. So it is with figures of which each fills the same of another object:
    `north_staff` and `south_staff` beside `east_staff`. Where one is left out on purpose, give the sum a name that says of which
    it is.
    """
    message = phrase("`{path}` adds up {terms}, and not `{left}`", path=path, terms=enumerated(terms, "and"), left=left)
    return report("one-left-out", span, message, "one of its like is left out", severity="warning", subject=path, related=place,
                  help=[f"if all are meant, add `+ {left}`; if not, give the sum a name that says of which it is"])  # fmt: skip


def odd_one_out(span: Span, name: str, path: str, meant: str, own: str, place: Places, beside: str = "") -> Diagnostic:
    """A formula reads a name with another end than formulas of like objects that fill the same, where the name with the end of
    theirs is declared, too: `flour: goods { load = flour_now }` beside `salt: goods { load = salt_later }` and `flour_later`.
    The slip of the one who has both names before them.

    Two others or more have to read the common end there, and none another one. It is also asked where one does, of names that
    are after their objects, if other objects read the common end, and nothing the other one but to work out the rest. Of
    the others, one has to have both ends, too. Names that begin alike and end in what they are of are looked at as well; and so
    are two lets that are called alike, of which one reads what is called after a third thing, which reads it, too:
    `salt_south = 4 kg * flour_growth` beside `salt_north = 9 kg * growth` and `flour = 5 kg * flour_growth`. A formula that reads
    what is named after its own thing and after another one mixes them: `salt_load = salt_now * flour_growth`, where
    `salt_growth` is declared and neither of the two is worked out from the other.

    Where it is meant, give it a name that says so, `let flour_at_first = flour_now`, and read that.
    """
    help_ = f"if `{meant}` is meant, write that; if not, give it a name that says so, `let {own}_... = {name}`, and read that"
    mixed = "`{path}` reads `{name}` with `{beside}`, and not `{meant}`"
    key = mixed if beside else "`{path}` reads `{name}`, and not `{meant}`, as those do that are like it"
    return report("odd-one-out", span, phrase(key, path=path, name=name, beside=beside, meant=meant),
                  "the odd one of them", severity="warning", subject=path, related=place, help=[help_])  # fmt: skip


def factor_left_out(span: Span, path: str, factor: str, like: str, instead: str, place: Places) -> Diagnostic:
    """Of like objects one states a number alone, and the others multiply theirs by a factor that differs along a kept axis:
    `south: store { load = 30 kg }` beside `north: store { load = 20 kg * load_growth }`. It does not grow, while they do.

    It is asked where two others or more do so, and where one does with a factor that is called after what they fill or after
    their kind, and after no object. Where it is meant, give it a name that says so, and fill with that: `let south_stays =
    30 kg`.
    """
    help_ = f"if it changes as the others do, write `{instead}`; if it stays, give it a name that says so, and fill with that"
    message = phrase("`{path}` is not multiplied by `{factor}`, as `{like}` is", path=path, factor=factor, like=like)
    return report("factor-left-out", span, message,
                  "stays as it is", severity="warning", subject=path, related=place, help=[help_])  # fmt: skip


def other_operator(span: Span, path: str, operation: str, like: str, there: str, place: Places) -> Diagnostic:
    """A formula is that of a like object but for its numbers, and divides where that multiplies, or takes away where it adds:
    `north: store { load = 20 kg / load_growth }` beside `south: store { load = 30 kg * load_growth }`. Of two of them the one
    that divides or takes away is asked about. Where it is meant, give it a name that says so, and fill with that.
    """
    help_ = f"if it is meant as there, write `{there}`; if not, give it a name that says so, and fill with that"
    does, other = phrase(_OPERATIONS[operation]), phrase(_OPERATIONS[there])
    message = phrase("`{path}` {does} where `{like}` {other}", path=path, does=does, like=like, other=other)
    return report("other-operator", span, message,
                  "the inverse of the other", severity="warning", subject=path, related=place, help=[help_])  # fmt: skip


_OPERATIONS = {"*": "multiplies", "/": "divides", "+": "adds", "-": "takes away"}
"""What a formula does with a sign, in words."""
