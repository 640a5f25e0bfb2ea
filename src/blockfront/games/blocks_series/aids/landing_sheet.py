"""The sheet on which a side plans its landings, made from that side's view."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from blockfront.blocks.landing_sheet import NO_LANDINGS, Ashore, Beach, Fleet, LandingSheet, Passage
from blockfront.core.sides import Side
from blockfront.games.blocks_series.aids.sea_odds import passage_odds
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.sea_actions import Hold, Land
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.view import SeriesView
from blockfront.hexes.hexset import mask_of, members

WAVES: Final = ("none", "first", "second")


def landing_sheet(game: SeriesGame, view: SeriesView) -> LandingSheet:
    """The landings of this turn as the viewer knows them, and those that he may still order."""
    rules, state = game.rules, game.guess(view, Random(0))
    if not isinstance(rules.landings, AmphibiousLandings):
        return NO_LANDINGS
    asked = view.viewer >= 0 and view.viewer in game.to_act(state)
    offered = list(game.legal(state, Side(view.viewer))) if asked else []
    orders = [action for action in offered if isinstance(action, Land)]
    holds = tuple((action.hq, action.block) for action in offered if isinstance(action, Hold))
    landings = _landings(view)
    waiting = view.own.holding if view.own else ()
    named = {*(order.block for order in orders), *(block for _, block in holds), *waiting, *(one.block for one in landings)}
    return LandingSheet(
        wave=WAVES[view.wave],
        fleets=_fleets(rules, state, [*(order.hq for order in orders), *(hq for hq, _ in holds)]),
        beaches=tuple(_beach(rules, state, view, rules.landings, hex_) for hex_ in sorted({order.to for order in orders})),
        passages=_passages(rules, rules.landings, state, orders),
        holds=holds,
        waiting=waiting,
        landings=landings,
        marines=tuple(sorted(block for block in named if block >= 0 and rules.units.is_marine[block])),
    )


def _landings(view: SeriesView) -> tuple[Ashore, ...]:
    mine = view.own.landings if view.own else ()
    return (*(Ashore(hex_, port, block) for block, hex_, port in mine), *(Ashore(hex_, port) for _, hex_, port in view.landings))


def _fleets(rules: Rules, state: SeriesState, hqs: Iterable[int]) -> tuple[Fleet, ...]:
    return tuple(Fleet(hq, rules.headquarters.points_left(state, hq)) for hq in sorted(set(hqs)) if hq >= 0)


def _beach(rules: Rules, state: SeriesState, view: SeriesView, landings: AmphibiousLandings, hex_: int) -> Beach:
    found = {
        "shoals": landings.shoals >> hex_ & 1,
        "rough_ground": any(hexes >> hex_ & 1 for hexes in landings.barred),
        "major_city": rules.board.majors >> hex_ & 1,
    }
    mine = state.control[view.viewer]
    facing = tuple(port for port, beaches in sorted(landings.facing.items()) if beaches >> hex_ & mine >> port & 1)
    return Beach(hex_, tuple(name for name, is_there in found.items() if is_there), facing, _escorts(rules, state, view, hex_))


def _escorts(rules: Rules, state: SeriesState, view: SeriesView, hex_: int) -> tuple[int, ...]:
    """Air units that could be sent to a battle for the beach; none if no enemy is there."""
    if not state.occupied[1 - view.viewer] >> hex_ & 1:
        return ()
    air, wanted = rules.air, mask_of([hex_])
    based = [block for block in rules.units.aircraft[view.viewer] if air.may_fly(state, block) and air.value(state, block) > 0]
    return tuple(block for block in based if any(members(air.missions(state, block, wanted))))


def _passages(rules: Rules, landings: AmphibiousLandings, state: SeriesState, orders: Sequence[Land]) -> tuple[Passage, ...]:
    found: dict[tuple[int, int, int, int, float, float], list[int]] = {}
    for order in orders:
        port = state.location[order.block]
        price = landings.price(state, order.block, port, order.to) if order.hq >= 0 else 0
        crossing = rules.sea.crossing(state, rules.units.power[order.block], port, order.to, is_landing=True)
        at_sea = passage_odds(crossing, state.steps[order.block])
        key = (order.block, port, order.hq, price, at_sea.arrives_whole, max(0.0, at_sea.is_lost))
        found.setdefault(key, []).append(order.to)
    return tuple(Passage(*key, tuple(sorted(hexes))) for key, hexes in sorted(found.items()))
