"""The data of Blocks in the East: counts, and mistakes that are reported with file and line."""

from collections import Counter
from importlib import resources
from pathlib import Path
from shutil import copytree

import pytest

from blockfront.blocks.months import month_number
from blockfront.core.clauses import clause
from blockfront.core.data_files import DataError
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_in_the_east.game import DATA, facts
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_series.loading.scenario_files import load_scenario
from blockfront.games.blocks_series.loading.tables import load_tables
from blockfront.games.blocks_series.state import PRODUCTION
from blockfront.games.blocks_series.steps.calendar import Calendar
from tests.spoiling import spoil


@clause("BE-1.0b", "BE-R3", "BE-R11", "BE-3.11b")
def test_the_order_of_battle_has_the_stated_numbers() -> None:
    tables = facts().tables
    nations = Counter(block.nation for block in tables.order.blocks)
    assert nations["ussr"] == 148
    assert nations["italy"] == 6
    assert sum(number for nation, number in nations.items() if nation not in ("ussr", "italy")) == 140
    assert all(1 <= len(block.strengths) <= 4 for block in tables.order.blocks)


@clause("BE-BSSq", "BE-BSSh", "BE-R10")
def test_the_groups_have_the_stated_numbers() -> None:
    groups = Counter(unit.group for unit in facts().tables.facts)
    assert groups["sov_leningrad"] + groups["sov_baltic"] == 12
    assert groups["sov_western"] == 14
    assert groups["sov_kiev"] + groups["sov_odessa"] == 30
    assert sum(number for group, number in groups.items() if group.startswith("sov_")) == 109
    assert (groups["axis_north"], groups["axis_centre"], groups["axis_romania_german"]) == (13, 23, 7)
    assert sum(groups[group] for group in ("axis_south", "axis_hungary", "axis_romania", "axis_romania_german")) == 32
    assert sum(number for group, number in groups.items() if group.startswith("axis_")) == 82


@clause("BE-3.13f", "BE-6.2.1c", "BE-6.3.1c", "BE-6.3.2c", "BE-6.3.2d", "BE-6.1.4f", "BE-6.4b", "BE-R12", "BE-3.14a")
@pytest.mark.parametrize(
    ("name", "column", "levels"),
    [
        ("tankette", "attack", (6, 6, 5)),
        ("tankette", "defence", (6, 5, 4)),
        ("tank", "attack", (6, 5, 4)),
        ("armour_hq", "defence", (5, 5, 4)),
        ("fighter", "attack", (7, 6, 5)),
        ("fighter", "air", (6, 5, 4)),
        ("fighter", "range", (5, 5, 10)),
        ("bomber", "attack", (6, 5, 4)),
        ("bomber", "range", (10, 10, 15)),
        ("long_range_bomber", "range", (15, 15, 15)),
        ("artillery", "attack", (6, 5, 4)),
        ("static", "mp", (0, 0, 0)),
        ("air_hq", "mp", (3, 4, 4)),
    ],
)
def test_the_tech_table(name: str, column: str, levels: tuple[int, int, int]) -> None:
    assert getattr(facts().tables.classes[name], column)[1:] == levels


def broken(folder: Path, file: str, old: str, new: str) -> str:
    """What loading says when one text of the data is exchanged."""
    with resources.as_file(DATA) as data:
        copytree(data, folder / "data")
    spoil(folder / "data" / file, old, new)
    with pytest.raises(DataError) as error:
        load_tables(folder / "data", TITLE.sides)
    return str(error.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("blocks.csv", "germany,artillery,4 2 1 0", "germany,artilery,4 2 1 0", "did you mean 'artillery'?"),
        ("blocks.csv", "germany,artillery,4 2 1 0", "germany,artillery,4 2 2 0", "not one to four numbers that fall"),
        ("blocks.csv", "white black black zero,4", "white black black zero,5", "start 5 is not one of the steps"),
        ("blocks.csv", ",axis_north,", ",axis_nord,", "did you mean 'axis_north'?"),
        ("tech.csv", "1942-03,ussr", "1942-13,ussr", "is not a month"),
        ("tech.csv", "1942-03,ussr", "1942-03,urss", "did you mean 'ussr'?"),
        ("powers.toml", 'side = "axis"', 'side = "allies"', "is not one of axis, soviet"),
    ],
)
def test_mistakes_are_named_with_file_and_line(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    said = broken(tmp_path, file, old, new)
    assert message in said
    assert f"{file}:" in said


def test_mistakes_in_scenarios_are_named(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    text = (DATA / "scenarios" / "sbe1.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("axis_north", "axis_nord").replace("1941-09", "September"), encoding="utf-8")
    with pytest.raises(DataError) as error:
        load_scenario(tmp_path, "wrong", facts().tables, TITLE.sides)
    assert "did you mean 'axis_north'?" in str(error.value)
    assert "'September' is not a month" in str(error.value)


@clause("BE-1.0a")
def test_units_and_markers_make_up_the_stated_blocks() -> None:
    """Besides the units: eight and four development markers, five strategic units, five Western bombers and a turn marker."""
    nations = Counter(block.nation for block in facts().tables.order.blocks)
    red, light_green = nations["ussr"] + 8, nations["italy"]
    black = nations.total() - nations["ussr"] - nations["italy"] + 4
    assert (red, black, light_green) == (156, 144, 6)
    assert red + black + light_green + 5 + 1 + 3 + 2 == 317


@clause("BE-1.0e", "BE-R1")
def test_points_are_not_limited_by_counters() -> None:
    here = position(points={"germany": 200}, active="axis").begin(PRODUCTION)
    assert here.points("germany") > 200


@clause("BE-1.1a")
def test_a_turn_is_a_month() -> None:
    here = position("sbe1", month="1941-06")
    here.run(Calendar, Calendar.FIRST)
    for _ in range(60):
        if here.state.month != month_number("1941-06"):
            break
        here.end_phase()
    assert here.state.month == month_number("1941-07")


@clause("BE-1.1c")
def test_the_turn_track_has_a_weather_for_every_month() -> None:
    track = facts().tables.weather
    assert len(track) == 12
    assert [month for month, weather in enumerate(track, 1) if weather == "roll"] == [5, 10]


@clause("BE-3.3g")
def test_the_victory_cities() -> None:
    board = facts().board
    places = {place.name for place in board.map.places if "victory" in place.tags}
    assert places == {"Moscow", "Leningrad", "Stalingrad", "Baku", "Berlin"}


@clause("BE-11.1c")
def test_maykop_has_oil() -> None:
    sites = [site for site in facts().board.map.production if site.name == "Maykop"]
    assert [(site.kind, site.value) for site in sites] == [("oil", 5)]
