"""Which decisions of EastFront a captain proposes to people: setting up and spending production points."""

from blockfront.ai.proposals import DEPLOYMENT, PRODUCTION, kind_of_step
from blockfront.core.game import AnyGame
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.steps.deployment import Deployment
from blockfront.games.eastfront.steps.production import ProductionPhase


def proposed(game: AnyGame, state: EastFrontState) -> str | None:
    """Returns the kind of pending decision if a captain's proposal may help people there, else None."""
    assert isinstance(game, EastFront)
    return kind_of_step(game, state, {Deployment: DEPLOYMENT, ProductionPhase: PRODUCTION})
