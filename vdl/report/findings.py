"""What scripts look for in a report by name, as the other outputs for machines have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vdl.report.assumed import assumed
from vdl.report.page import Page
from vdl.report.sources import beside
from vdl.text.machine import Json
from vdl.text.source import LIBRARY


def findings(page: Page) -> Callable[[], Mapping[str, Json]]:
    """Gives `counts`, `rules`, `expectations` and `assumptions` when it is called: most formats have no use for them. What was
    assumed is that of all that the document has printed so far."""
    figures, _ = assumed(page)
    assumptions: list[Json] = [
        {"text": one.what, "why": one.why, "objects": list(where), "owner": one.owner, "until": one.until}
        for one, where in sorted(figures.items())
    ]

    def found() -> Mapping[str, Json]:
        from vdl.snapshot.json import design
        from vdl.snapshot.take import snapshot

        told = design(snapshot(page.compilation, page.solved), (), page.units)
        _seen_from(page.compilation.program.entry, told["rules"])
        return {**{name: told[name] for name in ("counts", "rules", "expectations")}, "assumptions": assumptions}

    return found


def _seen_from(entry: str, told: Json) -> None:
    """Puts every file by where it lies as seen from the design: a document names no folder of the machine."""
    for one in told if isinstance(told, list) else told.values() if isinstance(told, dict) else ():
        _seen_from(entry, one)
    if isinstance(told, dict) and isinstance(name := told.get("file"), str) and not name.startswith(LIBRARY):
        told["file"] = beside(name, entry)


__all__ = ["findings"]
