"""What to say of a text that can't be parsed as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from vdl import errors
from vdl.parse.automaton import END
from vdl.parse.faults import Malformed, SyntaxFault, TooDeep, Unexpected
from vdl.parse.heads import forgotten, misplaced, typed_at_top, uncomma
from vdl.parse.lexer import Token
from vdl.parse.lines import OPEN
from vdl.parse.meant import meant, unquoted, unsigned
from vdl.parse.naming import label_of, one_word
from vdl.parse.quotes import ended_late
from vdl.parse.targets import several_targets
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import DIGITS, EXPRESSION_DEPTH, LIST_LENGTH, NESTING
from vdl.text.marked import unmarked
from vdl.text.source import Source, Span


def explain(source: Source, fault: SyntaxFault, before: Sequence[Token]) -> Diagnostic:
    """What to say of a fault; `before` are the last tokens that were understood, as far as they are known."""
    if isinstance(fault, Malformed):
        return _malformed(Span(source, fault.start, fault.end), fault.slug)
    if isinstance(fault, TooDeep):
        return errors.too_deep(_span(source, fault.token), NESTING)
    assert isinstance(fault, Unexpected)
    token, expected = fault.token, set(fault.expected)
    if "PLUS" in expected:
        expected.discard("COLON")  # behind a number: a proportion, which is no value
    wanted = _wanted(sorted(expected))
    span = _span(source, token)
    placed = several_targets(source, token, before)
    if placed is not None:
        return errors.unexpected_word(placed[0], placed[0].text, [], hint=placed[1])
    slash = _lone_slash(source, token)
    if slash is not None:
        return errors.unexpected_word(slash, "/", [], hint="comments begin with `//`, and what is said of an object with `///`")
    if token.type == END:
        return errors.unexpected_end(Span(source, len(source.text), len(source.text)))
    if token.type == "OPEN_STRING":
        return errors.open_text(span)
    if token.type == "STRAY":
        number = unmarked(source.text, token.start)
        if number:
            return errors.unexpected_word(span, span.text, [], hint=_AS_NUMBER.format(number))
        return errors.stray_character(span, span.text)
    if token.type == "_NL":
        end = before[-1].end if before else token.end
        return errors.unfinished_statement(Span(source, end - 1, end), wanted)
    return _unfinished(source, token, before, wanted) or _misplaced(source, token, before, wanted, expected)


def _lone_slash(source: Source, token: Token) -> Span | None:
    """The one slash with which a line of words begins; None of other lines, such as one that goes on with a division."""
    begins = source.text.rfind("\n", 0, token.start) + 1
    found = re.compile(_WORDS_BEHIND).match(source.text, begins)
    return Span(source, found.start("slash"), found.end("slash")) if found is not None else None


_WORDS_BEHIND = r"(?m)[ \t]*(?P<slash>/)(?![/*])[ \t]*[^\W\d]\w*,?(?:[ \t]+[\w'-]+[,;.]?)+[ \t]*(?://.*)?$"
"""A line of two words and more, and no sign of an expression."""


def _malformed(span: Span, slug: str) -> Diagnostic:
    match slug:
        case "number-too-long":
            return errors.number_too_long(span, DIGITS)
        case "list-too-long":
            return errors.list_too_long(span, LIST_LENGTH)
        case "expression-too-deep":
            return errors.expression_too_deep(span, EXPRESSION_DEPTH)
        case "unexpected-end":
            return errors.unexpected_end(span)
        case "open-value":
            return errors.open_value(span)
        case "unknown-escape":
            return errors.unknown_escape(span, span.text)
        case "raised-unit":
            base, exponent = span.text.split("^", 1)
            return errors.raised_unit(span, base.strip(), exponent.strip())
        case "unexpected-word":
            figure, sign, by = span.text.partition("+-")
            start = span.start + len(figure)
            hint = errors.tolerance_words(figure.strip(), by.strip())
            return errors.unexpected_word(Span(span.source, start, start + len(sign)), sign, [], hint=hint)
        case "repeated-clause":
            return errors.repeated_clause(span)
        case "blank-reason":
            return errors.blank_reason(span)
    raise AssertionError(slug)


def _unfinished(source: Source, token: Token, before: Sequence[Token], wanted: list[str]) -> Diagnostic | None:
    """What is said where a line above the token lacks its end; None where nothing hints at that."""
    if not before:
        return None
    if wants_more(source, before[-1], token):
        return errors.unfinished_statement(_span(source, before[-1]), ["a value"])
    if token.type == "RBRACE" and before[-1].type not in ("RBRACE", "LBRACE", "_NL") and on_new_line(source, before[-1], token):
        return errors.unfinished_statement(_span(source, before[-1]), wanted)
    if token.type in ("EQUAL", "COLON") and went_on(source, before):
        return errors.unfinished_statement(_span(source, before[-2]), ["a value"])
    return None


def _misplaced(
    source: Source, token: Token, before: Sequence[Token], wanted: list[str], expected: set[str]
) -> Diagnostic:
    span = _span(source, token)
    if [t.type for t in before[-4:-3]] == ["ASK"] and [t.type for t in before[-2:]] == ["COLON", "NAME"]:
        word = _span(source, before[-1])  # it was taken for a quantity
        misspelt = errors.nearest(word.text, ["largest", "smallest"])
        if misspelt:
            return errors.unexpected_word(word, word.text, [], misspelt)
    quote = ended_late(source, token, before, expected)
    if quote:
        return errors.unexpected_word(span, span.text, [], hint=quote)
    for part in _of_numbers(token, before, expected):
        number = unmarked(source.text, part.start)
        if number:
            return errors.unexpected_word(_span(source, part), _span(source, part).text, [], hint=_AS_NUMBER.format(number))
    apart = uncomma(source, token, before, expected)
    if apart is not None:
        word = _span(source, apart[0])
        return errors.unexpected_word(word, word.text, [], hint=apart[1])
    head = forgotten(source, token, before, expected) or misplaced(source, token, before, expected)
    head = head or typed_at_top(source, token, before)
    if head:
        return errors.unexpected_word(span, span.text, [], hint=head)
    hint = meant(source, token) or (unquoted(source, token) if "STRING" in expected else "")
    if not hint:
        mistake = _misspelt(source, token, before, expected)
        hint = unsigned(source, token) if before and before[-1].type == "NAME" else ""
        if mistake is not None and (not hint or errors.misspelt(_span(source, mistake[0]).text, mistake[1])):
            word = _span(source, mistake[0])
            return errors.unexpected_word(word, word.text, [], mistake[1])
        hint = hint or _hint(source, token, before, wanted, expected)
    return errors.unexpected_word(span, span.text, wanted, hint=hint)


_AS_NUMBER = "write `{}`: digits are set apart with `_` or not at all, decimals with a point"


def _of_numbers(token: Token, before: Sequence[Token], expected: set[str]) -> list[Token]:
    """What may be a part of a number with marks: the token, and what was taken for a key of a value in braces."""
    if token.type in ("NUMBER", "_COMMA") and "COLON" not in expected:
        return [token]
    return [one for one in before[-3:] if one.type == "NUMBER"] if "COLON" in expected else []


def _misspelt(source: Source, token: Token, before: Sequence[Token], expected: set[str]) -> tuple[Token, str] | None:
    """The token that is a misspelt word of the language, and that word; None where none was.

    At the head of a statement, or behind a number, the word was understood as a name, and it is the token behind it that has
    no place: the word is to be mended, so it is the one that is named.
    """
    places = [(token, _INSIDE & {name.strip("_").lower() for name in expected})] if token.type == "NAME" else []
    if before and before[-1].type == "NAME" and (len(before) < 2 or before[-2].type in ("_NL", "LBRACE")):
        places = [(before[-1], frozenset(_KEYWORDS))]
    if [one.type for one in before[-2:]] == ["NUMBER", "NAME"]:  # it was taken for a unit
        places.append((before[-1], _INSIDE))
    for one, words in places:
        found = errors.nearest(_span(source, one).text, words)
        if found:
            return one, found
    return None


def _hint(source: Source, token: Token, before: Sequence[Token], wanted: list[str], expected: set[str]) -> str:
    """What may have been meant, as far as the tokens tell; "" where they tell nothing."""
    text, types = _span(source, token).text, [t.type for t in before]
    if token.type == "EQUAL" and types[-1:] == ["OPTIONAL"]:
        return "`?` stands behind a `let` that derives nothing: leave it out"
    if token.type == "EQUAL" and "COLON" not in expected and {"COLON", "EQUAL", "IF", "_WHEN", "_WHERE"} & set(types):
        return "to compare, write `==`"
    if token.type == "STRING" and types[-1:] == ["AT_SIGN"]:
        declared = 'with `source SOURCE "title" { ... }` in the file'
        return f"a citation names its source first: `@ SOURCE {text}`, {declared}, or `@ assumed {text}`"
    if token.type == "STAR" and types[-1:] == ["STAR"]:
        return "a power is written `^`: `(1 + 3 %) ^ 2`"
    if {"GE", "GT"} <= expected and "CMP" not in expected:
        return _of_a_bound(source, token)
    if token.type == "OPEN_DOTS":
        return "an end is left out only in what an input may be, `headroom: Ratio in 0..<100 %`"
    if token.type in _OF_FIELDS and re.fullmatch(_FIELD, _so_far(source, token)):
        return "a field is declared in this order: `name: Type? as UNIT in RANGE = default`"
    if token.type in ("OPTIONAL", "IF") and ("IF" in expected or wanted == ["a value"]):
        return "a choice of two is written `A if CONDITION else B`"
    if token.type == "NAME" and types[-1:] == ["NAME"] and {"COLON", "LBRACE"} <= expected:
        body = re.match(r"([A-Za-z_][\w.]*)[ \t]*\{", source.text[token.start : token.start + _LONGEST_PATH])
        if body is not None:
            first = _span(source, before[-1]).text
            return f"to fill an object that is there, write `{body[1]} {{ ... }}`; to declare one, `{first}: {body[1]} {{ ... }}`"
    if "DATE" in expected and token.type in ("NUMBER", "NAME"):
        return f"a date is written with the year first{_as_date(source, token)}"
    if token.type == "NUMBER" and types[-1:] == ["NAME"] and re.fullmatch(_MONTH, _span(source, before[-1]).text):
        return f"a date is written with the year first{_as_date(source, before[-1])}"
    if token.type == "NUMBER" and types[-1:] == ["_AT"]:
        return label_of(source, token)
    if token.type == "NAME" and types[-1:] == ["NAME"] and (name := one_word(source, token)):
        return name
    if "NAME" in expected and "NUMBER" not in expected and text in _RESERVED and _is_named(source, token, types):
        return f"`{text}` is a word of the language and can't be a name: take another one, such as `my_{text}`"
    return ""


def _of_a_bound(source: Source, token: Token) -> str:
    """How something else than a least number is said of a count."""
    said = re.compile(_BOUND).search(source.text, max(0, token.start - _LONGEST_PATH), token.start)
    sign = _span(source, token).text
    if said is None or token.type != "CMP":
        return "a bound names the count first, and how many there are at least: `bound NAME: COUNT >= ...`"
    if sign == "==":
        return f"a count is given by filling it, `{said[2]} = ...`; a bound says how many there are at least, `>= ...`"
    least = "a bound names the count first, and how many there are at least, `COUNT >= ...`"
    return f"{least}; how many there may be at most is a rule: `require {said[1]}: {said[2]} {sign} ...`"


_BOUND = r"\bbound\s+(?:load\s+)?(?:warning\s+|info\s+|error\s+)?(\w+)\s*:\s*([\w.]+)\s*$"


def _is_named(source: Source, token: Token, before: list[str]) -> bool:
    """Whether a word stands as a name does: what follows one does, or it does not begin its statement."""
    behind = source.text[token.end : token.end + _BLANKS].lstrip(" \t")
    return before[-1:] not in ([], ["_NL"], ["LBRACE"]) or behind[:1] in (":", "=", "{")


_BLANKS = 40
"""Characters behind a word that are looked at."""


def _as_date(source: Source, token: Token) -> str:
    """The date that begins at a word, `31.12.2027`, `2027/12/31` or `May 2027`, as it is written here; else, or of `1/2/2027`,
    any one."""
    words = source.text[token.start : token.start + _LONGEST_DATE]
    named = re.match(rf"(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\.? )?(?P<m>{_MONTH})\.? (?P<y>\d{{4}})\b", words)
    if named is not None:
        month = f"{_MONTHS.index(named['m'][:3].lower()) + 1:02}"
        return f": `{'-'.join([named['y'], month, *([named['d'].zfill(2)] if named['d'] else [])])}`"
    for form in (r"(?P<d>\d{1,2})\. ?(?P<m>\d{1,2})\. ?(?P<y>\d{4})", r"(?P<y>\d{4})[/.](?P<m>\d{1,2})[/.](?P<d>\d{1,2})",
                 r"(?P<m>\d{1,2})[/.](?P<y>\d{4})"):  # fmt: skip
        found = re.match(form + r"(?![\d./])", words)
        if found is not None:
            parts = found.groupdict()
            return f": `{'-'.join([parts[part].zfill(2) for part in 'ymd' if part in parts])}`"
    return ", such as `2027-12-31`"


_LONGEST_PATH = 100
"""Characters of a path that is repeated in what is said."""

_LONGEST_DATE = 24
"""Characters of what may be a date."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    "[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|[Mm]ar(?:ch)?|[Aa]pr(?:il)?|[Mm]ay|[Jj]une?|[Jj]uly?|[Aa]ug(?:ust)?|[Ss]ept?(?:ember)?|"
    "[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|[Dd]ec(?:ember)?"
)


