"""Names that mean nothing, or too much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from vdl.errors.report import (
    Named,
    Places,
    ToldApart,
    consequence,
    cycle_text,
    declare_unit,
    did_you_mean,
    labels_words,
    nearest,
    report,
    share_words,
    unit_help,
)  # fmt: skip
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import phrase
from vdl.text.source import Span

NO_MODULES: Mapping[str, str] = {}


@consequence
def unknown_name(
    span: Span, name: str, known: Iterable[str], where: str = "", modules: Sequence[str] = (), unit: str = "", share: str = "",
    elsewhere: Sequence[str] = (), answers: Sequence[str] = (), few: bool = True,
) -> Diagnostic:  # fmt: skip
    """A name that nothing in sight declares.

    In sight are: the object's own names, the objects around it (in an object's body), the names of
    the file, its imports (as `module.name`) and the library's prelude. A unit is no name: it stands behind a number, and
    a slash without spaces belongs to it, as in `16 kg/box`.
    """
    others = [f"did you mean {' or '.join([f'`{path}`' for path in elsewhere])}?"] if elsewhere else [*answers]
    if unit:
        help_ = [*others, share_words(share) if share else f"`{name}` is a unit, and stands behind a number: `{unit}`"]
        return report("unknown-name", span, f"unknown name `{name}`", f"not defined{where}", help=help_)
    help_ = [f"add `import {module}` at the top of the file" for module in modules]
    help_ = help_ or [*did_you_mean(name, known, answers=others, few=few)]
    return report("unknown-name", span, f"unknown name `{name}`", f"not defined{where}", help=help_)


def names_run_together(span: Span, name: str, first: str, second: str) -> Diagnostic:
    """What is called has the names of two functions in one word: a `(` between them is missing.

    Write `ceil(grow(420, 6 %))` for what `grow` gives, rounded up.
    """
    return report("names-run-together", span, f"unknown name `{name}`, which is `{first}` and `{second}` in one word",
                  "not defined as a function", help=[f"a `(` is missing: write `{first}({second}(...))`"])  # fmt: skip


@consequence
def unknown_field(
    span: Span, name: str, owner: str, known: Iterable[str], what: str = "", instead: Sequence[str] = (),
    answers: Sequence[str] = (), modules: Mapping[str, str] = NO_MODULES,
) -> Diagnostic:  # fmt: skip
    """A field, rule or other member that a kind does not have.

    A misspelt field is an error, never a new field: `name: Type` declares one, `name = value` fills it. What is worked out
    is named by `let name = ...`. Some files of the library add fields, rules and functions to a kind where they are imported.
    """
    called = [f" as a function: call it, {call}" if call and not what else "" for call in modules.values()]
    adds = [f"`import {module}` at the top of the file adds it{how}" for module, how in zip(modules, called)]
    help_ = adds or did_you_mean(name, known, instead, answers=answers)
    return report("unknown-field", span, f"{owner} has no {what}`{name}`", "not declared there", help=help_)


@consequence
def unknown_unit(
    span: Span, name: str, known: Iterable[str], of: Sequence[str] = (), told_apart: ToldApart | None = None
) -> Diagnostic:
    """A unit that neither the file nor the library declares.

    Upper and lower case differ: a bit is no byte. To declare a unit, say what it is made of: `unit tonne = 1000 kg`. One of
    a dimension whose units may do without a factor is declared without: `unit crown: Worth`.
    """
    near = "percent is written `%`" if name.lower() in _PERCENT else unit_help(name, known, told_apart)
    help_ = [near] if near else [declare_unit(name)]
    if not near:
        help_ += [f"a unit of {dimension} may do without a factor: `unit {name}: {dimension}`" for dimension in of]
    return report("unknown-unit", span, f"unknown unit `{name}`", "not declared", help=help_)


_PERCENT = ("percent", "pct", "pc", "procent", "prozent")
"""The sign `%`, in words."""


@consequence
def unknown_type(span: Span, name: str, known: Iterable[str], value: str = "") -> Diagnostic:
    """A type that is neither a dimension, a kind nor an axis.

    A type follows `:` (`weight: Weight`), and a value is given with `=` (`weight = 3 kg`).
    """
    known = list(known)
    if name in known:
        of_share = "a share for each step is a `Ratio`, such as `15 %`, for `grow(base, by)`"
        return report("unknown-type", span, f"`{name}` can't be multiplied or divided", "stands alone as a type",
                      help=[f"products and quotients are made of dimensions; {of_share}"])  # fmt: skip
    help_ = [f"`{name}` is {value}: to give it as a value, write `= {name}`"] if value else did_you_mean(name, known)
    return report("unknown-type", span, f"`{name}` is neither a dimension, a kind nor an axis", "not declared",
                  help=help_)  # fmt: skip


@consequence
def unknown_kind(
    span: Span, name: str, known: Iterable[str], modules: Sequence[str] = (), what: str = "kind", listed: str = "",
    whole: Sequence[str] = (),
) -> Diagnostic:  # fmt: skip
    """A kind that neither the file, its imports nor the prelude declare.

    A field of all objects of a kind is written with brackets: `sum((all goods).weight)`.
    """
    help_: Sequence[str] = [f"add `import {module}` at the top of the file" for module in modules]
    if listed:
        help_ = [f"to list a field of all of them, write `{listed}`"]
    if whole:
        help_ = [f"write its full name, with the file that it stands in: {enumerated(whole[:3], 'or')}"]
    help_ = help_ or did_you_mean(name, known)
    return report("unknown-kind", span, f"there is no {what} `{name}`", "not declared", help=help_)


@consequence
def unknown_axis(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A name that stands for an axis, but none is called so."""
    return report("unknown-axis", span, f"there is no axis `{name}`", "not declared", help=did_you_mean(name, known))


