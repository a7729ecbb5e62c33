"""The compiler knows nothing of one trade: no word that the library declares is in `vdl/` or the grammar.

The list is made from every name in `stdlib/` and from the names of its files. What is left out of it stands below.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from vdl import syntax as s
from vdl.parse import parse
from vdl.text.source import Source

TOP = Path(__file__).resolve().parents[2]

# Words of the language that kinds declare: `place` fills the first three and calls the fourth; every object has the last.
SHARED = {"placed", "placed_on", "path", "pass", "name"}

# Words that the grammar, the documents or the command line have for themselves.
LANGUAGE = """
approval asks assumptions author bill bounds components counted counts date differs display documents edition expectations
findings inline item kept label let limit line load model most number parts placements points prelude quantity reference
references
restatements rule rules scenarios set size smallest stage standard stated template test tests title type types unit
units use used version view waiting whole write writes
""".split()

# Ordinary English that the library uses too; what any program has (files, bytes, memory, a clock, streams, a screen, caches; what
# pickle calls its hooks, and Python its processes; what git, SARIF
# and Windows call their things); and the box, of which
# the examples in the compiler's own texts are made.
ORDINARY = """
about across active added after alike all alone and apart are average aside asked away batch before begins behind below beside
bit bits board both bought box brings brought byte bytes cache cached caches carried carries carrying class client
clock clone closed closer concurrent connected control copies copy core cost covered covers cpu data day days decision defaults
demand device difference disk displays domain domains down draw each enough equal every exists fail
failures far fault file files filled firmware first fit fits folder folders for format formatted four free from front full gap
gaps gives gone good group grouped groups growth guess half head headroom height held here holds home identity information
inside install internal interval keeps known knows largest last least left level limited limits line lines linked
listed little local logic logical look loop lost machine machines maker makes manager many may measured memory mixed
models month months more moving named needed needs network new nobody nodes not nothing numbered off old once one ones only
operations other others over overflow overhead own owned pack page paid paper parent parents part passed paths people
per persistent physical places plan point pool possible power present product pure purpose rate ratio raw reached read
reads replace repositories reserve reserved resource revision rise role roles room rounds row saved screen second seconds
seen sets several share shared shares sharing sign site sized sizes slack slot slots small smaller snapshot snapshots
some sort space span spare speed spent stands start stat status stay stays store stores stream streams suffice sure
survives switch system taken takes tested that the there through time too tool tools total two unknown update usable
user validated web weight width windows with within without work worth writable written year
""".split()


def names(tree: s.File) -> Iterator[str]:
    """Every name that a file declares or gives."""
    return (node.name for node in s.walk(tree) if isinstance(node, s.Ident))


def declared() -> set[str]:
    """The words of all names of the library, of three letters or more."""
    found: set[str] = set()
    for path in (TOP / "stdlib").rglob("*.vdl"):
        tree, faults = parse(Source(path.name, path.read_text(encoding="utf-8")))
        assert not faults
        for name in [*path.relative_to(TOP / "stdlib").with_suffix("").parts, *names(tree)]:
            found |= {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
    return {word for word in found if len(word) > 2}


def words_of_the_compiler() -> Iterator[tuple[str, str]]:
    """Every word in the code, the comments and the texts of the compiler, with its place."""
    for path in sorted((TOP / "vdl").rglob("*.py")):
        if path.name == "subset.py":  # made fonts once, by hand
            continue
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
            if token.type not in (tokenize.OP, tokenize.NUMBER):
                for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", token.string):
                    yield word.lower(), f"{path.relative_to(TOP)}:{token.start[0]}"
    for number, line in enumerate((TOP / "grammar" / "vdl.lark").read_text(encoding="utf-8").splitlines(), 1):
        for word in re.findall(r"[A-Za-z]+", line):
            yield word.lower(), f"grammar/vdl.lark:{number}"


def test_no_word_of_the_library_is_in_the_compiler() -> None:
    known = declared() - SHARED - set(LANGUAGE) - set(ORDINARY)
    assert {"desktop", "array", "drive", "host", "raid", "iops", "boot", "volume", "vcpu", "spares"} <= known
    wrong = sorted({f"{where}: {word}" for word, where in words_of_the_compiler() if word in known})
    assert not wrong, "\n".join(wrong)
