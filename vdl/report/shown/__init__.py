"""What a document can `show` that only the compiler knows of a design: one file each, called as it is shown.

A part is a function `blocks` from the page to the blocks that stand there. To add one, add a file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vdl.world.shipped import modules_in

if TYPE_CHECKING:
    from vdl.report.model import Block
    from vdl.report.page import Page


def names() -> list[str]:
    """What can be shown, in the order of the names."""
    return modules_in(__path__)


def shown(name: str, page: Page) -> list[Block]:
    """The blocks of one part; the checker has seen to it that there is such a part."""
    blocks: Callable[[Page], list[Block]] = __import__(f"{__name__}.{name}", fromlist=[name]).blocks
    return blocks(page)
