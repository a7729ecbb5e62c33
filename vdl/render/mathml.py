"""Formulas on pages: as MathML where a browser sets them, and of the same text as spans for paper.

A long formula is several pieces, each `math` of its own, between which a line may be broken: before operators and behind commas.
"""

from __future__ import annotations

import re
from html import unescape

from markupsafe import Markup, escape

from vdl.render.line_breaks import NO_BREAK, all_kept
from vdl.render.typeset import signs
from vdl.report.formula import Atom, Big, Function, Led, Raised, Row, Shown, Stacked, Within, linear, shown
from vdl.report.model import Step

WHOLE = 26
"""A part of a formula of so many characters is not broken over lines; nor is a name that is no longer."""

KEPT = 40
"""A value of no more characters is kept on one line."""


def calculation(step: Step) -> Markup:
    """ "name = formula = numbers = result" of a step, each once: what only says again what stands before it is left out."""
    said: list[Shown] = [Atom(step.name, True)] if step.name else []
    if step.tree is not None:
        said += [shown(step.tree, "names"), shown(step.tree, "numbers")]
    said += [Atom(step.result)] if step.result else []
    told: list[list[str]] = []
    before = ""
    for one in said:
        text = linear(one)
        if text != before:
            told.append(_pieces(one))
        before = text
    for pieces in told[1:]:
        pieces[0] = _sign("=") + pieces[0]
    if step.result and step.decides and told:
        told[-1][-1] = f'<mrow class="result">{told[-1][-1]}</mrow>'
    return Markup(" ").join([Markup(f"<math>{piece}</math>") for pieces in told for piece in pieces])


def _pieces(given: Shown) -> list[str]:
    """A formula in pieces between which a line may be broken."""
    if isinstance(given, Atom):
        return _words(given)
    if isinstance(given, (Stacked, Raised)) or len(linear(given)) <= WHOLE:
        return [_whole(given)]
    match given:
        case Row():
            made = [_pieces(part) for part in given.parts]
            for pieces in made[1:]:
                pieces[0] = _sign(given.said or given.sign) + pieces[0]
            return [piece for pieces in made for piece in pieces]
        case Within():
            pieces = _pieces(given.inner)
            return _between(_fence(given.left), pieces, _fence(given.right))
        case Function():
            made = [_pieces(part) for part in given.arguments]
            for pieces in made[:-1]:
                pieces[-1] += _sign(",")
            inner = [piece for pieces in made for piece in pieces] or [""]
            head = _name(given.name) + _fence("(")
            if len(given.name) + len(re.sub("<[^>]*>", "", inner[0])) > KEPT:  # "largest so far(" before long figures
                inner, head = [head, *inner], ""
            return _between(head, inner, _fence(")"))
        case Led():
            return _between(_sign(given.said or given.sign), _pieces(given.inner), "")
        case Big():
            return [_over(given), *_pieces(given.inner)]


def _between(left: str, pieces: list[str], right: str) -> list[str]:
    pieces[0] = left + pieces[0]
    pieces[-1] += right
    return pieces


def _whole(given: Shown) -> str:
    """A formula as one piece."""
    match given:
        case Atom():
            return _atom(given.text, is_name=given.is_name)
        case Row():
            return _sign(given.said or given.sign).join(map(_whole, given.parts))
        case Stacked():
            over, under = _whole(given.top), _whole(given.bottom)
            return f'<mfrac><mrow class="over">{over}</mrow><mrow class="under">{under}</mrow></mfrac>'
        case Raised():
            return f"<msup><mrow>{_whole(given.base)}</mrow><mrow>{_whole(given.exponent)}</mrow></msup>"
        case Led():
            return _sign(given.said or given.sign) + _whole(given.inner)
        case Function():
            return _name(given.name) + _fence("(") + _sign(",").join(map(_whole, given.arguments)) + _fence(")")
        case Within():
            return _fence(given.left) + _whole(given.inner) + _fence(given.right)
        case Big():
            return _over(given) + _whole(given.inner)


_NAME_SEAM = re.compile(r"(?<![:\d]) |(?<=:) (?![\d−])|(?<=\d) (?![A-Za-z%])")
"""Where a name may be broken: not before a figure that stands behind a label, nor before the unit of one."""


