"""Captains answer what the further chapters ask, for a reason."""

from random import Random
from typing import Any

import pytest

from blockfront.ai.player import Budget, Decision
from blockfront.ai.registry import player
from blockfront.core.actions import Roll
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import EndPhase, Move, Reinforce, Resolve, Retreat, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_actions import Jump, PlacePartisans
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT
from blockfront.games.blocks_series.rules.ch29_partisans import RED
from blockfront.games.blocks_series.state import AIR_MOVEMENT, MOVEMENT, PRODUCTION, STRATEGIC_RAIL
from blockfront.testing.random_play import random_answer

QUICK = Budget(seconds=1.0, simulations=4)
EVERYTHING = frozenset(
    ("advanced", "partisans", "garrisons", "katyushas", "gustav", "volkssturm", "chechens", "persia", "airborne", "lend_lease")
)


def captain(here: Position) -> Decision:
    decision = player("captain", "blocks_in_the_east").decide(here.game, here.game.view(here.state, here.side), QUICK, Random(1))
    assert decision.action in here.legal()
    assert decision.explanation
    return decision


def behind_the_front(axis: dict[str, str], active: str = "axis", **more: Any) -> Position:
    given = {"soviet": {"Moscow": "s-8a 3"}, "month": "1941-10", "axis_holds": ("western_district",), **more}
    return position("sbe5", axis=axis, active=active, options=("advanced", "partisans"), **given)


def test_partisans_go_where_points_are_made() -> None:
    here = behind_the_front({"Warsaw": "g-1k 4"}, "soviet").begin(PRODUCTION)
    assert captain(here).action == PlacePartisans(here.hex("Minsk"))


def hunt(strength: int) -> Position:
    here = behind_the_front({"Orsha": f"g-1k {strength}"})
    here.state.partisans[:] = [(here.hex("2325"), RED, 2)]
    here.begin(MOVEMENT)
    here.play(next(a for a in here.legal() if isinstance(a, Move) and a.to == here.hex("2325"))).end_phase()
    while here.step != "PartisanFight":
        here.play(Resolve(here.hex("2325"))) if here.step == "CombatPhase" else here.end_phase()
    here.play(Roll((1,)), Roll((1,) * strength))
    return here


def test_a_strong_unit_goes_on_hunting_and_a_last_step_does_not() -> None:
    assert captain(hunt(4)).action == EndPhase()
    assert isinstance(captain(hunt(1)).action, Retreat)


def test_the_border_is_watched_before_anything_else() -> None:
    units = {"4045": "s-14a 3", "4245": "s-7a 3", "4346": "s-23a 2", "Moscow": "s-8a 3"}
    here = position("sbe9", soviet=units, axis={"Warsaw": "g-1k 4"}, month="1942-06", active="soviet", options=("advanced", "garrisons"))
    here.begin(MOVEMENT)
    assert EndPhase() not in here.legal()
    first = captain(here).action
    assert isinstance(first, Move)
    here.play(first)
    assert EndPhase() in here.legal()


def test_parachutists_are_sent_where_nobody_stands() -> None:
    axis = {"Minsk": "g-7fd 3, g-1k 4", "Rastenburg": "g-fhq 4"}  # the corps can come to where they land
    here = position(
        "sbe9", axis=axis, soviet={"Moscow": "s-8a 3"}, month="1941-10", axis_holds=("western_district",), options=("advanced", "airborne")
    ).begin(STRATEGIC_RAIL)
    order = captain(here).action
    assert order == SpecialAction(here.block("g-fhq"), AIRBORNE_ASSAULT, here.block("g-7fd"))
    orders = [(here.block("g-fhq"), AIRBORNE_ASSAULT, here.block("g-7fd"))]
    here.begin(AIR_MOVEMENT)
    here.state.orders[:] = orders
    jump = captain(here).action
    assert isinstance(jump, Jump)
    board = here.game.rules.board
    assert (board.cities | board.rail_hexes) >> jump.to & 1


def test_who_comes_for_nothing_is_placed() -> None:
    here = position("sbe6", axis={"Rostov": "g-1k 4"}, soviet={"Moscow": "s-8a 3"}, month="1942-06", options=("advanced", "chechens"))
    here.begin(PRODUCTION)
    assert isinstance(captain(here).action, Reinforce)


@pytest.mark.parametrize("scenario", ["sbe6", "sbe8"])
def test_a_captain_answers_wherever_play_has_led(scenario: str) -> None:
    game, rng = make(scenario, EVERYTHING), Random(scenario)
    state, chooser = game.setup(), player("captain", "blocks_in_the_east")
    for _ in range(rng.randrange(60, 300)):
        side, action = random_answer(game, state, rng, evenly=False)
        game.apply(state, action, side)
    for _ in range(25):
        while CHANCE in game.to_act(state):
            game.apply(state, game.chance(state).sample(rng), CHANCE)
        side = min(game.to_act(state))
        decision = chooser.decide(game, game.view(state, side), QUICK, rng)
        assert decision.action in game.legal(state, side), game.why_not(state, decision.action, side)
        assert decision.explanation
        game.apply(state, decision.action, side)
