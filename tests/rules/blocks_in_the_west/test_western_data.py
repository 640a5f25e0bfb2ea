"""The data of Blocks in the West: counts, set-ups that fit the map, and mistakes that are reported with their file."""

from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from blockfront.blocks.months import month_number, month_text
from blockfront.core.clauses import clause
from blockfront.core.data_files import DataError, Problems, read_csv
from blockfront.games.blocks_in_the_east.game import facts as facts_of_the_east
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.loading.data_model import FIELDS, ScenarioData, Tables
from blockfront.games.blocks_series.loading.scenario_files import load_scenario
from blockfront.games.blocks_series.loading.set_up_check import check_set_up
from blockfront.games.blocks_series.loading.tables import load_tables
from blockfront.maps.files import load_map
from tests.spoiling import spoil

DATA = resources.files("blockfront.games.blocks_in_the_west") / "data"
SIDES = ("axis", "allies")
SCENARIOS = tuple(f"sbw{number}" for number in range(1, 11))
FORCES = {  # blocks and strength at the start, by power
    "sbw1": {"germany": (11, 24), "rsi": (2, 5), "usa": (9, 42), "uk": (6, 24)},
    "sbw2": {"germany": (32, 100), "usa": (22, 80), "uk": (9, 35), "free_france": (3, 9)},
    "sbw3": {"germany": (43, 156), "france": (38, 131), "uk": (8, 29), "belgium": (10, 28), "netherlands": (6, 16)},
    "sbw4": {"italy": (26, 65), "germany": (12, 39), "usa": (11, 48), "uk": (9, 35)},
    "sbw5": {"germany": (29, 107), "uk": (18, 54)},
    "sbw6": {"germany": (51, 186), "france": (41, 140), "uk": (13, 46), "belgium": (11, 31), "netherlands": (7, 19)},
    "sbw7": {"italy": (26, 65), "germany": (12, 39), "usa": (11, 48), "uk": (9, 35)},
    "sbw8": {"germany": (54, 181), "usa": (21, 98), "uk": (21, 84), "free_france": (1, 3)},
    "sbw9": {"germany": (66, 211), "rsi": (3, 6), "usa": (33, 154), "uk": (28, 112), "free_france": (3, 11)},
    "sbw10": {"germany": (66, 211), "rsi": (3, 6), "usa": (33, 154), "uk": (28, 112), "free_france": (3, 11)},
}
COUNTED_WITH = {"canada": "uk"}  # Canadian blocks are British ones


@cache
def tables() -> Tables:
    return load_tables(DATA, SIDES)


@cache
def board() -> Board:
    return Board(load_map(DATA / "map"), tables().terrain)


@cache
def scenario(name: str) -> ScenarioData:
    return load_scenario(DATA / "scenarios", name, tables(), SIDES)


@clause("BW-R4", "BW-6.6a", "BW-R139")
def test_the_pools_have_the_stated_numbers() -> None:
    pools = Counter(block.pool for block in tables().order.blocks)
    assert pools == {
        "germany": 114,
        "france": 42,
        "usa": 42,
        "uk": 32,
        "minors": 28,
        "redoubts": 28,
        "italy": 25,
        "submarines": 4,
    }
    redoubts = Counter(block.nation for block in tables().order.blocks if block.type == "redoubt")
    assert redoubts == {"germany": 25, "italy": 3}


@clause("BW-3.7b", "BW-5.7a")
def test_canada_and_free_france_have_their_few_units() -> None:
    nations = Counter(block.nation for block in tables().order.blocks)
    assert (nations["canada"], nations["free_france"], nations["rsi"]) == (4, 3, 2)


@clause("BW-3.15a", "BW-3.15c", "BW-7.3c", "BW-10.0h")
@pytest.mark.parametrize(
    ("key", "strengths", "colours"),
    [
        ("gb-11g", (5, 3), ()),
        ("us-5", (6,), ()),
        ("us-82ab", (3, 2, 1, 0), ()),
        ("gb-13", (4, 3, 2, 1), ("red", "white", "black", "white")),
        ("rd-lorient", (7, 5, 3, 1), ()),
    ],
)
def test_the_steps_that_the_book_names(key: str, strengths: tuple[int, ...], colours: tuple[str, ...]) -> None:
    block = tables().order[tables().order.key(key)]
    assert block.strengths[::-1][: len(strengths)] == strengths
    assert not colours or block.colours[::-1] == colours


