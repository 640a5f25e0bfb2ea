"""Section 16.7: the Hungarian Plain."""

from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.steps.base import EastFrontStep


class PlainGuard(EastFrontStep):
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        self.done(state)
        return False
