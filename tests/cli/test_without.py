"""`vdl build --without prices,names`: nothing of what is left out stands in any file that is written."""

from __future__ import annotations

import io
import re
import zipfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.house import SVG
from vdl.cli import main

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("weasyprint")

DESIGN = """edition 2026

import std.money
import house

source offer "Offer 4711 of Zenit Trading" { publisher = "Zenit Trading", author = "Q. Seller", date = 2026-04 }

axis year kept { y1, y2 }

/// The Kolibri boxes that Zenit sells.
design north "Desktops for Grauwacke Bank" {
  about { author = "Ada Writer", customer = "Grauwacke Bank", revision = "B", confidentiality = "For bidders of Grauwacke Bank" }
  /// People of Grauwacke Bank, served by Kolibri 9X boxes at 4,321 USD each.
  people: population "Office workers" {
    desktops = { y1: 100, y2: 300 } desktops  @ offer "line 1"
    desktop_memory = 4 GiB/desktop            @ assumed "as Ada Writer says; it saves 77.50 EUR a year"
    density = 50 desktops/host                @ offer "line 3"
  }
  kolibri_hosts: host_cluster { host = house.kolibri_9x }
  place people on kolibri_hosts
  costs: money.account { period = 1 year }
  upkeep: money.support { covers = [kolibri_hosts.machines], fee = 1_234 USD @ offer "line 9" }
  require cheap: costs.total <= 99_999 USD "the money of Grauwacke Bank suffices"
  require warning few: kolibri_hosts.hosts <= 2 hosts "two hosts suffice"
  waive few "Quintus knows of it" owner "Quintus Owner"
  expect published: kolibri_hosts.hosts at y2 == 6 hosts @ offer "page 2"
}
"""
HOUSE = """edition 2026
source sheet "Data sheet of the Kolibri" { publisher = "Pyrrol Systems", date = 2026-02 }
kolibri_9x: server {
  vendor = "Pyrrol Systems", model = "Kolibri 9X", part_number = "PY-77-12", parts = "2 x Marabu CPU, 8 x 32 GB"
  price = 4_321 USD
  memory = 256 GiB/host, cores = 16 cores/host, clock = 2.5 GHz/core, height = 2 RU
} @ sheet "page 1"
"""
NAMES = ["Pyrrol", "Kolibri", "9X", "PY-77-12", "Marabu", "Ada Writer", "Writer", "Grauwacke", "Zenit", "Q. Seller", "4711",
         "Quintus", "house.vdl", "north.vdl", "Example Ltd", "1 Example Street"]  # fmt: skip
PRICES = ["USD", "EUR", "4,321", "4321", "1,234", "1234", "99,999", "99999", "77.5", "12,963", "25,926"]
FORMATS = "html,pdf,md,json,csv,xlsx,cdx,summary"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path)


def written(folder: Path) -> Path:
    (folder / "north.vdl").write_text(DESIGN, encoding="utf-8")
    (folder / "house.vdl").write_text(HOUSE, encoding="utf-8")
    (folder / "logo.svg").write_bytes(SVG)
    (folder / "vdl.theme.toml").write_text('name = "Example Ltd"\nlogo = "logo.svg"\ncover = "1 Example Street"\n')
    return folder


@cache
def of_the_design(*more: str, formats: str = FORMATS) -> dict[str, str]:
    """The same of the design as it stands above, built once with the same options."""
    with TemporaryDirectory() as name:
        return built(written(Path(name)), *more, formats=formats)


def built(folder: Path, *more: str, formats: str = FORMATS) -> dict[str, str]:
    """All that each file says, by its name without what is left out: pages, metadata, bookmarks, parts of an archive."""
    out = folder / "out"
    main(["build", str(folder / "north.vdl"), "-o", str(out), "--format", formats, "--as-of", "2026-06-01", *more])
    return {re.sub(r"\.without-[a-z-]+", "", path.name): read(path) for path in sorted(out.glob("*"))}


def read(path: Path) -> str:
    data = path.read_bytes()
    if path.suffix == ".pdf":
        document = pypdf.PdfReader(io.BytesIO(data))
        parts = [page.extract_text() for page in document.pages]
        parts += [str(document.metadata), document.trailer["/Root"]["/Metadata"].get_data().decode(), str(document.outline)]
        assert not document.attachments
        streams = [document.get_object(number) for number in range(1, len(document.xref[0]))]
        return re.sub(r"IndirectObject\([^)]*\)", "", "\n".join([*parts, *[str(one) for one in streams]]))
    if path.suffix == ".xlsx":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    text = data.decode()
    return re.sub(r"base64,[A-Za-z0-9+/=]+", "", text)


def found(texts: dict[str, str], words: list[str]) -> list[str]:
    return [f"{name}: {word}" for name, text in texts.items() for word in words if stands_in(word, text)]


