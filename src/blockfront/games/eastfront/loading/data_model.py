"""What the EastFront data files say, ready for the rules: frozen structs of small integers, block ids and names.

Firepower is the lowest face that hits. Months count from year 0 (`year * 12 + month - 1`), as in the state.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from blockfront.blocks.order_of_battle import BlockId, BlockSet, OrderOfBattle
from blockfront.core.clauses import rule
from blockfront.core.sides import Side

FIREPOWER: Final = {"SF": 6, "DF": 5, "TF": 4, "none": 7}
SINGLE: Final = FIREPOWER["SF"]
DOUBLE: Final = FIREPOWER["DF"]
TRIPLE: Final = FIREPOWER["TF"]
NO_FIRE: Final = FIREPOWER["none"]

NATIONS: Final = ("romanian", "bulgarian", "hungarian")  # satellites that can surrender; a nation's number is its place here


@rule("EF-2.2a", "EF-0.1c", "EF-R1")
class UnitType(msgspec.Struct, frozen=True):
    """What a unit can do by its type. Costs are (Axis, Soviet); 0 where the side has no such unit."""

    name: str
    speed: tuple[int, int, int]  # dry, mud, snow
    offence: int
    defence: int
    lowest: int
    invades: bool  # may land from the sea
    step_cost: tuple[int, int]
    cadre_cost: tuple[int, int]


class Terrain(msgspec.Struct, frozen=True):
    """The effects of a kind of hex, hexside or place; 0 where it has no effect."""

    name: str
    stacking: int
    hexside_limit: int
    stops: bool
    offence: int  # the best that offensive fire can be
    defence: int  # the worst that defensive fire can be
    hits_per_step: int


class WeatherEffect(msgspec.Struct, frozen=True):
    """What a kind of weather does: who moves first, whose headquarters it disorganises, how it changes fire and terrain."""

    name: str
    first: Side
    disorganised: frozenset[Side]
    deploying: bool
    offence: int  # as in Terrain
    hits_per_step: int
    counts_as: Mapping[str, str]  # terrain that is treated as another one


class MonthWeather(msgspec.Struct, frozen=True):
    """Weather of a month (0 dry, 1 mud, 2 snow) on an even and on an odd sum of two dice."""

    even: int
    odd: int

    @property
    def is_variable(self) -> bool:
        return self.even != self.odd


class VictoryLevel(msgspec.Struct, frozen=True):
    """A level of victory: the lead in points it needs, and the tournament points it gives to the winner and the loser."""

    at_least: int
    level: str
    winner_points: int
    loser_points: int


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The single numbers of the rules; the data file cites the clause of each."""

    supreme_moves_per_value: int
    supreme_air_range_factor: int
    rail_hexes_per_move: int
    off_map_hexes_per_edge_hex: int
    supply_line: int
    arrivals_in_major_city: int
    arrivals_in_minor_city: int
    arrivals_in_rail_entry: int
    ss_steps_per_month: int
    axis_resource_factor: int
    hq_step_surcharge: int
    hq_cadre_surcharge: int
    lend_lease: int
    oil_route: int
    beachhead_cost: int
    beachhead_cost_factor: int
    major_port_capacity: int
    minor_port_capacity: int
    evacuation_speed: int
    evacuation_speed_coastal: int
    surrender_dice: int
    points_per_command_value: int
    points_per_lost_hq: int
    points_per_lost_axis_unit: int
    points_per_lost_soviet_unit: int
    points_per_restricted_expedition: int
    points_for_missing_italians: int
    points_per_unsupplied_german_unit: int


class Entry(msgspec.Struct, frozen=True):
    """When a block becomes available: a month, or an event (`sevastopol`, `west_front`, `defection`) with month 0."""

    month: int
    event: str
    cv: int  # strength on arrival; 0 where scenarios decide


class Tables(msgspec.Struct, frozen=True):
    """All tables of the rules and the order of battle."""

    order_of_battle: OrderOfBattle
    entries: tuple[Entry, ...]  # per block
    unit_types: dict[str, UnitType]
    types_of: tuple[UnitType, ...]  # per block
    terrain: Mapping[str, Terrain]
    weather: tuple[WeatherEffect, ...]  # dry, mud, snow
    east: tuple[MonthWeather, ...]  # January first
    west: tuple[MonthWeather, ...]
    repulse: Mapping[str, tuple[int, int, int]]  # highest repulsing die by weather
    pursuit: Mapping[str, int]  # faster, equal, slower
    victory_levels: tuple[VictoryLevel, ...]  # best first
    releases: Mapping[str, tuple[BlockId, ...]]  # by city
    numbers: Numbers


