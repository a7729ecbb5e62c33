"""What documents look like: theme files, and the templates, styles, fonts and pictures that they name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl.errors.report import did_you_mean, report
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


def damaged_theme(span: Span, why: str, help: str = "") -> Diagnostic:
    """A theme file can't be read: it is no TOML, or something in it is not what that key takes.

    The keys of a theme, and what each takes, stand in the [reference of themes](themes.md).
    """
    return report("damaged-theme", span, f"the theme can't be read: {why}", "here", help=[help] if help else [])


def unknown_theme_key(span: Span, table: str, name: str, known: Iterable[str]) -> Diagnostic:
    """A theme has a key that no theme has, so what it asks for would be left out without a word."""
    where = f"`[{table}]` of a theme" if table else "a theme"
    return report("unknown-theme-key", span, f"{where} has no `{name}`", "not a key of a theme", help=did_you_mean(name, known))


def low_contrast(span: Span, colour: str, ratio: str, wanted: str, on: str, instead: str) -> Diagnostic:
    """The colour of a theme sets words, and differs so little from the page that some readers can't read them.

    WCAG 2.2 asks for 4.5 to 1 between small letters and what they stand on (1.4.3, level AA).
    """
    message = f"`{colour}` on {on} has a contrast of {ratio} to 1, and words need {wanted} to 1"
    return report("low-contrast", span, message, "too near to the page", help=[f"`{instead}` is the same colour and can be read"])


def like_a_verdict(span: Span, colour: str, said: str) -> Diagnostic:
    """The colour of a theme is nearly the one in which documents say that something fails, holds or is open.

    Links, numbers and bars in it look like verdicts. Verdicts have their words and their shapes beside the colour, so this is a
    warning.
    """
    return report("like-a-verdict", span, f"`{colour}` is nearly the colour of what {said}", "bars and links will look so",
                  severity="warning", help=["take another accent; a logo can have the colour of the house"])  # fmt: skip


def unusable_file(span: Span | None, name: str, why: str, help: Sequence[str] = (), subject: str = "") -> Diagnostic:
    """A file that a theme or an option names can't be taken into a document: it is not there, lies outside the root, is too
    large, or is no picture, no font, no template.

    Pictures are PNG, JPEG or SVG of at most 512 KiB; fonts are TTF, OTF, WOFF or WOFF2 of at most 32 MiB, that may be
    embedded.
    """
    return report("unusable-file", span, f"`{name}` can't be taken: {why}", "named here", help=help, subject=subject)


def template_failed(span: Span, why: str, help: Sequence[str] = ()) -> Diagnostic:
    """A template of a theme could not be set: its text is wrong, or it uses what is not there or not allowed.

    Templates are Jinja in its sandbox. A name that is not defined is an error and never nothing.
    """
    return report("template-failed", span, why, "in this line", help=help)


def style_fetches(span: Span, what: str) -> Diagnostic:
    """A style sheet of a theme asks for something from elsewhere. Documents load nothing: what they show is in them."""
    return report("style-fetches", span, f"a style sheet fetches nothing: `{what}`", "from elsewhere",
                  help=["name fonts and the logo in the theme; small pictures may stand in `url(data:...)`"])  # fmt: skip


def damaged_style(span: Span, why: str, help: str = "") -> Diagnostic:
    """A style sheet of a theme can't be read: a brace is not closed, a declaration has no colon, a rule no selector.

    Browsers and WeasyPrint pass over such a rule, or over all that stands behind it, without a word.
    """
    return report("damaged-style", span, f"the style sheet can't be read: {why}", "here", help=[help] if help else [])


def unknown_in_style(span: Span, name: str, sort: str, known: Iterable[str]) -> Diagnostic:
    """A style sheet of a theme has a property, or a rule with `@`, that CSS has not as far as is known here: it changes nothing.

    A warning, since browsers learn new ones.
    """
    return report("unknown-in-style", span, f"CSS has no {sort} `{name}`", "changes nothing", severity="warning",
                  help=did_you_mean(name, known))  # fmt: skip


def theme_differs(span: Span, what: str, of_design: str) -> Diagnostic:
    """A theme and the design both state the revision or the confidentiality of the document, and not the same.

    The document says what the design says; what the theme says is for designs that say nothing.
    """
    return report("theme-differs", span, f"the design states another {what}: {of_design}", "not in the document",
                  severity="warning", help=["take it out of the theme or out of `about`"])  # fmt: skip