@clause("BW-10.0a", "BW-10.0b", "BW-23.0a")
def test_elites_are_those_the_book_names() -> None:
    tagged = {tag: {b.key for b in tables().order.blocks if tag in b.tags} for tag in ("elite_defence", "allied_elite", "airborne")}
    assert tagged["elite_defence"] == {"de-hgd", "de-22ll", "de-7fl", "de-1para", "de-2para", "de-paraa"}
    allied = [b for b in tables().order.blocks if b.side == 1 and b.type in ("marine", "motorised_marine", "paratroop")]
    assert tagged["allied_elite"] == {b.key for b in allied}
    assert tagged["airborne"] == {"de-7fl", "de-22ll", "gb-1ab", "gb-6ab", "us-82ab", "us-101ab", "us-17ab"}
    assert {b.key for b in tables().order.blocks if "SS" in b.name} == {b.key for b in tables().order.blocks if "elite_attack" in b.tags}


@clause("BW-R143")
def test_formations_of_both_books_have_the_same_values() -> None:
    class Pair(msgspec.Struct, frozen=True):
        west: str
        east: str

    problems, east = Problems(), facts_of_the_east().tables.order
    pairs = read_csv(DATA / "shared_blocks.csv", Pair, problems)
    problems.raise_if_any()
    assert len(pairs) == 45
    for _, pair in pairs:
        ours, theirs = tables().order[tables().order.key(pair.west)], east[east.key(pair.east)]
        assert (ours.type, ours.strengths, ours.colours) == (theirs.type, theirs.strengths, theirs.colours), pair.west


@clause("BW-5.2b", "BW-17.0c", "BW-17.0d", "BW-17.1a", "BW-5.6a", "BW-6.7a", "BW-R70")
@pytest.mark.parametrize(
    ("power", "month", "levels"),
    [
        ("germany", "1940-05", (2, 2, 1, 2, 2)),
        ("germany", "1941-05", (2, 2, 2, 2, 2)),
        ("germany", "1945-04", (3, 3, 3, 3, 2)),
        ("france", "1940-05", (1, 1, 1, 1, 1)),
        ("belgium", "1940-05", (0, 0, 0, 0, 0)),
        ("netherlands", "1940-06", (0, 0, 0, 0, 0)),
        ("usa", "1944-06", (3, 2, 3, 3, 3)),
        ("free_france", "1944-06", (2, 1, 2, 2, 2)),  # BWX-17.1
        ("rsi", "1944-10", (2, 2, 2, 1, 1)),
        ("canada", "1944-06", (3, 2, 3, 3, 3)),
    ],
)
def test_the_tech_calendar(power: str, month: str, levels: tuple[int, ...]) -> None:
    number = tables().power(power)
    found = list(tables().powers[number].tech)
    for rise in tables().calendar:
        if rise.power == number and rise.month <= (month_number(month) or 0):
            found[rise.field] = rise.level
    assert dict(zip(FIELDS, found, strict=True)) == dict(zip(FIELDS, levels, strict=True))


@clause("BW-6.1.6a", "BW-6.1.6e", "BW-6.3.3a", "BW-6.6f", "BW-6.6h", "BW-R124", "BW-R22")
@pytest.mark.parametrize(
    ("name", "column", "levels"),
    [  # TECH 0 has the row of TECH 1
        ("motorised_infantry", "mp", (3, 3, 4, 4)),
        ("motorised_infantry", "defence", (6, 6, 6, 5)),
        ("motorised_cavalry", "mp", (4, 4, 5, 5)),
        ("strategic_bomber", "range", (15, 15, 15, 15)),
        ("bomber", "range", (10, 10, 10, 15)),
        ("redoubt", "defence", (5, 5, 5, 5)),
        ("redoubt", "mp", (0, 0, 0, 0)),
        ("infantry", "defence", (6, 6, 6, 5)),
    ],
)
def test_the_tech_table(name: str, column: str, levels: tuple[int, ...]) -> None:
    assert getattr(tables().classes[name], column) == levels


@clause("BW-9.0a", "BW-9.0b")
def test_april_and_october_are_rolled() -> None:
    assert [month for month, weather in enumerate(tables().weather, 1) if weather == "roll"] == [4, 10]


