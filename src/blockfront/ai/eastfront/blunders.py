"""Counts players' mistakes per side and game. It sees the true state; players never see its counts."""

from __future__ import annotations

from typing import Any

from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.games.eastfront.events import Activated, BattleOpened, Eliminated, LostStep, Moved, StrikesAssigned
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import COMMAND, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.reach import step

NAMES = (
    "attrition_steps",  # steps lost for lack of supply, in fortresses and pockets too
    "avoidable_attrition_steps",  # the same, of units that lost their supply line in their own side's turn
    "hqs_lost",
    "open_hexes",  # railway or city hexes that enemy infantry could walk into, summed over the ends of the side's turns
    "empty_cities",  # producing cities left empty next to an enemy, likewise
    "idle_activations",  # headquarters activated without a move or a battle in their radius
    "activations",
)


class Blunders:
    """Counts the mistakes of both sides while it watches a game."""

    def __init__(self, game: AnyGame) -> None:
        assert isinstance(game, EastFront)
        self.game, self.rules = game, game.rules
        self.counts = {name: [0, 0] for name in NAMES}
        self._turn, self._active = 0, 0
        self._supplied: list[int] = []  # blocks that had a supply line when the current turn began
        self._walked_off: tuple[set[int], set[int]] = (set(), set())
        self._zones: dict[int, HexSet] = {}  # zones of headquarters activated this turn that have had no effect yet
        self._cities = mask_of(centre.hex for centre in self.rules.board.map.production if centre.value)

    def notes(self) -> dict[str, list[int]]:
        return self.counts

    def watch(self, state: EastFrontState, side: Side, action: Action, events: list[Event]) -> None:
        """Counts mistakes in what an action caused and, at the end of a turn, in what was left undone."""
        for event in events:
            self._note(state, event)
        if state.turn != self._turn:
            if self._turn:
                self._end_of_turn(state, self._active)
            self._turn, self._active = state.turn, state.active
            self._supplied = self._with_line(state, state.active)

    def _note(self, state: EastFrontState, event: Any) -> None:
        sides = self.rules.units.side
        if isinstance(event, LostStep | Eliminated):
            side = sides[event.block]
            if event.cause == "supply":
                self._count("attrition_steps", side)
                if event.block in self._walked_off[side]:
                    self._count("avoidable_attrition_steps", side)
            if isinstance(event, Eliminated) and self.rules.units.is_hq[event.block]:
                self._count("hqs_lost", side)
        elif isinstance(event, Activated) and state.phase >= COMMAND:
            self._count("activations", sides[event.hq])
            supreme = self.rules.units.is_supreme[event.hq]
            self._zones[event.hq] = self.rules.board.playable if supreme else self.rules.headquarters.zone(state, event.hq)
        elif isinstance(event, Moved):
            self._took_effect(event.origin)
        elif isinstance(event, BattleOpened):
            self._took_effect(event.hex)
        elif isinstance(event, StrikesAssigned):
            for hq, _ in event.strikes:
                self._zones.pop(hq, None)

    def _took_effect(self, hex_: int) -> None:
        self._zones = {hq: zone for hq, zone in self._zones.items() if hex_ < 0 or not zone >> hex_ & 1}

    def _count(self, name: str, side: int, number: int = 1) -> None:
        self.counts[name][side] += number

    def _with_line(self, state: EastFrontState, side: int) -> list[int]:
        reach = self.rules.supply.in_reach(state, side)
        return [block for block in self.rules.order.of_side[side] if self.rules.supply.has_line(state, block, reach)]

    def _end_of_turn(self, state: EastFrontState, side: int) -> None:
        now = state.copy()
        self.rules.control.determine(now)
        with_line = set(self._with_line(now, side))
        self._walked_off[side].clear()
        self._walked_off[side].update(b for b in self._supplied if now.location[b] >= 0 and b not in with_line)
        self._count("idle_activations", side, len(self._zones))
        self._zones = {}
        own, enemy = now.occupied[side], now.occupied[1 - side]
        self._count("open_hexes", side, self._open(now, side).bit_count())
        touched = step(self.rules.board.grid, enemy & ~own, self.rules.board.march_sides)
        self._count("empty_cities", side, len(members(self._cities & now.friendly[side] & touched & ~own)))

    def _open(self, state: EastFrontState, side: int) -> HexSet:
        board = self.rules.board
        own = state.occupied[side]
        free = state.occupied[1 - side] & ~own
        speed = self.rules.tables.unit_types["infantry"].speed[state.weather]
        stops = self.rules.weather.stops(state)
        reached = frontier = free
        for _ in range(speed):
            frontier = step(board.grid, frontier, board.march_sides) & ~own & ~reached
            reached |= frontier
            frontier &= ~stops
        return reached & state.friendly[side] & (self.rules.supply.sources(state, side) | self._cities)
