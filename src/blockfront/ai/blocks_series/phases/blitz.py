"""Blitz: armour that moves on into the next hex."""

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import BlitzMove, EndPhase, Resolve
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.state import SeriesState

LEAST: Final = 0.6  # least gain for which a blitz move is made
CHANCE: Final = 0.5  # least chance of clearing the hex
POCKET: Final = 8.0  # cost of going on into an empty hex where the enemy can cut off supply
LAST_CHANCE: Final = 0.1  # the same on the last day for the place that decides the game


class Spearhead:
    """Decides whether armour goes on into the next hex."""

    def __init__(self, game: SeriesGame, state: SeriesState, side: int, weights: Weights) -> None:
        self.rules, self.state, self.side = game.rules, state, side
        self.mover = Mover(game, state, side, weights)

    def blitz(self, legal: Sequence[Action]) -> Action:
        """Returns the best blitz move worth making; a battle that has already been entered is fought."""
        joining = [action for action in legal if isinstance(action, BlitzMove)]
        battle = next((action for action in legal if isinstance(action, Resolve)), None)
        worth = {action: self._worth(action) for action in joining}
        best = max(joining, key=lambda a: (worth[a], -a.block, -a.to), default=None)
        if battle is not None:
            return best if best is not None and worth[best] > 0 else battle
        if best is not None and worth[best] > LEAST:
            return best
        return EndPhase() if EndPhase() in legal else legal[0]

    def _worth(self, action: BlitzMove) -> float:
        mover, state = self.mover, self.state
        if state.occupied[1 - self.side] >> action.to & 1:
            mine = self.rules.fire.units_at(state, action.to, self.side)
            defenders = self.rules.fire.units_at(state, action.to, 1 - self.side)
            found = mover.estimator.estimate([*mine, action.block], defenders, action.to)
            last = mover.ground.one_goal and mover.ground.is_last_turn(state) and action.to in mover.ground.wanted
            gain = mover.gain(action.to, [action.block], found) if found.clears > (LAST_CHANCE if last else CHANCE) else -1.0
            if mine and mover.weights.exposed:
                gain -= max(0.0, mover.gain(action.to, [], mover.estimator.estimate(mine, defenders, action.to)))  # what others bring alone
            return gain - self._left_behind(action)
        nearer = mover.worth(action.block, action.to) - mover.worth(action.block, state.location[action.block])
        return nearer - self._left_behind(action) - (POCKET if self._may_be_cut_off(action) else 0.0)

    def _may_be_cut_off(self, action: BlitzMove) -> bool:
        """Says whether armour leaves a place where its supply is safe for one where the enemy's next turn may cut it.

        This is asked where parachutists are played, as in the short campaigns of the West: a spearhead without supply cannot attack.
        """
        ground, state = self.mover.ground, self.state
        if not isinstance(self.rules.airborne, AirborneAssaults) or not ground.attacks or ground.is_last_turn(state):
            return False
        safe = self.mover.exposure.safe.get(self.rules.units.power[action.block], 0)
        return bool(safe >> state.location[action.block] & 1 and not safe >> action.to & 1)

    def _left_behind(self, action: BlitzMove) -> float:
        return self.mover.caution.left_behind(action.block) if self.mover.weights.exposed else 0.0
