"""Reads the data of a Blocks game: what the series shares and what a title adds. `DataError` lists every mistake in every file."""

from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Literal, TypeVar

import msgspec

from blockfront.blocks.months import month_number
from blockfront.blocks.order_of_battle import Block, OrderOfBattle
from blockfront.core.data_files import Located, Problems, TomlFile, not_one_of, read_csv, read_toml
from blockfront.core.sides import Side
from blockfront.games.blocks_series.loading.data_model import (
    FIELDS,
    NO_FIRE,
    Field,
    Group,
    Kind,
    Levels,
    Numbers,
    Power,
    Tables,
    TechStep,
    Terrain,
    UnitClass,
    UnitFacts,
)
from blockfront.games.blocks_series.loading.headquarters import (
    HeadquartersFacts,
    check_headquarters,
    is_headquarters,
    read_headquarters,
    read_order_phases,
)

SERIES_DATA: Final = resources.files("blockfront.games.blocks_series") / "data"
STEP_COLOURS: Final = ("black", "white", "red", "blue", "zero")

Named = TypeVar("Named")


class _ClassRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "class"}):
    name: str
    kind: Kind
    role: Literal["combat", "support"]
    field: Field
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    air: tuple[int, ...] = ()
    mp: tuple[int, ...] = ()
    range: tuple[int, ...] = ()
    blitz: int = 0


class _TerrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    terrain: str
    good: int
    rain: int
    light_rain: int
    snow: int
    rough: bool


class _PowerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    side: str
    source: str
    homeland: str
    tech: tuple[int, ...]
    nation: str = ""
    operates: tuple[str, ...] = ()
    beyond: str = ""
    attacks: tuple[str, ...] = ()
    supply_within: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    shuns: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    rebuilds: bool = True
    is_minor: bool = False
    snow_immune: bool = False
    capital: str = ""
    patron: str = ""
    commanded_with: str = ""
    paid_by: str = ""
    pool: str = ""
    rail_limit: int = -1
    rail_with: str = ""
    halves_aa: bool = False
    exploits: bool = True
    full_strength_only: bool = False
    tech_price: int = 0


class _BlockRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    nation: str
    type: str
    steps: tuple[int, ...]
    colours: tuple[str, ...]
    start: int = 0  # none: full strength, or as the scenario says
    group: str = ""
    place: str = ""
    arrives: str = ""
    removed: str = ""
    tags: tuple[str, ...] = ()
    pool: str = ""


class _GroupRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    group: str
    name: str
    side: str
    area: str = ""
    frozen: Literal["", "ground", "all"] = ""


class _WeatherRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    month: int
    weather: Literal["good", "rain", "light_rain", "snow", "roll"]


class _TechRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    month: str
    power: str
    field: Field
    level: int


def load_tables(folder: Traversable, sides: Sequence[str]) -> Tables:
    problems = Problems()
    found = read_tables(folder, sides, problems)
    problems.raise_if_any()
    assert found is not None
    return found


def read_tables(folder: Traversable, sides: Sequence[str], problems: Problems) -> Tables | None:
    """As `load_tables`, but notes problems instead of raising; None if the tables of numbers cannot be read."""
    numbers = read_toml(SERIES_DATA / "numbers.toml", Numbers, problems)
    classes = _classes(SERIES_DATA / "classes.csv", problems)
    if (folder / "classes.csv").is_file():  # what the title adds or rates otherwise
        classes = {**classes, **_classes(folder / "classes.csv", problems)}
    terrain = {
        row.terrain: Terrain((row.good, row.rain, row.light_rain, row.snow), row.rough)
        for _, row in read_csv(SERIES_DATA / "terrain.csv", _TerrainRow, problems)
    }
    powers = _powers(folder / "powers.toml", sides, problems)
    names = [power.id for power in powers]
    has_groups = (folder / "groups.csv").is_file()
    groups = _groups(folder / "groups.csv", sides, problems) if has_groups else {}
    blocks, facts = _blocks(folder / "blocks.csv", powers, classes, groups, problems)
    calendar = tuple(
        TechStep(month, names.index(row.power), FIELDS.index(row.field), row.level)
        for line, row in read_csv(folder / "tech.csv", _TechRow, problems)
        if (month := _month("tech.csv", line, row.month, problems)) and _is_one_of("tech.csv", line, "power", row.power, names, problems)
    )
    weather = _weather(folder / "weather.csv", problems)
    headquarters = _headquarters(folder / "headquarters.csv", classes, blocks, problems)
    orders = read_order_phases(SERIES_DATA / "orders.csv", problems)
    if numbers is None:
        return None
    order = OrderOfBattle(blocks)
    return Tables(order, tuple(facts), classes, powers, groups, terrain, numbers, calendar, weather, headquarters, orders)


def _headquarters(
    path: Traversable, classes: Mapping[str, UnitClass], blocks: Sequence[Block], problems: Problems
) -> dict[str, HeadquartersFacts]:
    """The series' table of headquarters, with the rows that the title adds or replaces."""
    found = read_headquarters(SERIES_DATA / path.name, problems)
    if path.is_file():
        found |= read_headquarters(path, problems)
    used = {block.type for block in blocks if is_headquarters(block.type)}
    check_headquarters(found, classes, {block.key for block in blocks}, used, problems)
    return found


