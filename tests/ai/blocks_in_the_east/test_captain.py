"""Players of Blocks in the East: they see no more than their side, keep to the rules, and know what they are about."""

from random import Random

import pytest

from blockfront.ai.blocks_series.evaluation.battles import Estimator
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.ai.blocks_series.sense import sense
from blockfront.ai.player import Budget
from blockfront.ai.proposals import propose
from blockfront.ai.registry import levels_of
from blockfront.games import catalogue
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import BuyStep, Disband, EndPhase, Move
from blockfront.games.blocks_series.state import MOVEMENT, PRODUCTION
from blockfront.sim.pairing import Pairing
from blockfront.sim.run_match import play_match
from tests.ai.playing import decided, wandering

TITLE = "blocks_in_the_east"
LEVELS = [level.id for level in levels_of(TITLE)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(4))
def test_equal_views_and_equal_seeds_give_equal_choices(level: str, seed: int) -> None:
    """The twin differs from the truth only in what the side cannot know."""
    rng = Random(seed)
    game = catalogue.game(TITLE, rng.choice(("sbe1", "sbe2", "sbe3")))
    state, side = wandering(game, rng, steps=rng.randrange(2, 200))
    twin = game.guess(game.view(state, side), rng)
    assert decided(game, state, side, level, 5) == decided(game, twin, side, level, 5)


def test_the_same_game_is_played_from_the_same_seed() -> None:
    pairing = Pairing(TITLE, "sbe1", None, ("captain", "captain"), 11, Budget(simulations=4))
    assert play_match(pairing).record == play_match(pairing).record


def test_a_captain_takes_moscow_from_a_recruit() -> None:
    assert play_match(Pairing(TITLE, "sbe2", None, ("captain", "recruit"), 3)).played.winner == "axis"


def test_a_captain_plays_the_advanced_game() -> None:
    assert play_match(Pairing(TITLE, "sbe1", ("advanced",), ("captain", "captain"), 2)).played.decisions > 20


# ---- what it weighs


def test_more_attackers_clear_a_hex_more_often() -> None:
    here = position("sbe2", axis={"Brest-Litovsk": "g-24pz 5, g-7k 4"}, soviet={"Minsk": "s-3a 3"})
    estimator = Estimator(here.game.rules, here.state)
    tank, corps, army = (here.block(key) for key in ("g-24pz", "g-7k", "s-3a"))
    one, two = estimator.estimate([corps], [army], here.hex("Minsk")), estimator.estimate([tank, corps], [army], here.hex("Minsk"))
    assert two.clears > one.clears
    assert two.attackers_lose < one.attackers_lose
    crossing = estimator.estimate([tank, corps], [army], here.hex("Minsk"), 1.0)
    assert crossing.clears < two.clears


def test_goals_follow_the_scenario() -> None:
    moscow, points = (Ground(game.rules, game.setup(), AXIS) for game in (make("sbe2", frozenset()), make("sbe4", frozenset())))
    board = moscow.board
    assert moscow.wanted == {board.hex("Moscow"): 5.0}
    assert moscow.way[board.hex("Smolensk")] < moscow.way[board.hex("Minsk")] < moscow.way[board.hex("Brest-Litovsk")]
    assert points.wanted[board.hex("Moscow")] == 3.0
    assert points.wanted[board.hex("Kiev")] == 1.0


def test_a_weak_enemy_is_attacked_and_a_strong_one_is_not() -> None:
    weak = position("sbe2", axis={"Smolensk": "g-24pz 5, g-47pz 5"}, soviet={"Vyazma": "s-3a 1"}).begin(MOVEMENT)
    assert [attack.hex for attack in Mover(weak.game, weak.state, AXIS, DEFAULT).plan().attacks] == [weak.hex("Vyazma")]
    strong = position("sbe2", axis={"Smolensk": "g-7k 1"}, soviet={"Vyazma": "s-6mc 4, s-3a 3"}).begin(MOVEMENT)
    assert not Mover(strong.game, strong.state, AXIS, DEFAULT).plan().attacks


def test_defenders_man_what_decides_the_game() -> None:
    here = position("sbe2", axis={"Vyazma": "g-24pz 5, g-47pz 5"}, soviet={"Tula": "s-3a 3", "Kalinin": "s-4a 4"}, active="soviet")
    here.begin(MOVEMENT)
    plan = Mover(here.game, here.state, SOVIET, DEFAULT).plan()
    assert any(plan.state.location[here.block(key)] == here.hex("Moscow") for key in ("s-3a", "s-4a"))


def test_a_recruit_gives_nothing_away() -> None:
    here = position("sbe2", axis={"Smolensk": "g-7k 1"}, soviet={"Vyazma": "s-6mc 4, s-3a 3"}).begin(MOVEMENT)
    suicide = Move(here.block("g-7k"), here.hex("Vyazma"), here.hex("Smolensk"))
    assert sense(here.game, here.state, AXIS, suicide) == 0.0
    assert sense(here.game, here.state, AXIS, Disband(here.block("g-7k"))) == 0.0
    assert sense(here.game, here.state, AXIS, EndPhase()) == 1.0


def test_deployments_and_purchases_are_proposed() -> None:
    game = catalogue.game(TITLE, "sbe2")
    state = game.setup()
    side = min(game.to_act(state))
    found = propose(game, game.view(state, side), Random(1))
    assert found is not None
    assert (found.kind, found.level) == ("deployment", "captain")
    here = position("sbe2", axis={"Minsk": "g-7k 1", "Brest-Litovsk": "g-24pz 2"}, points={"germany": 4}).begin(PRODUCTION)
    bought = propose(here.game, here.game.view(here.state, AXIS), Random(1))
    assert bought is not None
    assert bought.kind == "production"
    assert any(isinstance(action, BuyStep) for action in bought.actions)
