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
