"""Properties that every game must have, as functions that can be run against any title: random play, fog, block counts."""
