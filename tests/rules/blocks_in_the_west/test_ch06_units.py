"""Chapter 6 and table T1 of the West: what each TECH level gives each class."""

from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import RailMove
from blockfront.games.blocks_series.aids.battle_scene import dice
from blockfront.games.blocks_series.options.ch31_reserves import ReserveHeadquarters
from blockfront.games.blocks_series.options.charges import Charges
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, ANTI_AIRCRAFT, ARTILLERY, GROUND, FireContext
from blockfront.games.blocks_series.state import EXPLOITATION, IN_FLIGHT, MARKED, MOVEMENT, STRATEGIC_RAIL
from tests.layers import layer

NONE = 7  # does not fire

# class: (movement points, attack, defence) at TECH 1, 2 and 3; numbers are the lowest face that hits
GROUND_TABLE = {
    "infantry": ((3, 6, 6), (4, 6, 6), (4, 6, 5)),
    "mountain": ((3, 6, 6), (4, 6, 6), (4, 6, 5)),
    "paratroop": ((3, 6, 6), (4, 6, 6), (4, 6, 5)),
    "marine": ((3, 6, 6), (4, 6, 6), (4, 6, 5)),
    "cavalry": ((4, 6, 6), (5, 6, 6), (5, 6, 5)),
    "motorised_infantry": ((3, 6, 6), (4, 6, 6), (4, 6, 5)),
    "motorised_cavalry": ((4, 6, 6), (5, 6, 6), (5, 6, 5)),
    "artillery": ((3, 6, 6), (4, 5, 5), (4, 4, 4)),
    "tankette": ((3, 6, 6), (4, 6, 5), (4, 5, 4)),
    "tank": ((3, 6, 5), (4, 5, 5), (4, 4, 4)),
}
# class: (range, at ground targets, in the air)
AIR_TABLE = {
    "fighter": ((5, NONE, 6), (5, 6, 5), (10, 5, 4)),
    "bomber": ((10, 6, NONE), (10, 5, 6), (15, 4, 5)),
    "strategic_bomber": ((15, 6, NONE), (15, 5, 6), (15, 4, 5)),
}


@clause("BW-6.0c", "BW-3.14a", "BW-6.1.3a", "BW-6.1.6e", "BW-6.2.1b", "BW-6.2.2a", "BW-6.2.2c", "BW-7.5.3f", "BW-R22")
@pytest.mark.parametrize("name", GROUND_TABLE)
def test_the_table_of_ground_units(name: str) -> None:
    facts = make("sbw2", frozenset()).rules.tables.classes[name]
    assert tuple((facts.mp[level], facts.attack[level], facts.defence[level]) for level in (1, 2, 3)) == GROUND_TABLE[name]
    assert (facts.mp[0], facts.attack[0], facts.defence[0]) == GROUND_TABLE[name][0]  # TECH 0 is as TECH 1, before its dice are halved


@clause("BW-6.3.1a", "BW-6.3.1b", "BW-6.3.1c", "BW-6.3.2a", "BW-6.3.2b", "BW-6.3.2c", "BW-6.3.3a")
@pytest.mark.parametrize("name", AIR_TABLE)
def test_the_table_of_air_units(name: str) -> None:
    facts = make("sbw2", frozenset()).rules.tables.classes[name]
    assert tuple((facts.range[level], facts.attack[level], facts.air[level]) for level in (1, 2, 3)) == AIR_TABLE[name]


@clause("BW-6.3.1a", "BW-6.3.1b", "BW-6.3.1c", "BW-6.3.2a", "BW-6.3.2b")
def test_what_aircraft_do_in_play() -> None:
    early = battle("de-jf1 4, de-8fk 4", "fr-20 4, fr-f1 3", "Nancy", scenario="sbw3", month="1940-05")
    assert dice(early, "Nancy", AIR_TO_GROUND, AXIS) == [(4, 5)]  # the bombers of TECH 2 alone: fighters of TECH 1 do not strafe
    assert sorted(dice(early, "Nancy", AIR_TO_AIR, AXIS)) == [(4, 6), (4, 6)]
    late = battle("de-1jd 3", "us-9b 4, us-12f 5, us-8 2", "Reims", month="1945-01", active="allies")
    assert (5, 4) in dice(late, "Reims", AIR_TO_AIR, ALLIES)
    assert (4, 5) in dice(late, "Reims", AIR_TO_AIR, ALLIES)
    strafing = battle("de-53 3", "us-9f 5", "Reims", month="1945-01", active="allies")
    assert dice(strafing, "Reims", AIR_TO_GROUND, ALLIES) == [(5, 5)]


