"""The reference sheet of a Blocks game: phases, ground, places, units by TECH, TECH of the powers, prices, weather, victory."""

from random import Random
from typing import Any, Final

from msgspec.structs import replace

from blockfront.core.sheet import Sheet, SheetColumn, SheetLine, SheetTable, columns, numbers
from blockfront.games.blocks_series.loading.data_model import COLOURS, FIELDS, WEATHERS, Tables
from blockfront.games.blocks_series.state import PHASES, SET_UP, STRATEGIC_WARFARE

PHASE_CLAUSES: Final = {
    "strategic_warfare": "BE-7.1a",
    "supply": "BE-7.2a",
    "production": "BE-7.3b",
    "strategic_rail": "BE-7.4c",
    "movement": "BE-7.5a",
    "air_movement": "BE-7.5.2b",
    "defender_reaction": "BE-7.6a",
    "combat": "BE-7.7a",
    "blitz": "BE-7.8a",
    "air_return": "BE-7.8.1a",
    "final_supply": "BE-7.9a",
    "armour_exploitation": "BE-7.10a",
    "victory": "BE-7.11a",
}
NUMBERS: Final = {
    "ground_units": "BE-3.10a",
    "combat_units": "BE-3.10a",
    "battle_air_units": "BE-3.10d",
    "supply_range": "BE-4.2c",
    "command_range": "BE-13.3a",
    "command_range_in_bad_weather": "BE-13.3e",
    "aid_a_turn": "BE-5.2c",
    "disband_refund": "BE-7.3.4c",
    "surrender_points": "BE-7.9d",
    "new_units": "BE-7.3.1b",
}
ADVANCED: Final = ("command_range", "command_range_in_bad_weather")  # numbers that the basic game does not have
WEATHER_CLAUSES: Final = {"good": "BE-9.0a", "rain": "BE-9.2b", "light_rain": "BE-9.2b", "snow": "BE-9.2e", "roll": "BE-9.0b"}


def sheet(game: Any, view: Any) -> Sheet:
    rules = game.rules
    state = game.guess(view, Random(0))  # only what everybody knows is read from it
    powers = range(len(rules.tables.powers))
    levels = [tuple(rules.definitions.level(state, power, field) for field in range(len(FIELDS))) for power in powers]
    found = (
        _sequence(view),
        *tables_of(rules.tables, view.weather, view.month % 12, is_basic=rules.scenario.layer == "basic"),
        _tech(rules.tables, levels),
        _colours(rules),
        _victory(rules),
    )
    return Sheet(tuple(_cited(rules, table) for table in found if table.lines))


def tables_of(tables: Tables, weather: int, month: int, *, is_basic: bool = False) -> tuple[SheetTable, ...]:
    """All tables of the sheet, with the present weather and month (0 is January) marked."""
    listed = {name: clause for name, clause in NUMBERS.items() if not (is_basic and name in ADVANCED)}
    return (
        _terrain(tables, weather),
        _places(tables),
        *_units(tables),
        _prices(tables),
        SheetTable("sheet.limits", columns("sheet.value"), numbers(tables.numbers, listed)),
        _months(tables, month),
    )


def _cited(rules: Any, table: SheetTable) -> SheetTable:
    """The table with its clauses numbered as in the title's own book."""
    return replace(table, lines=tuple(replace(line, clause=rules.cite(line.clause)) for line in table.lines))


def _sequence(view: Any) -> SheetTable:
    order = (STRATEGIC_WARFARE, *(phase for phase in range(len(PHASES)) if phase not in (SET_UP, STRATEGIC_WARFARE)))
    lines = [SheetLine(f"series.phase.{PHASES[n]}", (), PHASE_CLAUSES[PHASES[n]], is_now=n == view.phase) for n in order]
    return SheetTable("sheet.sequence", (), tuple(lines))


def _terrain(tables: Tables, weather: int) -> SheetTable:
    heads = tuple(SheetColumn(f"series.weather.{name}", is_now=number == weather) for number, name in enumerate(WEATHERS))
    lines = [
        SheetLine(f"sheet.terrain.{name}", (*row.costs, int(row.rough)), "BE-7.5.3b", (f"terrain:{name}",))
        for name, row in tables.terrain.items()
    ]
    return SheetTable("sheet.entry_costs", (*heads, SheetColumn("sheet.rough", "yes")), tuple(lines))