@clause("BW-7.4f", "BW-R78")
def test_rail_limits_go_by_power() -> None:
    limits = {power.id: (power.rail_limit, power.rail_with) for power in tables().powers}
    assert (limits["germany"], limits["italy"], limits["france"], limits["uk"]) == ((2, ""), (1, ""), (2, ""), (2, ""))
    assert limits["usa"] == (0, "uk")
    assert limits["belgium"] == (1, "")


# ---- scenarios


@clause("BW-0.4a")
@pytest.mark.parametrize(
    ("name", "first", "last", "layer"),
    [
        ("sbw1", "1945-04", "1945-05", "basic"),
        ("sbw2", "1944-12", "1945-01", "basic"),
        ("sbw3", "1940-05", "1940-06", "basic"),
        ("sbw4", "1943-07", "1943-09", "advanced"),
        ("sbw5", "1940-07", "1940-10", "advanced"),
        ("sbw6", "1940-05", "1940-10", "advanced"),
        ("sbw7", "1943-07", "1943-11", "advanced"),
        ("sbw8", "1944-06", "1944-07", "advanced"),
        ("sbw9", "1944-06", "1944-11", "advanced"),
        ("sbw10", "1944-06", "1945-05", "advanced"),
    ],
)
def test_months_and_layers(name: str, first: str, last: str, layer: str) -> None:
    found = scenario(name)
    assert (month_text(found.first_month), month_text(found.last_month), found.layer) == (first, last, layer)


@clause("BW-2.3b")
@pytest.mark.parametrize("name", SCENARIOS)
def test_blocks_and_strength_at_the_start(name: str) -> None:
    blocks: Counter[str] = Counter()
    strength: Counter[str] = Counter()
    for placement in scenario(name).set_up:
        nation = tables().order[placement.block].nation
        power = COUNTED_WITH.get(nation, "rsi" if nation == "italy" and name in ("sbw9", "sbw10") else nation)
        blocks[power] += 1
        strength[power] += placement.value
    assert {power: (blocks[power], strength[power]) for power in blocks} == FORCES[name]


@clause("BW-3.10a", "BW-3.4a", "BW-3.4b", "BW-2.3b")
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_set_up_fits_the_map(name: str) -> None:
    problems = Problems()
    check_set_up(scenario(name), tables(), board(), problems)
    assert [problem.text for problem in problems] == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_nobody_comes_twice_and_nobody_leaves_who_was_not_there(name: str) -> None:
    found = scenario(name)
    here = {placement.block for placement in found.set_up}
    coming = Counter((arrival.block, arrival.option) for arrival in found.arrivals)
    assert max(coming.values(), default=1) == 1
    assert not here & {block for block, _ in coming}
    assert {departure.block for departure in found.departures} <= here | {block for block, _ in coming}
    for arrival in found.arrivals:
        assert found.first_month <= arrival.month <= found.last_month
        assert arrival.places or arrival.replaces in here


@clause("BW-7.3.1b")
@pytest.mark.parametrize("name", SCENARIOS)
def test_at_most_one_unit_arrives_in_a_place_and_month(name: str) -> None:
    placed = [arrival for arrival in scenario(name).arrivals if arrival.places]
    first_choices = Counter((arrival.month, board().hex(arrival.places[0]), arrival.option) for arrival in placed)
    for (_, hex_, _), number in first_choices.items():
        assert number <= (2 if board().capitals >> hex_ & 1 else 1)


@clause("BW-5.2f", "BW-5.1q")
def test_the_lines_stand_where_the_book_says() -> None:
    standing = {name for name in SCENARIOS if scenario(name).siegfried and not scenario(name).works}  # elsewhere it has to be paid for
    assert standing == {"sbw2", "sbw3", "sbw6"}
    assert "Aachen" not in scenario("sbw2").siegfried
    assert (len(scenario("sbw3").siegfried), len(scenario("sbw3").maginot)) == (9, 5)
    for line, places in (("siegfried_line", scenario("sbw3").siegfried), ("maginot_line", scenario("sbw3").maginot)):
        assert {board().hex(place) for place in places} == {hex_ for hex_ in range(board().size) if board().area(line) >> hex_ & 1}


