"""What can be written on the command line, and what it means: options, dates, help texts."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

import vdl
from vdl.cli.day import as_of
from vdl.cli.examples import EXAMPLES
from vdl.cli.inputs import name_standard_input
from vdl.cli.once import Once
from vdl.cli.terminal import WHEN, use_colour
from vdl.cli.typed import marked, seconds, size, unmarked, web
from vdl.text.limits import SWEEP_ROWS
from vdl.text.safe import shown

Run = Callable[[argparse.Namespace], int]

_ABOUT = "Checks, sizes and documents designs written in the vdl language."
_MORE = """\
examples:
  vdl check designs/                          check every design in a folder
  vdl size trips.vdl                          counts, what decides them, and the verdicts
  vdl eval trips.vdl "fleet.buses * 2"        the value of an expression
  vdl explain trips.vdl fleet.buses           why a number is what it is
  vdl explain unit-mismatch                   the manual page of a diagnostic
  vdl build trips.vdl --out reports           the documents

exit codes:
  0 clean, 1 something is wrong with a design or a file, 2 wrong usage, 3 a fault of vdl itself
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong with words that are shown safely: names of files stand on command lines, too. What takes a value takes
    one, where nothing else is said of it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.register("action", None, Once)

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message("\n".join(map(shown, message.split("\n"))), file)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, with `run` and a validated `as_of`. Raises SystemExit after saying what is wrong."""
    if argv and argv[0] == "help":
        argv = _asked_for(argv[1:])
    if not argv or argv[0] not in _COMMANDS:
        _overview().parse_args(argv)
        raise AssertionError("the overview knows no command")
    parser, run = _parser(argv[0])
    words = marked(argv[1:])
    # Options may stand between the other arguments, before and after them; looking for that takes twice as long.
    mixed = any(word.startswith("-") for word in words)
    arguments = unmarked(parser.parse_intermixed_args(words) if mixed else parser.parse_args(words))
    arguments.run, arguments.parser = run, parser
    if "as_of" in arguments:
        arguments.is_dated = arguments.as_of is not None
        arguments.as_of = as_of(arguments)
    use_colour(arguments.color)
    name_standard_input(arguments)
    for option in ("library", "root"):
        folder = getattr(arguments, option)
        if folder is not None and not os.path.isdir(folder):
            parser.error(f"argument --{option}: there is no folder `{folder}`")
    return arguments


def _parser(name: str) -> tuple[argparse.ArgumentParser, Run]:
    """What reads the arguments of a command, and what runs it."""
    text, add, run = _COMMANDS[name]
    examples = EXAMPLES.get(name)
    if add is None or examples is None:  # one that holds designs to what they were
        from vdl.cli.holding import COMMANDS

        examples, add = COMMANDS[name]
    parser = Parser(
        f"vdl {name}", description=text[0].upper() + text[1:] + ".", epilog=examples, allow_abbrev=False,
        formatter_class=_formatter,
    )  # fmt: skip
    add(parser)
    if name == "lock":
        _files(parser)
    elif name != "fmt":  # which compiles nothing
        _common(parser, layers=name not in ("compare", "diff"))
    _output(parser, formats=name not in ("check", "graph", "build", "sweep", "compare", "diff", "snapshot", "watch", "fmt"))
    return parser, run


def _asked_for(words: Sequence[str]) -> list[str]:
    """What is to be parsed where `vdl help WORDS` is: the help text of a command, or of all of them."""
    if not words or words[0] in ("help", "-h", "--help"):
        return ["--help"]
    if len(words) > 1:
        _overview().error(f"help is for one command: vdl help {words[0]}")
    name = words[0]
    if name in _COMMANDS:
        return [name, "--help"]
    from vdl.errors import CATALOG

    if name in CATALOG:
        _overview().error(f"`{name}` is a diagnostic: vdl explain {name}")
    _overview().error(f"{_no_command(name)}; `vdl explain {name}` is for diagnostics")


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Of one width everywhere: asking the terminal for its own loads half the compression libraries."""
    return argparse.RawDescriptionHelpFormatter(prog, width=100)


def _overview() -> argparse.ArgumentParser:
    """What `vdl`, `vdl --help` and `vdl` with an unknown command say."""
    lines = "\n".join(f"  {name:10}{text}" for name, (text, _, _) in _COMMANDS.items())
    parser = Parser(
        "vdl", usage="vdl COMMAND ...", description=f"{_ABOUT}\n\ncommands:\n{lines}\n\n`vdl help COMMAND` says more.",
        epilog=_MORE, allow_abbrev=False, formatter_class=_formatter,
    )  # fmt: skip
    parser.add_argument("--version", action="version", version=f"vdl {vdl.__version__}")
    parser.add_argument("command", metavar="COMMAND", type=_unknown, help=argparse.SUPPRESS)
    return parser


