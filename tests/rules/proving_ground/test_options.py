"""PG-9 and PG-10: the options."""

import pytest

from blockfront.core.actions import Deal, Roll
from blockfront.core.clauses import clause
from blockfront.core.sandbox import Sandbox
from blockfront.core.sides import CHANCE, CHANCE_ALONE
from blockfront.games.proving_ground.actions import Activate, ChoosePlan, Move
from blockfront.games.proving_ground.aids.scene import position
from blockfront.games.proving_ground.events import Fired, WeatherRolled
from blockfront.games.proving_ground.game import make
from blockfront.games.proving_ground.title import BLUE, RED


def first_turn(*options: str) -> Sandbox:
    game = make("border_incident", frozenset(options))
    scene = Sandbox(game, game.setup()).play(Deal(1), side=CHANCE)
    return scene.play(ChoosePlan(0), side=BLUE).play(ChoosePlan(0), side=RED)


@clause("PG-9.1")
@pytest.mark.parametrize(("face", "mud"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_die_decides_the_weather_of_a_turn(face: int, mud: bool) -> None:
    scene = first_turn("weather")
    assert scene.game.to_act(scene.state) == CHANCE_ALONE
    assert [round(chance, 3) for chance, _ in scene.game.chance(scene.state).outcomes()] == [0.333, 0.667]
    scene.play(Roll((face,)))
    assert [event.mud for event in scene.told(WeatherRolled)] == [mud]
    assert bool(scene.state.mud) == mud


@clause("PG-9.1")
def test_without_the_option_there_is_no_weather() -> None:
    scene = first_turn()
    assert scene.game.to_act(scene.state) == {BLUE}
    assert scene.told(WeatherRolled) == []


@clause("PG-9.2")
def test_mud_costs_a_movement_point() -> None:
    text = "0202 | blue: headquarters 3; 0302 | blue: armour 3, artillery 2"
    dry = position(text, "command", "weather")
    mud = position("weather: mud; " + text, "command", "weather")
    block = dry.block("b-arm-1")
    for here, points in ((dry, 4), (mud, 3)):
        here.play(Activate())
        assert here.game.rules.movement.allowance(here.state, block) == points
        assert (Move(block, here.hex("0406")) in here.legal()) == (points == 4)
    assert mud.game.rules.movement.allowance(mud.state, mud.block("b-art-1")) == 1


@clause("PG-10.1")
def test_towns_protect_with_the_option_only() -> None:
    for options, hits in (((), 2), (("street_fighting",), 1)):
        here = position("Alder | blue: infantry 2 | red: infantry 3", "combat", *options)
        here.play(Roll((1, 1, 1)), Roll((5, 6)))
        assert here.told(Fired)[-1].hits == hits
