"""Section 7.7: the Combat Phase, battle by battle."""

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import Fly, Resolve
from blockfront.games.blocks_series.events import Retreated
from blockfront.games.blocks_series.state import ATTACKED, BLITZED, NO_HEX, SeriesState
from blockfront.games.blocks_series.steps.base import ActiveStep, SeriesStep
from blockfront.games.blocks_series.steps.battle import Battle
from blockfront.games.blocks_series.steps.partisans import PartisanFight, Skirmish
from blockfront.hexes.hexset import members


class CombatPhase(ActiveStep):
    """Frame: (number, stage)."""

    BEGIN, FIGHT = range(2)
    clause = "BE-7.7a"

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if frame[1] == self.BEGIN:
            for block in self.rules.order.of_side[state.active]:
                state.flags[block] &= ~(ATTACKED | BLITZED)
                state.fought_at[block] = NO_HEX
            self.remember(state, self.FIGHT)
            return False
        if state.battles:
            return True
        self.done(state)
        return False

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        battles: list[Action] = [Resolve(hex_) for hex_ in members(state.battles)]
        return Listed(battles + self.rules.air.second_missions(state, side))

    @rule("BE-7.7a")
    @rule("BW-7.7a")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, Fly):
            origin = state.location[action.block]
            self.rules.air.fly_on(state, action.block, action.to)
            effects.show_place(state, action.block)
            events.append(Retreated(block=action.block, origin=origin, to=action.to))
            return
        assert isinstance(action, Resolve)
        state.battles &= ~(1 << action.hex)
        fight_at(self, state, action.hex)



def fight_at(step: SeriesStep, state: SeriesState, hex_: int) -> None:
    """A battle with enemy units begins, or a fight with partisans alone."""
    if step.rules.partisans.fights(state) >> hex_ & 1:
        step.call(state, PartisanFight, *Skirmish(0, hex_)[1:])
    else:
        step.call(state, Battle, *Battle.opening(hex_))
