"""Chapters 25 and 26: Katyushas, and the siege gun Gustav."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.advanced.ch13_movement import CommandMovement
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ARTILLERY, Fire, FireContext, Shot
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

ROCKETS: Final = 2  # additional dice
ROCKET_TECH: Final = 2
GUSTAV: Final = "gustav"  # tag of the gun's block


class Katyushas(Fire):
    """Rockets: more dice for Soviet artillery."""

    @rule("BE-25.0a", "BE-E131")
    def volley(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[Shot]:
        """Soviet artillery of TECH 2 rolls two more dice, but none if it has no die of its own to roll."""
        found = super().volley(state, context, step, side)
        if step != ARTILLERY:
            return found
        return [shot._replace(dice=shot.dice + ROCKETS) if self._has_rockets(state, shot.block) else shot for shot in found]

    def _has_rockets(self, state: SeriesState, block: int) -> bool:
        is_soviet = self.order[block].nation == "ussr" and self.units.type[block] == "artillery"
        return is_soviet and self.rules.definitions.tech(state, block) >= ROCKET_TECH

    def has_own_volley(self, context: FireContext, step: int) -> bool:
        return step == ARTILLERY or super().has_own_volley(context, step)


class GustavFire(Fire):
    """The siege gun's fire at fortifications."""

    @rule("BE-26.0a", "BE-26.0b", "BE-7.7.6p", "BE-R52")
    def breaches(self, state: SeriesState, context: FireContext, step: int, block: int) -> bool:
        """Whether the siege gun attacks a fortification in the artillery step: then it has a Bonus and no Malus."""
        if GUSTAV not in self.units.tags[block] or step != ARTILLERY or self.units.side[block] != state.active:
            return False
        return bool(self.rules.definitions.fortification(state, context.hex))

    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        return 0 if self.breaches(state, context, step, block) else super().maluses(state, context, step, block)

    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        return super().bonuses(state, context, step, block) + int(self.breaches(state, context, step, block))


class GustavCommand(CommandingHeadquarters):
    """The siege gun needs a headquarters, as armour does."""

    @rule("BE-26.0c")
    def is_commanded(self, state: SeriesState, block: int) -> bool:
        """For headquarters the gun counts as armour."""
        if GUSTAV in self.units.tags[block]:
            return bool(state.commanded >> block & 1)
        return super().is_commanded(state, block)

    @rule("BE-26.0c")
    def counts_as_armour(self, state: SeriesState, block: int) -> bool:
        return GUSTAV in self.units.tags[block] or super().counts_as_armour(state, block)


class GustavMovement(CommandMovement):
    """Without command the gun is limited like armour."""

    @rule("BE-26.0c")
    def is_limited(self, state: SeriesState, block: int) -> bool:
        if GUSTAV in self.units.tags[block]:
            return not self.rules.headquarters.is_commanded(state, block)
        return super().is_limited(state, block)


class GustavRoom(Definitions):
    """The siege gun finds room before any fortification."""

    @rule("BE-26.0d", "BE-3.10f", "BE-E89")
    def space_for(self, state: SeriesState, block: int) -> HexSet:
        """A hex with an enemy fortress or bunker always has room for the gun."""
        found = super().space_for(state, block)
        if GUSTAV not in self.units.tags[block]:
            return found
        works = self.fortified_places() & state.occupied[1 - self.units.side[block]]
        return found | mask_of(hex_ for hex_ in members(works) if self.fortification(state, hex_))

    def overstacked(self, state: SeriesState, side: int) -> HexSet:
        found = super().overstacked(state, side)
        if not found:
            return 0
        guns = (state.location[b] for b in self.units.support[side] if GUSTAV in self.units.tags[b] and state.location[b] >= 0)
        return found & ~(mask_of(guns) & state.occupied[1 - side])
