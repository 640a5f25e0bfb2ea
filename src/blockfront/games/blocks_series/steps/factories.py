"""Chapter 16: an evacuated factory finds its new site."""

from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import ALONE, CHANCE_ALONE, Side
from blockfront.games.blocks_series.actions import Settle
from blockfront.games.blocks_series.events import SiteRolled
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep


class FactorySite(SeriesStep):
    """Frame: (number, face rolled, or 0)."""

    clause = "BE-16.2c"

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if self.rules.production.arrived(state) >= 0:
            return True
        self.done(state)
        return False

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[state.active] if frame[1] else CHANCE_ALONE

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Dice(1)

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        production = self.rules.production
        return Listed([Settle(hex_) for hex_ in production.homes_for(state, production.arrived(state), frame[1])])

    @rule("BE-16.2c")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        """A die offers two cities; where both are full or lost it is rolled again."""
        production = self.rules.production
        if isinstance(action, Roll):
            events.append(SiteRolled(faces=action.faces))
            if production.homes_for(state, production.arrived(state), action.faces[0]):
                self.remember(state, action.faces[0])
            return
        assert isinstance(action, Settle)
        self.done(state)
        production.resettle(state, production.arrived(state), action.hex, events)
