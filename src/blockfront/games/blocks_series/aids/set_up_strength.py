"""Which units a proposed set-up uses, and how strong they are."""

from collections.abc import Mapping

from blockfront.core.chance import shuffled
from blockfront.games.blocks_series.loading.data_model import Strength
from blockfront.games.blocks_series.rules.ch02_set_up_tables import TableSetUp
from blockfront.games.blocks_series.ruleset import Rules


def strengths(rules: Rules, side: int, seed: int) -> Mapping[int, int]:
    """The steps of every unit that is set up: as the scenario states, or shares of the sums in its table."""
    set_up = rules.set_up
    if not isinstance(set_up, TableSetUp):
        return {block: set_up.start_steps(block) for block in set_up.forces(side)}
    found: dict[int, int] = {}
    for row in set_up.rows(side):
        found |= _shares(rules, row, set_up.units_of(row), seed)
    return found


def _shares(rules: Rules, row: Strength, units: list[int], seed: int) -> dict[int, int]:
    """The best units of a kind, all about equally strong within the sum; steps left over go to elite units first."""
    of = rules.units
    best = sorted(shuffled(units, seed), key=lambda block: (-of.value(block, of.full[block]), not of.tags[block]))
    steps = {block: of.weakest[block] for block in best[: row.blocks]}
    left = row.steps - sum(of.value(block, number) for block, number in steps.items())
    for block in reversed(steps):
        if left < 0 and of.has_zero[block]:
            left += of.value(block, steps[block])
            steps[block] = 1
    while left > 0:
        affordable = [b for b, number in steps.items() if number < of.full[b] and _gain(rules, b, number) <= left]
        if not affordable:
            break
        weakest = min(affordable, key=lambda block: steps[block] / of.full[block])
        left -= _gain(rules, weakest, steps[weakest])
        steps[weakest] += 1
    return steps


def _gain(rules: Rules, block: int, steps: int) -> int:
    return rules.units.value(block, steps + 1) - rules.units.value(block, steps)
