"""The rules of Blocks in the East that differ from the series."""
