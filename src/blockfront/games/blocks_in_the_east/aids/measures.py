"""What is counted of a game of Blocks in the East: as in the series."""

from blockfront.games.blocks_series.aids.measures import MEASURES

__all__ = ["MEASURES"]
