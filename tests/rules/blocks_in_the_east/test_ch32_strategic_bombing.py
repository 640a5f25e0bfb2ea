"""Chapter 32 in the East: raids on what lies behind the front."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase, RailMove, TakeLoss
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Rolled
from blockfront.games.blocks_series.options.ch32_strategic_bombing import StrategicBombing
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import AIRCRAFT, ARMOUR, POPULATION, PORT, STATION
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    IN_FLIGHT,
    MARKED,
    MOVED,
    NO_BLOCK,
    PRODUCTION,
    STRATEGIC_RAIL,
    STRATEGIC_WARFARE,
)
from blockfront.games.blocks_series.strategic_actions import Bomb, Recall, Sortie
from blockfront.games.blocks_series.strategic_events import RaidEnded, RaidLaunched, SortieFlown
from tests.layers import layer

BOMBING = ("advanced", "strategic_bombing")
BLUE = 2


def over_moscow(month: str = "1941-10", weather: str = "good", **units: str) -> Position:
    """It is the Soviets' turn; German bombers stand at Smolensk, within ten hexes of Moscow, and fighters at Vyazma."""
    axis = {"Smolensk": "g-2fk 4", "Smolensk W2": "g-1k 4"} | ({"Vyazma": units["axis"]} if "axis" in units else {})
    soviet = {"Moscow": units.get("soviet", "s-8a 3")}
    here = position("sbe4", axis=axis, soviet=soviet, month=month, active="soviet", weather=weather, options=BOMBING)
    return here.begin(STRATEGIC_WARFARE)


def bomb(here: Position, place: str, target: int) -> Bomb:
    return Bomb(here.hex(place), target)


def sortie(here: Position, key: str) -> Sortie:
    return Sortie(NO_BLOCK, here.block(key))


@clause("BE-32.0b", "BE-35.0a")
def test_the_inactive_side_bombs_before_anything_else() -> None:
    here = over_moscow()
    assert here.state.phase == STRATEGIC_WARFARE
    assert here.side == AXIS
    assert bomb(here, "Moscow", POPULATION) in here.legal()
    here.play(EndPhase())
    assert here.state.phase != STRATEGIC_WARFARE


@clause("BE-32.0b")
def test_without_the_option_the_turn_begins_as_always() -> None:
    here = position("sbe4", axis={"Smolensk": "g-2fk 4"}, soviet={"Moscow": "s-8a 3"}, active="soviet", options=("advanced",))
    assert not here.game.rules.strategic.is_fought(here.state)


@clause("BE-32.0a", "BE-32.3a")
def test_targets() -> None:
    here = over_moscow()
    kinds = {action.target for action in here.legal() if isinstance(action, Bomb) and action.hex == here.hex("Moscow")}
    assert kinds == {POPULATION, AIRCRAFT, STATION}
    assert layer(here.game.rules.strategic, StrategicBombing).kinds[here.hex("Moscow")] == (POPULATION, AIRCRAFT, STATION)
    raids = [action for action in here.legal() if isinstance(action, Bomb)]
    near = here.game.rules.board.within(here.hex("Smolensk"), 10)
    assert all(near >> action.hex & 1 for action in raids)
    own = [action for action in here.legal() if isinstance(action, Bomb) and here.state.control[AXIS] >> action.hex & 1]
    assert own == []


@clause("BE-32.0c", "BE-R76")
@pytest.mark.parametrize(
    ("bomber", "month", "able"), [("s-west-b 3", "1941-07", False), ("s-lr3 4", "1941-07", True), ("s-west-f 3", "1943-07", False)]
)
def test_normal_bombers_need_tech_2_and_long_range_ones_do_not(bomber: str, month: str, able: bool) -> None:
    here = position("sbe4", axis={"Warsaw": "g-1k 4"}, soviet={"Minsk": bomber}, month=month, active="axis", options=BOMBING)
    here.begin(STRATEGIC_WARFARE)
    assert here.side == SOVIET
    assert any(isinstance(action, Bomb) for action in here.legal()) == able


