"""Chapters 1, 5 and 6 and small print: terrain, powers, classes of units."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import Fly
from blockfront.games.blocks_series.loading.data_model import NAVAL
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ANTI_AIRCRAFT, ARTILLERY, GROUND
from blockfront.games.blocks_series.state import AIR_MOVEMENT, MARKED, PRODUCTION, SUPPLY
from blockfront.games.blocks_series.steps.calendar import PHASES
from blockfront.games.blocks_series.steps.losses import take_step


@clause("BE-1.1b", "BE-R2")
def test_every_land_hex_has_one_terrain() -> None:
    board = position().game.rules.board
    masks = list(board.terrain.values())
    assert not any(one & other for number, one in enumerate(masks) for other in masks[:number])
    assert all(sum(mask >> hex_ & 1 for mask in masks) == 1 for hex_ in range(board.size) if board.playable >> hex_ & 1)


@clause("BE-3.1b", "BE-R4", "BE-3.7b", "BE-R7")
def test_control_starts_with_the_border() -> None:
    here = position()
    assert all(here.holds(AXIS, place) for place in ("Berlin", "Warsaw", "Bucharest", "Helsinki", "narvik", "tromso"))
    assert all(here.holds(SOVIET, place) for place in ("Moscow", "Riga", "Vyborg", "petsamo", "murmansk", "siberia", "krasnovodsk"))
    assert not here.state.control[AXIS] & here.state.control[SOVIET]


@clause("BE-3.3c", "BE-3.3d", "BE-3.3e", "BE-3.3h", "BE-3.3i")
def test_kinds_of_cities() -> None:
    here = position()
    board = here.game.rules.board

    def is_in(hexes: int, *places: str) -> list[bool]:
        return [bool(hexes >> here.hex(place) & 1) for place in places]

    assert is_in(board.majors, "Berlin", "Moscow", "Orel", "Kalinin", "Sevastopol", "Sumy") == [True] * 5 + [False]
    assert is_in(board.minors, "Sumy", "Rybinsk", "Oranienbaum", "Uman") == [True, True, True, False]
    assert is_in(board.fortresses, "Leningrad", "Oranienbaum", "Sevastopol", "Kiev") == [True, True, True, False]
    assert board.fortresses.bit_count() == 3


@clause("BE-3.6a", "BE-R81")
def test_three_kinds_of_centres_and_one_northern_shipyard() -> None:
    here = position()
    kinds = {site.kind for site in here.game.rules.board.map.production}
    assert {"population", "mine", "oil"} <= kinds
    yards = here.game.rules.board.shipyards
    assert yards == 1 << here.hex("Leningrad") | 1 << here.hex("Sevastopol")


@clause("BE-3.7d")
def test_no_ship_crosses_the_caspian_to_krasnovodsk_yet() -> None:
    here = position()
    routes = here.game.rules.board.sea_routes
    assert (here.hex("krasnovodsk"), here.hex("Baku")) not in routes
    assert routes


@clause("BE-3.8a", "BE-6.1a", "BE-6.2a", "BE-6.4a", "BE-6.1.5a", "BE-3.9a")
def test_classes_of_units() -> None:
    here = position()
    units = here.game.rules.units
    combat = {name: units.is_combat[here.block(key)] for name, key in (("corps", "g-1k"), ("panzer", "g-41pz"), ("guns", "g-18a"))}
    assert combat == {"corps": True, "panzer": True, "guns": False}
    assert not units.is_combat[here.block("g-4pzg")]
    assert units.is_ground[here.block("g-1lf")]
    assert all(units.is_infantry[here.block(key)] for key in ("g-18a", "s-mtn", "s-1abc", "s-mar1", "s-st-kiev"))
    plain = battle("g-1k 4", "s-1abc 2, s-mar1 2")
    assert dice(plain, "Poltava", GROUND, SOVIET) == [(2, 6), (2, 6)]
    movement = here.game.rules.movement
    assert movement.allowance(here.state, here.block("g-18a")) == movement.allowance(here.state, here.block("g-1k"))


@clause("BE-3.19f", "BE-4.4e", "BE-R18")
def test_a_marked_unit_holds_its_ground() -> None:
    here = position(axis={"Poltava": "g-1k 4"})
    zone = here.game.rules.zones.zone(here.state, AXIS)
    here.state.flags[here.block("g-1k")] |= MARKED
    here.state.derived = {}
    assert here.game.rules.zones.zone(here.state, AXIS) == zone
    cut_off = battle("g-1k 4, g-18a 4", "s-8a 4, s-bal-f 2", "Poltava W1", active="soviet", held_by="axis")
    fresh = {step: dice(cut_off, "Poltava W1", step, AXIS) for step in (GROUND, ARTILLERY, ANTI_AIRCRAFT)}
    for key in ("g-1k", "g-18a"):
        cut_off.state.flags[cut_off.block(key)] |= MARKED
    assert {step: dice(cut_off, "Poltava W1", step, AXIS) for step in fresh} == fresh
    assert all(fresh.values())


@clause("BE-3.20a", "BE-5.1a", "BE-5.2a", "BE-5.3a", "BE-5.1c")
def test_powers_and_their_tech() -> None:
    tables = position().game.rules.tables
    axis = {power.id for power in tables.powers if power.side == AXIS}
    assert axis == {"germany", "italy", "finland", "romania", "hungary", "slovakia"}
    assert [power.id for power in tables.powers if power.side == SOVIET] == ["ussr"]
    levels = {power.id: power.tech[:NAVAL] for power in tables.powers}
    assert levels["germany"] == (2, 2, 2, 2)
    assert levels["finland"] == (2, 1, 1, 1)
    assert {levels[name] for name in ("ussr", "italy", "romania", "hungary", "slovakia")} == {(1, 1, 1, 1)}


@clause("BE-5.2b")
def test_the_german_homeland() -> None:
    here = position()
    home = here.game.rules.powers.homelands[here.game.rules.tables.power("germany")]
    inside = ("Berlin", "Königsberg", "Vienna", "Prague", "Posen")
    assert all(home >> here.hex(place) & 1 for place in inside)
    assert not home >> here.hex("Warsaw") & 1


@clause("BE-R60", "BE-BSSh")
def test_seven_german_units_start_in_romania() -> None:
    here = position()
    rules = here.game.rules
    group = [b for b in range(len(rules.order)) if rules.tables.facts[b].group == "axis_romania_german"]
    assert len(group) == 7
    assert {rules.order[b].nation for b in group} == {"germany"}
    assert here.block("g-11a") in group


@clause("BE-6.4c", "BE-R20")
@pytest.mark.parametrize(("key", "fires"), [("f-hq", True), ("r-hq", False), ("g-1lf", False), ("g-4pzg", True)])
def test_which_headquarters_have_guns(key: str, fires: bool) -> None:
    here = battle(f"{key} 3, g-1k 4", "s-8a 4")
    assert bool(dice(here, "Poltava", ARTILLERY, AXIS)) == fires


@clause("BE-6.4e", "BE-7.7.4c")
def test_an_armour_headquarters_that_fires_its_last_step_is_gone() -> None:
    here = battle("g-4pzg 1, g-1k 4", "s-8a 4")
    take_step(here.game.rules, here.state, here.block("g-4pzg"), "ammunition", [])
    assert here.state.location[here.block("g-4pzg")] < 0


@clause("BE-7.1a")
def test_a_player_turn_begins_with_supply() -> None:
    here = position(axis={"Berlin": "g-1k 4"}).begin(PRODUCTION)
    assert PHASES[0][0] == SUPPLY
    assert here.state.phase == PRODUCTION


@clause("BE-7.5.3d", "BE-7.5.3i")
def test_aircraft_fly_over_anything() -> None:
    soviet = {"Kaunas": "infantry 3", "Kaunas E1": "infantry 3", "Vilnius": "infantry 3"}
    here = position(axis={"Tilsit": "g-1fk 4"}, soviet=soviet).begin(AIR_MOVEMENT)
    assert Fly(here.block("g-1fk"), here.hex("Vilnius")) in here.legal()
    distance = here.game.rules.board.grid.distance(here.hex("Tilsit"), here.hex("Helsinki"))
    assert bool(here.game.rules.board.within(here.hex("Tilsit"), distance) >> here.hex("Helsinki") & 1)
    assert not here.game.rules.board.within(here.hex("Tilsit"), distance - 1) >> here.hex("Helsinki") & 1


@clause("BE-7.7.6d")
def test_terrain_does_not_hinder_aircraft() -> None:
    for place in ("Luga", "Kharkov", "Poltava W1"):
        assert dice(battle("g-1fk 4", "s-8a 4", place), place, AIR_TO_GROUND, AXIS) == [(4, 5)]


@clause("BE-R78", "BE-R70")
def test_tech_is_a_matter_of_the_month_alone() -> None:
    here = position(month="1942-03", soviet={"Moscow": "s-8a 3"})
    for phase in range(12):
        here.state.phase = phase
        assert here.game.rules.definitions.tech(here.state, here.block("s-8a")) == 2
