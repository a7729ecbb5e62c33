"""What others copy from here into their own repositories: hooks, jobs, settings of git. Each is read or run as it stands."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from vdl.cli.arguments import _COMMANDS

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
TOP = Path(__file__).resolve().parents[2]
GUIDE = (TOP / "docs" / "guide" / "reviewing.md").read_text(encoding="utf-8")


def loaded(path: Path | str) -> Any:
    text = path.read_text(encoding="utf-8") if isinstance(path, Path) else path
    return yaml.safe_load(text)


def test_hooks_run_commands_of_vdl() -> None:
    hooks = loaded(TOP / ".pre-commit-hooks.yaml")
    assert [hook["id"] for hook in hooks] == ["vdl-fmt", "vdl-check"]
    for hook in hooks:
        program, command, *_, last = shlex.split(hook["entry"])
        assert last == "--", "no file of a commit is an option"
        assert program == "vdl" and (command in _COMMANDS or command == "fmt")
        assert hook["language"] == "python" and hook["require_serial"]
        assert re.search(hook["files"], "designs/a.vdl") and not re.search(hook["files"], "a.vdl.md")


def test_the_hooks_of_the_guide_are_those_of_the_repository() -> None:
    (asked,) = [loaded(block) for block in re.findall(r"```yaml\n(repos:.*?)```", GUIDE, re.S)]
    assert [hook["id"] for hook in asked["repos"][0]["hooks"]] == [hook["id"] for hook in loaded(TOP / ".pre-commit-hooks.yaml")]


def test_the_workflow_of_the_guide_uses_the_action_as_it_is() -> None:
    (workflow,) = [loaded(block) for block in re.findall(r"```yaml\n(name: designs.*?)```", GUIDE, re.S)]
    assert workflow["permissions"] == {"contents": "read", "pull-requests": "write"}
    checkout, review = workflow["jobs"]["review"]["steps"]
    folder = re.sub(r"^OWNER/vdl/|@v1$", "", review["uses"])
    action = loaded(TOP / folder / "action.yml")
    assert checkout["with"] == {"fetch-depth": 0, "persist-credentials": False}
    assert set(review["with"]) <= set(action["inputs"])
    told = set(re.findall(r"`([a-z-]+)`", " ".join(re.findall(r"^\| (`.*?) \|", GUIDE, re.M))))
    assert told == set(action["inputs"]) - {"token"}
    assert (TOP / folder / "review.py").exists()


def test_the_job_for_gitlab_asks_for_what_vdl_has() -> None:
    job = loaded(TOP / "docs" / "ci" / "gitlab-ci.yml")["vdl"]
    assert job["variables"]["GIT_DEPTH"] == "0"
    lines = [line for line in job["script"] if line.startswith("$vdl")]
    assert {shlex.split(line)[1] for line in lines} == {"check", "diff"}
    known = (TOP / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    for option in set(re.findall(r"--[a-z-]+", " ".join(job["script"]))):
        assert option in known, option


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the settings of the guide and a change in an object of several lines."""
    (setting,) = re.findall(r"^git config diff\.vdl\.xfuncname .*$", GUIDE, re.M)
    (attributes,) = re.findall(r"```text\n(\*\.vdl diff=vdl\n.*?)```", GUIDE, re.S)
    body = "".join([f"    v{i} = 1\n" for i in range(9)])
    text = f'design one "One" {{\n  small: k {{ a = 1 }}\n  staff: a.b {{\n{body}  }}\n  x: Number = 1\n}}\n'
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    subprocess.run(["sh", "-c", setting], cwd=tmp_path, check=True)
    (tmp_path / ".gitattributes").write_text(attributes)
    (tmp_path / "a.vdl").write_text(text)
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    (tmp_path / "a.vdl").write_text(text.replace("v8 = 1", "v8 = 2"))
    return tmp_path


def test_git_says_in_which_object_a_change_is(repository: Path) -> None:
    told = subprocess.run(["git", "diff", "-U1"], cwd=repository, check=True, capture_output=True, text=True).stdout
    assert re.findall("^@@ .* @@(.*)$", told, re.M) == [" staff: a.b"]
