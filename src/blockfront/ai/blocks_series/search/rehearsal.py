"""Plans played through: to the end of the turn and through the enemy's answer, on a guessed position, as captains would play."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.phases.movement import Mover, Plan
from blockfront.ai.blocks_series.sense import sense
from blockfront.core.actions import Action
from blockfront.core.chance import Shuffle
from blockfront.core.sides import CHANCE, Side
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState

Thought = Callable[[SeriesGame, SeriesState, Side, Random], tuple[Action, ...]]  # the next actions of whoever decides
Changes = Mapping[str, float]

GOAL: Final = 12.0  # a place that decides, by its weight
SUDDEN: Final = 60.0  # the game itself
STEP: Final = 1.0
NEAR: Final = 0.5  # a movement point of the foremost units to the goals
NEARER: Final = 1.0  # the same where there is only one
FOREMOST: Final = 4
CUT_OFF: Final = 2.5
TRIES: Final = 4  # actions among which somebody without a plan chooses


class Way(NamedTuple):
    """A plan, and the weights with which it was made: whoever follows it goes on in the same way."""

    plan: Plan
    weights: Weights


def never() -> bool:
    return False


def plans_of(
    game: SeriesGame, state: SeriesState, side: Side, weights: Weights, variants: Sequence[Changes], is_over: Callable[[], bool] = never
) -> list[Way]:
    """Plans that differ, made with changed weights."""
    return _differing(lambda changed: Mover(game, state, side, changed).plan(), weights, variants, is_over)


def marches_of(
    game: SeriesGame, state: SeriesState, side: Side, weights: Weights, variants: Sequence[Changes], is_over: Callable[[], bool] = never
) -> list[Way]:
    """Marches of armour in the Exploitation Phase that differ."""

    def march(changed: Weights) -> Plan:
        mover = Mover(game, state, side, changed)
        actions = mover.exploit(game.rules.blitz.exploiters(state, side))
        return Plan(actions, (), mover.state)

    return _differing(march, weights, variants, is_over)


def _differing(make: Callable[[Weights], Plan], weights: Weights, variants: Sequence[Changes], is_over: Callable[[], bool]) -> list[Way]:
    """The first plan, and those with other actions as long as the time is not over."""
    found: dict[tuple[Action, ...], Way] = {}
    for changes in variants:
        if found and is_over():
            break
        changed = msgspec.structs.replace(weights, **changes)
        plan = make(changed)
        found.setdefault(plan.actions, Way(plan, changed))
    return list(found.values())


def played_through(
    game: SeriesGame,
    state: SeriesState,
    side: Side,
    actions: Sequence[Action],
    think: Thought,
    dice: Random,
    ahead: int = 2,
    is_over: Callable[[], bool] = never,
) -> float | None:
    """What the decisions of a phase, its end included, are worth when so many player turns have been played, its own the first.

    None where the time was over before.
    """
    after, pending = state.copy(), list(actions)
    end = state.turn + ahead
    while after.turn < end and game.result(after) is None:
        if is_over():
            return None
        actor = min(game.to_act(after))
        if actor == CHANCE:
            chance = game.chance(after)
            if not isinstance(chance, Shuffle):
                pending.clear()
            game.apply(after, chance.sample(dice), CHANCE)
            continue
        legal = game.legal(after, actor)
        while pending and pending[0] not in legal:
            pending.pop(0)
        if not pending:
            pending = list(think(game, after, actor, dice))
            if not pending or pending[0] not in legal:
                pending = [next(iter(legal))]
        game.apply(after, pending.pop(0), actor)
    return appraise(game, after, side)


def against(side: Side, mine: Thought, theirs: Thought) -> Thought:
    """Each side thinks in its own way."""

    def think(game: SeriesGame, state: SeriesState, actor: Side, rng: Random) -> tuple[Action, ...]:
        return (mine if actor == side else theirs)(game, state, actor, rng)

    return think


def wandering(game: SeriesGame, state: SeriesState, side: Side, rng: Random) -> tuple[Action, ...]:
    """An action of somebody who has no plan and turns up anywhere."""
    choices = game.legal(state, side)
    sampled = list(dict.fromkeys(choices.sample(rng) for _ in range(TRIES)))
    sensible = [sense(game, state, side, action) for action in sampled]
    return (rng.choices(sampled, sensible)[0] if any(sensible) else sampled[0],)


def appraise(game: SeriesGame, state: SeriesState, side: Side) -> float:
    """A position for a side: the result, the goals, the armies and how near they are."""
    result = game.result(state)
    worth = _for_first_side(game, state)
    if result is not None and result.winner is not None:
        worth += SUDDEN if result.winner == 0 else -SUDDEN
    return worth if side == 0 else -worth


def _for_first_side(game: SeriesGame, state: SeriesState) -> float:
    rules, worth = game.rules, 0.0
    for side, sign in ((0, 1.0), (1, -1.0)):
        ground = Ground(rules, state, side)
        units = [block for block in rules.units.ground[side] if state.location[block] >= 0]
        worth += sign * STEP * sum(rules.units.value(block, state.steps[block]) for block in units)
        worth += sign * GOAL * sum(ground.kept.values()) / 2
        worth -= sign * CUT_OFF * len(ground.cut_off(state, side))
        if ground.attacks:
            foremost = sorted(min(ground.way[state.location[block]], FAR) for block in units if rules.units.is_combat[block])[:FOREMOST]
            worth -= sign * (NEARER if ground.one_goal else NEAR) * sum(foremost)
    return worth
