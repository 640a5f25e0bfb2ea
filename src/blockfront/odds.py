"""Exact odds of battles given as text, for every title that has them.

    >>> from blockfront.odds import battle_odds, while_at_least
    >>> rounds = battle_odds("Rostov | axis: armor 4, infantry 3 | soviet: infantry 3", rounds=2, goes_on=while_at_least(1.0))
    >>> round(rounds[-1].clears, 3)
    0.034

Odds under fog come from a title's own `odds_from_view`, which knows what a viewer can hold possible.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from blockfront.blocks.battle_course import GoesOn, RoundOdds, always, while_at_least
from blockfront.games import catalogue

__all__ = ["GoesOn", "RoundOdds", "always", "battle_odds", "while_at_least"]


def battle_odds(text: str, *, title: str = "eastfront", rounds: int = 1, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """What the battle may have brought by the end of each round; the side named first attacks."""
    facts = catalogue.title(title)
    module = f"blockfront.games.{facts.id}.odds_text"
    if find_spec(module) is None:
        known = ", ".join(other.id for other in catalogue.titles() if find_spec(f"blockfront.games.{other.id}.odds_text"))
        raise ValueError(f"{facts.name} has no odds yet; there are those of {known}")
    odds_of_text: Callable[[str, int, GoesOn], tuple[RoundOdds, ...]] = import_module(module).odds_of_text
    return odds_of_text(text, rounds, goes_on)
