"""What a report becomes in another language: marked words are said anew, everything else stays."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from tests.render.sample import COVER
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.catalogs import BadCatalog, Language, language
from vdl.render.formats.markdown import markdown
from vdl.render.html import html
from vdl.render.translated import Translation
from vdl.report import model as m
from vdl.semantics.units import NUMBER, Unit, unit_words
from vdl.text.diagnostics import several
from vdl.text.phrases import Day, filled, joined, of, phrase, ticked
from vdl.words import values as show
from vdl.words.verdicts import Words

HEAD = 'msgid ""\nmsgstr ""\n"Language: {code}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
GERMAN = """
msgid "Total"
msgstr "Summe"

msgid "{page} of {pages}"
msgstr "Seite {page} von {pages}"

msgid "at least {figure}"
msgstr "mindestens {figure}"

msgid "{number} rule holds"
msgid_plural "{number} rules hold"
msgstr[0] "{number} Regel gilt"
msgstr[1] "{number} Regeln gelten"

msgid "{cart.load} on {cart}"
msgstr "auf {cart}: {cart.load}"

msgid "say it with `weight`"
msgstr "mit `weight` sagt man es"

msgctxt "unit"
msgid "box"
msgid_plural "boxes"
msgstr[0] "Kiste"
msgstr[1] "Kisten"

msgctxt "Carts"
msgid "Number"
msgstr "Nummer"

msgid "Number"
msgstr "Anzahl"

