"""Who goes where."""
