"""What a general adds to a captain's craft: worn units are relieved, gaps minded, seen enemies not taken for unknown ones."""

import pytest

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.weights import CALM, DEFAULT, STRIVING, Weights, in_need
from blockfront.ai.eastfront.planning.planner import ATTACK, Planner, PlanStep
from blockfront.blocks import effects
from blockfront.games.eastfront.actions import Move
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, MOVEMENT, SOVIET, EastFrontState
from tests.ai.eastfront.start_lines import at_the_start_lines


def july() -> tuple[EastFront, EastFrontState]:
    """Both armies at their start lines, Soviet movement to come."""
    game, state = at_the_start_lines()
    rules = game.rules
    state.active, state.phase = SOVIET, MOVEMENT
    rules.control.determine(state)
    return game, state


def worn_out_at_lgov() -> tuple[EastFront, EastFrontState, int]:
    """Four Soviet infantry units of a step each have been attacked in Lgov by two weak Axis ones; four full tank corps are in Kursk."""
    game, state = july()
    rules, board, units = game.rules, game.rules.board, game.rules.units
    lgov, kursk = board.map.hex("Lgov"), board.map.hex("Kursk")
    for hex_ in (lgov, kursk):
        for block in rules.battles.units_of(state, hex_, SOVIET):
            effects.place(state, block, SOVIET, board.map.hex("Saratov"))
    infantry = [b for b in rules.order.of_side[SOVIET] if units.type[b] == "infantry" and state.location[b] >= 0][:4]
    armour = [b for b in rules.order.of_side[SOVIET] if units.type[b] == "armor" and state.location[b] >= 0][:4]
    enemies = [b for b in rules.order.of_side[AXIS] if units.type[b] == "infantry" and state.location[b] >= 0][:2]
    for block, side, hex_, steps in [
        *((b, SOVIET, lgov, 1) for b in infantry),
        *((b, SOVIET, kursk, units.full[b]) for b in armour),
        *((b, AXIS, lgov, 2) for b in enemies),
    ]:
        effects.place(state, block, side, hex_)
        effects.set_steps(state, block, steps)
        state.seen_steps[block] = steps if side == AXIS else 0
    state.derived = {}
    rules.control.determine(state)
    return game, state, lgov


def planner(game: EastFront, state: EastFrontState, weights: Weights, avoid: int = 0) -> Planner:
    knowledge, everywhere = Knowledge(game.rules, state, SOVIET, weights), game.rules.board.playable
    return Planner(Appraisal(Ground(knowledge), everywhere), state, everywhere, 0, avoid)


def steps_at(planner: Planner, hex_: int) -> list[PlanStep]:
    planner.attack()
    return [step for step in planner.steps if step.kind == ATTACK and step.hex == hex_]


def test_a_general_relieves_worn_units_and_a_captain_leaves_them() -> None:
    game, state, lgov = worn_out_at_lgov()
    (relief,) = steps_at(planner(game, state, STRIVING), lgov)
    moves = [action for action in relief.actions if isinstance(action, Move)]
    leaving = [move for move in moves if state.location[move.block] == lgov]
    coming = [move for move in moves if move.to == lgov]
    assert 1 <= len(leaving) <= STRIVING.relieved
    assert len(coming) == len(leaving)
    assert {game.rules.units.type[move.block] for move in coming} <= {"armor", "shock"}
    assert relief.origins >> lgov & 1, "it takes command over the battle"
    assert not steps_at(planner(game, state, DEFAULT), lgov)
    assert not steps_at(planner(game, state, CALM), lgov), "nor does a general who wins by standing still"


def test_a_relief_can_be_carried_out() -> None:
    game, state, lgov = worn_out_at_lgov()
    (relief,) = steps_at(planner(game, state, STRIVING), lgov)
    after = state.copy()
    for action in relief.actions:
        assert isinstance(action, Move)
        assert action in game.rules.movement.moves(after, action.block)
        game.rules.movement.carry_out(after, action)
    assert len(game.rules.battles.units_of(after, lgov, SOVIET)) == 4
    assert not after.new_battles >> lgov & 1, "somebody stays: the battle goes on"


def test_a_battle_that_is_left_out_is_not_relieved() -> None:
    game, state, lgov = worn_out_at_lgov()
    assert not steps_at(planner(game, state, STRIVING, avoid=1 << lgov), lgov)


def test_a_crowd_that_has_been_seen_may_be_attacked() -> None:
    game, state = july()
    orel, units = game.rules.board.map.hex("Orel"), game.rules.battles.units_of
    while len(units(state, orel, AXIS)) < 3:
        effects.place(state, next(b for b in game.order.of_side[AXIS] if state.location[b] not in (-1, orel)), AXIS, orel)
    assert planner(game, state, in_need(CALM))._crowded() >> orel & 1
    for block in units(state, orel, AXIS)[1:]:
        state.seen_steps[block] = state.steps[block]
    assert planner(game, state, in_need(CALM))._crowded() >> orel & 1, "one is still hidden"
    state.seen_steps[units(state, orel, AXIS)[0]] = 1
    assert not planner(game, state, in_need(CALM))._crowded() >> orel & 1


@pytest.mark.parametrize(
    ("number", "weights", "expected"), [(1, STRIVING, False), (2, STRIVING, True), (2, CALM, False), (2, DEFAULT, False)]
)
def test_who_is_wary_reckons_with_armour_among_hidden_units_in_company(number: int, weights: Weights, expected: bool) -> None:
    game, state = july()
    hex_ = game.rules.board.map.hex("Roslavl")
    for block in game.rules.battles.units_of(state, hex_, AXIS):
        effects.place(state, block, AXIS, game.rules.board.map.hex("Warsaw"))
    for block in [b for b in game.order.of_side[AXIS] if state.location[b] >= 0 and game.rules.units.type[b] == "infantry"][:number]:
        effects.place(state, block, AXIS, hex_)
    ground = Ground(Knowledge(game.rules, state, SOVIET, weights))
    assert bool(ground.mobile >> hex_ & 1) is expected
