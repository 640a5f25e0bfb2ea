"""Partisans: where they do most harm, and whether a fight with them is worth going on."""

from collections.abc import Sequence
from typing import Final

from blockfront.ai.intentions import Intention
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import EndPhase, Retreat
from blockfront.games.blocks_series.power_actions import PlacePartisans
from blockfront.games.blocks_series.rules.ch29_partisans import CUTS_RAILWAYS, FIGHTS
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

NEAR: Final = 5  # hexes within which enemy units may feel a cut railway
SITE: Final = 1.5  # for each point that the enemy does not get
UNIT: Final = 0.2  # for each enemy unit near
CUT: Final = 2.0  # for those who cut the railway with one more
STRONGER: Final = 0.7  # for those who will fight with one more
WORTH_A_POINT: Final = 3.0
ENOUGH: Final = 2  # steps of attackers that may go on against partisans


def best_place(rules: Rules, state: SeriesState, side: int, legal: Sequence[Action]) -> PlacePartisans | None:
    """The next hex, if there is one; those that cost a point only where they hurt."""
    free = [action for action in legal if isinstance(action, PlacePartisans) and not action.paid]
    paid = [action for action in legal if isinstance(action, PlacePartisans) and action.paid]
    harm = {action.hex: _harm(rules, state, side, action.hex) for action in free or paid}
    best = max(free or paid, key=lambda action: (harm[action.hex], -action.hex), default=None)
    return best if best is not None and (free or harm[best.hex] >= WORTH_A_POINT) else None


def _harm(rules: Rules, state: SeriesState, side: int, hex_: int) -> float:
    there = rules.partisans.number(state, hex_) + 1
    points = sum(site.value for site in rules.board.sites if site.hex == hex_) if there == 1 else 0
    near = (rules.board.within(hex_, NEAR) & state.occupied[1 - side]).bit_count()
    return SITE * points + UNIT * near + CUT * (there == CUTS_RAILWAYS) + STRONGER * (there == FIGHTS)


def go_on(rules: Rules, state: SeriesState, side: int, hex_: int, legal: Sequence[Action]) -> Intention:
    """Partisans fire badly: only the last steps are too good for them."""
    retreats = [action for action in legal if isinstance(action, Retreat)]
    mine = [block for block in rules.fire.units_at(state, hex_, side) if rules.units.is_ground[block]]
    strength = sum(rules.fire.value(state, block) for block in mine if rules.units.is_combat[block])
    if retreats and strength < ENOUGH:
        return Intention((retreats[0],), "the last steps are worth more than partisans")
    return Intention((EndPhase(),), "partisans fire badly")
