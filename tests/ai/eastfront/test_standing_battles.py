"""Headquarters for battles that stand: what leading them brings, and which of them are worth their steps together."""

from collections.abc import Sequence

import pytest

from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.weights import PRESSED
from blockfront.ai.eastfront.planning.command import Activation, Choice, Commander
from blockfront.ai.eastfront.planning.planner import PlanStep
from blockfront.ai.eastfront.planning.standing_battles import StandingBattles
from blockfront.ai.eastfront.search.general import Climb
from blockfront.ai.player import Budget
from blockfront.ai.search_budget import SearchBudget
from blockfront.blocks import effects
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, COMMAND, SOVIET, EastFrontState
from blockfront.hexes.grid import HexSet
from tests.ai.eastfront.start_lines import at_the_start_lines


def besieged(*places: str) -> tuple[EastFront, EastFrontState]:
    """Battles in which three strong Soviet units stand against what is left of one Axis unit, a headquarters two hexes from each."""
    game, state = at_the_start_lines()
    rules, board = game.rules, game.rules.board
    armies = [b for b in rules.order.of_side[SOVIET] if rules.units.type[b] == "infantry" and state.location[b] >= 0]
    leaders = [hq for hq in rules.units.hqs[SOVIET] if not rules.units.is_supreme[hq] and state.location[hq] >= 0]
    for place in places:
        hex_ = board.map.hex(place)
        for gone in rules.battles.units_of(state, hex_, AXIS)[1:] + rules.battles.units_of(state, hex_, SOVIET):
            effects.eliminate(state, gone, rules.units.side[gone])
        if not rules.battles.units_of(state, hex_, AXIS):
            free = next(b for b in rules.order.of_side[AXIS] if rules.units.type[b] == "infantry" and state.location[b] >= 0)
            effects.place(state, free, AXIS, hex_)
        corps = rules.battles.units_of(state, hex_, AXIS)[0]
        state.steps[corps] = 1
        state.face_up |= 1 << corps
        for army in [b for b in armies if state.location[b] >= 0][:3]:
            armies.remove(army)
            state.steps[army] = rules.units.full[army]
            effects.place(state, army, SOVIET, hex_)
        state.axis_defends |= 1 << hex_
        near = [n for n in range(board.grid.size) if board.playable >> n & 1 and board.distance(n, hex_) == 2]
        behind = next(n for n in near if not state.occupied[AXIS] >> n & 1 and not state.occupied[SOVIET] >> n & 1)
        leader = leaders.pop()
        state.steps[leader] = rules.units.full[leader]
        effects.place(state, leader, SOVIET, behind)
    state.active, state.phase, state.derived = SOVIET, COMMAND, {}
    rules.control.determine(state)
    return game, state


def commander(game: EastFront, state: EastFrontState) -> Commander:
    knowledge = Knowledge(game.rules, state, SOVIET, PRESSED)
    return Commander(game, knowledge, Ground(knowledge))


def test_support_brings_more_in_a_battle_that_can_be_won_and_nothing_where_there_is_none() -> None:
    game, state = besieged("Kharkov")
    standing_battles = StandingBattles(commander(game, state), 1.0)
    kharkov = game.rules.board.map.hex("Kharkov")
    assert standing_battles.gains[kharkov].once > 1.0
    assert standing_battles.gains[kharkov].twice >= standing_battles.gains[kharkov].once
    assert set(standing_battles.gains) == {h for h in range(game.rules.board.grid.size) if (state.occupied[0] & state.occupied[1]) >> h & 1}


def test_headquarters_far_apart_are_chosen_together_where_each_is_worth_its_step() -> None:
    game, state = besieged("Kharkov", "Volkhov")
    standing_battles = StandingBattles(commander(game, state), 1.0)
    led = standing_battles.led([])
    for place in ("Kharkov", "Volkhov"):
        assert any(option.zone >> game.rules.board.map.hex(place) & 1 for option in led), place
    assert len({option.hq for option in led}) == len(led)


def test_nobody_is_chosen_for_what_is_not_believed() -> None:
    game, state = besieged("Kharkov")
    assert StandingBattles(commander(game, state), 0.0).led([]) == ()


def test_for_every_battle_a_headquarters_near_it_is_named_the_best_first() -> None:
    game, state = besieged("Kharkov", "Volkhov")
    standing_battles = StandingBattles(commander(game, state), 1.0)
    best, board = standing_battles.best(), game.rules.board
    assert any(option.zone >> board.map.hex("Kharkov") & 1 for option in best)
    assert {option.blitz for option in best if option.zone >> board.map.hex("Volkhov") & 1} == {False, True}
    profits = [standing_battles._profit([option], []) for option in best]
    assert profits == sorted(profits, reverse=True)


def test_a_blitz_reaches_less_far_in_its_second_half() -> None:
    game, state = besieged("Kharkov")
    standing_battles = StandingBattles(commander(game, state), 1.0)
    pairs = [(option.zone, standing_battles._reach(option)) for option in standing_battles.options if option.blitz]
    assert pairs
    assert all(second & ~first == 0 for first, second in pairs)
    assert any(second != first for first, second in pairs)
    kharkov = game.rules.board.map.hex("Kharkov")
    short = next(o for o in standing_battles.options if o.blitz and o.zone >> kharkov & 1 and not standing_battles._reach(o) >> kharkov & 1)
    assert standing_battles.gains[kharkov].twice > standing_battles.gains[kharkov].once
    led_once = sum(gain.once for hex_, gain in standing_battles.gains.items() if short.zone >> hex_ & 1)
    assert standing_battles._worth([short]) == pytest.approx(led_once)


def test_the_first_plan_that_a_general_tries_leads_both_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = besieged("Kharkov", "Volkhov")
    tried: list[Sequence[Activation]] = []

    def rehearse(self: Commander, chosen: Sequence[Activation], ideal: list[PlanStep], avoid: HexSet = 0) -> Choice:
        tried.append(chosen)
        return Choice((), 0.0, None, ideal)

    monkeypatch.setattr(Commander, "rehearse", rehearse)
    Climb(commander(game, state), SearchBudget(Budget(simulations=1), 1.0))
    for place in ("Kharkov", "Volkhov"):
        assert any(option.zone >> game.rules.board.map.hex(place) & 1 for option in tried[0]), place
