"""From a theme file to a brand, and all that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from vdl import errors
from vdl.brand import colours, fonts, pictures
from vdl.brand.records import PLAIN, Brand, Face, Input, Picture
from vdl.brand.sheets import faults
from vdl.brand.toml import loaded, place
from vdl.text.diagnostics import Diagnostic
from vdl.text.safe import printable
from vdl.text.source import Source, Span
from vdl.world import ReadError
from vdl.world.house import House, decode, named, within

BESIDE = "vdl.theme.toml"
"""What the theme of a design is called that lies in its folder."""

LARGEST, LONGEST = 1024 * 1024, 600
"""Bytes of a theme, a template or a style sheet; characters of a text in a theme."""

WORDS = ("name", "cover", "confidentiality", "revision")
FACES = ("text", "text_italic", "text_bold", "headings", "code")
KEYS: Mapping[str, tuple[str, ...]] = {
    "": (*WORDS, "logo", "templates", "colours", "fonts"),
    "colours": ("accent", "accent_at_night"),
    "fonts": (*FACES, "others"),
}
"""The keys of each table of a theme."""


def read(name: str, root: str = "") -> tuple[Brand, list[Diagnostic]]:
    """The brand of a theme file; `root` is that of the design."""
    data = named(name, LARGEST)
    text = decode(data) if isinstance(data, bytes) else data
    if isinstance(text, ReadError):
        return PLAIN, [errors.unusable_file(None, name, why(text), subject=name)]
    theme = _Theme(Source(name, text), House(name, root))
    return theme.brand(), theme.said


def with_fonts(brand: Brand, names: list[str]) -> tuple[Brand, list[Diagnostic]]:
    """The brand with fonts that stand on the command line, which are asked before those of the theme."""
    found: list[Face] = []
    said: list[Diagnostic] = []
    inputs: list[Input] = []
    for name in names:
        file, number = fonts.member(name)
        made = _font(file, named(file, fonts.LARGEST), number)
        if isinstance(made, Face):
            found.append(made)
            inputs.append(Input(made.name, file, sha256(made.data).hexdigest()))
        else:
            said.append(errors.unusable_file(None, name, made, subject=f"--font {name}"))
    return _with(brand, others=(*found, *brand.others), inputs=(*brand.inputs, *inputs)), said


def with_templates(brand: Brand, folder: str) -> tuple[Brand, list[Diagnostic]]:
    """The brand with the templates and style sheets of a folder that stands on the command line, in the place of the theme's."""
    reading = _Reading(House(f"{folder}/document.html"))
    texts = reading.folder(folder, None)
    return _with(brand, **texts, inputs=(*brand.inputs, *reading.inputs)), reading.said


def why(fault: ReadError) -> str:
    """Why a file gave nothing, in words."""
    return _WHY[fault.slug](fault.detail) if fault.slug in _WHY else str(fault.detail)


_WHY: Mapping[str, Callable[[object], str]] = {
    "file-not-found": lambda _: "there is no such file",
    "outside-root": lambda _: "it is outside the root",
    "folder-not-file": lambda _: "it is a folder, not a file",
    "file-too-large": lambda most: f"it is larger than {int(str(most)) // 1024:,} KiB",
    "not-utf8": lambda _: "it is not UTF-8 text",
    "nul-byte": lambda _: "it holds a NUL byte; it is not a text",
    "lfs-pointer": lambda _: "it is a pointer of Git LFS, not the file itself",
}


def _with(brand: Brand, **changed: Any) -> Brand:
    from dataclasses import replace

    return replace(brand, **changed)


