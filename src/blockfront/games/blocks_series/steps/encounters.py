"""Sections 7.6.2 and 7.8.1: air units that must move: away from overrun airfields, and home from their missions."""

from collections.abc import Sequence

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import ALONE, Side
from blockfront.games.blocks_series.actions import EndPhase, Fly
from blockfront.games.blocks_series.events import Eliminated, Encountered, Moved, Retreated
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.base import ActiveStep, SeriesStep, privately
from blockfront.games.blocks_series.steps.losses import give_up, remove, reveal, take_step
from blockfront.games.blocks_series.steps.showing import Showing
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class Encounters(SeriesStep):
    """Frame: (number, stage). After ground units have entered hexes: where only aircraft stood, these evacuate."""

    LOOK, EVACUATE = range(2)
    clause = "BE-7.6.2a"

    @rule("BE-7.6.2a", "BE-7.6.2b", "BE-7.6.2c", "BE-R30")
    @rule("BW-7.7.5c", "BW-R93")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == self.LOOK:
            self.set_frame(state, self.EVACUATE)
            entered = state.occupied[0] & state.occupied[1]
            if entered:
                self._leave_posts(state, entered, events)
                self._meet(state, [hex_ for hex_ in members(entered) if self._only_aircraft(state, hex_)], events)
            return False
        fleeing = self._fleeing(state)
        if not fleeing:
            self._hide(state)
            self.done(state)
            return False
        if self.rules.air.evacuations(state, fleeing[0]):
            return True
        self._give_up(state, fleeing[0], events)
        return False

    def _leave_posts(self, state: SeriesState, entered: HexSet, events: list[Event]) -> None:
        attackers = self.rules.definitions.crowding(state, state.active).ground[0]
        self.rules.headquarters.leave_posts(state, state.active, entered & attackers, events)

    def _hide(self, state: SeriesState) -> None:
        kept = self.rules.fire.stays_revealed(state)
        for block in (b for b in self.rules.units.aircraft[1 - state.active] if not kept >> b & 1):
            effects.hide(state, block)

    def _only_aircraft(self, state: SeriesState, hex_: int) -> bool:
        defenders = self.rules.fire.units_at(state, hex_, 1 - state.active)
        attackers = self.rules.fire.units_at(state, hex_, state.active)
        units = self.rules.units
        return all(units.is_air[block] for block in defenders) and any(units.is_ground[block] for block in attackers)

    def _meet(self, state: SeriesState, overrun: Sequence[int], events: list[Event]) -> None:
        events.append(Encountered(hexes=tuple(overrun)))
        for hex_ in overrun:
            fleeing = self.rules.fire.units_at(state, hex_, 1 - state.active)
            reveal(state, fleeing, events)
            for block in fleeing:
                if self.rules.air.value(state, block) and state.steps[block] > 1:
                    take_step(self.rules, state, block, "evacuation", events)
                else:
                    self._give_up(state, block, events)

    def _fleeing(self, state: SeriesState) -> list[int]:
        """Air units on overrun airfields that have not left yet: those whose faces were turned up there."""
        enemy = state.occupied[state.active]
        found = (b for b in self.rules.units.aircraft[1 - state.active] if state.face_up >> b & 1 and state.location[b] >= 0)
        return [block for block in found if enemy >> state.location[block] & 1 and self._is_overrun(state, state.location[block])]

    def _is_overrun(self, state: SeriesState, hex_: int) -> bool:
        """Whether a hex is overrun, as far as the aircraft's owner knows: an enemy not known to be on a mission is there."""
        defenders, attackers = (self.rules.fire.units_at(state, hex_, side) for side in (1 - state.active, state.active))
        return all(self.rules.units.is_air[block] for block in defenders) and any(not state.aloft >> block & 1 for block in attackers)

    def _give_up(self, state: SeriesState, block: int, events: list[Event]) -> None:
        hex_ = state.location[block]
        give_up(self.rules, state, block, events)
        self._take(state, hex_, events)

    def _take(self, state: SeriesState, hex_: int, events: list[Event]) -> None:
        if not state.occupied[1 - state.active] >> hex_ & 1:
            self.rules.definitions.capture(state, state.active, 1 << hex_, events)

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[1 - state.active]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Listed(list(self.rules.air.evacuations(state, self._fleeing(state)[0])))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Fly)
        origin = state.location[action.block]
        fly_openly(self, state, action, events)
        self._take(state, origin, events)


class AirReturn(SeriesStep):
    """Frame: (number, side, stage): the inactive side's aircraft come home first, unseen until all have landed."""

    START, CHOOSE, END = range(3)
    clause = "BE-7.8.1a"
    resolves_itself = False

    @rule("BE-7.8.1a", "BE-7.8.1b")
    @rule("BW-7.8.1a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        side, stage = frame[1], frame[2]
        if stage == self.START:
            if self.rules.air.in_flight(state, side):
                self.set_frame(state, side, self.CHOOSE)
            else:
                self.done(state)
            return False
        if stage == self.CHOOSE:
            return True
        for block in self.rules.air.in_flight(state, side):
            events.append(Eliminated(block=block, hex=state.location[block], cause="no_airfield"))
            remove(self.rules, state, block)
        self.done(state)
        self.call(state, Showing, side)
        return False

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[frame[1]]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        """A unit that can land must land; the others are lost."""
        landings = [action for block in self.rules.air.in_flight(state, side) for action in self.rules.air.retreats(state, block)]
        return Listed(landings or (EndPhase(),))

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, EndPhase):
            self.set_frame(state, frame[1], self.END)
            return
        assert isinstance(action, Fly)
        origin = state.location[action.block]
        self.rules.air.fly(state, action.block, action.to)
        events.append(Moved(block=action.block, origin=origin, to=action.to, mode="air", seen_by=privately(side)))


class AirReturns(ActiveStep):
    """Frame: (number,)."""

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        self.done(state)
        self.call(state, AirReturn, state.active, AirReturn.START)
        self.call(state, AirReturn, 1 - state.active, AirReturn.START)
        return False


def fly_openly(step: SeriesStep, state: SeriesState, action: Fly, events: list[Event]) -> None:
    """Fly a unit in everybody's sight: its face is known."""
    origin = state.location[action.block]
    step.rules.air.fly(state, action.block, action.to)
    effects.show_place(state, action.block)
    state.aloft &= ~(1 << action.block)
    events.append(Retreated(block=action.block, origin=origin, to=action.to))
