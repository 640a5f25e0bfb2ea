"""The war as a whole: both Blocks games on one map of Europe. Not to be played yet: the map, and what both titles share."""
