"""Western answers are guarded by power, unit or hex: laid over the East they change nothing there."""

import msgspec
import pytest

from blockfront.core import record
from blockfront.games.blocks_in_the_east import game as eastern
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_in_the_west.layers import WESTERN
from tests.golden import kept_games

GAMES = ("be-captain-sbe1", "be-recruit-sbe3", "be-recruit-sbe5", "be-recruit-sbe7", "be-recruit-sbe9")


def east_under_the_west(scenario: str, options: frozenset[str]) -> eastern.BlocksInTheEast:
    """A game of the East in which the West is asked first."""
    facts = eastern.facts()
    scenarios = {name.id: (*facts.scenarios.get(name.id, ()), WESTERN) for name in TITLE.scenarios}
    return eastern.BlocksInTheEast(msgspec.structs.replace(facts, scenarios=scenarios), scenario, options)


@pytest.mark.parametrize("name", GAMES)
def test_recorded_games_of_the_east_lead_to_the_same_states(name: str) -> None:
    kept, plain = kept_games.kept(name)
    stacked = east_under_the_west(plain.scenario, plain.options)
    assert type(stacked.rules.fire).__mro__[1].__name__ == "WesternFire"
    assert sum(1 for _ in record.replay(kept, stacked)) == len(kept.taken)  # every state is compared with the recorded one
