"""Files of a revision, read from the objects of real repositories."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from vdl.world import Disk, ReadError
from vdl.world.git import Fault, Repository, repository
from vdl.world.revision import Revision

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """Runs git in an empty repository, which is the working folder."""
    here = tmp_path / "repo"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)

    def run(*words: str, **options: bytes) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always"]
        done = subprocess.run(["git", *who, *words], capture_output=True, check=True, **options)  # type: ignore[call-overload]
        return str(os.fsdecode(done.stdout).strip())

    run("init", "-q", "-b", "main")
    return run


@pytest.fixture
def repo(git: Git) -> Iterator[Repository]:
    found = repository(".")
    assert isinstance(found, Repository)
    yield found
    found.close()


def committed(git: Git, repo: Repository) -> Revision:
    git("add", "-A")
    git("commit", "-q", "-m", "one")
    commit = repo.commit("HEAD")
    assert isinstance(commit, str)
    return Revision(repo, commit, Disk())


def test_a_text_is_that_of_the_revision_and_not_that_of_the_disk(git: Git, repo: Repository) -> None:
    Path("a.vdl").write_text("one")
    world = committed(git, repo)
    Path("a.vdl").write_text("two")
    assert world.read("a.vdl") == "one"
    assert world.read("./a.vdl") == "one"
    assert world.read("b.vdl") == ReadError("file-not-found")
    assert world.read("a.vdl/x") == ReadError("file-not-found")
    assert world.read("a\0b") == ReadError("file-not-found")


def test_names_are_relative_to_where_the_command_runs(git: Git, repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("in").mkdir()
    Path("in/a.vdl").write_text("inner")
    Path("b.vdl").write_text("outer")
    git("add", "-A")
    monkeypatch.chdir("in")
    world = committed(git, repo)
    assert (world.read("a.vdl"), world.read("../b.vdl")) == ("inner", "outer")
    assert world.read("../../c.vdl") == ReadError("outside-root")
    assert world.design_files(".") == ["./a.vdl"]
    assert world.design_files("..") == ["../b.vdl", "../in/a.vdl"]


@pytest.mark.parametrize("name", ["a b.vdl", "two\nlines.vdl", "ü.vdl", os.fsdecode(b"\xff.vdl"), "-n.vdl", "*.vdl", "a:b.vdl"])
def test_a_name_may_be_any(git: Git, repo: Repository, name: str) -> None:
    Path(name).write_text("text")
    world = committed(git, repo)
    assert world.read(name) == "text"
    assert world.design_files(".") == [f"./{name}"]


def test_links_are_followed_within_the_repository_only(git: Git, repo: Repository, tmp_path: Path) -> None:
    (tmp_path / "secret.vdl").write_text("secret")
    Path("in").mkdir()
    Path("in/a.vdl").write_text("inner")
    os.symlink(tmp_path / "secret.vdl", "away.vdl")
    for name, target in (("link.vdl", "in/a.vdl"), ("out.vdl", "../secret.vdl"), ("round.vdl", "round.vdl"), ("folder", "in"),
                         ("in/up.vdl", "../link.vdl"), ("none.vdl", "x")):  # fmt: skip
        os.symlink(target, name)
    world = committed(git, repo)
    assert (world.read("link.vdl"), world.read("folder/a.vdl"), world.read("in/up.vdl")) == ("inner", "inner", "inner")
    assert world.read("out.vdl") == world.read("away.vdl") == ReadError("outside-root")
    assert world.read("round.vdl") == ReadError("unreadable-file", "its links lead nowhere")
    assert world.read("none.vdl") == ReadError("file-not-found")
    assert world.read("folder") == ReadError("folder-not-file")


def test_what_is_no_text_is_named(git: Git, repo: Repository) -> None:
    Path("lfs.vdl").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n")
    Path("bytes.vdl").write_bytes(b"\0\1")
    Path("latin.vdl").write_bytes(b"\xe4")
    world = committed(git, repo)
    assert world.read("lfs.vdl") == ReadError("lfs-pointer")
    assert world.read("bytes.vdl") == ReadError("nul-byte")
    assert world.read("latin.vdl") == ReadError("not-utf8", 0)


def test_what_is_too_large_is_not_read_and_the_next_file_is(git: Git, repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vdl.world.git.FILE_SIZE", 100)
    Path("large.vdl").write_text("x" * 101)
    Path("small.vdl").write_text("x" * 100)
    world = committed(git, repo)
    assert isinstance(found := world.read("large.vdl"), ReadError) and found.slug == "file-too-large"
    assert world.read("small.vdl") == "x" * 100


def test_a_submodule_is_refused(git: Git, repo: Repository) -> None:
    Path("a.vdl").write_text("a")
    committed(git, repo)
    git("submodule", "add", "-q", "./.", "part")
    world = committed(git, repo)
    assert world.read("part/a.vdl") == ReadError("in-submodule")
    assert (world.sort("part"), world.sort("a.vdl"), world.sort("."), world.sort("x")) == ("submodule", "file", "folder", "")
    assert world.design_files(".") == ["./a.vdl"]


def test_nothing_of_a_strangers_configuration_is_run(git: Git, repo: Repository, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    Path(".gitattributes").write_text("*.vdl filter=evil diff=evil\n")
    Path("a.vdl").write_text("as stored")
    world = committed(git, repo)
    for name in ("core.fsmonitor", "core.sshCommand", "core.pager", "filter.evil.smudge", "diff.evil.textconv", "core.editor"):
        git("config", name, f"touch {ran}; cat")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    git("config", "core.hooksPath", str(hooks))
    assert world.read("a.vdl") == "as stored"
    assert isinstance(repo.commit("HEAD"), str) and not ran.exists()


def test_replaced_objects_are_not_taken(git: Git, repo: Repository) -> None:
    Path("a.vdl").write_text("true")
    world = committed(git, repo)
    git("replace", git("rev-parse", "HEAD:a.vdl"), git("hash-object", "-w", "--stdin", input=b"false"))
    assert world.read("a.vdl") == "true"


def test_variables_of_a_hook_name_no_other_repository(git: Git, repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.vdl").write_text("a")
    committed(git, repo)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    found = repository(".")
    assert isinstance(found, Repository) and isinstance(found.commit("main"), str)


@pytest.mark.parametrize("name", ["nothing", "--all", "", "HEAD~7", "a\0b", "HEAD:a.vdl"])
def test_an_unknown_revision_is_a_fault(git: Git, repo: Repository, name: str) -> None:
    Path("a.vdl").write_text("a")
    committed(git, repo)
    assert repo.commit(name) == Fault("unknown-revision", name)


def test_where_two_revisions_parted(git: Git, repo: Repository, tmp_path: Path) -> None:
    Path("a.vdl").write_text("a")
    base = committed(git, repo).commit
    git("checkout", "-q", "-b", "other")
    Path("b.vdl").write_text("b")
    other = committed(git, repo).commit
    git("checkout", "-q", "main")
    Path("c.vdl").write_text("c")
    main = committed(git, repo).commit
    assert repo.merge_base(main, other) == base
    git("checkout", "-q", "--orphan", "alone")
    assert repo.merge_base(main, committed(git, repo).commit) == Fault("no-merge-base")
    git("clone", "-q", "--depth", "1", "--no-single-branch", f"file://{os.getcwd()}", str(tmp_path / "shallow"))
    shallow = repository(str(tmp_path / "shallow"))
    assert isinstance(shallow, Repository) and shallow.merge_base(main, other) == Fault("shallow-clone")


def test_a_folder_without_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert repository(str(tmp_path)) == Fault("not-a-repository")
    monkeypatch.setenv("PATH", "")
    assert repository(str(tmp_path)) == Fault("no-git")


def test_a_library_in_the_repository_is_read_at_its_revision(git: Git, repo: Repository) -> None:
    Path("lib/prelude").mkdir(parents=True)
    Path("lib/prelude/a.vdl").write_text("old")
    committed(git, repo)
    commit = repo.commit("HEAD")
    assert isinstance(commit, str)
    world = Revision(repo, commit, Disk("lib"), library="lib")
    Path("lib/prelude/a.vdl").write_text("new")
    assert world.library() == ["std:prelude/a.vdl"] and world.holds_library
    assert world.read("std:prelude/a.vdl") == "old"
    assert world.read("std:../lib/prelude/a.vdl") == ReadError("outside-root")
    outside = Revision(repo, commit, Disk(), library=None)
    assert not outside.holds_library and isinstance(outside.read(outside.library()[0]), str)


def test_imports_may_not_leave_a_root_that_is_given(git: Git, repo: Repository) -> None:
    Path("in").mkdir()
    Path("in/a.vdl").write_text("inner")
    Path("b.vdl").write_text("outer")
    commit = committed(git, repo).commit
    world = Revision(repo, commit, Disk(), root="in")
    assert world.read("b.vdl", "in/a.vdl") == ReadError("outside-root")
    assert (world.read("b.vdl", "b.vdl"), world.read("in/a.vdl", "b.vdl")) == ("outer", "inner")
