"""The data of a Blocks game as the rules use it, checked and cross-referenced."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.games.blocks_series.loading.headquarters import HeadquartersFacts, OrderPhases
from blockfront.games.blocks_series.loading.special_orders import SpecialOrders
from blockfront.games.blocks_series.scenario_model import (
    Arrival,
    Bond,
    Choice,
    Departure,
    Evacuation,
    Objective,
    Placement,
    QuickSurrender,
    Standstill,
    UnitUpgrade,
    VictoryLevel,
)

FIELDS: Final = ("infantry", "armour", "fighter", "bomber", "naval")
NAVAL: Final = 4  # the field of harbours and fleets; it is not researched in the East
COLOURS: Final = ("yellow", "red", "blue", "white", "black")  # of production points
WEATHERS: Final = ("good", "rain", "light_rain", "snow")
ROUTES: Final = ("Pacific", "Arctic", "Persian")  # of gifts
CENTRES: Final = ("population", "mine", "oil")  # kinds of production centre
REPAIR_COST: Final = 3  # yellow points for each point of a centre, one a turn
PLANTS: Final = ("armour", "aircraft", "synthetic")  # kinds of factory that can be built
MOVABLE_FACTORIES: Final = ("armour", "aircraft")  # kinds of factory that can be moved
NO_FIRE: Final = 7  # a lowest hitting face no die shows

Field = Literal["infantry", "armour", "fighter", "bomber", "naval"]
Kind = Literal["infantry", "armour", "air", "hq", "work", "naval"]
Levels = tuple[int, int, int, int]  # by TECH; at TECH 0 a class has the figures of TECH 1


class UnitClass(msgspec.Struct, frozen=True):
    """A row of the TECH table."""

    name: str
    kind: Kind
    is_combat: bool  # attacks without company
    field: int
    attack: Levels  # lowest hitting face; of aircraft against ground units
    defence: Levels
    air: Levels  # lowest hitting face in air-to-air combat
    mp: Levels
    range: Levels
    blitz: int  # TECH from which it blitzes and exploits, 0 for never


class Power(msgspec.Struct, frozen=True):
    """A power of the war."""

    id: str
    name: str
    side: int
    source: str  # a place, or a box
    homeland: str  # area where new units are placed
    tech: tuple[int, ...]  # by field, at the start of the war
    nation: str = ""  # as the map names the owner of hexes; none for powers without land on it
    operates: tuple[str, ...] = ()  # areas its units may enter; none: everywhere
    beyond: str = ""  # and the enemy's land on the far side of this line
    attacks: tuple[str, ...] = ()  # areas in which alone its units may attack
    supply_within: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()  # boxes its units may enter; none with `operates`: no box
    shuns: tuple[str, ...] = ()  # powers with which it shares neither hex nor home
    closed: tuple[str, ...] = ()  # countries that are neutral towards it
    rebuilds: bool = True
    is_minor: bool = False
    snow_immune: bool = False
    capital: str = ""  # a place; none: its source
    patron: str = ""  # the power that may pay for it; none: the great power of its side, if it is minor
    commanded_with: str = ""  # the power whose headquarters count it among their own nation
    paid_by: str = ""  # the power whose points its units cost; none: its own
    pool: str = ""  # colour of its blocks; none: one of its own
    rail_limit: int = -1  # strategic rail moves a turn; none: the title limits them by land
    rail_with: str = ""  # the power whose rail moves it uses
    halves_aa: bool = False  # whether its anti-aircraft fire is halved
    exploits: bool = True  # whether it profits from conquered centres
    full_strength_only: bool = False  # whether combat units below full strength fire as at TECH 1
    tech_price: int = 0  # yellow points a turn that its TECH calendar costs


class UnitFacts(msgspec.Struct, frozen=True):
    """What the order of battle says about a unit besides its block."""

    start: int  # strength at set-up or on arrival
    group: str
    place: str
    arrives: int  # month, 0 when it is there from the start
    removed: int


class Group(msgspec.Struct, frozen=True):
    """An army group: where its units set up, and whether they may move."""

    id: str
    name: str
    side: int
    area: str
    frozen: str  # "", "ground" or "all"


class Terrain(msgspec.Struct, frozen=True):
    """What a kind of terrain costs to enter, and whether it is rough."""

    costs: tuple[int, ...]  # by weather
    rough: bool


class PlaceEffect(msgspec.Struct, frozen=True):
    """How a fortified place changes the fire in its hex."""

    dice: int
    lowest: int
    malus: int
    bonus: int


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Single numbers of the rules."""

    ground_units: int
    combat_units: int
    battle_air_units: int
    supply_range: int
    arrow_cost: int
    arrow_malus: int
    best_firepower: int
    port_capacity: dict[str, int]
    siege_capacity: dict[str, int]
    sea_control: dict[str, int]
    step_price: dict[str, int]
    surrender_points: int
    disband_refund: int
    aid_a_turn: int
    command_range: int
    command_range_in_bad_weather: int
    new_units: int
    new_units_in_great_cities: int
    good_weather_to: int  # highest face that means good weather
    mines_pass_to: int  # highest face with which a point comes through mines
    bombing_flak: tuple[tuple[int, int], ...]  # by TECH of infantry: dice, lowest hitting face
    hits_to_destroy_factory: int
    partisans_a_hex: int
    cities_a_partisan: int  # minor cities without a garrison that raise one
    partisan_firepower: int
    partisans_on_map: dict[str, int]  # by colour
    places: dict[str, PlaceEffect]


