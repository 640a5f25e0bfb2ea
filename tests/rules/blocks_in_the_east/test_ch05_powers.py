"""Chapter 5: where the powers' units may go and fight; aid; surrender."""

from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.rules.ch05_powers import EasternPowers
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Fly, Move
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import PowerSurrendered
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ARTILLERY, GROUND
from blockfront.games.blocks_series.state import AIR_MOVEMENT, MOVEMENT, PRODUCTION
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.games.blocks_series.steps.losses import take_step
from blockfront.hexes.grid import Hex
from blockfront.hexes.hexset import members
from tests.layers import layer


def may_enter(here: Position, key: str, place: str) -> bool:
    return bool(here.game.rules.powers.territory(here.state, here.block(key)) >> here.hex(place) & 1)


@clause("BE-5.3b", "BE-5.4c", "BE-5.6a", "BE-5.7a", "BE-5.8a")
@pytest.mark.parametrize(
    ("key", "place", "allowed"),
    [
        ("r-mtn", "Kharkov", True),
        ("r-mtn", "Moscow", False),
        ("r-mtn", "Bucharest", True),
        ("r-mtn", "Warsaw", False),
        ("h-mtn", "Warsaw", True),
        ("h-mtn", "Kharkov", True),
        ("h-mtn", "Smolensk", False),
        ("i-35k", "Warsaw", True),
        ("i-35k", "Bucharest", False),
        ("sk-1", "Bratislava", True),
        ("sk-1", "Leningrad", False),
        ("g-1k", "Moscow", True),
    ],
)
def test_minor_powers_stay_in_their_theatre(key: str, place: str, allowed: bool) -> None:
    assert may_enter(position(), key, place) == allowed


@clause("BE-5.3f", "BE-5.3d")
def test_romanians_and_hungarians_never_meet() -> None:
    here = position(axis={"Uman": "r-mtn 3"})
    assert not may_enter(here, "h-mtn", "Uman")
    assert may_enter(here, "g-1k", "Uman")
    assert not may_enter(here, "r-mtn", "Budapest")


@clause("BE-5.5g", "BE-5.3e")
@pytest.mark.parametrize(("place", "allowed"), [("Schlüsselburg", True), ("Archangelsk", True), ("Vologda", False), ("Novgorod", False)])
def test_the_finnish_operations_area(place: str, allowed: bool) -> None:
    assert may_enter(position(), "f-2k", place) == allowed


@clause("BE-5.5f")
def test_finns_attack_only_inside_their_zone() -> None:
    here = position(axis={"Vyborg": "finland infantry 3"}, soviet={"Leningrad": "infantry 3"})
    finn = here.game.rules.fire.units_at(here.state, here.hex("Vyborg"), AXIS)[0]
    zone = here.game.rules.powers.attack_zone(here.state, finn)
    assert zone >> here.hex("Vyborg") & 1
    assert not zone >> here.hex("Leningrad") & 1
    here.begin(MOVEMENT)
    assert not any(isinstance(action, Move) and action.to == here.hex("Leningrad") for action in here.legal())


@clause("BE-5.5c", "BE-5.5d")
def test_finns_are_at_home_in_their_forests() -> None:
    defending = battle("finland infantry 3", "infantry 3", "Sortavala", active="soviet", held_by="axis")
    terrain = defending.game.rules.board.map.hexes[Hex(defending.hex("Sortavala"))].terrain
    assert terrain in ("forest", "swamp")
    assert dice(defending, "Sortavala", GROUND, AXIS)[0][1] == 5
    attacking = battle("finland infantry 3", "infantry 3", "Sortavala")
    assert dice(attacking, "Sortavala", GROUND, AXIS)[0][1] == 6
    skiers = next(b for b in attacking.game.order.of_side[AXIS] if "ski" in attacking.game.order[b].tags)
    key = attacking.game.order[skiers].key
    assert dice(battle(f"{key} 3", "infantry 3", "Sortavala"), "Sortavala", GROUND, AXIS)[0][1] == 5


