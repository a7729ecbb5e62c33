"""The canonical form, rule by rule, as the language reference has it: what is written, and what becomes of it."""

from __future__ import annotations

from textwrap import dedent

import pytest

from vdl.format import formatted

FORMS = {
    "blanks within one line": (
        """
        let x=(  - 3+a . b ( 2 ) )^2 - -  y
        let y=[1,2 ,3] at( a,b )
        let z:Ratio?
        unit m,n=3kg
        let f( a:Number,b : Text ):Number = 5..7kg+{ -1:2, ..3kg : 3 ,else:4 }%
        """,
        """
        let x = (-3 + a.b(2)) ^ 2 - -y
        let y = [1, 2, 3] at (a, b)
        let z: Ratio?
        unit m, n = 3 kg
        let f(a: Number, b: Text): Number = 5..7 kg + { -1: 2, ..3 kg: 3, else: 4 } %
        """,
    ),
    "inputs, ranges and shares": (
        """
        kind k { a:Ratio in 0 ..< 100% , b : Number in .., c: Number in 1.. = 70 : 30 }
        """,
        """
        kind k { a: Ratio in 0..<100 %, b: Number in .., c: Number in 1.. = 70:30 }
        """,
    ),
    "names of the language as names": (
        """
        let text = working(2) - load (3)
        document d { working (a) }
        """,
        """
        let text = working(2) - load(3)
        document d { working (a) }
        """,
    ),
    "braces with a line end are opened up": (
        """
        kind k { a: Number
          b: Number }
        kind e {
        }
        c: k { a = 1, b = 2 }
        """,
        """
        kind k {
          a : Number
          b : Number
        }
        kind e { }
        c: k { a = 1, b = 2 }
        """,
    ),
    "commas": (
        """
        c: k {
          a = 1,
          b = 2, d = 3
          , e = [
           1
           , 2
          ]
          f = { x: 1,
          y: 2 }
          g = { 0: 1,
          -1: 2 }
        }
        """,
        """
        c: k {
          a = 1
          b = 2, d = 3
          e = [
            1,
            2
          ]
          f = {
            x: 1
            y: 2
          }
          g = {
            0: 1,
            -1: 2
          }
        }
        """,
    ),
    "empty lines": (
        """


        edition 2026



        design d {

          let x =

            3


        }


        // end


        """,
        """
        edition 2026

        design d {

          let x =
            3
        }

        // end
        """,
    ),
    "lines that go on": (
        """
        design d {
        let x = a +
        b
           else max(
        1,
            2 +
              3)
          expect e: x == 3
        within 2 %
             @ paper "p. 3"
        let y = a with {
        b = 3
        } else sum([
        1
        ])
        }
        """,
        """
        design d {
          let x = a +
            b
            else max(
              1,
              2 +
              3)
          expect e: x == 3
            within 2 %
            @ paper "p. 3"
          let y = a with {
            b = 3
          } else sum([
            1
          ])
        }
        """,
    ),
    "names in columns": (
        """
        kind k {
          a : Number
          /// What documents a line stands within a run.
          longer : Number = 3
          // Another comment ends it.
          b : Number
          let no_column = 3
          let none = 4
          x = 3
          longer = 4
          yy = 5, zz = 6
          z = 7
          bound by_one: c >= 3
          bound load by_another: c >= 4

          q: k { a = 1 }
          other: kk { a = 2 }
          titled: kk "title" { a = 2 }
          q { a = 3 }
          other { a = 4 }
        }
        """,
        """
        kind k {
          a      : Number
          /// What documents a line stands within a run.
          longer : Number = 3
          // Another comment ends it.
          b : Number
          let no_column = 3
          let none = 4
          x      = 3
          longer = 4
          yy = 5, zz = 6
          z = 7
          bound by_one:          c >= 3
          bound load by_another: c >= 4

          q: k      { a = 1 }
          other: kk { a = 2 }
          titled: kk "title" { a = 2 }
          q     { a = 3 }
          other { a = 4 }
        }
        """,
    ),
    "one long name moves no other": (
        """
        c: k {
          a = 1
          abc = 2
          a_name_of_sixteen = 3
        }
        c: k {
          a = 1
          a_name_of_sixteen = 3
          a_name_of_fifteen = 3
        }
        """,
        """
        c: k {
          a   = 1
          abc = 2
          a_name_of_sixteen = 3
        }
        c: k {
          a                 = 1
          a_name_of_sixteen = 3
          a_name_of_fifteen = 3
        }
        """,
    ),
    "citations and comments beside code": (
        """
        c: k {
          a = 1 @ paper "p. 1"@ other
          abc = 2 // why
          d = 3
          o: k { x = 1    @ paper } @ paper "p. 2" // so
          o: k { // here
            x = 1 @ paper
            longer = 2 @ paper
          } @ paper
          y = 3 @ paper

          z = 4 @ paper
        }
        """,
        """
        c: k {
          a   = 1                 @ paper "p. 1" @ other
          abc = 2                 // why
          d   = 3
          o: k { x = 1 @ paper }  @ paper "p. 2"  // so
          o: k {  // here
            x      = 1  @ paper
            longer = 2  @ paper
          } @ paper
          y = 3  @ paper

          z = 4  @ paper
        }
        """,
    ),
    "long code has its citation behind it": (
        f"""
        c: k {{
          a = 1 @ paper
          b = 2 @ paper
          text = "{"x" * 60}" @ paper
        }}
        """,
        f"""
        c: k {{
          a    = 1  @ paper
          b    = 2  @ paper
          text = "{"x" * 60}"  @ paper
        }}
        """,
    ),
    "comments": (
        """
        //a
        design d { //b
             //c
          let x = [ //d
          1 //e
          , //f
          2
          //g
          ]

          //h
        }
        //i
        """,
        """
        //a
        design d {  //b
          //c
          let x = [  //d
            1  //e
            ,  //f
            2
            //g
          ]

          //h
        }
        //i
        """,
    ),
    "a citation of a line covers what it covered": (
        """
        c: k {
          o: k {
          }, b = 2 @ paper
        }
        """,
        """
        c: k {
          o: k {
          }, b = 2 @ paper
        }
        """,
    ),
    "texts are left alone": (
        '''
        document d {
        text """
           as   it
         is
        """
        section "a  {b+c}" { show   rules }
        }
        ''',
        '''
        document d {
          text """
           as   it
         is
        """
          section "a  {b+c}" { show rules }
        }
        ''',
    ),
    "documents": (
        """
        document d {
        if a>1 { text "x" } else { text "y" }
        table "t" for x in all k,y in all k if x != y {
        "A":x.a
        for z in all k { "{z}": z.a }
        total "B": 3
        }
        }
        """,
        """
        document d {
          if a > 1 { text "x" } else { text "y" }
          table "t" for x in all k, y in all k if x != y {
            "A": x.a
            for z in all k { "{z}": z.a }
            total "B": 3
          }
        }
        """,
    ),
    "faults": (
        """
        edition   2026
        kind k {
            a  :Number
              b  : = Number
            c   :Number
        bbb  :Number   @ x
        }
        kind  m { a:Number }
        """,
        """
        edition 2026
        kind k {
            a : Number
              b  : = Number
            c   : Number
            bbb : Number  @ x
        }
        kind m { a: Number }
        """,
    ),
}