class TechStep(msgspec.Struct, frozen=True):
    """The month in which a power reaches a TECH level in a field."""

    month: int
    power: int
    field: int
    level: int


class Strength(msgspec.Struct, frozen=True):
    """A row of a set-up table: a number of units of a kind, and the total strength they share."""

    power: int
    type: str
    guards: bool
    blocks: int
    steps: int


class Work(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A railway (the area along an unfinished line) or a sea route (two places) that may be built."""

    name: str
    cost: int
    area: str = ""
    route: tuple[str, ...] = ()


class ScenarioData(msgspec.Struct, frozen=True):
    """A scenario with blocks, hexes and powers as numbers."""

    id: str
    first_month: int
    last_month: int
    layer: Literal["basic", "advanced"]
    area: str
    boxes: tuple[str, ...]  # in play
    axis_boxes: tuple[str, ...]  # those the Axis holds at the start
    start_line: str
    frozen_at_first: bool  # whether groups that are not ready stand still in the first month
    sets_up_first: int
    groups: tuple[tuple[str, ...], ...]  # by side
    table: tuple[Strength, ...]  # what the sides set up instead of groups
    efforts: tuple[tuple[str, ...], ...]  # by side: places near which a proposed set-up is strong
    attacks: tuple[bool, ...]  # by side: whether a proposed set-up is one for an attack
    watched: tuple[str, ...]  # borders that the second side's set-up must watch
    destroyed: tuple[str, ...]  # bunkers that are gone at the start
    free_oil: tuple[str, ...]  # powers that need not count black points
    oil_can_be_lost: bool  # whether their enemy can end that
    works: tuple[Work, ...]  # what the second side may build
    half_built: Mapping[str, tuple[int, ...]]  # factories by power, in the order of PLANTS
    works_from: int  # month from which it may, 0 when everything is there from the start
    production_from: int
    production: Mapping[str, tuple[int, ...]]  # by power: points by colour
    advanced_production: Mapping[str, tuple[int, ...]]  # the same where a basic scenario is played with the advanced rules
    objectives: tuple[Objective, ...]
    major_city_points: int
    results: tuple[VictoryLevel, ...]
    first_side: int = 0
    set_up: tuple[Placement, ...] = ()  # where every unit starts; none: the sides set up as they like
    country_control: Mapping[str, str] = {}  # by nation of the map: a side, NEUTRAL or CLOSED; none: parted by the line
    area_control: Mapping[str, str] = {}  # by side, an area that is its own whatever the country
    place_control: Mapping[str, str] = {}  # by place, whatever the area
    anchors: Mapping[str, tuple[str, ...]] = {}  # by power: places that serve as its main sources
    arrivals: tuple[Arrival, ...] = ()
    departures: tuple[Departure, ...] = ()
    upgrades: tuple[UnitUpgrade, ...] = ()
    shared_income: Mapping[str, tuple[str, ...]] = {}  # by power: those for whose units it pays
    unit_spending: Mapping[str, int] = {}  # by power: yellow points for one unit in a turn
    closed_rails: Mapping[str, tuple[str, ...]] = {}  # by side: rivers that no train crosses
    siegfried: tuple[str, ...] = ()  # works that stand at the start
    maginot: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    no_missions: tuple[tuple[int, tuple[int, ...]], ...] = ()  # (month, sides) in which no air unit fights
    points_side: int = 0  # the side whose points are counted
    lost_places: tuple[Objective, ...] = ()  # points that side loses where its enemy holds the place
    standstills: tuple[Standstill, ...] = ()
    bonds: tuple[Bond, ...] = ()
    quick_surrenders: tuple[QuickSurrender, ...] = ()
    evacuation: Evacuation | None = None
    saved_points: Mapping[str, tuple[int, ...]] = {}  # by power: points it has at the start
    choices: tuple[Choice, ...] = ()
    leaders: Mapping[str, str] = {}  # by side: the power that leads it
    neutrals: tuple[str, ...] = ()  # powers that are neutral at the start
    absent: tuple[str, ...] = ()  # powers that are out of the war
    surrendered: tuple[str, ...] = ()  # powers that have given up before the first month
    allotted: bool = False  # whether the figures of production are a share of the full income
    no_exploitation: bool = False  # whether conquered resources serve nobody
    supply_gaps: tuple[str, ...] = ()  # units that start out of supply on purpose
    special: SpecialOrders = SpecialOrders()


class Tables(msgspec.Struct, frozen=True, eq=False):
    """All tables of a title, with its units, powers and kinds of unit."""

    order: OrderOfBattle
    facts: tuple[UnitFacts, ...]
    classes: Mapping[str, UnitClass]
    powers: tuple[Power, ...]
    groups: Mapping[str, Group]
    terrain: Mapping[str, Terrain]
    numbers: Numbers
    calendar: tuple[TechStep, ...]
    weather: tuple[str, ...]  # by month, January first: a weather, or "roll"
    headquarters: Mapping[str, HeadquartersFacts]  # by class or key of a block
    orders: OrderPhases
    ratings: Mapping[int, UnitClass] = {}  # by block: where a joined order of battle keeps the rating of its own book
    eastern_weather: tuple[str, ...] = ()  # as `weather`, of lands that have the calendar of another book

    def power(self, name: str) -> int:
        return next(number for number, power in enumerate(self.powers) if power.id == name)
