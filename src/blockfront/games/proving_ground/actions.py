"""The decisions of Proving Ground."""

from typing import Final

from blockfront.blocks.block_choices import BlockToHex
from blockfront.core.actions import Action


class ChoosePlan(Action, frozen=True):
    plan: int  # index into the plans


class Arrive(BlockToHex, frozen=True):
    """Bring a reserve block onto the map."""


class EndReserves(Action, frozen=True):
    pass


class Activate(Action, frozen=True):
    """Turn the headquarters up and give command."""


class Hold(Action, frozen=True):
    """Leave the headquarters hidden."""


class Move(BlockToHex, frozen=True):
    pass


class EndMovement(Action, frozen=True):
    pass


class Fight(Action, frozen=True):
    """Resolve the battle in a hex next."""

    target: int


class TakeLoss(Action, frozen=True):
    block: int


class Press(Action, frozen=True):
    """Another round of fire."""


class Withdraw(Action, frozen=True):
    """Break the attack off."""


class Retreat(BlockToHex, frozen=True):
    pass


class Rebuild(Action, frozen=True):
    block: int


class EndRebuilding(Action, frozen=True):
    pass


ACTIONS: Final[tuple[type[Action], ...]] = (
    ChoosePlan,
    Arrive,
    EndReserves,
    Activate,
    Hold,
    Move,
    EndMovement,
    Fight,
    TakeLoss,
    Press,
    Withdraw,
    Retreat,
    Rebuild,
    EndRebuilding,
)
