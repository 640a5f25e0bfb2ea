"""Odds agree with the rules that resolve battles: by enumerating every roll, and by playing many rounds."""

from collections import defaultdict
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from blockfront.blocks import effects
from blockfront.blocks.battle_odds.course import always, while_at_least
from blockfront.blocks.effects import recount
from blockfront.core.actions import Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.eastfront.actions import FireAll, Repulse, TakeLoss
from blockfront.games.eastfront.aids.odds import Engagement, RoundOdds, battle_odds, engagement, possible, round_odds, round_underway
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import ACTIVE, AXIS, COMBAT, SOVIET, SUPPLY, EastFrontState
from blockfront.games.eastfront.steps.battle import BattleRound, Round
from blockfront.games.odds import odds_from_view

PLACE = "Rostov E1"


def opened(
    axis: str,
    soviet: str,
    place: str = PLACE,
    *,
    hq: bool = False,
    crossing: bool = False,
    strike: bool = False,
    options: tuple[str, ...] = (),
) -> Position:
    """A battle of the Axis against the Soviets just before its round."""
    units = {place: axis} | ({"Kamensko": "ax-hq-south 2"} if hq else {})
    here = position("s43", axis=units, soviet={place: soviet}, options=options)
    hex_ = here.hex(place)
    if hq:
        here.state.command[here.block("ax-hq-south")] = ACTIVE
    if crossing:
        here.state.new_battles |= 1 << hex_
        for block in here.game.rules.battles.units_of(here.state, hex_, AXIS):
            here.state.entered_from[block] = here.hex("Kamensko")
    here.state.phase = COMBAT
    if strike:
        here.state.strikes.append((here.block("ax-hq-south"), hex_))
    return here


def battle_of(here: Position, place: str = PLACE) -> Engagement:
    strike = here.state.strikes[0][0] if here.state.strikes else -1
    return engagement(here.game.rules, here.state, here.hex(place), strike=strike)


def answer(game: EastFront, state: EastFrontState, battle: Engagement) -> None:
    """The firing side fires all; losses and repulses fall on the unit the odds assume."""
    side = min(game.to_act(state))
    offered = list(game.legal(state, side))
    facts = {unit.block: (-unit.face, unit.cost) for unit in (*battle.active, *battle.passive)}
    if FireAll() in offered:
        game.apply(state, FireAll(), side)
        return
    units = [action for action in offered if isinstance(action, TakeLoss | Repulse)]
    game.apply(state, min(units, key=lambda action: (*facts[action.block], action.block)), side)


def start(here: Position, place: str = PLACE) -> EastFrontState:
    here.run(BattleRound, here.hex(place), BattleRound.OPEN, 0, 0, 0, -1, 0, -1, 0, 0)
    return here.state


def lost(here: Position, battle: Engagement, state: EastFrontState) -> tuple[int, int]:
    value = here.game.rules.units.value
    steps = [
        sum(unit.value - (value(unit.block, state.steps[unit.block]) if state.steps[unit.block] else unit.lowest - 1) for unit in side)
        for side in (battle.active, battle.passive)
    ]
    return steps[0], steps[1]


def groups(here: Position, state: EastFrontState) -> tuple[range, ...]:
    """Faces the rules treat alike for the shot about to be fired."""
    memory = Round(*state.frames[-1])
    step = next(step for step in here.game.stack.steps if isinstance(step, BattleRound))
    lowest = step._lowest(state, memory, memory.shooter)
    back = memory.repulse if memory.stage == BattleRound.DEFENSIVE else 0
    return tuple(part for part in (range(1, back + 1), range(back + 1, lowest), range(lowest, 7)) if len(part))


def next_round(here: Position, state: EastFrontState, place: str) -> bool:
    """Begin another round of the same battle, as a blitz would; False when there is nobody left to fight."""
    state.new_battles = 0
    state.strikes.clear()
    if not state.occupied[0] & state.occupied[1] & 1 << here.hex(place):
        return False
    step = next(step for step in here.game.stack.steps if type(step) is BattleRound)
    state.frames.append(step.frame(here.hex(place), BattleRound.OPEN, 0, 0, 0, -1, 0, -1, 0, 0))
    here.game.stack.settle(state, [])
    return True


