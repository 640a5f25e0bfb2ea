"""The aim of EastFront: victory points and their levels; in Edelweiss, for which the book has no victory, an aim of our own."""

from random import Random
from typing import Final

import msgspec

from blockfront.core.aim import Aim, AimCondition, AimItem, AimLevel, AimPlace, Span
from blockfront.games.eastfront.events import Score
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.rules.ch17_victory import NEVER, NOBODY
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState
from blockfront.games.eastfront.view import EastFrontView, ViewBuilder

GUESSES: Final = 12  # how many possible states of the hidden units are scored
LOWEST: Final = -10_000


def aim(game: EastFront, view: EastFrontView) -> Aim:
    scenario = game.rules.chain[view.place_in_chain]
    if scenario.our_aim:
        return _ours(game, view)
    if scenario.occupations:
        return _crossing(game, view)
    return _points(game, view)


def _turns(game: EastFront, view: EastFrontView) -> tuple[int, int]:
    scenario = game.rules.chain[view.place_in_chain]
    left = 2 * (scenario.last_month - view.month) + (3 - max(view.half, 1))
    return scenario.fortnights, max(0, min(scenario.fortnights, left))


def _holder(view: EastFrontView, hex_: int) -> int:
    return AXIS if hex_ in view.axis_hexes else SOVIET if hex_ in view.soviet_hexes else -1


def _ours(game: EastFront, view: EastFrontView) -> Aim:
    """The aim of an introductory game: the Axis wins with all named places, the Soviets win if it has none, otherwise it is a draw."""
    named = game.rules.chain[view.place_in_chain].our_aim
    places = tuple(AimPlace(hex_, 1, _holder(view, hex_)) for hex_ in (game.rules.board.map.hex(name) for name in named))
    held = sum(place.holder == AXIS for place in places)
    levels = (AimLevel(0, SOVIET, "denied"), AimLevel(1, NOBODY, "draw"), AimLevel(len(places), AXIS, "reached"))
    turns, left = _turns(game, view)
    month = game.rules.chain[view.place_in_chain].last_month
    return Aim("places", AXIS, (held, held), levels, (), places, turns, left, month, "EF-EDW.0a", is_ours=True)


def _crossing(game: EastFront, view: EastFrontView) -> Aim:
    """How soon the Soviets cross Poland. The aim ranges from the result of crossing this month to the result of never crossing."""
    scenario = game.rules.chain[view.place_in_chain]
    rungs = scenario.occupations  # by month; the last rung is for never crossing
    months = [rung.month for rung in rungs]
    now = months.index(view.month) if view.month in months else 0
    levels = tuple(AimLevel(place, NOBODY if rung.winner is None else rung.winner, rung.level) for place, rung in enumerate(rungs))
    conditions = tuple(AimCondition("poland_held") if m == NEVER else AimCondition("poland_crossed", m) for m in months)
    turns, left = _turns(game, view)
    span = (now, len(rungs) - 1)
    return Aim("conditions", AXIS, span, levels, (), (), turns, left, scenario.last_month, "EF-W44.5a", conditions=conditions)


def _points(game: EastFront, view: EastFrontView) -> Aim:
    victory = game.rules.victory
    handicap = game.rules.chain[view.place_in_chain].handicap
    rng = Random(0)  # a fixed seed, so that the same view gives the same answer
    scores: list[tuple[Score, Score]] = []
    for _ in range(GUESSES):
        state = game.guess(view, rng)
        scores.append((victory.axis_score(state), victory.soviet_score(state)))
    for extreme in _extremes(game, view):
        scores.append((victory.axis_score(extreme), victory.soviet_score(extreme)))
    balances = [axis.total + handicap - soviet.total for axis, soviet in scores]
    items = [_item(name, scores) for name in Score.__struct_fields__]
    items.append(AimItem("handicap", ((handicap, handicap), (0, 0))))
    turns, left = _turns(game, view)
    return Aim(
        "points",
        AXIS,
        (min(balances), max(balances)),
        _levels(game),
        tuple(item for item in items if any(any(span) for span in item.points)),
        _places(game, view),
        turns,
        left,
        game.rules.chain[view.place_in_chain].last_month,
        "EF-17.1a",
    )


def _extremes(game: EastFront, view: EastFrontView) -> list[EastFrontState]:
    """States the viewer cannot rule out, with each side's hidden headquarters as weak or as strong as possible, in every combination."""
    known = {sight.block: sight for sight in view.blocks.seen if sight.block >= 0}
    views = ViewBuilder(game.rules)
    found = []
    for weakest in ((True, True), (True, False), (False, True), (False, False)):  # the Axis at its weakest, the Soviets at their weakest
        state = game.guess(view, Random(0))
        for side in (AXIS, SOVIET):
            for hq in game.rules.units.hqs[side] if side != view.viewer else ():
                sight = known.get(hq)
                if state.location[hq] < 0 or (sight is not None and sight.face_up):
                    continue
                steps = views.possible_steps(state, hq, sight.steps if sight else 0, sight.seen_turn if sight else 0)
                state.steps[hq] = steps[0] if weakest[side] else steps[-1]
        found.append(state)
    return found


def _item(name: str, scores: list[tuple[Score, Score]]) -> AimItem:
    def span(side: int) -> Span:
        values = [msgspec.structs.asdict(pair[side])[name] for pair in scores]
        return min(values), max(values)

    return AimItem(name, (span(AXIS), span(SOVIET)))


def _levels(game: EastFront) -> tuple[AimLevel, ...]:
    """The levels of victory, from decisive Soviet to decisive Axis."""
    table = [row for row in game.rules.tables.victory_levels if row.at_least > 0]  # the highest first
    draw = next(row.level for row in game.rules.tables.victory_levels if row.at_least == 0)
    ends = [*(-row.at_least for row in table), -min(row.at_least for row in table) + 1]
    soviet = [AimLevel(LOWEST if number == 0 else ends[number - 1] + 1, SOVIET, row.level) for number, row in enumerate(table)]
    middle = AimLevel(ends[-1], NOBODY, draw)
    return (*soviet, middle, *(AimLevel(row.at_least, AXIS, row.level) for row in reversed(table)))


def _places(game: EastFront, view: EastFrontView) -> tuple[AimPlace, ...]:
    """The production centres, those worth most first."""
    worth: dict[int, int] = {}
    for site in game.rules.board.map.production:
        worth[site.hex] = worth.get(site.hex, 0) + site.value
    found = [AimPlace(hex_, value, _holder(view, hex_)) for hex_, value in worth.items() if value]
    return tuple(sorted(found, key=lambda place: (-place.points, place.hex)))
