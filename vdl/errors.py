"""The catalog: facts to a diagnostic, one function for each slug.

The slug of `unknown_name` is "unknown-name"; the docstring is its manual page (`vdl explain`).
Functions take facts (spans, names, values already written out) and decide nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence

from vdl.text.diagnostics import Diagnostic, Severity
from vdl.text.limits import SAME_DIAGNOSTICS
from vdl.text.source import Source, Span


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


_CUTOFF = 0.65
_COMPARED = 500
"""Names that are compared letter by letter with one that is not known."""


def _similar_in_length(wanted: str, known: Iterable[str]) -> list[str]:
    """Those that can be similar at all; of very many, those that also begin or end alike."""
    size = len(wanted)
    if size > 100:
        return []
    near = sorted(k for k in known if 2 * min(size, len(k)) >= _CUTOFF * (size + len(k)))
    if len(near) > _COMPARED:
        near = [k for k in near if k[:2] == wanted[:2] or k[-2:] == wanted[-2:]]
    return sorted(near, key=lambda k: (abs(len(k) - size), k))[:_COMPARED]


class Reports(list[Diagnostic]):
    """What a pass has to say."""

    def __init__(self) -> None:
        super().__init__()
        self._searched: dict[str, int] = {}

    def among(self, source: Source, known: Iterable[str]) -> Iterable[str]:
        """The names among which a similar one is searched: all that are known, for the first faults of a file.

        A search looks at all of them, and what is said more often is only counted.
        """
        searched = self._searched[source.path] = self._searched.get(source.path, 0) + 1
        return known if searched <= SAME_DIAGNOSTICS else ()


def _did_you_mean(name: str, known: Iterable[str]) -> tuple[str, ...]:
    known = set(known)
    close = nearest(name, known)
    if close:
        return (f"did you mean `{close}`?",)
    if 0 < len(known) <= 8:
        return (f"known here: {', '.join(f'`{k}`' for k in sorted(known))}",)
    return ()


_LONGEST_WORD, _LONGEST_TEXT = 160, 1_200
"""Characters; names, texts of rules and numbers of a design may be of any length, a diagnostic may not."""

_MOST = 10
"""Further places and notes of one diagnostic."""


def _bounded(text: str) -> str:
    if len(text) <= _LONGEST_WORD:
        return text
    import re  # only where a text is this long

    text = re.sub(rf"\S{{{_LONGEST_WORD + 1},}}", lambda word: f"{word[0][:100]}...{word[0][-40:]}", text)
    return text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 300]} ... {text[-280:]}"


def _found(slug: str, span: Span | None, message: str, label: str = "", *, severity: Severity = "error",
           related: Sequence[tuple[Span, str]] = (), notes: Sequence[str] = (), help: Sequence[str] = (),
           subject: str = "") -> Diagnostic:  # fmt: skip
    places = tuple((place, _bounded(words)) for place, words in related[:_MOST])
    notes = notes if len(notes) <= _MOST else [*notes[:_MOST], f"and {len(notes) - _MOST:,} more"]
    return Diagnostic(slug, severity, _bounded(message), span, _bounded(label), places, tuple(map(_bounded, notes)),
                      tuple(map(_bounded, help)), subject)  # fmt: skip


def _ring(names: Sequence[str]) -> str:
    """ "a -> b -> a"; of a long circle its beginning and its end."""
    if len(names) > 12:
        names = [*names[:6], f"({len(names) - 11:,} more)", *names[-5:]]
    return " -> ".join(names)


def manual(slug: str) -> str | None:
    """The manual page of a slug, or None."""
    page = CATALOG.get(slug)
    return inspect.getdoc(page) if page is not None else None


# ------------------------------------------------------------------------------ files
def file_not_found(span: Span | None, path: str, subject: str = "") -> Diagnostic:
    """A file that was named on the command line or in an `import` does not exist.

    Imports are relative to the file that imports, or begin with `std` for the library.
    """
    return _found("file-not-found", span, f"there is no file `{path}`", "imported here", subject=subject)


def folder_not_file(span: Span | None, path: str, subject: str = "") -> Diagnostic:
    """A folder was named where a file is wanted.

    `vdl check` searches folders for `*.vdl`; the other commands take one design file.
    """
    return _found("folder-not-file", span, f"`{path}` is a folder, not a file", "imported here", subject=subject)


def unreadable_file(span: Span | None, path: str, reason: str, subject: str = "") -> Diagnostic:
    """A file exists but can't be read: permissions, a broken disk, a device instead of a file."""
    return _found("unreadable-file", span, f"`{path}` can't be read: {reason}", "imported here", subject=subject)


