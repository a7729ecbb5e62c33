"""What is packed into containers, and does not fit or is no thing."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import Places, report
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span


def fits_nowhere(span: Span, thing: str, size: str, container: str, room: str, related: Places, sizes: Sequence[str] = (),
                 rooms: Sequence[str] = (), models: Sequence[str] = (), less: Sequence[str] = (), *, made_of: str = "",
                 label: str = "larger than its container", instead: str = "") -> Diagnostic:  # fmt: skip
    """A thing is larger than the container it goes into, so that no number of containers holds it: one that is packed, or
    one of which a whole number must fit, `floor(room / size)`.

    Take larger containers or smaller things, or leave the thing out of what is packed. Of a container in which there is no
    room at all, what is taken from its room is more than what it has. Where a share that the design states is less than
    half, and the whole would hold it, that share is told first: `0.9 %` may have been meant as `90 %`.
    """
    turned = ((sizes, "smaller"), (rooms, "larger"), (less, "smaller"))
    ways = [f"make {' or '.join(names)} {way}" for names, way in turned if names]
    ways += [f"take a larger {' or '.join(models)}"] if models else []
    ways += [f"write `{instead}` if that is meant"] if instead else []
    key = "a {thing} of {size} fits into no {container} of {room}"
    message = phrase(key, thing=thing, size=size, container=container, room=room)
    return report("fits-nowhere", span, message, label, related=related, notes=[f"{room} = {made_of}"] if made_of else [],
                  help=[", or ".join(ways)] if ways else [])  # fmt: skip


def not_whole_things(span: Span) -> Diagnostic:
    """Things that are packed, or of which the largest are added up, are whole: their sizes are not below zero, and of
    each there is a whole number.

    Round up a number that is computed: `ceil(...)`.
    """
    return report("not-whole-things", span, phrase("things that are packed are whole, and none is below zero"), "this is not",
                  help=["round a number up with `ceil(...)`"])  # fmt: skip


def not_a_limit(span: Span, things: str, container: str, most: str, *, computed: bool) -> Diagnostic:
    """What one container may hold at most of things that are packed is a whole number: 1 or more, where there are any.

    Round what is computed, down so that fewer lie together and up so that more may. A figure that is not stated is no
    limit.
    """
    key = "how many {things} one {container} may hold at most is a whole number, 1 or more"
    return report("not-a-limit", span, phrase(key, things=things, container=container),
                  f"this is {most}", help=["round what is computed with `ceil(...)` or `floor(...)`" if computed
                                           else "state 1 or more, or nothing where there is no such limit"])  # fmt: skip


def lists_differ(span: Span, function: str, sizes: int, others: int, what: str = "number") -> Diagnostic:
    """A function that takes sizes and numbers takes one number for each size, and one limit where it takes limits.

    `stated(...)` leaves out of each list what is not stated in it. Leave the same things out of both:
    `[x.size for x in list if x.size is given]`, `[x.number for x in list if x.size is given]`. A limit that is not stated
    is none: it stays in its list.
    """
    return report("lists-differ", span, phrase(_LACKING[what], function=function), f"{sizes:,} sizes and {others:,} {what}s",
                  help=["leave a limit that is not stated in its list" if what == "limit"
                        else "take both from the same things"])  # fmt: skip


_LACKING = {
    "number": "`{function}` needs a number for each size", "limit": "`{function}` needs a limit for each size",
    "second size": "`{function}` needs a second size for each size", "place": "`{function}` needs a place for each size",
}  # fmt: skip
"""What there is not as often as there are sizes."""