@clause("BE-5.5a", "BE-5.5b")
def test_finnish_infantry_is_ahead_and_mannerheim_fires_as_artillery() -> None:
    here = battle("f-hq 3, finland infantry 3", "infantry 3", "Vyborg")
    assert here.game.rules.movement.allowance(here.state, here.block("f-hq")) == 4
    assert dice(here, "Vyborg", ARTILLERY, AXIS) == [(3, 5)]


@clause("BE-5.5k", "BE-BSSm")
def test_one_german_unit_is_a_guest_in_finland() -> None:
    here = position(axis={"Oulu": "g-36k 3"})
    assert not may_enter(here, "g-1k", "Helsinki")
    assert may_enter(here, "g-36k", "Helsinki")
    here.game.rules.definitions.capture(here.state, SOVIET, 1 << here.hex("Helsinki E1"), [])
    assert may_enter(here, "g-1k", "Helsinki")


@clause("BE-5.3c", "BE-R19")
def test_allied_aircraft_support_only_their_own() -> None:
    here = position(axis={"Jassy": "romania fighter 2", "Odessa": "g-1k 4"}, soviet={"Odessa": "infantry 3"})
    here.begin(AIR_MOVEMENT)
    fighter = next(action.block for action in here.legal() if isinstance(action, Fly))
    assert Fly(fighter, here.hex("Odessa")) not in here.legal()
    with_own = position(axis={"Jassy": "romania fighter 2", "Odessa": "r-mtn 3"}, soviet={"Odessa": "infantry 3"})
    with_own.begin(AIR_MOVEMENT)
    assert Fly(fighter, with_own.hex("Odessa")) in with_own.legal()


@clause("BE-5.2c", "BE-5.2d", "BE-5.4a", "BE-5.5i")
def test_germany_gives_each_ally_up_to_three_points() -> None:
    here = position(axis={"Helsinki": "finland infantry 1", "Bucharest": "r-mtn 1"}, points={"germany": 9, "romania": 1}).begin(PRODUCTION)
    finn = here.game.rules.fire.units_at(here.state, here.hex("Helsinki"), AXIS)[0]
    income = here.points("germany")
    here.play(BuyStep(finn), BuyStep(finn))
    assert here.points("germany") == income - 2, "Finland has no production"
    assert here.state.aid[here.game.rules.tables.power("finland")] == 2
    six = here.block("f-6k")
    here.state.location[six], here.state.steps[six] = here.hex("Helsinki"), 1
    here.play(BuyStep(six))
    assert BuyStep(six) not in here.legal(), "three points a turn are the most"
    romanian = here.block("r-mtn")
    before = here.points("germany")
    here.play(BuyStep(romanian))
    assert here.points("germany") == before, "Romania pays for itself while it can"
    assert here.state.aid[here.game.rules.tables.power("germany")] == 0


@clause("BE-7.11b", "BE-5.5m")
def test_a_power_without_its_capital_surrenders() -> None:
    here = position(axis={"Helsinki E1": "finland infantry 3"}, soviet={"Helsinki": "infantry 3"})
    here.run(Calendar, Calendar.VICTORY)
    assert here.told(PowerSurrendered)[0].power == here.game.rules.tables.power("finland")
    assert not any(here.state.location[b] >= 0 for b in here.game.order.of_side[AXIS])


@clause("BE-5.5l", "BE-7.11c")
def test_finland_gives_up_with_vyborg_and_four_units_lost() -> None:
    here = position(soviet={"Vyborg": "infantry 3"})
    finland = here.game.rules.tables.power("finland")
    assert finland in here.game.rules.victory.fallen_powers(here.state), "all its units are out of play"
    forces = [b for b in here.game.rules.set_up.forces(AXIS) if here.game.rules.units.power[b] == finland]
    for block in forces:
        here.state.location[block] = here.hex("Helsinki")
    assert finland not in here.game.rules.victory.fallen_powers(here.state)


@clause("BE-7.11d")
def test_italy_leaves_at_the_end_of_september_1943() -> None:
    italy = position().game.rules.tables.power("italy")
    august, september = position(month="1943-08"), position(month="1943-09")
    assert italy not in august.game.rules.victory.fallen_powers(august.state)
    assert italy in september.game.rules.victory.fallen_powers(september.state)


