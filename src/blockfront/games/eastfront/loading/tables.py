"""The tables and scenarios of EastFront, read once. A `DataError` lists every mistake in every file."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Literal, TypeVar

import msgspec

from blockfront.blocks.months import month_number
from blockfront.blocks.order_of_battle import Block, BlockId, OrderOfBattle
from blockfront.core.clauses import rule
from blockfront.core.data_files import Located, Problems, not_one_of, read_csv, read_toml
from blockfront.games.eastfront.loading.data_model import (
    FIREPOWER,
    NATIONS,
    Entry,
    MonthWeather,
    Numbers,
    ScenarioData,
    Tables,
    Terrain,
    UnitType,
    VictoryLevel,
    WeatherEffect,
)
from blockfront.games.eastfront.loading.scenario_files import read_scenario
from blockfront.games.eastfront.title import TITLE

DATA: Final = resources.files("blockfront.games.eastfront") / "data"
ENTRY_EVENTS: Final = ("sevastopol", "west_front")
DEFECTION: Final = Entry(month=0, event="defection", cv=0)

Faces = Literal["SF", "DF", "TF", "none"]
WeatherName = Literal["dry", "mud", "snow"]
SideName = Literal["axis", "soviet"]
WEATHER_NAMES: Final[tuple[WeatherName, ...]] = ("dry", "mud", "snow")

Row = TypeVar("Row", bound=msgspec.Struct)


class _TypeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    dry: int
    mud: int
    snow: int
    offence: Faces
    defence: Faces
    lowest: int
    invades: bool
    axis_step: int = 0
    axis_cadre: int = 0
    soviet_step: int = 0
    soviet_cadre: int = 0


class _BlockRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    side: SideName
    nation: str
    type: str
    max_cv: int
    lowest: int
    entry: str
    tags: tuple[str, ...] = ()
    entry_cv: int = 0


class _TerrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: Literal["hex", "hexside", "place"]
    stacking: int = 0
    hexside_limit: int = 0
    stops: bool = False
    offence: Literal["", "SF", "DF", "TF"] = ""
    defence: Literal["", "SF", "DF", "TF"] = ""
    hits_per_step: int = 0


class _MonthRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    month: int
    east_even: WeatherName
    east_odd: WeatherName
    west_even: WeatherName
    west_odd: WeatherName


class _WeatherRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weather: WeatherName
    first: SideName
    deploying: bool
    hits_per_step: int
    disorganised: tuple[SideName, ...] = ()
    offence: Literal["", "SF", "DF", "TF"] = ""
    counts_as: tuple[str, ...] = ()


class _RepulseRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    assault: Literal["river", "air", "sea", "sea_coastal"]
    dry: int
    mud: int
    snow: int


class _PursuitRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pursuer: Literal["faster", "equal", "slower"]
    firepower: Faces


class _ReleaseRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    city: str
    unit: str


@cache
def tables() -> Tables:
    problems = Problems()
    found = read_tables(DATA, problems)
    problems.raise_if_any()
    assert found is not None
    return found


@cache
def scenario(scenario_id: str) -> ScenarioData:
    """The facts of one six-month scenario or of Edelweiss; `chain` says which ones a game plays."""
    problems = Problems()
    found = read_scenario(DATA / "scenarios" / f"{scenario_id}.toml", tables(), problems)
    problems.raise_if_any()
    assert found is not None
    return found


def order_of_battle() -> OrderOfBattle:
    return tables().order_of_battle


@rule("EF-12.1a", "EF-12.3a")
def weather_of(month: int, front: str) -> MonthWeather:
    """The weather of a month (as the state counts them) on the `east` or `west` front."""
    return (tables().west if front == "west" else tables().east)[month % 12]


class _Chain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    scenarios: tuple[str, ...]


@cache
@rule("EF-3.12a", "EF-3.13a", "EF-3.14a")
def chain(scenario_id: str, options: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The scenarios a game runs through, in order: all of them for the campaign, else one, or as many as the options say."""
    problems = Problems()
    campaign = read_toml(DATA / "scenarios" / "campaign.toml", _Chain, problems)
    problems.raise_if_any()
    assert campaign is not None
    if scenario_id == campaign.id:
        return campaign.scenarios
    if scenario_id not in campaign.scenarios:
        return (scenario_id,)
    rest = campaign.scenarios[campaign.scenarios.index(scenario_id) :]
    return rest if "play_on" in options else rest[: 2 if "one_year" in options else 1]