@clause("BW-6.0b", "BW-3.11a", "BW-3.13c")
def test_a_die_for_every_step_whatever_the_tech() -> None:
    for strength in (6, 4, 2, 1):
        here = battle(f"de-1ss {strength}", "us-8 2", "Reims", month="1944-12")
        assert dice(here, "Reims", GROUND, AXIS, round_=2) == [(strength, 4)]
        assert here.game.rules.definitions.tech(here.state, here.block("de-1ss")) == 3


@clause("BW-6.1.1b")
def test_static_infantry_goes_by_rail_and_not_on_foot() -> None:
    here = position("sbw3", allies={"Paris": "fr-sfm 3"}, month="1940-06", active="allies", points={"france": 5})
    block = here.block("fr-sfm")
    here.begin(STRATEGIC_RAIL)
    assert any(isinstance(action, RailMove) and action.block == block for action in here.legal())
    here.begin(MOVEMENT)
    assert not any(getattr(action, "block", -1) == block for action in here.legal())


@clause("BW-6.1.1c", "BW-6.1.1d")
def test_static_infantry_neither_attacks_nor_retreats() -> None:
    here = battle("de-26 4", "fr-sfm 3, fr-20 4", "Nancy", scenario="sbw3", month="1940-06")
    rules = here.game.rules
    assert not rules.movement.may_attack(here.state, here.block("fr-sfm"))
    assert rules.movement.may_attack(here.state, here.block("fr-20"))
    assert rules.retreats.options(here.state, here.block("fr-sfm")) == []
    assert rules.retreats.options(here.state, here.block("fr-20"))


@clause("BW-6.1a", "BW-6.1.5a")
def test_members_of_the_infantry_class() -> None:
    game = make("sbw2", frozenset())
    infantry = ("de-26", "fr-sfm", "fr-c1", "de-6a", "us-82ab", "us-5", "us-8", "de-51m", "us-8af")
    for key in infantry:
        assert game.rules.units.is_infantry[game.order.key(key)], key
    for key in ("de-1ss", "fr-cc", "us-9f", "us-9b"):
        assert not game.rules.units.is_infantry[game.order.key(key)], key
    classes = game.rules.tables.classes
    for name in ("paratroop", "marine"):
        plain, special = classes["infantry"], classes[name]
        assert (special.mp, special.attack, special.defence, special.is_combat) == (plain.mp, plain.attack, plain.defence, plain.is_combat)


@clause("BW-6.2a", "BW-6.2.2a")
def test_armour_moves_and_attacks_twice_and_nobody_else() -> None:
    here = position("sbw3", allies={"Troyes": "fr-dcr1 3, fr-cc 4, fr-20 4"}, month="1940-06", active="allies")
    blitz = here.game.rules.blitz
    assert blitz.is_able(here.state, here.block("fr-dcr1"))  # tanks at every TECH
    assert not blitz.is_able(here.state, here.block("fr-cc"))  # light tanks of TECH 1 do not
    assert not blitz.is_able(here.state, here.block("fr-20"))
    here.state.phase = EXPLOITATION
    assert blitz.exploiters(here.state, ALLIES) == [here.block("fr-dcr1")]


@clause("BW-6.3.1d", "BW-6.3.2d", "BW-7.7.3.1b", "BW-7.7.3.1c")
def test_who_rises_from_an_attacked_airfield() -> None:
    here = battle("de-8fk 4", "fr-f2 3, fr-20 4", "Nancy", scenario="sbw3", month="1940-05")
    fire = here.game.rules.fire
    first, second = FireContext(here.hex("Nancy"), 1, True), FireContext(here.hex("Nancy"), 2, True)
    assert fire.is_in_the_air(here.state, here.block("fr-f2"), first)
    bombed = battle("de-8fk 4", "fr-b1 2, fr-20 4", "Nancy", scenario="sbw3", month="1940-05")
    block = bombed.block("fr-b1")
    assert not bombed.game.rules.fire.is_in_the_air(bombed.state, block, first)
    assert bombed.game.rules.fire.is_in_the_air(bombed.state, block, second)
    assert block in bombed.game.rules.fire.targets(bombed.state, first, AIR_TO_GROUND, ALLIES)  # hit on the ground
    bombed.state.flags[block] |= IN_FLIGHT  # it flew in by reaction
    assert bombed.game.rules.fire.is_in_the_air(bombed.state, block, first)


