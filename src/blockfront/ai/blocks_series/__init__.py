"""Machine players of the Blocks series."""
