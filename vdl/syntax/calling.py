"""How a function that is declared in a text is called."""

from __future__ import annotations

from vdl.syntax.statements import Function


def call_of(function: Function, text: str, before: str = "") -> str:
    """The call of a function of some text, with what it is given: "`bins.carries(share)`, with share: Ratio"."""
    names = ", ".join([param.name for param in function.params])
    types = [f"{param.name}: {text[param.type.start : param.type.end]}" for param in function.params]
    where = f", with {', '.join(types)}" if types else ""
    return f"`{before}{function.name.name}({names})`{where}"


__all__ = ["call_of"]