def stands_in(word: str, text: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9#]){re.escape(word)}(?![A-Za-z0-9])", text, re.IGNORECASE) is not None


def test_all_of_it_stands_in_the_documents_otherwise() -> None:
    texts = of_the_design()
    assert len(texts) == 10
    whole = {"all": "\n".join(texts.values())}
    assert found(whole, NAMES) == [f"all: {one}" for one in NAMES]
    assert {"all: USD", "all: 4,321", "all: 1,234", "all: 99,999"} <= set(found(whole, PRICES))


def test_it_takes_the_place_of_no_other_document(folder: Path) -> None:
    for more in [], ["--without", "prices"], ["--without", "names,prices,names"], ["--without", "names", "--document", "order"]:
        main(["build", str(folder / "north.vdl"), "-o", str(folder / "out"), "--format", "md", "--as-of", "2026-06-01", *more])
    assert {path.name for path in (folder / "out").glob("*.md")} == {
        "north.md", "north.without-prices.md", "north.without-names-prices.md", "north.order.without-names.md",
    }  # fmt: skip


def test_nothing_of_it_is_left_in_any_format() -> None:
    texts = of_the_design("--without", "prices,names")
    assert len(texts) == 10
    assert not found(texts, [*NAMES, *PRICES])
    page = texts["north.md"]
    assert "server A" in page and "Office workers" in page and "memory 256 GiB/host" in page and "two hosts suffice" in page
    assert "Revision: B" in page.replace("**", "") and "the customer" in page
    assert "Cost" not in page and "Price" not in page
    assert "server A" in texts["north.bill.csv"] and "server A" in texts["north.cdx.json"]


def test_words_of_products_go_and_ordinary_ones_stay(folder: Path) -> None:
    """ "horizon" stands in addresses and in what sources of the library are called; "access" is a word of networks."""
    design = DESIGN.replace("Desktops for", "Horizon on Access switches for")
    house = HOUSE + """parts: server { vendor = "Someone", model = "Access 48x1" }
other: software { vendor = "Someone", model = "Horizon View Agent", version = "7.3.2" }
"""
    (folder / "north.vdl").write_text(design, encoding="utf-8")
    (folder / "house.vdl").write_text(house, encoding="utf-8")
    texts = built(folder, "--without", "names", formats="md,xlsx,cdx")
    assert len(texts) == 3 and not found(texts, ["Horizon", "48x1"])
    assert texts["north.md"].startswith("# software A on Access switches for the customer")


def test_a_version_goes_with_the_name_before_it(folder: Path) -> None:
    """Not a number that counts something, and not one that stands by itself."""
    design = DESIGN.replace("Desktops for", "Horizon 7.3.2 on Kolibri 9X, 500 desktops for")
    said = "Horizon 7.3: Horizon 12.5 GB, Horizon 20 %; Horizon v8 or Horizon version 8.1, Kolibri 2 hosts of Pyrrol Systems 4"
    (folder / "north.vdl").write_text(design.replace("two hosts suffice", said), encoding="utf-8")
    other = 'other: software { vendor = "Someone", model = "Horizon", version = "7.3.2" }\n'
    (folder / "house.vdl").write_text(HOUSE + other, encoding="utf-8")
    texts = built(folder, "--without", "names", formats="md,cdx")
    assert not found(texts, ["Horizon", "7.3", "8.1", "v8"])
    page = texts["north.md"]
    assert page.startswith("# software A on server A, 500 desktops for the customer")
    assert "software A: software A 12.5 GB, software A 20 %; software A or software A, server A 2 hosts of maker B 4" in page


def test_the_kind_of_one_product_names_it_no_more_than_its_model(folder: Path) -> None:
    """The library has a kind for one hypervisor, which is called as that is."""
    made = 'esxi: vmware.esxi { model = "ESXi", own_memory = 4 GiB/host }  @ assumed "as it is"\n\naxis year'
    design = DESIGN.replace("house.kolibri_9x }", "house.kolibri_9x, hypervisor = esxi }").replace("axis year", made)
    design = design.replace("import house", "import house\nimport std.software.vmware")
    (folder / "north.vdl").write_text(design, encoding="utf-8")
    texts = built(folder, "--without", "names", formats="md,json")
    assert len(texts) == 2 and not found({"md": texts["north.md"]}, ["esxi"]) and "hypervisor A" in texts["north.md"]


def test_what_an_object_is_called_goes_with_its_model(folder: Path) -> None:
    """Alone, in a path, and where it holds what is told of; a maker who is the customer stays the customer, and a file that is
    called after a product is called a design."""
    design = DESIGN.replace("design north", "design marabu_and_co").replace("Desktops for", "A marabu for")
    design = design.replace("house.kolibri_9x", "house.MB88").replace("Kolibri 9X", "MB88 of the shelf")
    house = HOUSE.replace("kolibri_9x:", "MB88:").replace('vendor = "Pyrrol Systems"', 'vendor = "Grauwacke Bank"')
    (folder / "north.vdl").write_text(design, encoding="utf-8")
    (folder / "house.vdl").write_text(house.replace("Kolibri 9X", "Marabu Nine"), encoding="utf-8")
    texts = built(folder, "--without", "names", formats="md,json,cdx")
    assert sorted(texts) == ["design.cdx.json", "design.json", "design.md"]
    assert not found(texts, ["Marabu", "MB88", "Grauwacke"])
    assert texts["design.md"].startswith("# A server A for the customer")
    assert "served by server A of the shelf boxes" in texts["design.md"]


def test_objects_of_catalogs_that_nobody_uses_say_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Their names go all the same, that of a maker of two letters too; what is lacking in one is no fault of the document."""
    design = DESIGN.replace("Desktops for", "QX gear of Beryl for")
    (folder / "north.vdl").write_text(design, encoding="utf-8")
    unused = 'half: server { vendor = "QX" }\nother: server { vendor = "Someone", model = "Beryl" }\n'
    (folder / "house.vdl").write_text(HOUSE + unused, encoding="utf-8")
    texts = built(folder, "--without", "names", formats="md,json")
    assert len(texts) == 2 and not found(texts, ["QX", "Beryl"])
    assert "required-input" not in capsys.readouterr().err


def test_one_of_them_leaves_the_other() -> None:
    """In all formats but PDF, which is laid out from the HTML."""
    formats = FORMATS.replace("pdf,", "")
    texts = of_the_design("--without", "prices", formats=formats)
    assert not found(texts, PRICES) and "Kolibri 9X" in texts["north.md"] and "Ada Writer" in texts["north.html"]
    texts = of_the_design("--without", "names", formats=formats)
    assert not found(texts, NAMES) and "4,321" in texts["north.md"]


def test_no_price_is_left_in_what_stands_on_every_page(folder: Path) -> None:
    secret = 'confidentiality = "For bidders of Grauwacke Bank"'
    (folder / "north.vdl").write_text(DESIGN.replace(secret, 'confidentiality = "Secret: 40,000 EUR"'), encoding="utf-8")
    for name, text in built(folder, "--without", "prices", formats="html,md,summary").items():
        assert "40,000" not in text, name


def test_rules_of_money_and_what_scenarios_cost_are_left_out(folder: Path) -> None:
    """A rule of money is told nowhere, also where a limit is only named; a unit may stand in the head of a row, and be said in
    words."""
    granted = '"the money of Grauwacke Bank suffices"'
    design = DESIGN.replace(granted, '"the board granted 88,888 dollars for it"').replace("99_999 USD", "29_000 USD")
    scenario = '  scenario more "More people" { people.desktops = { y1: 150, y2: 400 } desktops }\n}\n'
    (folder / "north.vdl").write_text(design.removesuffix("}\n") + scenario, encoding="utf-8")
    whole = built(folder, formats="md,json,summary,html")
    assert "the board granted 88,888 dollars for it, 9" in whole["north.md"] and "(USD)" in whole["north.md"]
    texts = built(folder, "--without", "prices", formats="md,json,summary,html")
    assert not found(texts, ["88,888", "dollars", "granted", *PRICES])
    page = texts["north.md"]
    assert page.count("(left out)") == 1 and "More people" in page
    assert "hosts, y2 (hosts) | 6 | 8 (+2)" in page and "**What limits it**: " in page


def test_figures_and_verdicts_stay_as_they_are() -> None:
    whole, left = of_the_design(), of_the_design("--without", "names", "--without", "prices")
    for line in (r"[0-9]+ figures? (?:is|are) assumed[^.]*\.", r"\*\*▲ Holds, with [^*]*\*\*"):
        assert re.findall(line, whole["north.md"])[:1] == re.findall(line, left["north.md"])[:1]
    assert left == of_the_design("--without", "prices,names")


def test_what_goes_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", str(folder / "north.vdl"), "-o", str(folder / "out"), "--without", "price"]) == 1
    said = capsys.readouterr().err
    assert "there is no thing to leave out `price`" in said and "did you mean `prices`?" in said
    assert main(["build", str(folder / "north.vdl"), "--without", "names", "--attach-sources"]) == 2
    assert "the sources hold what is left out" in capsys.readouterr().err


def test_a_design_says_what_else_is_left_out(folder: Path) -> None:
    more = 'document without_places "Places" { facts { "a hall": "Office workers" } }\n'
    (folder / "north.vdl").write_text(DESIGN + more, encoding="utf-8")
    texts = built(folder, "--without", "places", formats="md")
    assert "Office workers" not in texts["north.md"] and "a hall" in texts["north.md"] and "Kolibri" in texts["north.md"]
