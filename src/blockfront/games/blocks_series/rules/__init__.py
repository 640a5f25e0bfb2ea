"""The chapters both Blocks games share."""
