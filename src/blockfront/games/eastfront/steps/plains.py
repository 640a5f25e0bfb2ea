"""Section 16.7: the Hungarian Plain."""

from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.sides import Side, audience
from blockfront.games.eastfront.actions import TakeOff
from blockfront.games.eastfront.events import Moved
from blockfront.games.eastfront.state import AXIS, OFF_MAP, EastFrontState
from blockfront.games.eastfront.steps.base import EastFrontStep
from blockfront.games.eastfront.steps.showing import Showing


class PlainGuard(EastFrontStep):
    """For each edge hex with only Soviet units, from the north, the Axis sends a unit beyond the edge. Frame: (number,)."""

    clause = "EF-16.7b"

    @rule("EF-16.7a", "EF-16.7b")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        if self.rules.plains.guard_is_due(state):
            return True
        self.done(state)
        return False

    def to_act(self, state: EastFrontState, frame: Frame) -> frozenset[Side]:
        return frozenset((AXIS,))

    def _hex(self, state: EastFrontState) -> int:
        return self.rules.plains.unguarded(state)[0]

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        return Listed([TakeOff(block) for block in self.rules.plains.nearest(state, self._hex(state))])

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, TakeOff)
        hex_, origin = self._hex(state), state.location[action.block]
        self.rules.plains.take_off(state, action.block, hex_)
        events.append(Moved(block=action.block, origin=origin, to=OFF_MAP - hex_, mode="plain", seen_by=audience(AXIS)))
        self.call(state, Showing, AXIS)

    def prompt(self, state: EastFrontState, frame: Frame, side: Side) -> Prompt:
        return Prompt(type(self).__name__, self.clause, {"hex": self._hex(state)})
