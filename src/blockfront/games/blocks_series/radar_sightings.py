"""What radar adds to a side's view: faces of air units, shown to that side alone."""

from msgspec.structs import replace

from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.blocks.sightings import Sightings
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.hexset import members


def on_radar(state: SeriesState, order: OrderOfBattle, viewer: int) -> list[int]:
    """Air units whose faces only this viewer's side sees."""
    if viewer < 0 or not state.spotted:
        return []
    return [block for block in members(state.spotted) if order.sides[block] == 1 - viewer and state.shown[block] >= 0]


@rule("BW-13.8.1.2f")
def with_radar(state: SeriesState, order: OrderOfBattle, viewer: int, found: Sightings) -> Sightings:
    """The sightings with the faces that radar shows added."""
    known = {state.handle[block]: block for block in on_radar(state, order, viewer)}
    seen = tuple(
        replace(sight, block=known[sight.handle], steps=state.steps[known[sight.handle]], seen_turn=state.turn)
        if sight.handle in known
        else sight
        for sight in found.seen
    )
    return replace(found, seen=seen)