@clause("BW-5.1c", "BW-5.3a")
def test_france_and_britain_choose_among_three_plans_in_1940() -> None:
    for name in ("sbw3", "sbw6"):
        secret = [choice for choice in scenario(name).choices if choice.secret]
        assert [tables().powers[choice.power].id for choice in secret] == ["france", "uk"]
        assert [len(choice.options) for choice in secret] == [3, 3]
    plan = scenario("sbw3").choices[0].options[0]
    assert (plan.id, plan.must_end, plan.rail_moves, plan.enter_countries) == ("fr-a", 4, 4, ("BE", "NL"))
    limited = scenario("sbw3").choices[1].options[2]
    assert [(tables().order[p.block].key, p.place) for p in limited.set_up] == [("gb-3", "London"), ("gb-2g", "Oxford")]


def test_a_scenario_inherits_what_it_does_not_say() -> None:
    assert scenario("sbw10").special.reserves == scenario("sbw8").special.reserves
    assert {placement.roster for placement in scenario("sbw10").set_up} == {"sbw8", "italy_june_1944"}
    assert scenario("sbw9").objectives != scenario("sbw8").objectives


def test_standstills_name_their_units() -> None:
    """In July 1943 the Axis stands still but for three German divisions; in June 1944 but for air units, headquarters and reserves."""
    husky = scenario("sbw4").standstills[0].blocks
    assert len(husky) == 38 - 3
    assert tables().order.key("de-hgd") not in husky
    still = {tables().order[block].type for block in scenario("sbw8").standstills[2].blocks}
    assert not still & {"fighter", "bomber", "air_hq", "national_hq", "armour_hq"}
    assert tables().order.key("de-lehr") not in scenario("sbw8").standstills[2].blocks


# ---- mistakes


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("set_ups/sbw1.csv", "de-75,La Spezia,2", "de-57,La Spezia,2", "there is no unit 'de-57'; did you mean"),
        ("set_ups/sbw1.csv", "de-75,La Spezia,2", "de-75,La Spezia,9", "strength 9 of de-75 is not one of the steps"),
        ("set_ups/sbw1.csv", "de-75,La Spezia,2", "de-51m,La Spezia,2", "de-51m already stands in La Spezia"),
        ("sbw1.toml", 'points_side = "allies"', 'points_side = "alies"', "there is no side 'alies'; did you mean 'allies'?"),
        ("sbw1.toml", 'germany = ["rsi"]', 'germany = ["ris"]', "power 'ris' is not one of"),
        ("sbw1.toml", 'SE = "neutral"', 'SE = "neutrall"', "holder 'neutrall' is not one of"),
        ("sbw3.toml", 'month = "1940-06", block = "de-2a"', 'month = "1940-16", block = "de-2a"', "'1940-16' is not a month"),
        ("sbw3.toml", 'block = "de-2a", value = 4', 'block = "de-2a", value = 7', "strength 7 of de-2a"),
        ("arrivals/downfall_1944_45.toml", '"us-10m"', '"us-100m"', "there is no unit 'us-100m'"),
    ],
)
def test_mistakes_are_named_with_their_file(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    with resources.as_file(DATA / "scenarios") as data:
        copytree(data, tmp_path / "scenarios")
    path = tmp_path / "scenarios" / file
    spoil(path, old, new)
    name = path.stem if file.startswith("sbw") else "sbw1" if file.startswith("set_ups") else "sbw10"
    with pytest.raises(DataError) as error:
        load_scenario(tmp_path / "scenarios", name, tables(), SIDES)
    assert message in str(error.value)
    assert f"{path.name}:" in str(error.value)


def test_a_set_up_that_does_not_fit_the_map_is_named_in_one_go() -> None:
    wrong = scenario("sbw1")
    fifth, *others = wrong.set_up
    moved = [msgspec.structs.replace(placement, place="Bologna") for placement in others]
    wrong = msgspec.structs.replace(wrong, set_up=(msgspec.structs.replace(fifth, place="Atlantis"), *moved), area="sbw77")
    problems = Problems()
    check_set_up(wrong, tables(), board(), problems)
    said = [problem.text for problem in problems]
    assert "the map has no area 'sbw77'" in said
    assert "the map has no place 'Atlantis'" in said
    assert "Bologna holds units of both sides" in said
    assert any("Bologna holds too many units" in text for text in said)