def enumerated(here: Position, place: str = PLACE, rounds: int = 1) -> tuple[list[float], list[float]]:
    """Loss distributions of both sides from every combination of dice, played through the rules."""
    battle = battle_of(here, place)
    return played_through(here, battle, start(here, place), place, rounds)


def played_through(
    here: Position, battle: Engagement, begun: EastFrontState, place: str = PLACE, rounds: int = 1
) -> tuple[list[float], list[float]]:
    """The same from a state on: every combination of the dice that are still to be thrown."""
    found: tuple[dict[int, float], dict[int, float]] = (defaultdict(float), defaultdict(float))

    def go_on(state: EastFrontState, chance: float, left: int) -> None:
        while state.frames and min(here.game.to_act(state)) != CHANCE:
            answer(here.game, state, battle)
        if not state.frames and left > 1 and next_round(here, state, place):
            go_on(state, chance, left - 1)
            return
        if not state.frames:
            for line, steps in zip(found, lost(here, battle, state), strict=True):
                line[steps] += chance
            return
        dice = here.game.chance(state)
        assert isinstance(dice, Dice)
        for likely, roll in Dice(dice.count, 6, groups(here, state)).outcomes():
            after = state.copy()
            here.game.apply(after, roll, CHANCE)
            go_on(after, chance * likely, left)

    go_on(begun.copy(), 1.0, rounds)
    ours, theirs = ([line.get(n, 0.0) for n in range(max(line) + 1)] for line in found)
    return ours, theirs


def assert_same(odds: RoundOdds, active: list[float], passive: list[float]) -> None:
    for computed, counted in ((odds.active_losses, active), (odds.passive_losses, passive)):
        width = max(len(computed), len(counted))
        padded = [*computed, *[0.0] * (width - len(computed))], [*counted, *[0.0] * (width - len(counted))]
        assert padded[0] == pytest.approx(padded[1], abs=1e-9)


@pytest.mark.parametrize(
    ("axis", "soviet", "place", "more"),
    [
        ("ax-pz-41 2, ax-inf-1 2", "so-inf-12 2, so-inf-37 1", PLACE, {}),
        ("ax-pz-41 2, ax-inf-1 1", "so-gtk-1 2", PLACE, {"hq": True}),
        ("ax-pz-41 3", "so-inf-12 2", "Rostov", {"hq": True}),
        ("ax-pz-41 2, ax-inf-1 1", "so-inf-12 2", PLACE, {"hq": True, "crossing": True}),
        ("ax-pz-41 1, ax-inf-1 2", "so-inf-12 2, so-gtk-1 1", PLACE, {"crossing": True}),
        ("ax-pz-41 2, ax-inf-1 2", "so-inf-12 2, so-gtk-1 1", PLACE, {"crossing": True, "options": ("repulses_first",)}),
        ("ax-pz-41 2", "so-inf-12 2, so-hq-south 1", PLACE, {"hq": True, "strike": True}),
        ("ax-pz-41 2", "so-inf-12 2, so-inf-37 1", "Sevastopol", {}),
        ("ax-inf-54 3", "so-inf-12 2", "Leningrad", {}),
    ],
)
def test_odds_equal_the_enumeration_of_all_dice(axis: str, soviet: str, place: str, more: dict[str, Any]) -> None:
    here = opened(axis, soviet, place, **more)
    assert_same(round_odds(battle_of(here, place)), *enumerated(here, place))


