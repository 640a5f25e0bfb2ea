"""Facts of Proving Ground, loadable without its engine."""

from typing import Final

from blockfront.core.game import Scenario, StandingOrder, Title
from blockfront.core.options import Option, Preset
from blockfront.core.sides import Side

BLUE: Final = Side(0)
RED: Final = Side(1)

_LEVELS: Final = (
    Preset(
        id="basic",
        name="Basic",
        explanation="The plain rules.",
    ),
    Preset(
        id="advanced",
        name="Advanced",
        explanation="Weather and fighting in the streets.",
        options=("weather", "street_fighting"),
    ),
)

TAKE_LOSSES: Final = "take_losses"
WITHDRAW: Final = "withdraw"

TITLE: Final = Title(
    id="proving_ground",
    name="Proving Ground",
    sides=("blue", "red"),
    scenarios=(
        Scenario(
            "border_incident",
            "Border Incident",
            "Two equal forces meet at the river Arn.",
            "6 turns, ten minutes",
            complexity=1,
        ),
        Scenario(
            "river_crossing",
            "River Crossing",
            "Blue holds Stonebridge; Red has eight turns to take it.",
            "8 turns, a quarter of an hour",
            complexity=1,
        ),
    ),
    options=(
        Option("weather", "Weather", "A die each turn may bring mud, which slows every block.", ("PG-9.1", "PG-9.2")),
        Option("street_fighting", "Street fighting", "Towns and bases protect their defenders.", ("PG-10.1",)),
    ),
    levels=_LEVELS,
    standing_orders=(
        StandingOrder(TAKE_LOSSES, "Take losses", "Among equally strong blocks the first takes the loss."),
        StandingOrder(WITHDRAW, "Break off", "Every attack ends after its first round."),
    ),
    clause_prefixes=("PG",),
)
