"""How a general thinks of the end: what is certain counts in full, railways are kept open, cut off enemies count."""

from random import Random

import pytest
from msgspec.structs import replace

from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.outlook import advantage, enough, likely_command
from blockfront.ai.eastfront.evaluation.weights import NO_TOMORROW, PRESSED, at_the_end
from blockfront.ai.eastfront.search.foresight import Foresight, imagine
from blockfront.ai.eastfront.search.general import EXACT, LATE, LEAP, STAKE, USUAL, Trust, counting_cut_off, look_closely, trust_of
from blockfront.ai.eastfront.search.last_month import LastMonth
from blockfront.blocks import effects
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, COMMAND, DRY, MUD, SNOW, SOVIET, EastFrontState
from tests.ai.eastfront.start_lines import at_the_start_lines


def november(weather: int, half: int = 1) -> tuple[EastFront, EastFrontState]:
    """Both armies at their start lines in the last month, Leningrad linked: no Axis unit is left in Volkhov."""
    game, state = at_the_start_lines()
    rules = game.rules
    volkhov = rules.board.map.hex("Volkhov")
    for block in rules.battles.units_of(state, volkhov, AXIS):
        effects.place(state, block, AXIS, rules.board.map.hex("Warsaw"))
    state.month, state.half, state.weather, state.phase = rules.chain[-1].last_month, half, weather, COMMAND
    state.derived = {}
    rules.control.determine(state)
    return game, state


def lines(game: EastFront, state: EastFrontState, contested: float) -> float:
    """What the Soviet lines are worth."""
    knowledge = Knowledge(game.rules, state, SOVIET, replace(PRESSED, contested=contested))
    stacks: dict[int, list[int]] = {}
    for block in game.order.of_side[SOVIET]:
        if state.location[block] >= 0:
            stacks.setdefault(state.location[block], []).append(block)
    return Ground(knowledge).front.worth(state, stacks, ())


def feared(game: EastFront, state: EastFrontState) -> float:
    """What is feared of enemies who only enter hexes."""
    return lines(game, state, 0.0) - lines(game, state, 1.0)


def pinned(game: EastFront, state: EastFrontState) -> EastFrontState:
    """A position in which the neighbours of Volkhov from which it can be entered hold a battle each."""
    board, rules, after = game.rules.board, game.rules, state.copy()
    free = [b for b in rules.order.of_side[SOVIET] if after.location[b] == board.map.hex("Moscow") and not rules.units.is_hq[b]]
    free += [b for b in rules.order.of_side[SOVIET] if after.location[b] == board.map.hex("Malaya Vishera")]
    effects.place(after, free[0], SOVIET, board.map.hex("Chudovo"))
    after.axis_defends |= 1 << board.map.hex("Chudovo")
    after.derived = {}
    rules.control.determine(after)
    return after


def test_an_enemy_who_could_cut_leningrad_off_over_frozen_rivers_is_feared_until_he_is_held_fast() -> None:
    game, state = november(SNOW)
    assert feared(game, state) > 2.0
    assert feared(game, pinned(game, state)) < feared(game, state) - 2.0


@pytest.mark.parametrize("weather", [DRY, MUD])
def test_rivers_keep_him_out_in_any_other_weather(weather: int) -> None:
    game, state = november(weather)
    frozen = november(SNOW)[1]
    assert feared(game, state) < feared(game, frozen) - 2.0


def trust(game: EastFront, state: EastFrontState, side: int, pressure: float) -> Trust:
    knowledge = Knowledge(game.rules, state, side)
    knowledge.pressure = pressure
    return trust_of(knowledge)


def test_odds_are_trusted_in_full_where_nobody_answers_and_least_after_the_last_production() -> None:
    game, state = november(MUD, half=2)
    assert trust(game, state, AXIS, 0.0) == LATE
    assert trust(game, state, SOVIET, 0.0) == EXACT
    state.month -= 1
    assert trust(game, state, SOVIET, 0.0) == USUAL
    assert sum(LATE) < sum(USUAL) < sum(EXACT)