def _words(given: Atom) -> list[str]:
    """A long name word by word; numbers where one ends and before operators."""
    text = signs(given.text)
    if len(text) <= (WHOLE if given.is_name else KEPT):
        return [_atom(text, is_name=given.is_name)]
    parts = _NAME_SEAM.split(text) if given.is_name else re.split(r"(?<=[;,]) |(?<=:) (?![\d−])| (?=[-+−×/] )", text)
    return [_atom(part, is_name=given.is_name) for part in parts if part]


def _atom(text: str, *, is_name: bool) -> str:
    text = all_kept(signs(text))
    tag = "mi" if is_name else "mn" if text[:1].isdigit() else "mtext"
    return f"<{tag}>{escape(text)}</{tag}>"


def _name(text: str) -> str:
    return f'<mi class="function">{escape(all_kept(text))}</mi>'


def _sign(sign: str) -> str:
    """An operator with room around it; one of letters, and a comma, are words."""
    kind = "separator" if sign == "," else "infix"
    text = f"\u00a0{sign}\u00a0" if sign.isalpha() else sign
    return f'<mo form="{kind}">{escape(text)}</mo>' if kind == "infix" else f'<mo separator="true">{sign}</mo>'


def _fence(sign: str) -> str:
    return f'<mo fence="true">{escape(sign)}</mo>'


def _over(given: Big) -> str:
    head = _name(given.sign) if given.sign.isalpha() else f"<mo>{given.sign}</mo>"
    return f"<msub><mrow>{head}</mrow><mrow><mtext>{escape(all_kept(given.over))}</mtext></mrow></msub>"


# ------------------------------------------------------------------------------ for paper
_RUN = re.compile(r"<math>.*?</math>(?: <math>.*?</math>)*", re.DOTALL)
_TAG = re.compile(r'<(/?)(math|mrow|mfrac|msup|msub|mi|mn|mo|mtext)(?: (?:class|form|fence|separator)="(\w+)")?>')
_BETWEEN = '</span> <span class="mi">'
_NAMES = re.compile(f'<span class="mi">[^<]*(?:{_BETWEEN}[^<]*)+</span>')
_SAFE = re.compile(rf"[\w\s.,;:()=+×%Σ⌈⌉⌊⌋≤≥<>{NO_BREAK}]|{NO_BREAK}[/−]{NO_BREAK}")
"""What no line is broken at but at a blank."""
_LONG = re.compile(r"\w{60}")
"""A word that no column has room for."""


def on_paper(html_text: str) -> str:
    """A page with its mathematics as text, in spans only where that is set otherwise: laying out a page takes as long as it has
    parts. A fraction has a stroke in it, which is read and not seen."""
    return _RUN.sub(_as_text, html_text)


def _as_text(found: re.Match[str]) -> str:
    pieces = [_piece(one) for one in found[0].removeprefix("<math>").removesuffix("</math>").split("</math> <math>")]
    joined = _NAMES.sub(lambda names: names[0].replace(_BETWEEN, " "), " ".join(pieces))
    return f'<span class="math">{joined}</span>'


def _piece(tags: str) -> str:
    """A part of a formula that is not broken over lines."""
    made: list[str] = []
    around: list[tuple[str, str]] = []
    """The tags that are open, and what stands in the place of their ends."""
    at = 0
    for found in _TAG.finditer(tags):
        made.append(tags[at : found.start()])
        at = found.end()
        if found[1]:
            made.append(around.pop()[1])
            continue
        begins, ends = _about(found, around[-1][0] if around else "")
        made.append(begins)
        around.append((found[2], ends))
    text = "".join([*made, tags[at:]])
    words = unescape(re.sub("<[^>]*>", "", text))
    if _LONG.search(words):
        return f'<span class="long">{text}</span>'
    return f'<span class="kept">{text}</span>' if "mfrac" in text or _SAFE.sub("", words) else text


def _about(found: re.Match[str], around: str) -> tuple[str, str]:
    """What stands in the place of a tag and of its end; `around` is the tag around it."""
    tag, kind = found[2], found[3] or ""
    if kind == "under":
        return '<span class="stroke"> / </span><span class="under">', "</span>"
    if kind in ("over", "result"):
        return f'<span class="{kind}">', "</span>"
    if tag in ("mfrac", "msup", "msub") or around in ("msup", "msub") or (tag == "mi" and not kind):
        return f'<span class="{tag}">', "</span>"
    if kind == "infix":
        return NO_BREAK, NO_BREAK
    return "", NO_BREAK if "separator=" in found[0] else ""


__all__ = ["calculation", "on_paper"]
