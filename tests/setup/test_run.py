"""`./run` on systems that lack this or that, with stand-ins for Python, apt-get, sudo and vdl."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]

# Notes what it was asked, and does what files in $SYSTEM say: `no-venv`, `no-pip`, `no-pango`, `killed`.
PYTHON = r"""#!/bin/sh
echo "$*" | head -n 1 >>"$SYSTEM/asked"
case $* in
*ensurepip*) [ ! -e "$SYSTEM/no-venv" ] ;;
*print*-venv*) echo python3.11-venv ;;
*ctypes*) [ ! -e "$SYSTEM/no-pango" ] ;;
*"-m venv"*)
    rm -rf .venv
    mkdir -p .venv/bin
    cp "$SYSTEM/bin/python3" .venv/bin/python
    cp "$SYSTEM/vdl" .venv/bin/vdl
    echo "VIRTUAL_ENV=$(pwd)/.venv" >.venv/bin/activate
    ;;
*"pip install"*)
    if [ -e "$SYSTEM/killed" ]; then kill -9 "$PPID"; fi
    if [ -e "$SYSTEM/no-pip" ]; then echo "no such registry"; exit 1; fi
    echo "much talk"
    ;;
*pytest*) echo "3 passed" ;;
*--version*) echo "Python 3.11.0" ;;
esac
"""
VDL = r"""#!/bin/sh
mkdir -p "$4"
echo made >"$4/design.html"
[ -e "$SYSTEM/no-pango" ] || echo made >"$4/design.pdf"
"""
APT_GET = r"""#!/bin/sh
echo "apt-get $*" >>"$SYSTEM/asked"
case $* in *install*-venv*) rm -f "$SYSTEM/no-venv" ;; *install*libpango*) rm -f "$SYSTEM/no-pango" ;; esac
"""
MVN = r"""#!/bin/sh
echo "mvn $*" >>"$SYSTEM/asked"
[ ! -e "$SYSTEM/no-maven" ] || exit 1
for each; do case $each in -Ddest=*) echo a jar >"${each#-Ddest=}" ;; esac; done
"""
SUDO = '#!/bin/sh\n[ -e "$SYSTEM/sudo-allowed" ] && shift && exec "$@"\n'


@dataclass
class System:
    project: Path
    here: Path
    user: int = 1000
    lacking: set[str] = field(default_factory=set)

    def run(self, *arguments: str, log_stays: bool = False) -> subprocess.CompletedProcess[str]:
        (self.here / "bin" / "id").write_text(f"#!/bin/sh\necho {self.user}\n")
        (self.here / "asked").write_text("")
        path = f"{self.here / 'bin'}:{os.environ['PATH']}"
        environment = {"PATH": path, "SYSTEM": str(self.here), "TMPDIR": str(self.here / "tmp")}
        ran = subprocess.run(
            [str(self.project / "run"), *arguments],
            cwd="/",
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        logs = list((self.here / "tmp").iterdir())
        assert bool(logs) == log_stays
        for log in logs:
            log.unlink()
        return ran

    def lacks(self, *what: str) -> None:
        for name in what:
            (self.here / name).touch()

    def has(self, *what: str) -> None:
        for name in what:
            (self.here / name).unlink()

    @property
    def asked(self) -> str:
        return (self.here / "asked").read_text()


@pytest.fixture
def system(tmp_path: Path) -> System:
    project, here = tmp_path / "a project", tmp_path / "system"
    project.mkdir()
    (here / "bin").mkdir(parents=True)
    (here / "tmp").mkdir()
    for name in "run", "pyproject.toml", "hatch_build.py":
        shutil.copy(TOP / name, project)
    stand_ins = {
        "bin/python3": PYTHON, "bin/apt-get": APT_GET, "bin/sudo": SUDO, "bin/id": "", "vdl": VDL, "bin/mvn": MVN, "bin/java": "",
    }  # fmt: skip
    for name, text in stand_ins.items():
        (here / name).write_text(text)
        (here / name).chmod(0o755)
    return System(project, here)


@pytest.mark.parametrize(("arguments", "status"), [((), 2), (("exmaple",), 2), (("--help",), 0)])
def test_usage(system: System, arguments: tuple[str, ...], status: int) -> None:
    ran = system.run(*arguments)
    assert ran.returncode == status
    assert "./run example" in ran.stdout + ran.stderr
    assert not (system.project / ".venv").exists()


def test_the_example_says_where_its_documents_are(system: System) -> None:
    ran = system.run("example")
    out = system.project / "build" / "equallogic-xendesktop"
    assert ran.stdout.splitlines() == [f"HTML: {out}/design.html", f"PDF: {out}/design.pdf"]
    assert ran.returncode == 0
    assert "much talk" not in ran.stderr


def test_the_last_line_of_the_tests_is_that_of_pytest(system: System) -> None:
    ran = system.run("tests", "-k", "two words")
    assert (ran.returncode, ran.stdout) == (0, "3 passed\n")
    assert "-m pytest -n auto --dist worksteal -k two words" in system.asked


def test_verapdf_is_fetched_once_for_the_tests_where_java_and_maven_are(system: System) -> None:
    jar = system.project / ".venv" / "verapdf.jar"
    assert system.run("setup").returncode == 0 and "mvn" not in system.asked
    ran = system.run("tests")  # what came is not what was pinned
    assert (ran.returncode, ran.stdout) == (0, "3 passed\n") and "could not be fetched" in ran.stderr
    assert not jar.exists() and not list(jar.parent.glob("*.new"))
    system.lacks("no-maven")
    ran = system.run("tests")
    assert (ran.returncode, ran.stdout) == (0, "3 passed\n") and "could not be fetched" in ran.stderr
    system.has("no-maven")
    script = system.project / "run"
    pinned = re.search(r"verapdf_is=(\w{64})\n", script.read_text())
    assert pinned is not None
    script.write_text(script.read_text().replace(pinned[1], sha256(b"a jar\n").hexdigest()))
    assert system.run("tests").returncode == 0 and jar.read_text() == "a jar\n"
    assert system.run("tests").stderr == "" and "mvn" not in system.asked


def test_set_up_is_done_once(system: System) -> None:
    assert system.run("setup").returncode == 0
    assert "pip install" in system.asked
    again = system.run("setup")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert "pip" not in system.asked


@pytest.mark.parametrize("changed", ["pyproject.toml", "hatch_build.py", "run"])
def test_set_up_is_done_again_when_what_it_read_has_changed(system: System, changed: str) -> None:
    system.run("setup")
    with (system.project / changed).open("a") as file:
        file.write("\n# changed\n")
    system.run("setup")
    assert "pip install" in system.asked
    assert "-m venv" not in system.asked


def test_what_failed_is_shown_and_done_again(system: System) -> None:
    system.lacks("no-pip")
    ran = system.run("tests")
    assert ran.returncode != 0
    assert "no such registry" in ran.stderr
    assert "passed" not in ran.stdout
    system.has("no-pip")
    assert system.run("tests").stdout == "3 passed\n"


def test_a_change_that_failed_and_was_taken_back_is_not_forgotten(system: System) -> None:
    system.run("setup")
    before = (system.project / "pyproject.toml").read_text()
    (system.project / "pyproject.toml").write_text(before + "\n# changed\n")
    system.lacks("no-pip")
    assert system.run("setup").returncode != 0
    (system.project / "pyproject.toml").write_text(before)
    system.has("no-pip")
    system.run("setup")
    assert "pip install" in system.asked


def test_what_was_interrupted_is_done_anew(system: System) -> None:
    system.lacks("killed")
    assert system.run("tests", log_stays=True).returncode != 0
    system.has("killed")
    assert system.run("tests").stdout == "3 passed\n"
    assert "-m venv --clear" in system.asked
    assert "pip install" in system.asked


def test_a_half_made_environment_is_made_anew(system: System) -> None:
    (system.project / ".venv" / "bin").mkdir(parents=True)
    (system.project / ".venv" / "bin" / "python").symlink_to("/nowhere/python3")
    assert system.run("setup").returncode == 0
    assert "-m venv --clear" in system.asked


def test_a_moved_checkout_gets_a_new_environment(system: System) -> None:
    system.run("setup")
    system.project = system.project.rename(system.project.with_name("elsewhere"))
    assert system.run("setup").returncode == 0
    assert "-m venv --clear" in system.asked


def test_an_environment_made_by_hand_is_kept(system: System) -> None:
    system.run("setup")
    (system.project / ".venv" / "set-up").unlink()
    (system.project / ".venv" / "mine").touch()
    assert system.run("setup").returncode == 0
    assert (system.project / ".venv" / "mine").exists()


def test_without_venv_and_rights_it_names_the_command(system: System) -> None:
    system.lacks("no-venv")
    ran = system.run("example")
    assert ran.returncode != 0
    assert "sudo apt-get update && sudo apt-get install --yes python3.11-venv" in ran.stderr
    assert "apt-get" not in system.asked
    assert ran.stdout == ""


@pytest.mark.parametrize("user", [0, 1000])
def test_with_rights_it_installs_what_is_missing(system: System, user: int) -> None:
    system.user = user
    system.lacks("no-venv", "no-pango", *(["sudo-allowed"] if user else []))
    ran = system.run("example")
    assert ran.returncode == 0, ran.stderr
    assert "install --yes --no-install-recommends python3.11-venv\n" in system.asked
    assert "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0\n" in system.asked
    assert "PDF: /" in ran.stdout


def test_without_pango_it_goes_on_and_says_so(system: System) -> None:
    system.lacks("no-pango")
    ran = system.run("example")
    assert ran.returncode == 0, ran.stderr
    assert "install --yes libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" in ran.stderr
    assert "HTML: /" in ran.stdout
    assert "PDF: not written" in ran.stdout


def test_documents_of_an_earlier_run_are_not_announced(system: System) -> None:
    system.run("example")
    system.lacks("no-pango")
    assert "PDF: not written" in system.run("example").stdout


def test_two_at_once_do_not_meet(system: System) -> None:
    slowly = 'echo begin >>"$SYSTEM/order"; sleep 0.5; echo end >>"$SYSTEM/order"; '
    slow = PYTHON.replace('*"pip install"*)', '*"pip install"*) ' + slowly)
    (system.here / "bin" / "python3").write_text(slow)
    (system.here / "bin" / "id").write_text("#!/bin/sh\necho 1000\n")
    environment = {"PATH": f"{system.here / 'bin'}:{os.environ['PATH']}", "SYSTEM": str(system.here)}
    runs = [subprocess.Popen([str(system.project / "run"), "setup"], env=environment) for _ in range(3)]
    assert [run.wait(60) for run in runs] == [0, 0, 0]
    assert (system.here / "order").read_text().split() == ["begin", "end"]


def test_continuous_integration_runs_the_tests(system: System) -> None:
    ci = system.project / ".ci"
    ci.mkdir()
    shutil.copy(TOP / ".ci" / "run", ci)
    system.run("setup")
    environment = {"PATH": f"{system.here / 'bin'}:{os.environ['PATH']}", "SYSTEM": str(system.here)}
    ran = subprocess.run([str(ci / "run")], cwd="/", env=environment, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "3 passed\n")
