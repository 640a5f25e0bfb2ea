"""Reads the scenario files of a Blocks game."""

from collections.abc import Sequence
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from blockfront.blocks.months import month_number
from blockfront.core.data_files import Problems, not_one_of, read_csv, read_toml
from blockfront.games.blocks_series.loading.data_model import COLOURS, ScenarioData, Strength, Tables, Work
from blockfront.games.blocks_series.scenario_model import Objective, VictoryLevel


class _ScenarioRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    first_month: str
    last_month: str
    layer: Literal["basic", "advanced"]
    area: str
    start_line: str
    sets_up_first: str
    production_from: str
    production: dict[str, tuple[int, ...]]
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


class _StrengthRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nation: str
    type: str
    blocks: int
    steps: int
    tag: Literal["", "guards"] = ""


def load_scenario(folder: Traversable, scenario_id: str, tables: Tables, sides: Sequence[str]) -> ScenarioData:
    problems = Problems()
    found = read_scenario(folder, scenario_id, tables, sides, problems)
    problems.raise_if_any()
    assert found is not None
    return found


def read_scenario(folder: Traversable, scenario_id: str, tables: Tables, sides: Sequence[str], problems: Problems) -> ScenarioData | None:
    """The facts of a scenario; None when a file is wrong."""
    path = folder / f"{scenario_id}.toml"
    row = read_toml(path, _ScenarioRow, problems)
    if row is None:
        return None
    known = len(problems)
    strengths = _strengths(folder / f"{scenario_id}.csv", tables, problems) if row.has_table else ()
    months = [_month(path.name, name, getattr(row, name), problems) for name in ("first_month", "last_month", "production_from")]
    powers = [power.id for power in tables.powers]
    for power, points in (*row.production.items(), *row.advanced_production.items()):
        if power not in powers:
            problems.add(path.name, 0, not_one_of("power", power, powers))
        if not 1 <= len(points) <= len(COLOURS):
            problems.add(path.name, 0, f"production of {power}: one to five numbers, for {', '.join(COLOURS)}")
    for group in (group for names in row.groups.values() for group in names):
        if group not in tables.groups:
            problems.add(path.name, 0, not_one_of("group", group, list(tables.groups)))
    for power in (*row.free_oil, *row.half_built):
        if power not in powers:
            problems.add(path.name, 0, not_one_of("power", power, powers))
    for side in (row.sets_up_first, *row.groups, *row.efforts, *row.attacks, *(result.winner for result in row.results if result.winner)):
        if side not in sides:
            problems.add(path.name, 0, not_one_of("side", side, sides))
    if len(problems) != known:
        return None
    return ScenarioData(
        id=row.id,
        first_month=months[0],
        last_month=months[1],
        layer=row.layer,
        area=row.area,
        boxes=row.boxes,
        frozen_at_first=row.frozen_at_first,
        axis_boxes=row.axis_boxes,
        start_line=row.start_line,
        sets_up_first=sides.index(row.sets_up_first),
        groups=tuple(row.groups.get(side, ()) for side in sides),
        table=strengths,
        efforts=tuple(row.efforts.get(side, ()) for side in sides),
        attacks=tuple(side in row.attacks for side in sides),
        watched=row.watched,
        destroyed=row.destroyed,
        free_oil=row.free_oil,
        oil_can_be_lost=row.oil_can_be_lost,
        works=row.works,
        half_built=row.half_built,
        works_from=_month(path.name, "works_from", row.works_from, problems) if row.works_from else 0,
        production_from=months[2],
        production=_in_all_colours(row.production),
        advanced_production=_in_all_colours(row.advanced_production),
        objectives=row.objectives,
        major_city_points=row.major_city_points,
        results=row.results,
    )


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