@consequence
def unknown_label(
    span: Span, name: str, known: Iterable[str], axis: str = "", axes: Mapping[str, Sequence[str]] | None = None
) -> Diagnostic:
    """A label that no axis has, or not the axis that is meant here.

    Each axis has the labels that stand where it is declared: `axis year kept { y2027, y2028 }`.
    """
    message = f"the axis `{axis}` has no label `{name}`" if axis else f"no axis has the label `{name}`"
    help_ = did_you_mean(name, known, answers=labels_words(axes or {}))
    return report("unknown-label", span, message, "not a label here", help=help_)


def number_as_label(span: Span, axis: str, labels: Sequence[str], behind: str = "", *, declared: bool = True) -> Diagnostic:
    """Numbers stand where labels are meant, as in `{ 2026: 1, 2027: 2 }` for an axis whose labels are `y2026` and `y2027`.

    A label is a name, so it begins with a letter. What is chosen by a number has the quantity behind it:
    `{ 1: 5 kg, 2: 4 kg } at layers`.
    """
    help_ = f"labels are names: write {', '.join([f'`{label}`' for label in labels])}"
    if not declared:
        help_ += f", and declare them: `axis {axis} kept {{ {', '.join(labels)} }}`"
    help_ += f"; leave `at {behind}` out, as the labels say which axis it is" if behind else ""
    return report("number-as-label", span, f"`{span.text}` is a number, and no label of `{axis}`", "not a label", help=[help_])