def _unknown(name: str) -> str:
    raise argparse.ArgumentTypeError(_no_command(name))


def _no_command(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, _COMMANDS, n=1)
    known = f"did you mean `{close[0]}`?" if close else f"the commands are {', '.join(_COMMANDS)}"
    return f"there is no command `{name}`; {known}"


def _common(command: argparse.ArgumentParser, *, layers: bool) -> None:
    group = _files(command)
    group.add_argument("--design", metavar="NAME", default="", help="the design, where a file holds several")
    if layers:
        group.add_argument("--scenario", metavar="NAME", action="append", default=[],
                           help="switch a scenario on; may be repeated, later ones on top")  # fmt: skip
        group.add_argument("--set", metavar="NAME=VALUE", action="append", default=[],
                           help="fill an input, as the design would; may be repeated")  # fmt: skip
    group.add_argument(
        "--as-of", metavar="DATE", help="judge waivers as of this day (2027-06-30); else SOURCE_DATE_EPOCH, else today in UTC"
    )
    group.add_argument("--frozen", action="store_true", help="what is not as vdl.lock pins it is an error and no warning")


def _files(command: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Where files come from."""
    group = command.add_argument_group("what is compiled")
    group.add_argument("--library", metavar="DIR", help="another library instead of the one that came with vdl")
    group.add_argument(
        "--root", metavar="DIR", help="the folder that imports may not leave (else the nearest with .git, or the file's own)"
    )
    group = command.add_argument_group("limits, for files of strangers (see `vdl explain limit-reached`)")
    group.add_argument("--limit-time", metavar="SECONDS", type=seconds, default=None, help="end after so many seconds")
    group.add_argument("--limit-memory", metavar="SIZE", type=size, default=None,
                       help="end where more memory is wanted: 500 MB, 2GiB")  # fmt: skip
    command.set_defaults(frozen=False)
    return group


def _output(command: argparse.ArgumentParser, *, formats: bool) -> None:
    command.add_argument(
        "--color", action="store", choices=WHEN, default="auto",  # of several the last, so that an alias may have one
        help="colour in the output; `auto`: on a terminal (see NO_COLOR, FORCE_COLOR)",
    )  # fmt: skip
    if formats:
        command.add_argument("--format", choices=["human", "json"], default="human", help="for people (default) or for programs")


# ------------------------------------------------------------------------------ the commands
def _paths(command: argparse.ArgumentParser) -> None:
    command.add_argument("paths", metavar="PATH", nargs="+",
                         help="a file, a folder that is searched for *.vdl, or - for standard input")  # fmt: skip


def _check(command: argparse.ArgumentParser) -> None:
    _paths(command)
    command.add_argument("--strict", action="store_true", help="open points make it exit 1, too")
    _against(command)
    command.add_argument("-q", "--quiet", action="store_true", help="print errors and the last line only")
    _jobs(command, "processes that check the files of a folder")
    command.add_argument("--format", choices=["human", "short", "json", "sarif", "github", "junit"], default="human",
                         help="for people (default), a line each for editors, or for programs")  # fmt: skip
    command.add_argument("--summary", metavar="FILE", help="also put a summary in Markdown at the end of this file")
    command.add_argument("--manual", metavar="URL", type=web,
                         help="where the manual is published, for the links in SARIF")  # fmt: skip


def _size(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="DESIGN", help="a design file, or - for standard input")
    command.add_argument("--all", action="store_true", help="all limits, bounds, rules and accepted exceptions, too")


def _eval(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="DESIGN", help="a design file, or - for standard input")
    command.add_argument("expressions", metavar="EXPR", nargs="+", help="an expression, read in the body of the design")


def _ask(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="DESIGN", help="a design file, or - for standard input")
    command.add_argument("question", metavar="QUESTION", nargs="?", default="",
                         help="`largest x where cond [ignoring rule and rule] [step q]`, `value for x in a..b unit [step q]`, or "
                         "the name of a question of the design; without it all questions of the design are answered")  # fmt: skip
    command.add_argument("--mend", metavar="RULE",
                         help="which single input would mend a rule that fails, a bound of a given count or an expectation, and "
                         "by how much")  # fmt: skip
    command.add_argument("--all", action="store_true",
                         help="with --mend: also figures of catalogs, and those that other inputs make")  # fmt: skip


def _sweep(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="DESIGN", help="a design file, or - for standard input")
    command.add_argument("question", metavar="QUESTION", nargs="?", default="",
                         help="a question of the design that looks at several values (default: all of these)")  # fmt: skip
    command.add_argument("--vary", metavar="NAME=VALUES", action="append", default=[],
                         help="`x = 1..9 kg step 2 kg`, `x = [1 kg, 5 kg]`, `box = [small, large]`, `box` for all options of a "
                         "`choose`, `scenario` for all scenarios; may be repeated, for every combination")  # fmt: skip
    drawn = _whole(f"a number of draws up to {SWEEP_ROWS:,}", "[1-9][0-9]{0,6}", SWEEP_ROWS)
    command.add_argument("--sample", metavar="N", type=drawn, default=0,
                         help="draw the ranges of the design so many times, and say how sure it is")  # fmt: skip
    command.add_argument("--seed", metavar="S", type=_whole("a whole number of at most 18 digits", "[0-9]{1,18}"), default=None,
                         help="another seed than 1: other draws; the same seed gives the same")  # fmt: skip
    command.add_argument("--show", metavar="LIST", action="append", default=[],
                         help="quantities to show in each row (default: all counts); may be repeated")  # fmt: skip
    _jobs(command, "processes that make rows")
    command.add_argument("--all", action="store_true", help="print every row, also where a long table shows the same in many")
    command.add_argument("--scheduler", metavar="ADDRESS", default="",
                         help="have the rows made by the workers of this Dask scheduler: tcp://10.0.0.5:8786")  # fmt: skip
    command.add_argument("--format", choices=["human", "csv", "json"], default="human",
                         help="for people (default), for tables or for programs")  # fmt: skip


def _compare(command: argparse.ArgumentParser) -> None:
    command.add_argument("files", metavar="FILE", nargs="+", help="a design file, or - for standard input")
    command.add_argument("--scenario", metavar="LIST", action="append", default=[],
                         help="`a,b`: a column for each of these scenarios; `a+b`: one for both at once; `none`: none of them "
                         "(default: one for each scenario of the design)")  # fmt: skip
    command.add_argument("--set", metavar="NAME=VALUE", action="append", default=[],
                         help="a column with these inputs, several between commas; may be repeated for more")  # fmt: skip
    command.add_argument("--all", action="store_true", help="rows that are the same in all columns, too")
    command.add_argument("--document", metavar="NAME", default="",
                         help="compare the bills of another document than the design's own, such as company.board")  # fmt: skip
    command.add_argument("--format", choices=["human", "md", "csv", "json"], default="human",
                         help="for people (default), for pull requests, for tables or for programs")  # fmt: skip


def _diff(command: argparse.ArgumentParser) -> None:
    command.add_argument("sides", metavar="WHAT", nargs="+",
                         help="`A..B [PATH]` or `A B [PATH]`: two revisions; `A...B [PATH]`: B since it left A; `A [PATH]`: a "
                         "revision and the working tree; `OLD NEW`: two files or two folders")  # fmt: skip
    command.add_argument("--renamed", metavar="OLD=NEW", action="append", default=[], type=_rename,
                         help="an object, a quantity or a design that only has another name; may be repeated")  # fmt: skip
    command.add_argument("--min-change", metavar="SHARE", type=share, default=0,
                         help="fold changes of numbers below this share (`1%%`), never verdicts")  # fmt: skip
    command.add_argument("--asks", action="store_true", help="answer the questions of both sides, too, which takes longer")
    command.add_argument("--exit-code", action="store_true", help="exit 1 if a change has an effect")
    command.add_argument("--all", action="store_true", help="print what follows from the changes, too")
    command.add_argument("--document", metavar="NAME", default="",
                         help="compare the bills of another document than the design's own, such as company.board")  # fmt: skip
    command.add_argument("--format", choices=["human", "md", "html", "json"], default="human",
                         help="for people (default), for pull requests, as a page or for programs")  # fmt: skip


def _rename(text: str) -> tuple[str, str]:
    old, equals, new = [part.strip() for part in text.partition("=")]
    if not (old and equals and new):
        raise argparse.ArgumentTypeError(f"`{text}` does not say which name became which: OLD=NEW")
    return old, new


def share(text: str) -> int:
    """A share such as 1%, in parts of a million."""
    found = re.fullmatch(r"([0-9]{1,3})(?:\.([0-9]{1,4}))? ?%", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"`{text}` is not a share such as 1%")
    return int(found[1]) * 10_000 + int((found[2] or "").ljust(4, "0"))


def _explain(command: argparse.ArgumentParser) -> None:
    command.add_argument("subject", metavar="DESIGN|SLUG",
                         help="a design file (- for standard input), or the name of a diagnostic")  # fmt: skip
    command.add_argument("name", metavar="NAME", nargs="?", help="a quantity, object, rule or expectation of the design")
    command.add_argument("--depth", metavar="N", type=_whole("a number of levels", "[0-9]{1,6}"), default=None,
                         help="print so many levels of what it stands on (default: all)")  # fmt: skip


def _graph(command: argparse.ArgumentParser) -> None:
    from vdl.views import every_view

    command.add_argument("file", metavar="DESIGN", help="a design file, or - for standard input")
    command.add_argument("name", metavar="NAME", nargs="?", help="only what has to do with this quantity or rule")
    side = command.add_mutually_exclusive_group()
    side.add_argument("--ancestors", action="store_true", help="only what the quantity is computed from")
    side.add_argument("--descendants", action="store_true", help="only what is computed from the quantity")
    known = every_view()
    command.add_argument("--format", choices=list(known), default="dot",
                         help=f"{', '.join(f'{view.name}: {view.about}' for view in known.values())} (default: dot)")  # fmt: skip


def _build(command: argparse.ArgumentParser) -> None:
    from vdl.cli.building import options

    options(command)
    _jobs(command, "processes that lay out the PDFs of several designs")


def _against(command: argparse.ArgumentParser, *, documents: bool = False) -> None:
    from vdl.cli.holding import against

    against(command, documents=documents)


def _jobs(command: argparse.ArgumentParser, what: str) -> None:
    command.add_argument("--jobs", metavar="N", type=_whole("a number of processes", "[1-9][0-9]{0,3}"), default=0,
                         help=f"{what} (default: as many as may run at once)")  # fmt: skip


def _fmt(command: argparse.ArgumentParser) -> None:
    _paths(command)
    command.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file would change")
    command.add_argument("--diff", action="store_true", help="write nothing; print what would change")
    command.add_argument("--range", metavar="FIRST:LAST", type=_lines, help="only statements that these lines have a part in")
    command.set_defaults(library=None, root=None, frozen=False)


def _lines(text: str) -> tuple[int, int]:
    found = re.fullmatch("([1-9][0-9]{0,8}):([1-9][0-9]{0,8})", text)
    if found is None or int(found[1]) > int(found[2]):
        raise argparse.ArgumentTypeError(f"`{text}` is not the first and the last of some lines; write them as 20:30")
    return int(found[1]), int(found[2])


def _whole(what: str, written: str, most: int | None = None) -> Callable[[str], int]:
    """Reads a whole number that is so `written`, and not above `most`."""

    def read(text: str) -> int:
        if re.fullmatch(written, text) is None or (most is not None and int(text) > most):
            raise argparse.ArgumentTypeError(f"`{text}` is not {what}")
        return int(text)

    return read


def _lazy(module: str) -> Run:
    """The `run` of a command's module, loaded when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        import importlib

        status: int = importlib.import_module(f"vdl.cli.{module}").run(arguments)
        return status

    return run


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None] | None, Run]] = {
    "check": ("check files: errors, rules, expectations", _check, _lazy("check")),
    "size": ("size a design: counts, what decides them, verdicts", _size, _lazy("size")),
    "eval": ("the values of expressions", _eval, _lazy("eval")),
    "ask": ("answer inverse questions", _ask, _lazy("ask")),
    "sweep": ("a design at many values of its inputs", _sweep, _lazy("sweep")),
    "compare": ("designs, scenarios and other inputs side by side", _compare, _lazy("compare")),
    "diff": ("what changed between revisions, files or folders, and why", _diff, _lazy("diff")),
    "explain": ("explain a number, a rule or a diagnostic", _explain, _lazy("explain")),
    "graph": ("the graph of what depends on what", _graph, _lazy("graph")),
    "build": ("write the documents of a design", _build, _lazy("build")),
    "fmt": ("files in their canonical form", _fmt, _lazy("fmt")),
    "lock": ("pin what designs stand on: compiler, library, imports", None, _lazy("lock")),
    "snapshot": ("keep what was found of a design, to approve it", None, _lazy("snapshot")),
    "watch": ("check a design on every save, and say what changed", None, _lazy("watch")),
}
