"""Options that take one name."""

from __future__ import annotations

import argparse
from typing import Any


class Once(argparse.Action):
    """An option that takes one name: a second one would take the place of the first without a word."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        before = getattr(namespace, self.dest, "")
        if before and before != values:
            parser.error(f"argument {option}: `{before}` and `{values}` are two, and it takes one: run the command for each")
        setattr(namespace, self.dest, values)
