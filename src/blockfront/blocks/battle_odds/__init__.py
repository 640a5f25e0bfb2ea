"""Exact odds of battles between blocks: volleys, battles of several rounds, and one round quickly."""
