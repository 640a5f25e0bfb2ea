"""The ground on which charges and dive bombers are effective."""

from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import GOOD, SeriesState


def is_open_ground(rules: Rules, state: SeriesState, hex_: int) -> bool:
    """Whether a hex is clear and in good weather, without major city, fortress or bunker."""
    if rules.weather.at(state, hex_) != GOOD or not rules.board.terrain["clear"] >> hex_ & 1 or rules.board.majors >> hex_ & 1:
        return False
    return not rules.definitions.fortification(state, hex_)
