"""Section 7.7: the Combat Phase, battle by battle; first rounds of landings and their second wave come before all others."""

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import Fly, Resolve
from blockfront.games.blocks_series.events import Retreated
from blockfront.games.blocks_series.rules.ch24_landings import FIRST_WAVE, SECOND_WAVE
from blockfront.games.blocks_series.state import ATTACKED, BLITZED, NO_HEX, SeriesState
from blockfront.games.blocks_series.steps.base import ActiveStep, SeriesStep
from blockfront.games.blocks_series.steps.battle import Battle, resume
from blockfront.games.blocks_series.steps.landings import SecondWave
from blockfront.games.blocks_series.steps.partisans import PartisanFight, Skirmish
from blockfront.games.blocks_series.steps.reserves import ON_BEACHES, ReserveReaction
from blockfront.hexes.hexset import members


class CombatPhase(ActiveStep):
    """Frame: (number, stage)."""

    BEGIN, FIGHT, BEACHES, WAVE, ANSWER = range(5)
    clause = "BE-7.7a"

    @rule("BW-R129", "BW-24.0c", "BW-24.5e", "BW-24.6a", "BW-24.6b")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        stage = frame[1]
        if stage == self.BEGIN:
            self._begin(state)
        elif stage == self.BEACHES:
            if self._beaches(state):
                return True
            self.set_frame(state, self.WAVE)
        elif stage == self.WAVE:
            state.wave = SECOND_WAVE
            self.set_frame(state, self.ANSWER)
            if state.holding or self.rules.landings.harbours(state):
                self.call(state, SecondWave, SecondWave.CHOOSE)
        elif stage == self.ANSWER:
            self.set_frame(state, self.FIGHT)
            state.battles |= state.occupied[0] & state.occupied[1] & self.rules.landings.hexes(state)
            if self.rules.landings.hexes(state):
                self.call(state, ReserveReaction, ReserveReaction.BEGIN, ON_BEACHES)
        elif state.battles:
            return True
        else:
            self.done(state)
        return False

    def _begin(self, state: SeriesState) -> None:
        for block in self.rules.order.of_side[state.active]:
            state.flags[block] &= ~(ATTACKED | BLITZED)
            state.fought_at[block] = NO_HEX
        waves = self.rules.landings.has_waves() and (state.landings or state.holding)
        if waves:
            state.wave = FIRST_WAVE
        self.set_frame(state, self.BEACHES if waves else self.FIGHT)

    def _beaches(self, state: SeriesState) -> list[int]:
        """Landings whose first round is still to be fought."""
        fought = {fight[0] for fight in state.paused}
        return [hex_ for hex_ in members(state.battles & self.rules.landings.hexes(state)) if hex_ not in fought]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        if frame[1] == self.BEACHES:
            return Listed([Resolve(hex_) for hex_ in self._beaches(state)])
        battles: list[Action] = [Resolve(hex_) for hex_ in members(state.battles)]
        return Listed(battles + self.rules.air.second_missions(state, side))

    @rule("BE-7.7a")
    @rule("BW-7.7a", "BW-R129")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Fly):
            origin = state.location[action.block]
            self.rules.air.fly_on(state, action.block, action.to)
            effects.show_place(state, action.block)
            events.append(Retreated(block=action.block, origin=origin, to=action.to))
            return
        assert isinstance(action, Resolve)
        state.battles &= ~(1 << action.hex)
        if any(fight[0] == action.hex for fight in state.paused):
            resume(self, state, action.hex, events)
        else:
            fight_at(self, state, action.hex)


def fight_at(step: SeriesStep, state: SeriesState, hex_: int) -> None:
    """Begin a battle with enemy units, or a fight with partisans only."""
    if step.rules.partisans.fights(state) >> hex_ & 1:
        step.call(state, PartisanFight, *Skirmish(0, hex_)[1:])
    else:
        step.call(state, Battle, *Battle.opening(hex_))
