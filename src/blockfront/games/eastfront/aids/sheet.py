"""The tables beside the board of EastFront: phases, ground, units, prices, weather, repulses, victory."""

from typing import Final

from blockfront.core.sheet import Sheet, SheetColumn, SheetLine, SheetTable, columns, numbers
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.loading.data_model import MonthWeather, Tables
from blockfront.games.eastfront.state import DEPLOYMENT, PHASES, WEATHERS
from blockfront.games.eastfront.title import TITLE
from blockfront.games.eastfront.view import EastFrontView

PHASE_CLAUSES: Final = {
    "production": "EF-4.2a",
    "weather": "EF-4.3a",
    "command": "EF-4.41a",
    "movement": "EF-4.42a",
    "combat": "EF-4.43a",
    "blitz_movement": "EF-4.44a",
    "blitz_combat": "EF-4.45a",
    "supply": "EF-4.46a",
}
TERRAIN_CLAUSES: Final = {
    "clear": "EF-1.31a",
    "forest": "EF-1.32b",
    "hill": "EF-1.33a",
    "swamp": "EF-1.34b",
    "mountain": "EF-1.35b",
    "river": "EF-1.36b",
    "strait": "EF-1.39a",
    "major_city": "EF-1.41a",
    "fortress": "EF-1.46c",
}
ASSAULT_CLAUSES: Final = {"river": "EF-7.51a", "air": "EF-14.4a", "sea": "EF-15.43a", "sea_coastal": "EF-15.5a"}
WEATHER_CLAUSES: Final = {"dry": "EF-4.4a", "mud": "EF-12.24c", "snow": "EF-12.24g"}
PRODUCTION_NUMBERS: Final = {
    "hq_step_surcharge": "EF-16.2a",
    "hq_cadre_surcharge": "EF-16.2a",
    "ss_steps_per_month": "EF-11.41c",
    "axis_resource_factor": "EF-11.33a",
    "lend_lease": "EF-16.3a",
    "oil_route": "EF-16.61a",
    "arrivals_in_major_city": "EF-1.41d",
    "arrivals_in_minor_city": "EF-1.42b",
}
COMMAND_NUMBERS: Final = {
    "supply_line": "EF-10.3a",
    "rail_hexes_per_move": "EF-9.21a",
    "supreme_moves_per_value": "EF-5.61a",
    "major_port_capacity": "EF-15.21a",
    "minor_port_capacity": "EF-15.21a",
}
VICTORY_NUMBERS: Final = {
    "points_per_command_value": "EF-17.1b",
    "points_per_lost_hq": "EF-17.1b",
    "points_per_lost_axis_unit": "EF-17.1c",
    "points_per_lost_soviet_unit": "EF-17.1f",
    "points_per_unsupplied_german_unit": "EF-17.1e",
}
CLASSES: Final = {"ss_armor": "EF-2.65b", "ss_mech": "EF-2.65b", "static": "EF-2.67a", "para": "EF-14.5a"}


def sheet(game: EastFront, view: EastFrontView) -> Sheet:
    return Sheet((_sequence(view), *tables_of(game.rules.tables, view.weather, view.month % 12)))


def tables_of(tables: Tables, weather: int, month: int) -> tuple[SheetTable, ...]:
    """All tables of the sheet, for the current weather and month (0 is January)."""
    return (
        _terrain(tables),
        _units(tables, weather),
        _costs(tables),
        SheetTable("sheet.production", columns("sheet.value"), numbers(tables.numbers, PRODUCTION_NUMBERS)),
        SheetTable("sheet.command", columns("sheet.value"), numbers(tables.numbers, COMMAND_NUMBERS)),
        _effects(tables, weather),
        _months(tables, month),
        _repulse(tables, weather),
        _pursuit(tables),
        _levels(tables),
        SheetTable("sheet.points", columns("sheet.value"), numbers(tables.numbers, VICTORY_NUMBERS)),
    )


def _sequence(view: EastFrontView) -> SheetTable:
    lines = [
        SheetLine(f"eastfront.phase.{name}", (), PHASE_CLAUSES[name], is_now=number == view.phase)
        for number, name in enumerate(PHASES)
        if number != DEPLOYMENT
    ]
    return SheetTable("sheet.sequence", (), tuple(lines))


def _terrain(tables: Tables) -> SheetTable:
    heads = (
        SheetColumn("sheet.stacking"),
        SheetColumn("sheet.hexside_limit"),
        SheetColumn("sheet.stops", "yes"),
        SheetColumn("sheet.offence_at_best", "face"),
        SheetColumn("sheet.defence_at_least", "face"),
        SheetColumn("sheet.hits_per_step"),
    )
    lines = [
        SheetLine(
            f"sheet.terrain.{name}",
            (row.stacking, row.hexside_limit, int(row.stops), row.offence, row.defence, row.hits_per_step),
            TERRAIN_CLAUSES[name],
            (f"terrain:{name}",),
        )
        for name, row in tables.terrain.items()
    ]
    return SheetTable("sheet.terrain", heads, tuple(lines))


