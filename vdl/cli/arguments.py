"""What can be written on the command line, and what it means: options, dates, help texts."""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Callable, Sequence
from typing import Any

import vdl
from vdl.cli.inputs import name_standard_input
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

_EXAMPLES = {
    "check": """\
examples:
  vdl check trips.vdl
  vdl check designs/ --as-of 2027-06-30
  vdl check --format json trips.vdl
  vdl check --format sarif designs/ > vdl.sarif
  vdl check --quiet - < trips.vdl
""",
    "size": """\
examples:
  vdl size trips.vdl
  vdl size trips.vdl --scenario growth --set "pupils = 900 pupils"
  vdl size trips.vdl --all
""",
    "eval": """\
examples:
  vdl eval trips.vdl fleet.buses "fleet.seats - pupils"
  vdl eval trips.vdl --design north --format json fleet.buses
""",
    "ask": """\
examples:
  vdl ask trips.vdl                           answers the questions written in the design
  vdl ask trips.vdl fits                      answers the one called `fits`
  vdl ask trips.vdl "largest pupils where fleet.buses <= 4 buses"
  vdl ask trips.vdl "largest pupils where fleet.buses <= 4 buses ignoring fleet.spare_seats"
  vdl ask trips.vdl "fleet.buses for pupils in 100..400 pupils step 50 pupils"
  vdl ask trips.vdl --mend fleet.few          which single input would mend that rule, and by how much
""",
    "sweep": """\
examples:
  vdl sweep trips.vdl --vary "pupils = 100..400 pupils step 50 pupils"
  vdl sweep trips.vdl --vary "pupils = [200 pupils, 300 pupils]" --vary scenario --show fleet.buses,cost
  vdl sweep trips.vdl when_next               a question of the design that looks at several values
  vdl sweep trips.vdl --sample 10000 --seed 7 how sure the design is, where it says ranges
""",
    "compare": """\
examples:
  vdl compare trips.vdl
  vdl compare trips.vdl --scenario growth --set "fleet.seats = 60 pupils/bus"
  vdl compare north.vdl south.vdl --format md
""",
    "explain": """\
examples:
  vdl explain trips.vdl fleet.buses           a quantity, or all those of an object
  vdl explain trips.vdl fleet.spare_seats     a rule
  vdl explain trips.vdl fleet.buses --depth 1
  vdl explain unit-mismatch                   a diagnostic
""",
    "graph": """\
examples:
  vdl graph trips.vdl > trips.dot
  vdl graph trips.vdl fleet.buses --ancestors --format mermaid
  vdl graph trips.vdl fleet.spare_seats       what a rule hangs on
""",
    "build": """\
examples:
  vdl build trips.vdl
  vdl build trips.vdl --out reports --format html,pdf
""",
}


class Parser(argparse.ArgumentParser):
    """Says what is wrong with words that are shown safely: names of files stand on command lines, too."""

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
    # Options may stand between the other arguments, before and after them.
    arguments = unmarked(parser.parse_intermixed_args(marked(argv[1:])))
    arguments.run, arguments.parser = run, parser
    arguments.as_of = _as_of(arguments)
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
    parser = Parser(
        f"vdl {name}", description=text[0].upper() + text[1:] + ".", epilog=_EXAMPLES[name], allow_abbrev=False,
        formatter_class=_formatter,
    )  # fmt: skip
    add(parser)
    _common(parser, formats=name not in ("check", "graph", "build", "sweep", "compare"), layers=name != "compare")
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
    lines = "\n".join(f"  {name:9}{text}" for name, (text, _, _) in _COMMANDS.items())
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


def _common(command: argparse.ArgumentParser, *, formats: bool, layers: bool) -> None:
    group = command.add_argument_group("what is compiled")
    group.add_argument("--design", metavar="NAME", default="", help="the design, where a file holds several")
    if layers:
        group.add_argument("--scenario", metavar="NAME", action="append", default=[],
                           help="switch a scenario on; may be repeated, later ones on top")  # fmt: skip
        group.add_argument("--set", metavar="NAME=VALUE", action="append", default=[],
                           help="fill an input, as the design would; may be repeated")  # fmt: skip
    group.add_argument(
        "--as-of", metavar="DATE", help="judge waivers as of this day (2027-06-30); else SOURCE_DATE_EPOCH, else today"
    )
    group.add_argument("--library", metavar="DIR", help="another library instead of the one that came with vdl")
    group.add_argument(
        "--root", metavar="DIR", help="the folder that imports may not leave (else the nearest with .git, or the file's own)"
    )
    group = command.add_argument_group("limits, for files of strangers (see `vdl explain limit-reached`)")
    group.add_argument("--limit-time", metavar="SECONDS", type=seconds, default=None, help="end after so many seconds")
    group.add_argument("--limit-memory", metavar="SIZE", type=size, default=None,
                       help="end where more memory is wanted: 500 MB, 2GiB")  # fmt: skip
    command.add_argument(
        "--color", choices=WHEN, default="auto", help="colour in the output; `auto`: on a terminal (see NO_COLOR, FORCE_COLOR)"
    )
    if formats:
        command.add_argument("--format", choices=["human", "json"], default="human", help="for people (default) or for programs")


