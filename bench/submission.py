"""Measures where the server's time for a submission goes: rules, choices, views, words, messages, database.

    python bench/submission.py               s43 and sbe7
    python bench/submission.py sbe9          another scenario

It runs in `make bench` or by itself. A few games are played inside this process, with both seats connected and informed of changes only;
sockets are left out (`server_load.py` measures them). Figures are processor time, each part without the parts inside it.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

sys.path.insert(0, str(Path(__file__).parent))
from timing import Amount, Row

from blockfront.core.match import Match
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.server import wire
from blockfront.server.context import Server
from blockfront.server.play import new_games, offers
from blockfront.server.play.changes import nothing
from blockfront.server.play.journal import Journal
from blockfront.server.play.room import Room, Watcher
from blockfront.server.run import keep_pauses_rare
from blockfront.server.settings import Settings
from blockfront.server.storage.store import Storage

SCENARIOS = ("s43", "sbe7")
GAMES, LENGTH, SET_UP = 8, 80, 2  # games, submissions of each, and how many of them are not counted
LOOKS = 2_000
COMMON = 0.5  # chance to choose an action that concerns no unit: it ends a phase and reaches the opponent


class Clock:
    """Measures the time spent in each part, without the parts inside it. Only time between `start` and `stop` counts, as one submission."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self.whole = 0.0
        self.each: list[float] = []  # by submission
        looks = [time.process_time() for _ in range(LOOKS)]
        self._look = (looks[-1] - looks[0]) / (LOOKS - 1)  # time of reading the clock itself, on some machines as long as a part
        self._inside: list[str] = []
        self._since = self._before = 0.0

    def start(self) -> None:
        self._inside, self._since, self._before = ["the rest: locks, tasks, threads"], time.process_time(), self.whole

    def stop(self) -> None:
        self._turn_to(None)
        self._inside.clear()
        self.each.append(self.whole - self._before)

    def _turn_to(self, part: str | None) -> None:
        now = time.process_time()
        passed = max(0.0, now - self._since - self._look)
        self.spent[self._inside[-1]] = self.spent.get(self._inside[-1], 0.0) + passed
        self.whole += passed
        self._since = now
        if part is None:
            self._inside.pop()
        else:
            self._inside.append(part)

    def timed(self, part: str, call: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(call)
        def measured(*args: Any, **named: Any) -> Any:
            if not self._inside:
                return call(*args, **named)
            self._turn_to(part)
            try:
                return call(*args, **named)
            finally:
                self._turn_to(None)

        return measured


def parts_of(game: type) -> list[tuple[Any, str, str]]:
    """Returns the calls that are timed in games of this class, each as its owner, its name there, and the part to which its time counts."""
    return [
        (Match, "submit", "rules: check and apply"),
        (game, "view", "views"),
        (game, "event_text", "words of events"),
        (game, "action_text", "words of actions"),
        (game, "legal", "choices: the rules' part"),
        (offers, "_families", "choices: the rules' part"),
        (offers, "quick_legal_of", "choices: groups and messages"),
        (Room, "action", "reading the action"),
        (Room, "change", "rows and facts to be written"),
        (Journal, "new_rows", "rows and facts to be written"),
        (Room, "state", "states"),
        (Room, "info", "states"),
        (Room, "tell", "what has changed"),
        (Storage, "_write", "statements"),
        (Connection, "commit", "commit"),
    ]


@contextmanager
def measuring(clock: Clock, game: type) -> Iterator[None]:
    """Times the parts of a submission while the context lasts."""
    parts = parts_of(game)
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in parts]
    for owner, name, part in parts:
        call = getattr(owner, name)
        setattr(owner, name, clock.timed(part, _listed(call) if name == "_families" else call))
    try:
        yield
    finally:
        for owner, name, call in before:
            setattr(owner, name, call)


def _listed(call: Callable[..., Iterator[Any]]) -> Callable[..., list[Any]]:
    """Makes an iterator's function return a list, so that its time is not mixed with its reader's."""
    return lambda *args: list(call(*args))


async def new_room(server: Server, title: str, scenario: str) -> Room:
    seats = [{"sides": [side], "player": "me"} for side in catalogue.title(title).sides]
    wanted = msgspec.convert({"title": title, "scenario": scenario, "seats": seats}, wire.CreateGame)
    return await server.rooms.get((await new_games.create(server.rooms, wanted, None)).game)


def any_choice(match: Match, legal: wire.Legal, seat: int, rng: Random) -> Any:
    """Returns a random choice as a client would make it."""
    common = [group for group in legal.groups if group.block is None]
    weights = [group.count for group in legal.groups]
    group = common[0] if common and rng.random() < COMMON else rng.choices(legal.groups, weights)[0]
    if not group.choices:
        (group,) = offers.legal_of(match, seat, Side(seat), group.block).groups
    return rng.choice(group.choices).action


async def play(server: Server, room: Room, clock: Clock, rng: Random) -> None:
    """Plays a stretch of a game."""
    sent: list[Any] = []
    watchers = [Watcher(sent.append, seat, Side(seat), by_changes=True) for seat in (0, 1)]
    for watcher in watchers:
        room.greet(watcher, 0)
    encode = clock.timed("JSON", msgspec.json.encode)
    for number in range(LENGTH):
        if room.match.result is not None:
            break
        seat = int(min(room.match.to_act()))
        legal = watchers[seat].legal or offers.legal_of(room.match, seat, Side(seat))
        action = msgspec.to_builtins(any_choice(room.match, legal, seat, rng))
        if is_timed := number >= SET_UP:
            clock.start()
        await server.changes.submit(room.id, seat, wire.Submit(action, legal.decision), nothing)
        for message in sent:
            encode(message)
        if is_timed:
            clock.stop()
        sent.clear()


async def measured(title: str, scenario: str) -> Clock:
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder, measuring(clock, type(catalogue.game(title, scenario))):
        server = Server(Settings(database=f"sqlite:///{folder}/games.db"))
        await server.storage.open()
        for seed in range(GAMES):
            await play(server, await new_room(server, title, scenario), clock, Random(seed))
        await server.storage.close()
    return clock


def title_of(scenario: str) -> str:
    return next(title.id for title in catalogue.titles() if scenario in {one.id for one in title.scenarios})


def timings(scenarios: tuple[str, ...] = SCENARIOS) -> Iterator[Row]:
    keep_pauses_rare()  # as the server does
    for scenario in scenarios:
        clock = asyncio.run(measured(title_of(scenario), scenario))
        timed, cuts = len(clock.each), quantiles(clock.each, n=100)
        yield Amount(f"{scenario}: a submission without sockets, each committed alone", 1e6 * clock.whole / timed, "µs")
        yield Amount(f"{scenario}:   the median of them", 1e6 * cuts[49], "µs")
        yield Amount(f"{scenario}:   the slowest hundredth takes at least", 1e6 * cuts[98], "µs")
        for part, spent in sorted(clock.spent.items(), key=lambda part: -part[1]):
            yield Amount(f"{scenario}:   {part}", 1e6 * spent / timed, "µs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", default=SCENARIOS)
    for row in timings(tuple(parser.parse_args().scenarios)):
        assert isinstance(row, Amount)
        print(f"{row.name:70} {row.value:9,.1f} {row.unit}", flush=True)


if __name__ == "__main__":
    main()
