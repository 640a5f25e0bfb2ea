"""Coasts that the enemy could invade."""

from blockfront.games.blocks_series.rules.ch24_landings import RANGE, AmphibiousLandings
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.hexset import members


def beaches_at_risk(rules: Rules, state: SeriesState, side: int) -> dict[int, float]:
    """Returns the side's coastal hexes that can be invaded, each with the number of enemy ports that threaten it.

    An enemy without marines threatens only the beaches that face his ports.
    """
    landings, found = rules.landings, dict[int, float]()
    if not isinstance(landings, AmphibiousLandings):
        return found
    board, sea, enemy = rules.board, rules.sea, 1 - side
    marines = has_marines(rules, state, enemy)
    for port in {state.location[b] for b in rules.units.ground[enemy] if state.location[b] >= 0} & set(members(board.port_hexes)):
        near = sea.sailed(state, port, RANGE) if marines else 0
        for hex_ in members((near | landings.facing_beaches(state, port)) & state.control[side]):
            if not landings.hurdles(state, hex_):
                found[hex_] = found.get(hex_, 0.0) + 1.0
    return found


def has_marines(rules: Rules, state: SeriesState, side: int) -> bool:
    """Says whether a side has marines, who land on any coast in range and not only on beaches that face their ports."""
    return any(rules.units.is_marine[block] for block in rules.units.ground[side] if state.location[block] >= 0)


def is_island(rules: Rules, state: SeriesState, side: int, hex_: int) -> bool:
    """Says whether no enemy ground unit can walk to a hex, so that whoever comes must come over a beach or through the air."""
    board, units = rules.board, rules.units
    land = board.linked(1 << hex_, board.map.land_mask, board.march_sides, board.land_jumps)
    return not any(state.location[b] >= 0 and land >> state.location[b] & 1 for b in units.ground[1 - side])
