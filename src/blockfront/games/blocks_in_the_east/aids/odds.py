"""Exact odds of battles in the East."""

from blockfront.games.blocks_series.aids.odds import battle_odds, possible

__all__ = ["battle_odds", "possible"]
