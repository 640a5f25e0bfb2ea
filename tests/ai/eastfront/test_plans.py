"""Parts of a captain's and a general's judgement: positions weighed alike however they are reached, command priced, answers foreseen."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.weights import CALM, DEFAULT, PRESSED, STRIVING, in_haste, in_need
from blockfront.ai.eastfront.phases.movement import Mover
from blockfront.ai.eastfront.phases.production import Quartermaster
from blockfront.ai.eastfront.planning.command import REHEARSALS, Commander
from blockfront.ai.eastfront.planning.explanation import Explainer
from blockfront.ai.eastfront.planning.planner import ATTACK, Planner
from blockfront.ai.eastfront.search import general
from blockfront.ai.eastfront.search.foresight import Foresight, imagine
from blockfront.ai.eastfront.search.general import Climb
from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.ai.search_budget import SearchBudget
from blockfront.ai.thoughts import Thought, in_words
from blockfront.blocks import effects
from blockfront.blocks.block_state import count_at
from blockfront.core.actions import Action
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.games.eastfront.actions import Activate, BuildCadre, BuyStep
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, COMMAND, DRY, MUD, SNOW, SOVIET, EastFrontState
from blockfront.hexes.hexset import members
from blockfront.testing.random_play import random_answer


def in_command(seed: int, turn: int, scenario: str = "s43") -> tuple[EastFront, EastFrontState]:
    """A Command Phase after captains have deployed and recruits have played."""
    game, rng = catalogue.game("eastfront", scenario), Random(seed)
    assert isinstance(game, EastFront)
    state = game.setup()
    recruit = player("recruit", "eastfront")
    while state.turn < turn or state.phase != COMMAND or CHANCE in game.to_act(state):
        if CHANCE in game.to_act(state):
            side, action = random_answer(game, state, rng, evenly=False)
        else:
            side = min(game.to_act(state))
            action = recruit.decide(game, game.view(state, side), Budget(), rng).action
        game.apply(state, action, side)
    return game, state


def known(game: EastFront, state: EastFrontState) -> Knowledge:
    side = state.active
    return Knowledge(game.rules, game.guess(game.view(state, Side(side)), Random(7)), side)


@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_weighed_alike_from_memory_and_anew(seed: int) -> None:
    game, state = in_command(seed, 4)
    knowledge = known(game, state)
    remembering, rng = Appraisal(Ground(knowledge), game.rules.board.playable), Random(seed)
    position = knowledge.state.copy()
    movable = [b for b in game.order.of_side[state.active] if position.location[b] >= 0]
    for block in rng.sample(movable, 12):
        moves = [move for move in game.rules.movement.moves(position, block) if move.entry < 0 and move.exit < 0]
        for move in moves[:4]:
            effects.place(position, block, state.active, move.to)
            again = Appraisal(Ground(knowledge), game.rules.board.playable).score(position.copy())
            assert remembering.score(position) == pytest.approx(again)
            assert remembering.score(position, remembering.battles(position)) == pytest.approx(again)


def test_command_is_cheap_while_production_would_go_to_waste_and_dear_at_the_end() -> None:
    game, state = in_command(1, 4)
    side, units = state.active, game.rules.units
    for block in game.order.of_side[side]:
        if state.location[block] >= 0:
            effects.set_steps(state, block, units.full[block])
    hq = next(hq for hq in units.hqs[side] if state.location[hq] >= 0)
    rich = Knowledge(game.rules, state, side).economy.factor(hq)
    effects.set_steps(state, hq, units.full[hq] - 1)
    second = Knowledge(game.rules, state, side).economy.factor(hq)
    state.month = game.rules.chain[-1].last_month
    assert rich < second < 1.0
    assert Knowledge(game.rules, state, side).economy.factor(hq) == 1.0


def test_a_general_does_not_hold_back_for_what_production_cannot_give() -> None:
    game, state = in_command(1, 0)
    units, volkhov = game.rules.units, game.rules.board.map.hex("Volkhov")
    for block in game.order.of_side[SOVIET]:
        if state.location[block] >= 0:
            effects.set_steps(state, block, 1 if state.location[block] == volkhov else units.full[block])
    judged = [replace(DEFAULT, engaged_demand=share, scarce=power) for share, power in ((1.0, 1.0), (0.0, 1.0), (1.0, 3.0))]
    usual, without, sharp = (Knowledge(game.rules, state, SOVIET, weights).economy.scarcity for weights in judged)
    assert without < usual < 1.0
    assert sharp == pytest.approx(usual**3)


def test_losses_are_felt_less_where_production_makes_them_good() -> None:
    game, state = in_command(1, 4)
    side, units = state.active, game.rules.units
    block = next(b for b in game.order.of_side[side] if state.location[b] >= 0 and not units.is_hq[b] and units.full[b] > 1)
    for other in game.order.of_side[side]:
        if state.location[other] >= 0:
            effects.set_steps(state, other, units.full[other])
    rich = Knowledge(game.rules, state, side)
    state.month = game.rules.chain[-1].last_month
    poor = Knowledge(game.rules, state, side)
    assert rich.step[block] / rich.worth.step[block] < poor.step[block] / poor.worth.step[block]


def test_a_side_that_would_lose_by_standing_still_feels_it_and_the_other_does_not() -> None:
    for scenario, pressed in (("s44", SOVIET), ("s41", AXIS), ("w44", SOVIET)):
        game, state = in_command(5, 0, scenario)
        felt = [Knowledge(game.rules, state, side).pressure for side in (AXIS, SOVIET)]
        assert felt[pressed] > 0.5
        assert felt[1 - pressed] == 0.0


def test_units_that_a_battle_ties_down_are_not_feared_elsewhere() -> None:
    game, state = in_command(2, 4)
    knowledge = known(game, state)
    front = Ground(knowledge).front
    everywhere = game.rules.board.playable
    feared = [
        (hex_, blocks)
        for hex_ in members(knowledge.state.occupied[knowledge.side])
        if (blocks := front.offensives.attackers(hex_, everywhere, game.rules.board.stacking[hex_], 0))
    ]
    assert feared
    for hex_, blocks in feared:
        pinned = 1 << knowledge.state.location[blocks[0]]
        assert blocks[0] not in front.offensives.attackers(hex_, everywhere, game.rules.board.stacking[hex_], pinned)


def test_an_imagined_enemy_is_one_the_view_allows_in_number_and_place() -> None:
    game, state = in_command(2, 4)
    knowledge = known(game, state)
    imagined, enemy = imagine(knowledge, Random(3)), 1 - state.active
    assert imagined.counts == knowledge.state.counts
    for block in game.order.of_side[enemy]:
        assert (imagined.location[block] >= 0) == (knowledge.state.location[block] >= 0)
        if knowledge.known[block]:
            assert imagined.location[block] == knowledge.state.location[block]


def test_foresight_is_repeatable_and_leaves_the_plan_alone() -> None:
    game, state = in_command(3, 4)
    knowledge = known(game, state)
    before = knowledge.state.digest()
    values = {Foresight(game, knowledge, Random(5)).value(knowledge.state, []) for _ in range(2)}
    assert len(values) == 1
    assert knowledge.state.digest() == before


def test_a_blitz_is_foreseen_without_spending_anything_of_the_plan() -> None:
    game, state = in_command(3, 4)
    knowledge = known(game, state)
    units, planned = game.rules.units, knowledge.state.copy()
    hq = next(h for h in units.hqs[state.active] if planned.location[h] >= 0 and not units.is_supreme[h])
    effects.set_steps(planned, hq, units.full[hq])
    before = planned.digest()
    values = {Foresight(game, knowledge, Random(5)).value(planned, [hq], [hq]) for _ in range(2)}
    assert len(values) == 1
    assert planned.digest() == before


def test_only_the_last_player_turn_of_a_game_has_no_answer() -> None:
    game, state = in_command(1, 4)
    assert all(Knowledge(game.rules, state, side).is_answered for side in (AXIS, SOVIET))
    state.month, state.half = game.rules.chain[-1].last_month, 2
    first = game.rules.weather.first_side(state)
    assert Knowledge(game.rules, state, first).is_answered
    assert not Knowledge(game.rules, state, 1 - first).is_answered


@pytest.mark.parametrize(
    ("month", "half", "weather", "expected"),
    [
        (-3, 2, DRY, ()),  # September follows August
        (-1, 1, MUD, ()),  # October knows no snow
        (-1, 2, MUD, (SNOW,)),
        (-1, 2, DRY, (SNOW,)),
        (0, 1, MUD, (SNOW,)),
        (0, 1, SNOW, ()),  # the Soviets have moved first already
        (0, 2, MUD, ()),  # the game is over
    ],
)
def test_snow_to_come_may_give_the_soviets_two_turns_in_a_row(month: int, half: int, weather: int, expected: tuple[int, ...]) -> None:
    game, state = in_command(1, 2)
    state.month, state.half, state.weather = game.rules.chain[-1].last_month + month, half, weather
    assert Knowledge(game.rules, state, SOVIET).again == expected


def test_mud_after_snow_may_give_them_to_the_axis() -> None:
    game, state = in_command(1, 2)
    state.month, state.half, state.weather = game.rules.chain[-1].last_month, 1, SNOW
    assert Knowledge(game.rules, state, AXIS).again == (MUD,)


def test_another_turn_before_the_enemys_is_foreseen() -> None:
    game, state = in_command(1, 2)
    state.month, state.half = game.rules.chain[-1].last_month - 1, 2
    state.active = SOVIET
    knowledge = known(game, state)
    assert knowledge.again == (SNOW,)
    both = Foresight(game, knowledge, Random(5)).value(knowledge.state, [])
    knowledge.again = ()
    once = Foresight(game, knowledge, Random(5)).value(knowledge.state, [])
    knowledge.again = (SNOW, SNOW)
    twice = Foresight(game, knowledge, Random(5)).value(knowledge.state, [])
    assert once != twice
    assert both == pytest.approx((once + twice) / 2)


@pytest.mark.parametrize("again", [(), (SNOW,), (SNOW, SNOW)])
def test_it_is_ones_own_turn_in_the_new_weather_and_the_enemy_answers_it(monkeypatch: pytest.MonkeyPatch, again: tuple[int, ...]) -> None:
    game, state = in_command(1, 2)
    state.month, state.half, state.active = game.rules.chain[-1].last_month - 1, 2, SOVIET
    knowledge = known(game, state)
    knowledge.again = again
    turns: list[tuple[int, int]] = []
    play = Foresight._turn

    def recorded(self: Foresight, state: EastFrontState, side: int) -> tuple[EastFrontState, list[int]]:
        turns.append((side, state.weather))
        return play(self, state, side)

    monkeypatch.setattr(Foresight, "_turn", recorded)
    Foresight(game, knowledge, Random(5)).value(knowledge.state, [])
    now = [] if len(again) == 2 else [(AXIS, state.weather)]
    assert turns == [(SOVIET, SNOW), (AXIS, SNOW)] * len(again) + now
    assert state.weather != SNOW


def test_in_haste_the_enemys_turn_counts_less_and_ones_own_next_more() -> None:
    hasty = in_haste(PRESSED, 0.5)
    assert hasty.shares == tuple(share / 2 for share in PRESSED.shares)
    assert (hasty.reply, hasty.leak, hasty.endangered) == (PRESSED.reply / 2, PRESSED.leak / 2, PRESSED.endangered / 2)
    assert PRESSED.later < hasty.later < 1.0
    assert in_haste(PRESSED, 0.0) == PRESSED


def test_a_general_begins_no_battle_with_three_but_joins_those_that_stand() -> None:
    game, state = in_command(1, 2)
    knowledge = Knowledge(game.rules, state, SOVIET, in_need(CALM))
    planner = Planner(Appraisal(Ground(knowledge)), state, game.rules.board.playable, 0)
    bold = Planner(Appraisal(Ground(Knowledge(game.rules, state, SOVIET, CALM))), state, game.rules.board.playable, 0)
    targets, all_targets = planner._ways_in(), bold._ways_in()
    standing = state.occupied[AXIS] & state.occupied[SOVIET]
    crowded = {hex_ for hex_ in all_targets if count_at(state, hex_, AXIS) >= 3 and not standing >> hex_ & 1}
    assert crowded
    assert set(targets) == set(all_targets) - crowded


def test_crowds_are_left_alone_while_losses_cannot_be_made_good_by_who_must_gain() -> None:
    game, state = in_command(1, 2)
    knowledge = Knowledge(game.rules, state, SOVIET, CALM)
    crowds = []
    for pressure, scarcity in ((1.0, 1.0), (1.0, 0.1), (0.0, 1.0)):
        knowledge.pressure, knowledge.economy.scarcity = pressure, scarcity
        crowds.append(general.weights_for(knowledge).crowd)
    assert crowds == [in_need(CALM).crowd, CALM.crowd, CALM.crowd]


def test_only_who_would_not_win_by_standing_still_relieves_and_is_wary() -> None:
    game, state = in_command(1, 2)
    knowledge = Knowledge(game.rules, state, SOVIET, CALM)
    found = []
    for pressure in (0.0, 0.1, 1.0):
        knowledge.pressure, knowledge.economy.scarcity = pressure, 0.0
        found.append(general.weights_for(knowledge))
    assert found == [in_haste(weights, knowledge.haste) for weights in (CALM, STRIVING, PRESSED)]


def test_a_general_buys_what_fights_before_what_counts_in_the_end() -> None:
    game, state = in_command(1, 4)
    units = game.rules.units
    infantry = [b for b in game.order.of_side[SOVIET] if units.type[b] == "infantry" and state.location[b] >= 0]
    weakened, lost = infantry[:2]
    place = next(iter(members(game.rules.production.arrival_places(state, SOVIET))))
    effects.set_steps(state, weakened, 1)
    offered: list[Action] = [BuyStep(weakened), BuildCadre(lost, place)]
    bought = []
    for weights in (DEFAULT, CALM):
        knowledge = Knowledge(game.rules, state, SOVIET, weights)
        bought.append(Quartermaster(knowledge, Ground(knowledge), begun=True).choose(offered))
    assert bought == [BuildCadre(lost, place), BuyStep(weakened)]


def test_a_general_begins_a_cadre_every_month_while_it_can_grow() -> None:
    game, state = in_command(1, 4)
    units = game.rules.units
    weakened, lost = [b for b in game.order.of_side[SOVIET] if units.type[b] == "infantry" and state.location[b] >= 0][:2]
    place = next(iter(members(game.rules.production.arrival_places(state, SOVIET))))
    effects.set_steps(state, weakened, 1)
    knowledge = Knowledge(game.rules, state, SOVIET, CALM)
    offered: list[Action] = [BuyStep(weakened), BuildCadre(lost, place)]
    assert Quartermaster(knowledge, Ground(knowledge)).choose(offered) == BuildCadre(lost, place)
    knowledge.worth.months = 1
    assert Quartermaster(knowledge, Ground(knowledge)).choose(offered) == BuyStep(weakened)


def test_a_general_without_time_plans_as_a_captain_does() -> None:
    game, state = in_command(4, 6)
    climb = Climb(Commander(game, known(game, state), Ground(known(game, state))), SearchBudget(Budget(seconds=0.0), 1.0))
    assert len(climb.plans) == min(REHEARSALS, len(climb.commander.suggestions().sets))
    assert climb.plans
    decision = player("general", "eastfront").decide(game, game.view(state, Side(state.active)), Budget(seconds=0.0), Random(1))
    assert isinstance(decision.action, Activate) == (climb.hoped(climb.best) > 0.0)


def test_plans_are_told_with_places_battles_and_expected_losses() -> None:
    game, state = in_command(4, 6)
    knowledge = known(game, state)
    hqs = [hq for hq in game.rules.units.hqs[state.active] if state.location[hq] >= 0 and not game.rules.units.is_supreme[hq]]
    planned = knowledge.state.copy()
    for hq in hqs:
        planned.command[hq] = 1
    game.rules.headquarters.refresh_command(planned)
    orders = Mover(knowledge, Ground(knowledge), planned).orders()
    told = Explainer(knowledge).movement(orders)
    text = in_words(game, told)
    assert text.endswith(".")
    assert "points" in text
    assert {one.name for one in told} >= {"attack", "losses", "worth"}
    attacked = {step.hex for step in orders.steps if step.kind == ATTACK}
    assert attacked == {one.values["hex"] for one in told if one.name == "attack"}
    assert all(game.rules.board.name(hex_) in text for hex_ in attacked)


@pytest.mark.parametrize("seconds", [2.0, 5.0, 10.0])
def test_a_command_phase_ends_within_its_share_of_the_seconds(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]

    def lasting(length: float, work: Callable[..., Any]) -> Callable[..., Any]:
        def slow(*arguments: Any) -> Any:
            clock[0] += length
            return work(*arguments)

        return slow

    game, state = in_command(4, 6)
    monkeypatch.setattr(general, "SearchBudget", lambda budget, share: SearchBudget(budget, share, lambda: clock[0]))
    monkeypatch.setattr(Commander, "suggestions", lasting(0.4, Commander.suggestions))
    monkeypatch.setattr(Commander, "rehearse", lasting(0.15, Commander.rehearse))
    monkeypatch.setattr(Foresight, "value", lasting(0.2, Foresight.value))
    knowledge = Knowledge(game.rules, game.guess(game.view(state, Side(state.active)), Random(7)), state.active, CALM)
    told = general.General().command(game, knowledge, None, Budget(seconds=seconds), Random(1)).explanation
    assert "with_answer" in {one.name for one in told if isinstance(one, Thought)}, "making plans leaves time to play some through"
    assert clock[0] <= general.SHARES[COMMAND] * seconds
    assert clock[0] > 0.4 * general.SHARES[COMMAND] * seconds


def test_the_phases_of_a_turn_share_what_is_given_for_it() -> None:
    assert sum(general.SHARES.values()) == pytest.approx(1.0)
