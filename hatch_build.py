"""Makes the parser's tables while a wheel is built, so that the first run is as quick as the next."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# In its own process: the order of sets reaches the tables, and a wheel should not depend on luck.
PREBUILD = """
import sys
sys.path.insert(0, sys.argv[1])
from vdl.grammar_cache import prebuild
prebuild(sys.argv[2], sys.argv[3])
"""


class TablesOfTheGrammar(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        grammar = os.path.join(self.root, "grammar")
        if version == "editable":
            self._prebuild(os.path.join(grammar, "vdl.grammar"))
            return
        self._made = tempfile.TemporaryDirectory()
        tables = os.path.join(self._made.name, "vdl.grammar")
        self._prebuild(tables)
        build_data["force_include"][tables] = "vdl/grammar/vdl.grammar"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_made"):
            self._made.cleanup()

    def _prebuild(self, target: str) -> None:
        subprocess.run(
            [sys.executable, "-c", PREBUILD, self.root, os.path.join(self.root, "grammar"), target],
            env=os.environ | {"PYTHONHASHSEED": "0"},
            check=True,
        )
