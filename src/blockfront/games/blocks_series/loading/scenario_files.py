"""Reads the scenario files of a Blocks game.

A scenario either lets the sides set up (`groups`, `has_table`) or fixes where every unit starts (`set_ups`: lists in the folder `set_ups`
beside the scenarios). It may inherit from another scenario whatever it does not state. Files use names of units, powers, sides and
months; reading replaces them by numbers.
"""

from collections.abc import Iterable, Sequence
from importlib.resources.abc import Traversable
from typing import Final, Literal

import msgspec

from blockfront.blocks.months import month_number
from blockfront.core.data_files import Problems, TomlFile, not_one_of, read_csv
from blockfront.games.blocks_series.loading.data_model import COLOURS, ScenarioData, Strength, Tables, Work
from blockfront.games.blocks_series.loading.set_up_lists import (
    StandstillRow,
    check_strength,
    not_one_of_many,
    read_arrivals,
    read_set_ups,
    standstills,
)
from blockfront.games.blocks_series.loading.special_orders import SpecialOrders
from blockfront.games.blocks_series.scenario_model import (
    CLOSED,
    NEUTRAL,
    Arrival,
    Bond,
    Choice,
    Departure,
    Evacuation,
    Objective,
    QuickSurrender,
    UnitUpgrade,
    VictoryLevel,
)

_MONTHS: Final = frozenset({"month", "months", "enter_month", "rail_month", "reserve_month", "extra_month"})
_BLOCKS: Final = frozenset({"block", "blocks", "except_blocks", "replaces", "rail_units", "may_base", "becomes", "left_out", "reserves"})
_POWERS: Final = frozenset({"power", "powers"})
_SIDES: Final = frozenset({"side", "sides", "first_side", "points_side", "turn_of"})


class _NoMissions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    month: int
    sides: tuple[int, ...]


