"""Exact odds of battles in the East."""

from blockfront.games.blocks_series.odds import battle_odds, odds_from_view

__all__ = ["battle_odds", "odds_from_view"]
