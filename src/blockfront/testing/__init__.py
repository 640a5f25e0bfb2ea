"""Properties that every game must have, as functions anyone can run against a title: random play, fog, block counts."""
