"""Chapter 16: centres that fall are destroyed or spared; an evacuated factory finds its new site."""

from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Chance, Dice
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import ALONE, CHANCE_ALONE, Side
from blockfront.games.blocks_series.actions import EndPhase, Settle, Spare
from blockfront.games.blocks_series.events import Scorched, SiteRolled, Spared
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep


class ScorchedEarthDecision(SeriesStep):
    """Frame: (number,). The owner of centres that have just fallen may spare some of them; the others are destroyed."""

    clause = "BE-16.0a"

    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        if state.falling:
            return True
        self.done(state)
        return False

    def to_act(self, state: SeriesState, frame: Frame) -> frozenset[Side]:
        return ALONE[1 - state.active]

    def legal(self, state: SeriesState, frame: Frame, side: Side) -> Choices:
        return Listed((EndPhase(), *(Spare(hex_, kind) for hex_, kind in state.falling)))

    @rule("BE-16.0a", "BE-R75")
    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        """Spare one centre, or end; the others are destroyed."""
        if isinstance(action, Spare):
            place = (action.hex, action.kind)
            state.falling.remove(place)
            state.ruins[:] = [ruin for ruin in state.ruins if ruin[:2] != place]
            events.append(Spared(hex=action.hex, kind=action.kind))
            return
        events.append(Scorched(hexes=tuple(sorted({hex_ for hex_, _ in state.falling}))))
        state.falling.clear()


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
        """A die offers two cities; if both are full or lost it is rolled again."""
        production = self.rules.production
        if isinstance(action, Roll):
            events.append(SiteRolled(faces=action.faces))
            if production.homes_for(state, production.arrived(state), action.faces[0]):
                self.set_frame(state, action.faces[0])
            return
        assert isinstance(action, Settle)
        self.done(state)
        production.resettle(state, production.arrived(state), action.hex, events)
