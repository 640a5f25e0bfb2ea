"""Judges positions of a finished game, with everything visible, to find the turns that decided it."""

from typing import Final

from blockfront.ai.blocks_series.search.rehearsal import GOAL, appraise
from blockfront.ai.expectation import Expectation
from blockfront.core.sides import Side
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState

FIRST: Final = Side(0)


def swing(game: SeriesGame, before: SeriesState, after: SeriesState) -> float:
    """Returns what the first side has gained between two positions, in units of one decisive place."""
    return (appraise(game, after, FIRST) - appraise(game, before, FIRST)) / GOAL


def points(game: SeriesGame, state: SeriesState) -> float | None:
    """Returns None: scenarios count different things in the end, so only the judgement is used."""
    return None


EXPECTATION: Final = Expectation("general", swing, points)
