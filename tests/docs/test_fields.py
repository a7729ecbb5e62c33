"""The tables of fields in the guide are those of the library: names, units, defaults, what is to be placed.

Only the last column is written by hand. Run as a program, this file writes the rest anew, also what stands on each page, and
adds a row for a field that has none, with what the library says about it. A section that says `As ..., with:` has only what
differs from the kind that it names; a kind that differs in nothing but a default or two stands in a line below the table of its
parent.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import cache
from pathlib import Path

import pytest

from vdl import syntax as s
from vdl.pipeline import compile
from vdl.resolve.names import Names
from vdl.semantics.domains import Domain
from vdl.semantics.types import Kind, Member, Module, Quantity
from vdl.text.source import Span
from vdl.text.written import written
from vdl.world import Disk

TOP = Path(__file__).resolve().parents[2]
GUIDE = TOP / "docs" / "guide"
PAGES = sorted((GUIDE / "fields").glob("*.md"))
HEAD = "| field | write it in | if left out | what it is |\n|---|---|---|---|\n"
TABLE = re.compile(
    r"(^### [^\n]*`([\w.]+)`[^\n]*\n(?:(?!^### ).)*?)"
    + re.escape(HEAD)
    + r"((?:\|[^\n]*\n)*)(?:\n(?:Must be placed|Filled by|Counted|Not here|Filled in alike)[^\n]*\n)?",
    re.M | re.S,
)
AS = re.compile(r"^As \[`([\w.]+)`\]\((?:[\w-]+\.md)?#[\w-]+\), with:$", re.M)
HEADED = re.compile(r"^### ([^\n]*`([\w.]+)`)$", re.M)
CONTENTS = re.compile(r"^On this page:\n\n(?:\|[^\n]*\n)*\n?(?=## )", re.M)
BY_PLACE = {"placed", "placed_on", "path"}
NOTHING_YET = "(to be described)"
FEW = 3
"""So many changed defaults fit into a line."""

NOT_WRITTEN = {
    "what other kinds are made of": """
        accelstor.neosapphire citrix.citrix_software clones.sharing_replicas compellent.center_hardware
        equallogic.equallogic licence_line licences.for_people machine_files.desktops_of_an_image
        microsoft.microsoft_software mixed.batch policies.replication stage
        switches.cabling switches.plugged tests.measurement vmware.vmware_software
    """,
    "lines that the library puts on the bill by itself": """
        accessory_line bill_line cables.cable_line cables.transceiver_line licences.subscription mixed.owned_line
        racks.pdu_line racks.rack_line server_line sized_line wan.link_line
    """,
    "published figures, of which the library has all that there are": """
        densities.desktops_on_a_core densities.first_guess densities.sessions_on_a_core densities.sessions_on_a_vcpu
        drives.speed_estimates racks.rack_of_42
    """,
}
"""Kinds of the library that no author fills in, by the reason why. Every other one stands on the page."""


@cache
def text() -> str:
    """All pages with tables as they were when the program began."""
    return "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def headed() -> dict[str, str]:
    """The headings that name a kind, by its name."""
    return {name: heading for heading, name in HEADED.findall(text())}


@cache
def names() -> Names:
    """All the library, under the last names of its files."""
    files = [name.removeprefix("std:").removesuffix(".vdl").replace("/", ".") for name in Disk().library()]
    imports = "".join(f"import std.{f} as {f.split('.')[-1]}\n" for f in files if not f.startswith("prelude."))
    text = f"edition 2026\n{imports}"
    return compile(Disk(unsaved={"all.vdl": text}), "all.vdl", as_of="2026-06-01").names


def kind_of(name: str) -> Kind:
    first, _, rest = name.partition(".")
    found = names().find("all.vdl", first)
    if isinstance(found, Module):
        found = names().scopes[found.file].get(rest)
    assert isinstance(found, Kind), f"the library has no kind `{name}`"
    return found


def text_of(member_or_kind: Member | Kind, node: s.Node) -> str:
    return written(Span(member_or_kind.source, node.start, node.end))


def unit(member: Member) -> str:
    """What a field is written in, and the range that it must lie in where it has one."""
    return ", ".join([_unit(member), *limits(member.domain)])


def limits(domain: Domain | None) -> list[str]:
    """The ends of a range in words; that no figure is negative stands above all tables."""
    words = []
    if domain is not None and domain.low is not None and (domain.low or domain.numbers.low_open):
        words.append(f"{'above' if domain.numbers.low_open else 'at least'} {domain.shown(domain.low) if domain.low else 0}")
    if domain is not None and domain.high is not None:
        words.append(f"{'below' if domain.numbers.high_open else 'at most'} {domain.shown(domain.high)}")
    return words


def labels(axis: str) -> str:
    """Those of an axis, where they are few enough to be read in a cell; files of others may add some."""
    found = names().axes[axis].labels if axis in names().axes else ()
    return f": {', '.join(f'`{one}`' for one in found)}" if 0 < len(found) <= 7 else ""


def _unit(member: Member) -> str:
    if isinstance(member.type, Quantity):
        if member.type.ratio:
            return "%"
        if not member.type.dimension:
            return "a number"
        return f"`{(member.type.shown or names().units.shown(member.type.dimension)).plural}`"
    written = text_of(member, member.node.type)
    return {"Text": 'text in `"..."`', "Boolean": "`true` or `false`", "Date": "a date"}.get(
        written,
        ("phases" if written.endswith(" phase") else f"labels of `{written.split()[-1]}`{labels(written.split()[-1])}")
        if written.startswith("labels")
        else "a number"
        if written == "Count"
        else f"{'an' if written[0] in 'aeiou' else 'a'} `{written}`{labels(written)}",
    )


def filled(kind: Kind) -> dict[str, str]:
    """What kinds fill for their heirs, the nearest last."""
    found = {}
    for one in reversed(list(kind.chain())):
        for fill in one.fillings:
            if len(fill.path) == 1 and not fill.extension:
                found[fill.path[0]] = " ".join(fill.source.text[fill.node.value.start : fill.node.value.end].split())
    return found


def is_plain(text: str) -> bool:
    """Whether a default is a figure, and no formula over other fields."""
    return re.match(r"[\d\"]|true|false|all ", text) is not None


def rows_of(kind: Kind) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """For each field that a person fills its unit and what happens without it; and the fields that formulas fill."""
    rows: dict[str, tuple[str, str]] = {}
    worked_out = []
    above = filled(kind)
    for name, member in kind.all_members().items():
        if member.form != "input" or name in BY_PLACE:
            continue
        default = above.get(name) or (text_of(member, member.node.default) if member.node.default else "")
        of_heir = above.get(name) != filled(member.owner).get(name)  # what its own kind fills is as good as a default
        if name in above and of_heir and not is_plain(default):
            worked_out.append(name)
            continue
        without = f"`{default}`" if default else "not stated" if member.node.optional else "**required**"
        rows[name] = (unit(member), without)
    order = {"**required**": 0, "not stated": 1}
    return dict(sorted(rows.items(), key=lambda row: order.get(row[1][1], 2))), worked_out


def kinds() -> dict[str, Kind]:
    """Every kind of the library, by the name under which a design that imports its file has it."""
    found = {}
    for file, scope in names().scopes.items():
        if file.startswith("std:"):
            stem = file.removeprefix("std:").removesuffix(".vdl").split("/")[-1]
            prelude = file.startswith("std:prelude/")
            found |= {n if prelude else f"{stem}.{n}": k for n, k in scope.items() if isinstance(k, Kind) and k.form == "kind"}
    return found


def differences(kind: Kind, base: Kind) -> dict[str, tuple[str, str]]:
    """The rows of one kind that another has not, or with another unit or default."""
    above = rows_of(base)[0]
    return {name: row for name, row in rows_of(kind)[0].items() if above.get(name) != row}


@cache
def alike() -> dict[str, dict[str, str]]:
    """Kinds without a table for which that of their nearest parent serves, with what they fill; under that parent's name."""
    tables = {id(kind_of(n)): n for n in headed()}
    unwritten = {n for group in NOT_WRITTEN.values() for n in group.split()}
    found: dict[str, dict[str, str]] = {}
    for name, kind in sorted(kinds().items()):
        parent = next((one for one in kind.chain() if id(one) in tables), None)
        if id(kind) in tables or name in unwritten or parent is None:
            continue
        above = rows_of(parent)[0]
        changed = differences(kind, parent)
        if len(changed) <= FEW and all(n in above and above[n][0] == unit for n, (unit, _) in changed.items()):
            by_formula = sorted(set(above) - set(rows_of(kind)[0]))
            said = [f"`{n}`: {default}" for n, (_, default) in changed.items()]
            said += [f"{', '.join(f'`{n}`' for n in by_formula)} by a formula"] if by_formula else []
            found.setdefault(tables[id(parent)], {})[name] = f"`{name}`" + (f" ({'; '.join(said)})" if said else "")
    return found