@pytest.mark.parametrize("title", FORMS)
def test_the_canonical_form(title: str) -> None:
    written, form = (dedent(one).strip("\n") + "\n" for one in FORMS[title])
    assert formatted(written) == form
    assert formatted(form) == form
    assert formatted(written.replace("\n", "\r\n")).replace("\r", "") == form


def test_empty_files() -> None:
    assert formatted("") == ""
    assert formatted("\n\n") == ""
    assert formatted("  // so") == "// so\n"


def test_a_text_of_too_many_words_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vdl.format.WORDS", 5)
    assert formatted("let  x  = 3") == "let x = 3\n"
    assert formatted("let  x  = 3 + 4") == "let  x  = 3 + 4"


def test_a_range_takes_whole_statements_and_no_others() -> None:
    text = "let  a = [\n 1,\n 2\n]\nlet  b = 2\n\n// so\nlet  c = 3"
    assert formatted(text, (2, 2)) == "let a = [\n  1,\n  2\n" + text[text.index("]") :]
    assert formatted(text, (5, 5)) == text.replace("let  b", "let b")
    assert formatted(text, (6, 6)) == text
    assert formatted(text, (8, 8)) == text.replace("let  c", "let c") + "\n"
    assert formatted(text, (1, 8)) == formatted(text)
