"""BW-13.8.1.1b and q: the FHQ is in Rastenburg until the Volkssturm is called."""

from typing import Final

from blockfront.blocks import effects
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_series.events import Relocated
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.state import VOLKSSTURM, SeriesState
from blockfront.hexes.grid import HexSet

AXIS, ALLIES = 0, 1
FHQ: Final = "de-fhq"
FIELD_POST, CAPITAL = "Rastenburg", "Berlin"


class FieldHeadquarters(Definitions):
    """The FHQ returns to Berlin when the enemy enters Germany."""

    @rule("BW-13.8.1.1b")
    def moves_shown(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """When the enemy enters Germany the FHQ goes back to Berlin."""
        called = state.turning_points & VOLKSSTURM
        super().moves_shown(state, side, events)
        if not called and state.turning_points & VOLKSSTURM:
            self._return(state, events)

    def _return(self, state: SeriesState, events: list[Event]) -> None:
        fhq, berlin = self.order.key(FHQ), self.board.hex(CAPITAL)
        origin = state.location[fhq]
        if origin < 0 or origin == berlin or not state.control[AXIS] >> berlin & 1 or state.occupied[ALLIES] >> berlin & 1:
            return
        effects.place(state, fhq, AXIS, berlin)
        effects.show_place(state, fhq)
        effects.reveal(state, fhq, state.turn)
        effects.hide(state, fhq)
        events.append(Relocated(block=fhq, origin=origin, to=berlin))
        if state.occupied[ALLIES] & ~state.occupied[AXIS] & 1 << origin:
            self.capture(state, ALLIES, 1 << origin, events)


class FieldPost(Production):
    """The FHQ is rebuilt in Rastenburg as long as it stays there."""

    @rule("BW-13.8.1.1b")
    def places(self, state: SeriesState, block: int) -> HexSet:
        """Until the Volkssturm is called the FHQ is rebuilt in Rastenburg."""
        if self.order[block].key != FHQ or state.turning_points & VOLKSSTURM:
            return super().places(state, block)
        post, side = self.board.hex(FIELD_POST), self.units.side[block]
        linked = self.rules.supply.is_linked(state, self.units.power[block], post)
        is_free = state.control[side] >> post & 1 and not state.occupied[1 - side] >> post & 1
        return 1 << post if linked and is_free else 0
