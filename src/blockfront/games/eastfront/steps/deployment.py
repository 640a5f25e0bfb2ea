"""Section 3.2: setting up."""

from blockfront.blocks import effects
from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.games.eastfront.state import AXIS, EastFrontState
from blockfront.games.eastfront.steps.base import EastFrontStep


class Deployment(EastFrontStep):
    """Frame: (number, stage)."""

    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        self._fixed(state)
        self.rules.control.determine(state)
        self.rules.scenarios.set_given_production(state)
        self.done(state)
        return False

    @rule("EF-EDW.1a", "EF-EDW.1b", "EF-R64")
    def _fixed(self, state: EastFrontState) -> None:
        scenario = self.rules.scenario_of(state)
        for placement in scenario.fixed:
            block, side = placement.block, self.rules.units.side[placement.block]
            if not placement.place:
                effects.place(state, block, side, ELIMINATED)
            else:
                effects.set_steps(state, block, placement.cv - self.rules.units.lowest[block] + 1)
                effects.place(state, block, side, self.rules.board.map.hex(placement.place))
            state.shown[block] = state.location[block]
        for battle in scenario.battles:
            if battle.original_defender == AXIS:
                state.axis_defends |= 1 << self.rules.board.map.hex(battle.place)
