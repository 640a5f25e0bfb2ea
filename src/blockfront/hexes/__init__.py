"""Integers and geometry: one int per hex, one int per set of hexes, six masks per kind of hexside."""
