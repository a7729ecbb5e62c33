"""Paths by their other names, in the texts they stand in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable


def rewording(pairs: Iterable[tuple[str, str]]) -> Callable[[str], str]:
    """Puts other names in the place of paths that stand among other words; what is quoted stays as it is."""
    known = dict(pairs)
    if not known:
        return lambda text: text
    names = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    pattern = re.compile(rf'"(?:[^"\\]|\\.)*"|(?<![\w.])(?:{names})(?!\w)')
    return lambda text: pattern.sub(lambda match: known.get(match[0], match[0]), text)


Rename = Callable[[str], str]
"""From a path of the old side to that of the new one, and back."""


def renaming(pairs: Iterable[tuple[str, str]]) -> Rename:
    """Puts other names in the place of paths, of what lies below them and of what is said of them."""
    known = tuple(pairs)

    def rename(path: str) -> str:
        for old, new in known:
            if path == old or path.startswith((f"{old}.", f"{old} ")):
                return new + path[len(old) :]
        return path

    return rename
