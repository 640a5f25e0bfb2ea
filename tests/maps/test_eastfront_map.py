"""What the EastFront map must give that facts.toml cannot say: start production, front lines, seas, the tutorial's railways."""

import tomllib
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.loading.data_model import ScenarioData
from blockfront.games.eastfront.loading.tables import scenario
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members, neighbours_mask
from blockfront.hexes.reach import flood, steps_between, within
from blockfront.hexes.sides import has_side, leaving, touching
from blockfront.maps.files import load_map
from blockfront.maps.model import MapData

AXIS, SOVIET = 0, 1
SIX_MONTHS = ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44")
VOLKHOV_BATTLES = ("s42", "w42", "s43", "w43")
MAJOR_CITIES = {
    "Bryansk",
    "Dnepropetrovsk",
    "Kalinin",
    "Kharkov",
    "Kiev",
    "Leningrad",
    "Minsk",
    "Moscow",
    "Odessa",
    "Riga",
    "Rostov",
    "Stalingrad",
    "Stalino",
    "Tbilisi",
    "Tula",
    "Voronezh",
    "Yaroslavl",
    "Zaporozhye",
}
OUT_OF_PLAY = {
    "Helsinki": (60.17, 24.94),
    "Tampere": (61.50, 23.79),
    "Stockholm": (59.33, 18.07),
    "Istanbul": (41.01, 28.98),
    "Ankara": (39.93, 32.86),
    "Trabzon": (41.00, 39.72),
    "Tabriz": (38.08, 46.29),
    "Rasht": (37.28, 49.58),
}


@pytest.fixture(scope="module")
def board() -> MapData:
    return load_map(resources.files("blockfront.games.eastfront") / "data" / "map")


def battles(board: MapData, data: ScenarioData, side: int | None = None) -> HexSet:
    """Initial Battle Hexes: all, or those of one Original Defender."""
    return mask_of(board.hex(b.place) for b in data.battles if side in (None, b.original_defender))


def held(board: MapData, data: ScenarioData, side: int) -> HexSet:
    """Hexes a side controls at the start; a Battle Hex belongs to its Original Defender."""
    axis = board.west_mask(data.start_line) & board.playable_mask
    own = axis if side == AXIS else board.playable_mask & ~axis
    return own & ~battles(board, data) | battles(board, data, side)


def rail_supplied(board: MapData, own: HexSet, fought: HexSet, side: int) -> HexSet:
    """Rail lines run through friendly hexes and into friendly Battle Hexes, not through them (EF-9.12)."""
    origins = board.area_mask("west_rail_entries")
    if side == SOVIET:
        origins = board.area_mask("east_rail_entries") | 1 << board.hex("Baku")
    quiet = own & ~fought
    return flood(board.grid, origins & own, own & touching(board.rails), leaving(board.rails, quiet))


def production(board: MapData, data: ScenarioData, side: int) -> int:
    own = held(board, data, side)
    supplied = rail_supplied(board, own, battles(board, data), side)
    total = data.sides[side].base_production
    for site in board.production:
        if supplied >> site.hex & 1:
            total += site.value * (2 if side == AXIS and site.kind != "city" else 1)
    return total


def front_line(board: MapData, line: str) -> tuple[HexSet, HexSet]:
    """Playable hexes at the line, west and east of it."""
    at = 0
    for hex_, direction in board.lines[line].sides:
        beyond = board.grid.neighbour(hex_, direction)
        at |= 1 << hex_ | (0 if beyond is None else 1 << beyond)
    at &= board.playable_mask
    west = board.west_mask(line)
    return at & west, at & ~west


# ---- production


@clause("EF-11.2a", "EF-11.2b", "EF-1.5c", "EF-11.32a", "EF-11.33a")
@pytest.mark.parametrize("name", SIX_MONTHS)
def test_centres_held_and_rail_supplied_give_the_stated_production(board: MapData, name: str) -> None:
    data = scenario(name)
    computed = tuple(production(board, data, side) for side in (AXIS, SOVIET))
    assert computed == tuple(side.start_production for side in data.sides)


@clause("EF-W41.3a", "EF-S42.3a", "EF-W42.3a", "EF-S43.4a", "EF-W43.3a")
@pytest.mark.parametrize("name", SIX_MONTHS)
def test_leningrad_has_rail_supply_except_in_the_siege(board: MapData, name: str) -> None:
    data = scenario(name)
    supplied = rail_supplied(board, held(board, data, SOVIET), battles(board, data), SOVIET)
    assert bool(supplied >> board.hex("Leningrad") & 1) != data.facts.leningrad_cut_off


