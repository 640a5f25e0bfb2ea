"""Turns after the last Production of a game decided by points: compares chances to win, not expected points.

A side that is behind has nothing to lose, one that is ahead nothing to gain. Plans are played out to the end, with dice, against
several guessed armies and in each weather that may come.
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

WORLDS: Final = 4  # guessed enemies
TIMES: Final = 8  # rolls of the dice against each
TIMES_IN_BLITZ: Final = 2  # the same with a blitz, whose second movement is planned again after every roll
TIMES_ANSWERED: Final = 1  # the same if the enemy answers, when every turn to come is planned again
DRAWN: Final = 0.25  # share of a victory that a draw is worth
A_POINT: Final = 0.002  # share of a victory that a point is worth, to decide between equal chances
BLUR: Final = 3.0  # points by which the end may differ from what is foreseen a Fortnight before
SHARP: Final = 0.1  # the same in the last turn, when every point decides


class LastMonth:
    """Works out the chance to win from positions of the last month by playing them out with dice."""

    def __init__(self, game: EastFront, knowledge: Knowledge, rng: Random) -> None:
        self.rules, self.is_answered = game.rules, knowledge.is_answered
        self.worlds = [(Foresight(game, knowledge, Random(rng.random()), odd=bool(i % 2)), rng.random()) for i in range(WORLDS)]
        self.enough = enough(game.rules)
        self.blur = BLUR if knowledge.worth.turns else SHARP
        self.price = game.rules.tables.numbers.points_per_command_value if knowledge.worth.counts_points else 0

    def merit(self, after: EastFrontState, staying: list[int], blitzing: Sequence[int], spent: int) -> float:
        """Returns the chance to win from a position after movement.

        `staying` are the headquarters still active, `blitzing` those that blitz, `spent` the command steps used.
        All plans get the same dice.
        """
        times = TIMES_ANSWERED if self.is_answered else TIMES_IN_BLITZ if blitzing else TIMES
        ends = [end for world, seed in self.worlds for end in world.ends(after, staying, blitzing, times, Random(seed))]
        return mean(self._worth(end - self.price * spent) for end in ends)

    def _worth(self, advantage: int) -> float:
        won, kept = self._chance(advantage - self.enough), self._chance(advantage + self.enough - 1)
        return won + DRAWN * (kept - won) + A_POINT * advantage

    def _chance(self, ahead: int) -> float:
        """Returns the chance that the final points suffice, given how many are ahead of what is needed now."""
        return 0.5 + 0.5 * tanh((ahead + 0.5) / self.blur / 2.0)
