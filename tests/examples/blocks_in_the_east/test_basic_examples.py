"""The worked examples of the basic rules."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice, fight
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import Move, TakeLoss
from blockfront.games.blocks_series.events import GameEnded
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, ANTI_AIRCRAFT, ARTILLERY, GROUND, FireContext
from blockfront.games.blocks_series.state import COMBAT, MOVEMENT
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.games.blocks_series.steps.losses import hit

FIGURES: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "blocks_in_the_east" / "examples.toml").read_text(encoding="utf-8")
)


@clause("BE-3.15c", "BE-7.7.8b", "BE-7.7.8c", "BE-7.7.10a", "BE-R37")
@pytest.mark.parametrize("example", FIGURES["hits"].values(), ids=list(FIGURES["hits"]))
def test_hits_take_steps(example: dict[str, list[int]]) -> None:
    key = {(4, 3, 2, 1): "s-8a", (1,): "h-mtn", (7, 5, 3, 1): "s-1sh"}[tuple(example["steps"])]
    for hits, after in zip(example["hits"], example["after"], strict=True):
        unit = {"Poltava": f"{key} {example['steps'][0]}"}
        here = position(axis=unit) if key == "h-mtn" else position(soviet=unit)
        for _ in range(hits):
            hit(here.game.rules, here.state, here.block(key), [])
        assert here.strength(key) == after


@clause("BE-6.0a")
def test_dice_equal_strength() -> None:
    here = battle("h-mtn 1", "s-1sh 7", month="1941-11")
    assert dice(here, "Poltava", GROUND, AXIS)[0][0] == FIGURES["dice"]["hungarian_mountain_brigade"]
    assert dice(here, "Poltava", GROUND, SOVIET)[0][0] == FIGURES["dice"]["siberian_shock_army"]


@clause("BE-7.7.4c", "BE-R33")
def test_artillery_uses_ammunition() -> None:
    here = battle("g-18a 4, g-1k 4", "s-8a 4")
    assert dice(here, "Poltava", ARTILLERY, AXIS)[0][0] == FIGURES["artillery"]["dice"]
    fight(here, (1,) * FIGURES["artillery"]["dice"])
    assert here.strength("g-18a") == FIGURES["artillery"]["after"]


@clause("BE-7.7.9a", "BE-3.15b")
def test_hits_are_spread_strongest_first() -> None:
    example = FIGURES["spread"]
    here = battle("g-1k 4, g-2k 2", "s-8a 4").begin(COMBAT)
    here.play(Roll((6, 6, 6, 1)), TakeLoss(here.block("g-2k")))
    assert [here.strength("g-1k"), here.strength("g-2k")] == example["after"]


@clause("BE-7.7.2b", "BE-7.7.2c")
@pytest.mark.parametrize(("place", "guns"), FIGURES["guns_of_places"].items())
def test_guns_of_places(place: str, guns: list[int]) -> None:
    here = battle("g-jg54 3", "s-8a 4", place)
    assert dice(here, place, ANTI_AIRCRAFT, SOVIET)[-1] == tuple(guns)


@clause("BE-3.10a")
def test_stacks() -> None:
    definitions = position().game.rules.definitions
    for kind in ("legal", "illegal"):
        assert all(definitions.is_legal_stack(gsu + gcu, gcu) == (kind == "legal") for gsu, gcu in FIGURES["stacks"][kind])


@clause("BE-7.5.3a", "BE-7.5.3b", "BE-7.5.5a", "BE-7.5.5c")
def test_movement_figures() -> None:
    figures = FIGURES["movement"]
    here = position()
    classes, movement = here.game.rules.tables.classes, here.game.rules.movement
    assert movement.allowance(here.state, here.block("s-8a")) == figures["soviet_infantry"]
    assert movement.allowance(here.state, here.block("g-1k")) == figures["german_infantry"]
    assert classes["cavalry"].mp[1:3] == (figures["soviet_cavalry"], figures["german_cavalry"])
    assert here.game.rules.tables.terrain["swamp"].costs[0] == figures["swamp_with_railway"]
    strait = position(axis={"Kerch": "g-1k 4"}, axis_holds=("Sevastopol",)).begin(MOVEMENT)
    strait.play(Move(strait.block("g-1k"), strait.hex("Taman")))
    assert strait.state.spent[strait.block("g-1k")] == figures["kerch_to_taman"]


@clause("BE-7.7.6a")
def test_soviet_tanks_with_a_bonus() -> None:
    found = [dice(battle("g-1k 4", "s-3mc 3", place), place, GROUND, SOVIET)[0][1] for place in ("Poltava", "Kharkov")]
    assert found == FIGURES["firepower"]["tank"]


@clause("BE-7.7.6b", "BE-7.7.7a", "BE-7.7.7b", "BE-3.16a", "BE-3.17a")
def test_maluses_halve() -> None:
    assert dice(battle("g-1k 4", "s-8a 3", "Luga"), "Luga", GROUND, AXIS)[0][0] == FIGURES["malus"]["four_steps"]
    found = [
        dice(battle("g-41pz 5", "s-8a 3", place, came_from=origin), place, GROUND, AXIS)[0][0]
        for place, origin in (("Poltava", ""), ("Luga", ""), ("Polotsk", "Polotsk W1"))
    ]
    assert found == FIGURES["malus"]["five_steps"]


@clause("BE-7.7.7a", "BE-7.7.6f", "BE-7.7.6h", "BE-7.7.6i")
def test_a_city_in_a_forest_across_a_river() -> None:
    example = FIGURES["city_in_forest_across_river"]
    here = battle("g-1k 4", "s-8a 3", "Bryansk", came_from="Bryansk E1")
    assert dice(here, "Bryansk", GROUND, SOVIET)[0][1] == example["defender_lowest"]
    context = FireContext(here.hex("Bryansk"), 1, False)
    assert here.game.rules.fire.maluses(here.state, context, GROUND, here.block("g-1k")) == example["attacker_maluses"]


@clause("BE-7.7.7c", "BE-R36")
def test_pooling() -> None:
    here = battle("g-41pz 3, g-10k 3", "infantry 3", "Luga")
    assert sorted(map(list, dice(here, "Luga", GROUND, AXIS))) == FIGURES["pooling"]["dice"]


@clause("BE-7.7.1c", "BE-7.7.3b", "BE-7.6c")
def test_aircraft_of_1941() -> None:
    here = position()
    fire = here.game.rules.fire
    keys = {
        "german_fighter": "g-jg54",
        "soviet_fighter": "s-bal-f",
        "german_bomber": "g-1fk",
        "soviet_bomber": "s-bal-b",
        "romanian_bomber": "r-bmr",
    }
    for name, key in keys.items():
        found = [fire.base_firepower(here.state, step, here.block(key)) for step in (AIR_TO_AIR, AIR_TO_GROUND)]
        assert found == FIGURES["air_1941"][name], name


@clause("BE-5.5b", "BE-7.7.4b")
def test_mannerheim() -> None:
    example = FIGURES["mannerheim"]
    here = battle("f-hq 3, f-6k 3", "s-8a 3", "Vyborg")
    assert dice(here, "Vyborg", ARTILLERY, AXIS) == [(example["dice"], example["lowest"])]
    assert here.game.rules.movement.allowance(here.state, here.block("f-hq")) == example["points"]


@clause("BE-4.2c", "BE-4.2d")
@pytest.mark.parametrize(("place", "units"), FIGURES["ports"].items())
def test_port_capacities(place: str, units: list[int]) -> None:
    found = []
    for weather in ("good", "snow"):
        here = position(weather=weather)
        usable = {port.at: port.capacity for port in here.game.rules.supply._usable_ports(here.state, -1)}
        found.append(usable.get(1 << here.hex(place), 0))
    assert found == units


@clause("BE-5.5g")
@pytest.mark.parametrize(("place", "allowed"), FIGURES["finnish_operations_area"].items())
def test_finnish_operations_area(place: str, allowed: bool) -> None:
    here = position()
    assert bool(here.game.rules.powers.territory(here.state, here.block("f-6k")) >> here.hex(place) & 1) == allowed


@clause("BE-BSSj", "BE-BSSa")
def test_units_with_a_printed_town() -> None:
    here = position()
    order, facts = here.game.order, here.game.rules.tables.facts
    western = [(facts[b].place, order[b].type) for b in range(len(order)) if facts[b].group == "sov_western" and facts[b].place]
    for place, types in FIGURES["set_up"]["western"].items():
        assert sorted(kind for at, kind in western if at == place) == sorted(types)
    baltic = [facts[b].place for b in range(len(order)) if facts[b].group == "sov_baltic" and here.game.rules.units.is_air[b]]
    assert sorted(baltic) == FIGURES["set_up"]["baltic_air"]


@clause("BE-BSSq", "BE-R10", "BE-SBE1b", "BE-SBE2b", "BE-SBE3b", "BE-SBE4a", "BE-SSa", "BE-SSc", "BE-3.9c", "BE-3.20b")
@pytest.mark.parametrize("scenario", ["sbe1", "sbe2", "sbe3", "sbe4"])
def test_block_counts(scenario: str) -> None:
    rules = position(scenario).game.rules
    for side, name in ((AXIS, "axis_blocks"), (SOVIET, "soviet_blocks")):
        groups = rules.scenario.groups[side]
        whole = [b for b in rules.order.of_side[side] if rules.tables.facts[b].group in groups]
        assert len(whole) == FIGURES["set_up"][name][scenario]
        assert set(rules.set_up.forces(side)) == {b for b in whole if not rules.units.is_hq[b]}


@clause("BE-SBE3e")
@pytest.mark.parametrize(("held", "winner", "level"), FIGURES["sbe3"]["results"])
def test_results_of_the_road_to_rostov(held: int, winner: str, level: str) -> None:
    here = position("sbe3", month="1941-11", axis_holds=("Rostov", "Kharkov", "Sevastopol")[:held])
    number, points, found, _ = here.game.rules.victory.final(here.state)
    assert (points, found) == (held, level)
    assert (here.game.rules.sides[number] if number >= 0 else "") == winner


@clause("BE-SBE3e")
def test_the_end_tells_which_places_counted() -> None:
    here = position("sbe3", month="1941-11", axis_holds=("Kharkov", "Rostov")).run(Calendar, Calendar.VICTORY)
    ended = here.told(GameEnded)[-1]
    assert sorted(ended.held or ()) == sorted((here.hex(place), 1) for place in ("Rostov", "Kharkov"))
    assert ended.margin == sum(points for _, points in ended.held or ())


@clause("BE-SBE2d")
def test_the_end_counts_nothing_where_no_points_decide() -> None:
    here = position("sbe2", month="1941-12", axis_holds=("Moscow",)).run(Calendar, Calendar.MONTH_END)
    assert here.told(GameEnded)[-1].held is None


@clause("BE-SBE4c", "BE-SBE4d")
@pytest.mark.parametrize(("points", "winner", "level"), FIGURES["sbe4"]["results"])
def test_results_of_the_short_barbarossa(points: int, winner: str, level: str) -> None:
    here = position("sbe4", month="1941-08")
    rules, board = here.game.rules, here.game.rules.board
    majors = board.majors & board.area("ussr") & ~(1 << here.hex("Moscow")) & ~(1 << here.hex("Leningrad"))
    hexes = [hex_ for hex_ in range(board.grid.size) if majors >> hex_ & 1]
    for hex_ in hexes[:points]:
        here.state.control[AXIS] |= 1 << hex_
        here.state.control[SOVIET] &= ~(1 << hex_)
    number, found_points, found, _ = rules.victory.final(here.state)
    assert (found_points, found) == (points, level)
    assert (rules.sides[number] if number >= 0 else "") == winner
    before = rules.victory.held(here.state)
    here.state.control[AXIS] |= 1 << here.hex("Moscow") | 1 << here.hex("Leningrad")
    assert sorted(rules.victory.held(here.state)) == sorted([*before, (here.hex("Moscow"), 3), (here.hex("Leningrad"), 2)])
