"""Special rules of single scenarios: units that rest, prices of landings, ends of the game. Blocks and powers are given by number."""

from typing import Literal

import msgspec


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a scenario file."""


class NoAttack(_Table, frozen=True):
    """A side, or its units of one set-up list, that may not attack in a month."""

    month: int
    side: int
    roster: str = ""


class BoundToArea(_Table, frozen=True):
    """Units that may not leave an area of the map."""

    blocks: tuple[int, ...]
    area: str


class MulberryStart(_Table, frozen=True):
    """An artificial harbour at the start of a scenario."""

    id: str
    power: int
    place: str
    paid: bool


class LandingPrice(_Table, frozen=True):
    """The yellow points a power pays each turn, from the first turn in which it lands."""

    power: int
    yellow: int


class DatedBeach(_Table, frozen=True):
    """A beach that faces ports in one month only."""

    month: int
    place: str
    ports: tuple[str, ...]


class RedoubtsFrom(_Table, frozen=True):
    """The month from which a power may build redoubts."""

    power: int
    month: int


class IncomeChange(_Table, frozen=True):
    """From a month on a power's income is higher or lower; if changes add up, by as much again every turn."""

    power: int
    month: int
    adds_up: bool
    yellow: int = 0
    red: int = 0
    blue: int = 0


class ClosedArea(_Table, frozen=True):
    """Land that leaves the game at the start of a month, together with a side's units in it."""

    month: int
    area: str
    side: int


class Condition(_Table, frozen=True):
    """A result that is not decided by points; the first condition that is met counts. `when` names it in the title's rules."""

    winner: str
    level: str
    when: str


class ExtraPoints(_Table, frozen=True):
    """Points for something other than a place. `when` names it in the title's rules."""

    when: str
    points: int


class Circumstances(_Table, frozen=True):
    """What has already happened in the war before the first turn."""

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
    """All special rules of one scenario."""

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