@clause("BE-32.0b", "BE-32.0d", "BE-32.0e", "BE-32.0f", "BE-32.0g")
def test_a_raid_from_start_to_end() -> None:
    """Four steps of an ordinary bomber roll two dice after three of flak; nobody rolls twice."""
    here = over_moscow().play(bomb(over_moscow(), "Moscow", POPULATION))
    assert EndPhase() not in here.legal(), "a raid needs a bomber"
    here.play(sortie(here, "g-2fk"))
    assert here.told(SortieFlown, SOVIET) == []
    here.play(EndPhase())
    assert here.told(RaidLaunched, SOVIET)[0].aircraft == 1
    assert here.side == SOVIET
    here.play(EndPhase())
    assert here.side == CHANCE
    here.play(Roll((1, 1, 1)))  # the Soviets' infantry is at TECH 1
    here.play(Roll((5, 4)))
    shots = [event.shots for event in here.told(Rolled)]
    assert shots == [((NO_BLOCK, 3, 6),), ((here.block("g-2fk"), 2, 5),)]
    ended = here.told(RaidEnded)[0]
    assert (ended.hits, ended.destroyed) == (1, 0)
    assert here.side == AXIS
    assert not any(action.hex == here.hex("Moscow") for action in here.legal() if isinstance(action, Bomb)), "one target per hex"
    assert not here.flags("g-2fk") & IN_FLIGHT
    here.play(EndPhase())
    assert not here.flags("g-2fk") & (IN_FLIGHT | MOVED)
    assert not here.state.face_up >> here.block("g-2fk") & 1


@clause("BE-32.0d")
def test_escorts_fight_and_take_hits_and_bombers_of_the_owner_stay_down() -> None:
    here = over_moscow(axis="g-jg51 4", soviet="s-6iak 3, s-8a 3")
    here.play(bomb(here, "Moscow", POPULATION), sortie(here, "g-2fk"), sortie(here, "g-jg51"), EndPhase())
    assert all(not isinstance(action, Sortie) or action.block == here.block("s-6iak") for action in here.legal())
    here.play(EndPhase())  # the fighters of Moscow rise all the same
    assert here.told(RaidLaunched)[1].aircraft == 1
    assert here.side == CHANCE
    here.play(Roll((1,) * 8))  # bombers of TECH 2 fire in the air as well
    here.play(Roll((6, 1, 1)))  # fighters of three steps at TECH 1
    assert here.side == AXIS
    assert set(here.legal()) == {TakeLoss(here.block("g-2fk")), TakeLoss(here.block("g-jg51"))}
    here.play(TakeLoss(here.block("g-jg51")))
    assert here.strength("g-jg51") == 3
    assert here.side == SOVIET
    assert Recall(here.block("s-6iak")) in here.legal()


@clause("BE-32.0g", "BE-6.3.2e")
def test_with_long_range_bombers_there_is_one_round_in_the_air() -> None:
    here = position("sbe4", axis={"Warsaw": "g-jg51 4"}, soviet={"Minsk": "s-lr3 4"}, active="axis", options=BOMBING)
    here.begin(STRATEGIC_WARFARE).play(bomb(here, "Warsaw", STATION), sortie(here, "s-lr3"), EndPhase(), EndPhase())
    here.play(Roll((1,) * 4))  # bombers of TECH 1 cannot hit in the air: these are the fighters' dice
    assert [event.step for event in here.told(Rolled)] == ["air_to_air"]
    here.play(Roll((1,) * 6))
    assert [event.step for event in here.told(Rolled)][1:] == ["anti_aircraft"]