@clause("BE-5.4b")
def test_an_italian_unit_is_lost_for_good() -> None:
    here = position(axis={"Tula": "i-35k 1"}, month="1942-07")
    take_step(here.game.rules, here.state, here.block("i-35k"), "battle", [])
    assert here.state.location[here.block("i-35k")] == -3


@clause("BE-5.5j")
@pytest.mark.parametrize(("by_way_of", "free"), [("Finland", False), ("Leningrad", True)])
def test_germans_supplied_through_finland_attack_where_finns_do(by_way_of: str, free: bool) -> None:
    holds = ("baltic_states", "Leningrad", "2316", "Luga", "Schlüsselburg", "Pskov") if by_way_of == "Leningrad" else ("Vyborg",)
    place = "Schlüsselburg" if by_way_of == "Leningrad" else "Vyborg"
    here = position(axis={place: "g-1k 4"}, soviet={"Vologda": "s-8a 3"}, axis_holds=holds)
    powers = here.game.rules.powers
    zone = powers.attack_zone(here.state, here.block("g-1k"))
    assert bool(zone >> here.hex("Vologda") & 1) == free
    assert zone & here.game.rules.board.area("finnish_attack_zone")


def neutral(**more: Any) -> Position:
    here = position(**more)
    here.state.surrendered |= 1 << here.game.rules.tables.power("finland")
    return here


@clause("BE-5.5n", "BE-R21", "BE-5.5m")
def test_foreign_units_march_out_of_neutral_finland() -> None:
    finland = position().game.rules.board.area("finland")
    here = neutral(axis={"Kotka": "g-1k 4"}, axis_holds=("Vyborg",)).begin(MOVEMENT)
    moves = [a for a in here.legal() if isinstance(a, Move) and a.block == here.block("g-1k")]
    assert EndPhase() not in here.legal(), "it has to go"
    rings = layer(here.game.rules.powers, EasternPowers)._rings

    def distance(hex_: int) -> int:
        return next((number for number, ring in enumerate(rings, 1) if ring >> hex_ & 1), 0)

    assert moves
    assert all(distance(move.to) < distance(here.hex("Kotka")) for move in moves)
    outside = next((move for move in moves if not finland >> move.to & 1), moves[0])
    here.play(outside)
    back = [a for a in here.legal() if isinstance(a, Move) and finland >> a.to & 1 and not finland >> outside.to & 1]
    assert not back, "and none may enter again"


@clause("BE-5.5n", "BE-R21")
def test_who_has_not_left_finland_after_three_turns_is_interned() -> None:
    here = neutral(axis={"Kotka": "g-1k 4"}, soviet={"Vyborg": "s-8a 3"}, month="1941-07")
    definitions = here.game.rules.definitions
    for month in range(3):
        here.state.month = 1941 * 12 + 6 + month
        definitions.begin_month(here.state, [])
        assert here.is_at("g-1k", "Kotka")
    here.state.month += 1
    definitions.begin_month(here.state, [])
    assert not here.is_at("g-1k", "Kotka")
    assert here.is_at("s-8a", "Vyborg"), "which is not inside the border of 1941"


@clause("BE-3.1b", "BE-3.1d", "BE-27.0b")
@pytest.mark.parametrize("country", ["turkey", "persia"])
def test_neutral_countries_belong_to_nobody(country: str) -> None:
    here = position()
    land = here.game.rules.board.area(country) & here.game.rules.board.map.land_mask
    assert land
    assert not land & (here.state.control[AXIS] | here.state.control[SOVIET])
    for power in range(len(here.game.rules.tables.powers)):
        assert not here.game.rules.powers.operations(power) & land
        assert not here.game.rules.powers.supply_area(here.state, power) & land


@clause("BE-3.1d")
def test_istanbul_gives_nobody_the_black_sea() -> None:
    here = position(soviet_holds=("Constanta", "Varna", "Burgas", "Galati"))
    assert not here.game.rules.definitions.controls_sea(here.state, AXIS, "black_sea")


