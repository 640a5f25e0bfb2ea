"""Coasts that the enemy could invade."""

from blockfront.games.blocks_series.rules.ch24_landings import RANGE, AmphibiousLandings
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.hexset import members


def beaches_at_risk(rules: Rules, state: SeriesState, side: int) -> dict[int, float]:
    """Coasts of a side that units in enemy ports could invade, and how many could."""
    landings, found = rules.landings, dict[int, float]()
    if not isinstance(landings, AmphibiousLandings):
        return found
    board, sea, enemy = rules.board, rules.sea, 1 - side
    ports = {state.location[b] for b in rules.units.ground[enemy] if state.location[b] >= 0} & set(members(board.port_hexes))
    for port in ports:
        for hex_ in members((sea.sailed(state, port, RANGE) | landings.facing_beaches(state, port)) & state.control[side]):
            if not landings.hurdles(state, hex_):
                found[hex_] = found.get(hex_, 0.0) + 1.0
    return found
