"""What is counted of a Blocks game: production points received, dice and losses."""

from typing import Any, cast

from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.measures import BySide, Income, Roll
from blockfront.core.sides import Side
from blockfront.games.blocks_series.events import Eliminated, LostStep, Received, Rolled, Surrendered
from blockfront.games.blocks_series.game import SeriesGame


class SeriesMeasures:
    def known(self, game: AnyGame, view: Any) -> dict[str, BySide]:
        return {}

    def true(self, game: AnyGame, state: Any) -> dict[str, BySide]:
        return {}

    def roll(self, event: Event) -> Roll | None:
        if not isinstance(event, Rolled):
            return None
        shots = tuple((dice, max(0, 7 - lowest) / 6) for _, dice, lowest in event.shots)
        return Roll(event.side, len(event.faces), event.hits, shots)

    def loss(self, game: AnyGame, event: Event, viewer: Side | None) -> int | None:
        is_loss = isinstance(event, LostStep | Eliminated | Surrendered)
        return int(_rules(game).units.side[cast(Eliminated, event).block]) if is_loss else None

    def income(self, game: AnyGame, event: Event) -> Income | None:
        if not isinstance(event, Received):
            return None
        return Income(_rules(game).tables.powers[event.power].side, sum(event.points))


def _rules(game: AnyGame) -> Any:
    return cast(SeriesGame, game).rules


MEASURES = SeriesMeasures()
