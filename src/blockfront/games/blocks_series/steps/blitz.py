"""Section 7.8: the Blitz Phase."""

from blockfront.core.actions import Action
from blockfront.core.choices import ByUnit, Choices, Joined, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import BlitzMove, EndPhase, Fly, Resolve
from blockfront.games.blocks_series.events import Moved
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.state import BLITZED, SeriesState
from blockfront.games.blocks_series.steps.base import ActiveStep, privately
from blockfront.games.blocks_series.steps.combat import fight_at
from blockfront.games.blocks_series.steps.encounters import Encounters
from blockfront.games.blocks_series.steps.powers import Assistance
from blockfront.games.blocks_series.steps.reserves import ReserveReaction
from blockfront.games.blocks_series.steps.showing import Showing
from blockfront.hexes.hexset import members


class BlitzPhase(ActiveStep):
    """Frame: (number, stage, hex). Moves are shown when a battle is begun or the phase ends; a battle is fought before anything else."""

    MOVING, MEETING, FIGHTING, END = range(4)
    clause = "BE-7.8a"
    resolves_itself = False

    @rule("BE-7.8d", "BE-7.8f", "BE-7.8g", "BE-7.8h")
    @rule("BW-7.8d", "BW-7.8e", "BW-7.8f")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        stage, hex_ = frame[1], frame[2]
        if stage == self.MOVING:
            if not self.rules.blitz.is_possible(state):
                self.done(state)
                return False
            return True
        if stage == self.MEETING:
            self.set_frame(state, self.FIGHTING, hex_)
            self.call(state, Encounters, Encounters.LOOK)
            self._show(state)
        elif stage == self.FIGHTING:
            self.set_frame(state, self.MOVING, 0)
            if self.rules.definitions.battle_hexes(state) & 1 << hex_:
                fight_at(self, state, hex_)
                self.call(state, ReserveReaction, ReserveReaction.BEGIN, hex_)
        else:
            self.done(state)
            self._show(state)
        return False

    def _show(self, state: SeriesState) -> None:
        if state.neutral:
            self.call(state, Assistance)
        self.call(state, Showing, state.active)

    def _pending(self, state: SeriesState, side: int) -> list[int]:
        """The hex with an enemy that a blitz has just entered."""
        blitzed = {state.location[b] for b in self.rules.units.ground[side] if state.flags[b] & BLITZED}
        return [hex_ for hex_ in members(self.rules.definitions.battle_hexes(state) & state.battles) if hex_ in blitzed]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        blitz, pending = self.rules.blitz, self._pending(state, side)
        movers = blitz.movers(state, side)
        if pending:
            joining = [a for b in movers for a in blitz.moves(state, b) if isinstance(a, BlitzMove) and a.to == pending[0]]
            return Listed((Resolve(pending[0]), *joining, *blitz.followers(state, side, pending[0])))
        moves = ByUnit(movers, lambda block: blitz.moves(state, block))
        end = Listed((EndPhase(), *blitz.companions(state, side)))
        return Joined((moves, end)) if movers else end

    @rule("BE-7.8c")
    @rule("BW-7.8b")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, EndPhase):
            self.set_frame(state, self.END, 0)
        elif isinstance(action, Resolve):
            state.battles &= ~(1 << action.hex)
            self.set_frame(state, self.MEETING, action.hex)
        elif isinstance(action, Fly | BlitzMove):
            origin = state.location[action.block]
            if isinstance(action, Fly):
                self.rules.air.fly(state, action.block, action.to)
            else:
                self._advance(state, action, side)
            events.append(Moved(block=action.block, origin=origin, to=action.to, mode="blitz", seen_by=privately(side)))

    def _advance(self, state: SeriesState, action: BlitzMove, side: int) -> None:
        block, bit = action.block, 1 << action.to
        self.rules.blitz.fuel(state, block)
        state.entered[block] = state.location[block]
        relocate(self.rules.units, state, block, action.to)
        state.flags[block] |= BLITZED
        self.rules.partisans.meet(state, block, (action.to,))
        if self.rules.movement.stops(state, side) & bit:
            state.battles |= bit
        else:
            state.passed |= bit
