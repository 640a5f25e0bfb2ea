"""Decisions at sea: which units land where, which wait for the second wave, which go back to the ships."""

from blockfront.core.actions import Action


class Land(Action, frozen=True, tag="land"):
    """A unit lands on a coast: in the first wave by order of a headquarters, in the second one without a new order."""

    block: int
    to: int
    hq: int = -1


class Hold(Action, frozen=True, tag="hold"):
    """A headquarters keeps a unit in its port for the second wave of the landings."""

    hq: int
    block: int


class Reembark(Action, frozen=True, tag="reembark"):
    """A headquarters takes marines off the beach again."""

    hq: int
    block: int
    to: int


class PayMulberry(Action, frozen=True, tag="pay_mulberry"):
    """Pay a point for the artificial harbour of a power."""

    power: int


class PlaceMulberry(Action, frozen=True, tag="place_mulberry"):
    """Tow the artificial harbour of a power to a beach."""

    power: int
    hex: int


SEA_ACTIONS: tuple[type[Action], ...] = (Land, Hold, Reembark, PayMulberry, PlaceMulberry)
