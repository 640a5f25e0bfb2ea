"""Where a general keeps its headquarters: near goals at the front that may be thinly held some day, and with what they will have left."""

import pytest

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.weights import CALM, DEFAULT, Weights
from blockfront.ai.eastfront.phases.movement import Mover
from blockfront.ai.eastfront.planning.command import Commander
from blockfront.ai.eastfront.planning.planner import ATTACK
from blockfront.blocks import effects
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import ACTIVE, BLITZ, COMMAND, MOVEMENT, SOVIET, EastFrontState
from tests.ai.eastfront.start_lines import at_the_start_lines


def one_headquarters(place: str, value: int = 2) -> tuple[EastFront, EastFrontState, int]:
    """Both armies at their start lines, Soviet movement to come; one Soviet headquarters, of a certain value, commands in the south."""
    game, state = at_the_start_lines()
    rules = game.rules
    fronts = [hq for hq in rules.units.hqs[SOVIET] if not rules.units.is_supreme[hq] and state.location[hq] >= 0]
    leader = max(fronts, key=lambda hq: rules.units.full[hq])
    for hq in fronts:
        if hq != leader:
            effects.eliminate(state, hq, SOVIET)
    effects.place(state, leader, SOVIET, rules.board.map.hex(place))
    effects.set_steps(state, leader, value + 1)
    state.active, state.phase, state.derived = SOVIET, MOVEMENT, {}
    rules.control.determine(state)
    return game, state, leader


def ground(game: EastFront, state: EastFrontState, weights: Weights) -> Ground:
    return Ground(Knowledge(game.rules, state, SOVIET, weights))


def test_goals_next_to_the_front_draw_headquarters_though_no_attack_would_pay_today() -> None:
    game, state, _ = one_headquarters("Kamensko")
    hex_ = game.rules.board.map.hex
    hot = ground(game, state, CALM).hot
    assert hot[hex_("Stalino")] > hot[hex_("Kharkov")] > 0.0
    assert not {hex_("Kiev"), hex_("Dnepropetrovsk")} & set(hot), "too far"
    assert not {hex_("Rostov"), hex_("Voronezh")} & set(hot), "one's own"
    assert ground(game, state, DEFAULT).hot == {}, "a captain sees what pays today"


def test_goals_stay_when_attacks_that_would_pay_are_in_the_ideal_plan_and_these_only_add_to_them() -> None:
    game, state, _ = one_headquarters("Kamensko")
    state.phase = COMMAND
    lie = ground(game, state, CALM)
    goals = dict(lie.hot)
    suggested = Commander(game, lie.knowledge, lie).suggestions()
    attacks = [step for step in (*suggested.ideal, *suggested.bold) if step.kind == ATTACK]
    assert set(lie.hot) == {*goals, *(step.hex for step in attacks)}
    for hex_, gain in lie.hot.items():
        assert gain == max([goals.get(hex_, 0.0), *(step.gain for step in attacks if step.hex == hex_)])


def test_a_general_keeps_a_headquarters_at_stalino_rather_than_behind_more_units_in_the_kuban() -> None:
    worth = {}
    for place in ("Kamensko", "Tikhoretsk"):
        game, state, _ = one_headquarters(place)
        worth[place] = Appraisal(ground(game, state, CALM)).score(state)
    assert worth["Kamensko"] > worth["Tikhoretsk"] + CALM.least_supreme


@pytest.mark.parametrize(("order", "left"), [(ACTIVE, 2), (BLITZ, 1)])
def test_headquarters_reach_as_far_as_their_turn_leaves_them(order: int, left: int) -> None:
    game, state, leader = one_headquarters("Kamensko", value=3)
    state.half = 1
    state.command[leader] = order
    for weights, expected in ((CALM, left), (DEFAULT, 3)):
        lie = ground(game, state, weights)
        assert Mover(lie.knowledge, lie).appraisal([leader]).radius(leader) == expected
        assert Appraisal(lie).radius(leader) == 3, "unless they stay inactive"


def test_a_headquarters_that_will_have_nothing_left_is_of_no_more_use_in_one_place_than_in_another() -> None:
    game, state, leader = one_headquarters("Kamensko", value=1)
    state.half = 1
    lie = ground(game, state, CALM)
    rested, spent = set(), set()
    for place in ("Kamensko", "Tikhoretsk"):
        effects.place(state, leader, SOVIET, game.rules.board.map.hex(place))
        rested.add(Appraisal(lie).score(state))
        spent.add(Appraisal(lie, paying={leader: 1}).score(state))
    assert len(rested) == 2
    assert len(spent) == 1
    assert max(spent) < min(rested)


def test_production_gives_a_step_back_before_ones_next_turn_and_never_more_than_there_were() -> None:
    game, state, leader = one_headquarters("Kamensko", value=2)
    state.half = 2
    lie = ground(game, state, CALM)
    assert Appraisal(lie, paying={leader: 1}).radius(leader) == 2
    assert Appraisal(lie).radius(leader) == 3
    effects.set_steps(state, leader, game.rules.units.full[leader])
    assert Appraisal(ground(game, state, CALM)).radius(leader) == 3
    state.month = game.rules.chain[-1].last_month
    assert Appraisal(ground(game, state, CALM), paying={leader: 1}).radius(leader) == 2, "after the last Production nothing comes back"
