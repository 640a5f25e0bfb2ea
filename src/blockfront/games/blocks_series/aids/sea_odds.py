"""Odds of passages over the sea, and of landings including their passage: what arrives, and whether the first round clears the beach."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from blockfront.games.blocks_series.aids.odds import battle_odds
from blockfront.games.blocks_series.rules.ch18_sea import FACES, Crossing
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.state import COMBAT, IN_FLIGHT, SeriesState


class PassageOdds(NamedTuple):
    """Chances of a unit at sea."""

    arrives_whole: float
    loses_steps: float  # and arrives
    is_lost: float


class LandingOdds(NamedTuple):
    """Chances of a landing by the end of its first round, including the passage."""

    clears: float  # somebody is ashore and no enemy is left
    fails: float  # nobody is left of those who set out
    contested: float  # both are there: the battle waits for the second wave


def passage_odds(crossing: Crossing, steps: int | None = None) -> PassageOdds:
    """The odds of a unit's passage; with `steps` given, damage that takes the last step sinks it."""
    whole, damaged = crossing.arrives_to / FACES, (crossing.damaged_to - crossing.arrives_to) / FACES
    if steps is not None and steps <= crossing.steps:
        damaged = 0.0
    if steps is not None and steps <= 0:
        whole = 0.0
    return PassageOdds(whole, damaged, 1.0 - whole - damaged)


def transport_odds(rules: Rules, state: SeriesState, block: int, to: int) -> PassageOdds:
    """The odds of a transport to another port, for a unit strong enough to survive damage."""
    return passage_odds(rules.sea.crossing(state, rules.units.power[block], state.location[block], to))


def landing_odds(rules: Rules, state: SeriesState, landings: Sequence[Land], wings: Sequence[int] = ()) -> LandingOdds:
    """The odds of landing some units in one hex, with air units over it, against the units there in this state."""
    side, hex_ = rules.units.side[landings[0].block], landings[0].to
    clears = fails = 0.0
    for outcomes in product(range(3), repeat=len(landings)):
        chance, after = 1.0, _over_the_beach(state, rules, hex_, wings)
        for landing, outcome in zip(landings, outcomes, strict=True):
            chance *= _come_ashore(rules, after, landing, outcome)
        if not chance:
            continue
        after.derived = {}
        ashore = [block for block in rules.fire.units_at(after, hex_, side) if rules.units.is_ground[block]]
        if not ashore:
            fails += chance
        elif not rules.fire.units_at(after, hex_, 1 - side):
            clears += chance
        else:
            first = battle_odds(rules, after, hex_, 1)[0]
            clears, fails = clears + chance * first.clears, fails + chance * first.fails
    return LandingOdds(clears, fails, max(0.0, 1.0 - clears - fails))


def _over_the_beach(state: SeriesState, rules: Rules, hex_: int, wings: Sequence[int]) -> SeriesState:
    """The position when the battle begins, with aircraft on their mission over the hex."""
    after = state.copy()
    after.phase, after.battles = COMBAT, 1 << hex_
    after.derived = {}
    for block in wings:
        rules.air.fly(after, block, hex_)
        after.flags[block] |= IN_FLIGHT
    return after


def _come_ashore(rules: Rules, state: SeriesState, landing: Land, outcome: int) -> float:
    """Land a unit with a given outcome of its passage; returns the chance of that outcome."""
    block = landing.block
    crossing = rules.sea.crossing(state, rules.units.power[block], state.location[block], landing.to, is_landing=True)
    chance = passage_odds(crossing)[outcome]
    rules.landings.land(state, Land(block, landing.to))
    lost = (0, crossing.steps, state.steps[block])[outcome]
    for _ in range(lost if chance else 0):
        if state.location[block] >= 0:
            rules.losses.take_step(state, block, "sea", [])
    return chance