def _places(tables: Tables) -> SheetTable:
    heads = (*columns("sheet.flak_dice"), *columns("sheet.flak_hits", kind="face"), *columns("sheet.malus", "sheet.bonus"))
    lines = [
        SheetLine(f"sheet.place.{name}", (row.dice, row.lowest, row.malus, row.bonus), "BE-7.7.6f", (f"terrain:{name}",))
        for name, row in tables.numbers.places.items()
    ]
    return SheetTable("sheet.places", heads, tuple(lines))


def _units(tables: Tables) -> tuple[SheetTable, SheetTable]:
    """The TECH tables: each cell has the figures for TECH 1, 2 and 3."""
    used = {block.type for block in tables.order.blocks}
    rows = [(name, row) for name, row in tables.classes.items() if name in used]
    fire = columns("sheet.attack", "sheet.defence", "sheet.air_fire", kind="face")
    fires = [
        SheetLine(f"sheet.unit.{name}", (row.attack[1:], row.defence[1:], row.air[1:]), "BE-3.13f", (f"unit:{name}",)) for name, row in rows
    ]
    moves = [
        SheetLine(f"sheet.unit.{name}", (row.mp[1:], row.range[1:], row.blitz), "BE-7.5.3a", (f"unit:{name}",)) for name, row in rows
    ]
    return (
        SheetTable("sheet.fire_by_tech", fire, tuple(fires)),
        SheetTable("sheet.movement_by_tech", columns("sheet.mp", "sheet.range", "sheet.blitz_from"), tuple(moves)),
    )


def _tech(tables: Tables, levels: list[tuple[int, ...]]) -> SheetTable:
    lines = [
        SheetLine(f"series.power.{power.id}", found, "BE-3.13a", (f"power:{power.id}",))
        for power, found in zip(tables.powers, levels, strict=True)
    ]
    return SheetTable("sheet.tech", columns(*(f"sheet.field.{name}" for name in FIELDS)), tuple(lines))


def _prices(tables: Tables) -> SheetTable:
    prices = tables.numbers.step_price
    lines = [SheetLine(f"sheet.step.{colour}", (price,), "BE-7.3c") for colour, price in prices.items()]
    return SheetTable("sheet.costs", columns("sheet.points_of_each"), tuple(lines))


def _colours(rules: Any) -> SheetTable:
    """The colours of points that each kind of unit costs."""
    found: dict[str, tuple[int, ...]] = {}
    for block, unit in enumerate(rules.order.blocks):
        found.setdefault(unit.type, rules.production.colours_of(block))
    lines = [
        SheetLine(f"sheet.unit.{name}", tuple(int(colour in paid) for colour in range(len(COLOURS))), "BE-11.0b", (f"unit:{name}",))
        for name, paid in found.items()
    ]
    heads = columns(*(f"series.colour.{colour}" for colour in COLOURS), kind="yes")
    return SheetTable("sheet.colours", heads, tuple(lines) if rules.scenario.layer != "basic" else ())


def _months(tables: Tables, month: int) -> SheetTable:
    good = tables.numbers.good_weather_to
    lines = [
        SheetLine(
            "",
            ("sheet.rolled" if name == "roll" else f"series.weather.{name}", good if name == "roll" else 0),
            WEATHER_CLAUSES[name],
            is_now=number == month,
            month=number + 1,
        )
        for number, name in enumerate(tables.weather)
    ]
    return SheetTable("sheet.months", (SheetColumn("game.weather", "word"), SheetColumn("sheet.good_on", "up_to")), tuple(lines))


def _victory(rules: Any) -> SheetTable:
    """The points of places, and the results for totals of points."""
    scenario, board = rules.scenario, rules.board
    places = [(one.place, one.points) for one in scenario.objectives] + [(one.place, -one.points) for one in scenario.lost_places]
    lines = [SheetLine("", (points, "", ""), "BE-7.11a", hex=board.hex(place)) for place, points in places]
    side, deciding = rules.victory.deciding_places()
    if not places:
        lines += [SheetLine("", (0, f"side.{rules.sides[side]}", ""), "BE-7.11a", hex=board.hex(place)) for place in deciding]
    for one in scenario.results:
        winner = f"side.{one.winner}" if one.winner else ""
        lines.append(SheetLine("sheet.from_points", (one.points, winner, f"aim.level.{one.level}"), "BE-7.11a"))
    return SheetTable("sheet.victory", (SheetColumn("sheet.points"), *columns("sheet.winner", "sheet.level", kind="word")), tuple(lines))
