"""Land, water and terrain."""
