"""Texts that do not have the form of the language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vdl.errors.report import report, tolerance_words
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import Number, phrase
from vdl.text.source import Span


def _expected(wanted: Sequence[str]) -> str:
    if not wanted:
        return ""
    head = ", ".join(wanted[:-1])
    return f"expected {head} or {wanted[-1]}" if head else f"expected {wanted[0]}"


def unexpected_word(span: Span, text: str, wanted: Sequence[str], keyword: str = "", hint: str = "") -> Diagnostic:
    """Something stands where the grammar has no place for it.

    The statement it stands in is skipped and the rest of the file is still checked, so one
    defect gives one error. The language reference shows the form of every statement.
    """
    shown = text if len(text) <= 40 else text[:37] + "..."
    help_ = [f"did you mean the word `{keyword}`?"] if keyword else [hint] if hint else []
    label = _expected(wanted)
    notes = [] if label or help_ else ["the statement it stands in was skipped, and the rest of the file checked"]
    return report("unexpected-word", span, f"`{shown}` is not expected here", label, notes=notes, help=help_)


def unfinished_statement(span: Span, wanted: Sequence[str]) -> Diagnostic:
    """A line ends before its statement does.

    A statement goes on over lines only after an operator, a comma or an opening bracket, or
    before a word such as `when`, `within`, `differs` or `@`.
    """
    label = _expected(wanted) or "something has to follow"
    return report("unfinished-statement", span, "the statement is not finished at the end of its line", label)


def unexpected_end(span: Span) -> Diagnostic:
    """The text ends in the middle of a statement."""
    return report("unexpected-end", span, "the text ends in the middle of a statement", "something has to follow")


def unclosed_brace(
    span: Span, around: Sequence[Span] = (), perhaps: Span | None = None, declared: Span | None = None
) -> Diagnostic:
    """A `{` has no `}` that closes it.

    The indentation tells where its body most likely ends, so the rest of the file is still checked. In a text without
    indentation the brace of an object that holds another one may be what is missing. A line that stands twice, once
    without an end of its body, may be a copy.
    """
    if declared is not None:
        name, line = declared.text, declared.source.place(declared.start)[0]
        again = [(declared, "declared here, too"), *[(outer, "or this one is never closed") for outer in around]]
        rename = "else add a `}` where its body ends, and give it another name"
        help_ = [f"take the line out: `{name}` is declared in line {line}", rename]
        return report("unclosed-brace", span, "this brace is never closed, or its line is one too many", "opened here",
                      related=again, help=help_)  # fmt: skip
    related = [(outer, "nor this one") for outer in around]
    related += [(perhaps, "or this one, which holds an object")] if perhaps is not None else []
    return report("unclosed-brace", span, "this brace is never closed", "opened here",
                  related=related, help=["add a `}` where its body ends"])  # fmt: skip


def merge_conflict(span: Span, others: Sequence[Span]) -> Diagnostic:
    """A merge has left its marks in a file: `<<<<<<<`, `=======` and `>>>>>>>`, each at the beginning of a line.

    Between the first two stands what one side has, behind that what the other has. The rest of the file is checked with the
    first of them. A line that begins so in a text of the design is meant to be none: put a blank before it.
    """
    labels = {"|": "from here on what both had before", "=": "from here on the other side", ">": "up to here"}
    related = [(other, labels.get(other.text[0], "and here")) for other in others]
    label, help_ = ("left over", "take it out") if len(others) < 2 else (
        "from here on one side", "write what is meant, and take these lines out"
    )  # fmt: skip
    return report("merge-conflict", span, "a merge has left a conflict here", label, related=related, help=[help_])


def open_text(span: Span) -> Diagnostic:
    """A text in quotes does not end on its line.

    Long texts stand between three quotes: \"\"\" ... \"\"\".
    """
    return report("open-text", span, "this text has no closing quote", "begins here",
                  help=['close it with `"` on its line; in documents a text of several lines stands between `"""`'])  # fmt: skip


def open_value(span: Span) -> Diagnostic:
    """A brace in a document text is not closed, or closes nothing.

    `{expr}` prints a value; write `{{` and `}}` for the braces themselves.
    """
    return report("open-value", span, "this brace has no partner in the text", help=["write `{{` or `}}` for a brace itself"])


def unknown_escape(span: Span, written: str) -> Diagnostic:
    """A backslash in a text stands before something with which it says nothing.

    `\\\\` is a backslash, `\\"` a quote, `\\n` the end of a line and `\\t` a tab. Names of files have `/` between folders.
    """
    return report("unknown-escape", span, f"`{written}` says nothing in a text", "a backslash says what the next letter is",
                  help=["write `\\\\` for a backslash itself; names of files have `/` between folders"])  # fmt: skip


_DASH = "write `-`; between the ends of a range write `..`"
_MEANT = {
    "&": "write `and`", "|": "write `or`", "!": "write `not`, and `!=` for what differs",
    "“": 'write `"`', "”": 'write `"`', "–": _DASH, "—": _DASH, "×": "write `*`", "≥": "write `>=`",
    "≤": "write `<=`", "'": 'texts stand in double quotes, `"`', "#": "comments begin with `//`",
    "±": tolerance_words("5 kg", "1 %"), ";": "statements end at the end of the line or at a comma",
}  # fmt: skip


def raised_unit(span: Span, base: str, exponent: str) -> Diagnostic:
    """A number with its unit, or a range, is raised to a power, and a reader could take it for the power of its last part.

    `(3 m) ^ 2` is 9 square metres. Three square metres are `3 m * 1 m`.
    """
    return report("raised-unit", span, f"is all of `{base}` raised, or its last part?", "both can be read here",
                  help=[f"write `({base}) ^ {exponent}` where the whole is meant"])  # fmt: skip


def stray_character(span: Span, text: str) -> Diagnostic:
    """A character that has no meaning in the language, often a typographic quote or dash."""
    shown = text if text.isprintable() else f"U+{ord(text[0]):04X}"
    meant = _MEANT.get(text, "outside of texts and comments it can't be written")
    return report("stray-character", span, f"the character `{shown}` has no meaning here", help=[meant])


def repeated_clause(span: Span) -> Diagnostic:
    """An expectation says `within`, `differs` or `restates` twice."""
    return report("repeated-clause", span, "this is said twice", "once more here", help=["keep one of them"])


def blank_reason(span: Span) -> Diagnostic:
    """A waiver, `differs`, `restates` or the `owner` of a waiver has a text that says nothing.

    The reason is printed in every document beside what it excuses; who reads it wants to know why, and whom to ask. An `owner`
    may be left out.
    """
    return report("blank-reason", span, "this text is blank", "says nothing",
                  help=["write for the reader of the document why it is so, or who answers for it"])  # fmt: skip


def too_deep(span: Span, limit: int) -> Diagnostic:
    """Braces, brackets or lists are nested deeper than the limit of the language."""
    return report("too-deep", span, f"brackets are nested deeper than {limit}", "one level too many",
                  help=["give what is inside a name of its own, with `let NAME = ...` or as a kind"])  # fmt: skip


def expression_too_deep(span: Span, limit: int) -> Diagnostic:
    """An expression nests more operations than the limit of the language.

    Name parts of it with `let`, or add a list up with `sum([...])`.
    """
    return report("expression-too-deep", span, f"this expression nests more than {limit:,} operations",
                  help=["name parts of it with `let NAME = ...`, or add a list up with `sum([...])`"])  # fmt: skip


def number_too_long(span: Span, limit: int) -> Diagnostic:
    """A number has more digits than the limit of the language."""
    return report("number-too-long", span, f"this number has more than {limit} digits", f"at most {limit} are read")


def list_too_long(span: Span, limit: int) -> Diagnostic:
    """A written list has more items than the limit of the language."""
    return report("list-too-long", span, f"this list has more than {limit:,} items", help=["write it as several lists"])


def thousands_point(span: Span, written: str, apart: str, unit: str) -> Diagnostic:
    """A number has three zeros behind its point, as thousands are written in other places; here the point stands before
    decimals, so `60.000` is 60. An amount in a currency is asked about with any three digits there: `19.500` is 19.5.

    Write `60_000` for sixty thousand, and `60` for sixty. What has three decimals indeed gets one more: `1.2340`.
    """
    zeros = re.search(r"\.?0+$", written)
    plain = written[: zeros.start()] if zeros is not None else written
    said = phrase("`{written}` is {plain}: the point stands before decimals", written=written, plain=Number(plain))
    other = f"else leave the zeros out: `{plain}{unit}`" if zeros is not None else f"else write one more digit: `{plain}0{unit}`"
    return report("thousands-point", span, said, "three digits behind the point", severity="warning",
                  help=[f"for thousands, write `{apart}{unit}`; {other}"])  # fmt: skip


def digits_apart(span: Span, by_threes: str) -> Diagnostic:
    """The digits of a number are set apart otherwise than by threes, as in `1_40`: one of them may be missing, or one too many.

    Nothing is computed otherwise: the number is the one that its digits make.
    """
    key = "the digits of `{written}` are set apart otherwise than by threes: it is read as {number}"
    said = phrase(key, written=span.text, number=by_threes)
    return report("digits-apart", span, said, "a digit may be missing here, or one too many", severity="warning",
                  help=[f"if that is meant, write `{by_threes}`"])  # fmt: skip
