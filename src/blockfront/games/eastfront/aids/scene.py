"""Positions of EastFront to try rules in: `position("s44", axis={"Ploesti": "infantry 3"}, soviet={"Jassy": "armor 3"}).begin(SUPPLY)`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Self

from blockfront.blocks import effects
from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.blocks.months import month_number
from blockfront.blocks.position_text import listed_units
from blockfront.core.data_files import not_one_of
from blockfront.core.events import Event
from blockfront.core.sandbox import Sandbox
from blockfront.games.eastfront.actions import EndPhase
from blockfront.games.eastfront.game import EastFront, make
from blockfront.games.eastfront.state import AXIS, GONE, SOVIET, WEATHERS, EastFrontState
from blockfront.games.eastfront.steps.base import EastFrontStep
from blockfront.games.eastfront.steps.calendar import Calendar, PlayerTurn
from blockfront.hexes.hexset import mask_of


class Position(Sandbox):
    """A scene of EastFront. Units go by key (`ax-pz-41`), hexes by name (`Rostov E2`)."""

    game: EastFront
    state: EastFrontState

    def block(self, key: str) -> int:
        return self.game.rules.order.key(key)

    def hex(self, place: str) -> int:
        return self.game.rules.board.map.hex(place)

    def at(self, place: str, side: int) -> list[str]:
        """Keys of a side's units in a place."""
        rules, hex_ = self.game.rules, self.hex(place)
        return [rules.order[block].key for block in rules.order.of_side[side] if self.state.location[block] == hex_]

    def value(self, key: str) -> int:
        """Combat or command value of a unit."""
        block = self.block(key)
        return self.game.rules.units.value(block, self.state.steps[block])

    def is_at(self, key: str, place: str) -> bool:
        return self.state.location[self.block(key)] == self.hex(place)

    def with_nobody_due(self) -> Self:
        """Put aside the reinforcements of this month and of earlier ones, so that none waits to enter."""
        production = self.game.rules.production
        for side in (AXIS, SOVIET):
            for reinforcement in production.due(self.state, side, self.state.month):
                self.state.location[reinforcement.block] = self.state.shown[reinforcement.block] = GONE
        return self

    # ---- going on

    def begin(self, phase: int) -> Self:
        """Begin a phase of the active side's Player Turn."""
        places = [number for number, _ in PlayerTurn.PHASES]
        self.state.turn += 1
        return self.run(PlayerTurn, places.index(phase))

    def run(self, step: type[EastFrontStep], *memory: int) -> Self:
        """Put a step on the empty stack and go on to its first decision."""
        self.state.frames.clear()
        found = next(known for known in self.game.stack.steps if type(known) is step)
        self.state.frames.append(found.frame(*memory))
        self._settle()
        return self

    def close_scenario(self) -> Self:
        """Close the scenario as if its last month were over: points are counted, and play goes on into the next scenario or ends."""
        if not self.state.outcome:
            self.state.month = self.game.rules.scenario_of(self.state).last_month
        return self.run(Calendar, Calendar.CLOSE)

    def end_phase(self) -> Self:
        """End the phase or step of the acting side, and mix its blocks."""
        self.play(EndPhase())
        return self.deal()

    def fix_control(self) -> Self:
        """Determine control again, as at the start of a phase."""
        self.game.rules.control.fix(self.state, self.events)
        return self

    def _settle(self) -> None:
        events: list[Event] = []
        self.game.stack.settle(self.state, events)
        self.events += events


def position(
    scenario: str,
    *,
    axis: Mapping[str, str] | None = None,
    soviet: Mapping[str, str] | None = None,
    month: str = "",
    half: int = 1,
    active: int = AXIS,
    weather: str = "dry",
    axis_holds: Iterable[str] = (),
    soviet_holds: Iterable[str] = (),
    eliminated: Iterable[str] = (),
    options: Collection[str] = (),
) -> Position:
    """A position with these units (`{"Kiev": "infantry 3, ax-pz-41 4"}`) and no others in play.

    Control is that of the start line, with the hexes of `axis_holds` and `soviet_holds` (places or areas) changed.
    """
    game = make(scenario, frozenset(options))
    found = Position(game, game.new_state())
    state, rules = found.state, game.rules
    state.frames.clear()
    if month:
        state.month = month_number(month) or 0
    state.half, state.active = half, active
    state.weather = state.west_weather = WEATHERS.index(weather)
    for block in range(len(rules.order)):
        if rules.chain[0].gone >> block & 1:
            state.location[block] = state.shown[block] = GONE
    for key in eliminated:
        state.location[found.block(key)] = state.shown[found.block(key)] = ELIMINATED
    for side, units in ((AXIS, axis or {}), (SOVIET, soviet or {})):
        _place(found, side, units)
    state.axis_last |= mask_of(_hexes(found, axis_holds))
    state.axis_last &= ~mask_of(_hexes(found, soviet_holds))
    rules.control.fix(state, [])
    return found


def _hexes(found: Position, names: Iterable[str]) -> Iterator[int]:
    """The hexes of the named places and areas."""
    ground = found.game.rules.board.map
    for name in names:
        if name in ground.areas:
            yield from ground.area(name)
        else:
            yield ground.hex(name)


def _place(found: Position, side: int, units: Mapping[str, str]) -> None:
    for place, kind, value in listed_units(units):
        effects.put_down(found.state, found.game.order, _choose(found, side, kind), value, found.hex(place))


def _choose(found: Position, side: int, kind: str) -> int:
    """The unit of a key, or the first of a type that is not used yet; `supreme` is the supreme headquarters."""
    rules, state = found.game.rules, found.state
    if kind == "supreme":
        return rules.units.supreme[side]
    if "-" in kind:
        return found.block(kind)
    for block in rules.order.of_side[side]:
        unit = rules.order[block]
        plain = not unit.tags & {"satellite", "supreme", "army_group_e", "siege"}
        if unit.type == kind and plain and state.location[block] == NOT_IN_PLAY:
            return block
    types = sorted({rules.order[block].type for block in rules.order.of_side[side]})
    raise ValueError(f"no unit of type {kind!r} is left" if kind in types else not_one_of("type of unit", kind, types))
