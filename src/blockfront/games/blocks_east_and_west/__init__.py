"""The war as a whole: both Blocks games on one map of Europe."""
