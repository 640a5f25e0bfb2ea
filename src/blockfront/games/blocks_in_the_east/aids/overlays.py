"""What can be laid over the map: as in every game of the series."""

from blockfront.games.blocks_series.aids.overlays import KINDS, modifiers, overlay, way

__all__ = ["KINDS", "modifiers", "overlay", "way"]
