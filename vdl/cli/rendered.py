"""The files of reports, each in every format that is wanted; what takes long of several is done by several processes."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing

from vdl import errors as catalog
from vdl.cli.languages import in_language
from vdl.compilation import Compilation
from vdl.render import Format, Rest, TemplateFault, Unavailable
from vdl.render.catalogs import Key, Language, to_fill_in
from vdl.render.table_file import as_file
from vdl.report.model import Report
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import Phrase
from vdl.text.source import LIBRARY, Span


def rendered(
    arguments: argparse.Namespace, reports: list[Report], formats: list[Format], language: Language | None,
    compilation: Compilation,
) -> tuple[dict[str, bytes | None] | None, list[Diagnostic]]:
    """The files by their names, None where a document has nothing for one, and what is to be said of them; no files at all where
    a template can't be set. What takes long of several files is done by several processes."""
    made: dict[str, bytes | None] = {}
    begun: dict[str, tuple[Format, Rest]] = {}
    diagnostics: list[Diagnostic] = []
    boxes: dict[str, str] = {}
    english: dict[Key, Phrase] = {}
    for report in reports:
        said, lacking, told = in_language(report, language if any(each.for_people for each in formats) else None)
        english |= lacking
        diagnostics += told
        for format in formats:
            of, spoken = (said, f".{language.code}") if language is not None and format.for_people else (report, "")
            name = f"{report.name}{spoken}{format.suffix}"
            made[name] = None  # its place, whichever is done first
            try:
                if format.begin is not None:
                    begun[name] = format, format.begin(of)
                else:
                    made[name] = format.render(of) or None
            except TemplateFault as fault:
                return None, [catalog.template_failed(fault.span, fault.why)]
            except Unavailable as missing:
                del made[name]
                diagnostics.append(catalog.no_pdf(path_in(arguments.out, name), str(missing), format.name.upper()))
        for format in formats:
            boxes |= {one: report.name for one in format.lacking(said) if one not in boxes}
        made |= {file.name: as_file(file) for file in report.files}
    if arguments.untranslated and language is not None and english:
        made[f"untranslated.{language.code.replace('-', '_')}.po"] = to_fill_in(language, english)
    diagnostics += _glyphs(boxes, formats, compilation)
    alone = arguments.limit_time is not None or arguments.limit_memory is not None  # which hold for one process
    with closing(_done([rest for _, rest in begun.values()], 1 if alone else arguments.jobs)) as done:
        for (name, (format, _)), data in zip(begun.items(), done):
            if isinstance(data, str):
                del made[name]
                diagnostics.append(catalog.no_pdf(path_in(arguments.out, name), data, format.name.upper()))
            else:
                made[name] = data
    return made, diagnostics


def _done(left: Sequence[Rest], jobs: int) -> Generator[bytes | str, None, None]:
    """What comes of each, in order, or why it can't be done here; `jobs` is how many processes do it, 0 for as many as may run
    at once. Those end with it, so it is to be closed, even where all is taken: `zip` does not ask for an end behind the last."""
    if len(left) <= 1 or jobs == 1:
        yield from map(_or_why, left)
        return
    from vdl.spread.processes import handed_out, workers

    yield from handed_out(_of_process, None, left, jobs or workers())


def _of_process(shared: None, rest: Rest) -> bytes | str:
    return _or_why(rest)


def _or_why(rest: Rest) -> bytes | str:
    try:
        return rest()
    except Unavailable as missing:
        return str(missing)


def _glyphs(boxes: Mapping[str, str], formats: list[Format], compilation: Compilation) -> list[Diagnostic]:
    """The characters that the fonts of some format lack, with a report that has each: said once, at the first of them."""
    if not boxes:
        return []
    characters, on_paper = "".join(boxes), any(each.name == "pdf" for each in formats)
    name = next(iter(boxes.values()))
    return [catalog.missing_glyph(name, characters, kept=not on_paper, span=_place(compilation, characters))]


def _place(compilation: Compilation, characters: str) -> Span | None:
    """Where one of these characters first stands in what the author wrote, but for remarks that no document has; None where none
    does, as in a theme."""
    program = compilation.program
    own = sorted([name for name in program.files if not name.startswith(LIBRARY)], key=lambda name: (name != program.entry, name))
    for name in own:
        source = program.files[name].source
        bare = re.sub(r"(?m)^\s*//(?!/).*$", lambda remark: " " * len(remark[0]), source.text)
        found = re.search(f"[{re.escape(characters)}]", bare)
        if found is not None:
            return Span(source, found.start(), found.end())
    return None


def path_in(folder: str, name: str = "") -> str:
    return os.path.normpath(os.path.join(folder, name))