def not_utf8(span: Span | None, path: str, offset: int, subject: str = "") -> Diagnostic:
    """A file is not text in UTF-8.

    Save it as UTF-8 (most editors offer it under "encoding").
    """
    return _found("not-utf8", span, f"`{path}` is not UTF-8 text (byte {offset:,})", "imported here", subject=subject)


def nul_byte(span: Span | None, path: str, subject: str = "") -> Diagnostic:
    """A file holds a NUL byte, which no text does; it is most likely not a design at all."""
    return _found("nul-byte", span, f"`{path}` holds a NUL byte; it is not a text", "imported here", subject=subject)


def file_too_large(span: Span | None, path: str, limit: int, subject: str = "") -> Diagnostic:
    """A file is larger than the limit of the language (see the limits in the language reference).

    Split the design into files and import them.
    """
    return _found(
        "file-too-large", span, f"`{path}` is larger than {limit // 1024 // 1024} MiB", "imported here", subject=subject
    )


def import_cycle(span: Span, ring: Sequence[str]) -> Diagnostic:
    """Files import each other in a circle.

    Move what both need into a third file that imports neither.
    """
    return _found("import-cycle", span, f"these files import each other: {_ring(ring)}", "closes the circle")


def unknown_module(span: Span, path: str, known: Iterable[str]) -> Diagnostic:
    """An `import` names a file of the library that does not exist."""
    return _found("unknown-module", span, f"the library has no file `{path}`", "", help=_did_you_mean(path, known))


def edition_missing(span: Span) -> Diagnostic:
    """A file does not begin with its edition line.

    The edition says which version of the language the file is written in: `edition 2026`.
    """
    return _found("edition-missing", span, "the file does not begin with an edition", help=["begin it with `edition 2026`"])


def edition_unknown(span: Span, text: str) -> Diagnostic:
    """A file is written in an edition that this compiler does not know."""
    return _found("edition-unknown", span, f"edition {text} is not known here", help=["this compiler knows `edition 2026`"])


# ------------------------------------------------------------------------------ syntax
def _wants(wanted: Sequence[str]) -> str:
    if not wanted:
        return ""
    head = ", ".join(wanted[:-1])
    return f"expected {head} or {wanted[-1]}" if head else f"expected {wanted[0]}"


def unexpected_word(
    span: Span, text: str, wanted: Sequence[str], keyword: str = "", hint: str = ""
) -> Diagnostic:
    """Something stands where the grammar has no place for it.

    The statement it stands in is skipped and the rest of the file is still checked, so one
    defect gives one error. The language reference shows the form of every statement.
    """
    shown = text if len(text) <= 40 else text[:37] + "..."
    help_ = [f"did you mean the word `{keyword}`?"] if keyword else [hint] if hint else []
    return _found("unexpected-word", span, f"`{shown}` is not expected here", _wants(wanted), help=help_)


def unfinished_statement(span: Span, wanted: Sequence[str]) -> Diagnostic:
    """A line ends before its statement does.

    A statement goes on over lines only after an operator, a comma or an opening bracket, or
    before a word such as `when`, `within`, `differs` or `@`.
    """
    return _found("unfinished-statement", span, "the statement is not finished at the end of its line", _wants(wanted))


def unexpected_end(span: Span) -> Diagnostic:
    """The text ends in the middle of a statement."""
    return _found("unexpected-end", span, "the text ends in the middle of a statement")


