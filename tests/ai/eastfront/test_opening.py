"""The general's own set-up, and its prices where standing still would lose."""

import os
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.weights import CALM, PRESSED
from blockfront.ai.eastfront.phases.deployment import STRIKERS
from blockfront.ai.eastfront.phases.opening import Opening
from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.ai.thoughts import in_words
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from blockfront.games.eastfront.actions import Deploy
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, COMMAND, SOVIET, EastFrontState
from blockfront.testing.random_play import random_answer


def deployed(levels: tuple[str, str], scenario: str = "s43") -> tuple[EastFront, EastFrontState]:
    """A first Command Phase; the same set-ups are worked out once for all tests."""
    game, state = _deployed(levels, scenario)
    return game, state.copy()


@cache
def _deployed(levels: tuple[str, str], scenario: str) -> tuple[EastFront, EastFrontState]:
    game, rng = catalogue.game("eastfront", scenario), Random(1)
    assert isinstance(game, EastFront)
    state = game.setup()
    while state.phase != COMMAND or CHANCE in game.to_act(state):
        side = min(game.to_act(state))
        if side == CHANCE:
            side, action = random_answer(game, state, rng, evenly=False)
        else:
            action = player(levels[side], "eastfront").decide(game, game.view(state, side), Budget(simulations=1), rng).action
            assert not isinstance(action, Deploy) or not game.rules.set_up.problems(state, side, action.placements)
        game.apply(state, action, side)
    return game, state


def strength(game: EastFront, state: EastFrontState, side: int, hex_: int) -> int:
    return sum(game.rules.units.value(block, state.steps[block]) for block in game.rules.battles.units_of(state, hex_, side))


@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_a_general_mans_the_battle_on_which_leningrad_hangs_and_a_captain_does_not(side: int) -> None:
    usual, before = deployed(("captain", "captain"))
    levels = ("general", "captain") if side == AXIS else ("captain", "general")
    game, state = deployed(levels)
    volkhov = game.rules.board.map.hex("Volkhov")
    units = game.rules.battles.units_of(state, volkhov, side)
    assert len(units) == game.rules.board.stacking[volkhov]
    assert strength(game, state, side, volkhov) > strength(usual, before, side, volkhov) + 4
    assert not any(game.rules.units.is_hq[block] for block in units)


def test_a_general_keeps_the_way_by_which_the_defenders_are_supplied() -> None:
    game, state = deployed(("general", "captain"))
    board = game.rules.board
    ways = [near for _, near in board.neighbours[board.map.hex("Volkhov")] if state.friendly[AXIS] >> near & 1]
    assert [board.name(hex_) for hex_ in ways] == ["Chudovo"]
    assert [strength(game, state, AXIS, hex_) for hex_ in ways] == [8]


def test_two_headquarters_can_support_the_battle_from_where_they_stand_the_nearer_one_next_to_it() -> None:
    game, state = deployed(("captain", "general"))
    volkhov, rules = game.rules.board.map.hex("Volkhov"), game.rules
    able = [hq for hq in rules.units.hqs[SOVIET] if rules.headquarters.support_zone(state, hq) >> volkhov & 1]
    assert len(able) == 2
    assert min(rules.board.distance(state.location[hq], volkhov) for hq in able) == 1


def faced(game: EastFront, state: EastFrontState, side: int, hex_: int) -> list[int]:
    """Enemies in each neighbour of a hex that holds any."""
    numbers = [len(game.rules.battles.units_of(state, near, 1 - side)) for _, near in game.rules.board.neighbours[hex_]]
    return [number for number in numbers if number]


def test_who_sees_the_enemy_first_leaves_hardly_a_striker_opposite_single_units() -> None:
    numbers = []
    for levels in (("captain", "captain"), ("captain", "general")):
        game, state = deployed(levels)
        units, front = game.rules.units, game.rules.set_up.front_line(state, SOVIET)
        strikers = [b for b in game.order.of_side[SOVIET] if units.type[b] in STRIKERS and state.location[b] >= 0]
        idle = [b for b in strikers if front >> state.location[b] & 1 and max(faced(game, state, SOVIET, state.location[b])) == 1]
        numbers.append(len(idle))
    assert numbers[0] > 1 >= numbers[1]


def test_centres_that_produce_can_be_attacked_under_command() -> None:
    game, state = deployed(("captain", "general"))
    rules, board = game.rules, game.rules.board
    commanded = 0
    for hq in rules.units.hqs[SOVIET]:
        commanded |= rules.headquarters.support_zone(state, hq) if not rules.units.is_supreme[hq] else 0
    for place, origins in (("Kharkov", ("Lgov", "Stary Oskol")), ("Stalino", ("Voroshilovgrad",))):
        assert commanded >> board.map.hex(place) & 1
        assert all(len(rules.battles.units_of(state, board.map.hex(name), SOVIET)) == 4 for name in origins)


def test_who_sets_up_first_does_not_guess_where_the_line_will_be_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []
    monkeypatch.setattr(Opening, "_gather", lambda self, placed: called.append(self.side))
    _deployed.__wrapped__(("general", "general"), "s43")
    assert called == [SOVIET]


@pytest.mark.parametrize("scenario", ["s42", "w42", "w43"] if "BLOCKFRONT_SET_UPS" in os.environ else ["s42"])
def test_a_generals_set_up_is_legal_elsewhere_too(scenario: str) -> None:
    _, state = deployed(("general", "general"), scenario)  # which looks whether they are
    assert state.phase == COMMAND


def test_strength_is_moved_between_units_of_a_kind_never_made() -> None:
    game = catalogue.game("eastfront", "s43")
    assert isinstance(game, EastFront)
    state = game.setup()
    opening = Opening(game, state, AXIS, CALM)
    placements, reason = opening.best()
    arriving = game.rules.set_up.arriving(state, AXIS)
    for force in game.rules.set_up.forces(state, AXIS):
        assert sum(value for block, value, _ in placements if block in force.pool and block not in arriving) == force.cv
    assert "Volkhov" in in_words(game, reason)


def test_wearing_down_a_goal_counts_only_for_a_side_that_must_gain() -> None:
    game, state = deployed(("captain", "general"))
    volkhov = game.rules.board.map.hex("Volkhov")
    worth = []
    for side in (SOVIET, AXIS):
        pair = [
            Appraisal(Ground(Knowledge(game.rules, state, side, weights)), game.rules.board.playable).exchange(state, volkhov).gain
            for weights in (PRESSED, replace(PRESSED, siege=0.0))
        ]
        worth.append(pair[0] - pair[1])
    assert worth[0] > 0.5
    assert worth[1] == 0.0
