"""The action that reviews pull requests: run as it is, on a repository with two branches, before a code host on this machine."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
TOP = Path(__file__).resolve().parents[2]
ACTION = TOP / ".github" / "actions" / "review"
BOT = "github-actions[bot]"

LIBRARY = "edition 2026\n"
TRIPS = """edition 2026
counted Bus: bus, buses
counted Pupil: pupil, pupils
design north "North" {
  pupils: Pupil = 90 pupils
  count buses: Bus
  bound by_seats: buses >= pupils / 50 pupils * 1 bus
  require few: buses <= 2 buses "the yard\\n::error::holds two"
  require odd: buses != 2 buses
}
"""
STUB = """import sys
sys.path.insert(0, {top!r})
from vdl.cli import main
if sys.argv[1] == "diff":
    print("### " + " ".join(sys.argv[1:5]) + "\\ncc @everyone")
    sys.exit(0)
library = ["--library", {library!r}, "--as-of", "2026-01-01"]
sys.exit(main([*sys.argv[1:], *library]))
"""


class Host(NamedTuple):
    """A code host: the comments of pull request 7, and what it answers to who writes."""

    address: str
    comments: list[dict[str, Any]]
    status: list[int]
    asked: list[str]


@pytest.fixture
def host() -> Iterator[Host]:
    comments: list[dict[str, Any]] = []
    status: list[int] = [0]
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self, code: int, body: object) -> None:
            asked.append(f"{self.command} {self.path} {self.headers['Authorization']}")
            data = json.dumps(body).encode()
            self.send_response(code)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def body(self) -> Any:
            return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

        def do_GET(self) -> None:
            page = int(self.path.rpartition("=")[2])
            self.answer(200, comments[100 * (page - 1) : 100 * page])

        def do_POST(self) -> None:
            body = self.body()
            if not status[0]:
                comments.append({"id": len(comments) + 1, "user": {"login": BOT}, **body})
            self.answer(status[0] or 201, {})

        def do_PATCH(self) -> None:
            body = self.body()
            comments[int(self.path.rpartition("/")[2]) - 1].update({} if status[0] else body)
            self.answer(status[0] or 200, {})

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Host(f"http://127.0.0.1:{server.server_port}", comments, status, asked)
    server.shutdown()
    server.server_close()


class Repository(NamedTuple):
    folder: Path
    around: Path

    def git(self, *words: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        return subprocess.run(["git", *who, *words], cwd=self.folder, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, files: dict[str, str]) -> str:
        for name, text in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-qm", "change", "--allow-empty")
        return self.git("rev-parse", "HEAD")

    def summary(self) -> str:
        return (self.around / "summary.md").read_text()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "checkout", tmp_path)
    made.folder.mkdir()
    made.git("init", "-q", "-b", "main")
    made.commit({"designs/trips.vdl": TRIPS.replace("  require odd: buses != 2 buses\n", "")})
    made.git("checkout", "-qb", "change")
    (tmp_path / "library" / "prelude").mkdir(parents=True)
    (tmp_path / "library" / "prelude" / "words.vdl").write_text(LIBRARY)
    (tmp_path / "stub.py").write_text(STUB.format(top=str(TOP), library=str(tmp_path / "library")))
    return made


def review(repository: Repository, host: Host, **more: str) -> subprocess.CompletedProcess[str]:
    around = repository.around
    event = {"pull_request": {"number": 7, "base": {"sha": repository.git("rev-parse", "main")}}}
    (around / "event.json").write_text(json.dumps(event))
    (around / "summary.md").write_text("")
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(around), "PYTHONPATH": str(TOP), "GITHUB_EVENT_PATH": str(around / "event.json"),
        "GITHUB_STEP_SUMMARY": str(around / "summary.md"), "GITHUB_OUTPUT": str(around / "output"), "RUNNER_TEMP": str(around),
        "GITHUB_REPOSITORY": "town/trips", "GITHUB_API_URL": host.address, "REVIEW_TOKEN": "t0ken", "REVIEW_COMMENT": "true",
        "REVIEW_VDL": f"{sys.executable} {around / 'stub.py'}", "REVIEW_PATH": "designs", **more,
    }  # fmt: skip
    line = [sys.executable, str(ACTION / "review.py")]
    ran = subprocess.run(line, cwd=repository.folder, env=environment, capture_output=True, text=True)
    assert ran.stderr == "" and "t0ken" not in ran.stdout, ran.stderr
    return ran


def commands(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.strip().startswith("::") or "##[" in line]


def test_annotations_stand_on_lines_of_the_change(repository: Repository, host: Host) -> None:
    repository.commit({"designs/trips.vdl": TRIPS, "designs/old.vdl": TRIPS.replace("90 pupils", "150 pupils")})
    ran = review(repository, host)
    assert ran.returncode == 1
    old, trips = commands(ran.stdout)
    assert old.startswith("::error file=designs/old.vdl,title=rule-failed,line=8,endLine=8,col=16,endColumn=32::rule `few`")
    assert trips.startswith("::error file=designs/trips.vdl,title=rule-failed,line=9,endLine=9,col=16,endColumn=32::rule `odd`")
    assert ran.stdout.endswith("vdl review: 2 errors, 2 of them on lines of this change\n")


def test_errors_elsewhere_are_counted(repository: Repository, host: Host) -> None:
    repository.git("checkout", "-q", "main")
    repository.commit({"designs/trips.vdl": TRIPS})
    repository.git("checkout", "-q", "change")
    repository.git("merge", "-q", "main")
    repository.commit({"designs/trips.vdl": TRIPS.replace('"North"', '"Northern"')})
    ran = review(repository, host)
    assert (ran.returncode, commands(ran.stdout)) == (1, [])
    assert "vdl review: 1 errors, 0 of them on lines of this change" in ran.stdout
    assert "rule \\`odd\\` does not hold" in repository.summary()


def test_an_annotation_stands_at_the_first_place_that_the_change_has_written() -> None:
    place_of: Any = runpy.run_path(str(ACTION / "review.py"))["place_of"]

    def place(file: str | None, first: int | None, last: int | None = None) -> dict[str, Any]:
        return {"file": file, "line": first, "column": 1, "end_line": last or first, "end_column": 2}

    found = {**place("./a.vdl", 4), "related": [place("std:rules.vdl", 9), place("b/c.vdl", 7, 9), place("b/c.vdl", 8)]}
    assert place_of(found, {"a.vdl": [(4, 4)], "b/c.vdl": [(1, 20)]})["line"] == 4
    assert place_of(found, {"a.vdl": [(1, 3), (5, 9)], "b/c.vdl": [(9, 12)]})["line"] == 7
    assert place_of(found, {"a.vdl": [(5, 9)], "b/c.vdl": [(10, 12)], "std:rules.vdl": []}) is None
    assert place_of(found, None) is found
    assert place_of({**place("a.vdl", None), "related": []}, {})["file"] == "a.vdl", "a file that can't be read"


def test_one_comment_is_kept_up_to_date(repository: Repository, host: Host) -> None:
    repository.commit({"designs/trips.vdl": TRIPS.replace("90 pupils", "40 pupils")})
    marker = "<!-- vdl review of designs -->"
    host.comments.extend([{"id": n + 1, "user": {"login": "x"}, "body": marker if n == 3 else None} for n in range(150)])
    assert review(repository, host).returncode == 0
    (mine,) = [one for one in host.comments if one["user"]["login"] == BOT]
    base = repository.git("rev-parse", "main")
    assert mine["body"] == f"{marker}\n### diff {base}...HEAD designs --format\ncc @\u200beveryone\n"
    assert host.comments[3]["body"] == marker, "somebody else's"
    mine["body"] = f"{marker}\nold"
    repository.commit({"designs/trips.vdl": TRIPS.replace("90 pupils", "45 pupils")})
    assert review(repository, host).returncode == 0
    assert mine["body"].startswith(f"{marker}\n### diff") and len(host.comments) == 151
    assert f"### diff {base}...HEAD" in repository.summary() and "@everyone" not in repository.summary()


def test_no_comment_where_no_design_changes(repository: Repository, host: Host) -> None:
    repository.commit({"notes.txt": "x"})
    assert review(repository, host).returncode == 0
    assert host.comments == []
    assert review(repository, host, REVIEW_COMMENT="false").returncode == 0
    assert len(host.asked) == 1


@pytest.mark.parametrize(("status", "said"), [(403, "may not write one"), (404, "may not write one"), (500, "HTTP 500")])
def test_a_token_that_may_not_comment_is_no_failure(repository: Repository, host: Host, status: int, said: str) -> None:
    repository.commit({"designs/trips.vdl": TRIPS.replace("90 pupils", "40 pupils")})
    host.status[0] = status
    ran = review(repository, host)
    assert ran.returncode == 0 and "vdl review: no comment: " in ran.stdout and said in ran.stdout


def test_a_host_that_does_not_answer_is_no_failure(repository: Repository, host: Host) -> None:
    repository.commit({"designs/trips.vdl": TRIPS.replace("90 pupils", "40 pupils")})
    ran = review(repository, host, GITHUB_API_URL="http://127.0.0.1:9")
    assert ran.returncode == 0 and "no comment: the code host does not answer" in ran.stdout


def test_documents_are_kept(repository: Repository, host: Host) -> None:
    repository.commit({"designs/trips.vdl": TRIPS.replace("90 pupils", "40 pupils") + 'document r "R" { text "x" }\n'})
    ran = review(repository, host, REVIEW_DOCUMENTS="md")
    assert ran.returncode == 0
    folder = repository.around / "vdl-documents"
    assert (repository.around / "output").read_text() == f"documents={folder}\n"
    assert [path.relative_to(folder).parts[0] for path in folder.rglob("*.md")] == ["designs_trips"]


def test_what_a_stranger_writes_forges_nothing_and_runs_nothing(repository: Repository, host: Host) -> None:
    ran_file = repository.around / "ran"
    code = f"open({str(ran_file)!r}, 'w')\n"
    modules = {f"{name}.py": code for name in ("vdl", "json", "subprocess", "venv", "pip", "multiprocessing", "sitecustomize")}
    name = "designs/a\n::error::b,c: %0A.vdl"
    repository.commit({
        **modules, name: TRIPS, "designs/.vdl-set": "x", "vdl/__init__.py": code, "pyproject.toml": "[tool.vdl]\n",
        ".gitattributes": "*.vdl diff=evil\n", "designs/secret.vdl": 'edition 2026\nimport "../../event.json" as e\n',
    })  # fmt: skip
    repository.git("config", "diff.evil.textconv", f"touch {ran_file};")
    ran = review(repository, host)
    assert ran.returncode == 1 and not ran_file.exists()
    found = commands(ran.stdout)
    assert all(line.startswith("::error file=designs/") for line in found) and len(found) == 2, found
    assert any("title=outside-root" in line for line in found)
    assert all(line.startswith(("::error file=", "vdl review: ")) for line in ran.stdout.splitlines())
    assert "sha" not in repository.summary()


def test_a_checkout_that_is_too_shallow_is_said(repository: Repository, host: Host) -> None:
    repository.commit({"designs/trips.vdl": TRIPS})
    (repository.folder / ".git" / "shallow").write_text(repository.git("rev-parse", "HEAD") + "\n")
    ran = review(repository, host)
    assert "check out with `fetch-depth: 0`" in ran.stdout
    assert len(commands(ran.stdout)) == 1 and host.comments == []


def test_the_action_puts_no_input_into_a_script() -> None:
    text = (ACTION / "action.yml").read_text()
    scripts = text.split("run:")[1:]
    assert scripts and not any("${{" in script.split("\n    - ")[0] for script in scripts)
    assert "pull_request_target" not in text