def test_who_would_not_win_by_standing_still_trusts_plans_more_at_the_end() -> None:
    game, state = november(MUD)
    assert trust(game, state, SOVIET, 0.1) == STAKE
    assert trust(game, state, SOVIET, 0.0) == LATE
    state.month, state.half = state.month - 1, 2
    assert trust(game, state, SOVIET, 0.1) == LEAP, "snow may give him the next turn"
    assert trust(game, state, AXIS, 0.1) == USUAL
    assert sum(USUAL) < sum(LEAP) <= sum(STAKE)


@pytest.mark.parametrize("weather", [MUD, SNOW])
def test_enemies_without_supply_count_in_the_last_soviet_turn_alone(weather: int) -> None:
    game, state = november(weather, half=2)
    assert counting_cut_off(NO_TOMORROW, Knowledge(game.rules, state, SOVIET)).no_zone == 1.0
    assert counting_cut_off(NO_TOMORROW, Knowledge(game.rules, state, AXIS)) == NO_TOMORROW
    state.half = 1
    late = at_the_end(PRESSED)
    assert counting_cut_off(late, Knowledge(game.rules, state, SOVIET)) == late


def test_a_headquarters_seen_spent_is_imagined_recovered_after_production() -> None:
    game, state = november(SNOW)
    units = game.rules.units
    hq = next(h for h in units.hqs[AXIS] if state.location[h] >= 0)
    effects.set_steps(state, hq, 1)
    state.seen_steps[hq] = 1
    knowledge = Knowledge(game.rules, state, SOVIET)
    assert knowledge.known[hq]
    assert {imagine(knowledge, Random(seed)).steps[hq] for seed in range(20)} == {2, units.full[hq]}
    state.half = 2
    later = Knowledge(game.rules, state, SOVIET)
    assert {imagine(later, Random(seed)).steps[hq] for seed in range(20)} == {1, 2, units.full[hq]}


def test_headquarters_are_counted_as_they_were_seen_and_hidden_ones_as_nearly_full() -> None:
    game, state = november(MUD, half=2)
    units = game.rules.units
    hqs = [hq for hq in units.hqs[AXIS] if state.location[hq] >= 0]
    full = sum(units.value(hq, units.full[hq]) for hq in hqs)
    for hq in hqs:
        effects.set_steps(state, hq, 1)  # what a guess holds is not believed
    hidden = likely_command(Knowledge(game.rules, state, SOVIET))
    assert full - 0.3 * len(hqs) < hidden < full
    for hq in hqs:
        state.seen_steps[hq] = 2
    seen = likely_command(Knowledge(game.rules, state, SOVIET))
    assert sum(units.value(hq, 2) for hq in hqs) < seen < hidden


def test_after_the_last_production_points_are_counted_with_what_was_seen() -> None:
    game, state = november(MUD, half=2)
    before, spent = Knowledge(game.rules, state, SOVIET), Knowledge(game.rules, state, SOVIET)
    look_closely(before)
    for hq in game.rules.units.hqs[AXIS]:
        state.seen_steps[hq] = 1
    look_closely(spent)
    assert spent.pressure < before.pressure
    state.month -= 1
    earlier = Knowledge(game.rules, state, SOVIET)
    untouched = earlier.pressure
    look_closely(earlier)
    assert earlier.pressure == untouched


def given(game: EastFront, state: EastFrontState, points: int) -> EastFrontState:
    """A position with so many points of advantage for the Soviets, by headquarters of the Axis that were seen spent."""
    for hq in game.rules.units.hqs[AXIS]:
        effects.set_steps(state, hq, 1)
    state.face_up |= sum(1 << hq for hq in game.rules.units.hqs[AXIS])
    for block in game.order.of_side[AXIS]:
        if advantage(game.rules, state, SOVIET) >= points:
            break
        if state.location[block] >= 0 and game.rules.units.type[block] == "infantry":
            effects.eliminate(state, block, AXIS)
            state.derived = {}
            game.rules.control.determine(state)
    return state


def test_in_the_last_turn_a_victory_is_worth_most_and_points_beyond_it_next_to_nothing() -> None:
    game, state = november(MUD, half=2)
    turn = LastMonth(game, Knowledge(game.rules, state, SOVIET), Random(1))
    need = enough(game.rules)
    assert need == 6
    win, draw, loss = turn._worth(need), turn._worth(need - 1), turn._worth(-need)
    assert win - draw > 2 * (draw - loss) > 0
    assert turn._worth(need + 10) - win < 0.1 * (win - draw)