@clause("BE-32.0e")
@pytest.mark.parametrize(("level", "dice", "lowest"), [(1, 3, 6), (2, 6, 6), (3, 6, 5)])
def test_flak_follows_the_tech_of_infantry(level: int, dice: int, lowest: int) -> None:
    months = (f"{year}-{month:02}" for year in range(1941, 1946) for month in range(1, 13))
    scenes = (over_moscow(month=month) for month in months if "1941-06" <= month <= "1945-05")
    ussr = over_moscow().game.rules.tables.power("ussr")
    here = next(scene for scene in scenes if scene.game.rules.definitions.level(scene.state, ussr, 0) == level)
    shot = here.game.rules.strategic.flak(here.state, here.hex("Moscow"))[0]
    assert (shot.dice, shot.lowest) == (dice, lowest)


@clause("BE-32.0f", "BE-9.3c")
def test_snow_halves_once_more_and_rain_grounds_everybody() -> None:
    snow = over_moscow(weather="snow")
    snow.play(bomb(snow, "Moscow", POPULATION), sortie(snow, "g-2fk"), EndPhase(), EndPhase(), Roll((1,)))
    assert snow.game.rules.strategic.bomb_shots(snow.state, snow.hex("Moscow"))[0].dice == 1  # 4 halved twice
    rain = over_moscow(weather="rain")
    assert rain.legal() == [EndPhase()]


def struck(place: str, target: int, hits: int, month: str = "1941-08") -> Position:
    """The Soviets' turn after a raid."""
    axis, soviet = {"Smolensk W2": "g-1k 4"}, {"Moscow": "s-8a 3"}
    here = position("sbe4", axis=axis, soviet=soviet, month=month, active="soviet", options=BOMBING)
    here.game.rules.strategic.damage(here.state, here.hex(place), target, hits, [])
    return here


def income(here: Position, colour: int) -> int:
    production = here.game.rules.production
    return production.income(here.state, here.game.rules.tables.power("ussr"))[colour]


@clause("BE-32.1a", "BE-32.0g")
@pytest.mark.parametrize(("hits", "lost"), [(0, 0), (1, 1), (2, 2), (9, None)])
def test_every_hit_on_a_centre_costs_a_point_of_one_turn(hits: int, lost: int | None) -> None:
    whole, hit = struck("Moscow", POPULATION, 0), struck("Moscow", POPULATION, hits)
    value = sum(site.value for site in whole.game.rules.board.sites if site.hex == whole.hex("Moscow") and site.kind == "population")
    assert income(whole, 0) - income(hit, 0) == (value if lost is None else min(lost, value))
    hit.game.rules.strategic.begin_turn(hit.state, [])
    assert income(hit, 0) == income(whole, 0)


@clause("BE-32.1a", "BE-15.0a", "BE-16.0b")
@pytest.mark.parametrize(
    ("option", "column", "row"), [("new_factories", "built", (SOVIET, "Gorki", 0, 0)), ("scorched_earth", "ruins", ("Kiev", 0, 0))]
)
def test_hits_cost_points_beside_new_factories_and_ruins_too(option: str, column: str, row: tuple[str | int, ...]) -> None:
    here = position("sbe4", axis={"Smolensk W2": "g-1k 4"}, soviet={"Moscow": "s-8a 3"}, active="soviet", options=(*BOMBING, option))
    setattr(here.state, column, [tuple(here.hex(value) if isinstance(value, str) else value for value in row)])
    whole = income(here, 0)
    here.game.rules.strategic.damage(here.state, here.hex("Moscow"), POPULATION, 1, [])
    assert income(here, 0) == whole - 1


@clause("BE-32.1a")
@pytest.mark.parametrize(("hits", "destroyed"), [(9, False), (10, True)])
def test_ten_hits_destroy_a_factory_for_good(hits: int, destroyed: bool) -> None:
    whole, hit = struck("Moscow", AIRCRAFT, 0), struck("Moscow", AIRCRAFT, hits)
    assert income(hit, BLUE) < income(whole, BLUE)
    hit.game.rules.strategic.begin_turn(hit.state, [])
    assert (income(whole, BLUE) - income(hit, BLUE) == 1) == destroyed


