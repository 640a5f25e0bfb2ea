"""The worked examples of chapter 15 and of the Kerch strait: voyages, sea supply, an invasion, a withdrawal by sea."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import EndPhase, Evacuate, Invade, NavalMove, Rearguard, Strike
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import BattleOpened
from blockfront.games.eastfront.options.ch15_sea_power.sea_control import lanes
from blockfront.games.eastfront.state import ACTIVE, AXIS, INVASION, MOVEMENT, SOVIET, SUPPLY

Example = Callable[[str], Mapping[str, Any]]
SEA = frozenset({"sea_power"})
SIDES = {"axis": AXIS, "soviet": SOVIET}
HEADQUARTERS = {"axis": "ax-hq-okh", "soviet": "so-hq-stavka"}
SHORES = ("Kerch", "Novorossiysk")  # of the Kerch strait


def is_lane(here: Position, side: int, one: str, other: str) -> bool:
    return bool(lanes(here.state, side, 1 << here.hex(one)) >> here.hex(other) & 1)


@clause("EF-1.39d", "EF-1.39e")
def test_an_enemy_in_kerch_cuts_the_sea_lane_between_rostov_and_batumi(example: Example) -> None:
    figures = example("EX-1.39")
    one, other = figures["between"]
    opened = position("s42", soviet_holds=SHORES, options=SEA)
    assert is_lane(opened, SOVIET, one, other)
    closed = position("s42", soviet_holds=SHORES, axis={figures["enemy_holds"]: "infantry 3"}, options=SEA)
    assert is_lane(closed, SOVIET, one, other) == figures["by_sea"]


def voyage(figures: Mapping[str, Any], engaged: bool = False) -> tuple[Position, NavalMove]:
    """A supreme headquarters is active, the named ports are held; the move of the example, legal or not."""
    own, start, goal = figures["side"], figures["from"], figures["to"]
    capital = {"axis": "Warsaw", "soviet": "Moscow"}[own]
    units = {**dict.fromkeys(figures["holds"], "infantry 2"), start: "infantry 3", capital: f"{HEADQUARTERS[own]} 3"}
    forces: dict[str, Any] = {"axis": {}, "soviet": {}, own: units}
    if engaged:
        forces["soviet" if own == "axis" else "axis"] = {goal: "infantry 3"}
    here = position("s42", **forces, soviet_holds=SHORES, active=SIDES[own], options=SEA)
    here.state.axis_defends |= engaged << here.hex(goal)
    here.state.command[here.block(HEADQUARTERS[own])] = ACTIVE
    here.fix_control().begin(MOVEMENT)
    return here, NavalMove(here.block(here.at(start, SIDES[own])[0]), here.hex(goal))


@clause("EF-15.2a", "EF-15.2b")
@pytest.mark.parametrize("name", ["EX-15.2a", "EX-15.2b"])
def test_a_voyage_costs_a_naval_move_for_each_sea_crossed(example: Example, name: str) -> None:
    here, move = voyage(example(name))
    before = here.state.supreme_moves
    here.play(move)
    assert before - here.state.supreme_moves == example(name)["naval_moves"]


@clause("EF-15.2b", "EF-15.2c")
def test_no_voyage_to_tallinn_while_it_is_engaged(example: Example) -> None:
    here, move = voyage(example("EX-15.2b"), engaged=True)
    assert here.state.friendly[AXIS] >> move.to & 1
    assert move not in here.legal()


@clause("EF-15.41b", "EF-15.4a", "EF-15.3a")
def test_an_undefended_port_is_captured_and_feeds_its_railway(example: Example) -> None:
    figures = example("EX-15.4")
    start, goal = figures["from"], figures["to"]
    here = position("s42", soviet={start: f"so-hq-south {figures['value']}, so-inf-12 3"}, active=SOVIET, options=SEA)
    here.state.command[here.block("so-hq-south")] = ACTIVE | INVASION
    here.begin(MOVEMENT).play(Invade(here.block("so-hq-south"), here.block("so-inf-12"), here.hex(goal)))
    here.end_phase()
    assert here.state.phase == SUPPLY
    assert not here.told(BattleOpened)
    here.play(EndPhase())
    assert here.state.friendly[SOVIET] >> here.hex(goal) & 1
    assert here.game.rules.supply.line_sources(here.state, SOVIET) >> here.hex(goal) & 1
    railways, inland = here.game.rules.railways, here.hex("0721")
    assert here.state.friendly[SOVIET] >> inland & 1  # its zone of control
    assert railways.supplied(here.state, SOVIET) >> inland & 1


@clause("EF-15.43a", "EF-15.43b", "EF-15.41c", "EF-13.15a")
def test_the_landing_at_simferopol_is_struck_from_the_air_and_thrown_back() -> None:
    units = {"Sevastopol": "ax-inf-1 3", "Kerch": "ax-inf-2 3", "Simferopol": "ax-inf-5 3"}
    here = position("s42", soviet={"Novorossiysk": "so-hq-south 2, so-inf-12 3"}, axis=units, active=SOVIET, options=SEA)
    hq, army, goal = here.block("so-hq-south"), here.block("so-inf-12"), here.hex("Simferopol")
    here.state.command[hq] = ACTIVE | INVASION
    here.begin(MOVEMENT).play(Invade(hq, army, goal)).end_phase()
    here.play(Strike(hq, goal)).end_phase()
    assert here.told(BattleOpened)[-1].supported
    here.play(Roll((1, 6)))  # from the air: one hit, one step
    assert here.value("ax-inf-5") == 2
    here.play(Roll((2, 6)))  # a Repulse and a hit
    assert here.is_at("so-inf-12", "Novorossiysk")
    assert here.value("so-inf-12") == 2


@clause("EF-15.6c", "EF-15.5b", "EF-6.42g")
@pytest.mark.parametrize(("key", "speed"), [("so-inf-12", "speed"), ("so-coastal", "coastal_speed")])
def test_evacuees_have_the_stated_speed(example: Example, key: str, speed: str) -> None:
    here = position(
        "s42", soviet={"Sevastopol": "so-hq-south 2", "Varna": f"{key} 3"}, axis={"Varna": "ax-inf-1 1"}, active=SOVIET, options=SEA
    )
    here.state.axis_defends |= 1 << here.hex("Varna")
    here.state.command[here.block("so-hq-south")] = ACTIVE | INVASION
    here.fix_control().begin(MOVEMENT).play(Evacuate(here.block("so-hq-south"), here.block(key)))
    assert here.game.rules.movement.rearguard_speed(here.state, here.block(key)) == example("EX-15.6")[speed]
    here.end_phase().play(Rearguard(here.block(key)), Roll((1,)), Evacuate(here.block("so-hq-south"), here.block(key)))
    assert here.is_at(key, "Sevastopol")
