"""Makes the parser's tables while a wheel is built, so that the first run is as quick as the next."""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TablesOfTheGrammar(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        from vdl.parse.tables import prebuild

        grammar = os.path.join(self.root, "grammar")
        if version == "editable":
            prebuild(grammar, os.path.join(grammar, "vdl.grammar"))
            return
        self._made = tempfile.TemporaryDirectory()
        tables = os.path.join(self._made.name, "vdl.grammar")
        prebuild(grammar, tables)
        build_data["force_include"][tables] = "vdl/grammar/vdl.grammar"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_made"):
            self._made.cleanup()
