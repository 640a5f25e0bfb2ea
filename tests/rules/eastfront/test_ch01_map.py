"""Chapter 1: hexes and their names, terrain, rivers, cities, errata of the map."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Deploy, Move
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import BattleOpened
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.loading.data_model import SINGLE
from blockfront.games.eastfront.state import ACTIVE, AXIS, MOVEMENT, SOVIET
from blockfront.hexes.hexset import members
from blockfront.maps.model import UnknownName

TERRAINS = ("clear", "forest", "hill", "swamp", "mountain")


def moving(soviet: dict[str, str], axis: dict[str, str] | None = None, *, weather: str = "dry") -> Position:
    """The Soviets move in the summer of 1941 by Supreme Moves, so that any unit may."""
    soviet = {**soviet, "Moscow": "so-hq-stavka 3"}
    here = position("s41", month="1941-07", soviet=soviet, axis=axis, active=SOVIET, weather=weather)
    here.state.command[here.block("so-hq-stavka")] = ACTIVE
    return here.begin(MOVEMENT)


def targets(here: Position, key: str) -> set[int]:
    return {action.to for action in here.legal() if isinstance(action, Move) and action.block == here.block(key)}


# ---- hexes


@clause("EF-1.2e", "EF-R2", "EF-1.2d")
def test_rows_run_from_west_to_east_and_names_follow_six_directions() -> None:
    here = position("s42")
    grid, rostov = here.game.rules.board.grid, here.hex("Rostov")
    column, row = grid.offset(rostov)
    assert grid.offset(here.hex("Rostov E2")) == (column + 2, row)
    assert grid.offset(here.hex("Rostov W1")) == (column - 1, row)
    around = {here.hex(f"Rostov {direction}1") for direction in ("E", "NE", "NW", "W", "SW", "SE")}
    assert len(around) == 6
    assert all(grid.distance(rostov, hex_) == 1 for hex_ in around)
    with pytest.raises(UnknownName):
        here.hex("Rostov N1")


@clause("EF-1.2a")
def test_a_unit_is_in_one_hex_and_goes_from_neighbour_to_neighbour() -> None:
    here = moving({"Tula": "so-shock-1 3"})
    tula = here.hex("Tula")
    assert targets(here, "so-shock-1") == {hex_ for _, hex_ in here.game.rules.board.neighbours[tula]}
    assert len(targets(here, "so-shock-1")) == 6
    game = make("s43", frozenset())
    state = game.setup()
    side = min(game.to_act(state))
    automatic = next(iter(game.legal(state, side)))
    assert isinstance(automatic, Deploy)
    block, value, _ = automatic.placements[0]
    twice = Deploy((*automatic.placements, (block, value, automatic.placements[1][2])))
    refusal = game.why_not(state, twice, side)
    assert refusal is not None
    assert "EF-1.2a" in {problem.clause for problem in refusal.values["problems"]}


@clause("EF-1.2b")
def test_hexes_cut_by_the_map_edge_are_played_like_any_other() -> None:
    here = moving({"2604": "so-shock-1 3"})
    board = here.game.rules.board
    edges = board.map.area_mask("west_edge") | board.map.area_mask("east_edge") | board.map.area_mask("north_edge")
    assert not edges & ~board.playable
    assert {here.hex("2603"), here.hex("2605")} <= targets(here, "so-shock-1")
    assert board.stacking[here.hex("2605")] == 4


@clause("EF-1.2c", "EF-1.3b")
def test_hexes_with_a_coast_are_land_with_the_terrain_of_their_land() -> None:
    here = moving({"Nikolaev": "so-shock-1 3"})
    board = here.game.rules.board
    terrains = {board.map.hexes[hex_].terrain for hex_ in members(board.map.coast_mask & board.playable)}
    assert terrains == set(TERRAINS)
    assert board.map.coast_mask >> here.hex("Odessa") & 1
    assert here.hex("Odessa") in targets(here, "so-shock-1")
    assert board.stacking[here.hex("Odessa")] == 4


# ---- terrain


@clause("EF-1.3a", "EF-1.3c")
def test_every_hex_in_play_has_one_terrain() -> None:
    board = position("s42").game.rules.board
    masks = [board.map.terrain_mask(terrain) & board.playable for terrain in TERRAINS]
    assert sum(mask.bit_count() for mask in masks) == board.playable.bit_count()
    assert masks[0] | masks[1] | masks[2] | masks[3] | masks[4] == board.playable


@clause("EF-1.3c", "EF-1.32b", "EF-1.33a", "EF-1.34b", "EF-1.35b", "EF-1.34a", "EF-1.32a")
@pytest.mark.parametrize(
    ("place", "stops", "hits", "stacking"),
    [("Slutsk", False, 1, 4), ("Roslavl", False, 2, 4), ("Kielce", False, 2, 4), ("Pinsk", True, 2, 3), ("Tuapse", True, 2, 2)],
)
def test_what_the_terrain_of_a_hex_does(place: str, stops: bool, hits: int, stacking: int) -> None:
    here = position("s42", axis={place: "infantry 3"}, soviet={place: "infantry 3"})
    rules, hex_ = here.game.rules, here.hex(place)
    assert bool(rules.weather.stops(here.state) >> hex_ & 1) == stops
    assert rules.defence.hits_per_step(here.state, hex_, SOVIET, True) == hits
    assert rules.weather.stacking_limit(hex_) == stacking


@clause("EF-1.32a")
def test_forest_never_slows() -> None:
    here = moving({"1404": "so-tk-4 3"})
    assert here.hex("1704") in targets(here, "so-tk-4")  # three hexes of forest


@clause("EF-1.33a")
@pytest.mark.parametrize("weather", ["dry", "mud", "snow"])
def test_hill_is_like_forest_in_every_respect(weather: str) -> None:
    here = position("s42", weather=weather)
    rules, state = here.game.rules, here.state

    def character(place: str) -> tuple[object, ...]:
        hex_ = here.hex(place)
        stops = bool(rules.weather.stops(state) >> hex_ & 1)
        limits = {limit for limit in rules.board.limits[hex_] if limit}
        slack = rules.weather.slackens_offence(state, AXIS, hex_)
        return stops, rules.weather.gives_double_defence(state, hex_), slack, rules.weather.stacking_limit(hex_), limits

    assert character("Kielce") == character("Roslavl")
    assert character("Slutsk") != character("Roslavl")


@clause("EF-1.34a")
def test_swamp_stops_all_but_cavalry() -> None:
    here = moving({"Kobrin": "so-inf-12 3, so-cav-1 3"})
    assert {here.hex("Pinsk")} <= targets(here, "so-inf-12") & targets(here, "so-cav-1")
    assert here.hex("0712") not in targets(here, "so-inf-12")  # straight on through the swamp
    assert here.hex("0712") in targets(here, "so-cav-1")


@clause("EF-1.34g", "EF-12.24g")
def test_in_snow_swamp_is_forest_but_for_its_stacking() -> None:
    here = moving({"Kobrin": "so-cav-1 3, so-tk-4 3"}, weather="snow")
    assert here.hex("0712") in targets(here, "so-tk-4")  # two hexes in snow, and no stop
    rules, pinsk = here.game.rules, here.hex("Pinsk")
    assert rules.firepower.offensive(here.state, here.block("so-tk-4"), pinsk) < SINGLE
    assert rules.weather.gives_double_defence(here.state, pinsk)
    assert rules.weather.stacking_limit(pinsk) == 3
    assert {rules.weather.crossing_limit(here.state, pinsk, direction) for direction in range(6)} == {1}


@clause("EF-12.24a", "EF-R5")
@pytest.mark.parametrize("place", ["Slutsk", "Roslavl", "Kielce"])
def test_mud_makes_clear_forest_and_hill_swamp_but_for_their_stacking(place: str) -> None:
    here = position("s42", weather="mud")
    rules, hex_ = here.game.rules, here.hex(place)
    assert rules.weather.stops(here.state) >> hex_ & 1
    assert rules.weather.gives_double_defence(here.state, hex_)
    assert {rules.weather.crossing_limit(here.state, hex_, direction) for direction in range(6)} == {1}
    assert rules.weather.stacking_limit(hex_) == 4


@clause("EF-1.3d", "EF-1.3a", "EF-R3")
@pytest.mark.parametrize(
    ("one", "other", "limit"),
    [("Slutsk", "Minsk", 2), ("Slutsk", "Bobruisk", 1), ("Krakow", "Kielce", 1), ("Kamensko", "Rostov E1", 1), ("Kobrin", "Pinsk", 1)],
)
def test_the_terrain_of_a_hexside_limits_crossings_into_battle(one: str, other: str, limit: int) -> None:
    board = position("s42").game.rules.board
    for origin, target in ((one, other), (other, one)):
        direction = board.grid.direction(board.map.hex(origin), board.map.hex(target))
        assert direction is not None
        assert board.limits[board.map.hex(origin)][direction] == limit


@clause("EF-1.3d", "EF-6.2b")
def test_hexside_terrain_limits_nothing_but_battles() -> None:
    keys = ("so-inf-12", "so-inf-24", "so-inf-37")
    here = moving({"Bobruisk": ", ".join(f"{key} 3" for key in keys)})
    for key in keys:
        here.play(Move(here.block(key), here.hex("Slutsk")))
    assert set(here.at("Slutsk", SOVIET)) == set(keys)


# ---- rivers


@clause("EF-1.36b")
def test_a_river_never_slows() -> None:
    here = moving({"Kamensko": "so-inf-12 3"})
    assert here.game.rules.board.is_river(here.hex("Kamensko"), here.hex("Rostov E1"))
    assert here.hex("Salsk") in targets(here, "so-inf-12")  # across the Don and a hex further


def attack(weather: str, *, dry_foot: bool = False) -> Position:
    """A Soviet attack on Rostov E1 across the Don, and from the east as well when one attacker is to keep dry feet."""
    soviet = {"Kamensko": "so-inf-12 3, so-inf-24 3", "Rostov E2": "so-inf-37 3"}
    here = moving(soviet, {"Rostov E1": "ax-inf-1 2"}, weather=weather)
    here.play(Move(here.block("so-inf-12"), here.hex("Rostov E1"), here.hex("Kamensko")))
    if dry_foot:
        here.play(Move(here.block("so-inf-37"), here.hex("Rostov E1"), here.hex("Rostov E2")))
    assert here.refusal(Move(here.block("so-inf-24"), here.hex("Rostov E1"), here.hex("Kamensko"))).clause == "EF-6.33a"
    return here.end_phase()


@clause("EF-1.36d", "EF-1.36e", "EF-12.24h", "EF-7.52a")
@pytest.mark.parametrize(
    ("weather", "dry_foot", "assault"), [("dry", False, True), ("dry", True, False), ("mud", False, True), ("snow", False, False)]
)
def test_an_attack_across_rivers_alone_is_a_river_assault_unless_they_are_frozen(weather: str, dry_foot: bool, assault: bool) -> None:
    assert attack(weather, dry_foot=dry_foot).told(BattleOpened)[0].assault == assault


@clause("EF-R55", "EF-12.24h", "EF-8.2b")
@pytest.mark.parametrize("weather", ["dry", "snow"])
def test_no_zone_of_control_crosses_a_river_frozen_or_not(weather: str) -> None:
    here = position("s42", axis={"Kamensko": "infantry 3"}, weather=weather)
    zone = here.game.rules.control.zone_of_control(here.state, AXIS)
    assert not zone >> here.hex("Rostov E1") & 1
    assert zone >> here.hex("Rostov") & 1


# ---- cities


@clause("EF-1.4a")
def test_cities_do_not_stop_anybody() -> None:
    here = moving({"Sumy": "so-inf-12 3"})
    assert here.game.rules.board.major_cities >> here.hex("Kharkov") & 1
    assert here.hex("Valuiki") in targets(here, "so-inf-12")  # straight through Kharkov


@clause("EF-1.42a")
def test_minor_cities_neither_protect_nor_produce() -> None:
    here = position("s42", axis={"Lvov": "infantry 3"}, soviet={"Lvov": "infantry 3"})
    rules, lvov = here.game.rules, here.hex("Lvov")
    assert rules.board.minor_cities >> lvov & 1
    assert rules.defence.hits_per_step(here.state, lvov, SOVIET, True) == 1
    assert rules.firepower.defensive(here.state, here.block("so-inf-12"), lvov, False) == SINGLE
    assert not [site.name for site in rules.board.map.production if site.kind == "city" and not rules.board.major_cities >> site.hex & 1]


@clause("EF-1.46a")
def test_sevastopol_and_leningrad_are_the_fortresses() -> None:
    here = position("s42")
    assert here.game.rules.board.fortresses == 1 << here.hex("Sevastopol") | 1 << here.hex("Leningrad")


@clause("EF-11.33b")
def test_every_centre_lies_in_a_hex_of_the_map() -> None:
    board = position("s42").game.rules.board
    assert board.map.boxes == {}
    assert not [site.name for site in board.map.production if not board.playable >> site.hex & 1]


# ---- errata


@clause("EF-1.9a")
def test_grozny_is_forest() -> None:
    here = position("s42")
    assert here.game.rules.board.map.terrain_mask("forest") >> here.hex("Grozny") & 1


@clause("EF-1.9b", "EF-R39")
def test_transylvania_is_hungarian() -> None:
    area = position("s42").game.rules.board.map.area_mask
    assert not area("transylvania") & ~area("hungary")
    assert not area("transylvania") & (area("romania") | area("romania_1939"))
