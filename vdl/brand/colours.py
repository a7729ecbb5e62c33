"""One colour of a house to a palette by day and by night, as light as the shipped one, so that it is as good in grey."""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass

ENOUGH = 4.5
"""The contrast between small letters and what they stand on: WCAG 2.2, 1.4.3, level AA."""

DAY, NIGHT = "#ffffff", "#15181c"
"""What letters stand on, as in `colours.css`."""

SHADES_BY_DAY = ("#9db8c7", "#5b8aa3", "#c9d6dd")
SHADES_BY_NIGHT = ("#34576b", "#5f93ae", "#27404e")
ACCENT, ACCENT_BY_NIGHT = "#14506e", "#86bcdb"
"""Those of the shipped palette; what is made of another accent is as light as these."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by the names that `colours.css` has for them, each as "#14506e"."""

    day: tuple[tuple[str, str], ...]
    night: tuple[tuple[str, str], ...]


def read(text: str) -> str:
    """A colour as "#14506e"; "" where the text is none."""
    found = re.fullmatch("#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text)
    if found is None:
        return ""
    digits = found[1].lower()
    return "#" + (digits if len(digits) == 6 else "".join([one * 2 for one in digits]))


def contrast(one: str, other: str) -> float:
    """How far apart two colours are for readers, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1: what is left of it on a grey page."""
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in _parts(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def palette(accent: str, at_night: str = "") -> Palette:
    """What goes with an accent; the one at night is made of it where none is given."""
    by_day = [_as_light_as(each, accent) for each in SHADES_BY_DAY]
    by_night = [_as_light_as(each, accent) for each in SHADES_BY_NIGHT]
    night = at_night or _as_light_as(ACCENT_BY_NIGHT, accent, vivid=1.0)
    names = ("accent", "shade-1", "shade-2", "shade-3")
    return Palette(tuple(zip(names, (accent, *by_day))), tuple(zip(names, (night, *by_night))))


VERDICTS = {"fails": "#a3241b", "holds": "#0b5f4c", "is open": "#7d5200"}
"""What verdicts are set in, as in `colours.css`."""


def like_a_verdict(colour: str) -> str:
    """What a colour would say if it were that of a verdict: "fails"; "" where it is like none."""
    hue, _, vivid = rgb_to_hls(*_parts(colour))
    for said, other in VERDICTS.items():
        around = abs(hue - rgb_to_hls(*_parts(other))[0])
        if vivid > 0.3 and min(around, 1 - around) < 0.05 and contrast(colour, other) < 1.8:
            return said
    return ""


def readable(colour: str, on: str) -> str:
    """The colour nearest in lightness that can be read there."""
    grounds = luminance(on)
    wanted = (grounds + 0.05) / ENOUGH - 0.05 if grounds > 0.5 else (grounds + 0.05) * ENOUGH - 0.05
    found = _of_lightness(colour, wanted, 1.0)
    while contrast(found, on) < ENOUGH and 0 < wanted < 1:
        wanted += -0.002 if grounds > 0.5 else 0.002
        found = _of_lightness(colour, max(min(wanted, 1.0), 0.0), 1.0)
    return found


def _as_light_as(shipped: str, accent: str, vivid: float = 0.0) -> str:
    """The hue of an accent, as light as a shipped colour, and as vivid beside it as that is beside the shipped one."""
    share = vivid or _saturation(shipped) / _saturation(ACCENT)
    return _of_lightness(accent, luminance(shipped), share)


def _of_lightness(colour: str, wanted: float, share: float) -> str:
    hue, _, saturation = rgb_to_hls(*_parts(colour))
    low, high = 0.0, 1.0
    made = colour
    for _ in range(24):
        middle = (low + high) / 2
        made = _written(hls_to_rgb(hue, middle, min(saturation * share, 1.0)))
        if luminance(made) < wanted:
            low = middle
        else:
            high = middle
    return made


def _saturation(colour: str) -> float:
    return rgb_to_hls(*_parts(colour))[2]


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return red, green, blue


def _written(parts: tuple[float, float, float]) -> str:
    return "#" + "".join([f"{round(each * 255):02x}" for each in parts])
