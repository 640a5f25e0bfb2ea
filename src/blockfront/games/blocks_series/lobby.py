"""What both Blocks games say of themselves in the lobby. Facts only; nothing here loads the engine."""

from typing import Final

from blockfront.core.game import StandingOrder

STANDING_ORDERS: Final = (  # as `standing_orders` answers them
    StandingOrder("losses", "Take losses", "Among equally strong units the hit goes to the one whose step is cheapest to regain."),
    StandingOrder("stand", "Stand and fight", "Nobody retreats or withdraws from battles."),
    StandingOrder("no_reaction", "Stay grounded", "No air unit flies to the enemy's attacks."),
)