# ---- reading


def read_tables(folder: Traversable, problems: Problems) -> Tables | None:
    """All tables of a folder; None when a problem makes them unusable."""
    types = _unit_types(folder, problems)
    blocks = _blocks(folder, types, problems)
    terrain = _terrain(folder, problems)
    weather = _weather(folder, terrain, problems)
    months = _months(folder, problems)
    numbers = read_toml(folder / "numbers.toml", Numbers, problems)
    levels = [row.value for row in read_csv(folder / "victory_levels.csv", VictoryLevel, problems)]
    repulse = _complete(read_csv(folder / "repulse.csv", _RepulseRow, problems), "assault", "repulse.csv", problems)
    pursuit = _complete(read_csv(folder / "pursuit.csv", _PursuitRow, problems), "pursuer", "pursuit.csv", problems)
    releases = read_csv(folder / "releases.csv", _ReleaseRow, problems)
    if len(problems) or numbers is None:
        return None
    blocks += _defectors(blocks)
    order = OrderOfBattle(block for block, _ in blocks)
    found = Tables(
        order_of_battle=order,
        entries=tuple(entry for _, entry in blocks),
        unit_types=types,
        types_of=tuple(types[block.type] for block in order.blocks),
        terrain=terrain,
        weather=tuple(weather[name] for name in WEATHER_NAMES),
        east=tuple(_result(row.east_even, row.east_odd) for row in months),
        west=tuple(_result(row.west_even, row.west_odd) for row in months),
        repulse={name: (row.dry, row.mud, row.snow) for name, row in repulse.items()},
        pursuit={name: FIREPOWER[row.firepower] for name, row in pursuit.items()},
        victory_levels=tuple(levels),
        releases=_releases(releases, order, problems),
        numbers=numbers,
    )
    return None if len(problems) else found


def _unit_types(folder: Traversable, problems: Problems) -> dict[str, UnitType]:
    return {
        row.type: UnitType(
            name=row.type,
            speed=(row.dry, row.mud, row.snow),
            offence=FIREPOWER[row.offence],
            defence=FIREPOWER[row.defence],
            lowest=row.lowest,
            invades=row.invades,
            step_cost=(row.axis_step, row.soviet_step),
            cadre_cost=(row.axis_cadre, row.soviet_cadre),
        )
        for _, row in read_csv(folder / "unit_types.csv", _TypeRow, problems)
    }


def _blocks(folder: Traversable, types: Mapping[str, UnitType], problems: Problems) -> list[tuple[Block, Entry]]:
    found: list[tuple[Block, Entry]] = []
    lines: dict[str, int] = {}
    for line, row in read_csv(folder / "blocks.csv", _BlockRow, problems):
        if row.key in lines:
            problems.add("blocks.csv", line, f"{row.key} is in line {lines[row.key]} already")
        lines.setdefault(row.key, line)
        side = TITLE.side(row.side)
        if (unit_type := types.get(row.type)) is None:
            problems.add("blocks.csv", line, not_one_of("type", row.type, tuple(types)))
            continue
        for text in _block_problems(row, unit_type, side):
            problems.add("blocks.csv", line, text)
        entry_month = month_number(row.entry)
        if entry_month is None and row.entry not in ENTRY_EVENTS:
            problems.add("blocks.csv", line, f"entry {row.entry!r} is neither a month such as 1941-06 nor an event")
        block = Block(
            key=row.key,
            name=row.name,
            side=side,
            nation=row.nation,
            type=row.type,
            strengths=tuple(range(row.lowest, row.max_cv + 1)),
            tags=frozenset(row.tags),
        )
        event = "" if entry_month is not None else row.entry
        found.append((block, Entry(month=entry_month or 0, event=event, cv=row.entry_cv)))
    return found


