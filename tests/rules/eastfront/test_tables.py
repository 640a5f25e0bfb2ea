"""The tables of the rulebook, as the loader gives them."""

from pathlib import Path
from shutil import copytree

import pytest

from blockfront.blocks.months import month_number, month_text
from blockfront.core.clauses import clause
from blockfront.core.data_files import DataError, Problems
from blockfront.games.eastfront.loading.data_model import DOUBLE, NO_FIRE, SINGLE, TRIPLE, Tables
from blockfront.games.eastfront.loading.tables import DATA, defector_key, order_of_battle, read_tables, tables, weather_of
from tests.spoiling import spoil

AXIS, SOVIET = 0, 1
DRY, MUD, SNOW = 0, 1, 2

# type: speeds, offence, defence, lowest step, Axis (step, cadre), Soviet (step, cadre)
UNIT_TYPES = {
    "armor": ((3, 1, 2), DOUBLE, DOUBLE, 1, (8, 12), (4, 8)),
    "ss_armor": ((3, 1, 2), TRIPLE, TRIPLE, 1, (8, 12), (0, 0)),
    "mech": ((3, 1, 2), SINGLE, DOUBLE, 1, (6, 9), (3, 6)),
    "ss_mech": ((3, 1, 2), DOUBLE, TRIPLE, 1, (6, 9), (0, 0)),
    "infantry": ((2, 1, 1), SINGLE, SINGLE, 1, (4, 6), (2, 4)),
    "cavalry": ((3, 2, 2), SINGLE, SINGLE, 1, (0, 0), (3, 6)),
    "shock": ((1, 1, 1), DOUBLE, DOUBLE, 1, (0, 0), (3, 6)),
    "para": ((2, 1, 1), SINGLE, DOUBLE, 1, (0, 0), (6, 12)),
    "mountain": ((2, 1, 1), SINGLE, SINGLE, 1, (5, 8), (0, 0)),
    "coastal": ((2, 1, 1), SINGLE, SINGLE, 1, (0, 0), (2, 6)),
    "static": ((1, 1, 1), SINGLE, SINGLE, 0, (3, 2), (3, 2)),  # the Soviets have statics only by defection
    "hq": ((2, 1, 1), NO_FIRE, NO_FIRE, 0, (10, 20), (10, 20)),
}


@clause("EF-2.2a", "EF-2.21a", "EF-2.22a", "EF-2.23a", "EF-2.24a", "EF-2.25a", "EF-2.26a", "EF-2.4b", "EF-R1", "EF-R4")
@clause("EF-2.61a", "EF-2.62b", "EF-2.65b", "EF-2.65c", "EF-11.42d", "EF-12.23a", "EF-12.23b", "EF-14.5a")
@pytest.mark.parametrize("name", UNIT_TYPES)
def test_unit_type(name: str) -> None:
    found = tables().unit_types[name]
    costs = tuple(zip(found.step_cost, found.cadre_cost, strict=True))
    assert (found.speed, found.offence, found.defence, found.lowest, *costs) == UNIT_TYPES[name]


def test_there_are_no_other_unit_types() -> None:
    assert set(tables().unit_types) == set(UNIT_TYPES)


@clause("EF-R18")
def test_infantry_types_invade() -> None:
    assert {name for name, kind in tables().unit_types.items() if kind.invades} == {
        "infantry",
        "coastal",
        "mountain",
        "para",
    }


# ---- the blocks


@clause("EF-0.1a", "EF-2.1a")
def test_every_nation_has_its_side() -> None:
    sides = {(block.nation, block.side) for block in order_of_battle().blocks if "defector" not in block.tags}
    assert sides == {
        ("german", AXIS),
        ("romanian", AXIS),
        ("hungarian", AXIS),
        ("bulgarian", AXIS),
        ("italian", AXIS),
        ("soviet", SOVIET),
    }


def test_number_of_blocks() -> None:
    defectors = len(list(order_of_battle().where(tag="defector")))
    assert [len(blocks) for blocks in order_of_battle().of_side] == [66, 64 + defectors]


@clause("EF-0.1a", "EF-16.1f")
def test_every_satellite_unit_but_the_italians_has_a_block_for_the_soviet_side() -> None:
    order = order_of_battle()
    satellites = [order[b] for b in order.where(side=AXIS, tag="satellite") if order[b].nation != "italian"]
    twins = [order[order.key(defector_key(block.key))] for block in satellites]
    assert [(b.nation, b.type, b.strengths) for b in twins] == [(b.nation, b.type, b.strengths) for b in satellites]
    assert {block.side for block in twins} == {SOVIET}
    assert len(twins) == 9


@clause("EF-2.4b")
def test_lowest_steps() -> None:
    for block in order_of_battle().blocks:
        assert block.strengths[0] == (0 if block.type in ("hq", "static") else 1), block.key


