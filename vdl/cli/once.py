"""Options that take one value."""

from __future__ import annotations

import argparse
from typing import Any


class Once(argparse.Action):
    """An option that takes one value: a second one would take the place of the first without a word."""

    _given: Any = None

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        before = self._given
        if option is not None and before is not None and before != values:
            both = f"`{before}` and `{values}` are two, and" if isinstance(values, str) else "it stands twice, and"
            parser.error(f"argument {option}: {both} it takes one: run the command for each")
        self._given = values
        setattr(namespace, self.dest, values)
