"""What the charts of a game of EastFront count: production levels, victory points, dice and losses."""

from typing import Any, cast

from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.measures import BySide, Income, Roll
from blockfront.core.sides import SPECTATOR, Side
from blockfront.games.eastfront.events import Eliminated, LostStep, Rolled, Starved
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.view import EastFrontView

PEACEFUL = frozenset(("disbanded", "withdrawn"))


class EastFrontMeasures:
    def known(self, game: AnyGame, view: EastFrontView) -> dict[str, BySide]:
        return {"production": view.levels if any(view.levels) else (None, None)}

    def true(self, game: AnyGame, state: EastFrontState) -> dict[str, BySide]:
        victory = _rules(game).victory
        return {"victory_points": (victory.axis_score(state).total, victory.soviet_score(state).total)}

    def roll(self, event: Event) -> Roll | None:
        if not isinstance(event, Rolled):
            return None
        dice = len(event.faces)
        return Roll(event.side, dice, event.hits, ((dice, max(0, 7 - event.lowest) / 6),))

    def loss(self, game: AnyGame, event: Event, viewer: Side | None) -> int | None:
        if isinstance(event, LostStep | Eliminated):
            return None if event.cause in PEACEFUL else int(_rules(game).units.side[event.block])
        is_news = isinstance(event, Starved) and viewer is not None and viewer != SPECTATOR  # the owner gets a LostStep instead
        return 1 - cast(int, viewer) if is_news else None

    def income(self, game: AnyGame, event: Event) -> Income | None:
        return None


def _rules(game: AnyGame) -> Any:
    return cast(EastFront, game).rules


MEASURES = EastFrontMeasures()