def unclosed_brace(span: Span, around: Sequence[Span] = ()) -> Diagnostic:
    """A `{` has no `}` that closes it.

    The indentation tells where its body most likely ends, so the rest of the file is still checked.
    """
    return _found("unclosed-brace", span, "this brace is never closed", "opened here",
                  related=[(outer, "nor this one") for outer in around], help=["add a `}` where its body ends"])  # fmt: skip


def open_text(span: Span) -> Diagnostic:
    """A text in quotes does not end on its line.

    Long texts stand between three quotes: \"\"\" ... \"\"\".
    """
    return _found("open-text", span, "this text has no closing quote", "begins here")


def open_value(span: Span) -> Diagnostic:
    """A brace in a document text is not closed, or closes nothing.

    `{expr}` prints a value; write `{{` and `}}` for the braces themselves.
    """
    return _found("open-value", span, "this brace has no partner in the text", help=["write `{{` or `}}` for a brace itself"])


def stray_character(span: Span, text: str) -> Diagnostic:
    """A character that has no meaning in the language, often a typographic quote or dash."""
    help_ = {"“": 'write `"`', "”": 'write `"`', "–": "write `-`", "—": "write `-`", "×": "write `*`", "≥": "write `>=`",
             "≤": "write `<=`", "'": 'texts stand in double quotes, `"`', "#": "comments begin with `//`",
             ";": "statements end at the end of the line or at a comma"}.get(text)  # fmt: skip
    shown = text if text.isprintable() else f"U+{ord(text[0]):04X}"
    return _found("stray-character", span, f"the character `{shown}` has no meaning here", help=[help_] if help_ else [])


def repeated_clause(span: Span) -> Diagnostic:
    """An expectation says `within`, `differs` or `restates` twice."""
    return _found("repeated-clause", span, "this is said twice")


def too_deep(span: Span, limit: int) -> Diagnostic:
    """Braces or brackets are nested deeper than the limit of the language."""
    return _found("too-deep", span, f"brackets are nested deeper than {limit}")


def expression_too_deep(span: Span, limit: int) -> Diagnostic:
    """An expression nests more operations than the limit of the language.

    Name parts of it with `let`, or add a list up with `sum([...])`.
    """
    return _found("expression-too-deep", span, f"this expression nests more than {limit:,} operations")


def number_too_long(span: Span, limit: int) -> Diagnostic:
    """A number has more digits than the limit of the language."""
    return _found("number-too-long", span, f"this number has more than {limit} digits")


def list_too_long(span: Span, limit: int) -> Diagnostic:
    """A written list has more items than the limit of the language."""
    return _found("list-too-long", span, f"this list has more than {limit:,} items")


# ------------------------------------------------------------------------------ names
def unknown_name(
    span: Span, name: str, known: Iterable[str], where: str = "", modules: Sequence[str] = ()
) -> Diagnostic:
    """A name that nothing in sight declares.

    In sight are: the object's own names, the objects around it (in an object's body), the names of
    the file, its imports (as `module.name`) and the library's prelude.
    """
    help_ = [f"add `import {module}` at the top of the file" for module in modules] or _did_you_mean(name, known)
    return _found("unknown-name", span, f"unknown name `{name}`", f"not defined{where}", help=help_)


def unknown_field(span: Span, name: str, owner: str, known: Iterable[str], what: str = "") -> Diagnostic:
    """A field, rule or other member that a kind does not have.

    A misspelt field is an error, never a new field: `name: Type` declares one, `name = value` fills it.
    """
    return _found("unknown-field", span, f"{owner} has no {what}`{name}`", help=_did_you_mean(name, known))


