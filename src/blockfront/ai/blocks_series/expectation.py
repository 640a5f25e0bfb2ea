"""How a general judges a position that he sees whole, to tell the turns in which a game turned."""

from typing import Final

from blockfront.ai.blocks_series.search.rehearsal import GOAL, appraise
from blockfront.ai.expectation import Expectation
from blockfront.core.sides import Side
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState

FIRST: Final = Side(0)


def swing(game: SeriesGame, before: SeriesState, after: SeriesState) -> float:
    """What the first side has gained, counted in places that decide."""
    return (appraise(game, after, FIRST) - appraise(game, before, FIRST)) / GOAL


def points(game: SeriesGame, state: SeriesState) -> float | None:
    """The judgement stands alone: what is counted in the end differs from scenario to scenario."""
    return None


EXPECTATION: Final = Expectation("general", swing, points)
