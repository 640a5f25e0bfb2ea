"""Strategic rail moves: who is far from where he is needed goes by train."""

from typing import Final

from blockfront.ai.titles.blocks_in_the_east.ground import Ground
from blockfront.ai.titles.blocks_in_the_east.weights import Weights
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import EndPhase, RailMove
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState

WORTH_A_POINT: Final = 4.0  # movement points saved that are worth a production point
MOST: Final = 5


class Railwayman:
    def __init__(self, game: SeriesGame, state: SeriesState, side: int, weights: Weights, ground: Ground) -> None:
        self.game, self.rules, self.side, self.weights, self.ground = game, game.rules, side, weights, ground
        self.state = state.copy()
        self.needs = self._needs()

    def _needs(self) -> list[float]:
        """Movement points to where units are wanted: the goals, or places worth keeping that the enemy is near to."""
        if self.ground.attacks:
            return self.ground.way
        board, enemy = self.rules.board, self.state.occupied[1 - self.side]
        most = max(self.ground.kept.values(), default=0.0)
        pressed = [hex_ for hex_, weight in self.ground.kept.items() if weight == most or board.within(hex_, 6) & enemy]
        return self.ground.ways_to(self.state, pressed, self.side) if pressed else self.ground.way

    def plan(self) -> tuple[Action, ...]:
        found: list[Action] = []
        rail, units = self.rules.rail, self.rules.units
        for _ in range(MOST):
            best: tuple[float, RailMove] | None = None
            for block in rail.movable(self.state, self.side):
                if not units.is_combat[block] or units.is_static[block] or self._is_needed_here(block):
                    continue
                for move in rail.moves(self.state, block):
                    assert isinstance(move, RailMove)
                    gain = self.needs[self.state.location[block]] - self.needs[move.to]
                    if best is None or gain > best[0]:
                        best = gain, move
            if best is None or best[0] < WORTH_A_POINT:
                break
            found.append(best[1])
            self.game.apply(self.state, best[1], self.game.title.side(self.rules.sides[self.side]))
        return (*found, EndPhase())

    def _is_needed_here(self, block: int) -> bool:
        return not self.ground.attacks and self.ground.kept.get(self.state.location[block], 0.0) > 0
