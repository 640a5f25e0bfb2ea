"""Chapter 14 in the West: hills are hard for horses in any weather."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.options.ch14_terrain import TerrainMovement


class WesternTerrain(TerrainMovement):
    @rule("BW-14.0h")
    def cavalry_cost(self, kind: str, weather: int) -> int:
        """Horses get through everything but mountains and hills."""
        return self._cost(kind, weather) if kind == "hill" else super().cavalry_cost(kind, weather)