@clause("EF-S42.2a", "EF-W42.3b", "EF-S43.3a", "EF-W43.2a")
@pytest.mark.parametrize("name", VOLKHOV_BATTLES)
def test_it_is_volkhov_that_cuts_leningrad_off(board: MapData, name: str) -> None:
    data = scenario(name)
    relieved = held(board, data, SOVIET) | 1 << board.hex("Volkhov")
    fought = battles(board, data) & ~(1 << board.hex("Volkhov"))
    assert rail_supplied(board, relieved, fought, SOVIET) >> board.hex("Leningrad") & 1


@clause("EF-9.12d", "EF-W42.2a")
def test_stalingrad_is_rail_supplied_from_the_east_while_contested(board: MapData) -> None:
    data = scenario("w42")
    western_line = 1 << board.hex("Stalingrad NW1")
    own = held(board, data, SOVIET) & ~western_line
    assert rail_supplied(board, own, battles(board, data), SOVIET) >> board.hex("Stalingrad") & 1
    own &= ~(1 << board.hex("Stalingrad E1"))
    assert not rail_supplied(board, own, battles(board, data), SOVIET) >> board.hex("Stalingrad") & 1


@clause("EF-16.3a", "EF-R20")
@pytest.mark.parametrize("name", SIX_MONTHS)
def test_lend_lease_flows_at_every_start(board: MapData, name: str) -> None:
    data = scenario(name)
    supplied = rail_supplied(board, held(board, data, SOVIET), battles(board, data), SOVIET)
    assert supplied & board.area_mask("arctic_rail_entries")


@clause("EF-W44.1b", "EF-R53")
def test_courland_has_no_rail_in_december_1944(board: MapData) -> None:
    data = scenario("w44")
    courland = board.area_mask("courland")
    own = held(board, data, AXIS)
    assert courland & own == courland
    assert not rail_supplied(board, own, 0, AXIS) & courland


# ---- start lines


@clause("EF-3.24a")
@pytest.mark.parametrize("name", SIX_MONTHS)
def test_every_front_line_hex_can_be_occupied(board: MapData, name: str) -> None:
    """With combat units that may leave their country, after garrisons elsewhere are paid."""
    data = scenario(name)
    for side, front in zip((AXIS, SOVIET), front_line(board, data.start_line), strict=True):
        units = sum(f.units for f in data.sides[side].forces if f.type not in ("hq", "satellite_static", "satellite_infantry"))
        units += len(data.released) if side == AXIS else 0
        for required in data.required:
            where = board.area_mask(required.area) if required.area else 1 << board.hex(required.place)
            if required.side == side and not required.free_deployment_only and not where & front:
                units -= required.units
        hungarian = front & board.area_mask("hungary") if name == "s41" and side == AXIS else 0
        assert (front & ~hungarian).bit_count() <= units
        assert hungarian.bit_count() <= 3  # the three Hungarian armies hold their own border


@clause("EF-S41.1a", "EF-S41.1b", "EF-S41.1c", "EF-1.9c")
def test_the_districts_share_the_soviet_front_of_june_1941(board: MapData) -> None:
    _, soviet = front_line(board, "s41")
    districts = {name: board.area_mask(f"{name}_district") & soviet for name in ("baltic", "west", "kiev", "odessa", "leningrad")}
    assert sum(mask.bit_count() for mask in districts.values()) == soviet.bit_count()
    assert not districts["leningrad"]
    listed = Counter(p.group for p in scenario("s41").historical if p.at == "front_line")
    for name, mask in districts.items():
        beside = 0
        for placement in scenario("s41").historical:
            if placement.group == f"{name}_district" and placement.at == "in_or_near":
                beside |= within(board.grid, 1 << board.hex(placement.place), 1, board.playable_mask, board.land_steps())
        assert (mask & ~beside).bit_count() <= listed[f"{name}_district"] or not mask
        assert mask.bit_count() <= len([p for p in scenario("s41").historical if p.group == f"{name}_district"])
    southernmost = max(members(districts["kiev"]), key=lambda hex_: board.grid.offset(hex_)[1])
    assert board.hex_name(southernmost) == "Cernauti"


@clause("EF-S41.1d")
def test_the_army_groups_share_the_axis_front_of_june_1941(board: MapData) -> None:
    axis, _ = front_line(board, "s41")
    sectors = [board.area_mask(f"{name}_sector") for name in ("north", "centre", "south", "romania")]
    assert sum(mask.bit_count() for mask in sectors) == axis.bit_count()
    assert sectors[0] | sectors[1] | sectors[2] | sectors[3] == axis