class _Reading:
    """Reads files that go into documents, and keeps what they were."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.inputs: list[Input] = []
        self.said: list[Diagnostic] = []

    def refuse(self, span: Span | None, name: str, words: str) -> None:
        help_ = ["what a theme names lies in the root of the theme or of the design"] if "outside" in words else []
        self.said.append(errors.unusable_file(span, name, words, help_, subject="" if span is not None else name))

    def folder(self, folder: str, span: Span | None) -> dict[str, dict[str, Source]]:
        """The templates and the style sheets of a folder, by their names."""
        made: dict[str, dict[str, Source]] = {"templates": {}, "styles": {}}
        names = self.house.names(folder)
        if isinstance(names, ReadError):
            self.refuse(span, folder, why(names).replace("file", "folder"))
            return made
        for name in names:
            ending = name.rpartition(".")[2]
            if ending in ("html", "css"):
                source = self._text(f"{folder}/{name}", span)
                if source is not None:
                    made["templates" if ending == "html" else "styles"][name] = source
        if not any(made.values()) and not self.said:
            self.refuse(span, folder, "it holds no template (*.html) and no style sheet (*.css)")
        for sheet in made["styles"].values():
            self.said += faults(sheet)
        return made

    def _text(self, path: str, span: Span | None) -> Source | None:
        data = self.house.data(path, LARGEST)
        text = decode(data) if isinstance(data, bytes) else data
        if isinstance(text, ReadError):
            self.refuse(span, path, why(text))
            return None
        assert isinstance(data, bytes)
        self.inputs.append(Input(path, path, sha256(data).hexdigest(), text))
        return Source(path, text)


class _Theme(_Reading):
    """Reads one theme file. What is wrong is said, and left out."""

    def __init__(self, source: Source, house: House) -> None:
        super().__init__(house)
        self.source = source
        digest = sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()
        self.inputs.append(Input(source.path, source.path, digest, source.text))

    def brand(self) -> Brand:
        found = loaded(self.source)
        if isinstance(found, Diagnostic):
            self.said.append(found)
            return PLAIN
        tables = {"": found, **{name: found.get(name, {}) for name in ("colours", "fonts")}}
        for table, keys in KEYS.items():
            if not isinstance(tables[table], dict):
                self._wrong("", table, f"`{table}` is a table: `[{table}]`")
                tables[table] = {}
            for key in tables[table]:
                if key not in keys:
                    span = place(self.source, table, key)
                    self.said.append(errors.unknown_theme_key(span, table, key, keys))
        words = {key: self._words(found, key) for key in WORDS}
        places = {key: place(self.source, "", key) for key in ("revision", "confidentiality") if words[key]}
        texts = self._templates(found)
        return Brand(
            name=words["name"], cover=words["cover"], confidentiality=words["confidentiality"], revision=words["revision"],
            logo=self._logo(found), palette=self._palette(tables["colours"]), faces=self._faces(tables["fonts"]),
            others=self._others(tables["fonts"]), templates=texts.get("templates", {}), styles=texts.get("styles", {}),
            inputs=tuple(self.inputs), places=places,
        )  # fmt: skip

    def _wrong(self, table: str, key: str, words: str, help: str = "") -> None:
        self.said.append(errors.damaged_theme(place(self.source, table, key), words, help))

    def _words(self, found: Mapping[str, Any], key: str, table: str = "") -> str:
        """A text of a line or a few; "" where there is none."""
        value = found.get(key, "")
        if not isinstance(value, str) or (key in found and not value.strip()):
            self._wrong(table, key, f"`{key}` is a text", f'write it in quotes: `{key} = "..."`')
            return ""
        if len(value) > LONGEST:
            self._wrong(table, key, f"`{key}` has {len(value):,} characters, and {LONGEST} are the most")
            return ""
        return " ".join(printable(value).split())

    def _palette(self, table: Mapping[str, Any]) -> colours.Palette | None:
        accent = self._colour(table, "accent", colours.DAY, "white paper")
        at_night = self._colour(table, "accent_at_night", colours.NIGHT, "a dark page")
        if at_night and "accent" not in table:
            self._wrong("colours", "accent_at_night", "`accent_at_night` goes with an `accent`")
        return colours.palette(accent, at_night) if accent else None

    def _colour(self, table: Mapping[str, Any], key: str, ground: str, on: str) -> str:
        if key not in table:
            return ""
        found = colours.read(table[key]) if isinstance(table[key], str) else ""
        if not found:
            self._wrong("colours", key, f"`{key}` is a colour", f'write it as in `{key} = "#14506e"`')
            return ""
        ratio = colours.contrast(found, ground)
        if ratio < colours.ENOUGH:
            span = place(self.source, "colours", key)
            instead = colours.readable(found, ground)
            self.said.append(errors.low_contrast(span, table[key], f"{ratio:.2f}", f"{colours.ENOUGH}", on, instead))
        elif key == "accent" and (said := colours.like_a_verdict(found)):
            self.said.append(errors.like_a_verdict(place(self.source, "colours", key), table[key], said))
        return found

    def _file(self, table: str, key: str, name: str, largest: int) -> tuple[str, bytes | ReadError]:
        """Where a file lies that the theme names, and what it holds."""
        path = within(self.source.path, name)
        data = self.house.data(path, largest)
        if isinstance(data, bytes):
            self.inputs.append(Input(path, path, sha256(data).hexdigest()))
        return path, data

    def _logo(self, found: Mapping[str, Any]) -> Picture | None:
        name = self._words(found, "logo")
        if not name:
            return None
        path, data = self._file("", "logo", name, pictures.LARGEST)
        made = pictures.picture(data) if isinstance(data, bytes) else why(data)
        if isinstance(made, str):
            self.refuse(place(self.source, "", "logo"), path, made)
            return None
        if "name" not in found:
            self._wrong("", "logo", "a logo needs a `name`, which is read to those who can't see it", 'write `name = "..."`')
        return made

    def _faces(self, table: Mapping[str, Any]) -> dict[str, Face]:
        named_ = {key: self._words(table, key, "fonts") for key in FACES if key in table}
        made = {key: self._face(key, name) for key, name in named_.items() if name}
        found = {key: one for key, one in made.items() if one is not None}
        for key in ("text_italic", "text_bold"):
            if key in table and "text" not in table:
                self._wrong("fonts", key, f"`{key}` goes with a `text`")
        code = found.get("code")
        if code is not None and len(widths := {code.widths.get(ord(one)) for one in "il.0M_"}) + (None in widths) != 1:
            self.refuse(place(self.source, "fonts", "code"), code.name, "not all of its characters are of one width, as in code")
        return found

    def _others(self, table: Mapping[str, Any]) -> tuple[Face, ...]:
        names = table.get("others", [])
        if isinstance(names, str):
            names = [names]
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            self._wrong("fonts", "others", "`others` is a list of files", 'write it as in `others = ["Noto.ttf"]`')
            return ()
        return tuple([one for name in names if (one := self._face("others", name)) is not None])

    def _face(self, key: str, name: str) -> Face | None:
        file, number = fonts.member(name)
        path, data = self._file("fonts", key, file, fonts.LARGEST)
        made = _font(path, data, number)
        if isinstance(made, str):
            self.refuse(place(self.source, "fonts", key), path, made)
            return None
        return made

    def _templates(self, found: Mapping[str, Any]) -> dict[str, dict[str, Source]]:
        name = self._words(found, "templates")
        return self.folder(within(self.source.path, name), place(self.source, "", "templates")) if name else {}


def _font(path: str, data: bytes | ReadError, number: int | None) -> Face | str:
    return fonts.face(path, data, number) if isinstance(data, bytes) else why(data)


__all__ = ["BESIDE", "read", "with_fonts", "with_templates"]
