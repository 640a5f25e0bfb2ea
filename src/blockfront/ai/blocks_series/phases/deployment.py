"""How an attacker with one goal sets up: everybody as near to it as his area allows, armour first, guns with the armour."""

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import Deploy
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.hexset import members


def deployed(rules: Rules, state: SeriesState, side: int, ground: Ground, proposed: Action) -> Action:
    """The proposed set-up, with the troops of a side that has one thing to take moved up as far as they may."""
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
        if best is None:  # so crowded that not everybody finds room in this order
            return proposed
        here.setdefault(best, []).append(block)
        placed.append((block, steps, best))
    found = Deploy(tuple(sorted(placed)))
    return proposed if rules.set_up.problems(side, found.placements) else found


def _has_room(rules: Rules, here: list[int], block: int) -> bool:
    combat = sum(rules.units.is_combat[b] for b in (*here, block))
    guns = sum(rules.units.is_artillery[b] for b in (*here, block))
    return guns <= 1 and rules.definitions.is_legal_stack(len(here) + 1, combat)