@clause("BE-32.1a")
@pytest.mark.parametrize(
    ("place", "target", "destroyed", "unit", "works"),
    [
        ("Kharkov", ARMOUR, 1, "s-10mc", True),
        ("Kharkov", ARMOUR, 2, "s-10mc", False),
        ("Kharkov", AIRCRAFT, 2, "s-10mc", True),
        ("Moscow", AIRCRAFT, 2, "s-west-f", True),
        ("Moscow", AIRCRAFT, 3, "s-west-f", False),
        ("Berlin", ARMOUR, 1, "s-west-f", True),
        ("Berlin", ARMOUR, 1, "s-10mc", False),
    ],
)
def test_nothing_new_is_made_where_the_last_factory_of_its_kind_is_destroyed(
    place: str, target: int, destroyed: int, unit: str, works: bool
) -> None:
    here = struck(place, target, 0)
    here.state.bombed_out += [(here.hex(place), target)] * destroyed
    here.state.derived = {}
    made = here.game.rules.production.industry(here.state, here.block(unit))
    assert bool(made >> here.hex(place) & 1) == works


@clause("BE-32.2a")
@pytest.mark.parametrize(("hits", "ships", "supply"), [(0, True, True), (1, False, True), (2, False, True), (3, False, False)])
def test_ports(hits: int, ships: bool, supply: bool) -> None:
    here = struck("Sevastopol", PORT, hits)
    port = here.hex("Sevastopol")
    assert bool(here.game.rules.strategic.shut_ports(here.state) >> port & 1) != ships
    assert bool(here.game.rules.strategic.cut_ports(here.state) >> port & 1) != supply


@clause("BE-32.2a")
@pytest.mark.parametrize(("hits", "supplied"), [(0, True), (2, True), (3, False)])
def test_three_hits_on_the_port_starve_those_who_live_on_it(hits: int, supplied: bool) -> None:
    """Odessa, cut off by land, is supplied by sea until its port is bombed."""
    here = position("sbe4", soviet={"Odessa": "s-8a 3"}, active="soviet", options=BOMBING)
    odessa, board = here.hex("Odessa"), here.game.rules.board
    around = board.around(1 << odessa) & board.map.land_mask
    here.state.control[AXIS] |= around
    here.state.control[SOVIET] &= ~around
    here.game.rules.strategic.damage(here.state, odessa, PORT, hits, [])
    sources = here.game.rules.supply.sources(here.state, here.game.rules.tables.power("ussr"))
    assert bool(sources.everything >> odessa & 1) == supplied


@clause("BE-32.3a")
def test_hits_on_a_station_cost_rail_moves_and_close_it() -> None:
    free, hit = struck("Moscow", STATION, 0), struck("Moscow", STATION, 2)
    rail = free.game.rules.rail
    usual, fewer = rail.allowed(free.state, SOVIET), hit.game.rules.rail.allowed(hit.state, SOVIET)
    assert sum(most for _, most in usual) - sum(most for _, most in fewer) == 2
    for here in (free, hit):
        here.state.pool[here.game.rules.tables.power("ussr") * 5] = 5
        here.begin(STRATEGIC_RAIL)
    assert any(isinstance(action, RailMove) for action in free.legal())
    assert not any(isinstance(action, RailMove) for action in hit.legal())


@clause("BE-32.3a")
def test_hits_on_german_stations_cost_german_trains() -> None:
    here = position("sbe4", axis={"Smolensk": "g-2fk 4"}, soviet={"Moscow": "s-8a 3"}, month="1941-10", active="axis", options=BOMBING)
    rail, strategic = here.game.rules.rail, here.game.rules.strategic
    usual = sum(most for _, most in rail.allowed(here.state, AXIS))
    assert isinstance(strategic, StrategicBombing)
    assert strategic.owner(here.state, here.hex("Smolensk")) == here.game.rules.tables.power("germany")
    strategic.damage(here.state, here.hex("Smolensk"), STATION, 1, [])
    assert sum(most for _, most in rail.allowed(here.state, AXIS)) < usual


