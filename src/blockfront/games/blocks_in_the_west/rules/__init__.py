"""The rules of Blocks in the West that differ from the series, by chapter. Each applies only to western powers, units or hexes."""
