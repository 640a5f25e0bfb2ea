"""Chapter 31: units in reserve reinforce battles."""

from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Joined, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import ALONE, Side
from blockfront.games.blocks_series.actions import EndPhase, Move
from blockfront.games.blocks_series.events import Moved
from blockfront.games.blocks_series.state import NO_HEX, SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep, privately
from blockfront.games.blocks_series.steps.showing import Showing
from blockfront.hexes.hexset import members

OFTEN, SELDOM = 4.0, 1.0
ON_BEACHES = -2  # in place of a battle hex: all landings of the turn


class ReserveReaction(SeriesStep):
    """Frame: (number, stage, battle hex, NO_HEX for all, or ON_BEACHES). The inactive side is asked even if it has no reserves."""

    BEGIN, MOVING, END = range(3)
    clause = "BE-31.0d"
    resolves_itself = False  # others must not learn that there are no reserves

    @rule("BE-31.0d", "BE-7.8g")
    @rule("BW-7.8e")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == self.MOVING:
            return True
        if frame[1] == self.BEGIN and self.rules.headquarters.has_reserves() and self.rules.air.has_reaction(state):
            self.set_frame(state, self.MOVING, frame[2])
            return False
        self.done(state)
        if frame[1] == self.END:
            state.battles |= state.occupied[0] & state.occupied[1] & self._battles(state, frame[2])  # not before: nobody has seen who came
            self.call(state, Showing, 1 - state.active)
        return False

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[1 - state.active]

    def _moves(self, state: SeriesState, frame: Frame, side: int) -> list[Action]:
        battles = self._battles(state, frame[2])
        units = [block for block in members(state.reserve) if self.rules.units.side[block] == side]
        reach = self.rules.movement.reinforcements
        return [Move(block, to) for block in units for to in members(reach(state, block, battles))]

    @rule("BW-24.6a", "BW-31.0g", "BW-23.0g", "BE-23.0c")
    def _battles(self, state: SeriesState, hex_: int) -> int:
        """The battles that reserves may join, including hexes in which the enemy lands by sea or air, defended or not."""
        beaches = self.rules.landings.hexes(state)
        if hex_ == ON_BEACHES:
            return beaches
        return state.battles | beaches | self.rules.airborne.drop_zones(state) if hex_ == NO_HEX else 1 << hex_

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        moves, end = self._moves(state, frame, side), Listed((EndPhase(),))
        return Joined((Listed(moves), end), (OFTEN, SELDOM)) if moves else end

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, EndPhase):
            self.set_frame(state, self.END, frame[2])
            return
        assert isinstance(action, Move)
        origin = state.location[action.block]
        self.rules.movement.reinforce(state, action.block, action.to, events)
        events.append(Moved(block=action.block, origin=origin, to=action.to, mode="land", seen_by=privately(side)))

    def why_not(self, state: SeriesState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return Refusal("BE-31.0d", "no_reserve_there") if isinstance(action, Move) else None
