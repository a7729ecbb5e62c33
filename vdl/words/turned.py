"""Whether the words of a rule speak of the other side of a limit than its sign does: "a quarter stays free" beside `<=`."""

from __future__ import annotations

import re

from vdl import syntax as s

_LEAST = re.compile(
    r"\b(at least|or more|no less|no fewer|not less|minimum|stays? free|kept free|remains?|(?:is|are) left|to spare)\b", re.I
)
_MOST = re.compile(
    r"\b(at most|or less|or fewer|no more|not more|maximum|up to|granted|places? for|room for|takes?|holds?|fits?|limit(?:ed)?"
    r"|budget)\b", re.I
)  # fmt: skip
_OPPOSITE = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def turned(node: s.Require) -> list[str]:
    """A help for who turned the sign round, where the text of a rule that fails says so, and says nothing of the other side."""
    condition, text = node.condition, str(node.text or "")
    if not isinstance(condition, s.Compare) or condition.op not in _OPPOSITE or not _is_figure(condition.right):
        return []
    least, most = _LEAST.search(text), _MOST.search(text)
    below = condition.op in ("<=", "<")
    word = least if below else most
    if word is None or (most if below else least) is not None:
        return []
    limit = "the least" if below else "the most"
    return [f'its text says "{word[0]}", as of {limit} that may be: if that is meant, write `{_OPPOSITE[condition.op]}`']


def _is_figure(side: s.Expr) -> bool:
    return isinstance(side, (s.Number, s.LabelMap, s.Range))


__all__ = ["turned"]