_OF_FIELDS = ("OPTIONAL", "_AS", "_IN")
"""What stands behind the type of a field, in this order."""


_FIELD = r"\s*\w+\s*:\s*[\w/?]+(?:\s+in\s|\s*=)[^:]*"
"""A field that has come to its range or its default."""


def _so_far(source: Source, token: Token) -> str:
    """The statement that a token stands in, up to it, as far as that stands in its line."""
    line = source.text[source.text.rfind("\n", 0, token.start) + 1 : token.start]
    return line[max(line.rfind("{"), line.rfind(",")) + 1 :]


def wants_more(source: Source, before: Token, token: Token) -> bool:
    """Whether a line ends where a value has to follow, and the token that follows in another line begins none."""
    return before.type in _ASKS and on_new_line(source, before, token)


def went_on(source: Source, before: Sequence[Token]) -> bool:
    """Whether an unfinished statement was taken to go on in the next line, which is a statement of its own."""
    return len(before) > 1 and before[-2].type in OPEN - {"_NL", "LBRACE"} and on_new_line(source, before[-2], before[-1])


def on_new_line(source: Source, before: Token, after: Token) -> bool:
    """Whether a newline stands between two tokens."""
    return source.text.find("\n", before.end, after.start) >= 0


def _span(source: Source, token: Token) -> Span:
    return Span(source, token.start, token.end)


