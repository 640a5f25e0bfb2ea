"""Chapter 7: the phases of a turn."""
