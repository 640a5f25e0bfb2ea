"""Traces one move on the server: every function of blockfront that runs between a player's submission and the messages to both players.

python bench/walk.py            how many functions in how many files, package by package
python bench/walk.py --all      every function, in the order in which it is first called
"""

import sys
import threading
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import blockfront
from blockfront.server.settings import Settings, sqlite_url

sys.path.insert(0, str(Path(__file__).parents[1]))  # to import the tests' servers
from tests.server.trial import PlayerClient, TrialServer, found

PACKAGE = Path(blockfront.__file__).parent
Place = tuple[str, str]  # file, function
QUIET = 0.5  # seconds to wait until the messages before and after the move are through


class Walk:
    """Counts the calls of the package's functions while it is on."""

    def __init__(self) -> None:
        self.places: dict[Place, int] = {}
        self.is_on = False

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if self.is_on and event == "call" and code.co_filename.startswith(str(PACKAGE)):
            place = (str(Path(code.co_filename).relative_to(PACKAGE)), code.co_qualname)
            self.places[place] = self.places.get(place, 0) + 1


def _settings(folder: Path) -> Settings:
    """Returns settings for a server of its own, without maintenance that would disturb the trace."""
    return Settings(database=sqlite_url(folder / "games.db"), housekeeping_seconds=3600.0)


def move_of(player: PlayerClient) -> tuple[Any, int] | None:
    """Returns a move that the player can make now and its decision number; None if there is none."""
    state = player.state()
    if not state["my_decision"]:
        return None
    moves = [choice["action"] for choice in player.choices() if choice["action"]["type"] == "move"]
    return (moves[0], state["decision"]) if moves else None


def walk() -> Walk:
    """Traces one move of EastFront, sent over HTTP while both players watch over the WebSocket."""
    noted = Walk()
    threading.setprofile(noted)
    with TemporaryDirectory() as folder, TrialServer(_settings(Path(folder))) as server:
        seats = [{"sides": [side], "player": "me", "name": side} for side in ("axis", "soviet")]
        wanted = {"title": "eastfront", "scenario": "edelweiss", "seats": seats}
        made = found(server.http().post("/api/games", json=wanted))
        players = [PlayerClient(server.http(), made["game"], seat["token"]) for seat in made["seats"]]
        while not (offer := next(filter(None, map(move_of, players)), None)):
            deciding = next(player for player in players if player.state()["my_decision"])
            offered = [choice["action"] for choice in deciding.choices()]
            action = next((one for one in offered if one["type"] == "activate"), offered[0])
            found(deciding.submit(action, deciding.state()["decision"]))
        mover = next(player for player in players if player.state()["my_decision"])
        with server.socket(players[0]) as first, server.socket(players[1]) as second:
            watching = (first, second)
            for watcher in watching:
                watcher.recv()
            time.sleep(QUIET)
            noted.is_on = True
            found(mover.submit(*offer))
            watching[players.index(mover)].recv()
            time.sleep(QUIET)
            noted.is_on = False
    threading.setprofile(None)
    return noted


def main() -> None:
    places = walk().places
    if "--all" in sys.argv:
        for file, name in places:
            print(f"{file:60} {name}")
    packages: Counter[str] = Counter()
    for file, _ in places:
        packages["/".join(Path(file).parts[:2]) if len(Path(file).parts) > 2 else Path(file).parts[0]] += 1
    for package, number in sorted(packages.items()):
        print(f"{package:30} {number:4} functions in {len({file for file, _ in places if file.startswith(package)}):3} files")
    files = {file for file, _ in places}
    print(f"{'one move of EastFront':30} {len(places):4} functions in {len(files):3} files, {sum(places.values())} calls")


if __name__ == "__main__":
    main()
