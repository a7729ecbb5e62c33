"""What holds and yet looks like a slip of whoever wrote it: a figure, a unit, a title."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import Places, report
from vdl.text.diagnostics import Diagnostic, enumerated, listed
from vdl.text.phrases import phrase
from vdl.text.source import Span


def close_unit(span: Span, name: str, written: str, instead: str, unit: str, text: str, is_named: bool = True) -> Diagnostic:
    """A figure is written in a unit that is nearly the one in which its input is shown, such as GB where GiB is shown. Both are
    right, and often the other one is meant: sources say "GB" of memory and mean 2^30 bytes, or bytes where bits are meant.

    Write the unit that is meant. Where it is the written one, say so with `waive open INPUT "reason"`. Inputs that are
    declared with `as` have a unit of their own; units count as close where they differ by less than 15 %, or 8 times, as bits and
    bytes do. Of other inputs of the library the unit of their dimension counts, and only bits are held against bytes there.
    """
    help_ = f"if {unit} are meant, write `{text}`" if text else f"if {unit} are meant, write {unit}"
    accept = f"; else {_accept(name)}" if is_named else ""
    message = phrase("`{name}` is {written}, which is {instead}", name=name, written=written, instead=instead)
    return report("close-unit", span, message, f"{unit} are usual here", severity="warning", subject=name,
                  help=[f"{help_}{accept}"])  # fmt: skip


def _accept(name: str) -> str:
    """What accepts a question about something that the design comes to by this path; of what it comes to by none nothing does."""
    return f'accept it with `waive open {name} "why"`'


def rounded_share(span: Span, name: str, written: str, function: str, share: str, whole: str) -> Diagnostic:
    """A share or a factor is rounded to whole numbers, `ceil(growth)` of 1.1: it comes to 2, and most likely what it multiplies
    is to be rounded.

    Asked about is what an author rounds without a step that is made of plain numbers alone, each of which is less than 2 and not
    whole at some label. Round what comes of it, `ceil(staff * growth)`, or give a step. Where it is meant, say so with
    `waive open NAME "reason"`.
    """
    key = "`{written}` makes {whole} of {share}, which is a share or a factor"
    return report("rounded-share", span, phrase(key, written=written, whole=whole, share=share),
                  "no number of things", severity="warning", subject=name,
                  help=[f"round what it multiplies, `{function}(... * ...)`, or give a step, `{function}(..., 0.1)`; "
                        f"else {_accept(name)}"])  # fmt: skip


def counted_in_part(span: Span, name: str, part: str, some: str, whole: str, all_of_it: str) -> Diagnostic:
    """A rule limits a count to which another one of the same object adds more: the carts that are needed, where there are those
    and spare ones. What the limit is for, all of them take.

    Asked about is what an author limits from above, where the other count has the first one and more in one of its bounds, and
    comes to more in the design. Not where the rule reads both, or its text has a word by which the first one alone is called
    ("needed"). Where the part is meant, say so with `waive open RULE "reason"`.
    """
    key = "rule `{name}` limits `{part}`, which is {some}, and `{whole}` is {all}"
    return report("counted-in-part", span, phrase(key, name=name, part=part, some=some, whole=whole, all=all_of_it),
                  f"more are there than `{part}`", severity="warning", subject=name,
                  help=[f"if all of them are meant, write `{whole}`; else {_accept(name)}"])  # fmt: skip


def same_title(span: Span, name: str, other: str, declared: Span) -> Diagnostic:
    """Two objects of one kind that stand beside each other have the same title: often one was copied from the other, and is not
    yet what it is called to be. Documents could not tell them apart either.

    Give one of them a title of its own, and see whether its figures are its own, too.
    """
    return report("same-title", span, phrase("`{name}` has the same title as `{other}`", name=name, other=other),
                  "as the other one", severity="warning", subject=name, related=[(declared, f"`{other}`")],
                  help=[f'give `{name}` a title of its own, and see whether its figures are; '
                        f'else accept it with `waive open {name} "why"`'])  # fmt: skip


def named_twice(span: Span, name: str, item: str, first: Span) -> Diagnostic:
    """A list names one object of the design twice: a name that was copied and not changed, most likely, and what is meant is in
    no place of it. What goes through the list counts the object twice.

    What is only described beside the design, such as a model, may stand in a list as often as there are such. Where an object is
    meant twice, say so with `waive open LIST "reason"`.
    """
    help_ = f'write here what is meant, or take it out; if it is meant twice, accept it with `waive open {name} "why"`'
    return report("named-twice", span, phrase("`{item}` stands twice in `{name}`", item=item, name=name),
                  "the same again", severity="warning", subject=name, related=[(first, "named here")], help=[help_])  # fmt: skip


def added_within(span: Span, name: str, whole: str, there: Span) -> Diagnostic:
    """A sum adds what another one of its terms has in it already: `all_goods + salt` of `let all_goods = flour + salt`.

    Asked about are names beside a `let` that is a sum of names of its body, one of which each is, by way of other such sums too.
    Take it out, or write what was meant. Where it is meant twice, add it to the names themselves: `flour + 2 * salt`.
    """
    return report("added-within", span, phrase("`{name}` is added, and `{whole}` has it already", name=name, whole=whole),
                  "the same again", severity="warning", related=[(there, "it is in this")],
                  help=[f"take `{name}` out, or write here what was meant; if it is meant twice, write `2 * {name}` beside the "
                        f"other names that `{whole}` adds up"])  # fmt: skip


def multiplied_twice(span: Span, name: str, factor: str, grown: str, declared: Span) -> Diagnostic:
    """A factor by label of a kept axis, such as a growth by year, multiplies what has it already, or a sum of which one term has
    it: that grows twice.

    Multiply what it was before. Where it is meant, say so with `waive open NAME "reason"`.
    """
    message = phrase("`{grown}` is multiplied by `{factor}` here, and is so already", grown=grown, factor=factor)
    return report("multiplied-twice", span, message, "a second time", severity="warning", subject=name,
                  related=[(declared, f"has `{factor}` in it")],
                  help=[f'multiply what `{grown}` is made of before that; if it is meant twice, accept it with '
                        f'`waive open {name} "why"`'])  # fmt: skip


def before_growth(
    span: Span, name: str, read: str, grown: str, first: str, declared: Span, is_named: bool = True
) -> Diagnostic:  # fmt: skip
    """An input is worked out from something that grows along a kept axis, and reads what it is at first, not what it grows to:
    `crates: Crate = goods_today / 10` where all else reads `let goods = goods_today * growth`.

    Asked about are inputs of objects that are a multiple, a part or a rounding of one such quantity, and do not vary along that
    axis; what it grows to is a `let` of the design that is the same at the first label. Read that, or say that the first label is
    meant: `goods at y1`. Otherwise say so with `waive open INPUT "reason"`.
    """
    accept = f", or {_accept(name)}" if is_named else ""
    message = phrase("`{name}` is made of `{read}`, from which `{grown}` grows", name=name, read=read, grown=grown)
    return report("before-growth", span, message, "does not grow", severity="warning", subject=name,
                  related=[(declared, "grows here")],
                  help=[f"write `{grown}`; if what it is at first is meant for all time, `{grown} at {first}`{accept}"],
                  )  # fmt: skip


def far_off(span: Span, name: str, figure: str, others: str, number: int, is_named: bool = True) -> Diagnostic:
    """A figure is at least 500 times larger or smaller than every other figure of the same input in the design, of which there
    are at least two: often a unit is wrong, or zeros are missing. Or it is one of a value by label, and 200 times smaller
    than at each other label (500 times, where there is but one other).

    What each of some counted things has, such as so many kg for each person, is asked about in objects that the design itself has
    from 60 times on, where all others are no more than three times apart. How many things there are is not: one town may be a
    hundred times as large as others.

    Of whole things that are much as many at all labels of a kept axis (such as a year), one label at which there are about a
    tenth is asked about, as a digit may be lost: `{ y1: 240, y2: 260, y3: 27 }`. Not the first one, as much begins small, nor one
    at which another figure falls to half or less, or has half or more of what is gone. Likewise ten times as many at one label
    but the first, where at all others there are ten and more, and much as many; not where another figure doubles at it:
    `{ y1: 240, y2: 2600, y3: 270 }`. And of factors that begin
    with 1 and rise or fall all the way otherwise the one that has ten times as much beyond 1 as would fit between its
    neighbours: `{ y1: 1, y2: 1.3, y3: 1.05 }`.

    Only written figures above 0 are compared: those of the same kind, or of all kinds that have the input where one of them is of
    the same kind. Where it is right, say so with `waive open INPUT "reason"`.
    """
    help_ = f"see whether unit and zeros are right{f'; if they are, {_accept(name)}' if is_named else ''}"
    label = f"far from the {number} others" if number > 1 else "far from the other"
    message = phrase("`{name}` is {figure}, and elsewhere it is {others}", name=name, figure=figure, others=others)
    return report("far-off", span, message, label, severity="warning", subject=name, help=[help_])  # fmt: skip


def digits_exchanged(
    span: Span, name: str, label: str, around: tuple[str, str], meant: str, is_named: bool = True
) -> Diagnostic:  # fmt: skip
    """A figure rises, or falls, from label to label of a kept axis, and at one label it does not; with two digits of that in turn
    it would: `{ y1: 1, y2: 1.06, y3: 1.21, y4: 1.20 }`. Three others at least have to show the way.

    Where it is right, say so with `waive open INPUT "reason"`.
    """
    accept = f"; if it is right, {_accept(name)}" if is_named else ""
    help_ = f"if `{meant}` is meant, write that{accept}"
    key = "`{name}` at {label} is not between those at {before} and {behind}"
    return report("digits-exchanged", span, phrase(key, name=name, label=label, before=around[0], behind=around[1]),
                  "two digits may be exchanged", severity="warning", subject=name, help=[help_])  # fmt: skip


def small_share(
    span: Span, name: str, share: str, meant: str, plain: str, instead: str = "", is_named: bool = True
) -> Diagnostic:  # fmt: skip
    """A share is written as less than one percent: often a fraction of one got a percent sign, 0.8 % for 0.8 or 80 %.

    Asked about are inputs that are a part of a whole (they can't be more than 100 %, or are the design's own and without a
    range), at all labels together where each is less than one percent, and shares of one percent or less that are at least
    20 times larger at every other label. Where it is meant, write it as a plain number, `0.008` for 0.8 %, or accept it with
    `waive open INPUT "reason"`.
    """
    accept = f", or {_accept(name)}" if is_named else ""
    help_ = f"if {meant} is meant, write `{instead or meant}`; if it is {share}, write `{plain}`{accept}"
    message = phrase("`{name}` is {share}, hardly one in a hundred", name=name, share=share)
    return report("small-share", span, message, "often a fraction with a percent sign",
                  severity="warning", subject=name, help=[help_])  # fmt: skip


def said_otherwise(
    span: Span, name: str, stated: str, other: str, is_named: bool = True, place: Places = (), which: str = ""
) -> Diagnostic:  # fmt: skip
    """The words beside a figure say another number: one of the two is stale, or a slip.

    Asked about are rules of the design that compare with a number, where the text has numbers, in digits or in words, and none
    is that one: `require room: a <= 12 boxes "the shed takes ten"`. A product, a sum or what two of them leave is fine ("three
    rows of four"), and so is the rest of a whole ("a quarter stays free" of `<= 75 %`). What counts something else, is a year, or
    stands behind a name or a word such as *page* is left out. Likewise rules that are judged at a label of a kept axis
    (`at y2028`) and whose text names another one ("for 2027", "the first year"), or that hold what comes at each label by
    itself, and is added up elsewhere, where the text says all of them ("for three years", "in total" of `spent <= 90 coins`), or
    hold the least of all labels to be below a limit where the text says never. And rules whose
    text says of the very number that they compare with that it is the other end of what may be: "no more than ten", "granted",
    "stands in the ten that are there" of `>=`, "at least ten", "stays free" of `<=`, where these can't speak of something else
    than what is compared.

    And rules of the design itself that compare with a figure which stands elsewhere, `load.weight <= crate.limit`, where the text
    has a number with a unit of that sort, and nothing in the design is as much: "the crate bears 9 kg" of `limit = 6 kg`.

    And objects whose title, or another text of at most 80 letters in their body, has a number with a unit ("drawer of 4 kg"),
    where the body states figures of that sort and none agrees. Two words stand for the unit that is short for them: "8 crate
    units" where `CU` is counted, "8 long BOXs" where `lbox` is. Figures that are 3 % apart agree, and so do units that are nearly
    the same. Of counted things a product is told as well, where neither it nor one of its numbers is stated ("2 x 16 boxes" of
    `room = 64 boxes`). Other numbers beside `x` and ranges are not asked about, nor times in
    titles, but where the body states as many of the same unit: "Five years" of `period = 3 years`.

    And objects that name an entry whose title or short text says how many things it is of ("a box of 10 small cups"), which
    states no figure of that sort itself. The objects have inputs that are plain numbers and have one from the beginning, such as
    `in_a_box: Number = 1`, and neither such an input nor another plain number that is stated there is that many.

    And inputs that are filled with one of several labels of which one says how often, `paid = once` of `axis how_often { once,
    each_day }`, where the object, an entry that it names or what is cited there says another: "a box and day", "per day",
    "daily"; "one-off" of `each_day`.

    And things at the top of a file whose names have one number of two digits or more, `shed_25` or "Barn 768", where one figure
    has its digits and is ten or a hundred times as much, or as little, and none is that number in whichever unit. Of two digits
    before zeros it is asked where like things beside it are called after the same figure, and not where they are called after
    another one: then the number is that of a model. Amounts in open units, years, and numbers that letters touch are left out.

    And scenarios whose title names a label of a kept axis ("in 2029"), where what they fill by label in numbers differs from
    another one on; and those whose words say to how much something grows, "from 1,000 to 1,200", and that fill with just that
    what was nothing before and is added to less: it is what comes on top; and those whose title says a share, "20 % more", of
    which nothing that they fill in numbers becomes as much, or some of it at some labels alone.

    And titles that call something by the name of an input, "one spare cart" of `spare = 0 carts`, or by a word in capitals and a
    number that an entry which the object names has otherwise, "GRADE 5" over "GRADE 6". Where both are right, say so with
    `waive open NAME "reason"`.
    """
    accept = _accept(name) if is_named else "word it without the number"
    both = "if both are right" if which else "if both are"
    help_ = f"{which or 'see which of the two is right, and change the other'}; {both}, {accept}"
    message = phrase("`{name}` {stated}, and {other}", name=name, stated=stated, other=other)
    return report("said-otherwise", span, message, "the words say another",
                  severity="warning", subject=name, related=place, help=[help_])  # fmt: skip


def more_than_doubled(span: Span, figure: str, added: str, label: str = "") -> Diagnostic:
    """One rate for all steps makes `grow` double what is there at every label, or more: often a factor is meant, what there is
    then as a part of what there was. `grow` takes what is added: 4 %, not 104 %.

    Where it does double, say so step by step: `{ y2027: 0 %, y2028: 100 %, y2029: 100 % }`. A single step that is a little more
    than that, beside others that are far less, is asked about, too: `100 % + 4 %` says that it is meant.
    """
    instead = f"if {figure} is meant of what was there before, write `{added}`"
    if label:
        help_ = f"`grow` takes what is added: if {figure} is meant of what was there before, write `{label}: {added}`"
        message = phrase("the step of {figure} into `{label}` more than doubles what is there", figure=figure, label=label)
        return report("more-than-doubled", span, message,
                      "`grow` adds it, and the other steps are far less", severity="warning",
                      help=[f"{help_}; if it does grow so, write `{label}: 100 % + {added}`"])  # fmt: skip
    steps = f"if it does grow so, state each step, `{{ LABEL: {figure}, ... }}`"
    exactly, more = "each step of {figure} doubles what is there", "each step of {figure} more than doubles what is there"
    message = phrase(exactly if figure == "100 %" else more, figure=figure)
    return report("more-than-doubled", span, message, "`grow` adds it", severity="warning",
                  help=[f"`grow` takes what is added: {instead}; {steps}"])  # fmt: skip


def two_forms(span: Span, plain: str, share: str, factor: str, percent: str, beside: Span) -> Diagnostic:
    """A value by label of a kept axis (such as a year) has a plain number at one label and a small percentage at another, such
    as `{ y1: 1, y2: 6 % }`. 1 is 100 %, so 6 % is a fall by 94 %; a rise by 6 % is a factor of 106 %.

    Write all of them in one form.
    """
    help_ = f"if a rise by {share} is meant, write `{factor}`; if it is {share}, write `{percent}` for `{plain}`"
    key = "`{plain}` and `{share}` stand in one value by label, and {plain} is {percent}"
    return report("two-forms", span, phrase(key, plain=plain, share=share, percent=percent),
                  f"so this is {share} of it" if percent == "100 %" else f"beside {percent}", severity="warning",
                  related=[(beside, percent)], help=[help_])  # fmt: skip


def small_factor(span: Span, figure: str, share: str, rise: str, factor: str, percents: str, beside: Span) -> Diagnostic:
    """A value by label of a kept axis (such as a year) has plain numbers near 1, and after them one that is less than 0.3, such
    as `{ y1: 1, y2: 1.06, y3: 0.12 }`. As a factor that is a fall to 12 %; a rise by 12 % is a factor of 1.12.

    Or the numbers rise from 1 on, and fall at one that has more digits than each of them, such as the last of `{ y1: 1, y2: 1.05,
    y3: 1.10, y4: 1.015 }`: a rise by 15 % is a factor of 1.15.

    Numbers that go on falling are not asked about, nor are shares that are written in percent.
    """
    help_ = f"if a rise by {rise} is meant, write `{factor}`; if it does fall to {share}, write `{percents}`"
    key = "`{figure}` stands in one value by label with `{beside}`, and is {share} of 1"
    return report("small-factor", span, phrase(key, figure=figure, beside=beside.text, share=share),
                  f"a fall to {share}", severity="warning", related=[(beside, "before it")], help=[help_])  # fmt: skip


def large_factor(
    span: Span, figure: str, times: str, meant: Sequence[tuple[str, str]], share: str, percents: str, beside: Sequence[Span]
) -> Diagnostic:
    """A value by label of a kept axis (such as a year) has plain numbers near 1, and between two of them one that is four
    times or more of both, such as `{ y1: 1, y2: 10.6, y3: 1.10 }`. As a factor that is ten times as much for one year; a rise by
    6 % is a factor of 1.06.

    Whole numbers alone are not asked about, as they may count something, nor are factors that are written in percent.
    """
    written = ", ".join(f"if a {change} is meant, write `{factor}`" for change, factor in meant)
    help_ = f"{written}{'; ' if written else ''}if it is {share}, write `{percents}`"
    before, behind = beside
    key = "`{figure}` stands in one value by label between `{before}` and `{behind}`"
    message = phrase(key, figure=figure, before=before.text, behind=behind.text)
    return report("large-factor", span, message, f"{times} times as much", severity="warning",
                  related=[(before, "before it"), (behind, "behind it")], help=[help_])  # fmt: skip


def zero_at_some(
    span: Span, name: str, zero: Sequence[str], others: Sequence[str], figures: Sequence[str], related: Places,
    factor: tuple[str, str, str] | None = None,
) -> Diagnostic:  # fmt: skip
    """A formula of the design makes a number of things 0 at some labels of a kept axis and not at others. Nothing
    is sized there. Often a figure means something else than its formula takes it for: a growth by 4 % is a factor of 104 %.

    A 0 that is written in the input itself is not asked about. Where it is right, say so with `waive open INPUT "reason"`.
    """
    if factor is not None:
        figure, share, instead = factor
        meant = f"`{figure}` multiplies as a factor: a growth by {share} is `{instead}`, and no growth is `100 %`; "
    else:
        meant = f"see whether {enumerated(figures, 'and')} {'is' if len(figures) == 1 else 'are'} meant so; " if figures else ""
    key = "`{name}` comes to 0 at {zero}, and not at {others}"
    return report("zero-at-some", span, phrase(key, name=name, zero=listed(zero, _LABELS), others=listed(others, _LABELS)),
                  "nothing is sized there", severity="warning", subject=name, related=related,
                  help=[f'{meant}if that is right, accept it with `waive open {name} "why"`'])  # fmt: skip


_LABELS = 5
"""Labels that are named."""


def flattened(
    span: Span, name: str, figure: str, before: str, axes: Sequence[str], labels: Sequence[str], below: Span,
    made_of: Sequence[str] = (), *, alike: bool = True,
) -> Diagnostic:  # fmt: skip
    """A scenario states one figure for all labels, in place of one that differs by label in the design: a growth along a
    kept axis is lost with it.

    Where it is worked out from another figure, fill that: all else that comes of it then goes with it. Else write a value by
    label. Where it is the same at all of them on purpose, say so: `{ else: FIGURE }`. Options on the command
    line are one figure by nature, and are not asked about.
    """
    each = ", ".join([f"{label}: ..." for label in labels])
    by_label = f"write a value by label, `{{ {each} }}`" if labels else "write a value by label"
    else_ = f"{by_label}; or, if it is the same at all of them, `{name} = {{ else: {figure} }}`"
    help_ = [else_]
    if len(made_of) == 1:
        instead = figure if alike else "..."
        help_ = [f"it is worked out from `{made_of[0]}`, as others may be: fill that in its place, `{made_of[0]} = {instead}`"]
    elif made_of:
        help_ = [f"it is worked out from {enumerated(made_of, 'and')}: fill one of these in its place"]
    help_ = [*help_, f"if this alone is to differ, {else_}"] if made_of else help_
    key = "`{name}` is {figure} at every label of {axes} here, in place of {before}"
    message = phrase(key, name=name, figure=figure, axes=enumerated(axes, "and"), before=before)
    return report("flattened", span, message, "one figure for all labels",
                  severity="warning", subject=name, related=[(below, "differs by label here")], help=help_)  # fmt: skip
