"""Chapter 16: satellites, oil, lend-lease, Army Group 'E', the plains beyond the edge."""

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.eastfront.actions import Arrive
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.grid import HexSet


class Satellites(Chapter):
    @rule("EF-2.66a", "EF-16.4a")
    def territory(self, state: EastFrontState, block: int) -> HexSet:
        """Hexes a unit may enter: all, or its home country and what touches it while it is restricted."""
        return self.board.playable

    def is_outside(self, state: EastFrontState, block: int) -> bool:
        """Whether a restricted unit stands outside its territory."""
        return not self.territory(state, block) >> state.location[block] & 1

    def may_be_rebuilt(self, state: EastFrontState, block: int) -> bool:
        return True

    def base_penalty(self, state: EastFrontState, side: int) -> int:
        return 0

    def hqs_cost_more(self, state: EastFrontState, side: int) -> bool:
        return False

    def special_arrivals(self, state: EastFrontState, side: int) -> list[Arrive]:
        return []

    def special_value(self, block: int) -> int:
        return 0

    def before_production(self, state: EastFrontState, events: list[Event]) -> None:
        """Strategic events that take effect at Production."""

    def plain_is_due(self, state: EastFrontState) -> bool:
        return False

    def return_from_plain(self, state: EastFrontState) -> None:
        """Units held beyond the edge come back when the edge hex is free again."""

    def after_player_turn(self, state: EastFrontState) -> None:
        """What follows at the end of a Player Turn."""
