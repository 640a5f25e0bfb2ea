"""A game in figures, player turn by player turn: armies, losses, production, luck; the points of victory when it is over.

While the game runs everything is counted from the viewer's own views and from the events in his log.
"""

import asyncio
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import exp, lgamma, log
from typing import Any

import msgspec

from blockfront.core.events import visible_to
from blockfront.core.game import AnyGame
from blockfront.core.match import Entry, Match
from blockfront.core.measures import BySide, Measures
from blockfront.core.sides import SPECTATOR, Side
from blockfront.games import catalogue
from blockfront.server.http.endpoints import Call
from blockfront.server.http.routes.records import room_and_viewers
from blockfront.server.play.room import Room
from blockfront.server.play.viewer_state import ViewerLog
from blockfront.server.wire import SideNumber
from blockfront.server.wire.study import Expectations

PHASE_EVENTS = frozenset(("phase", "PhaseBegan"))
Numbers = dict[str, list[float | None]]  # by side
NEVER = 1e-9


class ChartsQuery(msgspec.Struct):
    """`side`: whose view to use, any side's once the game is over; `truth`: what all sides together know, only once it is over."""

    side: SideNumber | None = None
    truth: bool = False


class ChartPoint(msgspec.Struct):
    """A moment of the game: the figures at that time, and what had happened by then. Values are by side, null if unknown."""

    line: int  # the line of the log to which a click goes back
    turn: int
    phase: Any  # the event with which the phase of the moment began, or null
    values: Numbers


class Charts(msgspec.Struct):
    truth: bool
    points: list[ChartPoint]


async def charts(call: Call, given: ChartsQuery) -> Charts:
    """The game in figures. While it runs, only those that I know."""
    room, viewers = await room_and_viewers(call, given.side, given.truth)
    moments, match = await moments_of(room)
    log = room.whole_log() if given.truth else room.log(viewers[0])
    points = []
    counted = Counted(match.game, None if given.truth else viewers[0])
    for place, (number, state) in enumerate(moments, start=1):
        counted.read(match.entries, number)
        line = max(0, bisect_left(log.entries, number) - 1)
        standing = true_numbers(match.game, state) if given.truth else known_numbers(match.game, match.game.view(state, viewers[0]))
        figures = standing | counted.close(is_last=place == len(moments))
        points.append(ChartPoint(line, match.game.player_turn(state), phase_of(log, line), figures))
    return Charts(given.truth, points)


async def moments_of(room: Room) -> tuple[list[tuple[int, Any]], Match]:
    """The states at the start of each player turn and the present state, each with the number of entries before it."""
    while True:
        async with room.lock:
            turns = await asyncio.to_thread(room.replay.turns)
            if turns is not None:
                return [*turns, (len(room.match.entries), room.match.state.copy())], room.match


async def expectations(call: Call) -> Expectations:
    """What the first side could expect from turn to turn, once the game is over; computed once and kept."""
    room, _ = await room_and_viewers(call, None, True)
    if room.expectations is None:
        moments, match = await moments_of(room)
        room.expectations = await call.server.study.expectations(match, [state for _, state in moments])
    return room.expectations


def phase_of(log: ViewerLog, line: int) -> Any:
    phases = (one.event for one in reversed(log.lines[: line + 1]) if one.event["type"] in PHASE_EVENTS)
    return next(phases, None)


def known_numbers(game: AnyGame, view: Any) -> Numbers:
    """The figures of a moment that a viewer knows from his view."""
    measures = catalogue.contract(game.title.id).measures
    told = measures.known(game, view) if measures else {}
    return army(game, view) | {name: list(values) for name, values in told.items()}