def _weather(path: Traversable, problems: Problems) -> tuple[str, ...]:
    months = {row.month: row.weather for _, row in read_csv(path, _WeatherRow, problems)}
    if sorted(months) != list(range(1, 13)):
        problems.add(path.name, 0, "every month from 1 to 12 needs its weather, once")
    return tuple(months.get(month, "good") for month in range(1, 13))


def _is_one_of(file: str, line: int, what: str, word: str, known: Sequence[str], problems: Problems) -> bool:
    if word in known:
        return True
    problems.add(file, line, not_one_of(what, word, known))
    return False


def _month(file: str, line: int, text: str, problems: Problems) -> int:
    """The number of a month; 0 if none is given."""
    number = month_number(text) if text else 0
    if number is None:
        problems.add(file, line, f"{text!r} is not a month; right would be 1941-06")
        return 0
    return number


def _levels(values: tuple[int, ...], otherwise: int) -> Levels:
    return (values[0], values[0], values[1], values[2]) if len(values) == 3 else (otherwise,) * 4


def _classes(path: Traversable, problems: Problems) -> Mapping[str, UnitClass]:
    found = {}
    for line, row in read_csv(path, _ClassRow, problems):
        for name in ("attack", "defence", "air", "mp", "range"):
            if len(getattr(row, name)) not in (0, 3):
                problems.add(path.name, line, f"{name} needs three numbers, for TECH 1, 2 and 3")
        found[row.name] = UnitClass(
            name=row.name,
            kind=row.kind,
            is_combat=row.role == "combat",
            field=FIELDS.index(row.field),
            attack=_levels(row.attack, NO_FIRE),
            defence=_levels(row.defence, NO_FIRE),
            air=_levels(row.air, NO_FIRE),
            mp=_levels(row.mp, 0),
            range=_levels(row.range, 0),
            blitz=row.blitz,
        )
    return found


def _powers(path: Traversable, sides: Sequence[str], problems: Problems) -> tuple[Power, ...]:
    found = []
    for line, row in TomlFile(path, problems).tables("power", _PowerRow):
        if _is_one_of(path.name, line, "side", row.side, sides, problems):
            if not 4 <= len(row.tech) <= len(FIELDS) or any(not 0 <= level <= 3 for level in row.tech):
                problems.add(path.name, line, f"tech of {row.id}: a level from 0 to 3 for each of {', '.join(FIELDS)}")
            tech = (*row.tech, *(1,) * (len(FIELDS) - len(row.tech)))
            values = msgspec.structs.asdict(row) | {"side": sides.index(row.side), "tech": tech}
            found.append(Power(**values))
    return tuple(found)


def _groups(path: Traversable, sides: Sequence[str], problems: Problems) -> Mapping[str, Group]:
    return {
        row.group: Group(row.group, row.name, sides.index(row.side), row.area, row.frozen)
        for line, row in read_csv(path, _GroupRow, problems)
        if _is_one_of(path.name, line, "side", row.side, sides, problems)
    }


def _blocks(
    path: Traversable, powers: Sequence[Power], classes: Mapping[str, UnitClass], groups: Mapping[str, Group], problems: Problems
) -> tuple[list[Block], list[UnitFacts]]:
    blocks: list[Block] = []
    facts: list[UnitFacts] = []
    sides = {power.id: power.side for power in powers}
    pools = {power.id: power.pool or power.id for power in powers}
    keys: dict[str, int] = {}
    for line, row in read_csv(path, _BlockRow, problems):
        known = len(problems)
        _is_one_of(path.name, line, "nation", row.nation, list(sides), problems)
        _is_one_of(path.name, line, "type", row.type, list(classes), problems)
        if row.group and not row.group.startswith(("rule_", "reinforcement")):
            _is_one_of(path.name, line, "group", row.group, list(groups), problems)
        _check_steps(path.name, Located(line, row), problems)
        if row.key in keys:
            problems.add(path.name, line, f"{row.key} is already in line {keys[row.key]}")
        if len(problems) != known:
            continue
        keys[row.key] = line
        blocks.append(
            Block(
                key=row.key,
                name=row.name,
                side=Side(sides[row.nation]),
                nation=row.nation,
                type=row.type,
                strengths=row.steps[::-1],
                tags=frozenset(row.tags),
                colours=row.colours[::-1],
                pool=row.pool or pools[row.nation],
            )
        )
        arrives, removed = (_month(path.name, line, text, problems) for text in (row.arrives, row.removed))
        facts.append(UnitFacts(row.start or row.steps[0], row.group, row.place, arrives, removed))
    return blocks, facts


def _check_steps(file: str, located: Located[_BlockRow], problems: Problems) -> None:
    line, row = located
    falling = all(high > low for high, low in zip(row.steps, row.steps[1:], strict=False))
    if not 1 <= len(row.steps) <= 4 or not falling:
        problems.add(file, line, f"steps {list(row.steps)} are not one to four numbers that fall")
    if len(row.colours) != len(row.steps):
        problems.add(file, line, f"{len(row.colours)} colours for {len(row.steps)} steps")
    for colour in row.colours:
        _is_one_of(file, line, "colour", colour, STEP_COLOURS, problems)
    if row.start and row.start not in row.steps:
        problems.add(file, line, f"start {row.start} is not one of the steps {list(row.steps)}")