@clause("EF-2.4d", "EF-2.4e", "EF-2.5a")
def test_highest_steps() -> None:
    for block in order_of_battle().blocks:
        if block.type == "hq" or "satellite" in block.tags:
            continue
        strong = block.nation == "german" or "guards" in block.tags or block.type == "shock"
        assert block.strengths[-1] == (4 if strong else 3), block.key


@clause("EF-5.1a", "EF-5.1b", "EF-R9")
def test_headquarters() -> None:
    order = order_of_battle()
    values = [{order[b].key: order[b].strengths[-1] for b in order.where(side=side, type="hq")} for side in (0, 1)]
    assert values[AXIS] == {
        "ax-hq-okh": 3,
        "ax-hq-north": 3,
        "ax-hq-centre": 3,
        "ax-hq-south": 3,
        "ax-hq-a": 2,
    }
    assert sum(values[AXIS].values()) == 14
    assert values[SOVIET] == {
        "so-hq-stavka": 3,
        "so-hq-west": 3,
        "so-hq-leningrad": 2,
        "so-hq-baltic": 2,
        "so-hq-ukraine": 2,
        "so-hq-south": 2,
    }
    assert {order[b].key for b in order.where(tag="supreme")} == {"ax-hq-okh", "so-hq-stavka"}


@clause("EF-2.66b", "EF-2.67d", "EF-2.68a", "EF-2.63b", "EF-2.65a")
def test_special_units() -> None:
    order = order_of_battle()

    def keys(tag: str) -> set[str]:
        return {order[b].key for b in order.where(tag=tag)}

    assert keys("expedition") == {"ax-sat-3r", "ax-sat-4r", "ax-sat-2h", "ax-sat-8i"}
    assert {order[b].key for b in order.where(side=AXIS, type="static")} == {"ax-sta-2r", "ax-sta-2b"}
    assert keys("army_group_e") == {"ax-mtn-21", "ax-mtn-22", "ax-inf-86", "ax-mech-91"}
    assert keys("siege") == {"ax-inf-54"}
    assert order[order.key("ax-inf-54")].type == "infantry"
    assert {month_text(tables().entries[b].month)[:4] for b in order.where(tag="ss")} == {"1943"}


@clause("EF-2.64b", "EF-R21")
def test_entries_by_date_and_by_event() -> None:
    order, entries = order_of_battle(), tables().entries
    paratroops = entries[order.key("so-para-4")]
    assert (month_text(paratroops.month), paratroops.cv) == ("1941-12", 1)
    italians = entries[order.key("ax-sat-8i")]
    assert (italians.month, italians.event, italians.cv) == (0, "sevastopol", 3)
    assert {(entries[b].event, entries[b].cv) for b in order.where(tag="army_group_e")} == {("west_front", 3)}


def test_months_are_numbered() -> None:
    assert month_number("1941-06") == 1941 * 12 + 5
    assert month_number("1941-13") is None
    assert month_text(1941 * 12 + 11) == "1941-12"


# ---- terrain and weather


@clause("EF-6.21a", "EF-1.31b", "EF-1.31c", "EF-1.32c", "EF-1.32d", "EF-1.34c", "EF-1.34d", "EF-1.35c", "EF-1.35d")
@clause("EF-1.36c")
@pytest.mark.parametrize(
    ("name", "stacking", "hexside_limit", "stops", "hits_per_step"),
    [
        ("clear", 4, 2, False, 1),
        ("forest", 4, 1, False, 2),
        ("hill", 4, 1, False, 2),
        ("swamp", 3, 1, True, 2),
        ("mountain", 2, 1, True, 2),
        ("river", 0, 1, False, 0),
        ("major_city", 0, 0, False, 2),
        ("fortress", 0, 0, False, 3),
    ],
)
def test_terrain(name: str, stacking: int, hexside_limit: int, stops: bool, hits_per_step: int) -> None:
    found = tables().terrain[name]
    assert (found.stacking, found.hexside_limit, found.stops, found.hits_per_step) == (
        stacking,
        hexside_limit,
        stops,
        hits_per_step,
    )


def test_terrain_and_fire() -> None:
    terrain = tables().terrain
    assert {name: row.offence for name, row in terrain.items() if row.offence} == {"swamp": SINGLE}
    assert {name: row.defence for name, row in terrain.items() if row.defence} == {
        "major_city": DOUBLE,
        "fortress": TRIPLE,
    }


@clause("EF-12.1a", "EF-12.3a")
@pytest.mark.parametrize(
    ("month", "east", "west"),
    [
        (1, (SNOW, SNOW), (MUD, MUD)),
        (2, (SNOW, SNOW), (DRY, MUD)),
        (3, (SNOW, MUD), (DRY, DRY)),
        (4, (MUD, MUD), (DRY, DRY)),
        (5, (DRY, MUD), (DRY, DRY)),
        (6, (DRY, DRY), (DRY, DRY)),
        (7, (DRY, DRY), (DRY, DRY)),
        (8, (DRY, DRY), (DRY, DRY)),
        (9, (DRY, DRY), (DRY, DRY)),
        (10, (DRY, MUD), (DRY, DRY)),
        (11, (SNOW, MUD), (DRY, MUD)),
        (12, (SNOW, SNOW), (MUD, MUD)),
    ],
)
def test_weather_calendar(month: int, east: tuple[int, int], west: tuple[int, int]) -> None:
    number = month_number(f"1943-{month:02}")
    assert number is not None
    for front, expected in (("east", east), ("west", west)):
        found = weather_of(number, front)
        assert (found.even, found.odd) == expected
        assert found.is_variable == (expected[0] != expected[1])


