"""Blocks in the West in the lobby: its scenarios and options. Facts only; nothing here loads the engine."""

from typing import Final

from blockfront.core.game import Scenario, StandingOrder, Title
from blockfront.games.blocks_in_the_west.title_options import OPTIONS

_STANDING_ORDERS: Final = (  # as `blocks_series.standing_orders` answers them
    StandingOrder("losses", "Take losses", "Among equally strong units the hit goes to the one whose step is cheapest to regain."),
    StandingOrder("stand", "Stand and fight", "Nobody retreats or withdraws from battles."),
    StandingOrder("no_reaction", "Stay grounded", "No air unit flies to the enemy's attacks."),
)

_SCENARIOS: Final = (
    Scenario(
        id="sbw1",
        name="The Gothic Line",
        summary=(
            "April and May 1945: the last Allied attack in Italy, out of the Apennines and across the Po to the Alps. Behind the front "
            "the occupiers had murdered whole villages; in the cities the partisans rose. Two turns with two dozen blocks: a good "
            "beginning."
        ),
        length="2 months, half an hour",
        complexity=1,
    ),
    Scenario(
        id="sbw2",
        name="Ardennes 1944",
        summary=(
            "December 1944 and January 1945: the German army throws its last reserves through the snow at Antwerp, under clouds that keep "
            "all aircraft on the ground. It gained a bulge and six weeks; prisoners and villagers were shot on the way."
        ),
        length="2 months, an hour",
        complexity=2,
    ),
    Scenario(
        id="sbw3",
        name="Fall Gelb",
        summary=(
            "May and June 1940: neutral neighbours are overrun, and the Allies choose in secret how far they go to meet the attack. Six "
            "weeks later France had asked for an armistice, and eight million people were on the roads."
        ),
        length="2 months, an hour or two",
        complexity=2,
    ),
)

TITLE: Final = Title(
    id="blocks_in_the_west",
    name="Blocks in the West",
    sides=("axis", "allies"),
    scenarios=_SCENARIOS,
    options=OPTIONS,
    standing_orders=_STANDING_ORDERS,
    clause_prefixes=("BW",),
    publisher="VentoNuovo Games",
)
