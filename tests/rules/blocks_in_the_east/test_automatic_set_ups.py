"""Proposed set-ups of all nine scenarios: legal, and such as a player would make."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_series.aids.automatic_set_up import VARIANTS, automatic_set_up
from blockfront.games.blocks_series.aids.set_up_ground import Ground
from blockfront.games.blocks_series.rules.ch02_set_up import Placements
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.hexes.hexset import members

SCENARIOS = [scenario.id for scenario in TITLE.scenarios]
LONG = ["sbe5", "sbe6", "sbe7", "sbe8", "sbe9"]
every_scenario = pytest.mark.parametrize("scenario", SCENARIOS)
both_sides = pytest.mark.parametrize("side", [AXIS, SOVIET])


def rules_of(scenario: str) -> Rules:
    return make(scenario, frozenset()).rules


def hexes_of(placements: Placements) -> dict[int, int]:
    return {block: hex_ for block, _, hex_ in placements}


@clause("BE-2.3b", "BE-SBE5a", "BE-SBE6a", "BE-SBE7a", "BE-SBE8a", "BE-SBE9a", "BE-R62")
@every_scenario
@both_sides
def test_set_ups_are_legal(scenario: str, side: int) -> None:
    rules = rules_of(scenario)
    for variant in range(VARIANTS):
        assert rules.set_up.problems(side, automatic_set_up(rules, side, variant)) == []


@both_sides
def test_set_ups_differ(side: int) -> None:
    rules = rules_of("sbe6")
    assert len({automatic_set_up(rules, side, variant) for variant in range(VARIANTS)}) == VARIANTS


@pytest.mark.parametrize("scenario", LONG)
@both_sides
def test_headquarters_and_aircraft_stand_behind_the_front(scenario: str, side: int) -> None:
    rules = rules_of(scenario)
    ground = Ground(rules, side)
    placed = hexes_of(automatic_set_up(rules, side, 0))
    free = {block: hex_ for block, hex_ in placed.items() if rules.set_up.proposed_zone(block).bit_count() > 1}
    commands = [hex_ for block, hex_ in free.items() if rules.units.is_hq[block]]
    assert all(ground.depth(hex_) > 0 for hex_ in commands)
    taken = {hex_ for block, hex_ in placed.items() if rules.units.is_air[block]}
    for block in (block for block, hex_ in free.items() if hex_ in taken and ground.depth(hex_) == 0 and rules.units.is_air[block]):
        airfields = {hex_ for hex_ in members(rules.set_up.proposed_zone(block) & ground.near) if ground.depth(hex_) > 0}
        assert airfields <= taken, f"{rules.order[block].name} is in the front row and need not be"


@pytest.mark.parametrize("scenario", LONG)
@both_sides
def test_armour_is_led_and_aircraft_are_in_reach_of_an_air_headquarters(scenario: str, side: int) -> None:
    rules = rules_of(scenario)
    units, grid = rules.units, rules.board.grid
    placed = {block: hex_ for block, hex_ in hexes_of(automatic_set_up(rules, side, 0)).items() if hex_ < grid.size}
    great = {number for number, power in enumerate(rules.tables.powers) if not power.is_minor}
    tanks = [h for b, h in placed.items() if units.is_armour[b] and units.is_combat[b] and units.power[b] in great]
    leaders = [h for b, h in placed.items() if units.type[b] == "armour_hq"]
    led = [tank for tank in tanks if any(grid.distance(tank, leader) <= 5 for leader in leaders)]
    assert len(led) * 2 >= len(tanks)
    wings = [h for b, h in placed.items() if units.is_air[b] and units.power[b] in great]
    fleets = [h for b, h in placed.items() if units.type[b] == "air_hq"]
    assert sum(any(grid.distance(wing, fleet) <= 5 for fleet in fleets) for wing in wings) * 2 >= len(wings)


@pytest.mark.parametrize("scenario", ["sbe6", "sbe7", "sbe8"])
@both_sides
def test_fortresses_are_manned_and_a_reserve_is_kept(scenario: str, side: int) -> None:
    rules = rules_of(scenario)
    ground = Ground(rules, side)
    placed = hexes_of(automatic_set_up(rules, side, 0))
    troops = {hex_ for block, hex_ in placed.items() if rules.units.is_combat[block]}
    mine = rules.definitions.initial_control()[side]
    fortresses = [rules.board.hex(place) for place in ("Leningrad", "Oranienbaum", "Sevastopol")]
    assert all(fortress in troops for fortress in fortresses if mine >> fortress & 1)
    behind = [block for block, hex_ in placed.items() if rules.units.is_combat[block] and 2 <= ground.depth(hex_) <= 7]
    assert len(behind) >= 5


@pytest.mark.parametrize(("scenario", "side"), [("sbe6", AXIS), ("sbe7", AXIS), ("sbe8", SOVIET)])
def test_attackers_mass_their_armour_in_front(scenario: str, side: int) -> None:
    rules = rules_of(scenario)
    ground = Ground(rules, side)
    placed = hexes_of(automatic_set_up(rules, side, 0))
    tanks = [hex_ for block, hex_ in placed.items() if rules.units.type[block] == "tank"]
    assert sum(ground.depth(hex_) <= 1 for hex_ in tanks) * 4 >= len(tanks) * 3
    assert any(tanks.count(hex_) == 2 for hex_ in tanks)


@every_scenario
@both_sides
def test_nearly_everybody_starts_in_supply(scenario: str, side: int) -> None:
    rules = rules_of(scenario)
    ground = Ground(rules, side)
    placed = hexes_of(automatic_set_up(rules, side, 0))
    cut_off = [block for block, hex_ in placed.items() if not ground.supplied[rules.units.power[block]] >> hex_ & 1]
    assert len(cut_off) * 12 <= len(placed), [rules.order[block].name for block in cut_off]
