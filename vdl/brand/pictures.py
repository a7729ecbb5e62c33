"""Pictures that a document may hold: what they are by their own bytes, and whether they are small enough."""

from __future__ import annotations

import re

from vdl.brand.records import Picture

LARGEST = 512 * 1024
"""Bytes of a picture."""

POINTS = 16_000_000
"""Points of a picture once it is unpacked."""


def picture(data: bytes) -> Picture | str:
    """The picture, or why these bytes are none that can be taken."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR" and len(data) > 24:
        return _sized(Picture(data, "image/png"), int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
    if data.startswith(b"\xff\xd8\xff"):
        size = _of_jpeg(data)
        return _sized(Picture(data, "image/jpeg"), *size) if size is not None else "it is cut short"
    text = data.decode("utf-8-sig", "replace")
    if re.match(r"\s*(<\?xml[^>]*\?>\s*)?(<!--.*?-->\s*)*<svg[\s>]", text, re.DOTALL) is None:
        return "it is neither PNG nor JPEG nor SVG"
    return _drawing(data, text)


def _sized(made: Picture, width: int, height: int) -> Picture | str:
    if not 0 < width * height <= POINTS:
        return f"it has {width:,} by {height:,} points, and {POINTS:,} in all are the most"
    return made


def _of_jpeg(data: bytes) -> tuple[int, int] | None:
    """Width and height, which stand in the segment that begins the frame."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


_FORBIDDEN = re.compile(r"<!DOCTYPE|<!ENTITY|<script|<foreignObject|\son\w+\s*=|@import|<\?xml-stylesheet", re.IGNORECASE)
_REFERENCE = re.compile(
    r"""(?:href|src)\s*=\s*["'](?!\s*(?:#|data:image/))([^"']*)|url\((?!\s*["']?\s*(?:#|data:))([^)]*)""", re.IGNORECASE
)


def _drawing(data: bytes, text: str) -> Picture | str:
    if found := _FORBIDDEN.search(text):
        return f"it holds `{found[0].strip()}`"
    if found := _REFERENCE.search(text):
        return f"it asks for `{(found[1] or found[2] or '').strip()[:80]}`, and documents load nothing"
    return Picture(data, "image/svg+xml")


__all__ = ["LARGEST", "picture"]