def test_weather_effects() -> None:
    dry, mud, snow = tables().weather
    assert (dry.first, mud.first, snow.first) == (AXIS, AXIS, SOVIET)
    assert [sorted(weather.disorganised) for weather in (dry, mud, snow)] == [[], [AXIS, SOVIET], [AXIS]]
    assert (dry.deploying, mud.deploying, snow.deploying) == (True, False, True)
    assert (dry.offence, mud.offence, snow.offence) == (0, SINGLE, 0)
    assert (dry.hits_per_step, mud.hits_per_step, snow.hits_per_step) == (1, 2, 1)
    assert dry.counts_as == {}
    assert mud.counts_as == {"clear": "swamp", "forest": "swamp", "hill": "swamp"}
    assert snow.counts_as == {"swamp": "forest"}


# ---- combat and victory


@clause("EF-7.53a", "EF-12.24f", "EF-15.43a", "EF-15.5a")
def test_repulse_numbers() -> None:
    assert tables().repulse == {"river": (2, 3, 0), "air": (1, 1, 1), "sea": (3, 3, 3), "sea_coastal": (2, 2, 2)}


def test_pursuit_firepower() -> None:
    assert tables().pursuit == {"faster": DOUBLE, "equal": SINGLE, "slower": NO_FIRE}


@clause("EF-17.3a", "EF-17.31a")
def test_victory_levels() -> None:
    rows = [(row.at_least, row.level, row.winner_points, row.loser_points) for row in tables().victory_levels]
    assert rows == [(26, "decisive", 5, 0), (16, "major", 3, 0), (6, "marginal", 2, 0), (0, "draw", 1, 1)]


def test_cities_that_release_expeditions() -> None:
    order = order_of_battle()
    released = {city: {order[b].key for b in blocks} for city, blocks in tables().releases.items()}
    assert released == {"Odessa": {"ax-sat-3r"}, "Sevastopol": {"ax-sat-4r", "ax-sat-2h", "ax-sat-8i"}}


# ---- broken tables


def read_broken(tmp_path: Path, file: str, old: str, new: str) -> tuple[Tables | None, list[str]]:
    folder = tmp_path / "data"
    copytree(str(DATA), folder)
    spoil(folder / file, old, new)
    problems = Problems()
    found = read_tables(folder, problems)
    return found, [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            "blocks.csv",
            "ax-pz-41,41 Panzer Corps,axis,german,armor",
            "ax-pz-41,41 Panzer Corps,axis,german,armour",
            "armor",
        ),
        ("blocks.csv", "ax-pz-56,", "ax-pz-41,", "ax-pz-41 is in line 6 already"),
        ("blocks.csv", "german,hq,2,0", "german,hq,2,1", "lowest step 1, but hq has 0"),
        ("blocks.csv", "german,armor,4,1,,1941-07", "german,armor,4,1,,1941-17", "entry '1941-17'"),
        ("blocks.csv", "axis,german,mech,4,1,,1941-06", "axis,german,shock,4,1,,1941-06", "has no shock"),
        ("releases.csv", "Odessa,ax-sat-3r", "Odessa,ax-sat-9r", "no block 'ax-sat-9r'"),
        ("repulse.csv", "air,1,1,1", "river,1,1,1", "'air' is missing"),
        ("weather.csv", "6,dry,dry,dry,dry\n", "", "one row for each month"),
        ("weather_effects.csv", "hill:swamp", "hills:swamp", "'hills' is not one of"),
        ("numbers.toml", "supply_line = 2", 'supply_line = "two"', "supply_line 'two'"),
        ("terrain.csv", "clear,hex", "clear,hexagon", "kind 'hexagon' is not one of"),
    ],
)
def test_mistakes_in_tables_are_named(tmp_path: Path, file: str, old: str, new: str, expected: str) -> None:
    found, problems = read_broken(tmp_path, file, old, new)
    assert found is None
    assert any(text.startswith(file) and expected in text for text in problems), problems


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    copytree(str(DATA), folder)
    for file, old, new in (("pursuit.csv", "slower,none", "slower,never"), ("repulse.csv", "sea,3", "sea,three")):
        spoil(folder / file, old, new)
    problems = Problems()
    assert read_tables(folder, problems) is None
    with pytest.raises(DataError, match=r"(?s)pursuit\.csv:\d+:.*repulse\.csv:\d+:"):
        problems.raise_if_any()