_ASKS = OPEN - {"_NL", "LBRACE", "LPAR", "LSQB", "_COMMA"}
"""What a value has to follow, if need be in the next line."""

_KEYWORDS = (
    "let count bound require place expect ask scenario waive import source dimension counted unit display axis kind "
    "design document edition section text table facts for if working show callout chart appendix diagram"
).split()

_INSIDE = frozenset(
    (
        "via from as where at with when within differs restates ignoring step minimizing for in if else and or not is given "
        "all choose of on owner until largest smallest warning info labels list kept bill file total group merge by once nearest "
        "section text table facts working show callout cover inputs include appendix chart stacked piled bar mark times diagram "
        "box link to unjudged"
    ).split()
)
"""Words that stand inside statements or documents."""

_RESERVED = frozenset(
    (
        "import on let bound require place via expect ask scenario waive from as at with where when within differs restates "
        "ignoring step minimizing for in if else and or not is all choose true false of"
    ).split()
)

_WORDS = {
    "COLON": "`:`", "EQUAL": "`=`", "LBRACE": "`{`", "RBRACE": "`}`", "RPAR": "`)`", "RSQB": "`]`", "_NL": "the end of the line",
    "_COMMA": "`,`", "NAME": "a name", "NUMBER": "a number", "STRING": "a text in quotes", "GE": "`>=`", "GT": "`>`",
    "ON": "`on`", "DATE": "a date", "_WHERE": "`where`", "_IN": "`in`", "_MINIMIZING": "`minimizing`", "ELSE": "`else`",
    "LSQB": "`[`",
}  # fmt: skip


def _wanted(expected: Iterable[str]) -> list[str]:
    """What could have stood here, in words; empty where the list would say nothing."""
    names = list(expected)
    if "NAME" in names and "NUMBER" in names:
        return ["a value"]
    if "PLUS" in names:  # a value ends here
        ends = [name for name in names if name in _WORDS and name not in ("GE", "GT", "NAME", "ELSE")]
        words = ["an operator", *[_WORDS[name] for name in (["_NL"] if "_NL" in ends else ends or ["ELSE"])]]
    else:
        words = [_WORDS[name] for name in names if name in _WORDS]
    return words if 0 < len(words) <= 5 else []
