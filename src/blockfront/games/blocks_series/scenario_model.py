"""What a scenario may define beyond its months and its land: set-up, arrivals, choices, bonds. Blocks and powers are given by number."""

from typing import Final

import msgspec

NEUTRAL: Final = "neutral"  # what a country may be besides a side's: out of the war until it is attacked,
CLOSED: Final = "closed"  # or never entered


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that counts for victory."""

    place: str
    points: int


class VictoryLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result for at least this many points."""

    points: int
    winner: str
    level: str


class Placement(msgspec.Struct, frozen=True):
    """A unit of a fixed set-up, and the strength with which it starts."""

    block: int
    place: str
    value: int
    roster: str = ""  # the list of the set-up in which it stands


class Arrival(msgspec.Struct, frozen=True):
    """A unit that arrives in a month or later, in the first of its places that can take it."""

    month: int
    block: int
    value: int
    places: tuple[str, ...]
    replaces: int = -1  # the unit that leaves for it
    option: str = ""  # the choice under which it comes
    layer: str = ""  # the rules it needs, basic or advanced


class Departure(msgspec.Struct, frozen=True):
    """A unit that leaves the game in a month."""

    month: int
    block: int
    full: bool  # whether its owner pays what it lacks of full strength


class UnitUpgrade(msgspec.Struct, frozen=True):
    """From a month on a unit at full strength may be replaced by another, possibly for red points."""

    month: int
    block: int
    becomes: int
    red: int = 0


class Standstill(msgspec.Struct, frozen=True):
    """Units that may not move in some months."""

    months: tuple[int, ...]
    blocks: tuple[int, ...]
    lifted_by: str = ""  # what ends it before
    turn_of: int = -1  # the side in whose turns alone it holds
    ends_after_moves: bool = False  # whether it ends with the Movement Phase of such a turn


class Bond(msgspec.Struct, frozen=True):
    """Air units that may be based only in some countries."""

    blocks: tuple[int, ...]
    countries: tuple[str, ...]
    lifted_by: str = ""  # a choice that frees those it names


class QuickSurrender(msgspec.Struct, frozen=True):
    """Units of a minor power that surrender after the first round of a battle at a place."""

    power: int
    place: str
    when: str  # "outnumbered" or "drop"


class Evacuation(msgspec.Struct, frozen=True):
    """Units of some powers that may sail home from ports in a month, at the cost of a step each."""

    month: int
    powers: tuple[int, ...]
    ports: tuple[str, ...]
    to_country: str
    most: int


class SecretPlan(msgspec.Struct, frozen=True):
    """One plan that a power may choose in secret before the first turn, and what it changes."""

    id: str
    name: str
    enter_month: int = 0  # month in which alone the limits on entering neutral land hold
    enter_countries: tuple[str, ...] = ()
    enter_places: tuple[str, ...] = ()
    enter_from: tuple[str, ...] = ()  # places where the units that may enter began the game; none: everywhere
    must_end: int = 0  # combat units that must be there when the month's movement ends
    rail_month: int = 0
    rail_power: str = ""
    rail_moves: int = 0
    rail_countries: tuple[str, ...] = ()
    reserve_month: int = 0
    reserve_from: tuple[str, ...] = ()  # places whose units may react in that month as if in reserve
    no_assistance: tuple[str, ...] = ()  # powers that get no assistance
    extra_month: int = 0
    extra_power: str = ""
    extra_points: int = 0
    rail_units: tuple[int, ...] = ()  # units that may go by rail though they stand still
    may_base: tuple[int, ...] = ()  # air units that are free of their bond
    set_up: tuple[Placement, ...] = ()  # units that begin elsewhere
    left_out: tuple[int, ...] = ()  # units that do not begin at all


class Choice(msgspec.Struct, frozen=True):
    """A choice of one power between plans."""

    power: int
    options: tuple[SecretPlan, ...]
    secret: bool = True