# ---- scenarios


@rule("EF-3.22a", "EF-2.6a")
class Force(msgspec.Struct, frozen=True):
    """How many units a side may choose from a pool, and the most combat value they may have together."""

    type: str
    units: int
    cv: int
    pool: tuple[BlockId, ...]
    includes: tuple[BlockId, ...] = ()
    one_of_each_nation: bool = False


class Reinforcement(msgspec.Struct, frozen=True):
    """A unit that arrives in a month with a combat value; `at_setup` if it is placed with the set-up."""

    month: int
    block: BlockId
    cv: int
    at_setup: bool = False


class RequiredDeployment(msgspec.Struct, frozen=True):
    """Units that must stand in a place, or in an area (in each of its hexes, or opposite it beyond the map edge)."""

    side: Side
    units: int
    place: str = ""
    area: str = ""
    exactly: bool = False
    armor: int = 0  # how many of them must be armor
    cv: int = 0  # the least CV they must have together
    includes: tuple[BlockId, ...] = ()
    each_hex: bool = False
    off_map: bool = False
    free_deployment_only: bool = False


class InitialBattle(msgspec.Struct, frozen=True):
    """A battle that is already going on when the scenario begins."""

    place: str
    original_defender: Side


class FixedPlacement(msgspec.Struct, frozen=True):
    """A unit of a fixed set-up; with an empty place it starts off the map and must be built as a cadre."""

    block: BlockId
    cv: int
    place: str
    letter: str


class HistoricalPlacement(msgspec.Struct, frozen=True):
    """Where a unit stood in history. `at` is front_line or near_front_line of its group, or in_or_near a place or nation."""

    block: BlockId
    cv: int
    group: str
    at: str
    place: str = ""
    nation: str = ""


class Occupation(msgspec.Struct, frozen=True):
    """The result when the Soviets first hold a west-edge hex north of Krakow in this month (month 0: never)."""

    month: int
    winner: Side | None
    level: str


class SideSetup(msgspec.Struct, frozen=True):
    """What a side has in a scenario: production, air power, forces and reinforcements."""

    base_production: int
    base_change: int  # when play continues from the scenario before
    start_production: int
    air: int
    forces: tuple[Force, ...]
    reinforcements: tuple[Reinforcement, ...]


class ScenarioFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Special rules that a scenario switches on or off; the code says what they mean."""

    surprise: bool = False
    hungary_waits: bool = False
    winter_paralysis: bool = False
    command_bonus_maximum: int = 0
    beachhead: bool = False
    siege_artillery: bool = False
    satellites_may_surrender: bool = False
    satellites_stay_restricted: bool = False
    leningrad_cut_off: bool = False
    stand_or_die: bool = False
    courland_sea_supply: bool = False
    army_group_e_active: bool = False
    hungarian_plain_held: bool = False
    given_production: bool = False
    without_victory: bool = False


class ScenarioData(msgspec.Struct, frozen=True):
    """One scenario: its months, sides, forces and special rules."""

    id: str
    first_month: int
    first_half: int
    first_month_when_continued: int
    last_month: int
    deploys_first: Side
    moves_first: Side
    start_line: str
    next: str
    handicap: int
    sides: tuple[SideSetup, SideSetup]
    released: tuple[BlockId, ...]
    available: BlockSet  # blocks whose date has come: if not chosen or placed they start eliminated but may be rebuilt
    gone: BlockSet  # eliminated for good
    surrendered: tuple[str, ...]  # nations whose units are gone, except those the Soviets choose among their forces
    battles: tuple[InitialBattle, ...]
    required: tuple[RequiredDeployment, ...]
    fixed: tuple[FixedPlacement, ...]
    historical: tuple[HistoricalPlacement, ...]
    occupations: tuple[Occupation, ...]
    facts: ScenarioFacts
    theatre: str = ""  # the area in which the option `introduction` keeps all units
    our_aim: tuple[str, ...] = ()  # places that decide a game with the option `introduction`

    @property
    def months(self) -> int:
        return self.last_month - self.first_month + 1

    @property
    def fortnights(self) -> int:
        return 2 * self.months - (self.first_half - 1)
