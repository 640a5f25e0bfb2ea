"""Chapter 15 in the West: the production tracks (the rules have one pair, the others are ours) and the limit of factories in a city."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.loading.data_model import PLANTS
from blockfront.games.blocks_series.options.ch15_new_factories import NewFactories, Track
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

GERMAN_TRACK: Final[Track] = (
    ("Berlin", "Frankfurt"),
    ("Kassel", "Magdeburg"),
    ("Hannover", "Bremen"),
    ("Nuremberg", "Vienna"),
    ("Ruhr", "Dresden"),
    ("Prague", "Munich"),
)
BRITISH_TRACK: Final[Track] = (
    ("Birmingham", "Coventry"),
    ("Manchester", "Liverpool"),
    ("Bristol", "Cardiff"),
    ("London", "Southampton"),
    ("Leeds", "Hull"),
    ("Glasgow", "Newcastle"),
)
BUILDERS: Final = ("germany", "uk")  # the power that pays, for each builder
USUAL_LIMIT: Final = 2  # factories of one kind in a city
LIMITS: Final = {("Berlin", "armour"): 4, ("Ruhr", "armour"): 3, ("Magdeburg", "armour"): 1}
BRITISH_PLANTS: Final = 2  # Great Britain may build only the first kinds in PLANTS


class WesternFactories(NewFactories):
    @rule("BW-15.1b", "BW-15.1e")
    def cities_of_tracks(self) -> tuple[Track, ...]:
        return GERMAN_TRACK, BRITISH_TRACK

    def payer(self, builder: int) -> int:
        return self.rules.tables.power(BUILDERS[builder])

    @rule("BW-15.0a", "BW-11.2d")
    def plants(self, builder: int) -> int:
        """How many kinds of plants a builder may build; only Germany builds hydrogenation plants."""
        return len(PLANTS) if self.rules.tables.powers[self.payer(builder)].id == "germany" else BRITISH_PLANTS

    @rule("BW-15.1b")
    def full_cities(self, state: SeriesState, kind: int) -> HexSet:
        """Cities that have as many factories of a kind as they can take; printed factories count too."""
        number: dict[int, int] = {}
        for site in self.sites(state):
            if site.kind == PLANTS[kind]:
                number[site.hex] = number.get(site.hex, 0) + site.value
        waiting = [hex_ for _, hex_, other, month in state.built if other == kind and month > state.month]
        for hex_ in waiting:
            number[hex_] = number.get(hex_, 0) + 1
        limits = {self.board.hex(place): most for (place, plant), most in LIMITS.items() if plant == PLANTS[kind]}
        return mask_of(hex_ for hex_, count in number.items() if count >= limits.get(hex_, USUAL_LIMIT))

    @rule("BW-15.1c")
    def spare_cities(self, state: SeriesState, builder: int) -> HexSet:
        """Cities for a factory when its track has none: any major city of the owner, even beyond the limit."""
        return self.board.majors
