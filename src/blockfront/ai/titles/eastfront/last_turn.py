"""A side's last turn in a game that is counted in points: chances to win are compared, not expected points.

Who is behind has nothing to lose, who is ahead nothing to gain: plans are played out many times, with dice, against several armies
that the fog allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import Final

from blockfront.ai.titles.eastfront.foresight import Foresight
from blockfront.ai.titles.eastfront.knowledge import Knowledge
from blockfront.ai.titles.eastfront.outlook import enough
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import EastFrontState

WORLDS: Final = 4  # hidden enemies
TIMES: Final = 8  # rolls of the dice in each
TIMES_IN_BLITZ: Final = 2  # a second movement is planned anew after every roll
TIMES_ANSWERED: Final = 1  # and so is the enemy's turn
DRAWN: Final = 0.25  # of a victory that a draw is worth
A_POINT: Final = 0.002  # of a victory, so that of equal chances the higher count is taken


class LastTurn:
    def __init__(self, game: EastFront, knowledge: Knowledge, rng: Random) -> None:
        self.rules, self.rng, self.is_answered = game.rules, rng, knowledge.is_answered
        self.worlds = [Foresight(game, knowledge, Random(rng.random())) for _ in range(WORLDS)]
        self.enough = enough(game.rules)

    def merit(self, after: EastFrontState, staying: list[int], blitzing: Sequence[int], spent: int) -> float:
        """Of a position after movement, with the headquarters that stay active, those that blitz, and the command steps spent."""
        times = TIMES_ANSWERED if self.is_answered else TIMES_IN_BLITZ if blitzing else TIMES
        price = self.rules.tables.numbers.points_per_command_value * spent
        return mean(self._worth(end - price) for world in self.worlds for end in world.ends(after, staying, blitzing, times, self.rng))

    def _worth(self, advantage: int) -> float:
        result = 1.0 if advantage >= self.enough else 0.0 if advantage <= -self.enough else DRAWN
        return result + A_POINT * advantage
