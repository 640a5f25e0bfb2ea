"""What Blocks in the East answers differently from the series."""
