"""Judges what positions, battles and places are worth."""
