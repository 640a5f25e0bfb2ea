"""Chapter 15 in the East: the production tracks of both sides."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.options.factory_sites import FACTORY_SITES, GERMAN_SITES
from blockfront.games.blocks_series.loading.data_model import PLANTS
from blockfront.games.blocks_series.options.ch15_new_factories import NewFactories, Track
from blockfront.games.blocks_series.state import AXIS

SOVIET_PLANTS: Final = 2  # the Soviets may build only the first kinds in PLANTS


class EasternFactories(NewFactories):
    @rule("BE-R48")
    def cities_of_tracks(self) -> tuple[Track, ...]:
        return GERMAN_SITES, FACTORY_SITES

    @rule("BE-11.2d")
    def plants(self, builder: int) -> int:
        """How many kinds of plants a builder may build; only Germany builds hydrogenation plants."""
        return len(PLANTS) if builder == AXIS else SOVIET_PLANTS
