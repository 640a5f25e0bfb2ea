"""Chapters 3 and 4: scenarios, months, Fortnights, Player Turns."""

from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import Side
from blockfront.games.eastfront.events import WeatherSet
from blockfront.games.eastfront.state import (
    AXIS,
    BLITZ_COMBAT,
    BLITZ_MOVEMENT,
    COMBAT,
    COMMAND,
    INACTIVE,
    MOVED,
    MOVEMENT,
    STRATEGIC,
    SUPPLY,
    WEATHER,
    EastFrontState,
)
from blockfront.games.eastfront.steps.base import ChanceStep, EastFrontStep
from blockfront.games.eastfront.steps.combat import CombatPhase
from blockfront.games.eastfront.steps.command import CommandPhase
from blockfront.games.eastfront.steps.deployment import Deployment
from blockfront.games.eastfront.steps.movement import MovementPhase
from blockfront.games.eastfront.steps.plains import PlainGuard
from blockfront.games.eastfront.steps.production import ProductionPhase
from blockfront.games.eastfront.steps.showing import Showing
from blockfront.games.eastfront.steps.supply import SupplyPhase


class Calendar(EastFrontStep):
    """The whole game. Frame: (number, stage)."""

    DEPLOY, MONTH, CLOSE = range(3)

    @rule("EF-3.11a", "EF-3.11b", "EF-3.12a", "EF-3.13a", "EF-3.14a", "EF-0.3a")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        stage = frame[1]
        if stage == self.DEPLOY:
            self.set_frame(state, self.MONTH)
            self.call(state, Deployment, 0)
        elif stage == self.MONTH:
            self.set_frame(state, self.CLOSE)
            self.call(state, Month, 0)
        elif state.month < self.rules.scenario_of(state).last_month and not state.outcome:
            state.month, state.half = state.month + 1, 1
            self.set_frame(state, self.MONTH)
        else:
            self._close_scenario(state, events)
        return False

    def _close_scenario(self, state: EastFrontState, events: list[Event]) -> None:
        if not state.outcome:
            self.rules.victory.close_scenario(state, events)
        if state.outcome:
            self.rules.victory.end_game(state, events)
            state.frames.clear()
            return
        self.rules.scenarios.continue_into_next(state, events)
        self.set_frame(state, self.MONTH)


class Month(EastFrontStep):
    """Production and two Fortnights. Frame: (number, stage)."""

    @rule("EF-4.1a", "EF-0.3b", "EF-3.22e", "EF-11.1a", "EF-3.12d", "EF-S41.2a")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        stage = frame[1]
        if state.outcome or stage > 2:
            self.done(state)
            return False
        self.set_frame(state, stage + 1)
        if stage == 0:
            if state.month != self.rules.chain[0].first_month:
                self.call(state, ProductionPhase, 0)
        elif state.half <= stage:
            state.half = stage
            self.call(state, Fortnight, 0, 0)
        return False


class Fortnight(EastFrontStep):
    """Weather, then a Player Turn for each side. Frame: (number, stage, first side)."""

    @rule("EF-4.1b", "EF-4.4a", "EF-12.21a", "EF-12.21b", "EF-3.21a", "EF-S44.3a", "EF-R30")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        _, stage, first = frame
        if stage == 0:
            self.set_frame(state, 1, 0)
            self.call(state, WeatherRoll)
        elif stage == 1:
            first = self.rules.weather.first_side(state)
            self.set_frame(state, 2, first)
            self._turn(state, first)
        elif stage == 2:
            self.set_frame(state, 3, first)
            self._turn(state, 1 - first)
        else:
            self.done(state)
        return False

    def _turn(self, state: EastFrontState, side: int) -> None:
        if not state.outcome and not self.rules.scenarios.skips_turn(state, side):
            state.active = side
            state.turn += 1
            self.call(state, PlayerTurn, 0)


class WeatherRoll(ChanceStep):
    """Roll for the weather. Frame: (number,)."""

    @rule("EF-4.3a", "EF-12.1a", "EF-12.1b", "EF-12.3a")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        if self.rules.weather.dice(state):
            return True
        self._set(state, (), events)
        return False

    def chance(self, state: EastFrontState, frame: Frame) -> Chance:
        return Dice(self.rules.weather.dice(state))

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Roll)
        self._set(state, action.faces, events)

    def _set(self, state: EastFrontState, faces: tuple[int, ...], events: list[Event]) -> None:
        state.phase = WEATHER
        self.rules.weather.set(state, faces)
        events.append(WeatherSet(weather=state.weather, west_weather=state.west_weather, faces=faces))
        self.done(state)


class PlayerTurn(EastFrontStep):
    """Command, Movement, Combat, Blitz Movement, Blitz Combat, Supply. Frame: (number, place in that order)."""

    PHASES = (
        (COMMAND, CommandPhase),
        (MOVEMENT, MovementPhase),
        (COMBAT, CombatPhase),
        (BLITZ_MOVEMENT, MovementPhase),
        (BLITZ_COMBAT, CombatPhase),
        (SUPPLY, SupplyPhase),
    )

    @rule("EF-4.4b", "EF-4.42b", "EF-4.44d", "EF-5.7g", "EF-4.46c", "EF-16.7a", "EF-16.7c", "EF-16.8a")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        place = frame[1]
        if place:
            self.rules.victory.watch_poland(state)
        if state.outcome:
            self.done(state)
            return False
        if place and self.rules.plains.guard_is_due(state):
            self.call(state, PlainGuard)
            return False
        if place == len(self.PHASES):
            self._end(state)
            self.done(state)
            return False
        self.set_frame(state, place + 1)
        phase, step = self.PHASES[place]
        if phase == BLITZ_MOVEMENT and not self.rules.headquarters.blitzing(state, state.active):
            return False
        if phase == BLITZ_COMBAT and state.phase != BLITZ_MOVEMENT:  # takes place even if every headquarters has mobilised
            return False
        has_returned = place == 0 and state.active == AXIS and self.rules.plains.come_back(state)
        self.begin_phase(state, phase, events)
        self.call(state, step, 0)
        if has_returned:
            self.call(state, Showing, AXIS)
        return False

    def _end(self, state: EastFrontState) -> None:
        """Remove the marks of this Player Turn."""
        for block in self.rules.order.of_side[state.active]:
            state.flags[block] &= ~(MOVED | STRATEGIC)
            state.command[block] = INACTIVE
        state.ports_used.clear()
        self.rules.satellites.after_player_turn(state)