@clause("BE-32.0g")
def test_damage_ends_with_the_turn_of_its_owner() -> None:
    here = struck("Moscow", POPULATION, 1)
    here.begin(PRODUCTION)
    assert here.state.bombed
    here.game.rules.strategic.begin_turn(here.state, [])
    assert not here.state.bombed


# ---- as of old

CLASSIC = (*BOMBING, "classic_bombing", "reconnaissance")


def classic() -> Position:
    """It is the Axis turn: its bombers are commanded at Smolensk, infantry of three steps guards Moscow."""
    axis = {"Smolensk": "g-2fk 4, g-2lf 4"}
    here = position("sbe4", axis=axis, soviet={"Moscow": "s-8a 3"}, month="1941-10", active="axis", options=CLASSIC)
    return here.command("g-2fk").begin(AIR_MOVEMENT)


@clause("BE-E98")
def test_of_old_the_active_side_bombs_when_its_aircraft_move() -> None:
    here = classic()
    assert not here.game.rules.strategic.is_fought(here.state)
    assert here.side == AXIS
    assert bomb(here, "Moscow", POPULATION) in here.legal()
    without = position("sbe4", axis={"Smolensk": "g-2fk 4"}, soviet={"Moscow": "s-8a 3"}, month="1941-10", options=CLASSIC)
    without.begin(AIR_MOVEMENT)
    assert not any(isinstance(action, Bomb) for action in without.legal()), "nobody commands them"


@clause("BE-E98")
@pytest.mark.parametrize(("scouted", "dice"), [(False, 2), (True, 4)])
def test_of_old_guns_and_units_defend_and_bombers_need_reconnaissance(scouted: bool, dice: int) -> None:
    here = classic()
    here.state.scouted = int(scouted) << here.hex("Moscow")
    here.play(bomb(here, "Moscow", POPULATION), sortie(here, "g-2fk"), EndPhase(), EndPhase())
    here.play(Roll((1,) * 5))  # two dice of the city, three of the infantry
    here.play(Roll((1,) * dice))
    assert [len(event.faces) for event in here.told(Rolled)] == [5, dice]
    assert here.side == AXIS
    assert here.state.phase == AIR_MOVEMENT


@clause("BE-E98", "BE-32.0g")
def test_of_old_the_damage_lasts_through_the_owners_next_turn() -> None:
    here = classic()
    here.game.rules.strategic.damage(here.state, here.hex("Moscow"), POPULATION, 1, [])
    here.state.active = SOVIET
    here.game.rules.strategic.begin_turn(here.state, [])
    assert here.state.bombed
    here.state.active = AXIS
    here.game.rules.strategic.begin_turn(here.state, [])
    assert not here.state.bombed


@clause("BE-32.0a", "BE-32.0b", "BE-32.0c", "BE-9.2d")
def test_a_raid_is_refused_for_one_reason() -> None:
    here = over_moscow()

    def why(target: Bomb, now: Position = here) -> tuple[str, str]:
        refusal = now.refusal(target)
        return refusal.because, refusal.clause

    assert why(bomb(here, "Warsaw", STATION)) == ("not_to_be_bombed", "BE-32.0a")
    assert why(bomb(here, "Gorky", POPULATION)) == ("too_far_to_bomb", "BE-32.0b")
    assert why(bomb(here, "Moscow", PORT)) == ("nothing_to_bomb", "BE-32.0a")
    assert why(Bomb(-1, STATION)) == ("no_such_hex", "BE-7.5.4a")
    here.state.bombed.append((here.hex("Moscow"), POPULATION, 1))
    assert why(bomb(here, "Moscow", STATION)) == ("was_bombed", "BE-32.0b")
    wet = over_moscow(weather="rain")
    assert why(bomb(wet, "Moscow", POPULATION), wet) == ("no_bombing_weather", "BE-9.2d")
    here.state.flags[here.block("g-2fk")] |= MARKED
    assert why(bomb(here, "Moscow", STATION)) == ("cannot_bomb", "BE-32.0c")
