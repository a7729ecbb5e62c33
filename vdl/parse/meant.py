"""What the text around a fault shows of the form that was meant: `:` in place of `=`, a proportion, other languages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vdl.errors.report import RANGE, share_words, tolerance_words
from vdl.parse.lexer import Token
from vdl.records import NamedTuple
from vdl.text.source import Source


def meant(source: Source, token: Token) -> str:
    """How to write what most likely was meant, with the words that stand there; "" where nothing shows it."""
    return _of_forms(_FORMS, source, token)


def unsigned(source: Source, token: Token) -> str:
    """How to write a name and what is said of it, where the sign between them lacks; "" where nothing shows it. The name may be a
    misspelt word of the language, too."""
    return _of_forms(_UNSIGNED, source, token)


def _of_forms(forms: Iterable[_Form], source: Source, token: Token) -> str:
    before = source.text[max(0, token.start - _BEFORE) : token.start]
    behind = source.text[token.start : token.start + _BEHIND]
    for form in forms:
        if token.type not in form.types:
            continue
        found, after = re.search(form.before, before), re.match(form.behind, behind)
        if found is not None and after is not None:
            parts = {**found.groupdict(), **after.groupdict()}
            return form.words.format(**{name: "..." if text is None else text for name, text in parts.items()})
    return ""


def unquoted(source: Source, token: Token) -> str:
    """How to write a text where one may stand and words do: one that lacks the quote before it, or both; "" of what is none."""
    end = source.text.find("\n", token.start)
    line = source.text[token.start : end if end >= 0 else len(source.text)]
    words, quote, _ = line.partition('"')
    if quote and token.type not in ("STRING", "OPEN_STRING") and line.count('"') % 2:
        return f'a text begins with a quote: write `"{words}"`'
    return 'a text stands in quotes: write `"..."`' if token.type == "NAME" and re.match(_PROSE, line) else ""


_PROSE = r"(?:[A-Za-z]+[ \t]+){2}[A-Za-z]"
"""More words in a row than stand behind each other without quotes."""


class _Form(NamedTuple):
    """What a fault may be: the types of the token, what stands before it, what begins with it, and what to say."""

    types: frozenset[str]
    before: str
    behind: str
    words: str


def _form(types: str, before: str, words: str, behind: str = "") -> _Form:
    return _Form(frozenset(types.split()), before, behind, words)


_BEFORE, _BEHIND = 400, 200
"""Characters that are looked at."""

_PATH = r"[A-Za-z_][\w.]*"
_STARTS = rf"(?:^|[\n{{}},])[ \t]*(?P<name>{_PATH})[ \t]*"
_DIGITS = r"\d[\d_]*(?:\.\d[\d_]*)?"
_SHORT = rf'(?P<value>{_DIGITS}(?:\.\.{_DIGITS})?(?: [A-Za-z%][\w/%]*)?(?![\w.])|true\b|false\b|"[^"\n{{}}]{{0,30}}")?'
"""The value that a text begins with, where it is a short one."""

_GIVE = "a type follows `:`, and a value is given with `=`: write `{name} = {value}`"
_LOW_END = rf"(?<![\w.])(?P<low>{_DIGITS})[ \t]*(?P<unit>[A-Za-z%][\w/%]*)[ \t]*"
_DOTS = r"(?:<?\.\.<?)[ \t]*"
_ONE_UNIT = "a range has its unit once, behind it: write `{low}..{high} {unit}`"
_PLACE = "what is placed stands before `on`: write `place {what} on {target}`"
_SEVERITY = "the severity stands before the name: write `require {sort} {name}: ...`"
_MAP = r"[=(,<>+*/-][ \t]*\{"
_LABEL = "a label stands before `:`, as in `{label}: {value}`"
_OR_LABEL = f"in a value by label, {_LABEL}"
_TEXT = r'"[^"\n]*"'
_CITED_RULE = rf"\b(?:require|bound)\b[^{{}}\n]*?(?P<cite>@[ \t]*{_PATH}[ \t]+{_TEXT})[ \t]*"
_TO_THE_END = r'(?P<place>[^\n,{}"@]{1,60}?)[ \t]*(?://|[\n,{}"@]|$)'
_SIDE = r'[^<>=:,{}"\n]{1,80}?'
_CITED = rf"(?P<cite>@[ \t]*{_PATH}(?:[ \t]+{_TEXT})?)"
_COMMENT = r"[ \t]*(?://[^\n]*)?"
_LINE = rf"{_COMMENT}(?:\n|$)"
_HEAD = rf"(?:^|\n)(?:edition|import)\b[^\n]*\n(?:{_COMMENT}\n)*[ \t]*"
"""Lines at the head of a file, up to where one begins."""
_IMPORT = "another file is read by the word `import`: write `import {path}`"
_AS = r"(?:[ \t]+as[ \t]+\w+)?"
_FORMS = (
    _form("DOT", r"(?:^|\n)[ \t]*std$", "another file is read by the word `import`: write `import std{path}`",
          rf"(?P<path>(?:\.\w+)+{_AS}){_LINE}"),
    _form("DOT", rf"{_HEAD}(?P<base>\w+)$", "another file is read by the word `import`: write `import {base}{path}`",
          rf"(?P<path>(?:\.\w+)+{_AS}){_LINE}"),
    _form("NAME", r"(?:^|\n)[ \t]*(?:use|using|include|load|open|get)[ \t]+$", _IMPORT,
          rf"(?P<path>std(?:\.\w+)+{_AS}){_LINE}"),
    _form("NAME", rf"{_HEAD}(?:use|using|include|load|open|get)[ \t]+$", _IMPORT,
          rf"(?P<path>\w+(?:\.\w+)+{_AS}){_LINE}"),
    _form("_FROM REQUIRE", r"(?:^|\n)[ \t]*$", _IMPORT, r"(?:from|require)[ \t]+(?P<path>std(?:\.\w+)+)"),
    _form("COLON EQUAL", r"(?:^|\n)[ \t]*import[ \t]*$", "a path follows the word: write `import {path}`",
          rf"[:=][ \t]*(?P<path>{_PATH})"),
    _form("_COMMA", rf"(?:^|\n)[ \t]*import[ \t]+{_PATH}[ \t]*$",
          "an import names one file: write `import {path}` in a line of its own", rf",[ \t]*(?P<path>{_PATH})"),
    _form("NUMBER", r"(?:^|\n)[ \t]*(?P<name>unit [\w, ]+?)[ \t]*:[ \t]*$",
          "it is made with `=`: write `{name} = {value}`", _SHORT),
    _form("NUMBER STRING DATE TRUE FALSE LBRACE LPAR LSQB MINUS NOT CHOOSE ALL OPEN_STRING", rf"{_STARTS}:[ \t]*$", _GIVE,
          _SHORT),
    _form("COLON", rf"(?:^|[\n{{}},])[ \t]*(?P<name>{_PATH}\.{_PATH})[ \t]*$",
          "a value is given with `=`: write `{name} = {value}`", rf":[ \t]*{_SHORT}"),
    _form("COLON", rf"(?<![\w.])(?P<many>{_DIGITS} ?[A-Za-z][\w/]*)[ \t]*$",
          "what is so much for each is written with a slash: `{many}/{unit}`", r":[ \t]*1 ?(?P<unit>[A-Za-z]\w*)"),
    _form("LBRACE", rf"{_STARTS}=[ \t]*(?P<kind>{_PATH})[ \t]*$",
          "if `{kind}` is a kind, an object of it is declared with a colon: write `{name}: {kind} {{ ... }}`; "
          "if it is an object that is to be changed, `{name} = {kind} with {{ ... }}`"),
    _form("STRING", rf"{_STARTS}=[ \t]*(?P<kind>{_PATH})[ \t]+$",
          "an object is declared with `:`: write `{name}: {kind} {title} {{ ... }}`", rf"(?P<title>{_TEXT})[ \t]*\{{"),
    _form("EQUAL", rf"{_MAP}[^{{}}]*:[^{{}}]*[,\n][ \t]*(?P<label>{_PATH})[ \t]*$", _LABEL, rf"=[ \t]*{_SHORT}"),
    _form("EQUAL", rf"{_MAP}\s*(?P<label>{_PATH})[ \t]*$", _LABEL, rf"=[ \t]*{_SHORT}[^{{}}]*\}}[ \t]*[A-Za-z%]"),
    _form("EQUAL", rf"{_STARTS}:[ \t]*(?P<kind>(?:\w+\.)*[a-z_]\w*)[ \t]*=[ \t]*\{{\s*{_PATH}[ \t]*$",
          "the body of an object follows its kind: write `{name}: {kind} {{ ... }}`"),
    _form("EQUAL", rf"{_STARTS}=[ \t]*\{{\s*(?P<label>{_PATH})[ \t]*$",
          "to fill an object that is there, write `{name} {{ ... }}`; to declare one, `{name}: KIND {{ ... }}`; " + _OR_LABEL,
          rf"=[ \t]*{_SHORT}"),
    _form("EQUAL", rf"{_MAP}\s*(?P<label>{_PATH})[ \t]*$", _LABEL, rf"=[ \t]*{_SHORT}"),
    _form("AT_SIGN", rf"{_MAP}[^{{}}]*:[^{{}}]*$",
          "a citation stands at the end of the statement, behind the braces and their unit: `}}{unit} {cite}`",
          rf"(?P<cite>@[ \t]*{_PATH}(?:[ \t]+{_TEXT})?)(?:[^{{}}]*\}})?"
          r"(?P<unit>(?:[ \t]*(?!at\b|else\b|if\b)[A-Za-z%][\w/]*)?)"),
    _form("NAME", r"[=:][^\n{}=:]*[\w\])}%\"][ \t]+$", "a source is named behind `@`: write `@ {source} {place}`",
          rf"(?P<source>{_PATH})[ \t]+(?P<place>{_TEXT})[ \t]*(?://|[\n}},]|$)"),
    _form("STRING", rf"{_CITED_RULE}$", "a citation stands behind the text: write `{text} {cite}`", rf"(?P<text>{_TEXT})"),
    _form("_WHEN", rf"{_CITED_RULE}$", "a citation stands at the end of the statement: write `when ... {cite}`"),
    _form("NUMBER NAME DATE TRUE FALSE ALL NOT _AS _IN _AT _OF", rf"@[ \t]*(?P<source>{_PATH})[ \t]+$",
          'what stands behind a source is in quotes: write `@ {source} "{place}"`', _TO_THE_END),
    _form("AT_SIGN", r"\bplace\b[^\n{}@]*\bon\b[^\n{}@]*$",
          "a placement states no figure and takes no citation: leave `{cite}` out, and write it behind what is placed, or behind "
          "what that is placed on, where it is declared", _CITED),
    _form("AT_SIGN", r"(?:^|[\n{},])[ \t]*(?:count|ask)\b[^\n{}@]*$",
          "this states no figure and takes no citation: leave `{cite}` out, and write it behind the figures that it is made of",
          _CITED),
    _form("NUMBER", r"(?<![\w.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.$",
          "a date is written with the year first: `{year}-{month:0>2}-{day:0>2}`", r"(?P<year>[12]\d{3})(?![\d.])"),
    _form("NUMBER", r"\baxis[ \t]+\w+[^\n{}]*\{[^{}]*$",
          "a label is a name, and begins with a letter: write `y{number}`", r"(?P<number>\d+)"),
    _form("NAME", rf"\bask[ \t]+\w+(?:[ \t]+{_TEXT})?[ \t]*:[ \t]*[a-z]\w*[ \t]+$",
          "a question asks for the largest or the smallest: write `largest {path} where ...`", rf"(?P<path>{_PATH})"),
    _form("NAME", rf"\bplace[ \t]+(?:[^\n{{}}]*,[ \t]*)?(?P<one>{_PATH})[ \t]+$",
          "a comma stands between things that are placed: write `{one}, {two}`",
          rf"(?P<two>{_PATH})(?:[ \t]*,[^\n{{}}]*)?[ \t]*\bon[ \t]"),
    _form("NAME", r"(?:^|[\n{},])[ \t]*[a-z]+[ \t]+$", _PLACE,
          rf"(?P<what>{_PATH}(?:, *{_PATH})*)[ \t]+on[ \t]+(?P<target>{_PATH})"),
    _form("NUMBER", rf"(?<![\w.])(?P<first>{_DIGITS}\.)$",
          "a number has one point; what has more is a text: write `\"{first}{rest}\"`", r"(?P<rest>\d[\d.]*(?:/\d+)?)"),
    _form("NAME", rf"\[(?:[^\[\]{{}}\n]*,)?[ \t]*(?P<one>{_PATH})[ \t]+$",
          "a comma stands between two items of a list: write `{one}, {two}`", rf"(?P<two>{_PATH})[ \t]*[,\]]"),
    _form("_COMMA RBRACE", rf"{_STARTS}=[ \t]*(?P<one>{_PATH})[ \t]*,[ \t]*(?P<two>{_PATH})[ \t]*$",
          "several values are a list, in brackets: write `{name} = [{one}, {two}]`"),
    _form("NAME", r"\}[ \t]+$", "a source is named behind `@`: write `@ {source} {place}`",
          rf"(?P<source>{_PATH})[ \t]+(?P<place>{_TEXT})[ \t]*(?://|[\n}},]|$)"),
    _form("NAME", r"=[ \t]*(?P<first>[A-Za-z][\w-]*)[ \t]+$",
          "several words are a text, which stands in quotes: write `\"{first} {rest}\"`",
          r"(?P<rest>[A-Za-z][^\n,{}=:\"@]*?)[ \t]*(?://|[\n,}@]|$)"),
    _form("NAME", rf"(?:^|[\n{{}},])[ \t]*\w+[ \t]*:[ \t]*{_PATH}[ \t]+$",
          "a title stands in quotes: write `\"{title}\"`", r"(?P<title>[A-Za-z][^\n{}=:\"@]*?)[ \t]*\{"),
    _form("SLASH", r"=[ \t]*$", "the number stands alone: write `{number}`", rf"/[ \t]*(?P<number>{_DIGITS})"),
    _form("ON", r"(?:^|[\n{},])[ \t]*$",
          "to fill an object of this body, write `{what} {{ ... }}`; "
          "to change a kind, `on {what} {{ ... }}` at the top of the file",
          rf"on[ \t]+(?P<what>{_PATH})[ \t]*\{{"),
    _form("EQUAL", "", "to compare, write `{sign}=`", "=(?P<sign>[<>])"),
    _form("EQUAL", r"(?P<sign>[<>=])[ \t]+$", "to compare, write `{sign}=`, without a blank"),
    _form("NAME", rf"\bplace[ \t]+(?P<what>{_PATH}(?:[ \t]*,[ \t]*{_PATH})*)[ \t]+$", "write `place {what} on {target}`",
          rf"(?P<target>{_PATH})[ \t]*(?://|[\n}},]|$)"),
    _form("EQUAL", r"\b(?:require|expect)\b[^{}\n:]*:[^{}\n]*$", "to compare, write `==`"),
    _form("EQUAL", r"\b(?:if|when|where|and|or|not)\b[^{}\n]*$", "to compare, write `==`"),
    _form("GT", "<$", "what differs is written `!=`", ">"),
    _form("DOTS OPEN_DOTS", rf"{_LOW_END}$", _ONE_UNIT, rf"{_DOTS}(?P<high>{_DIGITS})"),
    _form("NUMBER", rf"{_LOW_END}{_DOTS}$", _ONE_UNIT, rf"(?P<high>{_DIGITS})"),
    _form("NUMBER", rf"(?<![\w.])(?P<low>{_DIGITS})[ \t]+to[ \t]+$", RANGE.format("{low}..{high}"),
          rf"(?P<high>{_DIGITS}(?: [A-Za-z%][\w/%]*)?)"),
    _form("NUMBER", r"\}[^\n{}]*\bat[ \t]+$", "what is no name stands in brackets behind `at`: write `at ({value})`", _SHORT),
    _form("GT", rf"\bplace[ \t]+(?P<what>{_PATH})[ \t]*-$", _PLACE,
          rf">[ \t]*(?P<target>{_PATH})"),
    _form("NAME TO", rf"\bplace[ \t]+(?P<what>{_PATH})[ \t]+$", _PLACE,
          rf"(?:to|onto|in|into|at)\b[ \t]*(?P<target>{_PATH})"),
    _form("NAME", rf"(?<![\w.])(?P<share>{_DIGITS} ?%)[ \t]+$", share_words("{share}"),
          r"(?:per|p\.?a|an?[ \t]+(?:year|month|week|day|quarter)|each|every)\b"),
    _form("_OF", rf"(?<![\w.])(?P<share>{_DIGITS} ?%)[ \t]+$",
          "a share of something is written `{share} * {whole}`; where a share is asked for, `{share}` alone",
          rf"of[ \t]+(?:the[ \t]+)?(?P<whole>{_PATH}|{_DIGITS}(?: [A-Za-z][\w/]*)?)"),
    _form("NAME", r"\brequire[ \t]+(?P<sort>warning|info)[ \t]*:[ \t]*(?P<name>[A-Za-z_]\w*)[ \t]+$", _SEVERITY),
    _form("COLON", r"\brequire[ \t]+(?P<sort>warning|info)[ \t]*:[ \t]*(?P<name>[A-Za-z_]\w*)[ \t]*$", _SEVERITY),
    _form("WARNING INFO", r"\brequire[ \t]+(?P<name>[A-Za-z_]\w*)[ \t]+$", _SEVERITY, r"(?P<sort>warning|info)[ \t]*:"),
    _form("NAME", rf"(?<![\w.])(?P<amount>{_DIGITS} ?[A-Za-z][\w/]*)[ \t]+$",
          "what is so much for each is written with a slash: `{amount}/{unit}`", r"(?:per|each)[ \t]+(?P<unit>[A-Za-z]\w*)"),
    _form("NAME", rf"\[[ \t]*(?P<first>{_DIGITS})[ \t]*,[^\[\]{{}}\n\"]*?(?P<last>{_DIGITS})[ \t]*\][ \t]*$",
          "one figure is written `{last} {unit}`; in a list each has its unit: `[{first} {unit}, ...]`",
          r"(?P<unit>[A-Za-z][\w/]*)"),
    _form("OWNER", r'\bowner[ \t]+"(?P<one>[^"\n]+)"[ \t]+(?:until[ \t]+[\d-]+[ \t]+)?$',
          '`owner` stands once, before `until`: write `owner "{one}, {other}"`', r'owner[ \t]+"(?P<other>[^"\n]+)"'),
    _form("UNTIL", r"\buntil[ \t]+[\d-]+[ \t]+$", "`until` stands once, behind `owner`: write `until {day}`",
          r"until[ \t]+(?P<day>[\d-]+)"),
    _form("OWNER", r"\b(?P<until>until[ \t]+[\d-]+)[ \t]+$", "`owner` stands before `until`: write `{owner} {until}`",
          rf"(?P<owner>owner[ \t]+{_TEXT})"),
    _form("LSQB", rf"(?<![\w.])(?P<name>{_PATH})[ \t]*$", "what stands in it is named behind a dot: write `{name}.{member}`",
          r'\["(?P<member>[A-Za-z_]\w*)"\]'),
    _form("SLASH", rf"(?<![\w.])(?P<figure>{_DIGITS}(?: ?[A-Za-z%][\w/%]*)?)[ \t]*\+$", tolerance_words("{figure}", "{by}"),
          rf"/[ \t]*-[ \t]*(?P<by>{_DIGITS}(?: ?[A-Za-z%][\w/%]*)?)"),
    _form("CMP GE GT", rf"(?:[:(=]|\b(?:and|or|when|where|if)\b)[ \t]*(?P<low>{_SIDE})[ \t]*(?P<one>[<>]=?)[ \t]*"
          rf"(?P<what>{_SIDE})[ \t]*$", "a comparison has two sides: write `{low} {one} {what} and {what} {two} {high}`",
          rf"(?P<two>[<>]=?)[ \t]*(?P<high>{_DIGITS}(?: ?[A-Za-z%][\w/%]*)?|{_PATH})"),
    _form("_COMMA", rf"=[ \t]*\{{\s*(?P<first>{_PATH})\s*$", "a list stands in `[ ]`: write `[{first}, {others}]`",
          rf",\s*(?P<others>{_PATH}(?:[ \t]*,[ \t]*{_PATH})*)\s*\}}"),
    _form("SLASH MINUS", r"(?:^|\n)[ \t]*$", "comments begin with `//`", r"/\*|--"),
)  # fmt: skip
"""The first one that fits is said."""

_UNSIGNED = (
    _form("NAME", rf"{_STARTS}$", "a colon stands behind the name of an object: write `{name}: {kind} {title} {{ ... }}`",
          rf"(?P<kind>{_PATH})[ \t]+(?P<title>{_TEXT})[ \t]*\{{"),
    _form("NUMBER", rf"{_MAP}(?:[^{{}}]*,)?\s*(?P<label>{_PATH})[ \t]+$", _LABEL, _SHORT),
    _form("NUMBER", rf"{_STARTS}$", "a value is given with `=`: write `{name} = {value}`", _SHORT),
)
