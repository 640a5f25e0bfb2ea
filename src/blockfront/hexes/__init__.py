"""hexes."""
