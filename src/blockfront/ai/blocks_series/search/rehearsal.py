"""Plays plans through on a guessed position, with captains for both sides, through the enemy's answer and beyond."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground, attacks
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.phases.movement import Mover, Plan
from blockfront.ai.blocks_series.sense import sense
from blockfront.core.actions import Action
from blockfront.core.chance import Shuffle
from blockfront.core.sides import CHANCE, Side
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState

Thought = Callable[[SeriesGame, SeriesState, Side, Random], tuple[Action, ...]]  # returns the next actions of the side that decides
Changes = Mapping[str, float]

GOAL: Final = 12.0  # worth of a decisive place, times its weight
SUDDEN: Final = 60.0  # worth of winning the game
STEP: Final = 1.0
NEAR: Final = 0.5  # cost of a movement point between the foremost units and the goals
NEARER: Final = 1.0  # the same where there is only one goal
FOREMOST: Final = 4
CUT_OFF: Final = 2.5
TRIES: Final = 4  # actions among which a player without a plan chooses


class Draft(NamedTuple):
    """A plan and the weights it was made with; the turns after it are played with the same weights."""

    plan: Plan
    weights: Weights


def never() -> bool:
    """Stands for a time limit that is never reached."""
    return False


def plans_of(
    game: SeriesGame,
    state: SeriesState,
    side: Side,
    weights: Weights,
    variants: Sequence[Changes],
    is_over: Callable[[], bool] = never,
    hidden: frozenset[int] | None = None,
) -> list[Draft]:
    """Makes different plans by changing the weights.

    If `hidden` (never-seen enemies) is given, needs are judged exactly, and a plan that only meets them is added at the end; an attacker
    without needs does not wait, because that would be no plan at all.
    """
    exposure = Exposure(game.rules, state, side, hidden or frozenset(), exact=hidden is not None)
    found = _differing(lambda changed: Mover(game, state, side, changed, exposure=exposure).plan(), weights, variants, is_over)
    if hidden is not None and weights.needs and not is_over():
        quiet = Mover(game, state, side, weights, exposure=exposure).quiet()
        if quiet.actions or not attacks(game.rules, state, side):
            found.append(Draft(quiet, weights))
    return found


def marches_of(
    game: SeriesGame,
    state: SeriesState,
    side: Side,
    weights: Weights,
    variants: Sequence[Changes],
    is_over: Callable[[], bool] = never,
    hidden: frozenset[int] | None = None,
) -> list[Draft]:
    """Makes different plans for the marches of armour in the Exploitation Phase."""
    exposure = Exposure(game.rules, state, side, hidden or frozenset(), exact=hidden is not None)

    def march(changed: Weights) -> Plan:
        mover = Mover(game, state, side, changed, exposure=exposure)
        actions = mover.exploit()
        return Plan(actions, (), mover.state)

    return _differing(march, weights, variants, is_over)


def _differing(make: Callable[[Weights], Plan], weights: Weights, variants: Sequence[Changes], is_over: Callable[[], bool]) -> list[Draft]:
    """Makes one plan per variant until time is over (at least one), leaving out plans with the same actions."""
    found: dict[tuple[Action, ...], Draft] = {}
    for changes in variants:
        if found and is_over():
            break
        changed = msgspec.structs.replace(weights, **changes)
        plan = make(changed)
        found.setdefault(plan.actions, Draft(plan, changed))
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
    """Plays the given actions, then `ahead` player turns in all, and returns the worth of the resulting position.

    Returns None if time ran out first.
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
    """Combines two ways to play: `mine` for the given side and `theirs` for the other."""

    def think(game: SeriesGame, state: SeriesState, actor: Side, rng: Random) -> tuple[Action, ...]:
        return (mine if actor == side else theirs)(game, state, actor, rng)

    return think


def wandering(game: SeriesGame, state: SeriesState, side: Side, rng: Random) -> tuple[Action, ...]:
    """Returns a sensible action chosen at random: a player without a plan, who may turn up anywhere."""
    choices = game.legal(state, side)
    sampled = list(dict.fromkeys(choices.sample(rng) for _ in range(TRIES)))
    sensible = [sense(game, state, side, action) for action in sampled]
    return (rng.choices(sampled, sensible)[0] if any(sensible) else sampled[0],)


def appraise(game: SeriesGame, state: SeriesState, side: Side) -> float:
    """Returns what a position is worth to a side: result, goals held, strength, supply and distance to the goals."""
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
