"""Judges positions of a finished game, with everything visible, to find the turns that decided it."""

from typing import Final

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.outlook import advantage
from blockfront.ai.eastfront.search.foresight import GOING_ON
from blockfront.ai.expectation import Expectation
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState


def swing(game: EastFront, before: EastFrontState, after: EastFrontState) -> float:
    """Returns what the Axis gained between two positions; both use the prices of the first, so that passing time is no loss."""
    return _worth(game, after, before) - _worth(game, before, before)


def points(game: EastFront, state: EastFrontState) -> float | None:
    """Returns the Axis' current advantage in points; None if the game is not decided by points."""
    last = game.rules.chain[-1]
    return None if last.facts.without_victory or last.occupations else float(advantage(game.rules, state, AXIS))


def _worth(game: EastFront, state: EastFrontState, priced: EastFrontState) -> float:
    """Returns the Axis' balance of units, lines and battles; headquarters are left out, since their steps are spent and restored."""
    rules, there = game.rules, state.copy()
    there.month, there.half, there.place_in_chain, there.derived = priced.month, priced.half, priced.place_in_chain, {}
    rules.control.determine(there)
    total = 0.0
    for side, sign in ((AXIS, 1.0), (SOVIET, -1.0)):
        knowledge = Knowledge(rules, there, side, open_book=True)
        ground = Ground(knowledge)
        battles = Appraisal(ground, rules.board.playable).battles(there).gain
        total += sign * (ground.front.lines(there) / 2 + GOING_ON * battles)  # halved, because each side's lines include the other's
        for block in rules.order.of_side[side]:
            if there.location[block] >= 0 and not rules.units.is_hq[block]:
                total += sign * (there.steps[block] * knowledge.worth.step[block] + knowledge.worth.life[block])
    return total


EXPECTATION: Final = Expectation("captain", swing, points)