def _as_of(arguments: argparse.Namespace) -> str:
    """The day against which waivers are judged. The only place that reads the clock."""
    given: str | None = arguments.as_of
    if given is not None:
        if not _is_day(given):
            arguments.parser.error(f"argument --as-of: `{given}` is not a day; write it as 2027-06-30")
        return given
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch:
        if re.fullmatch(r"[0-9]{1,12}", epoch) and int(epoch) < _YEAR_10000:
            return time.strftime("%Y-%m-%d", time.gmtime(int(epoch)))
        arguments.parser.error(f"SOURCE_DATE_EPOCH: `{epoch}` is not a number of seconds since 1970")
    return time.strftime("%Y-%m-%d")


_YEAR_10000 = 253_402_300_800


def _is_day(text: str) -> bool:
    from datetime import date

    try:
        return re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


# ------------------------------------------------------------------------------ the commands
def _check(command: argparse.ArgumentParser) -> None:
    command.add_argument("paths", metavar="PATH", nargs="+",
                         help="a file, a folder that is searched for *.vdl, or - for standard input")  # fmt: skip
    command.add_argument("--strict", action="store_true", help="open points make it exit 1, too")
    command.add_argument("-q", "--quiet", action="store_true", help="print errors and the last line only")
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
    command.add_argument("--sample", metavar="N", type=_draws, default=0,
                         help="draw the ranges of the design so many times, and say how sure it is")  # fmt: skip
    command.add_argument("--seed", metavar="S", type=_seed, default=None,
                         help="another seed than 1: other draws; the same seed gives the same")  # fmt: skip
    command.add_argument("--show", metavar="LIST", default="", help="quantities to show in each row (default: all counts)")
    command.add_argument("--jobs", metavar="N", type=_number, default=0,
                         help="processes that make rows (default: as many as may run at once)")  # fmt: skip
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


def _explain(command: argparse.ArgumentParser) -> None:
    command.add_argument("subject", metavar="DESIGN|SLUG",
                         help="a design file (- for standard input), or the name of a diagnostic")  # fmt: skip
    command.add_argument("name", metavar="NAME", nargs="?", help="a quantity, object, rule or expectation of the design")
    command.add_argument("--depth", metavar="N", type=_levels, default=None,
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
    from vdl.render import every_format

    command.add_argument("file", metavar="DESIGN", help="a design file, or - for standard input")
    command.add_argument("-o", "--out", metavar="DIR", default=".",
                         help="the folder for the documents, made if need be (default: here)")  # fmt: skip
    command.add_argument("--format", metavar="LIST", help=f"any of {','.join(every_format())} (default: all)")
    command.add_argument("--document", metavar="NAME", default="",
                         help="another document than the design's own, such as company.board")  # fmt: skip


def _draws(text: str) -> int:
    if re.fullmatch("[1-9][0-9]{0,6}", text) is None or int(text) > SWEEP_ROWS:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number of draws up to {SWEEP_ROWS:,}")
    return int(text)


def _seed(text: str) -> int:
    if re.fullmatch("[0-9]{1,18}", text) is None:
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number of at most 18 digits")
    return int(text)


def _number(text: str) -> int:
    if re.fullmatch("[1-9][0-9]{0,3}", text) is None:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number of processes")
    return int(text)


def _levels(text: str) -> int:
    if re.fullmatch("[0-9]{1,6}", text) is None:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number of levels")
    return int(text)


def _lazy(module: str) -> Run:
    """The `run` of a command's module, loaded when it is called."""

    def run(arguments: argparse.Namespace) -> int:
        import importlib

        status: int = importlib.import_module(f"vdl.cli.{module}").run(arguments)
        return status

    return run


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None], Run]] = {
    "check": ("check files: errors, rules, expectations", _check, _lazy("check")),
    "size": ("size a design: counts, what decides them, verdicts", _size, _lazy("size")),
    "eval": ("the values of expressions", _eval, _lazy("eval")),
    "ask": ("answer inverse questions", _ask, _lazy("ask")),
    "sweep": ("a design at many values of its inputs", _sweep, _lazy("sweep")),
    "compare": ("designs, scenarios and other inputs side by side", _compare, _lazy("compare")),
    "explain": ("explain a number, a rule or a diagnostic", _explain, _lazy("explain")),
    "graph": ("the graph of what depends on what", _graph, _lazy("graph")),
    "build": ("write the documents of a design", _build, _lazy("build")),
}