@consequence
def unknown_source(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A citation of a source that is not declared.

    Declare it with `source NAME "title" { ... }`, or write `@ assumed "why"`.
    """
    close = nearest(name, known)
    declare = f'declare it at the top of the file: `source {name} "title" {{ author = "who", date = 2026-01 }}`'
    return report("unknown-source", span, f"there is no source `{name}`", "not declared",
                  help=[f"did you mean `{close}`?" if close else declare])  # fmt: skip


@consequence
def unknown_design(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A design that the file it is derived from does not declare, nor this one."""
    return report("unknown-design", span, f"there is no design `{name}`", "not declared", help=did_you_mean(name, known))


def name_taken(span: Span, name: str, before: Span | None, help: str = "", *, imported: bool = False) -> Diagnostic:
    """Two declarations of one name in one place.

    An object has one namespace: inputs, lets, counts, bounds, rules, placements, expectations,
    questions and scenarios. So has a file: imports, kinds, designs, objects and constants.

    `name: Type` declares an input anew; to give a value to one that is there, write `name = value`. Of two imports of one
    name one is renamed: `import site.old as before`.
    """
    related = [(before, "first declared here")] if before is not None else []
    if imported:
        help = "give the import another name: `import ... as NAME`"
    key = "the name `{name}` is already taken by an import" if imported else "the name `{name}` is already taken"
    return report("name-taken", span, phrase(key, name=name), "declared again", related=related,
                  help=[help or "give one of them another name"])  # fmt: skip


def unit_taken(span: Span, name: str, before: Span | None) -> Diagnostic:
    """Two units or dimensions of one name.

    Units are shared by all files of a compilation.
    """
    related = [(before, "first declared here")] if before is not None else []
    notes = [] if before is not None else [f"`{name}` is a type of the language"]
    return report("unit-taken", span, f"`{name}` is already declared", "declared again", related=related, notes=notes,
                  help=["units are shared by all files: give it a name of its own"])  # fmt: skip


def label_taken(span: Span, name: str, before: Span, *, listed: bool = False) -> Diagnostic:
    """A value by label gives two figures for one label, a list names one twice, as in `at (winter, winter)`, or an axis has one
    label twice: an axis of the library has those that the library gives it."""
    known = before.source.is_library and not span.source.is_library
    message = f"the library has the label `{name}` already" if known else f"the label `{name}` stands here twice"
    help_ = f"leave `{name}` out, the library has it" if known else "say each label once; `else` stands for all others"
    if listed:
        help_ = "write the label that is meant, or take it out: each is said once"
    return report("label-taken", span, message, "again here", related=[(before, "first here")], help=[help_])


def no_labels(span: Span, axis: str) -> Diagnostic:
    """All labels of an axis are asked for, and it has none: a sum over them would be zero.

    The library declares `year` without labels; a design gives them: `axis year kept { y2027, y2028 }`.
    """
    return report("no-labels", span, f"the axis `{axis}` has no labels", "nothing to go over",
                  help=[f"declare them, as in `axis {axis} kept {{ y2027, y2028 }}`"])  # fmt: skip


@consequence
def which_axis(span: Span, function: str, kept: Sequence[str], named: str = "", written: str = "") -> Diagnostic:
    """A function over labels that follow each other (`previous`, `running_sum`, `running_max`, `grow`) needs one kept axis.

    Where the program has one whose labels are declared, that is meant. Of several, name it as the last argument:
    `running_sum(cost, year)`. Where there is none, declare its labels: `axis year kept { y2027, y2028 }`.
    """
    if named:
        help_ = f"name a kept axis: {', '.join(f'`{axis}`' for axis in kept)}" if kept else "declare it with `kept`"
        return report("which-axis", span, f"the axis `{named}` is not kept", "its labels do not follow each other", help=[help_])
    if kept:
        return report("which-axis", span, f"`{function}` does not say along which axis", f"{' or '.join(kept)}?",
                      help=[f"name it as the last argument: `{function}({written}, {kept[0]})`"])  # fmt: skip
    return report("which-axis", span, f"`{function}` goes along a kept axis, and none has labels", "along which labels?",
                  help=["declare them: `axis year kept { y2027, y2028 }`"])  # fmt: skip


def labels_in_several_files(span: Span, axis: str, function: str, places: Places) -> Diagnostic:
    """`previous`, `running_sum`, `running_max` and `grow` follow the labels of an axis in the order of their text.

    Where the labels stand in several files, no file says which comes first. Declare all of them in one place.
    """
    help_ = f"declare all labels of `{axis}` in one file, so that `{function}` can follow them"
    message = f"the labels of `{axis}` stand in several files"
    return report("labels-in-several-files", span, message, "so they have no order", related=places, help=[help_])


def ambiguous_label(span: Span, name: str, axes: Sequence[str]) -> Diagnostic:
    """A label that several axes have, or a value by label of which several axes have every label.

    Write the axis too: `x at season.winter`, `{ season.winter: 3, summer: 4 } kg`.
    """
    axes = sorted(axes)
    return report("ambiguous-label", span, f"several axes have the label `{name}`: {', '.join(axes)}", "which of them?",
                  help=[f"write `{axes[0]}.{name}`"])  # fmt: skip


def slash_needs_spaces(span: Span, text: str) -> Diagnostic:
    """A slash without spaces belongs to a unit; to divide, put spaces around it."""
    return report("slash-needs-spaces", span, f"`{text}` is read as a unit", "no number before it",
                  help=[f"to divide, write `{text.replace('/', ' / ')}`"])  # fmt: skip


def circular_kind(span: Span, cycle: Sequence[Named], held: str = "") -> Diagnostic:
    """A kind extends itself, or holds an object of its own kind, so that it would never end.

    To refer to an object of another kind instead of holding one, declare a field: `name: kind`.
    """
    help_ = "a kind extends another one, which does not extend it in turn"
    if held:
        help_ = f"to refer to one that is there instead of holding one, declare a field: `{held}`"
    return report("circular-kind", span, f"this never ends: {cycle_text(cycle)}", "closes the circle", help=[help_])


def circular_function(span: Span, cycle: Sequence[Named]) -> Diagnostic:
    """A function calls itself. The language has no recursion, so that every program ends."""
    return report("circular-function", span, f"this function calls itself: {cycle_text(cycle)}", "closes the circle",
                  notes=["there is no recursion, so that every design ends"])  # fmt: skip


def circular_unit(span: Span, name: str) -> Diagnostic:
    """A unit or dimension is defined by itself, in one step or in several."""
    return report("circular-unit", span, f"`{name}` is defined by itself", "closes the circle",
                  help=["units are made from numbers and other units: `unit NAME = 12 kg`"])  # fmt: skip


def not_a_unit(span: Span) -> Diagnostic:
    """A unit is defined by something other than a product of numbers and units: a sum, a negative number, a name."""
    return report("not-a-unit", span, "a unit can't be made of this", "neither a product nor a quotient",
                  help=["units are made from numbers and other units, with `*` and `/`: `unit NAME = 12 kg`"])  # fmt: skip


def unit_not_positive(span: Span, name: str) -> Diagnostic:
    """A unit is zero or negative, so nothing can be measured in it."""
    return report("unit-not-positive", span, f"the unit `{name}` is not above zero", "nothing can be measured in it")


def factor_needed(span: Span, name: str, dimension: str) -> Diagnostic:
    """A unit of things that are counted has no factor, so nobody could say how many things it is.

    Say it where the unit is declared: `unit crate = 12 boxes`.
    """
    message = f"`{dimension}` is counted, and how many one `{name}` is stands nowhere"
    return report("factor-needed", span, message, "of counted things", help=[f"say how many it is, as in `unit {name} = 12 ...`"])


def factor_known(span: Span, name: str, other: str, before: Sequence[Span]) -> Diagnostic:
    """What one unit is in another is stated twice, or follows already from what is stated.

    A unit that is declared without a factor (`unit crown: Worth`) gets it in one place of the program, whichever file that
    is in: the library's, one that is imported, or the design's own.
    """
    what = f"what `{name}` is in `{other}`" if other else f"the factor of `{name}`"
    places = [(place, "stated here") for place in before]
    return report("factor-known", span, f"{what} is already stated", "stated again", related=places,
                  help=["state it once, and leave one of the statements out"])  # fmt: skip


def display_twice(span: Span, name: str, before: Span) -> Diagnostic:
    """Two files, or two lines of one, show a dimension in different units, and neither is the one that is compiled.

    What the compiled file says goes before what the files say that it imports, and these go before the library.
    """
    return report("display-twice", span, f"`{name}` is shown in another unit elsewhere", "in this one here",
                  related=[(before, "in another one here")],
                  help=["leave one out; what the compiled file says goes before all others"])  # fmt: skip


def nothing_names(span: Span, name: str, *, stage: bool, twice: Sequence[tuple[str, Span]] = ()) -> Diagnostic:
    """An object at the top of a design's file that no text names, though it names another one of that kind, or a stage through
    which nothing is placed. It looks as if it were counted in, and changes nothing: the other one may stand in its place.

    Write its name where it is meant, or take it out. What an imported file declares is for whoever takes it. Others of its kind
    that are named at several places, four in all at most, are marked there: a name was copied and not changed, most likely.
    """
    words = phrase("nothing is placed via `{name}`" if stage else "nothing names `{name}`", name=name)
    what = f"write `via {name}` into the placement that it is for" if stage else f"write `{name}` where it is meant"
    return report("nothing-names", span, words, "changes nothing", severity="warning", subject=name,
                  related=[(where, f"`{other}` stands here") for other, where in twice], help=[f"{what}, or take it out"])


def not_here(span: Span, what: str, where: str, help: str = "") -> Diagnostic:
    """A statement that has no meaning where it stands."""
    return report("not-here", span, f"{what} can't stand in {where}", "it has no meaning here", help=[help] if help else [])


def added_twice(span: Span, path: str, others: Sequence[str], first: Span, function: str = "") -> Diagnostic:
    """One sum has a term twice, and that of a like object, or of a like name, not at all: a name that was copied and not changed.

    Where both terms are meant, write `2 * PATH`. The least or the most of some values (`min(a, a)`) is the same without the
    second one, and so are conditions that `and` or `or` joins.
    """
    if function:
        write = f"write {enumerated(others, 'or')} here, or take it out" if others else "write here what is meant, or take it out"
        among, of_function = "`{path}` stands twice among what `{function}` joins", "`{path}` stands twice in `{function}(...)`"
        message = phrase(among if function in ("and", "or") else of_function, path=path, function=function)
        return report("added-twice", span, _without(message, others), "the same again",
                      severity="warning", related=[(first, "named here")], help=[write])  # fmt: skip
    message = _without(phrase("`{path}` is added twice", path=path), others)
    return report("added-twice", span, message, "the same again", severity="warning", related=[(first, "added here")],
                  help=[f"write {enumerated(others, 'or')} here; if it is meant twice, `2 * {path}`"])  # fmt: skip


def _without(said: str, others: Sequence[str]) -> str:
    """What stands twice, and what does not at all."""
    return phrase("{said}, {others} not at all", said=said, others=enumerated(others, "and")) if others else said


def changes_nothing(span: Span, scenario: str, same: Sequence[Span]) -> Diagnostic:
    """A scenario fills in nothing but what the design does already, as after a line that was copied and not changed.

    Change a figure, or take the scenario out. An empty body says that it is the design as it stands.
    """
    help_ = f"change a figure in it, or take it out; `scenario {scenario} {{ }}` is the design as it stands"
    message = phrase("scenario `{name}` changes nothing", name=scenario)
    return report("changes-nothing", span, message, "each line in it says what the design says",
                  severity="warning", related=[(place, "said here") for place in same], help=[help_])  # fmt: skip
