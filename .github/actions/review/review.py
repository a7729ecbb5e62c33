"""What the action does, once vdl is installed: run by the Python of that installation, in a checkout, with the action's inputs in
the environment. Exits with what `vdl check` says.

Everything that the change has written reaches GitHub as text: annotations are escaped, Markdown comes from vdl, and no line of
the output begins with what a stranger wrote. Of the repository only git's objects and `*.vdl` files are read.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vdl.cli.formats.github import MOST, annotation

LONGEST = 60_000
"""Characters of a comment; GitHub takes some more."""

SUMMARY = 900_000
"""Characters of the diff in a job's summary, which takes a megabyte in all."""

PATIENCE = 60
"""Seconds that the code host has for an answer."""

NOTHING = "0" * 40


def main() -> int:
    path = os.environ.get("REVIEW_PATH") or "."
    event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))
    base = base_of(event)
    changed = changed_lines(base) if base else None
    status, found = checked(path)
    annotate(found["diagnostics"], changed)
    if base:
        told = difference(base, path)
        with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as summary:
            summary.write(cut(told, SUMMARY) + "\n")
        number = event.get("pull_request", {}).get("number")
        if number and os.environ.get("REVIEW_COMMENT") == "true":
            comment(int(number), f"<!-- vdl review of {re.sub('[^ -,.-~]|[<>]', '_', path)} -->", told, bool(changed))
    documents(found["designs"])
    return status