@pytest.mark.parametrize(
    ("axis", "soviet", "more"),
    [
        ("ax-pz-41 2", "so-inf-12 2", {"hq": True}),
        ("ax-pz-41 2", "so-inf-12 2", {}),
        ("ax-pz-41 1, ax-inf-1 1", "so-inf-12 2", {"hq": True, "crossing": True}),
        ("ax-pz-41 2", "so-inf-12 1, so-hq-south 1", {"hq": True, "strike": True}),
    ],
)
def test_odds_of_two_rounds_equal_the_enumeration_of_all_dice(axis: str, soviet: str, more: dict[str, Any]) -> None:
    here = opened(axis, soviet, PLACE, **more)
    assert_same(battle_odds(battle_of(here), 2)[1], *enumerated(here, rounds=2))


def test_later_rounds_only_add_losses_and_clear_more() -> None:
    rounds = battle_odds(battle_of(opened("ax-pz-41 4, ax-inf-1 4", "so-inf-12 3, so-inf-37 2", hq=True)), 5)
    assert rounds[0] == round_odds(battle_of(opened("ax-pz-41 4, ax-inf-1 4", "so-inf-12 3, so-inf-37 2", hq=True)))
    for before, after in pairwise(rounds):
        assert after.active_expected > before.active_expected
        assert after.clears > before.clears
        assert sum(after.passive_losses) == pytest.approx(1)


def test_an_attacker_who_breaks_off_loses_less_and_clears_less() -> None:
    battle = battle_of(opened("ax-pz-41 3, ax-inf-1 3", "so-inf-12 3, so-inf-37 3", hq=True))
    to_the_end, careful = battle_odds(battle, 4)[-1], battle_odds(battle, 4, while_at_least(1.0))[-1]
    assert to_the_end.breaks_off == 0 < careful.breaks_off
    assert careful.active_expected < to_the_end.active_expected
    assert careful.clears < to_the_end.clears
    at_once = battle_odds(battle, 4, while_at_least(100.0))
    assert at_once[-1].active_losses == pytest.approx(at_once[0].active_losses)


def test_a_repulsed_attacker_is_not_in_the_hex() -> None:
    odds = round_odds(battle_of(opened("ax-inf-1 1", "so-inf-12 2", hq=True, crossing=True)))
    assert odds.fails > odds.active_losses[1]  # sent back without a loss is away as well
    assert odds.clears + odds.fails < 1


def test_odds_of_a_large_battle_agree_with_many_rounds_played() -> None:
    here = opened("ax-pz-41 4, ax-pz-3 4, ax-inf-1 4, ax-inf-5 3", "so-inf-12 3, so-gtk-1 4, so-inf-37 3, so-mk-5 3", hq=True)
    battle, rng, rounds = battle_of(here), Random(7), 1500
    odds = round_odds(battle)
    totals = [0, 0]
    first = start(here).copy()
    for _ in range(rounds):
        state = first.copy()
        while state.frames:
            if min(here.game.to_act(state)) == CHANCE:
                here.game.apply(state, here.game.chance(state).sample(rng), CHANCE)
            else:
                answer(here.game, state, battle)
        for index, steps in enumerate(lost(here, battle, state)):
            totals[index] += steps
    assert totals[0] / rounds == pytest.approx(odds.active_expected, abs=0.2)
    assert totals[1] / rounds == pytest.approx(odds.passive_expected, abs=0.2)


def test_distributions_add_up_and_the_chances_make_sense() -> None:
    odds = round_odds(battle_of(opened("ax-pz-41 4, ax-pz-3 4", "so-inf-12 1", hq=True)))
    assert sum(odds.active_losses) == pytest.approx(1)
    assert sum(odds.passive_losses) == pytest.approx(1)
    assert odds.clears == pytest.approx(5 / 6 * (1 - (4 / 6) ** 8) + 1 / 6 * (1 - (4 / 6) ** 7))  # its one die may hit first
    assert odds.fails == 0