def true_numbers(game: AnyGame, state: Any) -> Numbers:
    """The true figures of a moment: what every side knows of itself, and what nobody knew."""
    sides = [Side(side) for side in range(len(game.title.sides))]
    views = [known_numbers(game, game.view(state, side)) for side in sides]
    together: Numbers = {name: [views[side][name][side] for side in sides] for name in views[0]}
    measures = catalogue.contract(game.title.id).measures
    hidden: dict[str, BySide] = measures.true(game, state) if measures else {}
    return together | {name: list(values) for name, values in hidden.items()}


def army(game: AnyGame, view: Any) -> Numbers:
    """Each side's blocks on the map; also its steps if the viewer knows all of them, which he does for his own side."""
    viewer, sightings = view.viewer, view.blocks
    blocks: list[float | None] = [sum(one.side == side for one in sightings.seen) for side in range(len(game.title.sides))]
    steps: list[float | None] = [None] * len(blocks)
    if viewer != SPECTATOR:
        own = [one.steps for one in sightings.own if one.location >= 0]
        blocks[viewer], steps[viewer] = len(own), sum(own)
    return {"blocks": blocks, "steps": steps}


def share_below(shots: Mapping[float, int], hits: int) -> float:
    """The chance that these dice score fewer than this many hits; `shots` are numbers of dice by their chance to hit."""
    odds = {0: 1.0}
    for chance, dice in shots.items():
        together: dict[int, float] = defaultdict(float)
        for number in range(dice + 1):
            if (likely := _binomial(dice, number, chance)) > NEVER:
                for before, share in odds.items():
                    together[before + number] += likely * share
        odds = together
    return sum(share for number, share in odds.items() if number < hits)


def _binomial(dice: int, number: int, chance: float) -> float:
    if chance in (0.0, 1.0):
        return float(number == dice * chance)
    ways = lgamma(dice + 1) - lgamma(number + 1) - lgamma(dice - number + 1)
    return exp(ways + number * log(chance) + (dice - number) * log(1 - chance))


class Counted:
    """Figures added up from events: dice and losses since the start, income since the previous moment."""

    def __init__(self, game: AnyGame, viewer: Side | None) -> None:
        self._game = game
        self._viewer = viewer
        self._measures: Measures | None = catalogue.contract(game.title.id).measures
        sides = len(game.title.sides)
        self._dice, self._hits, self._lost = [0] * sides, [0] * sides, [0] * sides
        self._expected = [0.0] * sides
        self._shots: list[Counter[float]] = [Counter() for _ in range(sides)]  # dice by their chance to hit
        self._income: list[float | None] = [None] * sides
        self._read = 0

    def read(self, entries: Sequence[Entry], number: int) -> None:
        """Add up the events as far as the entry of this number."""
        for entry in entries[self._read : number]:
            events = list(entry.events)
            for event in events if self._viewer is None else visible_to(events, self._viewer):
                self._count(event)
        self._read = number

    def _count(self, event: Any) -> None:
        if self._measures is None:
            return
        if roll := self._measures.roll(event):
            self._dice[roll.side] += roll.dice
            self._hits[roll.side] += roll.hits
            self._expected[roll.side] += roll.expected
            for dice, chance in roll.shots:
                self._shots[roll.side][chance] += dice
        if (side := self._measures.loss(self._game, event, self._viewer)) is not None:
            self._lost[side] += 1
        if income := self._measures.income(self._game, event):
            self._income[income.side] = (self._income[income.side] or 0) + income.points

    def close(self, *, is_last: bool = False) -> Numbers:
        """The figures of this moment; for the last moment also the share of all games in which a side's dice fall worse."""
        if self._measures is None:
            return {}
        figures: Numbers = {
            "lost": list(self._lost),
            "dice": list(self._dice),
            "hits": list(self._hits),
            "expected": [round(value, 2) for value in self._expected],
        }
        if is_last:
            figures["worse"] = [round(share_below(shots, hits), 4) for shots, hits in zip(self._shots, self._hits, strict=True)]
        if any(value is not None for value in self._income):
            figures["production"] = self._income
            self._income = [None] * len(self._lost)
        return figures
