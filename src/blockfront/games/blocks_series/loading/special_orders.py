"""What single scenarios order besides the rules: who rests, what landings cost, what ends the game. Blocks and powers go by number."""

from typing import Literal

import msgspec


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a scenario file."""


class NoAttack(_Table, frozen=True):
    """A side that may not attack in a month, or its units of one set-up list."""

    month: int
    side: int
    roster: str = ""


class BoundToArea(_Table, frozen=True):
    """Units that may not leave an area of the map."""

    blocks: tuple[int, ...]
    area: str


class MulberryStart(_Table, frozen=True):
    id: str
    power: int
    place: str
    paid: bool


class LandingPrice(_Table, frozen=True):
    """Yellow points a turn, from the first turn in which a power lands."""

    power: int
    yellow: int


class DatedBeach(_Table, frozen=True):
    """A beach that faces ports in one month alone."""

    month: int
    place: str
    ports: tuple[str, ...]


class RedoubtsFrom(_Table, frozen=True):
    """A power that builds redoubts from a month on, and not before."""

    power: int
    month: int


class IncomeChange(_Table, frozen=True):
    """From a month on a power's income is so much more or less, every turn by as much again where changes add up."""

    power: int
    month: int
    adds_up: bool
    yellow: int = 0
    red: int = 0
    blue: int = 0


class ClosedArea(_Table, frozen=True):
    """Land that leaves the game when a month begins, with the units of a side in it."""

    month: int
    area: str
    side: int


class Condition(_Table, frozen=True):
    """A result that does not go by points; the first that is met holds. The title's rules know it by `when`."""

    winner: str
    level: str
    when: str


class ExtraPoints(_Table, frozen=True):
    """Points for what is no place. The title's rules know it by `when`."""

    when: str
    points: int


class Circumstances(_Table, frozen=True):
    """How far the war has come before the first turn."""

    italy: Literal["at_war", "surrendered", "neutral", "closed"] = "closed"
    rsi: bool = False
    france: Literal["at_war", "armistice", "liberated"] = "at_war"
    us: Literal["at_war", "neutral"] = "neutral"
    casablanca: bool = False
    cash_and_carry: bool = False
    lend_lease: bool = False
    operation_maple: bool = False
    channel_islands: Literal["axis", "allies"] = "allies"


class SpecialOrders(_Table, frozen=True):
    no_attack: tuple[NoAttack, ...] = ()
    bound: tuple[BoundToArea, ...] = ()
    reserves: tuple[int, ...] = ()  # units that start in reserve
    mulberries: tuple[MulberryStart, ...] = ()
    landing_prices: tuple[LandingPrice, ...] = ()
    income_changes: tuple[IncomeChange, ...] = ()
    closed_areas: tuple[ClosedArea, ...] = ()
    conditions: tuple[Condition, ...] = ()
    sudden: tuple[Condition, ...] = ()  # results that end the game at the end of any turn
    extra_points: tuple[ExtraPoints, ...] = ()
    submarines: tuple[int, ...] = ()  # steps of those that hunt convoys: North, Central and South Atlantic
    dated_beaches: tuple[DatedBeach, ...] = ()
    redoubts_from: tuple[RedoubtsFrom, ...] = ()
    circumstances: Circumstances = Circumstances()
