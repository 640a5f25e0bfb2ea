"""Chapter 7 in the West: costs, stacking, fire, hits, retreats and bases, as they read in its own book."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_series.actions import Fly, Move
from blockfront.games.blocks_series.aids.battle_scene import dice, fight
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, ARTILLERY, GROUND, FireContext
from blockfront.games.blocks_series.state import AIR_MOVEMENT, HALF_HIT, MARKED, MOVEMENT, PRODUCTION


@clause("BW-7.5.3a", "BW-7.5.3d", "BW-7.5.3f", "BW-7.5a", "BW-7.5b", "BW-7.5.1a")
def test_entry_costs() -> None:
    here = position("sbw1", axis={"Modena": "de-51m 3"}, month="1945-04")
    costs = dict(here.game.rules.movement.costs(here.state, here.block("de-51m")))
    board = here.game.rules.board
    assert costs[1] & board.terrain["clear"] == board.terrain["clear"] & board.playable
    assert costs[2] & board.terrain["forest"]
    assert costs[3] & board.mountains
    assert here.game.rules.movement.allowance(here.state, here.block("de-51m")) == 4


@clause("BW-3.10a", "BW-3.10b", "BW-7.5.3g", "BW-7.5.3h", "BW-R6")
@pytest.mark.parametrize(("ground", "combat", "legal"), [(3, 0, True), (3, 1, True), (3, 2, True), (3, 3, False), (4, 1, False)])
def test_stacks(ground: int, combat: int, legal: bool) -> None:
    assert position("sbw1", month="1945-04").game.rules.definitions.is_legal_stack(ground, combat) == legal


@clause("BW-7.5.3j", "BW-3.19b")
def test_zones_do_not_stop_movement() -> None:
    here = position("sbw2", axis={"Trier": "de-47pz 5"}, allies={"Metz": "us-20 4"}, month="1945-01")
    here.begin(MOVEMENT)
    assert Move(here.block("de-47pz"), here.hex("Luxembourg")) in here.legal()


@clause("BW-7.5.2b", "BW-7.5.2c", "BW-7.5.2d", "BW-6.3.1a", "BW-6.3.2a", "BW-6.3.3a", "BW-4.4d", "BW-R28", "BW-6.3.1c", "BW-6.3.2c")
def test_ranges_of_aircraft() -> None:
    here = position("sbw1", allies={"Florence": "us-12f 5", "Pisa": "us-12b 4", "Foggia": "us-15s 5"}, month="1945-04", active="allies")
    air = here.game.rules.air
    assert air.range_of(here.state, here.block("us-12f")) == 10  # fighters of TECH 3
    assert air.range_of(here.state, here.block("us-12b")) == 15
    assert air.range_of(here.state, here.block("us-15s")) == 15
    early = position("sbw3", axis={"Ruhr": "de-jf1 4", "Cologne": "de-8fk 4"}, month="1940-05")
    assert early.game.rules.air.range_of(early.state, early.block("de-jf1")) == 5
    assert early.game.rules.air.range_of(early.state, early.block("de-8fk")) == 10
    here.state.flags[here.block("us-12f")] |= MARKED
    assert not air.may_fight(here.state, here.block("us-12f"))


@clause("BW-7.7.1a", "BW-7.7.1b", "BW-6.3.1b", "BW-6.3.2b")
def test_air_combat_needs_a_fighter() -> None:
    bombers = battle("de-9fk 2", "us-9b 4", "Reims", month="1945-01")
    assert dice(bombers, "Reims", AIR_TO_AIR, AXIS) == []
    fighters = battle("de-1jd 3", "us-9b 4", "Reims", month="1945-01")
    assert dice(fighters, "Reims", AIR_TO_AIR, AXIS) == [(3, 4)]


@clause("BW-7.7.4a", "BW-7.7.4b", "BW-7.7.4c", "BW-6.1.4a", "BW-6.1.4c", "BW-6.1.4d", "BW-R31", "BW-7.7.4d", "BW-R92")
def test_guns_fire_first_and_turn_a_face() -> None:
    here = battle("de-1ss 6, de-6a 4", "us-8 2", "Reims", month="1945-01")
    assert dice(here, "Reims", ARTILLERY, AXIS) == [(4, 4)]
    fight(here, (1, 1, 1, 1))
    assert here.strength("de-6a") == 2
    here.state.steps[here.block("de-6a")] = 1
    here.state.derived = {}
    assert dice(here, "Reims", ARTILLERY, AXIS) == []  # at zero it cannot fire


@clause("BW-7.7.8a", "BW-7.7.8b", "BW-3.15a", "BW-3.15c", "BW-7.7.10a")
def test_faces_that_take_two_hits() -> None:
    here = battle("rd-futa 7", "us-2 5", "Ferrara", scenario="sbw1", month="1945-04", active="allies")
    block = here.block("rd-futa")
    here.game.rules.losses.hit(here.state, block, [])
    assert here.strength("rd-futa") == 7
    assert here.state.flags[block] & HALF_HIT
    here.game.rules.losses.hit(here.state, block, [])
    assert here.strength("rd-futa") == 5
    for _ in range(5):
        here.game.rules.losses.hit(here.state, block, [])
    assert here.state.location[block] < 0


@clause("BW-7.7.9a", "BW-3.15b")
def test_the_strongest_takes_the_hit() -> None:
    here = battle("de-1ss 6, de-67 3", "us-8 2", "Reims", month="1945-01")
    context = FireContext(here.hex("Reims"), 1, False)
    assert here.game.rules.fire.loss_candidates(here.state, context, GROUND, AXIS) == [here.block("de-1ss")]


@clause("BW-BOX1a", "BW-BOX1c", "BW-BOX1e", "BW-7.7.6a", "BW-7.7.6b", "BW-7.7.6c", "BW-6.1.2a", "BW-6.1.2b")
def test_terrain_and_cities() -> None:
    city = battle("de-1ss 6", "us-8 2", "Brussels", month="1945-01")
    assert dice(city, "Brussels", GROUND, AXIS, round_=2)[0][0] == 3
    town = battle("de-1ss 6, de-9fk 2", "us-8 2", "Reims", month="1945-01")
    assert dice(town, "Reims", GROUND, AXIS, round_=2)[0][0] == 6
    (_, in_town), *_ = dice(town, "Reims", GROUND, ALLIES, round_=2)
    (_, in_city), *_ = dice(city, "Brussels", GROUND, ALLIES, round_=2)
    assert in_city == in_town - 1
    assert dice(town, "Reims", AIR_TO_GROUND, AXIS)[0][0] == 2  # aircraft heed no terrain


@clause("BW-BOX1b", "BW-7.5.3b")
def test_a_river_counts_in_the_first_round() -> None:
    here = battle("de-64 3", "us-6 4", "Strasbourg", month="1945-01", came_from="Offenburg")
    assert dice(here, "Strasbourg", GROUND, AXIS, round_=1)[0][0] == 1
    assert dice(here, "Strasbourg", GROUND, AXIS, round_=2)[0][0] == 3
    first, later = (dice(here, "Strasbourg", GROUND, ALLIES, round_=number)[0][1] for number in (1, 2))
    assert first == later - 1


@clause("BW-7.3b", "BW-7.3c", "BW-7.3d", "BW-R87", "BW-7.3a")
def test_what_steps_cost() -> None:
    here = position("sbw2", axis={"Frankfurt": "de-53 3"}, month="1945-01")
    production, order = here.game.rules.production, here.game.order
    prices = {"black": 1, "white": 2, "red": 3}
    for key in ("de-53", "de-1ss", "us-82ab", "gb-13"):
        block = order.key(key)
        for step, colour in enumerate(order[block].colours, 1):
            if colour in prices:
                assert production.price(block, step) == prices[colour]
    here.begin(PRODUCTION)
    assert here.points("germany") == 8


@clause("BW-3.4a", "BW-3.4b", "BW-7.7.16a")
def test_one_air_unit_on_an_airfield() -> None:
    here = position("sbw1", allies={"Florence": "us-12f 5", "Pisa": "us-12b 4"}, month="1945-04", active="allies")
    here.begin(AIR_MOVEMENT)
    assert Fly(here.block("us-12b"), here.hex("Florence")) not in here.legal()
    assert Fly(here.block("us-12b"), here.hex("Rimini")) in here.legal()


@clause("BW-3.1.2b", "BW-3.1.2c", "BW-3.1.2a")
def test_who_controls_a_sea() -> None:
    here = position("sbw3", month="1940-05")
    controls = here.game.rules.definitions.controls_sea
    assert set(here.game.rules.board.sea_ports) == {"atlantic", "baltic", "mediterranean"}
    assert controls(here.state, ALLIES, "mediterranean")
    assert not controls(here.state, AXIS, "mediterranean")
    assert controls(here.state, ALLIES, "atlantic")
    assert controls(here.state, AXIS, "atlantic")  # both at once
