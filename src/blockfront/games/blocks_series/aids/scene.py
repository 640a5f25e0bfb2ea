"""Positions of a Blocks game for trying out rules: `position(game, units={"axis": {"Riga": "g-1k 4, tank 3"}}).begin(MOVEMENT)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self, TypedDict

from blockfront.blocks import effects
from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.blocks.months import month_number
from blockfront.blocks.position_text import listed_units
from blockfront.core.data_files import not_one_of
from blockfront.core.events import Event
from blockfront.core.sandbox import Sandbox
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.data_model import COLOURS, WEATHERS
from blockfront.games.blocks_series.state import STRATEGIC_WARFARE, SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.calendar import PHASES, PlayerTurn
from blockfront.hexes.hexset import mask_of


class Position(Sandbox):
    """A position of a Blocks game to play from. Units are named by key (`g-41pz`), hexes by name (`Riga E2`) or box (`siberia`)."""

    game: SeriesGame
    state: SeriesState

    def block(self, key: str) -> int:
        return self.game.order.key(key)

    def hex(self, place: str) -> int:
        return self.game.rules.board.hex(place)

    def strength(self, key: str) -> int:
        block = self.block(key)
        return self.game.rules.units.value(block, self.state.steps[block])

    def is_at(self, key: str, place: str) -> bool:
        return self.state.location[self.block(key)] == self.hex(place)

    def holds(self, side: int, place: str) -> bool:
        return bool(self.state.control[side] >> self.hex(place) & 1)

    def flags(self, key: str) -> int:
        return self.state.flags[self.block(key)]

    def points(self, power: str, colour: str = "yellow") -> int:
        return self.state.pool[self.game.rules.tables.power(power) * len(COLOURS) + COLOURS.index(colour)]

    def command(self, *keys: str) -> Self:
        """Let a headquarters command some units from the beginning."""
        for key in keys:
            self.state.commanded |= 1 << self.block(key)
        return self

    # ---- going on

    def begin(self, phase: int) -> Self:
        """Begin a phase of the active side's player turn."""
        self.state.turn += 1
        if phase == STRATEGIC_WARFARE:
            return self.run(PlayerTurn, PlayerTurn.WARFARE)
        return self.run(PlayerTurn, next(place for place, (number, _, _) in enumerate(PHASES) if number == phase))

    def run(self, step: type[SeriesStep], *numbers: int) -> Self:
        """Put a step on the empty stack and run to its first decision."""
        self.state.frames.clear()
        found = next(known for known in self.game.stack.steps if type(known) is step)
        self.state.frames.append(found.frame(*numbers))
        events: list[Event] = []
        self.game.stack.settle(self.state, events)
        self.events += events
        return self.deal()

    def end_phase(self) -> Self:
        """End the phase or step of the acting side, and let chance shuffle blocks."""
        self.play(EndPhase())
        return self.deal()

    @property
    def step(self) -> str:
        top = self.game.stack.top(self.state)
        return type(top[0]).__name__ if top else ""


class Setting(TypedDict, total=False):
    """What a position of any game of the series may specify besides units and control."""

    month: str
    active: str  # name of a side
    weather: str
    points: Mapping[str, int] | None
    eliminated: Iterable[str]


def position(
    game: SeriesGame,
    units: Mapping[str, Mapping[str, str]],
    *,
    month: str = "",
    active: str = "",
    weather: str = "good",
    holds: Mapping[str, Iterable[str]] | None = None,
    points: Mapping[str, int] | None = None,
    eliminated: Iterable[str] = (),
) -> Position:
    """A position with units placed as given by side (`{"axis": {"Riga": "g-1k 4, infantry 3"}}`); all others are not in play.

    Control is that of the start, then changed under ground units, then in the hexes and areas of `holds`.
    """
    found = Position(game, game.new_state())
    state, rules = found.state, game.rules
    state.frames.clear()
    if month:
        state.month = month_number(month) or 0
    state.active = rules.sides.index(active) if active else 0
    state.weather = WEATHERS.index(weather)
    for key in eliminated:
        state.location[found.block(key)] = state.shown[found.block(key)] = ELIMINATED
    for name, placed in units.items():
        _place(found, rules.sides.index(name), placed)
    for name, places in (holds or {}).items():
        _give(found, rules.sides.index(name), places)
    for power, number in (points or {}).items():
        state.pool[rules.tables.power(power) * len(COLOURS)] = number
    state.derived = {}
    return found


def _give(found: Position, side: int, places: Iterable[str]) -> None:
    board, state = found.game.rules.board, found.state
    for place in places:
        hexes = board.area(place) if place in board.map.areas else mask_of((found.hex(place),))
        state.control[side] |= hexes
        state.control[1 - side] &= ~hexes


def _place(found: Position, side: int, units: Mapping[str, str]) -> None:
    state, rules = found.state, found.game.rules
    for place, kind, value in listed_units(units):
        block = _choose(found, side, kind)
        effects.put_down(state, rules.order, block, value, found.hex(place))
        if rules.units.is_ground[block] and not state.occupied[1 - side] >> found.hex(place) & 1:
            _give(found, side, (place,))


def _choose(found: Position, side: int, kind: str) -> int:
    """The unit with a key, or the first unused one of a type and nation (`romania infantry`)."""
    rules, state = found.game.rules, found.state
    if "-" in kind:
        return found.block(kind)
    nation, _, name = kind.rpartition(" ")
    for block in rules.order.of_side[side]:
        unit = rules.order[block]
        great = not rules.tables.powers[rules.units.power[block]].is_minor
        right = unit.nation == nation if nation else great
        if unit.type == name and right and not unit.tags and state.location[block] == NOT_IN_PLAY:
            return block
    types = sorted({rules.order[block].type for block in rules.order.of_side[side]})
    raise ValueError(f"no unit of kind {kind!r} is left" if name in types else not_one_of("type of unit", name, types))
