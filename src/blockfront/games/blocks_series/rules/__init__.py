"""The chapters that all Blocks games share."""
