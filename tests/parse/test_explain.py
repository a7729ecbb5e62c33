"""What is said of the faults that people make most: where it stands, and what to write instead."""

from __future__ import annotations

import pytest

from vdl import syntax as s
from vdl.parse import parse, parse_expression
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source

FAULTS = [
    # a missing colon
    ("kind k { n Number }", "Number", "expected `:`, `=` or `{`", ""),
    ("design d { require r x > 1 }", "x", "expected `:`", ""),
    ("kind k { count c Box }", "Box", "expected `:`", ""),
    ("design d { let x = { winter 3, else: 2 } }", "3", "expected `:`", ""),
    # `=` for `:`, and the other way round
    ("design d { require r = x > 1 }", "=", "expected `:`", ""),
    ("design d { let x = { winter = 3, else: 2 } }", "=", "expected `:`", "as in `winter: 3`"),
    ("design d { n = { winter = 3, else = 2 } kg }", "=", "expected `:`", "as in `winter: 3`"),
    ("design d { n: Weight = { winter = 3 kg, else = 2 kg } }", "=", "expected `:`", "as in `winter: 3 kg`"),
    ("design d {\n  let x = 3\n  on m.k {\n n = 3 }\n}", "on", "expected a name", "write `m.k { ... }`"),
    ("design d { o: k { n = 3 @ survey page 4 } }", "page", "", "write `@ survey \"page 4\"`"),
    ("design d {\n  n = 3 @ survey page 4 // why\n}", "page", "", "write `@ survey \"page 4\"`"),
    ("design d { o = k { } }", "{", "", "an object of it is declared with a colon: write `o: k { ... }`"),
    ("import m\ndesign d {\n  o = m.k {\n n = 3 } }", "{", "", "it is declared with a colon: write `o: m.k { ... }`"),
    ("design d { o: k = { n = 3 } }", "=", "", "write `o: k { ... }`"),
    ("design d { o = {\n  n = 3 } }", "=", "", "write `o { ... }`"),
    ("design d { n: 3 }", "3", "expected a name", "write `n = 3`"),
    ("design d { n: 8 GB/host }", "8", "expected a name", "write `n = 8 GB/host`"),
    ("design d { n: 8..9 GB }", "8", "expected a name", "write `n = 8..9 GB`"),
    ("design d { n: true }", "true", "expected a name", "write `n = true`"),
    ("design d { n: { a: 3, else: 4 } GB }", "{", "expected a name", "write `n = ...`"),
    ("design d { o.n: 8 GB }", ":", "expected `=` or `{`", "write `o.n = 8 GB`"),
    ("unit tonne: 1000 kg", "1000", "expected a name", "write `unit tonne = 1000 kg`"),
    # a missing bracket or operator
    ("design d \n  let x = 1\n}", "d", "expected `{`", ""),
    ("design d { let x = 3 GB 4 }", "4", "expected an operator or the end of the line", ""),
    ("design d { let x = max(1 2) }", "2", "expected an operator, `)` or `,`", ""),
    # a word that is misspelt
    ("desing d { }", "desing", "", "`design`"),
    ("document d { secton \"A\" { } }", "secton", "", "`section`"),
    ("design d { ask q: largest n were n < 3 }", "were", "", "`where`"),
    ("design d { ask q: largst n where n < 3 }", "largst", "", "`largest`"),
    ("design d { let x = 1 if y > 2 els 3 }", "els", "", "`else`"),
    ("design d { expect e: x == 1 witin 3 % }", "witin", "", "`within`"),
    ("design d form e { }", "form", "", "`from`"),
    ("design d { let r = 90 % .. 110 % }", "..", "expected an operator", "write `90..110 %`"),
    ("design d { let r = 90GB..110GB }", "..", "expected an operator", "a range has its unit once"),
    ("kind k { n: Weight in 90 %..110 % }", "110", "", "a range has its unit once"),
    ("design d { let r = 3..<5 kg }", "..<", "", "an end is left out only in what an input may be"),
    ("kind k { n: Weight = 3 kg in 0..5 kg }", "in", "", "`name: Type? as UNIT in RANGE = default`"),
    ("kind k { n: Weight in 0..5 kg as kg }", "as", "", "`name: Type? as UNIT in RANGE = default`"),
    ("kind k { n: Weight in 0..5 kg? }", "?", "", "`name: Type? as UNIT in RANGE = default`"),
    ("kind k { let n: Weight? = 3 kg }", "=", "", "behind a `let` that derives nothing"),
    ("design d { let from = 3 }", "from", "expected a name", "can't be a name"),
    # what other languages write
    ("design d { require r: x = 1 }", "=", "", "write `==`"),
    ("design d { require r: x.y.z = 1 }", "=", "", "write `==`"),
    ("kind k { bound b: n >= 2 boxes when q.y.z = 2 }", "=", "", "write `==`"),
    ("design d { let x = 1 if y = 2 else 3 }", "=", "", "write `==`"),
    ("design d { let x = if a then 1 else 2 }", "if", "", "`A if CONDITION else B`"),
    ("design d { let x = a ? 1 : 2 }", "?", "", "`A if CONDITION else B`"),
    ("design d { require r: a =< b }", "=", "", "write `<=`"),
    ("design d { require r: a => b }", "=", "", "write `>=`"),
    ("design d { require r: a <> b }", ">", "", "`!=`"),
    ("design d { place a.b -> c }", ">", "", "write `place a.b on c`"),
    ("design d {\n  place a.b to c\n}", "to", "", "write `place a.b on c`"),
    ("design d { place a, on c }", "on", "expected a value", ""),
    ("design d {\n  place c on a, b\n}", ",", "", "write `place a, b on c`, or where `c` is what is placed"),
    ("design d {\n  place c on a, b\n}", ",", "", "a line for each target, `place c on a` and `place c on b`"),
    ("design d { place c on a, b, e.f }", ",", "", "write `place a, b, e.f on c`"),
    ("design d {\n  place p: c on a, b  // why\n  n = 3\n}", ",", "", "write `place a, b on c`"),
    ("design d {\n  place a, b.x on c, e\n}", ",", "", "with what stands on it, `place a, b.x on c` and `place ... on e`"),
    ("design d { n = 3, place a on c, b on c }", ",", "", "write `place a, b on c`"),
    ("design d {\n  place a on c, b.x, e on f\n}", ",", "", "write a line for each, `place a on c` and `place b.x, e on f`"),
    ("design d { place a on c, b 3 }", "3", "", ""),
    ("design d {\n  place c on a,\n    b,\n    e\n}", ",", "", "write `place a, b, e on c`"),
    ("design d {\n  place c via e on a, b\n}", ",", "", "write a line for each, `place c via e on a` and `place c via e on b`"),
    ("design d {\n  place c via e on a, b on a\n}", ",", "", "write a line for each, `place c via e on a` and `place b on a`"),
    # names, labels, dates and shares as they are written elsewhere
    ("design Mill Lane \"Bread\" { }", "Lane", "", "a name is one word: write `design Mill_Lane`"),
    ("design the old mill { }", "old", "", "write `design the_old_mill`"),
    ("design d {\n  scenario cold winter { }\n}", "winter", "", "write `scenario cold_winter`"),
    ("design d {\n  require warning too cold: n > 1\n}", "cold", "", "write `require warning too_cold`"),
    ("design d {\n  expect bread sold \"why\": n == 1\n}", "sold", "", "write `expect bread_sold`"),
    ("design d { require warning: cold n.a > 1 }", "n", "", "severity stands before the name: write `require warning cold: ...`"),
    ("design d { require info: cold: n.a > 1 }", ":", "", "write `require info cold: ...`"),
    ("design d { require cold warning: n.a > 1 }", "warning", "", "write `require warning cold: ...`"),
    ("axis year kept { y2027, y2028 }\ndesign d { let x = n at 2027 }", "2027", "", "a label is a name: write `at y2027`"),
    ("axis year { y2027 }\naxis x { o2027 }\ndesign d { let x = n at 2027 }", "2027", "", "as its axis declares it: `at LABEL`"),
    ("design d { let x = n at 2027 }", "2027", "", "as its axis declares it: `at LABEL`"),
    ("design d { waive r \"why\" until May 2027 }", "May", "", "a date is written with the year first: `2027-05`"),
    ("design d { waive r \"why\" until 3 September 2027 }", "3", "", "a date is written with the year first: `2027-09-03`"),
    ("design d { waive r \"why\" until May }", "May", "", "such as `2027-12-31`"),
    ("source s { date = June 2027 }", "2027", "", "a date is written with the year first: `2027-06`"),
    ("design d { n = 90 % of flour.weight }", "of", "", "is written `90 % * flour.weight`"),
    ("design d { n = 90 % of 3 kg }", "of", "", "is written `90 % * 3 kg`"),
    ("design d { n = 90 % of the flour }", "of", "", "is written `90 % * flour`; where a share is asked for, `90 %` alone"),
    ("design d { let x = dell[\"M610\"] }", "[", "", "write `dell.M610`"),
    ("design d {\n  /* why */\n}", "/", "", "comments begin with `//`"),
    ("design d {\n  -- why\n}", "-", "", "comments begin with `//`"),
    ("design d { require r: a && b }", "&", "", "write `and`"),
    ("design d { n = 15 % p.a. }", "p", "", "write `grow(base, 15 %)`"),
    ("design d { n = 15 % a year }", "a", "", "write `grow(base, 15 %)`"),
    ("design d { n = 3 GB each desktop }", "each", "", "with a slash: `3 GB/desktop`"),
    ("design d { n = 3 boxes  survey \"p. 2\" }", "survey", "", "write `@ survey \"p. 2\"`"),
    ("design d { n = 2 * a.b  survey \"p. 2\"\n}", "survey", "", "write `@ survey \"p. 2\"`"),
    # numbers as they are written elsewhere
    ("design d { n = 1,900,000 USD }", "900", "", "write `1_900_000 USD`:"),
    ("design d { n = 1.900.000 USD }", "000", "", "write `1_900_000 USD`:"),
    ("design d { n = 1 900 000 USD }", "900", "", "write `1_900_000 USD`:"),
    ("design d { n = 1,900,000.50 USD }", "900", "", "write `1_900_000.50 USD`:"),
    ("design d { n = 1.900,50 USD }", "50", "", "write `1_900.50 USD`:"),
    ("design d { n = 12,5 % }", "5", "", "write `12.5 %`:"),
    ("design d { n = 1'900 boxes }", "'", "", "write `1_900 boxes`:"),
    ("design d { n = 0,125 % }", "125", "", "write `0.125 %`:"),
    ("design d { n = 1,900 USD }", "900", "", "write `1_900 USD`:"),
    ("design d { n = 1,900 @ assumed \"a guess\" }", "900", "", "write `1_900`:"),
    ("design d { n = { winter: 1,900, else: 300 } USD }", "900", "", "write `1_900`:"),
    ("design d { require r: n <= 1,900 when cold }", "900", "", "write `1_900`:"),
]