def unknown_unit(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A unit that neither the file nor the library declares."""
    return _found("unknown-unit", span, f"unknown unit `{name}`", help=_did_you_mean(name, known))


def unknown_type(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A type that is neither a dimension nor a kind."""
    return _found("unknown-type", span, f"`{name}` is neither a dimension nor a kind", help=_did_you_mean(name, known))


def unknown_kind(span: Span, name: str, known: Iterable[str], modules: Sequence[str] = ()) -> Diagnostic:
    """A kind that neither the file, its imports nor the prelude declare."""
    help_ = [f"add `import {module}` at the top of the file" for module in modules] or _did_you_mean(name, known)
    return _found("unknown-kind", span, f"there is no kind `{name}`", help=help_)


def unknown_axis(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A name that stands for an axis, but none is called so."""
    return _found("unknown-axis", span, f"there is no axis `{name}`", help=_did_you_mean(name, known))


def unknown_label(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A label that no axis has, or not the axis that is meant here."""
    return _found("unknown-label", span, f"no axis has the label `{name}`", help=_did_you_mean(name, known))


def unknown_source(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """A citation of a source that is not declared.

    Declare it with `source NAME "title" { ... }`, or write `@ assumed "why"`.
    """
    return _found("unknown-source", span, f"there is no source `{name}`", help=_did_you_mean(name, known))


def unknown_design(span: Span | None, name: str, known: Iterable[str], subject: str = "") -> Diagnostic:
    """A design that is not declared in the file, or in the file it is derived from."""
    return _found("unknown-design", span, f"there is no design `{name}`", help=_did_you_mean(name, known), subject=subject)


def unknown_option(subject: str, what: str, name: str, known: Iterable[str]) -> Diagnostic:
    """An option of the command line names something that the design does not have, such as a scenario."""
    return _found("unknown-option", None, f"there is no {what} `{name}`", help=_did_you_mean(name, known), subject=subject)


def unknown_document_part(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    """`show NAME` in a document names a part that the compiler does not provide."""
    return _found("unknown-document-part", span, f"there is nothing called `{name}` to show", help=_did_you_mean(name, known))


def name_taken(span: Span, name: str, before: Span | None, what: str = "") -> Diagnostic:
    """Two declarations of one name in one place.

    An object has one namespace: inputs, lets, counts, bounds, rules, placements, expectations,
    questions and scenarios. So has a file: imports, kinds, designs, objects and constants.
    """
    related = [(before, "first declared here")] if before is not None else []
    return _found("name-taken", span, f"the name `{name}` is already taken{what}", related=related)


def unit_taken(span: Span, name: str, before: Span | None) -> Diagnostic:
    """Two units, dimensions or labels of one name.

    Units are shared by all files of a compilation.
    """
    related = [(before, "first declared here")] if before is not None else []
    return _found("unit-taken", span, f"`{name}` is already declared", related=related)


def ambiguous_label(span: Span, name: str, axes: Sequence[str]) -> Diagnostic:
    """A label that several axes have. Write the axis too: `(season.winter)`."""
    return _found("ambiguous-label", span, f"several axes have the label `{name}`: {', '.join(axes)}",
                  help=[f"write `({axes[0]}.{name})`"])  # fmt: skip


def slash_needs_spaces(span: Span, text: str) -> Diagnostic:
    """A slash without spaces belongs to a unit; to divide, put spaces around it."""
    return _found("slash-needs-spaces", span, f"`{text}` is read as a unit", "no number before it",
                  help=[f"to divide, write `{text.replace('/', ' / ')}`"])  # fmt: skip


def circular_kind(span: Span, ring: Sequence[str]) -> Diagnostic:
    """A kind extends itself, or holds an object of its own kind, so that it would never end."""
    return _found("circular-kind", span, f"this never ends: {_ring(ring)}")


def circular_function(span: Span, ring: Sequence[str]) -> Diagnostic:
    """A function calls itself. The language has no recursion, so that every program ends."""
    return _found("circular-function", span, f"this function calls itself: {_ring(ring)}")


def circular_unit(span: Span, name: str) -> Diagnostic:
    """A unit or dimension is defined by itself, or by something that is not declared."""
    return _found("circular-unit", span, f"`{name}` can't be worked out", help=["units are made from numbers and other units"])


def unit_not_positive(span: Span, name: str) -> Diagnostic:
    """A unit is zero or negative, so nothing can be measured in it."""
    return _found("unit-not-positive", span, f"the unit `{name}` is not above zero")


def number_too_large(span: Span, limit: int) -> Diagnostic:
    """A computed number, or the factor of a unit, has more digits than the limit of the language (see the limits in
    the reference).
    """
    return _found("number-too-large", span, f"the result of this has more than {limit:,} digits")


def too_many_powers(span: Span, limit: int) -> Diagnostic:
    """A product has a dimension of more base dimensions than the limit of the language, counted with their powers.

    Where only the number is meant, divide by a unit first: `x / 1 s`.
    """
    return _found("too-many-powers", span, f"the dimension of this multiplies more than {limit} base dimensions",
                  help=["where only the number is meant, divide by a unit first, as in `x / 1 s`"])  # fmt: skip


def too_many_labels(span: Span, limit: int) -> Diagnostic:
    """A value varies along so many axes that its labels make more combinations than the limit of the language."""
    return _found("too-many-labels", span, f"this has more than {limit:,} combinations of labels")


def too_much_work(span: Span, what: str, limit: int) -> Diagnostic:
    """A design makes more objects, calls of functions or rounds of loops than the limit of the language.

    Often a list is gone through for each item of itself, or a function calls another twice, and so on.
    """
    return _found("too-much-work", span, f"this leads to more than {limit:,} {what}")


def too_intricate(subject: str) -> Diagnostic:
    """Files, kinds, functions or changed objects are nested deeper than the compiler can follow."""
    return _found("too-intricate", None, "files, kinds or expressions are nested too deep to follow", subject=subject)


def source_incomplete(span: Span, name: str, missing: str) -> Diagnostic:
    """A source needs a title, a publisher or an author, and a date or an address."""
    return _found("source-incomplete", span, f"source `{name}` has no {missing}")


def not_here(span: Span, what: str, where: str) -> Diagnostic:
    """A statement that has no meaning where it stands."""
    return _found("not-here", span, f"{what} can't stand in {where}")


# ------------------------------------------------------------------------------ types
def unit_mismatch(span: Span, message: str, label: str = "", related: Sequence[tuple[Span, str]] = (),
                  notes: Sequence[str] = (), help: Sequence[str] = ()) -> Diagnostic:  # fmt: skip
    """Two quantities of different dimensions are added, compared or put into each other's place.

    Dimensions are types: kg and kg/box can't be added, boxes are not people. Often a factor
    is missing; the help names the dimension that would make the two sides equal.
    """
    return _found("unit-mismatch", span, message, label, related=related, notes=notes, help=help)


def missing_unit(span: Span, wanted: str, text: str, units: Sequence[str]) -> Diagnostic:
    """A bare number stands where a quantity with a unit is wanted."""
    help_ = [f"did you mean `{text} {units[0]}`?" + (f" (also {', '.join(units[1:])})" if units[1:] else "")] if units else []
    return _found("missing-unit", span, f"this needs a unit of {wanted}", "a bare number", help=help_)


def wrong_type(span: Span, got: str, wanted: str, related: Sequence[tuple[Span, str]] = ()) -> Diagnostic:
    """A value of one sort stands where another is wanted: a text for a quantity, a number for a rule."""
    return _found("wrong-type", span, f"this is {got}, and {wanted} is wanted", related=related)


def wrong_kind(span: Span, got: str, wanted: str, related: Sequence[tuple[Span, str]] = ()) -> Diagnostic:
    """An object of one kind stands where another kind is wanted."""
    return _found("wrong-kind", span, f"this is {got}, and {wanted} is wanted", related=related)


def wrong_arguments(span: Span, name: str, wanted: str) -> Diagnostic:
    """A function is called with too few or too many values, or with a list where it takes none."""
    return _found("wrong-arguments", span, f"`{name}` takes {wanted}")


def step_needed(span: Span, name: str, dimension: str) -> Diagnostic:
    """Rounding needs a step unless the quantity counts things: `round(x, 0.1 %)`."""
    form = "`step ...` at the end of the question" if name == "ask" else f"`{name}(x, step)`"
    return _found("step-needed", span, f"`{name}` of {dimension} needs a step, as in {form}")


def not_fillable(span: Span, name: str, what: str, declared: Span | None) -> Diagnostic:
    """Only inputs, counts and nested objects' fields can be filled from outside; a `let` can't."""
    related = [(declared, "declared here")] if declared is not None else []
    return _found("not-fillable", span, f"`{name}` is {what} and can't be filled", related=related)


def duplicate_fill(span: Span, name: str, before: Span) -> Diagnostic:
    """One body fills a field twice."""
    return _found("duplicate-fill", span, f"`{name}` is filled twice", "again here", related=[(before, "first here")])


def conflicting_fills(span: Span, name: str, before: Span, layers: str) -> Diagnostic:
    """Two layers of equal rank fill one field: two `on` blocks, or two scenarios used together.

    Neither is above the other, so the compiler does not choose.
    """
    return _found("conflicting-fills", span, f"{layers} fill `{name}` differently", "here",
                  related=[(before, "and here")])  # fmt: skip


def range_backwards(span: Span) -> Diagnostic:
    """A range is written `low..high`."""
    return _found("range-backwards", span, "this range ends below its beginning")


def mixed_labels(span: Span, axes: Sequence[str]) -> Diagnostic:
    """A value by label names labels of different axes, or one label twice."""
    return _found("mixed-labels", span, f"these labels belong to different axes: {', '.join(axes)}")


def not_a_comparison(span: Span) -> Diagnostic:
    """An expectation compares what is computed (left) with what was published (right)."""
    return _found("not-a-comparison", span, "an expectation is a comparison", help=["write `computed == published`"])


def only_in_documents(span: Span, what: str) -> Diagnostic:
    """Lists whose length is a solved count exist only in documents, so that the graph stays finite."""
    return _found("only-in-documents", span, f"`{what}` can stand only in a document")


def expectation_of_nothing(span: Span) -> Diagnostic:
    """The left side of an expectation uses nothing of the design: it compares what was written with what was written."""
    return _found("expectation-of-nothing", span, "the left side uses no quantity of the design", severity="warning")


def not_whole(span: Span, text: str) -> Diagnostic:
    """An input of counted things is a whole number. Derived values need not be."""
    return _found("not-whole", span, f"{text} is not a whole number of things")


def negative_count(span: Span) -> Diagnostic:
    """An input of counted things is negative."""
    return _found("negative-count", span, "this is less than nothing", help=["things are counted from 0"])


def label_left_out(span: Span, axis: str, labels: Sequence[str]) -> Diagnostic:
    """A value by label of a kept axis (such as a year) leaves labels out, so nothing is worked out for them.

    Write the missing figures, or `else:` for all labels that are not named.
    """
    return _found("label-left-out", span, f"this says nothing for {', '.join(f'`{x}`' for x in labels)} ({axis})",
                  "so nothing is worked out for it", severity="warning")  # fmt: skip


def shadowed_name(span: Span, name: str, own: Span | None, around: Span | None) -> Diagnostic:
    """A name means the object's own member although an object around it has one of that name too.

    Own names come first. Rename one of them, or name the outer object: `outer.name`.
    """
    related = [(p, t) for p, t in ((own, "this one is meant"), (around, "this one is hidden")) if p is not None]
    return _found("shadowed-name", span, f"`{name}` means the object's own member", severity="warning", related=related)


# ------------------------------------------------------------------------------ elaboration
def required_input(span: Span, name: str, owner: str, declared: Span | None) -> Diagnostic:
    """A required input (declared without `?` and without a default) is not filled."""
    related = [(declared, "declared here")] if declared is not None else []
    return _found("required-input", span, f"`{owner}` does not fill `{name}`", f"`{name}` is missing", related=related)


def placed_twice(span: Span, what: str, before: Span) -> Diagnostic:
    """One demand is placed twice, so it would be paid twice.

    A later layer replaces a placement by its name: `place NAME: x on y`.
    """
    return _found("placed-twice", span, f"`{what}` is placed twice", "again here", related=[(before, "first here")])


def not_placeable(span: Span, what: str) -> Diagnostic:
    """A target of `place` has no list `placed`, or a stage no function `pass`."""
    return _found("not-placeable", span, what)


def circular_definition(span: Span, ring: Sequence[str], related: Sequence[tuple[Span, str]] = ()) -> Diagnostic:
    """Definitions depend on each other in a circle without a count in it.

    Only counts can be solved in circles (the smallest that no bound forbids); other values have to
    be known before what uses them.
    """
    return _found("circular-definition", span, "these definitions depend on each other", f"`{ring[0]}`", related=related,
                  notes=[_ring(ring)])  # fmt: skip


def missing_label(span: Span, label: str, axis: str, related: Sequence[tuple[Span, str]]) -> Diagnostic:
    """Two quantities are combined along an axis, and one of them says nothing for a label that the other has.

    Give the missing figure, or answer for all other labels at once with `else:`.
    """
    return _found("missing-label", span, f"there is no value for `{label}` ({axis})", "combined here", related=related,
                  help=[f"add `{label}: ...`, or `else: ...` for all labels that are not named"])  # fmt: skip


def division_by_zero(span: Span, notes: Sequence[str] = (), related: Sequence[tuple[Span, str]] = ()) -> Diagnostic:
    """Something is divided by zero: a demand, and nothing to carry it.

    Zero divided by zero is not an error but "not evaluated".
    """
    return _found("division-by-zero", span, "division by zero", "this is zero", related=related, notes=notes)


def impossible_bound(span: Span, count: str, bound: str, notes: Sequence[str] = (),
                     related: Sequence[tuple[Span, str]] = ()) -> Diagnostic:  # fmt: skip
    """A bound of a count can never be met: it divides a demand by zero, so no number of pieces carries it."""
    return _found("impossible-bound", span, f"no number of `{count}` is enough for the bound `{bound}`", "this is zero",
                  related=related, notes=notes)  # fmt: skip


def not_monotone(span: Span, ring: Sequence[str], bound: str) -> Diagnostic:
    """Counts depend on each other in a circle in which more of one asks for less of another.

    Such a circle has no single smallest answer.
    """
    return _found("not-monotone", span, f"the bound `{bound}` falls while the counts of its circle rise",
                  "so no answer is the smallest", notes=[_ring(ring)])  # fmt: skip


def does_not_settle(span: Span, ring: Sequence[str], related: Sequence[tuple[Span, str]]) -> Diagnostic:
    """Counts depend on each other in a circle, and no number of pieces is ever enough.

    Often what runs on each piece takes more than the piece has.
    """
    message = "these counts grow without end" if len(ring) > 1 else f"`{ring[0]}` grows without end"
    return _found("does-not-settle", span, message, related=related, notes=[_ring(ring)] if len(ring) > 1 else [])


def partly_stated(span: Span, what: str, silent: Sequence[str], about: str) -> Diagnostic:
    """Some of what is added up states a figure and some does not, so the sum is not stated.

    The bound or rule that needs it is not evaluated. State the missing figure, write 0 where nothing is
    asked, or leave the silent ones out on purpose with `stated(...)`.
    """
    return _found("partly-stated", span, f"{what} is stated by some and not by others", "so the sum is not stated",
                  severity="warning", notes=[f"not stated by: {', '.join(silent)}", *([about] if about else [])],
                  help=["state it (0 where nothing is asked), or leave the silent ones out with `stated(...)`"])  # fmt: skip


def stated_for_part(span: Span) -> Diagnostic:
    """A value is stated for a part of a range only: a condition over the range chooses between a figure and
    something that is not stated.

    Whether it is given can't be answered then. State the missing figure, or decide without the range.
    """
    return _found("stated-for-part", span, "this is stated for part of the range only")


def undecided_choice(span: Span) -> Diagnostic:
    """Which object is meant depends on a value that varies, or on a count that depends on the choice."""
    return _found("undecided-choice", span, "which object is meant can't be decided here")


def too_many_choices(span: Span, limit: int) -> Diagnostic:
    """The options of all `choose` together are more combinations than the limit of the language."""
    return _found("too-many-choices", span, f"more than {limit} combinations to choose from")


def no_such_item(span: Span) -> Diagnostic:
    """An object is taken from a list that is empty, or from an input that is not filled."""
    return _found("no-such-item", span, "there is no object here")


# ------------------------------------------------------------------------------ verdicts
def rule_failed(span: Span, name: str, text: str, detail: str, related: Sequence[tuple[Span, str]],
                notes: Sequence[str], severity: Severity) -> Diagnostic:  # fmt: skip
    """A rule does not hold. The detail shows both sides and the labels at which it fails.

    The document still prints, and says so on page 1. A known failure is accepted with
    `waive RULE "reason"`.
    """
    words = f": {text}" if text else ""
    return _found("rule-failed", span, f"rule `{name}` does not hold{words}", detail,
                  severity=severity, related=related, notes=notes)  # fmt: skip


def rule_partly(span: Span, name: str, text: str, detail: str, related: Sequence[tuple[Span, str]],
                notes: Sequence[str], severity: Severity) -> Diagnostic:  # fmt: skip
    """A rule holds for a part of a range only."""
    words = f": {text}" if text else ""
    return _found("rule-partly", span, f"rule `{name}` holds only for part of the range{words}", detail,
                  severity=severity, related=related, notes=notes)  # fmt: skip


def given_count_short(span: Span, name: str, detail: str, notes: Sequence[str], severity: Severity) -> Diagnostic:
    """A given count is smaller than one of its bounds asks.

    A given count is what everything downstream uses; its bounds turn into rules, and can be waived.
    """
    count, _, bound = name.rpartition(".")
    message = f"`{count}` is smaller than its bound `{bound}` asks"
    return _found("given-count-short", span, message, detail, severity=severity, notes=notes)


def expectation_differs(span: Span, name: str, detail: str) -> Diagnostic:
    """What is computed differs from what was published, and nobody has said why.

    State a known contradiction with `differs "why"`; never bend an input until it fits.
    """
    return _found("expectation-differs", span, f"expectation `{name}` differs", detail)


def expectation_agrees_now(span: Span, name: str, detail: str) -> Diagnostic:
    """An expectation says `differs`, but it no longer does: remove the clause."""
    return _found("expectation-agrees-now", span, f"expectation `{name}` no longer differs", detail)


def waiver_unused(span: Span, name: str) -> Diagnostic:
    """A waiver accepts the failure of a rule that does not fail: remove it."""
    return _found("waiver-unused", span, f"`{name}` does not fail, so there is nothing to waive")


def waiver_expired(span: Span, name: str, until: str, as_of: str) -> Diagnostic:
    """A waiver was accepted until a date that has passed (see `--as-of`)."""
    return _found("waiver-expired", span, f"the waiver of `{name}` ended on {until}", notes=[f"judged as of {as_of}"])


# ------------------------------------------------------------------------------ the command line
def no_design(subject: str, *, folder: bool = False) -> Diagnostic:
    """The file declares no design, so there is nothing to size; or the folder holds no `*.vdl` file at all."""
    words = "there is no `*.vdl` file in this folder" if folder else "there is no design in this file"
    return _found("no-design", None, words, subject=subject)


def several_designs(subject: str, names: Sequence[str]) -> Diagnostic:
    """The command takes one design and the file holds several."""
    return _found("several-designs", None, "the file holds several designs", subject=subject,
                  help=[f"choose one with --design: {', '.join(names)}"])  # fmt: skip


def not_written(subject: str, reason: str) -> Diagnostic:
    """An output could not be written. The file that was there before, if any, is unchanged."""
    return _found("not-written", None, f"can't be written: {reason}", subject=subject)


def no_pdf(subject: str, reason: str) -> Diagnostic:
    """The PDF could not be made because a system library is missing; everything else was written."""
    return _found("no-pdf", None, f"no PDF was made: {reason}", subject=subject)


CATALOG = {
    name.replace("_", "-"): function
    for name, function in list(globals().items())
    if inspect.isfunction(function) and function.__module__ == __name__ and not name.startswith("_")
    and name not in ("nearest", "manual")
}  # fmt: skip
"""Slug to function, in the order of this file."""
