"""Sections 7.7.13 to 7.7.18: retreats of ground units."""

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.actions import Retreat
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class Retreats(Chapter):
    @rule("BE-6.1.1e", "BE-3.21b", "BE-6.1.4c", "BE-7.7.15c")
    @rule("BW-6.1.1d", "BW-R36")
    def options(self, state: SeriesState, block: int) -> list[Action]:
        """The hexes to which a ground unit may retreat; static units stay, in the East frozen ones, too."""
        if self.units.is_static[block] or self.rules.definitions.may_not_leave(state, block):
            return []
        return [Retreat(block, to) for to in members(self.hexes(state, block))]

    @rule("BE-7.7.14a", "BE-7.7.14b", "BE-7.7.14c", "BE-7.7.14d", "BE-7.7.15a", "BE-7.7.15b", "BE-7.7.17a", "BE-R41", "BE-29.0c")
    def hexes(self, state: SeriesState, block: int) -> HexSet:
        """Adjacent own hexes free of enemies and their zones, with own units, a city, or a way to supply that is no longer."""
        side, origin = self.units.side[block], state.location[block]
        enemy = 1 - side
        near = self.board.neighbours(origin) & state.control[side] & self.rules.powers.territory(state, block)
        near &= ~state.occupied[enemy] & ~self.rules.zones.zone(state, enemy) & self.rules.definitions.space_for(state, block)
        near &= ~self.rules.movement.barred(state, block) & ~self.rules.partisans.hexes(state, side)
        if not near:
            return 0
        friendly = state.occupied[side] | self.board.cities
        return near & (friendly | self.nearer_to_supply(state, block))

    @rule("BE-7.7.15a", "BE-R40")
    def nearer_to_supply(self, state: SeriesState, block: int) -> HexSet:
        """Hexes whose distance to supply is no longer than from the unit's present hex."""
        found = 0
        for ring in self.rules.supply.distances(state, self.units.side[block], self.units.power[block], state.location[block]):
            found |= ring
        return found
