"""Plans tried out before one is chosen."""