def notes_of(name: str, base: Kind | None) -> str:
    """What is to be placed, what formulas fill, and what is counted; all of it, or what is so of one kind and not of its base."""
    kind = kind_of(name)
    parts = _notes(kind)
    if base is not None:
        above = dict(_notes(base))
        parts = [(what, [n for n in which if n not in above[what]]) for what, which in parts]
        lacking = [f"`{n}`" for n in base.all_members() if n in rows_of(base)[0] and n not in kind.all_members()]
        parts.append(("Not here", lacking))
    said = " ".join(f"{what}: {', '.join(which)}." for what, which in parts if which)
    heirs = f"Filled in alike: {', '.join(alike()[name].values())}." if name in alike() else ""
    return " ".join(filter(None, [said.replace("`swap`", "`swap` where it is more than 0", 1), heirs]))


def _notes(kind: Kind) -> list[tuple[str, list[str]]]:
    worked_out = rows_of(kind)[1]
    carried = [kind_of("storage_demand"), kind_of("guest")]
    placed = ["itself"] if any(kind.is_a(c) for c in carried) else []
    members = kind.all_members()
    placed += [f"`{n}`" for n, m in members.items() if m.form == "object" and m.kind and any(m.kind.is_a(c) for c in carried)]
    counted = [f"`{n}`" for n, m in members.items() if m.form == "count"]
    return [
        ("Must be placed", placed),
        ("Filled by a formula, unless you fill it", [f"`{n}`" for n in worked_out]),
        ("Counted for you", counted),
    ]


