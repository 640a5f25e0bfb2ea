"""Section 7.0: months, player turns and phases; the Victory Phase."""

from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import Side
from blockfront.games.blocks_series.events import CollapseRolled, EasternWeatherSet, GameEnded, SurrenderRolled, WeatherRepeated, WeatherSet
from blockfront.games.blocks_series.power_events import DismissalRolled
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import LEVELS, REASONS
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    AIR_RETURN,
    BLITZ,
    COMBAT,
    EXPLOITATION,
    FINAL_SUPPLY,
    MOVEMENT,
    NO_HEX,
    PRODUCTION,
    REACTION,
    STRATEGIC_RAIL,
    STRATEGIC_WARFARE,
    SUPPLY,
    VICTORY,
    SeriesState,
)
from blockfront.games.blocks_series.steps.base import ChanceStep, SeriesStep
from blockfront.games.blocks_series.steps.blitz import BlitzPhase
from blockfront.games.blocks_series.steps.bombing import StrategicWarfarePhase
from blockfront.games.blocks_series.steps.combat import CombatPhase
from blockfront.games.blocks_series.steps.deployment import Deployment, FixedSetUp
from blockfront.games.blocks_series.steps.encounters import AirReturns, Encounters
from blockfront.games.blocks_series.steps.factories import ScorchedEarthDecision
from blockfront.games.blocks_series.steps.headquarters import Deactivation
from blockfront.games.blocks_series.steps.landings import forget_landings
from blockfront.games.blocks_series.steps.losses import surrender
from blockfront.games.blocks_series.steps.movement import AirMovement, Exploitation, GroundMovement, RailPhase, Reaction
from blockfront.games.blocks_series.steps.powers import Armistice
from blockfront.games.blocks_series.steps.production import ProductionPhase
from blockfront.games.blocks_series.steps.reserves import ReserveReaction
from blockfront.games.blocks_series.steps.supply import SupplyCheck


class Calendar(SeriesStep):
    """Frame: (number, stage): set-up, then month after month: first side, second side, victory."""

    SET_UP, WEATHER, FIRST, SECOND, VICTORY, MONTH_END = range(6)

    @rule("BE-1.1a", "BE-2.3a", "BE-3.2a", "BE-7.0a", "BE-7.0b", "BE-7.11g")
    @rule("BW-3.2a", "BW-7.0c", "BW-7.11e", "BW-7.0a", "BW-0.2b", "BW-1.1a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        stage = frame[1]
        if stage == self.SET_UP:
            self.set_frame(state, self.WEATHER)
            if self.rules.scenario.table or not self.rules.set_up.is_fixed():
                self.call(state, Deployment, Deployment.FIRST)
            if self.rules.set_up.is_fixed():
                self.call(state, FixedSetUp, FixedSetUp.PLACE)
        elif stage == self.WEATHER:
            self.rules.definitions.month_begins(state)
            self.set_frame(state, self.FIRST)
            self.rules.definitions.begin_month(state, events)
            self.call(state, SurrenderRoll)
            if self.rules.weather.has_second_calendar():
                self.call(state, SecondWeatherRoll)
            self.call(state, WeatherRoll)
        elif stage in (self.FIRST, self.SECOND):
            self.set_frame(state, stage + 1)
            state.active = self.rules.scenario.first_side ^ stage - self.FIRST
            state.turn += 1
            self.rules.strategic.begin_turn(state, events)
            self.call(state, PlayerTurn, PlayerTurn.WARFARE if self.rules.strategic.is_fought(state) else 0)
        elif stage == self.VICTORY:
            self._look_for_victory(state, events)
        else:
            self._end_month(state, events)
        return False

    def _look_for_victory(self, state: SeriesState, events: list[Event]) -> None:
        self.begin_phase(state, VICTORY, events)
        victory = self.rules.victory
        for power in victory.fallen_powers(state):
            surrender(self.rules, state, power, events)
        victory.proclaim(state, events)
        outcome = victory.sudden(state)
        if outcome is not None:
            end_game(state, outcome, events)
            return
        self.set_frame(state, self.MONTH_END)
        for power in self.rules.powers.may_ask_armistice(state):
            self.call(state, Armistice, power)
        if victory.collapse_roll(state):
            self.call(state, CollapseRoll)
        if victory.dismissal(state):
            self.call(state, DismissalRoll)

    def _end_month(self, state: SeriesState, events: list[Event]) -> None:
        victory = self.rules.victory
        if state.month >= victory.last_month(state):
            end_game(state, victory.final(state), events, victory.counted(state))
            return
        state.month += 1
        state.active = self.rules.scenario.first_side
        self.set_frame(state, self.WEATHER)


def end_game(
    state: SeriesState, outcome: tuple[int, int, str, str], events: list[Event], held: tuple[tuple[int, int], ...] | None = None
) -> None:
    """End the game with an outcome: winner, margin, level and reason."""
    winner, margin, level, reason = outcome
    state.outcome[:] = [winner, margin, LEVELS.index(level), REASONS.index(reason)]
    events.append(GameEnded(winner=winner, margin=margin, level=level, reason=reason, held=held))
    state.frames.clear()


class CollapseRoll(ChanceStep):
    """Frame: (number,). A die may end the war in the Victory Phase."""

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(1)

    @rule("BE-SBE9b")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Roll)
        victory = self.rules.victory
        highest = victory.collapse_roll(state)
        events.append(CollapseRolled(faces=action.faces, highest=highest))
        if action.faces[0] <= highest:
            end_game(state, victory.collapsed(state), events)
        else:
            self.done(state)


