"""Chapter 15 in the joined campaign: Germany, Great Britain and the Soviet Union build, each with its own points on its own land."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_east_and_west.rules.camps import CampPowers
from blockfront.games.blocks_in_the_east.options.factory_sites import FACTORY_SITES
from blockfront.games.blocks_in_the_west.options.ch15_new_factories import BRITISH_TRACK, GERMAN_TRACK, WesternFactories
from blockfront.games.blocks_series.options.ch15_new_factories import NewFactories, Track, side_of
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

BUILDERS: Final = ("germany", "uk", "ussr")
GERMAN, BRITISH, SOVIET = range(3)


class JoinedFactories(WesternFactories):
    @rule("BW-R142", "BW-15.1b", "BE-R48")
    def cities_of_tracks(self) -> tuple[Track, ...]:
        """The tracks of the West, and the Soviet one of the East."""
        return GERMAN_TRACK, BRITISH_TRACK, FACTORY_SITES

    @rule("BW-R142", "BW-R144")
    def builders(self, side: int) -> tuple[int, ...]:
        """Each camp of the Allies builds by itself."""
        return (BRITISH, SOVIET) if side == side_of(SOVIET) else (GERMAN,)

    def payer(self, builder: int) -> int:
        return self.rules.tables.power(BUILDERS[builder])

    @rule("BW-R144")
    def ground(self, state: SeriesState, builder: int) -> HexSet:
        """Nobody builds on land that the other camp holds."""
        powers = self.rules.powers
        assert isinstance(powers, CampPowers)
        return super().ground(state, builder) & ~powers.apart(state, self.payer(builder))

    @rule("BW-R144")
    def serves(self, builder: int, block: int) -> bool:
        """A camp builds no units in factories of the other."""
        is_soviet = self.units.power[block] == self.payer(SOVIET)
        return super().serves(builder, block) and is_soviet == (builder == SOVIET)

    @rule("BW-15.1b", "BE-15.1d")
    def full_cities(self, state: SeriesState, kind: int) -> HexSet:
        """Cities of the Soviet track take one new factory of a kind, all others as many as the West allows."""
        soviet = mask_of(city for pair in self.tracks[SOVIET] for city in pair)
        return super().full_cities(state, kind) & ~soviet | NewFactories.full_cities(self, state, kind) & soviet

    @rule("BW-15.1c", "BE-15.1f")
    def spare_cities(self, state: SeriesState, builder: int) -> HexSet:
        """Where to build when the track is full: the Soviets in major cities of their homeland, others in any they hold."""
        return NewFactories.spare_cities(self, state, builder) if builder == SOVIET else super().spare_cities(state, builder)