class _ScenarioRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    first_month: str
    last_month: str
    layer: Literal["basic", "advanced"]
    area: str
    production: dict[str, tuple[int, ...]]
    start_line: str = ""
    sets_up_first: str = ""
    production_from: str = ""
    advanced_production: dict[str, tuple[int, ...]] = {}
    boxes: tuple[str, ...] = ()
    frozen_at_first: bool = False
    axis_boxes: tuple[str, ...] = ()
    groups: dict[str, tuple[str, ...]] = {}
    has_table: bool = False  # a file of the scenario's name beside it lists what is set up
    efforts: dict[str, tuple[str, ...]] = {}
    attacks: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    destroyed: tuple[str, ...] = ()
    free_oil: tuple[str, ...] = ()
    oil_can_be_lost: bool = False
    works: tuple[Work, ...] = ()
    works_from: str = ""
    half_built: dict[str, tuple[int, ...]] = {}
    objectives: tuple[Objective, ...] = ()
    major_city_points: int = 0
    results: tuple[VictoryLevel, ...] = ()
    first_side: int = 0
    set_ups: tuple[str, ...] = ()  # lists of units and places
    country_control: dict[str, str] = {}
    area_control: dict[str, str] = {}
    place_control: dict[str, str] = {}
    anchors: dict[str, tuple[str, ...]] = {}
    arrival_lists: tuple[str, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    departures: tuple[Departure, ...] = ()
    upgrades: tuple[UnitUpgrade, ...] = ()
    shared_income: dict[str, tuple[str, ...]] = {}
    unit_spending: dict[str, int] = {}
    closed_rails: dict[str, tuple[str, ...]] = {}
    siegfried: tuple[str, ...] = ()
    maginot: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    no_missions: tuple[_NoMissions, ...] = ()
    points_side: int = 0
    lost_places: tuple[Objective, ...] = ()
    standstills: tuple[StandstillRow, ...] = ()
    bonds: tuple[Bond, ...] = ()
    quick_surrenders: tuple[QuickSurrender, ...] = ()
    evacuation: Evacuation | None = None
    saved_points: dict[str, tuple[int, ...]] = {}
    choices: tuple[Choice, ...] = ()
    leaders: dict[str, str] = {}
    neutrals: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    surrendered: tuple[str, ...] = ()
    allotted: bool = False
    no_exploitation: bool = False
    supply_gaps: tuple[str, ...] = ()
    special: SpecialOrders = SpecialOrders()


class _StrengthRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nation: str
    type: str
    blocks: int
    steps: int
    tag: Literal["", "guards"] = ""


_OF_ROWS: Final = frozenset(field.name for field in msgspec.structs.fields(_ScenarioRow))
_AS_WRITTEN: Final = tuple(field.name for field in msgspec.structs.fields(ScenarioData) if field.name in _OF_ROWS)


def load_scenario(folder: Traversable, scenario_id: str, tables: Tables, sides: Sequence[str]) -> ScenarioData:
    problems = Problems()
    found = read_scenario(folder, scenario_id, tables, sides, problems)
    problems.raise_if_any()
    assert found is not None
    return found


def read_scenario(folder: Traversable, scenario_id: str, tables: Tables, sides: Sequence[str], problems: Problems) -> ScenarioData | None:
    """The facts of a scenario; None if a file has mistakes."""
    names = _Names(tables, sides)
    known = len(problems)
    file = _file(folder, scenario_id, problems)
    names.exchange(file)
    row = file.whole(_ScenarioRow)
    if row is None:
        return None
    strengths = _strengths(folder / f"{scenario_id}.csv", tables, problems) if row.has_table else ()
    placements = read_set_ups(folder, row.set_ups, tables, problems)
    arrivals = (*row.arrivals, *read_arrivals(folder, row.arrival_lists, names.exchange, problems))
    months = ("first_month", "last_month", "production_from")
    first, last, production_from = (_month(file.name, name, getattr(row, name) or row.first_month, problems) for name in months)
    _check_names(file.name, row, tables, sides, problems)
    for arrival in arrivals:
        check_strength(file.name, 0, arrival.block, arrival.value, tables, problems)
    if len(problems) != known:
        return None
    values = {name: getattr(row, name) for name in _AS_WRITTEN} | {
        "first_month": first,
        "last_month": last,
        "sets_up_first": sides.index(row.sets_up_first) if row.sets_up_first else 0,
        "groups": tuple(row.groups.get(side, ()) for side in sides),
        "table": strengths,
        "efforts": tuple(row.efforts.get(side, ()) for side in sides),
        "attacks": tuple(side in row.attacks for side in sides),
        "works_from": _month(file.name, "works_from", row.works_from, problems) if row.works_from else 0,
        "production_from": production_from,
        "production": _in_all_colours(row.production),
        "advanced_production": _in_all_colours(row.advanced_production),
        "saved_points": _in_all_colours(row.saved_points),
        "set_up": placements,
        "arrivals": tuple(arrival for arrival in arrivals if arrival.month <= last),
        "standstills": standstills(row.standstills, placements, tables),
        "no_missions": tuple((entry.month, entry.sides) for entry in row.no_missions),
    }
    return ScenarioData(**values)


def _file(folder: Traversable, scenario_id: str, problems: Problems) -> TomlFile:
    file = TomlFile(folder / f"{scenario_id}.toml", problems)
    if base := file.text("inherits"):
        file.inherit(_file(folder, base, problems))
    return file


class _Names:
    """Finds the numbers for names in a scenario file."""

    def __init__(self, tables: Tables, sides: Sequence[str]) -> None:
        self._blocks = [block.key for block in tables.order.blocks]
        self._powers = [power.id for power in tables.powers]
        self._sides = list(sides)

    def exchange(self, file: TomlFile) -> None:
        file.exchange(_MONTHS, _month_or_problem)
        file.exchange(_BLOCKS, lambda key: self._number("unit", key, self._blocks))
        file.exchange(_POWERS, lambda key: self._number("power", key, self._powers))
        file.exchange(_SIDES, lambda key: self._number("side", key, self._sides))

    def _number(self, what: str, word: str, known: Sequence[str]) -> int | str:
        return known.index(word) if word in known else not_one_of_many(what, word, known)


def _month_or_problem(text: str) -> int | str:
    number = month_number(text)
    return f"{text!r} is not a month; right would be 1941-06" if number is None else number


def _check_names(file: str, row: _ScenarioRow, tables: Tables, sides: Sequence[str], problems: Problems) -> None:
    """Note unknown powers, sides and groups, and figures with too many numbers."""

    def check(what: str, words: Iterable[str], known: Sequence[str]) -> None:
        for word in words:
            if word not in known:
                problems.add(file, 0, not_one_of(what, word, known))

    figures = (row.production, row.advanced_production, row.saved_points)
    served = (power for powers in row.shared_income.values() for power in powers)
    named = (*row.anchors, *row.shared_income, *served, *row.unit_spending, *row.leaders.values())
    powers = [power.id for power in tables.powers]
    check("power", (*(power for figure in figures for power in figure), *named, *row.free_oil, *row.half_built), powers)
    check("power", (*row.neutrals, *row.absent, *row.surrendered), powers)
    for power, points in (item for figure in figures for item in figure.items()):
        if not 1 <= len(points) <= len(COLOURS):
            problems.add(file, 0, f"production of {power}: one to five numbers, for {', '.join(COLOURS)}")
    check("group", (group for groups in row.groups.values() for group in groups), list(tables.groups))
    check("unit", row.supply_gaps, [block.key for block in tables.order.blocks])
    winners = [result.winner for result in row.results]
    winners += [condition.winner for condition in (*row.special.conditions, *row.special.sudden)]
    check("side", filter(None, (row.sets_up_first, *row.groups, *row.efforts, *row.attacks, *winners)), sides)
    check("side", (*row.area_control, *row.closed_rails, *row.leaders), sides)
    check("holder", (*row.country_control.values(), *row.place_control.values()), (*sides, NEUTRAL, CLOSED))


def _in_all_colours(figures: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return {power: (*points, *(0,) * (len(COLOURS) - len(points))) for power, points in figures.items()}


def _strengths(path: Traversable, tables: Tables, problems: Problems) -> tuple[Strength, ...]:
    found = []
    powers = [power.id for power in tables.powers]
    for line, row in read_csv(path, _StrengthRow, problems):
        if row.nation not in powers:
            problems.add(path.name, line, not_one_of("nation", row.nation, powers))
        elif row.type not in tables.classes:
            problems.add(path.name, line, not_one_of("type", row.type, list(tables.classes)))
        else:
            found.append(Strength(powers.index(row.nation), row.type, row.tag == "guards", row.blocks, row.steps))
    return tuple(found)


def _month(file: str, name: str, text: str, problems: Problems) -> int:
    number = month_number(text)
    if number is None:
        problems.add(file, 0, f"{name} {text!r} is not a month; right would be 1941-06")
    return number or 0
