"""A side's turns after the last Production of a game that is counted in points: chances to win are compared, not expected points.

A side that is behind has nothing to lose, one that is ahead nothing to gain: plans are played out to the end, with dice,
against several armies that the fog allows and in either weather that may come.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from random import Random
from statistics import mean
from typing import Final

from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.outlook import enough
from blockfront.ai.eastfront.search.foresight import Foresight
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import EastFrontState

WORLDS: Final = 4  # hidden enemies
TIMES: Final = 8  # rolls of the dice in each
TIMES_IN_BLITZ: Final = 2  # a second movement is planned anew after every roll
TIMES_ANSWERED: Final = 1  # and so is every turn to come
DRAWN: Final = 0.25  # of a victory that a draw is worth
A_POINT: Final = 0.002  # of a victory, so that of equal chances the higher count is taken
BLUR: Final = 3.0  # points by which the end may well differ from what is foreseen a Fortnight before
SHARP: Final = 0.1  # in the last turn a point more or less decides


class LastMonth:
    """The chance to win from positions of the last month, played out with dice."""

    def __init__(self, game: EastFront, knowledge: Knowledge, rng: Random) -> None:
        self.rules, self.is_answered = game.rules, knowledge.is_answered
        self.worlds = [(Foresight(game, knowledge, Random(rng.random()), odd=bool(i % 2)), rng.random()) for i in range(WORLDS)]
        self.enough = enough(game.rules)
        self.blur = BLUR if knowledge.worth.turns else SHARP

    def merit(self, after: EastFrontState, staying: list[int], blitzing: Sequence[int], spent: int) -> float:
        """Of a position after movement, with the headquarters that stay active, those that blitz, and the command steps spent.

        All plans meet the same dice.
        """
        times = TIMES_ANSWERED if self.is_answered else TIMES_IN_BLITZ if blitzing else TIMES
        price = self.rules.tables.numbers.points_per_command_value * spent
        ends = [end for world, seed in self.worlds for end in world.ends(after, staying, blitzing, times, Random(seed))]
        return mean(self._worth(end - price) for end in ends)

    def _worth(self, advantage: int) -> float:
        won, kept = self._chance(advantage - self.enough), self._chance(advantage + self.enough - 1)
        return won + DRAWN * (kept - won) + A_POINT * advantage

    def _chance(self, ahead: int) -> float:
        """That at least as many points as were needed are there in the end."""
        return 0.5 + 0.5 * tanh((ahead + 0.5) / self.blur / 2.0)