@pytest.mark.parametrize(("weather", "answers", "saved"), [(MUD, 0, 0), (SNOW, 3, 4)])
def test_the_end_is_counted_after_the_enemys_answer_if_there_is_one(
    monkeypatch: pytest.MonkeyPatch, weather: int, answers: int, saved: int
) -> None:
    game, state = november(weather, half=2)
    sides: list[int] = []
    used = [int(hq) for hq in game.rules.units.hqs[AXIS] if state.location[hq] >= 0][:2]

    def answer(self: Foresight, state: EastFrontState, side: int) -> tuple[EastFrontState, list[int]]:
        sides.append(side)
        return state, used

    monkeypatch.setattr(Foresight, "_turn", answer)
    knowledge, before = Knowledge(game.rules, state, SOVIET), state.digest()
    foresight = Foresight(game, knowledge, Random(2))
    for hq in used:
        foresight.imagined.steps[hq] = game.rules.units.full[hq]
    monkeypatch.setattr(foresight, "_battles", lambda *_: [])
    ends = foresight.ends(state, [], [], 3, Random(3))
    assert sides == [AXIS] * answers
    standing = foresight._with_imagined(state)
    foresight._starve(standing, AXIS)
    assert ends == [advantage(game.rules, standing, SOVIET) + saved] * 3, "he pays for the headquarters he uses"
    assert state.digest() == before


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize("weather", [MUD, SNOW])
def test_before_the_last_fortnight_the_turns_of_both_are_played_in_the_order_of_its_weather(
    monkeypatch: pytest.MonkeyPatch, weather: int, odd: bool
) -> None:
    game, state = november(weather)
    turns: list[tuple[int, int]] = []

    def turn(self: Foresight, state: EastFrontState, side: int) -> tuple[EastFrontState, list[int]]:
        turns.append((state.half, side))
        return state, []

    monkeypatch.setattr(Foresight, "_turn", turn)
    foresight = Foresight(game, Knowledge(game.rules, state, SOVIET), Random(2), odd=odd)
    monkeypatch.setattr(foresight, "_battles", lambda *_: [])
    foresight.ends(state, [], [], 1, Random(3))
    month = game.rules.tables.east[state.month % 12]
    first = game.rules.tables.weather[month.odd if odd else month.even].first
    assert turns == [*([(1, AXIS)] if weather == SNOW else []), (2, first), (2, 1 - first)]
    assert {month.odd, month.even} == {MUD, SNOW}


def test_a_turn_of_ones_own_that_would_not_pay_is_not_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = november(MUD)
    hq = game.rules.units.hqs[SOVIET][0]
    monkeypatch.setattr(Foresight, "_turn", lambda self, state, side: (state, [hq]))
    foresight = Foresight(game, Knowledge(game.rules, state, SOVIET), Random(2))
    assert foresight._last(state, SOVIET) is state
    assert foresight._last(state, AXIS).steps[hq] == state.steps[hq] - 1


def test_a_fortnight_before_the_end_a_point_more_betters_the_chances() -> None:
    game, early = november(MUD)
    _, late = november(MUD, half=2)
    need = enough(game.rules)
    month, last = (LastMonth(game, Knowledge(game.rules, state, SOVIET), Random(1)) for state in (early, late))
    assert month._worth(need - 2) - month._worth(need - 3) > 0.05
    assert last._worth(need - 2) - last._worth(need - 3) < 0.01


def test_who_has_won_by_standing_still_spends_no_command_in_the_last_turn() -> None:
    game, state = november(MUD, half=2)
    state.active = SOVIET
    state = given(game, state, 8)
    assert advantage(game.rules, state, SOVIET) >= 6
    knowledge = Knowledge(game.rules, state, SOVIET)
    turn = LastMonth(game, knowledge, Random(1))
    idle = turn.merit(state, [], [], 0)
    assert idle > 0.9
    assert turn.merit(state, [], [], 3) < idle
