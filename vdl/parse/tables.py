"""The parser's tables: made from `grammar/vdl.lark` once, kept beside it, loaded in milliseconds.

Making them takes lark a tenth of a second and more, longer than all the rest of a check. A wheel
carries them ready-made (`hatch_build.py`); in a checkout the first run leaves them behind. They
are used only if they came from this very grammar, these options and this lark; otherwise they
are made anew, and kept if the folder can be written. Kept or not, the parser is the same one: it
is always loaded from the tables.
"""

from __future__ import annotations

import io
import os
import pickle
from typing import Any

import lark

from vdl.world import shipped

OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "basic",  # the contextual one reads a keyword as a name after an unfinished expression
    "start": ["file", "expression", "statement", "stray"],
}
"""What shapes the tables. What does not (`transformer`, `postlex`) is given to `load_grammar`."""


def load_grammar(folder: str = shipped.GRAMMAR, **at_load: Any) -> lark.Lark:
    """The parser for `vdl.lark` in `folder`; `at_load` may be `transformer`, `postlex` and such.

    A `postlex` gets only terminals that a rule of the grammar names, or that it ignores: lark
    drops all others when it makes the tables, which is long before it sees the `postlex`.
    """
    identity = _identity(folder)
    tables = _kept(folder, identity)
    if tables is None:
        made = _made(identity)
        try:
            _write(_file(folder), identity, made)
        except OSError:
            pass  # a read-only installation: the next run makes them again
        tables = pickle.loads(made)
    parser: lark.Lark = lark.Lark._load_from_dict(tables["data"], tables["memo"], **at_load)  # type: ignore[no-untyped-call]
    return parser


def prebuild(folder: str, target: str) -> None:
    """Writes the tables for `vdl.lark` in `folder` to the file `target`."""
    identity = _identity(folder)
    _write(target, identity, _made(identity))


_Identity = tuple[str, str, str]
"""The version of lark, the options and the grammar itself: comparing it is quicker than a hash."""


def _identity(folder: str) -> _Identity:
    with open(os.path.join(folder, "vdl.lark"), encoding="utf-8") as grammar:
        return lark.__version__, repr(OPTIONS), grammar.read()


def _file(folder: str) -> str:
    return os.path.join(folder, "vdl.grammar")


def _made(identity: _Identity) -> bytes:
    made = io.BytesIO()
    lark.Lark(identity[2], **OPTIONS).save(made)
    return made.getvalue()


def _kept(folder: str, identity: _Identity) -> Any:
    try:
        with open(_file(folder), "rb") as kept:
            return pickle.load(kept) if pickle.load(kept) == identity else None
    except Exception:  # whatever is wrong with the file, it can be made again
        return None


def _write(target: str, identity: _Identity, tables: bytes) -> None:
    """Whole or not at all, also when two runs do it at once."""
    unfinished = f"{target}.{os.getpid()}"
    try:
        with open(unfinished, "wb") as file:
            file.write(pickle.dumps(identity) + tables)
        os.replace(unfinished, target)
    except BaseException:
        if os.path.exists(unfinished):
            os.unlink(unfinished)
        raise