class DismissalRoll(ChanceStep):
    """Frame: (number,). A leader may be dismissed in the Victory Phase."""

    @rule("BW-36.0a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        victory = self.rules.victory
        if not victory.is_certain(victory.dismissal(state)):
            return True
        self.done(state)
        victory.dismiss(state, events)
        return False

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(1)

    @rule("BW-36.0a", "BW-R67")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        """The die must be lower than the number of enemy units in the country."""
        assert isinstance(action, Roll)
        units = self.rules.victory.dismissal(state)
        events.append(DismissalRolled(faces=action.faces, units=units))
        self.done(state)
        if action.faces[0] < units:
            self.rules.victory.dismiss(state, events)


class SurrenderRoll(ChanceStep):
    """Frame: (number,). A power may give up at the start of a month."""

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if self.rules.victory.surrender_roll(state) is not None:
            return True
        self.done(state)
        return False

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(1)

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        roll = self.rules.victory.surrender_roll(state)
        assert isinstance(action, Roll)
        assert roll is not None
        power, highest = roll
        events.append(SurrenderRolled(power=power, faces=action.faces))
        self.done(state)
        if action.faces[0] <= highest:
            surrender(self.rules, state, power, events)


class WeatherRoll(ChanceStep):
    """Frame: (number,)."""

    @rule("BE-7.0a", "BE-9.0a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        weather = self.rules.weather.fixed(state)
        if weather is None:
            return True
        self.rules.weather.settle(state, 0)
        self._set(state, weather, (), events)
        return False

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(1)

    @rule("BE-9.0b")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Roll)
        weather = self.rules.weather.rolled(state, action.faces[0])
        if weather is None:
            events.append(WeatherRepeated(faces=action.faces))
            return
        state.variable_weather = weather
        self.rules.weather.settle(state, action.faces[0])
        self._set(state, weather, action.faces, events)

    def _set(self, state: SeriesState, weather: int, faces: tuple[int, ...], events: list[Event]) -> None:
        if weather != state.weather or faces:
            events.append(WeatherSet(weather=weather, faces=faces))
        state.weather = weather
        state.derived = {}
        self.done(state)


class SecondWeatherRoll(ChanceStep):
    """Frame: (number,). The weather of lands that have the calendar of another book."""

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        weather = self.rules.weather.second_fixed(state)
        if weather is None:
            return True
        self._set(state, weather, (), events)
        return False

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(1)

    @rule("BW-R145")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Roll)
        weather = self.rules.weather.second_rolled(state, action.faces[0])
        if weather is None:
            events.append(WeatherRepeated(faces=action.faces))
            return
        state.eastern_variable = weather
        self._set(state, weather, action.faces, events)

    def _set(self, state: SeriesState, weather: int, faces: tuple[int, ...], events: list[Event]) -> None:
        if weather != state.eastern_weather or faces:
            events.append(EasternWeatherSet(weather=weather, faces=faces))
        state.eastern_weather = weather
        state.derived = {}
        self.done(state)


