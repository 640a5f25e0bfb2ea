"""Where charges and dive bombers have their chance."""

from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import GOOD, SeriesState


def is_open_ground(rules: Rules, state: SeriesState, hex_: int) -> bool:
    """Good weather and a clear hex, without major city, fortress or bunker."""
    if rules.weather.at(state, hex_) != GOOD or not rules.board.terrain["clear"] >> hex_ & 1 or rules.board.majors >> hex_ & 1:
        return False
    return not rules.definitions.fortification(state, hex_)
