"""The worked examples of chapters 3 to 7 and 23, and the cases that follow from their numbers."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import EndPhase, Move
from blockfront.games.blocks_series.aids.battle_scene import dice, fight
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_actions import Assist
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    AIR_TO_AIR,
    AIR_TO_GROUND,
    ANTI_AIRCRAFT,
    ARTILLERY,
    GROUND,
    FireContext,
    Shooter,
    pooled,
)
from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.state import COMBAT, MOVEMENT, PRODUCTION
from blockfront.hexes.hexset import members

FIGURES: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "blocks_in_the_west" / "examples.toml").read_text(encoding="utf-8")
)


@clause("BW-3.10a", "BW-R6")
def test_stacks() -> None:
    definitions = make("sbw1", frozenset()).rules.definitions
    for kind in ("legal", "illegal"):
        assert all(definitions.is_legal_stack(support + combat, combat) == (kind == "legal") for support, combat in FIGURES["stacks"][kind])


@clause("BW-3.15a", "BW-7.7.10a")
@pytest.mark.parametrize(("strength", "hits", "after"), FIGURES["hits"]["infantry"])
def test_infantry_takes_hits(strength: int, hits: int, after: int) -> None:
    here = position("sbw3", axis={"Cologne": f"de-26 {strength}"}, month="1940-05")
    for _ in range(hits):
        here.game.rules.losses.hit(here.state, here.block("de-26"), [])
    if after:
        assert here.strength("de-26") == after
    else:
        assert here.state.location[here.block("de-26")] < 0


@clause("BW-6.0b")
@pytest.mark.parametrize(("unit", "strength", "number"), FIGURES["dice"]["units"])
def test_dice_equal_strength(unit: str, strength: int, number: int) -> None:
    here = battle("de-53 3", f"{unit} {strength}", "Reims", month="1945-01")
    assert dice(here, "Reims", GROUND, ALLIES, round_=2)[0][0] == number


@clause("BW-6.1.4c", "BW-6.5b", "BW-7.7.2c", "BW-7.7.3a")
def test_guns_attacked_by_a_strategic_bomber() -> None:
    figures = FIGURES["flak_of_guns"]
    here = battle("de-6a 4", "us-15s 5", "Koblenz", scenario="sbw3", month="1940-05", active="allies")
    assert dice(here, "Koblenz", ANTI_AIRCRAFT, AXIS)[0] == tuple(figures["guns"])
    here.begin(COMBAT)
    while here.side != CHANCE:
        here.play(EndPhase())
    here.play(Roll((6,) + (1,) * (sum(number for number, _ in dice(here, "Koblenz", ANTI_AIRCRAFT, AXIS)) - 1)))
    assert here.strength("de-6a") == figures["after"]
    assert dice(here, "Koblenz", AIR_TO_GROUND, ALLIES) == [(here.strength("us-15s"), figures["bomber"])]


@clause("BW-7.3b", "BW-7.3c")
def test_what_the_thirteenth_corps_costs() -> None:
    here = position("sbw2", month="1945-01")
    block, production = here.block("gb-13"), here.game.rules.production
    prices = [production.price(block, step) for step in range(1, here.game.rules.units.full[block] + 1)]
    assert prices == FIGURES["thirteenth_corps"]["prices"]
    assert sum(prices) == FIGURES["thirteenth_corps"]["total"]


@clause("BW-7.5.3f")
def test_movement_points() -> None:
    here = position("sbw3", axis={"Cologne": "de-26 4"}, allies={"Lyon": "fr-20 4"}, month="1940-05")
    movement = here.game.rules.movement
    assert movement.allowance(here.state, here.block("fr-20")) == FIGURES["movement"]["french"]
    assert movement.allowance(here.state, here.block("de-26")) == FIGURES["movement"]["german"]


@clause("BW-7.5.4c")
def test_bratislava_produces_and_is_not_entered() -> None:
    """BWX-7.5.4."""
    board = make("sbw10", frozenset()).rules.board
    hex_ = board.hex("Bratislava")
    assert not board.playable >> hex_ & 1
    assert any(site.hex == hex_ for site in board.map.production)


@clause("BW-7.7.4c", "BW-R31")
def test_ammunition() -> None:
    figures = FIGURES["artillery"]
    here = battle(f"de-1ss 6, de-6a {figures['before']}", "us-8 2", "Reims", month="1945-01")
    fight(here, (1,) * figures["before"])
    assert here.strength("de-6a") == figures["after"]


@clause("BW-7.7.6a")
def test_french_tanks_with_a_bonus() -> None:
    found = [
        dice(battle("de-26 4", "fr-dcr1 3", place, scenario="sbw3", month="1940-06"), place, GROUND, ALLIES, round_=2)[0][1]
        for place in ("Troyes", "Paris")
    ]
    assert found == FIGURES["french_tank"]["lowest"]


@clause("BW-7.7.6d", "BW-R34")
@pytest.mark.parametrize(("kind", "more"), [("usual", ()), ("cancelled", ("cancel_bonus_malus",))])
def test_one_bonus_and_one_malus(kind: str, more: tuple[str, ...]) -> None:
    here = battle("de-13ss 4", "us-8 2", "Bastogne", month="1945-01", options=("elites", *more))  # an elite in a forest
    assert dice(here, "Bastogne", GROUND, AXIS, round_=2) == [tuple(FIGURES["one_bonus_one_malus"][kind])]


@clause("BW-7.7.7a", "BW-3.16a", "BW-3.17a")
def test_five_steps_of_tanks() -> None:
    found = []
    for place, river in (("Reims", False), ("Bastogne", False), ("Bastogne", True)):
        here = battle("de-47pz 5", "us-8 2", place, month="1945-01")
        context = FireContext(here.hex(place), 1, False)
        maluses = here.game.rules.fire.maluses(here.state, context, GROUND, here.block("de-47pz")) + int(river)
        found.append(pooled([Shooter(0, 4, maluses)], [5])[0].dice)
    assert found == FIGURES["malus"]["dice"]


@clause("BW-7.7.7a", "BW-BOX1a", "BW-BOX1b", "BW-BOX1c")
def test_a_great_city_in_a_forest_behind_a_river() -> None:
    figures = FIGURES["city_in_forest_behind_river"]
    board = make("sbw3", frozenset()).rules.board
    city, origin = next(
        (hex_, near)
        for hex_ in members(board.majors & board.terrain["forest"] & board.map.playable_mask)
        for near in members(board.by_land[hex_])
        if board.crosses_river(near, hex_)
    )
    here = battle("de-26 4", "fr-20 4", board.name(city), scenario="sbw3", month="1940-06", came_from=board.grid.label(origin))
    here.state.razed |= 1 << city
    context, fire = FireContext(city, 1, False), here.game.rules.fire
    assert fire.bonuses(here.state, context, GROUND, here.block("fr-20")) == figures["bonuses"]
    assert fire.lowest(here.state, context, GROUND, here.block("fr-20")) == figures["lowest"]
    assert fire.maluses(here.state, context, GROUND, here.block("de-26")) == figures["maluses"]


@clause("BW-7.7.7c", "BW-R32")
def test_pooling_in_a_forest() -> None:
    here = battle("de-16pz 3, de-10 3", "fr-20 2", "Bastogne", scenario="sbw3", month="1940-06")
    assert sorted(map(list, dice(here, "Bastogne", GROUND, AXIS, round_=2))) == FIGURES["pooling"]["dice"]


@clause("BW-7.7.7a", "BW-7.7.7c", "BW-3.17a", "BW-R32")
@pytest.mark.parametrize(("maluses", "steps", "number"), FIGURES["dice_under_maluses"]["cases"])
def test_dice_under_several_maluses(maluses: int, steps: list[int], number: int) -> None:
    shots = pooled([Shooter(unit, 6, maluses) for unit in range(len(steps))], steps)
    assert sum(shot.dice for shot in shots) == number


@clause("BW-BOX1e", "BW-BOX1a")
def test_a_town_in_a_forest() -> None:
    board = make("sbw2", frozenset()).rules.board
    towns = board.minors & ~board.fortresses & ~board.bunkers & board.terrain["forest"] & board.map.playable_mask
    place = board.name(next(iter(members(towns))))
    here = battle("de-47pz 5", "us-8 2", place, month="1945-01")
    fire, context = here.game.rules.fire, FireContext(here.hex(place), 2, False)
    assert fire.maluses(here.state, context, GROUND, here.block("de-47pz")) == FIGURES["town_in_forest"]["malus"]
    assert fire.bonuses(here.state, context, GROUND, here.block("us-8")) == FIGURES["town_in_forest"]["bonus"]


def attacked(saved: int) -> Position:
    front = {"Aachen": "de-16pz 5", "Kleve": "de-26 4"}
    low = {"Eben Emael": "be-3 3", "Arnhem": "nl-2 3", "Lille": "gb-1 4"}
    here = position("sbw3", axis=front, allies=low, month="1940-05", points={"uk": saved})
    here.state.plans[:] = [0, 0]
    here.begin(MOVEMENT)
    here.play(Move(here.block("de-16pz"), here.hex("Eben Emael"), here.hex("Aachen")))
    here.play(next(a for a in here.legal() if isinstance(a, Move) and a.to == here.hex("Arnhem")))
    return here.end_phase()


@clause("BW-5.6.2a", "BW-5.6.2b", "BW-5.6.2c", "BW-R120", "BW-17.1a", "BW-5.6a")
@pytest.mark.parametrize("case", FIGURES["assistance"]["cases"], ids=lambda case: f"{case['saved']} {'+'.join(case['helped'])}")
def test_what_help_costs_and_when_it_works(case: dict[str, Any]) -> None:
    here, figures = attacked(case["saved"]), FIGURES["assistance"]
    tables = here.game.rules.tables
    for _ in range(2):
        (asking,) = {action.power for action in here.legal() if isinstance(action, Assist)}
        here.play(Assist(asking, tables.powers[asking].id in case["helped"]))
    assert here.game.rules.definitions.tech(here.state, here.block("be-3")) == case["tech"]
    here.state.active = ALLIES
    here.begin(PRODUCTION)
    assert here.points("uk") == case["left"]
    assert (here.state.owed[tables.power("uk")] if here.state.owed else 0) == case["owed"]
    if case["owed"]:
        here.begin(PRODUCTION)
        assert here.points("uk") == figures["next_income_after_debt"]


@clause("BW-17.1a", "BW-5.6a")
@pytest.mark.parametrize("helped", [False, True])
def test_dice_with_and_without_help(helped: bool) -> None:
    """Four steps: two units of two, each alone."""
    here = battle("de-26 4", "be-cha 2, nl-ld 2", "Reims", scenario="sbw3", month="1940-05")
    if helped:
        for power in ("belgium", "netherlands"):
            here.state.assisted |= 1 << here.game.rules.tables.power(power)
    figures = FIGURES["assistance"]["dice_of_four_steps"]
    assert sum(number for number, _ in dice(here, "Reims", GROUND, ALLIES, round_=2)) == figures["with" if helped else "without"]


@clause("BW-23.0o")
@pytest.mark.parametrize(("place", "level"), FIGURES["jumpers_of_1940"]["against"].items())
def test_surprised_neutrals(place: str, level: int) -> None:
    here = position("sbw3", axis={"Münster": "de-7fl 3"}, month="1940-05")
    airborne = here.game.rules.airborne
    assert isinstance(airborne, AirborneAssaults)
    assert here.game.rules.definitions.tech(here.state, here.block("de-7fl")) == 2
    assert airborne.tech(here.state, here.block("de-7fl"), here.hex(place)) == level


@clause("BW-R124", "BW-5.6a", "BW-R21", "BW-3.16a")
def test_tech_0_of_fighters_infantry_and_cavalry() -> None:
    figures = FIGURES["tech_0"]
    air = battle("de-jf1 4", f"nl-air {figures['fighter']['steps']}", "Amsterdam", scenario="sbw3", month="1940-05")
    assert air.game.rules.air.range_of(air.state, air.block("nl-air")) == figures["fighter"]["range"]
    assert dice(air, "Amsterdam", AIR_TO_AIR, ALLIES) == [tuple(figures["fighter"]["air"])]
    assert len(dice(air, "Amsterdam", AIR_TO_GROUND, ALLIES)) == figures["fighter"]["ground"]
    for key, kind in (("be-2", "infantry"), ("be-cav", "cavalry")):
        facts = figures[kind]
        here = battle("de-26 4, de-8fk 4", f"{key} {facts['steps']}", "Reims", scenario="sbw3", month="1940-05")
        here.state.neutral = 0
        assert here.game.rules.movement.full_allowance(here.state, here.block(key)) == facts["points"]
        assert dice(here, "Reims", GROUND, ALLIES, round_=2) == [tuple(facts["fire"])]
        if "flak" in facts:
            assert dice(here, "Reims", ANTI_AIRCRAFT, ALLIES)[0][0] == facts["flak"]
        attacking = battle("de-26 4", f"{key} {facts['steps']}", "Reims", scenario="sbw3", month="1940-05", active="allies")
        assert dice(attacking, "Reims", GROUND, ALLIES, round_=2) == [tuple(facts["fire"])]


@clause("BW-R124", "BW-R71")
def test_a_leader_of_a_small_power_fires_like_guns() -> None:
    facts = FIGURES["tech_0"]["leader"]
    here = battle("de-26 4", f"nl-winkelman {facts['steps']}, nl-1 3", "Reims", scenario="sbw3", month="1940-05")
    assert dice(here, "Reims", ARTILLERY, ALLIES) == [tuple(facts["fire"])]
    here.begin(COMBAT)
    here.play(Roll((1,) * facts["fire"][0]))
    assert here.strength("nl-winkelman") == facts["after"]
    alone = battle("de-26 4", f"nl-winkelman {facts['steps']}", "Reims", scenario="sbw3", month="1940-05")
    assert dice(alone, "Reims", ARTILLERY, ALLIES) == []


@clause("BW-R106")
def test_who_sails_past_gibraltar() -> None:
    here = position("sbw4", month="1943-07")
    supply, tables = here.game.rules.supply, here.game.rules.tables
    seas = list(here.game.rules.board.sea_ports)
    for kind, passes in (("pass", True), ("stay", False)):
        for name in FIGURES["gibraltar"][kind]:
            ports = {port.at: port for port in supply._ports}
            side = tables.powers[tables.power(name)].side
            place = "Algiers" if side == ALLIES else "Bordeaux"
            reached = supply.port_seas(here.state, tables.power(name), ports[1 << here.hex(place)], -1)
            other = "atlantic" if place == "Algiers" else "mediterranean"
            assert bool(reached >> seas.index(other) & 1) == passes
