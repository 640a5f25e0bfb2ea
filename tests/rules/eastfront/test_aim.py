"""The aim as a viewer knows it: the span of what he cannot know is as wide as it can be, no wider."""

from random import Random

from blockfront.core.clauses import clause
from blockfront.core.match import Match
from blockfront.core.sides import Side
from blockfront.games.eastfront.aids.aim import aim
from blockfront.games.eastfront.game import EastFront, make
from blockfront.games.eastfront.state import AXIS, SOVIET


def deployed(seed: int) -> tuple[EastFront, Match]:
    game = make("s43", frozenset())
    match = Match(game, seed=bytes([seed]) * 32)
    rng = Random(seed)
    while match.state.turn < 3:
        for seat in match.seats:
            for side in seat.sides:
                if side in match.to_act():
                    match.submit(seat, rng.choice(list(game.legal(match.state, side))))
    return game, match


@clause("EF-17.1b")
def test_hidden_headquarters_span_from_all_weakest_to_all_strongest() -> None:
    game, match = deployed(1)
    units, state = game.rules.units, match.state
    shown = aim(game, game.view(state, Side(AXIS)))
    command = next(item for item in shown.items if item.name == "command").points
    known = {sight.block for sight in game.view(state, Side(AXIS)).blocks.seen if sight.block >= 0}
    hidden = [hq for hq in units.hqs[SOVIET] if state.location[hq] >= 0 and hq not in known]
    assert hidden
    seen = sum(units.value(hq, state.steps[hq]) for hq in units.hqs[SOVIET] if state.location[hq] >= 0 and hq in known)
    low = 2 * (seen + sum(units.value(hq, 1) for hq in hidden))
    high = 2 * (seen + sum(units.value(hq, units.full[hq]) for hq in hidden))
    assert command[SOVIET] == (low, high)
    assert command[AXIS][0] == command[AXIS][1], "one knows one's own"


@clause("EF-17.1a")
def test_the_truth_lies_within_the_span() -> None:
    for seed in (2, 3):
        game, match = deployed(seed)
        victory, handicap = game.rules.victory, game.rules.scenario_of(match.state).handicap
        truth = victory.axis_score(match.state).total + handicap - victory.soviet_score(match.state).total
        for side in (AXIS, SOVIET):
            low, high = aim(game, game.view(match.state, Side(side))).balance
            assert low <= truth <= high, (seed, side)


@clause("EF-W44.5a")
def test_the_crossing_of_poland_counts_by_its_month() -> None:
    game = make("w44", frozenset())
    state = game.setup()
    grades = ("decisive", "major", "marginal")
    ladder = [*((level, SOVIET) for level in grades), ("draw", -1), *((level, AXIS) for level in reversed(grades))]
    for months in range(6):
        shown = aim(game, game.view(state, Side(SOVIET)))
        assert [(level.level, level.winner) for level in shown.levels] == ladder
        assert shown.balance == (months, 6), "from crossing it now to never"
        state.month += 1
    assert [one.name for one in shown.conditions] == ["poland_crossed"] * 6 + ["poland_held"]
