"""Where places decide a game, machines play for them and for nothing else: Rostov and Maikop in a first game of Edelweiss."""

import pytest

from blockfront.ai.eastfront.evaluation.approach import still_to_go
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.outlook import advantage, enough
from blockfront.ai.eastfront.evaluation.weights import CALM
from blockfront.ai.eastfront.planning.command import Commander
from blockfront.ai.player import Budget
from blockfront.blocks import effects
from blockfront.core.match import Match
from blockfront.games import catalogue
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, COMMAND, SOVIET, EastFrontState
from blockfront.sim.pairing import Pairing
from blockfront.sim.run_match import play_match

FIRST_GAME = frozenset({"introduction"})
PLACES = ("Rostov", "Maikop")


def edelweiss(options: frozenset[str] = FIRST_GAME) -> tuple[EastFront, EastFrontState]:
    game = catalogue.game("eastfront", "edelweiss", options)
    assert isinstance(game, EastFront)
    return game, Match(game, seed=bytes(32)).state


def taken(game: EastFront, state: EastFrontState, *places: str) -> EastFrontState:
    """The position with some places in Axis hands."""
    after = state.copy()
    for place in places:
        hex_ = game.rules.board.map.hex(place)
        after.friendly[AXIS] |= 1 << hex_
        after.friendly[SOVIET] &= ~(1 << hex_)
    return after


def test_all_places_win_none_lose_and_lost_armies_do_not_matter() -> None:
    game, state = edelweiss()
    rules = game.rules
    assert advantage(rules, taken(game, state, *PLACES), AXIS) >= enough(rules)
    assert abs(advantage(rules, taken(game, state, "Rostov"), SOVIET)) < enough(rules)
    assert advantage(rules, state, AXIS) <= -enough(rules)
    beaten = taken(game, state, *PLACES)
    for block in rules.order.of_side[AXIS][:8]:
        effects.eliminate(beaten, block, AXIS)
    assert advantage(rules, beaten, AXIS) == advantage(rules, taken(game, state, *PLACES), AXIS)


@pytest.mark.parametrize(("places", "axis", "soviet"), [((), 1.0, 0.0), (("Rostov",), 1.0, 1.0), (PLACES, 0.0, 1.0)])
def test_who_does_not_win_by_standing_still_is_pressed(places: tuple[str, ...], axis: float, soviet: float) -> None:
    game, state = edelweiss()
    after = taken(game, state, *places)
    assert [Knowledge(game.rules, after, side, CALM).pressure for side in (AXIS, SOVIET)] == [axis, soviet]


def test_a_march_towards_the_goal_is_progress_and_a_battle_elsewhere_is_not() -> None:
    game, state = edelweiss()
    rules, hex_ = game.rules, game.rules.board.map.hex
    panzers = [block for block in rules.order.of_side[AXIS] if state.location[block] == hex_("Kamensko") and not rules.units.is_hq[block]]
    nearer, tied = state.copy(), state.copy()
    for block in panzers:
        effects.place(nearer, block, AXIS, hex_("Yeisk"))
        effects.place(tied, block, AXIS, hex_("Kotelnikovo"))
    assert still_to_go(rules, nearer, AXIS) < still_to_go(rules, state, AXIS) < still_to_go(rules, tied, AXIS)
    assert still_to_go(rules, taken(game, state, *PLACES), AXIS) == 0


def test_headquarters_go_to_the_front_when_nothing_else_counts_any_more() -> None:
    """In July they stay behind it: Kamensko's army group may be needed again."""
    game, state = edelweiss()
    state.phase = COMMAND
    front = {}
    for months in (1, 0):
        state.month = game.rules.chain[-1].last_month - months
        knowledge = Knowledge(game.rules, state, AXIS, CALM)
        commander = Commander(game, knowledge, Ground(knowledge))
        front[months] = {option.hex for option in commander.options if commander.ground.to_enemy[option.hex] <= 1 and option.to >= 0}
    assert front[0] > front[1]


def test_without_the_aim_everything_is_as_it_was() -> None:
    game, state = edelweiss(frozenset())
    assert Knowledge(game.rules, state, AXIS, CALM).worth.deciding == ()
    assert still_to_go(game.rules, state, AXIS) == 0


def test_the_general_reaches_the_aim_against_somebody_who_only_passes() -> None:
    def winner(seed: int, *levels: str) -> str:
        return play_match(Pairing("eastfront", "edelweiss", tuple(FIRST_GAME), levels, seed, Budget(simulations=3))).played.winner

    assert "axis" in {winner(seed, "general", "idle") for seed in (6103, 6104)}
    assert winner(6103, "idle", "general") == "soviet"
