"""Makes the parser's tables and the library's trees while a wheel is built, so that the first run is as quick as the next."""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WhatIsKept(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        from vdl.parse import kept_trees, tables
        from vdl.parse.load import library_trees
        from vdl.world import Disk

        grammar = os.path.join(self.root, "grammar")
        if version == "editable":
            tables.prebuild(grammar, os.path.join(grammar, "vdl.grammar"))
            return
        self._made = tempfile.TemporaryDirectory()
        made = os.path.join(self._made.name, "vdl.grammar")
        tables.prebuild(grammar, made)
        build_data["force_include"][made] = "vdl/grammar/vdl.grammar"
        for name, contents in kept_trees.prebuild(library_trees(Disk(os.path.join(self.root, "stdlib")))):
            with open(os.path.join(self._made.name, name), "wb") as file:
                file.write(contents)
            build_data["force_include"][os.path.join(self._made.name, name)] = f"vdl/trees/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_made"):
            self._made.cleanup()
