"""Runs players of any revision of the project: `general@f37b18d7` is the general as it was then.

A revision is checked out once below `build/revisions`; its players run in a separate process that gets only views.
"""

import fcntl
import struct
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import IO, Any, Final

import msgspec

from blockfront.ai.player import Budget, Decision, Player
from blockfront.core.game import AnyGame
from blockfront.sim.players import new_player

ROOT: Final = Path(__file__).parent.parent
KEPT: Final = ROOT / "build" / "revisions"
ANSWERING: Final = Path(__file__).parent / "answering.py"


def checked_out(revision: str) -> Path:
    """Returns the folder of a revision's sources, checking it out if needed."""
    told = subprocess.run(["git", "rev-parse", "--short=12", revision], cwd=ROOT, check=True, capture_output=True, text=True)
    folder = KEPT / told.stdout.strip()
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:  # two series may start at the same time
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            subprocess.run(["git", "worktree", "add", "--detach", str(folder), revision], cwd=ROOT, check=True, capture_output=True)
    return folder / "src"


class BrokenDown(Exception):
    """A player of another revision ended in the middle of a game."""


class PastPlayer:
    """A player of another revision, asked through pipes."""

    def __init__(self, level: str, title: str, sources: Path) -> None:
        self.level, self.title, self.sources = level, title, sources
        self._process: subprocess.Popen[bytes] | None = None

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision:
        into, out = self._pipes(game)
        asked = {"view": msgspec.msgpack.encode(view), "seconds": budget.seconds, "simulations": budget.simulations, "seed": rng.random()}
        packed = msgspec.msgpack.encode(asked)
        into.write(struct.pack("<I", len(packed)) + packed)
        into.flush()
        size = out.read(4)
        if not size:
            raise BrokenDown(f"{self.level} of {self.sources.parent.name} broke down")
        answer = msgspec.msgpack.decode(out.read(struct.unpack("<I", size)[0]))
        return Decision(msgspec.convert(answer["action"], game.action_type), answer["explanation"])

    def _pipes(self, game: AnyGame) -> tuple[IO[bytes], IO[bytes]]:
        if self._process is None:
            command = [sys.executable, str(ANSWERING), self.level, self.title, game.scenario, ",".join(sorted(game.options))]
            environment = {"PYTHONPATH": str(self.sources)}
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def close(self) -> None:
        """Ends the player's process."""
        if self._process is not None:
            self._pipes_closed(self._process)
            self._process = None

    def _pipes_closed(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()


def variant(name: str, title: str, opened: list[PastPlayer]) -> Player:
    """Returns a player by its name, of this revision or of the one after an @; players of others are added to `opened`, to be closed."""
    level, _, revision = name.partition("@")
    if not revision:
        return new_player(level, title)
    opened.append(PastPlayer(level, title, checked_out(revision)))
    return opened[-1]


def makers(opened: list[PastPlayer]) -> Any:
    return partial(variant, opened=opened)