def _units(tables: Tables, weather: int) -> SheetTable:
    speeds = tuple(SheetColumn(f"sheet.speed_{name}", is_now=number == weather) for number, name in enumerate(WEATHERS))
    heads = (*speeds, SheetColumn("sheet.attack", "face"), SheetColumn("sheet.defence", "face"), SheetColumn("sheet.invades", "yes"))
    lines = [
        SheetLine(
            f"sheet.unit.{name}",
            (*kind.speed, kind.offence, kind.defence, int(kind.invades)),
            CLASSES.get(name, "EF-2.2a"),
            (f"unit:{name}",),
        )
        for name, kind in tables.unit_types.items()
    ]
    return SheetTable("sheet.units", heads, tuple(lines))


def _costs(tables: Tables) -> SheetTable:
    heads = columns(*(f"sheet.{side}_{what}" for side in TITLE.sides for what in ("step", "cadre")))
    lines = [
        SheetLine(
            f"sheet.unit.{name}",
            tuple(cost for side in range(len(TITLE.sides)) for cost in (kind.step_cost[side], kind.cadre_cost[side])),
            "EF-11.42d",
            (f"unit:{name}",),
        )
        for name, kind in tables.unit_types.items()
    ]
    return SheetTable("sheet.costs", heads, tuple(lines))


def _effects(tables: Tables, weather: int) -> SheetTable:
    heads = (
        SheetColumn("sheet.moves_first", "word"),
        SheetColumn("sheet.disorganised", "word"),
        SheetColumn("sheet.deploying", "yes"),
        SheetColumn("sheet.offence_at_best", "face"),
        SheetColumn("sheet.hits_per_step"),
    )
    lines = []
    for number, effect in enumerate(tables.weather):
        whose = [f"side.{TITLE.sides[side]}" for side in sorted(effect.disorganised)]
        disorganised = "sheet.both" if len(whose) > 1 else whose[0] if whose else ""
        cells = (f"side.{TITLE.sides[effect.first]}", disorganised, int(effect.deploying), effect.offence, effect.hits_per_step)
        lines.append(SheetLine(f"eastfront.weather.{effect.name}", cells, WEATHER_CLAUSES[effect.name], is_now=number == weather))
        for before, after in effect.counts_as.items():
            counts = (f"sheet.terrain.{after}", "", 0, 0, 0)
            name, about = f"sheet.{effect.name}_{before}", (f"terrain:{before}",)
            lines.append(SheetLine(name, counts, WEATHER_CLAUSES[effect.name], about, number == weather))
    return SheetTable("sheet.weather_effects", heads, tuple(lines))


def _months(tables: Tables, month: int) -> SheetTable:
    heads = columns("sheet.east_even", "sheet.east_odd", "sheet.west_even", "sheet.west_odd", kind="word")

    def words(found: MonthWeather) -> tuple[str, str]:
        return f"eastfront.weather.{WEATHERS[found.even]}", f"eastfront.weather.{WEATHERS[found.odd]}"

    lines = [
        SheetLine("", (*words(east), *words(west)), "EF-12.1a", is_now=number == month, month=number + 1)
        for number, (east, west) in enumerate(zip(tables.east, tables.west, strict=True))
    ]
    return SheetTable("sheet.months", heads, tuple(lines))


def _repulse(tables: Tables, weather: int) -> SheetTable:
    heads = tuple(SheetColumn(f"eastfront.weather.{name}", "up_to", number == weather) for number, name in enumerate(WEATHERS))
    lines = [
        SheetLine(f"sheet.assault.{name}", row, ASSAULT_CLAUSES[name], ("terrain:river",) if name == "river" else ())
        for name, row in tables.repulse.items()
    ]
    return SheetTable("sheet.repulse", heads, tuple(lines))


def _pursuit(tables: Tables) -> SheetTable:
    lines = [SheetLine(f"sheet.pursuer.{name}", (face,), "EF-6.42b") for name, face in tables.pursuit.items()]
    return SheetTable("sheet.pursuit", columns("sheet.fire", kind="face"), tuple(lines))


def _levels(tables: Tables) -> SheetTable:
    lines = [
        SheetLine(f"aim.level.{row.level}", (row.at_least, row.winner_points, row.loser_points), "EF-17.3a")
        for row in tables.victory_levels
    ]
    return SheetTable("sheet.victory", columns("sheet.difference", "sheet.winner_points", "sheet.loser_points"), tuple(lines))
