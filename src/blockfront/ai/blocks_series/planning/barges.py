"""Invasions for which barges must be paid: troops wait in the ports opposite, and the price is put by when the way is free."""

from __future__ import annotations

from collections.abc import Iterable

from blockfront.games.blocks_series.rules.ch13_headquarters import LANDING
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import BARGES, FLEET_UNCOVERED, SeriesState


def price_of_barges(rules: Rules, side: int) -> int:
    """What the first landing of a side costs, nothing in most scenarios."""
    powers = rules.tables.powers
    return sum(price.yellow for price in rules.scenario.special.landing_prices if powers[price.power].side == side)


def put_by(rules: Rules, state: SeriesState, side: int) -> int:
    """Points that are kept for barges: nothing while the enemy's fleet is covered, or once they have sailed."""
    is_free = state.turning_points & FLEET_UNCOVERED and not state.turning_points & BARGES
    return price_of_barges(rules, side) if is_free and _is_led(rules, state, side) else 0


def who_waits(rules: Rules, state: SeriesState, side: int, able: Iterable[int]) -> frozenset[int]:
    """Infantry in ports from which beaches of the enemy can be reached stays there as long as somebody can lead it over."""
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
