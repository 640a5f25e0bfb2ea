"""What a recruit avoids in the Blocks games: giving units or places away."""

from typing import Any, Final

from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import Disband, Fly, Move
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.sea_actions import Hold, Land, PlaceMulberry
from blockfront.games.blocks_series.state import MARKED, SeriesState
from blockfront.hexes.grid import HexSet

HOPELESS: Final = 0.5  # share of the enemy's strength below which an attack is never made
BOLD: Final = 1.0  # share below which an attack is made only now and then
SELDOM: Final = 0.15
NOW_AND_THEN: Final = 0.4
LANDING_ODDS: Final = 1.5


def sense(game: AnyGame, state: Any, side: Side, action: Action) -> float:
    """Rates how sensible an action looks, from 0 (never) to 1 (fine)."""
    assert isinstance(game, SeriesGame)
    rules = game.rules
    if isinstance(action, Disband):
        return 0.0
    if isinstance(action, Move):
        return _attack(rules, state, side, action) if action.entry >= 0 else _march(rules, state, action)
    if isinstance(action, Land) and action.block >= 0:
        return _landing(rules, state, side, action)
    if isinstance(action, PlaceMulberry | Hold):
        return 1.0 if isinstance(action, PlaceMulberry) or state.landings else SELDOM
    if isinstance(action, Fly) and state.occupied[1 - side] >> action.to & 1:
        mine = rules.fire.units_at(state, action.to, side)
        return 1.0 if any(rules.units.is_ground[block] for block in mine) else SELDOM
    return 1.0


def _strength(rules: Rules, state: SeriesState, hex_: int, side: int) -> int:
    return sum(rules.units.value(block, state.steps[block]) for block in rules.fire.units_at(state, hex_, side))


def _attack(rules: Rules, state: SeriesState, side: int, move: Move) -> float:
    mine = rules.units.value(move.block, state.steps[move.block]) + _strength(rules, state, move.to, side)
    ratio = mine / max(1, _strength(rules, state, move.to, 1 - side))
    if ratio < HOPELESS:
        return 0.0
    return 1.0 if ratio >= BOLD else NOW_AND_THEN


def _landing(rules: Rules, state: SeriesState, side: int, landing: Land) -> float:
    """Rates a landing: never against works or stronger defenders, seldom where no port is near."""
    works = any(rules.units.is_work[block] for block in rules.fire.units_at(state, landing.to, 1 - side))
    mine = rules.units.value(landing.block, state.steps[landing.block]) + _strength(rules, state, landing.to, side)
    theirs = _strength(rules, state, landing.to, 1 - side)
    if works or theirs > mine:
        return 0.0
    near = (1 << landing.to | rules.board.neighbours(landing.to)) & rules.board.port_hexes
    return (1.0 if mine >= LANDING_ODDS * theirs else NOW_AND_THEN) * (1.0 if near else NOW_AND_THEN)


def _march(rules: Rules, state: SeriesState, move: Move) -> float:
    """Rates a march: seldom out of supply, and preferably back into it."""
    supplied = _supplied(rules, state, rules.units.power[move.block]) >> move.to & 1
    if state.flags[move.block] & MARKED:
        return 1.0 if supplied else SELDOM
    return 1.0 if supplied else SELDOM / 2


def _supplied(rules: Rules, state: SeriesState, power: int) -> HexSet:
    key = ("sense of supply", power)
    found: HexSet | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = rules.supply.covered(state, power, rules.supply.sources(state, power).everything)
    return found