def test_under_fog_the_odds_use_what_the_viewer_knows_and_nothing_else() -> None:
    here = position("s43", axis={PLACE: "ax-pz-41 4"}, soviet={PLACE: "so-inf-12 1", "Astrakhan": "so-gtk-1 4"})
    weak, tank = here.block("so-inf-12"), here.block("so-gtk-1")
    twin = here.state.copy()
    for column in (twin.location, twin.shown, twin.handle):
        column[weak], column[tank] = column[tank], column[weak]
    recount(twin, here.game.order)
    game, hex_ = here.game, here.hex(PLACE)
    assert game.view(here.state, AXIS) == game.view(twin, AXIS)
    truth = [round_odds(engagement(game.rules, state, hex_)) for state in (here.state, twin)]
    seen = [odds_from_view(game, game.view(state, AXIS), hex_, Random(3), guesses=40) for state in (here.state, twin)]
    assert truth[0] != truth[1]
    assert seen[0] == seen[1]
    assert seen[0][0].passive_expected > 0


def test_dice_in_the_enumeration_are_real_rolls() -> None:
    assert sum(chance for chance, _ in Dice(2, 6, (range(1, 3), range(3, 6), range(6, 7))).outcomes()) == pytest.approx(1)
    assert Roll((1, 3)) in [roll for _, roll in Dice(2, 6, (range(1, 3), range(3, 6), range(6, 7))).outcomes()]


# ---- in the middle of a round


def from_here(here: Position, state: EastFrontState) -> tuple[list[float], list[float]]:
    """Loss distributions of both sides from the middle of a round on."""
    battle = round_underway(here.game.rules, state, here.hex(PLACE))
    assert battle is not None
    return played_through(here, battle, state)


@pytest.mark.parametrize(
    ("axis", "soviet", "more"),
    [
        ("ax-pz-41 2, ax-inf-1 2", "so-inf-12 2, so-inf-37 1", {}),
        ("ax-pz-41 2, ax-inf-1 2", "so-inf-12 2, so-inf-37 2", {"hq": True, "strike": True}),
        ("ax-pz-41 2, ax-inf-1 1", "so-inf-12 2, so-inf-37 1", {"hq": True, "crossing": True}),
        ("ax-pz-41 2, ax-inf-1 1", "so-inf-12 2, so-inf-37 1", {"crossing": True, "options": ("repulses_first",)}),
    ],
)
@clause("EF-7.22a", "EF-7.22b", "EF-7.34c")
def test_in_the_middle_of_a_round_the_odds_start_from_the_dice_already_thrown(axis: str, soviet: str, more: dict[str, Any]) -> None:
    here = opened(axis, soviet, PLACE, **more)
    hex_, looked_at = here.hex(PLACE), 0
    for seed in range(6):
        rng, state = Random(seed), start(opened(axis, soviet, PLACE, **more)).copy()
        whole = battle_of(here)
        while state.frames:
            battle = round_underway(here.game.rules, state, hex_)
            if battle is not None:
                assert_same(possible(here.game.rules, state, hex_).odds(1, always)[0], *from_here(here, state))
                looked_at += 1
            if min(here.game.to_act(state)) == CHANCE:
                here.game.apply(state, here.game.chance(state).sample(rng), CHANCE)
            else:
                answer(here.game, state, battle or whole)
    assert looked_at > 12


@clause("EF-7.13a", "EF-13.15a")
def test_the_odds_of_a_planned_battle_count_the_strike_assigned_to_it() -> None:
    here = opened("ax-pz-41 2", "so-inf-12 2", hq=True, strike=True)
    struck = possible(here.game.rules, here.state, here.hex(PLACE)).odds(1, always)[0]
    assert struck == round_odds(battle_of(here))
    here.state.strikes.clear()
    assert struck.passive_expected > possible(here.game.rules, here.state, here.hex(PLACE)).odds(1, always)[0].passive_expected


# ---- under fog


def remembered(here: Position, key: str, seen_turn: int) -> None:
    """The Axis has seen the face of a unit; it is hidden again."""
    effects.reveal(here.state, here.block(key), seen_turn)
    effects.hide(here.state, here.block(key))


