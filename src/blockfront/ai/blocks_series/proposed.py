"""Which decisions of the Blocks games a machine can propose to people."""

from typing import Any

from blockfront.ai.proposals import DEPLOYMENT, PRODUCTION, kind_of_step
from blockfront.core.game import AnyGame
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.steps.deployment import Deployment
from blockfront.games.blocks_series.steps.production import ProductionPhase


def proposed(game: AnyGame, state: Any) -> str | None:
    """Returns the kind of pending decision if a machine's proposal may help people there, else None."""
    assert isinstance(game, SeriesGame)
    return kind_of_step(game, state, {Deployment: DEPLOYMENT, ProductionPhase: PRODUCTION})
