"""Section 4.41: the Command Phase."""

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import Side, audience
from blockfront.games.eastfront.actions import Activate, EndPhase
from blockfront.games.eastfront.events import Activated, Moved
from blockfront.games.eastfront.state import ACTIVE, BLITZ, NO_HEX, ORDERS, EastFrontState
from blockfront.games.eastfront.steps.base import ActiveStep
from blockfront.games.eastfront.steps.retreat import begin_pursuit
from blockfront.games.eastfront.steps.showing import Showing


class CommandPhase(ActiveStep):
    """The active player activates headquarters. Frame: (number, 0)."""

    clause = "EF-4.41a"
    resolves_itself = False  # the opponent must not learn whether any headquarters is left to activate

    def legal(self, state: EastFrontState, frame: Frame, side: Side) -> Choices:
        return Listed((EndPhase(), *self.rules.headquarters.activations(state, side)))

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        if isinstance(action, EndPhase):
            self._end(state, side, events)
        else:
            assert isinstance(action, Activate)
            self._activate(state, action, side, events)

    @rule("EF-4.41a", "EF-4.41b", "EF-5.21a", "EF-5.21d", "EF-5.21f", "EF-15.41d")
    def _activate(self, state: EastFrontState, action: Activate, side: int, events: list[Event]) -> None:
        hq = action.hq
        state.command[hq] = (BLITZ if action.blitz else ACTIVE) | action.role
        if action.mark != NO_HEX:
            state.landings.append((hq, action.mark))
        if action.to == NO_HEX:
            return
        retreat = self.rules.headquarters.deploying_is_retreat(state, hq)
        if retreat:
            self._reveal(state, hq, events)
            begin_pursuit(self, state, hq, action.to, events)
            return
        origin = state.location[hq]
        effects.place(state, hq, side, action.to)
        events.append(Moved(block=hq, origin=origin, to=action.to, mode="deploy", seen_by=audience(side)))

    @rule("EF-0.2b", "EF-4.41a")
    def _end(self, state: EastFrontState, side: int, events: list[Event]) -> None:
        for hq in self.rules.headquarters.active(state, side):
            self._reveal(state, hq, events)
        self.done(state)
        self.call(state, Showing, side)

    def _reveal(self, state: EastFrontState, hq: int, events: list[Event]) -> None:
        effects.reveal(state, hq, state.turn)
        value = self.rules.headquarters.value(state, hq)
        orders, role = state.command[hq] & ORDERS, state.command[hq] & ~ORDERS
        events.append(Activated(hq=hq, value=value, blitz=orders == BLITZ, hex=state.location[hq], role=role))

    def why_not(self, state: EastFrontState, frame: Frame, action: Action, side: Side) -> Refusal | None:
        return self.rules.headquarters.why_not_activate(state, action, side) if isinstance(action, Activate) else None