@rule("EF-16.1f", "EF-0.1a")
def _defectors(blocks: list[tuple[Block, Entry]]) -> list[tuple[Block, Entry]]:
    """A Soviet block for every satellite unit that may change sides, to replace that unit when it does."""
    return [
        (
            msgspec.structs.replace(
                block,
                key=defector_key(block.key),
                name=f"{block.name} (Soviet side)",
                side=TITLE.side("soviet"),
                tags=frozenset(("defector", "satellite")),
            ),
            DEFECTION,
        )
        for block, _ in blocks
        if block.nation in NATIONS
    ]


def defector_key(key: str) -> str:
    """The key of the Soviet block that a satellite unit becomes when it changes sides."""
    return key.replace("ax-", "so-", 1)


def _block_problems(row: _BlockRow, unit_type: UnitType, side: int) -> list[str]:
    found = []
    if row.lowest != unit_type.lowest:
        found.append(f"lowest step {row.lowest}, but {row.type} has {unit_type.lowest}")
    if row.max_cv <= row.lowest or row.max_cv > 4:
        found.append(f"max_cv {row.max_cv} must lie above the lowest step {row.lowest} and not above 4")
    if not unit_type.cadre_cost[side]:
        found.append(f"the {row.side} side has no {row.type}: unit_types.csv gives no cost")
    if row.entry_cv > row.max_cv:
        found.append(f"entry_cv {row.entry_cv} is above max_cv {row.max_cv}")
    return found


def _terrain(folder: Traversable, problems: Problems) -> dict[str, Terrain]:
    return {
        row.name: Terrain(
            name=row.name,
            stacking=row.stacking,
            hexside_limit=row.hexside_limit,
            stops=row.stops,
            offence=FIREPOWER.get(row.offence, 0),
            defence=FIREPOWER.get(row.defence, 0),
            hits_per_step=row.hits_per_step,
        )
        for _, row in read_csv(folder / "terrain.csv", _TerrainRow, problems)
    }


def _weather(folder: Traversable, terrain: Mapping[str, Terrain], problems: Problems) -> dict[str, WeatherEffect]:
    rows = read_csv(folder / "weather_effects.csv", _WeatherRow, problems)
    found = {}
    for name, row in _complete(rows, "weather", "weather_effects.csv", problems).items():
        counts_as = dict(pair.partition(":")[::2] for pair in row.counts_as)
        for word in (*counts_as, *counts_as.values()):
            if word not in terrain:
                problems.add("weather_effects.csv", 0, f"{name}: {not_one_of('terrain', word, tuple(terrain))}")
        found[name] = WeatherEffect(
            name=name,
            first=TITLE.side(row.first),
            disorganised=frozenset(TITLE.side(side) for side in row.disorganised),
            deploying=row.deploying,
            offence=FIREPOWER.get(row.offence, 0),
            hits_per_step=row.hits_per_step,
            counts_as=counts_as,
        )
    return found


def _months(folder: Traversable, problems: Problems) -> list[_MonthRow]:
    rows = [row.value for row in read_csv(folder / "weather.csv", _MonthRow, problems)]
    if [row.month for row in rows] != list(range(1, 13)):
        problems.add("weather.csv", 0, "needs one row for each month from 1 to 12, in order")
    return rows


def _result(even: WeatherName, odd: WeatherName) -> MonthWeather:
    return MonthWeather(even=WEATHER_NAMES.index(even), odd=WEATHER_NAMES.index(odd))


def _complete(rows: list[Located[Row]], key: str, file: str, problems: Problems) -> dict[str, Row]:
    """The rows by their key; every value of the key's fixed list must occur exactly once."""
    found: dict[str, Row] = {}
    for line, row in rows:
        name = getattr(row, key)
        if name in found:
            problems.add(file, line, f"{key} {name!r} is there twice")
        found[name] = row
    wanted = msgspec.structs.fields(type(rows[0].value))[0].type.__args__ if rows else ()
    for name in wanted:
        if name not in found:
            problems.add(file, 0, f"{key} {name!r} is missing")
    return found


def _releases(rows: list[Located[_ReleaseRow]], order: OrderOfBattle, problems: Problems) -> dict[str, tuple[BlockId, ...]]:
    found: dict[str, tuple[BlockId, ...]] = {}
    for line, row in rows:
        try:
            found[row.city] = (*found.get(row.city, ()), order.key(row.unit))
        except ValueError as error:
            problems.add("releases.csv", line, str(error))
    return found
