"""Hexes as integers: one int per hex, one int per set of hexes, six masks per kind of hexside."""
