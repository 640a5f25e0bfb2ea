"""Traces one move on the server: every function of blockfront that runs between a player's submission and the messages to both players.

python bench/walk.py            how many functions in how many files, package by package
python bench/walk.py --all      every function, in the order in which it is first called
python bench/walk.py --hops     those that do nothing but pass their arguments on to another one

A comprehension, a generator expression or a lambda counts with the function in which it is written: whether it has a frame of its own
depends on the version of Python.
"""

import ast
import sys
import threading
import time
from collections.abc import Iterable, Iterator
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
Function = ast.FunctionDef | ast.AsyncFunctionDef
QUIET = 0.5  # seconds to wait until the messages before and after the move are through


def named(qualname: str) -> str:
    """The function that a frame belongs to: `Rooms.get.<locals>.<listcomp>` is part of `Rooms.get`."""
    parts = qualname.split(".<locals>.")
    while len(parts) > 1 and parts[-1].startswith("<"):
        parts.pop()
    return ".<locals>.".join(parts)


class Walk:
    """Counts the calls of the package's functions while it is on."""

    def __init__(self) -> None:
        self.places: dict[Place, int] = {}
        self.is_on = False

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if self.is_on and event == "call" and code.co_filename.startswith(str(PACKAGE)):
            place = (str(Path(code.co_filename).relative_to(PACKAGE)), named(code.co_qualname))
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


def functions_of(node: ast.AST, within: str = "") -> Iterator[tuple[str, Function]]:
    """Every function of a module by its qualified name."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield within + child.name, child
            yield from functions_of(child, f"{within}{child.name}.<locals>.")
        elif isinstance(child, ast.ClassDef):
            yield from functions_of(child, f"{within}{child.name}.")
        else:
            yield from functions_of(child, within)


def only_passes_on(function: Function) -> bool:
    """Whether a function is one call that gets nothing but the function's own arguments."""
    body = [one for one in function.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    if len(body) != 1 or not isinstance(body[0], ast.Return | ast.Expr):
        return False
    call = body[0].value.value if isinstance(body[0].value, ast.Await) else body[0].value
    if not isinstance(call, ast.Call):
        return False
    given = [argument.id if isinstance(argument, ast.Name) else "" for argument in call.args]
    own = [argument.arg for argument in function.args.args if argument.arg != "self"]
    return not call.keywords and given == own


def hops(places: Iterable[Place]) -> list[Place]:
    """The places that only pass on what they are given."""
    walked = list(places)
    found = []
    for file in dict.fromkeys(file for file, _ in walked):
        functions = dict(functions_of(ast.parse((PACKAGE / file).read_text())))
        found += [(file, name) for where, name in walked if where == file and name in functions and only_passes_on(functions[name])]
    return found


def main() -> None:
    places = walk().places
    if "--hops" in sys.argv:
        for file, name in hops(places):
            print(f"{file:60} {name}")
    if "--all" in sys.argv:
        for file, name in places:
            print(f"{file:60} {name}")
    packages: dict[str, list[str]] = {}
    for file, _ in places:
        packages.setdefault("/".join(file.split("/")[:-1][:2]), []).append(file)
    for package, called in sorted(packages.items()):
        print(f"{package:30} {len(called):4} functions in {len(set(called)):3} files")
    files = {file for file, _ in places}
    print(f"{'one move of EastFront':30} {len(places):4} functions in {len(files):3} files, {sum(places.values())} calls")


if __name__ == "__main__":
    main()