# ------------------------------------------------------------------------------ git
def git(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-c", "core.quotePath=false", *words], capture_output=True)


def base_of(event: dict[str, Any]) -> str:
    """The revision that the change starts from; "" where there is none, or the checkout does not have it."""
    pull = event.get("pull_request")
    base = str(pull["base"]["sha"] if pull else event.get("before") or "")
    if not re.fullmatch("[0-9a-f]{40,64}", base) or base == NOTHING:
        return ""
    if git("merge-base", base, "HEAD").returncode != 0:
        say("the checkout does not reach back to where the change begins: check out with `fetch-depth: 0`")
        return ""
    return base


def changed_lines(base: str) -> dict[str, list[tuple[int, int]]]:
    """The lines of the designs that the change has written, by file: first and last."""
    plain = ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames"]
    names = git(*plain, "--name-only", "-z", "--diff-filter=d", f"{base}...HEAD", "--", "*.vdl").stdout
    found = {}
    for name in filter(None, names.split(b"\0")):
        file = os.fsdecode(name)
        hunks = git(*plain, "--unified=0", f"{base}...HEAD", "--", f":(top,literal){file}").stdout
        lines = re.findall(rb"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", hunks, re.MULTILINE)
        found[file] = [(int(first), int(first) + int(many or 1) - 1) for first, many in lines if many != b"0"]
    return found


# ------------------------------------------------------------------------------ vdl
def vdl(*words: str, limits: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a command of the vdl that this Python has; a stranger's folder gives it no modules."""
    command = os.environ.get("REVIEW_VDL", "").split() or [sys.executable, "-I", "-m", "vdl"]
    within = ["--limit-time", os.environ.get("REVIEW_LIMIT_TIME") or "300"]
    within += ["--limit-memory", os.environ.get("REVIEW_LIMIT_MEMORY") or "2 GB"]
    line = [*command, *words, "--root", ".", *(within if limits else [])]
    return subprocess.run(line, capture_output=True, text=True, encoding="utf-8", errors="replace")


def checked(path: str) -> tuple[int, dict[str, Any]]:
    """The exit code of the check, and what it found."""
    ran = vdl("check", "--format", "json", "--summary", os.environ["GITHUB_STEP_SUMMARY"], here(path))
    try:
        found: dict[str, Any] = json.loads(ran.stdout)
    except ValueError:
        print(annotation("error", "vdl", ["vdl check has failed", *ran.stderr.splitlines()[:20]]))
        return ran.returncode or 1, {"diagnostics": [], "designs": []}
    return ran.returncode, found


def here(path: str) -> str:
    """A path that is no option, whatever it is called."""
    return f"./{path}" if path.startswith("-") else path


def annotate(diagnostics: list[dict[str, Any]], changed: dict[str, list[tuple[int, int]]] | None) -> None:
    """Print an annotation for each error on lines of the change, and how many there are elsewhere; of no change, of all."""
    errors = [one for one in diagnostics if one["severity"] == "error"]
    mine = [(one, place) for one in errors if (place := place_of(one, changed)) is not None]
    for one, place in mine[:MOST]:
        lines = [one["message"], *filter(None, [one["label"] or one["subject"]]), *one["notes"]]
        lines += [f"help: {text}" for text in one["help"]]
        print(annotation("error", one["slug"], lines, address(place["file"] or ""), place if place["line"] else {}))
    more = f"; {MOST} are annotated" if len(mine) > MOST else ""
    say(f"{len(errors)} errors, {len(mine)} of them on lines of this change{more}")


def place_of(one: dict[str, Any], changed: dict[str, list[tuple[int, int]]] | None) -> dict[str, Any] | None:
    """Where a diagnostic touches lines of the change: its own place, or a further one that it names."""
    if changed is None or one["line"] is None:
        return one
    for place in [one, *one["related"]]:
        written = changed.get(address(place["file"] or ""), [])
        if any(first <= place["end_line"] and place["line"] <= last for first, last in written):
            return dict(place)
    return None


def address(file: str) -> str:
    """A file as git names it, from the top of the repository."""
    return os.path.normpath(file).replace(os.sep, "/") if file and not file.startswith("std:") else file


def difference(base: str, path: str) -> str:
    """What the change does to the designs, as Markdown that calls nobody."""
    ran = vdl("diff", f"{base}...HEAD", here(path), "--format", "md")
    if not ran.stdout:
        return "vdl could not compare the designs with what they were; the log of the job says why."
    return re.sub("@(?=[\\w-])", "@\u200b", ran.stdout)


def documents(designs: list[dict[str, Any]]) -> None:
    """Build the documents of all designs, in a folder for each file."""
    formats = os.environ.get("REVIEW_DOCUMENTS", "")
    folder = Path(os.environ.get("RUNNER_TEMP") or "/tmp", "vdl-documents")
    if not formats or not designs:
        return
    for file in dict.fromkeys([str(one["file"]) for one in designs]):
        out = folder / re.sub(r"[^\w.-]+", "_", file.removeprefix("./").removesuffix(".vdl"))
        ran = vdl("build", here(file), "--out", str(out), "--format", formats)
        if ran.returncode not in (0, 1):
            say(f"no documents were made of file {len(list(folder.glob('*'))) + 1}")
    with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as output:
        output.write(f"documents={folder}\n")


# ------------------------------------------------------------------------------ the comment
def comment(number: int, marker: str, told: str, changed: bool) -> None:
    """Put what the change does into the one comment that has the marker; make it where there is something to say."""
    body = f"{marker}\n{cut(told, LONGEST)}"
    comments = f"repos/{os.environ['GITHUB_REPOSITORY']}/issues/{number}/comments"
    try:
        known = next((one for one in pages(comments) if is_mine(one, marker)), None)
        if known is not None:
            asked("PATCH", f"repos/{os.environ['GITHUB_REPOSITORY']}/issues/comments/{int(known['id'])}", {"body": body})
        elif changed:
            asked("POST", comments, {"body": body})
    except urllib.error.HTTPError as fault:
        fault.close()
        quiet = fault.code in (401, 403, 404)
        say("no comment: the token may not write one, as on a change from a fork" if quiet else f"no comment: HTTP {fault.code}")
    except (OSError, ValueError):
        say("no comment: the code host does not answer")


def is_mine(one: dict[str, Any], marker: str) -> bool:
    """Whether a comment is the one of an earlier run. Anybody can write the marker, and nobody's comment is written over."""
    commenter = os.environ.get("REVIEW_COMMENTER") or "github-actions[bot]"
    return str(one.get("body") or "").startswith(marker) and (one.get("user") or {}).get("login") == commenter


def pages(path: str) -> Iterator[dict[str, Any]]:
    for page in range(1, 31):
        found = asked("GET", f"{path}?per_page=100&page={page}")
        yield from found
        if len(found) < 100:
            return


def asked(method: str, path: str, body: dict[str, str] | None = None) -> Any:
    """What the code host answers. Raises OSError, of which HTTPError is one, and ValueError."""
    request = urllib.request.Request(
        f"{os.environ.get('GITHUB_API_URL') or 'https://api.github.com'}/{path}", method=method,
        data=json.dumps(body).encode() if body is not None else None,
        headers={"Authorization": f"Bearer {os.environ.get('REVIEW_TOKEN', '')}", "Accept": "application/vnd.github+json",
                 "Content-Type": "application/json", "X-GitHub-Api-Version": "2022-11-28"},
    )  # fmt: skip
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def cut(text: str, most: int) -> str:
    """A text of whole lines that is no longer than it may be."""
    if len(text) <= most:
        return text
    closing = "\n</details>" if text[:most].count("<details>") > text[:most].count("</details>") else ""
    return text[:most].rpartition("\n")[0] + f"{closing}\n\n... and more, in the summary of the job\n"


def say(words: str) -> None:
    """Tell who reads the log; the words are this file's own."""
    print(f"vdl review: {words}")


if __name__ == "__main__":
    sys.exit(main())