@clause("EF-3.23b", "EF-16.4b", "EF-16.4c")
def test_history_decides_who_holds_the_key_cities(board: MapData) -> None:
    """Axis-held Soviet cities at each start, as the map facts list them."""
    expected = {
        "s41": "",
        "w41": "Riga Minsk Odessa Kiev Bryansk Kalinin Kharkov Dnepropetrovsk Zaporozhye Stalino Tallinn Smolensk",
        "s42": "Riga Minsk Odessa Kiev Bryansk Kharkov Dnepropetrovsk Zaporozhye Stalino Tallinn Smolensk",
        "w42": "Riga Minsk Odessa Kiev Bryansk Kharkov Dnepropetrovsk Zaporozhye Stalino Tallinn Smolensk Rostov Sevastopol",
        "s43": "Riga Minsk Odessa Kiev Bryansk Kharkov Dnepropetrovsk Zaporozhye Stalino Tallinn Smolensk Sevastopol",
        "w43": "Riga Minsk Odessa Tallinn Sevastopol",
        "s44": "Riga Minsk Tallinn",
        "w44": "",
    }
    cities = MAJOR_CITIES | {"Baku", "Grozny", "Sevastopol", "Smolensk", "Tallinn"}
    for name, axis in expected.items():
        own = held(board, scenario(name), AXIS)
        assert {city for city in cities if own >> board.hex(city) & 1} == set(axis.split()), name


@clause("EF-W44.3a", "EF-16.7a")
def test_the_soviets_hold_three_edge_hexes_north_of_belgrade(board: MapData) -> None:
    soviet = held(board, scenario("w44"), SOVIET)
    assert soviet & board.area_mask("belgrade_to_krakow") == board.area_mask("hungarian_plain")


# ---- frame


@clause("EF-1.1c", "EF-1.8a")
@pytest.mark.parametrize("city", OUT_OF_PLAY)
def test_scandinavia_and_the_middle_east_are_out_of_play(board: MapData, city: str) -> None:
    columns, rows = board.position(*OUT_OF_PLAY[city])
    row = round(rows)
    hex_ = board.grid.at(round(columns - row % 2 / 2), row)
    estonia = board.hex("Tallinn")  # the hex of Tallinn reaches over the Gulf to the Finnish shore
    assert hex_ == estonia or not board.playable_mask >> hex_ & 1


def test_berlin_lies_three_hexes_beyond_the_edge(board: MapData) -> None:
    columns, rows = board.position(52.52, 13.40)
    row = round(rows)
    edge = next(h for h in members(board.area_mask("west_edge")) if board.grid.offset(h)[1] == row)
    assert round(board.grid.offset(edge)[0] - (columns - row % 2 / 2)) == 3


@clause("EF-S41.1f", "EF-1.44a")
def test_the_soviet_union_has_eighteen_major_cities(board: MapData) -> None:
    soviet = board.area_mask("ussr")
    assert sorted(p.name for p in board.places if p.kind == "major" and soviet >> p.hex & 1) == sorted(MAJOR_CITIES)


def test_every_city_and_every_centre_can_be_entered(board: MapData) -> None:
    entered = mask_of(p.hex for p in board.places if p.kind in ("major", "minor")) | mask_of(s.hex for s in board.production)
    assert not entered & ~board.playable_mask


@clause("EF-9.12b")
def test_every_centre_lies_on_a_railway(board: MapData) -> None:
    off_rail = [s.name for s in board.production if not touching(board.rails) >> s.hex & 1]
    assert off_rail == []


@clause("EF-9.5b", "EF-R14")
def test_the_home_edges_have_one_hex_a_row(board: MapData) -> None:
    for edge, entries in (("west_edge", "west_rail_entries"), ("east_edge", "east_rail_entries")):
        rows = [board.grid.offset(hex_)[1] for hex_ in members(board.area_mask(edge))]
        assert len(rows) == len(set(rows))
        assert not board.area_mask(entries) & ~board.area_mask(edge)


# ---- seas


@clause("EF-15.1a", "EF-1.45b", "EF-1.45c", "EF-1.45d", "EF-R41")
def test_each_sea_has_one_base_and_only_bases_are_major_ports(board: MapData) -> None:
    bases = {
        "eastern_baltic": "Danzig",
        "gulf_of_finland": "Tallinn",
        "gulf_of_riga": "Riga",
        "western_black_sea": "Sevastopol",
        "eastern_black_sea": "Batumi",
        "sea_of_azov": "Rostov",
        "northern_caspian": "Astrakhan",
        "southern_caspian": "Baku",
    }
    assert {a.id for a in board.areas.values() if a.kind == "sea"} == set(bases) | {"mediterranean"}
    assert {p.name for p in board.ports if "base" in p.tags} == set(bases.values())
    assert {p.name for p in board.ports if p.size == "major"} == set(bases.values())
    for sea, name in bases.items():
        assert sea in next(p for p in board.ports if p.name == name).seas
    assert {p.name for p in board.ports if len(p.seas) == 2} == {"Sevastopol", "Kerch", "Ventspils", "Baku"}