def doc_of(kind: Kind, name: str, told: dict[int, str]) -> str:
    """What the library says about a field that nobody described yet, else what another table has of the same field."""
    member = kind.all_members()[name]
    return member.source.doc(member.node.start) or told.get(id(member.node)) or NOTHING_YET


def described(table: str) -> dict[str, str]:
    """The last column of a table, by field."""
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in table.splitlines()]
    return {row[0].strip("`"): row[-1] for row in cells if row}


def anchor(heading: str) -> str:
    """Where a link to a heading leads, as Python-Markdown and GitHub name it."""
    plain = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def import_of(name: str) -> str:
    """What a design imports to have a kind; of what every design has, nothing."""
    first, dot, _ = name.partition(".")
    found = names().find("all.vdl", first)
    if not dot or not isinstance(found, Module):
        return "none"
    return f"`std.{found.file.removeprefix('std:').removesuffix('.vdl').replace('/', '.')}`"


def contents(page: str) -> str:
    """The kinds of a page, each with what it needs."""
    lines = [f"| [{heading}](#{anchor(heading)}) | {import_of(name)} |\n" for heading, name in HEADED.findall(page)]
    return f"On this page:\n\n| table | import |\n|---|---|\n{''.join(lines)}\n"


def rewritten(page: str) -> str:
    told: dict[int, str] = {}
    for m in TABLE.finditer(text()):
        members = kind_of(m[2]).all_members()
        told |= {id(members[n].node): words for n, words in described(m[3]).items() if n in members and words != NOTHING_YET}

    def table(m: re.Match[str]) -> str:
        kind = kind_of(m[2])
        words = described(m[3])
        base = kind_of(like[1]) if (like := AS.search(m[1])) else None
        rows = differences(kind, base) if base else rows_of(kind)[0]
        lines = [f"| `{n}` | {u} | {w} | {words.get(n) or doc_of(kind, n, told)} |\n" for n, (u, w) in rows.items()]
        notes = notes_of(m[2], base)
        return f"{m[1]}{HEAD}{''.join(lines)}" + (f"\n{notes}\n" if notes else "")

    return CONTENTS.sub(lambda _: contents(page), TABLE.sub(table, page))


