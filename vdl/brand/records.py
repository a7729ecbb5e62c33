"""A brand, read and checked: everything that renderers take from it is here as bytes and texts, and nothing is left to open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from vdl.brand.colours import Palette
from vdl.text.source import Source, Span


@dataclass(frozen=True, slots=True)
class Input:
    """A file that the documents stand on. `name` is as it is shown, `path` where it lies; `text` is "" of what is no text."""

    name: str
    path: str
    digest: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    data: bytes
    media: str
    """ "image/png" """


@dataclass(frozen=True, slots=True)
class Face:
    """A font. `widths` gives the characters that it has by their code points, each in thousandths of an em."""

    name: str
    data: bytes
    widths: Mapping[int, int]
    number: int = 0
    """Which of the fonts it is that these bytes hold."""


@dataclass(frozen=True, slots=True)
class Brand:
    """`PLAIN` is what documents look like without a theme."""

    name: str = ""
    cover: str = ""
    confidentiality: str = ""
    revision: str = ""
    logo: Picture | None = None
    palette: Palette | None = None
    faces: Mapping[str, Face] = field(default_factory=dict)
    """By what they are for: "text", "text_italic", "text_bold", "headings", "code"."""
    others: tuple[Face, ...] = ()
    """Fonts for the characters that the others lack, in the order in which they are asked."""
    templates: Mapping[str, Source] = field(default_factory=dict)
    """Templates in the place of the shipped ones, by their names ("cover.html")."""
    styles: Mapping[str, Source] = field(default_factory=dict)
    """Style sheets in the place of the shipped ones, by their names ("colours.css"); others are put last, by their names."""
    inputs: tuple[Input, ...] = ()
    of_design: frozenset[str] = frozenset()
    """Which of `revision` and `confidentiality` are what the design says itself, and so stand on its first page already."""
    places: Mapping[str, Span] = field(default_factory=dict)
    """Where the theme states `revision` and `confidentiality`."""


    def stating(self, key: str, words: str) -> Brand:
        """The same with a revision or a confidentiality that a design states itself."""
        of_design = self.of_design | {key}
        if key == "revision":
            return replace(self, revision=words, of_design=of_design)
        return replace(self, confidentiality=words, of_design=of_design)


PLAIN = Brand()
