"""Chapter 14 in the West: hills slow cavalry in any weather."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.options.ch14_terrain import TerrainMovement


class WesternTerrain(TerrainMovement):
    @rule("BW-14.0h")
    def cavalry_cost(self, kind: str, weather: int) -> int:
        """Cavalry moves easily everywhere except in mountains and hills, where it pays the full cost."""
        return self._cost(kind, weather) if kind == "hill" else super().cavalry_cost(kind, weather)