READ = re.compile(r"^\| of \| what is read \| what it is \|\n\|[-|]+\n((?:\|[^\n]*\n)+)", re.M)


def test_what_may_be_read_is_there() -> None:
    (rows,) = READ.findall(text())
    for row in rows.splitlines():
        of, read, words = [part.strip() for part in row.strip("|").split("|")]
        of_each = [set(kind_of(name).all_members()) for name in re.findall(r"`([\w.]+)`", of)]
        for path in re.findall(r"`([\w.]+)`", read):
            assert of_each and all(path in members for members in of_each), f"{of} has no `{path}`"
        further = re.findall(r"`load\.(\w+)`", words)
        assert all(name in kind_of("storage_demand").all_members() for name in further), words


def entries_of(base: str, module: str) -> list[str]:
    """What a file of the library has of a kind, under the name that a design with its import uses."""
    found = names().find("all.vdl", module)
    assert isinstance(found, Module)
    members = {n: m for n, m in names().scopes[found.file].items() if isinstance(m, Member)}
    return [f"{module}.{n}" for n, m in members.items() if isinstance(m.kind, Kind) and m.kind.is_a(kind_of(base))]


def test_all_levels_of_the_library_are_named() -> None:
    (listed,) = re.findall(r"^The usual ones are in `std\.raid`: ([^\n]*?)\. ", text(), re.M)
    assert sorted(re.findall(r"`([\w.]+)`", listed)) == sorted(entries_of("raid_level", "raid"))


def test_all_hypervisors_of_the_library_are_named() -> None:
    listed = re.findall(r"^\| `import std\.software\.(\w+)` \| ([^|]*) \|", text(), re.M)
    there = [n for module in dict(listed) for n in entries_of("hypervisor", module)]
    modules = {n.removeprefix("std:software/").removesuffix(".vdl") for n in names().scopes if n.startswith("std:software/")}
    assert not [n for module in modules - set(dict(listed)) for n in entries_of("hypervisor", module)]
    assert sorted(re.findall(r"`([\w.]+)`", " ".join(line for _, line in listed))) == sorted(there)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_tables_are_those_of_the_library(page: Path) -> None:
    old = page.read_text(encoding="utf-8")
    assert len(TABLE.findall(old)) == old.count(HEAD), "each table stands under a heading that names its kind"
    assert rewritten(old) == old, f"run: .venv/bin/python {Path(__file__).relative_to(TOP)}"
    assert NOTHING_YET not in old


def test_every_kind_that_an_author_fills_in_has_its_fields_on_a_page() -> None:
    heirs = {n for one in alike().values() for n in one}
    unwritten = {n for group in NOT_WRITTEN.values() for n in group.split()}
    fields = {n for n, kind in kinds().items() if rows_of(kind)[0]}
    assert len(headed()) == len(HEADED.findall(text())), "a kind has one table"
    assert not fields - set(headed()) - heirs - unwritten, "a table in the guide, or a reason why nobody writes it"
    assert not unwritten & set(headed())
    assert unwritten <= fields


def test_pages_are_of_a_size_to_find_things_in() -> None:
    assert [page.name for page in PAGES if len(page.read_text(encoding="utf-8")) > 30_000] == []


if __name__ == "__main__":
    text()
    for page in PAGES:
        old = page.read_text(encoding="utf-8")
        new = rewritten(old)
        page.write_text(new, encoding="utf-8")
        sys.stdout.write(f"{page.name}: {'written' if new != old else 'unchanged'}, {new.count(NOTHING_YET)} to be described\n")
