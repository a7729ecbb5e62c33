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
accepted always approval asks assumptions author bill bounds choices components confidentiality count counted counts date deciding
differs display documents edition expectations findings grave inline inputs item kept label let limit line load model most names
number packings parts placements points prelude prices quantity questions ranked reference references restatements risks rule
rules scenario scenarios set size smallest stage standard stated summary template test tests title type types unit units use used
version view waiting whole workings write writes
""".split()

# Ordinary English that the library uses too; what any program has (files, bytes, memory, a clock, streams, a screen, caches; what
# pickle calls its hooks, and Python its processes; what git, SARIF
# and Windows call their things; modules, scopes, stacks, links, addresses, prefixes and protocols); and the box, of which
# the examples in the compiler's own texts are made.
ORDINARY = """
about across active adapter added address addresses after against agree agrees alike all alone alternatives among amount
and another apart are aside ask asked assumed astray attach away batch before begin begins behind below beside besides
between bit bits block blocks board both bought built bounds box branch brings brought busy byte bytes cache cached caches
calendar carried carries carry carrying change class classes client clock clone closed closer come comes concurrent
connected contents control copied copies copy core cost covered covers cpu cut data day days decision defaults demand
device difference disk displays does domain domains done down draw each elsewhere encloses end ends enough entries equal
every exists fail failures far fault few fewest file files filled firmware first fit fits fitting folder folders foot for
form format formatted four free from front full further gap gaps gives goes gone good group grouped groups growth guess half
hall hand has have head headroom height held here high holds home how identity ids image information inner inside install
internal interval its joined judged keep keeps known knows larger largest last least left length level light likely
limited limits line lines link linked links listed little local logic logical long longer look looked loop loose lost lowest
machine machines maker makes manager many may mean measured media meet meets member members memory met mixed models
module month months more moved moves moving named near need needed needs network new next nobody node nodes not nothing
numbered numbers off often old once one ones only operation operations order origin other others out outer outside over
overflow overhead overlap overview own owned owner pack page pages paid pair paper parent parents part passed passes
past paths patience peak people per perhaps persistent physical piece places plan planned plus point policy pool possible power
prefix present product protocol provenance pure purpose rate ratio raw reached reaches read reads reasons reduced
replace repositories reserve reserved resource rest revision rise role roles room round rounding rounds row runs said
same saved say scope screen second seconds seen sets several share shared shares sharing sign silent single site sized
sizes slack slot slots small smaller snapshot snapshots some somewhere sort sorts space span spare speed spent stack
stacked stands start started stat status stay stays store stores stream streams suffice suffices sum sure survives
switch system taken takes target targets task tested than that the them there these through time times together
told tolerance too tool tools total touch trial tried twice two under unknown update usable user validated wait waits way
ways web weight what why width windows with within without work worker working worth writable written year into lacking something
changed hold lacks leaves spared spread stop stops until feed feeds says things access minimum
also build changes faster fewer large lies like measure much turned when any anybody anything amounts costs dear dense draws
even ever exceeded feeds final forgotten hardly idle lack less mostly narrow short states then this valid very while works worked
would carriers belongs just reach response yearly
capacity exceed exceeds goal hour lasts log loss offers period serves slow years
digits homes lists lives longest missed otherwise pairs planning promises published those
""".split()


# The same of tests and of checklists: somebody found, wanted, judged, checked something; ports have bindings and edges.
JUDGING = """
adapter addresses answer answers applicable binding checked design differing done edge finding found frames has hung
installed judged judges lasting list made method module modules none open place progress reaches reason round runs same setting
settings settled started state timeout unsettled value wanted watched why
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
    known = declared() - SHARED - set(LANGUAGE) - set(ORDINARY) - set(JUDGING)
    assert {"desktop", "array", "drive", "host", "raid", "iops", "boot", "volume", "vcpu", "spares"} <= known
    wrong = sorted({f"{where}: {word}" for word, where in words_of_the_compiler() if word in known})
    assert not wrong, "\n".join(wrong)
