"""Positions to try rules in, and odds of battles written as text."""
