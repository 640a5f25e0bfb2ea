"""Where a captain's advice is offered to people: setting up, and spending production points."""

from blockfront.ai.proposals import DEPLOYMENT, PRODUCTION
from blockfront.core.game import AnyGame
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.steps.deployment import Deployment
from blockfront.games.eastfront.steps.production import ProductionPhase


def proposed(game: AnyGame, state: EastFrontState) -> str | None:
    assert isinstance(game, EastFront)
    top = game.stack.top(state)
    if top is None:
        return None
    if isinstance(top[0], Deployment):
        return DEPLOYMENT
    return PRODUCTION if isinstance(top[0], ProductionPhase) else None
