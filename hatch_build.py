"""Puts the web client and the drawn maps into what is built, so that `pip install blockfront` brings the whole game.

A source distribution holds them already, so a wheel made from it needs neither Node nor a network. From a checkout they are built
here, unless `make web` has done it before.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src/blockfront/server/static")


class ClientBuildHook(BuildHookInterface):
    """Builds the client when it is missing. An editable installation goes without: `make web` serves it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            return
        if not (root / STATIC / "index.html").is_file():
            self._build_client(root)
        if not any((root / STATIC / "maps").glob("*.svg")):
            self._draw_maps(root)

    def _build_client(self, root: Path) -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("Building blockfront from a checkout needs Node 20 or newer with npm; a source distribution does not.")
        for command in ([npm, "ci", "--no-audit", "--no-fund"], [npm, "run", "build"]):
            self.app.display_info(f"client: {' '.join(command[1:])}")
            subprocess.run(command, cwd=root / "web", check=True)

    def _draw_maps(self, root: Path) -> None:
        self.app.display_info("maps: drawing")
        command = [sys.executable, "-m", "blockfront.server.boards.drawings", "build/maps", str(STATIC / "maps")]
        subprocess.run(command, cwd=root, env={**os.environ, "PYTHONPATH": str(root / "src")}, check=True)
