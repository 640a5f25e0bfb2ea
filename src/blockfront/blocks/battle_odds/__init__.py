"""Exact odds of battles between blocks: volleys, battles of several rounds, and a fast version for one round."""
