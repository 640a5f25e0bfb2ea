"""Play, study and let machines play the great block wargames of the Second World War."""

__version__ = "0.2.0"
