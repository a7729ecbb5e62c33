"""Languages other than English: the words from catalogs (`.po` files), the signs of figures and the days from CLDR.

Babel reads both. It is an extra, loaded only where a document is said in another language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from vdl.records import NamedTuple
from vdl.render.catalog_text import fault
from vdl.text.phrases import Phrase, places

Key = tuple[str, str]
"""The context and the English of a message."""


class NoBabel(Exception):
    """Babel is not installed; the message says what to do."""


class BadCatalog(Exception):
    """A catalog that can't be used: the message begins with its path and says what is wrong."""


class Language(NamedTuple):
    """How a language puts things. A message has as many `forms` as `plural` gives numbers for; `day` takes
    "2026-06-01"."""

    code: str
    messages: Mapping[Key, tuple[str, ...]]
    plural: Callable[[int], int]
    forms: int
    point: str
    comma: str
    day: Callable[[str], str]


def language(code: str, catalogs: Iterable[tuple[str, bytes]]) -> Language:
    """The language with the messages of several catalogs, given as path and contents; what a later one says counts.

    Raises NoBabel and BadCatalog.
    """
    catalogs = list(catalogs)
    try:
        from babel import Locale, UnknownLocaleError
        from babel.dates import format_date
        from babel.messages.plurals import get_plural
        from babel.numbers import get_decimal_symbol, get_group_symbol
    except ImportError as missing:
        raise NoBabel("the Python package Babel is missing: pip install 'vdl[languages]'") from missing
    try:
        locale = Locale.parse(code.replace("-", "_"))
    except (UnknownLocaleError, ValueError) as unknown:
        raise BadCatalog(f"{catalogs[0][0]}: `{code}` is the code of no language that Unicode's CLDR has") from unknown
    from datetime import date
    from gettext import c2py

    def day(written: str) -> str:
        try:
            return str(format_date(date.fromisoformat(written), "long", locale=locale))
        except ValueError:
            return written

    rule = get_plural(locale)
    messages: dict[Key, tuple[str, ...]] = {}
    for path, data in catalogs:
        messages |= _messages(path, data, code, rule.num_plurals)
    return Language(locale_tag(code), messages, c2py(rule.plural_expr), rule.num_plurals,
                    get_decimal_symbol(locale), get_group_symbol(locale), day)  # fmt: skip


def to_fill_in(language: Language, lacking: Mapping[Key, Phrase]) -> bytes:
    """A catalog with an entry for each message that a language lacks, in which nothing is said yet."""
    code = language.code.replace("-", "_")
    entries = [f'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"']
    for (context, key), said in sorted(lacking.items()):
        lines = [*([("msgctxt", context)] if context else []), ("msgid", key)]
        many = [("msgid_plural", said.many), *[(f"msgstr[{form}]", "") for form in range(language.forms)]]
        lines += many if said.many else [("msgstr", "")]
        entries.append("\n".join([f"{word} {_quoted(text)}" for word, text in lines]))
    return ("\n\n".join(entries) + "\n").encode()


def _quoted(text: str) -> str:
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(sign, written)
    return f'"{text}"'


def locale_tag(code: str) -> str:
    """A code as HTML has it: "pt-BR"."""
    return code.replace("_", "-")


def _messages(path: str, data: bytes, code: str, forms: int) -> dict[Key, tuple[str, ...]]:
    """The messages of a catalog that are translated, and not only guessed (`fuzzy`)."""
    from io import BytesIO

    from babel.messages.pofile import PoFileError, read_po

    text = _decoded(path, data)
    if (wrong := fault(text)) is not None:
        raise BadCatalog(f"{path}:{wrong[0]}: {wrong[1]}")
    try:
        catalog = read_po(BytesIO(data), locale=code.replace("-", "_"), abort_invalid=True)
    except (PoFileError, LookupError, ValueError) as wrong:
        raise BadCatalog(f"{path}:{_line_of_header(text)}: the head of the catalog can't be read: {wrong}") from wrong
    found: dict[Key, tuple[str, ...]] = {}
    for message in catalog:
        keys = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        said = tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string or "",)
        if not keys[0] or message.fuzzy or not any(said):
            continue
        where = f"{path}:{message.lineno}"
        if not all(said):
            raise BadCatalog(f"{where}: `{keys[0]}` has not all of the {forms} forms of {code}")
        if len(keys) > 1 and len(said) != forms:
            raise BadCatalog(f"{where}: `{keys[0]}` has {len(said)} forms, and {code} has {forms}")
        for one in said:
            _held(where, keys, one)
        found[message.context or "", keys[0]] = said
    return found


_CHARSET = re.compile(rb"charset=([\w.:-]+)")


def _decoded(path: str, data: bytes) -> str:
    """The text of a catalog, in the signs that its head names; without one in UTF-8."""
    named = _CHARSET.search(data)
    line = data[: named.start()].count(b"\n") + 1 if named else 1
    charset = named[1].decode("ascii") if named else "utf-8"
    try:
        return data.decode(charset)
    except LookupError as wrong:
        raise BadCatalog(f"{path}:{line}: there is no `{charset}`: write `charset=UTF-8`") from wrong
    except UnicodeDecodeError as wrong:
        line = data[: wrong.start].count(b"\n") + 1
        raise BadCatalog(f"{path}:{line}: a character is not in {charset}") from wrong


def _line_of_header(text: str) -> int:
    found = re.search(r"^\"Plural-Forms:", text, re.MULTILINE)
    return text[: found.start()].count("\n") + 1 if found else 1


def _held(where: str, keys: Iterable[str], said: str) -> None:
    """Hold a translation to the places of its key; a form for one number need not say that number."""
    known = {name for key in keys for name in places(key)}
    wanted = known - {"number"} if len(list(keys)) > 1 else known
    there = set(places(said))
    for name in sorted(there - known):
        raise BadCatalog(f"{where}: the translation has {{{name}}}, and its key has not")
    for name in sorted(wanted - there):
        raise BadCatalog(f"{where}: the translation lacks {{{name}}}")
