"""Setting up: chooses among several set-ups that are nearly as good as the best, so that games differ.

An attacker with one goal sets up as near to it as allowed, armour first, guns with the armour. A defender leaves the enemy as little
as possible to attack at once.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.search.choice import chosen
from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import Deploy
from blockfront.games.blocks_series.aids.automatic_set_up import automatic_set_up
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.deployment import Deployments
from blockfront.hexes.hexset import members

DRAWN: Final = 3  # set-ups that are compared
NEARLY: Final = 0.1  # share by which a set-up may be worse than the best
LEEWAY: Final = 1.15  # factor on the best set-up's cost that is allowed after units have been shifted
SHIFTS: Final = 4


def set_up(rules: Rules, state: SeriesState, side: int, ground: Ground, rng: Random) -> Action:
    """Draws a set-up of this side from what this side knows."""
    choices = Deployments(rules, side)
    drawn = [deployed(rules, state, side, ground, choices.drawn(rng)) for _ in range(DRAWN)]
    judged = [(_judged(rules, state, side, ground, action), action) for action in drawn]
    best = max(worth for worth, _ in judged)

    def is_good(action: Action) -> bool:
        return _judged(rules, state, side, ground, action) >= best * LEEWAY

    return choices.mixed(_varied(rules, side, chosen(judged, NEARLY * abs(best), rng), rng, is_good), rng)


def _varied(rules: Rules, side: int, action: Action, rng: Random, is_good: Callable[[Action], bool]) -> Action:
    """Shifts a few units by one hex where that is legal and hardly worse."""
    assert isinstance(action, Deploy)
    found = {block: (steps, hex_) for block, steps, hex_ in action.placements}
    able = [block for block, (_, hex_) in found.items() if hex_ >= 0 and rules.units.is_combat[block] and not rules.units.is_static[block]]
    changed = action
    for block in rng.sample(able, min(SHIFTS, len(able))):
        steps, hex_ = found[block]
        ways = members(rules.board.neighbours(hex_) & rules.set_up.zone(block))
        if not ways:
            continue
        shifted = found | {block: (steps, rng.choice(ways))}
        trial = Deploy(tuple((one, *where) for one, where in sorted(shifted.items())))
        if not rules.set_up.problems(side, trial.placements) and is_good(trial):
            found, changed = shifted, trial
    return changed


def _judged(rules: Rules, state: SeriesState, side: int, ground: Ground, action: Action) -> float:
    """Rates a set-up: an attacker's by its distance to the goals, a defender's by the steps the enemy's first attacks would cost."""
    assert isinstance(action, Deploy)
    units = rules.units
    if ground.attacks:
        return -sum(ground.way[hex_] for block, _, hex_ in action.placements if hex_ >= 0 and units.is_combat[block])
    stage = _with_enemy(rules, state, side)
    stacks: dict[int, list[int]] = {}
    for block, steps, hex_ in action.placements:
        effects.set_steps(stage, block, steps)
        if hex_ >= 0:
            effects.place(stage, block, side, hex_)
            stacks.setdefault(hex_, []).append(block)
    exposure = Exposure(rules, stage, side)
    return -sum(exposure.loss(hex_, blocks) for hex_, blocks in stacks.items())


def _with_enemy(rules: Rules, state: SeriesState, side: int) -> SeriesState:
    """Returns the position with the enemy in his usual set-up if he has not set up yet."""
    stage, enemy = state.copy(), 1 - side
    if not stage.occupied[enemy]:
        for block, steps, hex_ in automatic_set_up(rules, enemy, 0):
            effects.set_steps(stage, block, steps)
            if hex_ >= 0:
                effects.place(stage, block, enemy, hex_)
    return stage


def deployed(rules: Rules, state: SeriesState, side: int, ground: Ground, proposed: Action) -> Action:
    """Returns the proposed set-up; if the side attacks one goal, its troops are moved as near to it as allowed."""
    assert isinstance(proposed, Deploy)
    if not ground.attacks or not ground.one_goal:
        return proposed
    units, here = rules.units, dict[int, list[int]]()
    ground_units = [(block, steps) for block, steps, _ in proposed.placements if units.is_ground[block]]
    order = sorted(ground_units, key=lambda unit: (not units.is_armour[unit[0]], not units.is_artillery[unit[0]], -unit[1], unit[0]))
    placed = [placement for placement in proposed.placements if not units.is_ground[placement[0]]]
    for block, steps in order:
        hexes = [hex_ for hex_ in members(rules.set_up.zone(block)) if _has_room(rules, here.get(hex_, []), block)]
        best = min(hexes, key=lambda hex_: (ground.way[hex_], hex_), default=None)
        if best is None:  # so crowded that not all units find room in this order
            return proposed
        here.setdefault(best, []).append(block)
        placed.append((block, steps, best))
    found = Deploy(tuple(sorted(placed)))
    return proposed if rules.set_up.problems(side, found.placements) else found


def _has_room(rules: Rules, here: list[int], block: int) -> bool:
    combat = sum(rules.units.is_combat[b] for b in (*here, block))
    guns = sum(rules.units.is_artillery[b] for b in (*here, block))
    return guns <= 1 and rules.definitions.is_legal_stack(len(here) + 1, combat)
