"""`vdl build --without names` of examples: no word that names a product or a maker stands in any file.

What names one is read from the catalogs that a design imports. What is no name is told by rule: words that the library writes in
small letters in its sentences, labels and units, what its document lists as ordinary, abbreviations, figures, and words in
small letters within the text of a model.
"""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from tests.cli.test_without import read
from vdl.cli import main
from vdl.compilation import Compilation
from vdl.pipeline import compile as compiled
from vdl.text.source import LIBRARY
from vdl.world import Disk

pytest.importorskip("weasyprint")

FOLDERS = ("lakeside-hospital", "equallogic-xendesktop", "neosapphire-horizon")
"""Those whose catalogs name most; each takes as long as its documents."""
EXAMPLES = [Path(__file__).resolve().parents[2] / "examples" / name / "design.vdl" for name in FOLDERS]
FORMATS = "html,md,json,csv,xlsx,cdx"
TEXT = r'\b(vendor|model|part_number)\s*=\s*"([^"]*)"'
APART = rf"^source .*|{TEXT}|https?://[^\s\"]+|`[^`]*`"
ABBREVIATION = 4


def names(compilation: Compilation) -> set[str]:
    """The words that name makers and products of the catalogs, in small letters."""
    texts = [file.source.text for file in compilation.program.files.values()]
    common = in_sentences(compilation)
    found = set()
    for text in texts:
        for of, said in re.findall(TEXT, text):
            found |= {word for word in re.findall(r"[^\W_]+", said) if tells(word, common) and not word.islower()}
            found |= {said} if of == "part_number" else set()
    for file in compilation.names.files.values():
        for member in file.all_members().values():
            if member.form == "object" and member.kind is not None and member.kind.lookup("vendor") is not None:
                words = [word for word in member.name.split("_") if not re.fullmatch(r"[A-Za-z]+\d", word)]
                found |= {word for word in words if tells(word, common)}
    return {word.lower() for word in found}


def in_sentences(compilation: Compilation) -> set[str]:
    whole = [file.source.text for name, file in compilation.program.files.items() if name.startswith(LIBRARY)]
    bare = [re.sub(APART, " ", text, flags=re.MULTILINE) for text in whole]
    said = " ".join(part for text in bare for part in re.findall(r'"[^"]*"|//.*', text))
    labels = [label for axis in compilation.names.axes.values() for label in axis.labels]
    listed = re.findall(r'"Ordinary words": "([^"]*)"', "".join(whole))
    words = re.findall(r"(?<![\w.])[a-z]{3,}(?!\w)", said)
    return {*words, *labels, *compilation.names.units.names, *", ".join(listed).split(", ")}


def tells(word: str, common: set[str]) -> bool:
    if len(word) < 3 or re.fullmatch(r"\d+[A-Za-z]{0,4}", word):
        return False
    short = word.isalpha() and len(word) <= ABBREVIATION and (word.islower() or word.isupper())
    return not short and word.lower() not in common


def said_in(path: Path) -> str:
    """All that a file says, with its name, and without what its format says of itself."""
    if path.suffix == ".xlsx":
        with zipfile.ZipFile(path) as archive:
            parts = [archive.read(name).decode() for name in archive.namelist() if "sharedStrings" in name or "core.xml" in name]
            return path.name + re.sub(r"<[^>]*>", " ", "\n".join(parts))
    text = re.sub(r"(?s)<style.*?</style>|<script.*?</script>| class=\"[^\"]*\"", "", read(path))
    return f"{path.name}\n{text}"


@pytest.mark.parametrize("design", EXAMPLES, ids=[path.parent.name for path in EXAMPLES])
def test_no_word_that_names_a_product_or_a_maker_is_left(design: Path, tmp_path: Path) -> None:
    made = compiled(Disk(), str(design), as_of="2026-06-01", documents=True)
    words = names(made)
    assert len(words) > 20
    one = ["--design", made.designs[0].name, "--as-of", "2026-06-01"]  # all of them read the same catalogs
    formats = FORMATS if design.parent.name == "lakeside-hospital" else "html,json"  # of the others those that say most
    main(["build", str(design), "-o", str(tmp_path), "--format", formats, *one, "--without", "names"])
    written = [path for path in sorted(tmp_path.glob("*")) if path.suffix != ".pdf"]
    assert len(written) >= len(formats.split(","))
    left = {}
    for path in written:
        text = said_in(path).lower()
        here = words & set(re.findall(r"[^\W_]+", text)) | {word for word in words if not word.isalnum() and word in text}
        left |= {word: (path.name, text[max(0, text.find(word) - 60) :][:120]) for word in here}
    assert not left
