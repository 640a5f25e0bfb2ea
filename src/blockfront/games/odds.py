"""Exact odds of battles, for every title that has them: of a battle given as text, or of one that a viewer sees through the fog.

    >>> from blockfront.games.odds import battle_odds, while_at_least
    >>> rounds = battle_odds("Rostov | axis: armor 4, infantry 3 | soviet: infantry 3", rounds=2, goes_on=while_at_least(1.0))
    >>> round(rounds[-1].clears, 3)
    0.034
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from blockfront.blocks.battle_odds.course import GoesOn, RoundOdds, always, averaged, while_at_least
from blockfront.blocks.contract import BattleOdds
from blockfront.games import catalogue

__all__ = ["GoesOn", "RoundOdds", "always", "battle_odds", "has_odds", "odds_from_view", "odds_over", "while_at_least"]


def battle_odds(text: str, *, title: str = "eastfront", rounds: int = 1, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """Exact odds of a battle written as text, by the end of each round; the side named first attacks."""
    return _of(title).of_text(text, rounds, goes_on)


def has_odds(title: str) -> bool:
    """Whether there are odds of a title's battles."""
    return catalogue.contract(title).odds is not None


def odds_from_view(
    game: Any, view: Any, hex_: int, rng: Random, *, guesses: int = 64, rounds: int = 1, goes_on: GoesOn = always
) -> tuple[RoundOdds, ...]:
    """Odds of the battle in a hex over what a viewer knows, by the end of each round.

    Unknown blocks are any that he cannot rule out: exact for each guess at them, averaged over many guesses.
    """
    return odds_over(game, (game.guess(view, rng) for _ in range(guesses)), hex_, rounds=rounds, goes_on=goes_on)


def odds_over(game: Any, states: Iterable[Any], hex_: int, *, rounds: int = 1, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """Odds of the battle in a hex for somebody who holds all these positions equally possible."""
    possible = _of(game.title.id).possible
    return averaged((possible(game.rules, state, hex_) for state in states), rounds, goes_on)


def _of(title: str) -> BattleOdds:
    found = catalogue.contract(title).odds
    if found is None:
        known = ", ".join(other.id for other in catalogue.titles() if has_odds(other.id))
        raise ValueError(f"{catalogue.title(title).name} has no odds yet; there are those of {known}")
    return found