@clause("EF-0.2c", "EF-11.41a")
def test_a_strength_seen_in_this_turn_is_known_and_one_seen_before_production_may_have_grown_by_a_step() -> None:
    here = opened("ax-pz-41 4, ax-inf-1 3", "so-inf-12 1", hq=True)
    here.state.month, here.state.turn = here.state.month + 1, 6  # the second turn of August
    here.state.active = SOVIET
    hex_ = here.hex(PLACE)
    exact = {steps: round_odds(battle_of(with_steps(here, steps))) for steps in (1, 2, 3)}
    here.state.steps[here.block("so-inf-12")] = 1
    for seen_turn, strengths in ((6, (1,)), (5, (1,)), (4, (1, 2)), (0, (1, 2, 3))):
        here.state.seen_steps[here.block("so-inf-12")] = 0
        if seen_turn:
            remembered(here, "so-inf-12", seen_turn)
        odds = odds_from_view(here.game, here.game.view(here.state, AXIS), hex_, Random(3), guesses=200)[0]
        expected = [exact[steps].active_expected for steps in strengths]
        if seen_turn:
            assert odds.active_expected == pytest.approx(sum(expected) / len(expected), abs=0.06)
        else:
            assert odds.active_expected != pytest.approx(expected[0], abs=0.06)  # it may be anybody


def with_steps(here: Position, steps: int) -> Position:
    here.state.steps[here.block("so-inf-12")] = steps
    return here


@clause("EF-10.4a", "EF-0.2a")
def test_who_remembers_a_strength_counts_along_when_the_unit_starves() -> None:
    around = dict.fromkeys(("Gorky", "Vladimir", "1506", "1606"), "infantry 3")
    here = position("s43", axis={"1507": "ax-inf-1 3"}, soviet=around, active=SOVIET)
    effects.reveal(here.state, here.block("ax-inf-1"), 0)
    effects.hide(here.state, here.block("ax-inf-1"))
    here.begin(SUPPLY)
    assert here.value("ax-inf-1") == 2
    (seen,) = (sight for sight in here.game.view(here.state, SOVIET).blocks.seen if sight.block == here.block("ax-inf-1"))
    assert seen.steps == 2


@clause("EF-5.1e")
def test_who_has_just_attacked_is_taken_for_no_headquarters() -> None:
    here = opened("ax-pz-41 4, ax-inf-1 3", "so-inf-12 1", crossing=True)
    view = here.game.view(here.state, SOVIET)
    hqs = set(here.game.rules.units.all_hqs)
    hex_ = here.hex(PLACE)
    for seed in range(40):
        guess = here.game.guess(view, Random(seed))
        assert not hqs & {block for block in here.game.order.of_side[AXIS] if guess.location[block] == hex_}


@clause("EF-11.1a", "EF-4.1a", "EF-S41.2a", "EF-S44.3a")
@pytest.mark.parametrize(
    ("scenario", "month", "half", "active", "turn", "since"),
    [
        ("s43", "1943-07", 2, SOVIET, 4, [0, 0, 0, 0]),  # the first month of a game has no Production
        ("s43", "1943-08", 1, AXIS, 5, [1, 1, 1, 1, 0]),
        ("s43", "1943-09", 1, SOVIET, 10, [2, 2, 2, 2, 1, 1, 1, 1, 0, 0]),
        ("s41", "1941-07", 1, AXIS, 3, [1, 1, 0]),  # June 1941 is one Fortnight
        ("s44", "1944-07", 1, AXIS, 4, [1, 1, 1, 0]),  # the Axis has no turn at first in June 1944
        ("s44", "1944-06", 2, SOVIET, 3, [0, 0, 0]),
    ],
)
def test_productions_since_a_turn(scenario: str, month: str, half: int, active: int, turn: int, since: list[int]) -> None:
    here = position(scenario, month=month, half=half, active=active)
    here.state.turn, here.state.phase = turn, COMBAT
    assert [here.game.rules.scenarios.productions_since(here.state, number) for number in range(1, turn + 1)] == since