@clause("BE-3.1d")
@pytest.mark.parametrize(("place", "controls"), [("", False), ("Oulu", False), ("Danzig", True)])
def test_swedish_ports_give_nobody_a_sea(place: str, controls: bool) -> None:
    """Stockholm lies on the Baltic and lets the Axis pass, but only ports that it holds itself count."""
    here = position()
    board, state = here.game.rules.board, here.state
    coast = board.port_hexes & ~board.area("sweden")
    state.control[AXIS] &= ~coast | (1 << here.hex(place) if place else 0)
    state.control[SOVIET] |= coast & ~state.control[AXIS]
    assert state.control[AXIS] >> here.hex("Stockholm") & 1
    assert here.game.rules.definitions.controls_sea(state, AXIS, "baltic_sea") == controls


@clause("BE-3.1b", "BE-7.5a", "BE-R14")
def test_sweden_lets_trains_of_the_axis_pass_and_keeps_the_soviets_out() -> None:
    here = position(axis={"Gallivare": "g-1k 4"})
    powers = here.game.rules.powers
    sweden = here.game.rules.board.area("sweden")
    assert here.state.control[AXIS] >> here.hex("Gallivare") & 1
    assert powers.operations(here.game.rules.tables.power("germany")) & sweden
    assert not powers.operations(here.game.rules.tables.power("ussr")) & sweden


@clause("BE-7.5.4c", "BE-7.5a")
def test_nobody_marches_into_persia() -> None:
    here = position(soviet={"Lenkoran": "s-8a 3"}, active="soviet").begin(MOVEMENT)
    persia = here.game.rules.board.area("persia")
    assert here.game.rules.board.neighbours(here.hex("Lenkoran")) & persia
    moves = [action for action in here.legal() if isinstance(action, Move)]
    assert moves
    assert not any(persia >> move.to & 1 for move in moves)


# ---- aircraft of minor powers


def missions(here: Position, key: str, *places: str) -> set[str]:
    """Those of the places to which an air unit may fly a mission."""
    hexes = sum(1 << here.hex(place) for place in places)
    found = here.game.rules.air.missions(here.state, here.block(key), hexes)
    return {place for place in places if found >> here.hex(place) & 1}


@clause("BE-5.3c", "BE-R19")
def test_aircraft_of_a_minor_ally_support_their_own_nation_or_raid_alone() -> None:
    here = position(
        axis={"Bucharest": "r-bmr 2", "Kishinev": "romania infantry 3", "Tiraspol": "g-1k 4"},
        soviet={"Kishinev": "s-8a 3", "Tiraspol": "s-11a 3", "Odessa": "s-27a 3"},
    )
    assert missions(here, "r-bmr", "Kishinev", "Tiraspol", "Odessa") == {"Kishinev", "Odessa"}


@clause("BE-3.21c", "BE-5.3c")
@pytest.mark.parametrize(("month", "allowed"), [("1941-06", True), ("1941-07", False)])
def test_romanian_aircraft_fly_any_mission_over_soviet_land_in_june_1941(month: str, allowed: bool) -> None:
    here = position(axis={"Bucharest": "r-bmr 2", "Tiraspol": "g-1k 4"}, soviet={"Tiraspol": "s-11a 3"}, month=month)
    assert not here.game.rules.definitions.is_frozen(here.state, here.block("r-bmr"))
    assert (missions(here, "r-bmr", "Tiraspol") == {"Tiraspol"}) == allowed


@clause("BE-5.5f", "BE-7.6a")
def test_finnish_aircraft_defend_finns_where_they_may_not_attack() -> None:
    board, near = position().game.rules.board, position().hex("Vyborg")
    open_hexes = board.area("finnish_operations_area") & ~board.area("finnish_attack_zone") & board.playable & board.within(near, 5)
    label = board.grid.label(next(hex_ for hex_ in members(open_hexes) if hex_ < board.grid.size))
    for active, expected in (("axis", set()), ("soviet", {label})):
        here = position(axis={"Vyborg": "f-bmr 2", label: "f-6k 3"}, soviet={label: "s-8a 3"}, active=active)
        assert missions(here, "f-bmr", label) == expected
