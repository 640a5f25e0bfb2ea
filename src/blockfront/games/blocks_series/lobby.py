"""What the lobby shows about the Blocks games. Facts only; nothing here loads the engine."""

from typing import Final

from msgspec.structs import replace

from blockfront.core.game import StandingOrder
from blockfront.core.options import Option

ADVANCED: Final = "advanced"

STANDING_ORDERS: Final = (  # as `standing_orders` answers them
    StandingOrder("losses", "Take losses", "Among equally strong units the hit goes to the one whose step is cheapest to regain."),
    StandingOrder("stand", "Stand and fight", "Nobody retreats or withdraws from battles."),
    StandingOrder("no_reaction", "Stay grounded", "No air unit flies to the enemy's attacks."),
)

_SHARED: Final = (
    Option(
        id="terrain_details",
        name="Terrain in detail",
        explanation=(
            "Armour may not enter mountains and suffers more in swamps; in bad weather only mountain units climb. Mountain units and "
            "cavalry move more easily."
        ),
    ),
    Option(
        id="reconnaissance",
        name="Air reconnaissance",
        explanation=(
            "Headquarters of the air force may look at enemy hexes. Attacking aircraft and guns fire with a malus in the first round at "
            "what was not seen; modern ones choose their targets where it was. Revealed units stay revealed until the end of the turn."
        ),
        needs=(ADVANCED,),
    ),
    Option(
        id="jericho",
        name="Trumpets of Jericho",
        explanation=(
            "German dive bombers at full strength roll two more dice against scouted troops in clear country, in good weather and where "
            "no enemy fighter is in the battle."
        ),
        needs=("reconnaissance",),
    ),
    Option(
        id="cancel_bonus_malus",
        name="Bonus and malus cancel",
        explanation="For one unit at one time, a bonus and a malus cancel each other.",
    ),
    Option(
        id="open_blocks",
        name="Open blocks",
        explanation="Everybody sees every unit: no fog of war.",
    ),
)


def shared_option(option_id: str, *clauses: str) -> Option:
    """An option that several games offer with the same words, citing the clauses of one book."""
    return replace(next(option for option in _SHARED if option.id == option_id), clauses=clauses)
