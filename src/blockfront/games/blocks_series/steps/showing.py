"""The end of a phase for the opponent: handles are dealt, moves are shown, hexes change hands."""

from blockfront.blocks.fog_of_war import arrival_groups, deal_handles, mixed_groups, publish
from blockfront.core.actions import Action, Deal
from blockfront.core.chance import Chance, Shuffle
from blockfront.core.clauses import rule
from blockfront.core.columns import Frame
from blockfront.core.events import Event
from blockfront.core.sides import EVERYBODY, Side, audience
from blockfront.games.blocks_series.events import Mixed, MovesShown
from blockfront.games.blocks_series.state import IN_FLIGHT, SeriesState
from blockfront.games.blocks_series.steps.base import ChanceStep


class Showing(ChanceStep):
    """Frame: (number, side)."""

    @rule("BE-1.3a")
    @rule("BW-1.3a")
    def run(self, state: SeriesState, frame: Frame, events: list[Event]) -> bool:
        side = frame[1]
        if arrival_groups(state, self.rules.order, side) or self._mixed(state, side):
            return True
        self._show(state, side, events)
        return False

    def _mixed(self, state: SeriesState, side: int) -> list[list[int]]:
        """Groups of units that can no longer be told apart; units on a mission still can."""
        groups = [[b for b in group if not state.flags[b] & IN_FLIGHT] for group in mixed_groups(state, self.rules.order, side)]
        return [group for group in groups if len(group) > 1]

    def chance(self, state: SeriesState, frame: Frame) -> Chance:
        return Shuffle()

    def apply(self, state: SeriesState, frame: Frame, action: Action, side: Side, events: list[Event]) -> None:
        assert isinstance(action, Deal)
        owner = frame[1]
        groups = self._mixed(state, owner)
        deal_handles(state, arrival_groups(state, self.rules.order, owner), action.number)
        events.append(Mixed(side=owner))
        self._show(state, owner, events)
        deal_handles(state, groups, action.number ^ 1)

    def _show(self, state: SeriesState, side: int, events: list[Event]) -> None:
        moves = publish(state, self.rules.order, side)
        if moves:
            events.append(MovesShown(side=side, moves=tuple(moves), seen_by=EVERYBODY & ~audience(side)))
        for block in self.rules.units.aircraft[side]:
            if not state.flags[block] & IN_FLIGHT:
                state.aloft &= ~(1 << block)
        self.rules.definitions.moves_shown(state, side, events)
        if side == state.active and state.passed:
            taken = state.passed & ~state.occupied[1 - side]
            state.passed = 0
            self.rules.definitions.capture(state, side, taken, events)
            self.rules.definitions.claim(state, side, events)
        if side == state.active and state.neutral:
            self.rules.powers.moves_shown(state, side, events)
        self.rules.powers.after_moves(state, side, events)
        self.done(state)