#, fuzzy
msgid "Kept"
msgstr "Behalten?"
"""


def read(body: str, code: str = "de") -> Language:
    return language(code, [(f"{code}.po", (HEAD.format(code=code) + body).encode())])


@pytest.fixture
def german() -> Translation:
    return Translation(read(GERMAN))


BOX = Unit(*unit_words("box", "boxes", True), 1, (("Box", 1),))
OWN = Unit("box", "boxes", 1, (("Box", 1),))


def test_marked_texts_are_the_texts_they_are() -> None:
    text = phrase("{held} of {all} hold", held=1270, all=phrase("Total"))
    assert text == "1,270 of Total hold" and hash(text) == hash("1,270 of Total hold") and {text: 1}["1,270 of Total hold"] == 1
    assert text + "." == "1,270 of Total hold." and "(" + text == "(1,270 of Total hold"
    assert pickle.loads(pickle.dumps(text)).given == text.given  # type: ignore[attr-defined]


def test_words_are_said_anew_wherever_they_stand_in_others(german: Translation) -> None:
    assert german.say(joined(": ", ("Our carts", phrase("Total")))) == "Our carts: Summe"
    assert german.say("(" + phrase("Total") + ")") == "(Summe)"
    assert german.say(phrase("at least {figure}", figure=show.scalar(2500, OWN))) == "mindestens 2.500 boxes"


def test_a_design_s_own_words_stay_also_where_they_are_a_key(german: Translation) -> None:
    assert german.say("Total") == "Total"
    assert german.say(of("Total", False)) == "Total"
    assert not german.used


@pytest.mark.parametrize(("number", "said"), [(1, "1 Regel gilt"), (2, "2 Regeln gelten"), (1270, "1.270 Regeln gelten")])
def test_forms_go_by_the_number(german: Translation, number: int, said: str) -> None:
    assert german.say(several(number, "rule holds", "rules hold")) == said


@pytest.mark.parametrize(("value", "said"), [
    (1, "1 Kiste"), (Fraction(1, 2), "0,5 Kisten"), (10_260, "10.260 Kisten"), (Fraction(15183, 1000), "15,18 Kisten"),
])  # fmt: skip
def test_figures_have_the_signs_of_the_language(german: Translation, value: int | Fraction, said: str) -> None:
    assert german.say(show.scalar(value, BOX)) == said


def test_a_language_with_more_than_two_forms() -> None:
    forms = "".join([f'msgstr[{at}] "{form}"\n' for at, form in enumerate(("skrzynia", "skrzynie", "skrzyń"))])
    polish = read(f'msgctxt "unit"\nmsgid "box"\nmsgid_plural "boxes"\n{forms}', "pl")
    said = [Translation(polish).say(show.scalar(number, BOX)) for number in (1, 3, 5, 22)]
    assert said == ["1 skrzynia", "3 skrzynie", "5 skrzyń", "22 skrzynie"]


def test_units_of_units_are_said_one_by_one(german: Translation) -> None:
    per = Unit(joined("/", ("kg", BOX.singular)), joined("/", ("kg", BOX.singular)), 1, NUMBER)
    assert german.say(show.scalar(Fraction(15, 2), per)) == "7,5 kg/Kiste"


DATED = """edition 2026
kind depot {
  until: Date
  require held: until >= 2027-01-01 "held"
}
design d "D" { d: depot "E" { until = 2026-12-31 } }
"""


def test_days_that_a_rule_compares(german: Translation) -> None:
    made = compile(TestWorld("suite/library", {"a.vdl": DATED}), "a.vdl", as_of=AS_OF)
    [rule] = [one for one in made.designs[0].judged.rules if one.name.endswith("held")]
    assert german.say(Words(made.designs[0].types.types, made.names.units).detail(rule)) == "31. Dezember 2026 >= 1. Januar 2027"


def test_days(german: Translation) -> None:
    assert german.say(Day("2026-06-01")) == "1. Juni 2026"
    assert german.say(Day("some day")) == "some day"


def test_what_no_catalog_has_stays_english_and_is_told(german: Translation) -> None:
    assert german.say(phrase("Kept")) == "Kept" and german.say(phrase("Shelf {n}", n=1270)) == "Shelf 1.270"
    assert set(german.lacking) == {("", "Kept"), ("", "Shelf {n}")}
    assert german.say(filled("PowerCart 9000", {}, free=True)) == "PowerCart 9000" and len(german.lacking) == 2


def test_a_context_comes_first_and_what_has_none_serves_all(german: Translation) -> None:
    assert german.say(phrase("Number", context="Carts")) == "Nummer"
    assert german.say(phrase("Number", context="Boxes")) == "Anzahl"


def report(*blocks: m.Block) -> m.Report:
    return m.Report("carts", "en", "A4", COVER, (m.Section("1", phrase("Total"), "total", blocks),))


def test_sentences_follow_the_order_of_the_language(german: Translation) -> None:
    sentence = m.Sentence((m.Value("7.5 kg"), m.Text(" on "), m.Text("North")))
    figure = m.Value(show.scalar(1270, OWN))
    sentence.key, sentence.given = "{cart.load} on {cart}", {"cart.load": (figure,), "cart": (m.Link("North", "north"),)}
    made = german.report(report(m.Paragraph(sentence))).sections[0].blocks[0]
    assert made == m.Paragraph((m.Text("auf "), m.Link("North", "north"), m.Text(": "), m.Value("1.270 boxes")))


def test_names_in_backticks_stay_code(german: Translation) -> None:
    prose = tuple([m.Code(part) if is_code else m.Text(part) for is_code, part in ticked(phrase("say it with `weight`"))])
    assert prose == (m.Text("say it with "), m.Code("weight"))
    made = german.report(report(m.Paragraph((*prose, m.Cite(1))))).sections[0].blocks[0]
    assert made == m.Paragraph((m.Text("mit "), m.Code("weight"), m.Text(" sagt man es"), m.Cite(1)))


def test_the_numbers_of_a_working_change_their_signs_and_names_do_not(german: Translation) -> None:
    step = m.Step("", "carts * limit_2.5", '2,118.75 kg / (x1.5 * max(1,000, 0.5)) + "1.5"', "")
    made = german.report(report(m.Working("", (step,), ()))).sections[0].blocks[0]
    assert isinstance(made, m.Working)
    assert made.steps[0].numbers == '2.118,75 kg / (x1.5 * max(1.000, 0,5)) + "1.5"'
    assert made.steps[0].formula == "carts * limit_2.5"


def test_around_the_report(german: Translation) -> None:
    columns = (m.Column("Cart"), m.Column("Load", "kg", numeric=True))
    rows = tuple([m.Row(((m.Text(name),), (m.Value(show.scalar(load, BOX.unnamed())),)))
                  for name, load in (("North", Fraction(25005, 10)), ("South", 7))])  # fmt: skip
    total = m.Row(((m.Text(phrase("Total")),), (m.Value(phrase("at least {figure}", figure=show.scalar(2507, BOX.unnamed()))),)))
    said = german.report(report(m.Table("", columns, rows, total)))
    page = html(said)
    assert '<html lang="de">' in page
    assert '"Seite " counter(page) " von " counter(pages)' in page
    assert "2.500,5" in page and "mindestens\u00a02.507\u2008\u2007" in page  # under each other at their commas
    assert said.language == "de" and said.sections[0].anchor == "total" and said.name == "carts"
    assert "| Summe | mindestens 2.507 |" in markdown(said).replace("**", "")


def test_nothing_of_a_catalog_is_more_than_words() -> None:
    body = 'msgid "{page} of {pages}"\nmsgstr "{page}\\"}</style><b>{pages}"\n\nmsgid "Contents"\nmsgstr "<b>Inhalt"\n'
    page = html(Translation(read(body)).report(report()))
    assert "<b>Inhalt" not in page and "</style><b>" not in page and '"}' not in page.partition("@bottom-right")[2][:40]


@pytest.mark.parametrize(("body", "message"), [
    ('msgid "{a} of {b}"\nmsgstr "{a} von"\n', "de.po:6: the translation lacks {b}"),
    ('msgid "Total"\nmsgstr "Summe {x}"\n', "de.po:6: the translation has {x}, and its key has not"),
])  # fmt: skip
def test_a_catalog_that_can_t_be_used_says_where(body: str, message: str) -> None:
    with pytest.raises(BadCatalog) as caught:
        read(body)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("text", "said"), [
    ('msgid "a"\nmsgstr "b"\n\nmsgid "host"\n', "4: the catalog ends within this entry"),
    ('msgid "a"\nmsgstr "b"\n\nmsgctxt "unit"\nmsgid "host"\nmsgid_plural "hosts"\n', "4: the catalog ends within this entry"),
    ('msgctxt "unit"\n', "1: the catalog ends within this entry: `msgid` is missing"),
    ('msgid "a"\nmsgstr "ein Kupferka', "2: this text has no closing quote"),
    ('msgid "a"\nmsgstr "b\\"', "2: this text has no closing quote"),
    ('msgid "a"\nmsgstr "b\\q"\n', "2: `\\q` says nothing in a text"),
    ('msgid "a"\nmsgstr "b" junk\n', "2: `junk` stands behind the text"),
    ('msgid "a"\nmsgstr b\n', "2: `msgstr b` is no line of a catalog"),
    ('msgid "a"\nmsgstr "b"\ngarbage here\n', "3: `garbage here` is no line of a catalog"),
    ('msgid "a"\nmsgstr[] "b"\n', "2: `msgstr[] \"b\"` is no line of a catalog"),
    ('msgstr "b"\n', "1: `msgstr` stands where `msgctxt` or `msgid` is expected"),
    ('msgid "a"\n\nmsgid "c"\nmsgstr "d"\n', "3: `msgid` stands where `msgid_plural` or `msgstr` is expected"),
    ('msgid "a"\nmsgid_plural "b"\nmsgstr "x"\n', "3: `msgstr` stands where `msgstr[0]` is expected"),
    ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[5] "x"\n', "4: `msgstr[5]` stands where `msgstr[1]`"),
    ('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\n', "1: `a` has not all of the 2 forms of de"),
    ('"x"\n', "1: a text stands here without"),
    ("hello\n", "1: `hello` is no line of a catalog"),
    ("", "1: the catalog has no entry"),
    ("# a comment\n", "2: the catalog has no entry"),
    ('msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=x; plural=;\\n"\n', "3: the head of the catalog can't be read"),
    ('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=nonsense\\n"\n', "3: there is no `nonsense`"),
])  # fmt: skip
def test_a_catalog_that_is_cut_off_or_no_catalog_says_where(text: str, said: str) -> None:
    with pytest.raises(BadCatalog) as caught:
        language("de", [("de.po", text.encode())])
    assert str(caught.value).startswith(f"de.po:{said}")


def test_a_catalog_in_other_signs_than_it_says_names_the_line() -> None:
    with pytest.raises(BadCatalog, match=r"de\.po:2: a character is not in utf-8"):
        language("de", [("de.po", b'msgid "a"\nmsgstr "\xe9"\n')])


def test_a_catalog_that_is_cut_off_anywhere_says_nothing_else() -> None:
    """What is left is told, or made of whole lines."""
    text = 'msgid "a"\nmsgstr ""\n"b"\n\nmsgctxt "unit"\nmsgid "drive"\nmsgid_plural "drives"\nmsgstr[0] "x"\nmsgstr[1] "y"\n'
    whole = language("de", [("de.po", text.encode())]).messages
    for end in range(len(text)):
        try:
            found = language("de", [("de.po", text[:end].encode())]).messages
        except BadCatalog:
            continue
        assert found.items() <= whole.items(), text[:end]
        assert end == len(text) - 1 or text[:end].rstrip().endswith(('""', '"b"')), text[:end]


def test_a_code_that_is_no_language_is_told() -> None:
    with pytest.raises(BadCatalog, match="`qqq` is the code of no language"):
        read("", "qqq")
