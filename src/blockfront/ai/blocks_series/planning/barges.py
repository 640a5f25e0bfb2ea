"""Invasions that need barges: troops wait in ports facing the enemy, and the price is saved once the way is free; fighters prevent them."""

from __future__ import annotations

from collections.abc import Iterable

from blockfront.games.blocks_series.rules.ch13_headquarters import LANDING
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import BARGES, FLEET_UNCOVERED, SeriesState


def price_of_barges(rules: Rules, side: int) -> int:
    """Returns the price of a side's first landing, which is nothing in most scenarios."""
    powers = rules.tables.powers
    return sum(price.yellow for price in rules.scenario.special.landing_prices if powers[price.power].side == side)


def put_by(rules: Rules, state: SeriesState, side: int) -> int:
    """Returns the points to save for barges: none while the enemy's fleet is protected or after the barges have sailed."""
    is_free = state.turning_points & FLEET_UNCOVERED and not state.turning_points & BARGES
    return price_of_barges(rules, side) if is_free and _is_led(rules, state, side) else 0


def fighters_decide(rules: Rules, side: int) -> bool:
    """Says whether a side's fighters cover the fleet that keeps the enemy's barges in their ports."""
    return price_of_barges(rules, 1 - side) > 0


def who_waits(rules: Rules, state: SeriesState, side: int, able: Iterable[int]) -> frozenset[int]:
    """Returns the infantry that waits in ports within reach of enemy beaches, while a headquarters can lead its landing."""
    landings = rules.landings
    if not isinstance(landings, AmphibiousLandings) or not price_of_barges(rules, side) or not _is_led(rules, state, side):
        return frozenset()
    trained = (block for block in able if state.location[block] >= 0 and landings.is_trained(block))
    return frozenset(block for block in trained if _faces_the_enemy(landings, state, block, side))


def _faces_the_enemy(landings: AmphibiousLandings, state: SeriesState, block: int, side: int) -> bool:
    hex_ = state.location[block]
    is_port = landings.launches(state, landings.units.power[block]) >> hex_ & 1
    return bool(is_port and landings.within_reach(state, block) & state.control[1 - side])


def _is_led(rules: Rules, state: SeriesState, side: int) -> bool:
    units = rules.units
    return any(state.location[hq] >= 0 and LANDING in units.staff[hq].actions for hq in units.headquarters[side])