class PlayerTurn(SeriesStep):
    """Frame: (number, place of the next phase in `PHASES`, or WARFARE for the one before all of them)."""

    WARFARE = -1  # so that the places of the others stay what they are in saved games

    @rule("BE-7.0a", "BE-7.0b", "BE-7.1a")
    @rule("BW-7.0b", "BW-7.0c", "BW-7.1a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if state.falling:
            self.call(state, ScorchedEarthDecision)
            return False
        if frame[1] >= len(PHASES):
            forget_landings(state)
            self.done(state)
            return False
        phase, step, numbers = PHASES[frame[1]] if frame[1] != self.WARFARE else STRATEGIC_PHASE
        self.set_frame(state, frame[1] + 1)
        if phase == REACTION:
            state.battles = self.rules.definitions.battle_hexes(state)
        if phase in NEED_BATTLES and not state.battles and not self._has_business(state, phase):
            return False
        if state.phase != phase:
            self.begin_phase(state, phase, events)
        self.call(state, step, *numbers)
        return False

    def _has_landed(self, state: SeriesState) -> bool:
        """Whether units are landing or wait to land."""
        return bool(state.holding or self.rules.landings.hexes(state))

    def _has_business(self, state: SeriesState, phase: int) -> bool:
        """Whether a phase of battles still has something to settle although no battle is left."""
        return self._has_fought(state) or self._has_landed(state) or self._must_land(state, phase)

    def _must_land(self, state: SeriesState, phase: int) -> bool:
        """Whether airborne units, or aircraft that went with them, are still in the air."""
        if phase == REACTION:
            return bool(self.rules.airborne.waiting(state))
        return phase == AIR_RETURN and bool(self.rules.air.in_flight(state, state.active))

    def _has_fought(self, state: SeriesState) -> bool:
        """Whether a battle was fought this turn: only then do the phases after Combat follow."""
        return state.phase in (COMBAT, BLITZ)


STRATEGIC_PHASE = (STRATEGIC_WARFARE, StrategicWarfarePhase, (StrategicWarfarePhase.BOMBING,))
PHASES: tuple[tuple[int, type[SeriesStep], tuple[int, ...]], ...] = (
    (SUPPLY, SupplyCheck, (SupplyCheck.CHECK,)),
    (PRODUCTION, ProductionPhase, (ProductionPhase.BEGIN,)),
    (STRATEGIC_RAIL, RailPhase, (RailPhase.BEGIN,)),
    (MOVEMENT, GroundMovement, (GroundMovement.BEGIN,)),
    (MOVEMENT, Encounters, (Encounters.LOOK,)),
    (AIR_MOVEMENT, AirMovement, (AirMovement.BEGIN,)),
    (REACTION, ReserveReaction, (ReserveReaction.BEGIN, NO_HEX)),
    (REACTION, Reaction, (Reaction.BEGIN,)),
    (COMBAT, CombatPhase, (CombatPhase.BEGIN,)),
    (BLITZ, BlitzPhase, (BlitzPhase.MOVING, 0)),
    (AIR_RETURN, AirReturns, ()),
    (FINAL_SUPPLY, Deactivation, ()),
    (FINAL_SUPPLY, SupplyCheck, (SupplyCheck.CHECK,)),
    (EXPLOITATION, SupplyCheck, (SupplyCheck.CHECK,)),
    (EXPLOITATION, Exploitation, (Exploitation.BEGIN,)),
)
NEED_BATTLES = (REACTION, COMBAT, BLITZ, AIR_RETURN)