@clause("BW-6.3.3c", "BW-R39")
def test_strategic_bombers_fight_one_round() -> None:
    here = battle("de-53 3, de-1jd 3", "us-15s 5, us-2 5", "Modena", scenario="sbw1", month="1945-04", active="allies")
    assert (5, 4) in dice(here, "Modena", AIR_TO_GROUND, ALLIES, round_=1)
    assert dice(here, "Modena", AIR_TO_GROUND, ALLIES, round_=2) == []


@clause("BW-6.4a", "BW-3.9b", "BW-7.1a")
@pytest.mark.parametrize("scenario", ["sbw1", "sbw2", "sbw3"])
def test_the_basic_game_knows_no_headquarters(scenario: str) -> None:
    game = make(scenario, frozenset())
    assert not any(game.rules.units.is_hq[one.block] for one in game.rules.scenario.set_up)
    coming = [a.block for a in game.rules.scenario.arrivals if not a.layer or a.layer == game.rules.scenario.layer]
    assert not any(game.rules.units.is_hq[block] for block in coming)


@clause("BW-6.0a")
def test_the_only_ships_are_four_submarines() -> None:
    game = make("sbw2", frozenset())
    ships = [unit.key for unit in game.order.blocks if unit.type == "submarine"]
    assert sorted(ships) == ["sub-ca", "sub-davinci", "sub-na", "sub-sa"]
    assert all(game.rules.tables.powers[game.rules.units.power[game.order.key(key)]].side == AXIS for key in ships)
    others = {game.rules.units.kind[block].kind for block in range(len(game.order)) if game.order[block].type != "submarine"}
    assert "naval" not in others


@clause("BW-3.9a", "BW-6.1.4a")
def test_guns_walk_like_infantry_and_fire_before_it() -> None:
    here = battle("de-1ss 6, de-6a 4", "us-8 2, us-1a 5", "Reims", month="1945-01")
    classes = here.game.rules.tables.classes
    assert classes["artillery"].mp == classes["infantry"].mp
    assert dice(here, "Reims", ARTILLERY, AXIS) == [(4, 4)]
    assert dice(here, "Reims", ARTILLERY, ALLIES) == [(5, 4)]
    assert all(lowest == 4 and number == 6 for number, lowest in dice(here, "Reims", GROUND, AXIS, round_=2))  # the tanks alone


@clause("BW-7.7.2a", "BW-6.5a")
def test_flak_needs_aircraft_overhead() -> None:
    without = battle("de-26 4", "fr-20 4", "Nancy", scenario="sbw3", month="1940-05")
    assert dice(without, "Nancy", ANTI_AIRCRAFT, ALLIES) == []
    raided = battle("de-26 4, de-8fk 4", "fr-20 4", "Nancy", scenario="sbw3", month="1940-05")
    assert dice(raided, "Nancy", ANTI_AIRCRAFT, ALLIES)[0] == (2, 6)
    assert dice(raided, "Nancy", ANTI_AIRCRAFT, AXIS) == []


@clause("BW-6.2.1a", "BW-6.2.2b")
@pytest.mark.parametrize(("key", "attack", "defence"), [("it-cen", 6, 5), ("gb-8", 5, 5)])
def test_what_tech_2_gives_armour(key: str, attack: int, defence: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No light tanks reach TECH 2 by the calendar: they are lifted to it here."""
    side = "axis" if key == "it-cen" else "allies"
    units: dict[str, Any] = {side: {"Rome": f"{key} 3"}}
    here = position("sbw10", **units, month="1943-07", active=side, options=("reserves", "panzer_attack"))
    rules, block = here.game.rules, here.block(key)
    abilities = []
    for level in (1, 2):
        monkeypatch.setattr(rules.definitions, "tech", lambda *_, level=level: level)
        here.state.phase = EXPLOITATION
        waits = layer(rules.headquarters, ReserveHeadquarters).may_wait(here.state, block)
        here.state.flags[block] |= MARKED
        desperate = rules.movement.may_attack(here.state, block)
        here.state.flags[block] &= ~MARKED
        strikes = layer(rules.fire, Charges).charge_of(here.state, block)
        abilities.append(
            (rules.movement.full_allowance(here.state, block), rules.blitz.is_able(here.state, block), waits, desperate, bool(strikes))
        )
    kind = rules.units.kind[block]
    is_tank = key == "gb-8"
    assert abilities == [(3, is_tank, False, False, is_tank), (4, True, True, True, True)]
    assert (kind.attack[2], kind.defence[2]) == (attack, defence)
