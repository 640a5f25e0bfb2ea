"""After a phase the other side sees what was done in it: handles are dealt, and moves are shown."""

from blockfront.blocks.fog_of_war import arrival_groups, deal_handles, mixed_groups, publish
from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Chance, Shuffle
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import EVERYBODY, Side, audience
from blockfront.games.eastfront.events import Mixed, MovesShown
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.steps.base import ChanceStep
from blockfront.games.eastfront.steps.losses import reveal


class Showing(ChanceStep):
    """Shows a side's moves to the other. Frame: (number, side)."""

    @rule("EF-0.2a", "EF-R7")
    def run(self, state: EastFrontState, frame: Frame, events: list[Event]) -> bool:
        side = frame[1]
        if arrival_groups(state, self.rules.order, side) or mixed_groups(state, self.rules.order, side):
            return True
        self._show(state, side, events)
        return False

    def chance(self, state: EastFrontState, frame: Frame) -> Chance:
        return Shuffle()

    def apply(self, state: EastFrontState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Deal)
        owner = frame[1]
        groups = mixed_groups(state, self.rules.order, owner)
        deal_handles(state, arrival_groups(state, self.rules.order, owner), action.number)
        events.append(Mixed(side=owner))
        self._show(state, owner, events)
        deal_handles(state, groups, action.number ^ 1)

    def _show(self, state: EastFrontState, side: int, events: list[Event]) -> None:
        moves = publish(state, self.rules.order, side)
        if moves:
            events.append(MovesShown(side=side, moves=tuple(moves), seen_by=EVERYBODY & ~audience(side)))
        self._reveal_joined(state, side, events)
        self.done(state)

    @rule("EF-7.15b", "EF-0.2c", "EF-0.2d", "EF-6.31c", "EF-R56")
    def _reveal_joined(self, state: EastFrontState, side: int, events: list[Event]) -> None:
        """Reveal units that joined an old battle on the Original Attacker's side; those in a new battle stay hidden for now."""
        old = self.rules.battles.attacked_by(state, side) & ~state.new_battles
        joined = [
            block
            for block in self.rules.order.of_side[side]
            if state.location[block] >= 0 and old >> state.location[block] & 1 and not state.face_up >> block & 1
        ]
        reveal(state, joined, events)