def said(text: str) -> Diagnostic:
    diagnostics = parse(Source("x", f"edition 2026\n{text}\n"))[1]
    return diagnostics[0]


@pytest.mark.parametrize(("text", "word", "label", "help"), FAULTS)
def test_a_fault_has_a_label_or_help(text: str, word: str, label: str, help: str) -> None:
    diagnostic = said(text)
    assert diagnostic.span is not None and diagnostic.span.text == word
    assert label in diagnostic.label and help in " ".join(diagnostic.help)


@pytest.mark.parametrize("text", [f"let x = 1 = {'a' * 10_000}", f"design d {{ n: 1 }} {'b' * 10_000}", f'"{"c" * 10_000}" d'])
def test_a_long_word_is_quoted_in_part(text: str) -> None:
    assert len(said(text).message) < 100


@pytest.mark.parametrize(
    "text", ["a = 1,900 boxes", "a = 6,5 kg, b = 3 kg", "a = 1,900,000 kg, b = 3 kg", "b = 3 kg, a = 6,5 kg @ survey"]
)
def test_a_number_with_a_comma_is_one_fault(text: str) -> None:
    """The part before the comma is no statement of its own, of which more could be said."""
    tree, found = parse(Source("x", f"edition 2026\ndesign d {{\n  {text}\n}}\n"))
    assert [one.slug for one in found] == ["unexpected-word"]
    design = tree.items[1]
    assert isinstance(design, s.DesignDef)
    assert not [one for one in design.body.statements if isinstance(one, s.Fill) and str(one.path) == "a"]


def test_an_expression_by_itself_skips_nothing() -> None:
    found = parse_expression(Source("expression", "6,5 kg + 1 kg"))[1]
    assert [(one.notes, one.help[0][:15]) for one in found] == [((), "write `6.5 kg`:")]
