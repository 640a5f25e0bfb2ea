"""Decisions of powers besides moving and fighting."""

from blockfront.core.actions import Action


class ChoosePlan(Action, frozen=True, tag="plan"):
    """A power chooses one of its plans, in secret."""

    choice: int
    option: int


class Assist(Action, frozen=True, tag="assist"):
    """The leader of a side grants or refuses help to an attacked minor power."""

    power: int
    granted: bool


class DeclareOpenCity(Action, frozen=True, tag="open_city"):
    """A power gives up its capital without a fight and moves its government."""

    power: int


class AskArmistice(Action, frozen=True, tag="ask_armistice"):
    """A power asks for an armistice."""

    power: int


class SailHome(Action, frozen=True, tag="sail_home"):
    """A unit is taken off the coast and brought to a port."""

    block: int
    to: int


class Jump(Action, frozen=True, tag="jump"):
    """An airborne unit flies to its target; gliders are towed by a bomber."""

    block: int
    to: int
    tow: int = -1


class CancelMove(Action, frozen=True, tag="cancel_move"):
    """Cancel the enemy's declared rail move."""


class InvestFor(Action, frozen=True, tag="invest_for"):
    """As `Invest`, by one of the powers of a side that has several builders."""

    power: int
    kind: int
    box: int


class PlacePartisans(Action, frozen=True, tag="partisans"):
    """Place one more partisan in a hex, for free or for a yellow point."""

    hex: int
    paid: bool = False


class PayWith(Action, frozen=True, tag="pay_with"):
    """From now on a power spends its own points first, or those that others give it."""

    power: int
    own_first: int  # 1 or 0


class Upgrade(Action, frozen=True, tag="upgrade"):
    """Replace a unit by another for good."""

    block: int


POWER_ACTIONS: tuple[type[Action], ...] = (
    ChoosePlan,
    Assist,
    DeclareOpenCity,
    AskArmistice,
    SailHome,
    Jump,
    CancelMove,
    PayWith,
    PlacePartisans,
    Upgrade,
)
