"""How a captain judges a position that he sees whole, to tell the turns in which a game turned."""

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
    """What the Axis has gained between two positions, both at the prices of the first: that time passes is no loss."""
    return _worth(game, after, before) - _worth(game, before, before)


def points(game: EastFront, state: EastFrontState) -> float | None:
    """The Axis' advantage as the points stand; None where none are counted in the end."""
    last = game.rules.chain[-1]
    return None if last.facts.without_victory or last.occupations else float(advantage(game.rules, state, AXIS))


def _worth(game: EastFront, state: EastFrontState, priced: EastFrontState) -> float:
    """Units, lines and battles that go on, for the Axis; headquarters are left out, since they are spent and come back."""
    rules, there = game.rules, state.copy()
    there.month, there.half, there.place_in_chain, there.derived = priced.month, priced.half, priced.place_in_chain, {}
    rules.control.determine(there)
    total = 0.0
    for side, sign in ((AXIS, 1.0), (SOVIET, -1.0)):
        knowledge = Knowledge(rules, there, side, open_book=True)
        ground = Ground(knowledge)
        battles = Appraisal(ground, rules.board.playable).battles(there).gain
        total += sign * (ground.front.lines(there) / 2 + GOING_ON * battles)  # each side's lines count the other's as well
        for block in rules.order.of_side[side]:
            if there.location[block] >= 0 and not rules.units.is_hq[block]:
                total += sign * (there.steps[block] * knowledge.worth.step[block] + knowledge.worth.life[block])
    return total


EXPECTATION: Final = Expectation("captain", swing, points)