@clause("EF-15.2a")
@pytest.mark.parametrize(("origin", "target", "areas"), [("Odessa", "Rostov", 3), ("Danzig", "Tallinn", 2)])
def test_a_voyage_crosses_the_stated_number_of_sea_areas(board: MapData, origin: str, target: str, areas: int) -> None:
    goal = set(next(p for p in board.ports if p.name == target).seas)
    reached = set(next(p for p in board.ports if p.name == origin).seas)
    crossed = 1
    while not reached & goal:
        reached |= {link for sea in reached for link in board.areas[sea].links}
        crossed += 1
    assert crossed == areas


@clause("EF-1.37b", "EF-15.42a")
def test_perekop_meets_the_sea_of_azov_in_shoals_only(board: MapData) -> None:
    around = neighbours_mask(board.grid, 1 << board.hex("Perekop"))
    assert around & board.area_mask("sea_of_azov") == board.area_mask("sivash")


# ---- the tutorial


@pytest.fixture(scope="module")
def tutorial() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parents[1] / "data" / "eastfront" / "edelweiss.toml").read_text(encoding="utf-8"))


@clause("EF-1.2d", "EF-R65")
def test_the_tutorial_hexes_lie_where_the_script_says(board: MapData, tutorial: dict[str, Any]) -> None:
    origin = board.grid.axial(board.hex("Rostov"))
    for name, (q, r) in tutorial["offsets"].items():
        assert board.grid.axial(board.hex(name)) == (origin[0] + q, origin[1] + r), name
    for first, second in tutorial["same_hex"]:
        assert board.hex(first) == board.hex(second)


@clause("EF-1.36a", "EF-1.39a", "EF-R66")
def test_the_tutorial_hexsides_are_as_the_script_says(board: MapData, tutorial: dict[str, Any]) -> None:
    for kind, wanted, pairs in (
        ("river", True, tutorial["river_hexsides"]),
        ("river", False, tutorial["not_river_hexsides"]),
        ("strait", True, tutorial["strait_hexsides"]),
    ):
        for first, second in pairs:
            direction = board.grid.direction(board.hex(first), board.hex(second))
            assert direction is not None
            assert has_side(board.side_masks(kind), board.hex(first), direction) == wanted, (first, second)


@clause("EF-9.21a")
def test_the_tutorial_rail_moves_are_as_long_as_the_script_says(board: MapData, tutorial: dict[str, Any]) -> None:
    fought = mask_of(board.hex(name) for name in ("Kotelnikovo", "Stalingrad", "Rostov"))
    track = touching(board.rails) & ~fought
    moves = [move for move in tutorial["steps"] if "rail_hexes" in move]
    assert moves
    for move in moves:
        origin, target = 1 << board.hex(move["from"]), 1 << board.hex(move["to"])
        assert steps_between(board.grid, origin, target, track, board.rails) == move["rail_hexes"], move


@clause("EF-EDW.1a", "EF-9.12c")
def test_the_railways_of_the_tutorial_carry_the_stated_supply(board: MapData) -> None:
    """Axis rail at the end: Rostov is Soviet and its zone of control takes Kamensko."""
    axis = board.west_mask("edelweiss") & board.playable_mask
    caucasus = mask_of(board.hex(h) for h in ("Salsk", "Kropotkin", "Maikop", "Armavir", "Stavropol", "Krasnodar", "Rostov SE1"))
    cut = axis & ~(1 << board.hex("Kamensko"))
    supplied = rail_supplied(board, cut | caucasus, 0, AXIS)
    for name in ("Millerovo", "Voroshilovgrad", "Kerch", "Mariupol"):
        assert supplied >> board.hex(name) & 1, name
    for name in ("Kamensko", "Kamensko E1", "Kalach", "Salsk", "Kropotkin", "Armavir", "Maikop"):
        assert not supplied >> board.hex(name) & 1, name
    with_rostov = rail_supplied(board, axis | caucasus | 1 << board.hex("Rostov"), 0, AXIS)
    assert with_rostov >> board.hex("Armavir") & 1


@clause("EF-EDW.1a")
def test_the_tutorial_units_stand_on_their_side_of_the_line(board: MapData) -> None:
    axis = board.west_mask("edelweiss")
    for placement in scenario("edelweiss").fixed:
        if placement.place and placement.place != "Stalingrad":
            german = placement.letter >= "N"
            assert bool(axis >> board.hex(placement.place) & 1) == german, placement


@pytest.mark.parametrize("name", [*SIX_MONTHS, "edelweiss"])
def test_every_place_area_and_line_of_a_scenario_exists(board: MapData, name: str) -> None:
    data = scenario(name)
    assert data.start_line in board.lines
    for place in [b.place for b in data.battles] + [r.place for r in data.required if r.place]:
        assert board.playable_mask >> board.hex(place) & 1
    for area in (r.area for r in data.required if r.area):
        assert board.area_mask(area)
