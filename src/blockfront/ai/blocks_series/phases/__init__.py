"""The decisions of each phase."""
