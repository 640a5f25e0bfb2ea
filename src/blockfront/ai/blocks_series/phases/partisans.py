"""Partisans: where to place them for the most harm, and when to stop fighting them."""

from collections.abc import Sequence
from typing import Final

from blockfront.ai.intentions import Intention
from blockfront.ai.thoughts import thought
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import EndPhase, Retreat
from blockfront.games.blocks_series.power_actions import PlacePartisans
from blockfront.games.blocks_series.rules.ch29_partisans import CUTS_RAILWAYS, FIGHTS
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

NEAR: Final = 5  # hexes within which a cut railway hurts enemy units
SITE: Final = 1.5  # harm for each production point that the enemy does not get
UNIT: Final = 0.2  # harm for each enemy unit nearby
CUT: Final = 2.0  # harm if one more partisan cuts the railway
STRONGER: Final = 0.7  # harm if one more partisan lets them fight
WORTH_A_POINT: Final = 3.0
ENOUGH: Final = 2  # attackers' strength from which they go on fighting partisans


def best_place(rules: Rules, state: SeriesState, side: int, legal: Sequence[Action]) -> PlacePartisans | None:
    """Returns the best hex for the next partisans; a production point is paid only where they do enough harm. None if there is none."""
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
    """Fights partisans, who fire badly, until the attackers are down to their last step."""
    retreats = [action for action in legal if isinstance(action, Retreat)]
    mine = [block for block in rules.fire.units_at(state, hex_, side) if rules.units.is_ground[block]]
    strength = sum(rules.fire.value(state, block) for block in mine if rules.units.is_combat[block])
    if retreats and strength < ENOUGH:
        return Intention((retreats[0],), thought("leave_partisans"))
    return Intention((EndPhase(),), thought("hunt_partisans"))
