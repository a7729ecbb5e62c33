"""Commands that show more of a design, as they would be typed."""

from __future__ import annotations

from collections.abc import Callable, Sized

from vdl.records import NamedTuple
from vdl.semantics.types import Kind

_TYPED = "<stdin>"
"""The name of what comes from standard input, which commands call `-`."""


class Commands(NamedTuple):
    """Of which file, which design in it and with which layers."""

    file: str
    layers: tuple[str, ...]

    def line(self, command: str, *words: str) -> str:
        """ "vdl explain trips.vdl fleet.few", "vdl ask trips.vdl --mend fleet.few --design coast" """
        import shlex  # only where something is wrong

        file = "-" if self.file == _TYPED else self.file
        return " ".join(["vdl", command, *map(shlex.quote, [file, *words, *self.layers])])


def commands_of(design: Kind, designs: Callable[[str], Sized]) -> Commands:
    """Those of a design with its layers; `designs` are those of a file."""
    layers: list[str] = []
    for layer in design.chain():
        if layer.form == "design":
            file = layer.source.path
            named = ["--design", layer.name] if len(designs(file)) > 1 else []
            return Commands(file, tuple([*named, *layers]))
        if layer.form == "scenario":
            layers = ["--scenario", layer.name, *layers]
        elif layer.form == "option":
            layers = ["--set", layer.source.text, *layers]
    return Commands(design.source.path, tuple(layers))


__all__ = ["Commands", "commands_of"]
