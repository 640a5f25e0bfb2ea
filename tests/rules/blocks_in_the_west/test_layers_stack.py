"""Answers of both books are guarded by power, unit or map: laid over the other game they change nothing there."""

from random import Random

import msgspec
import pytest

from blockfront.core import record
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east import game as eastern
from blockfront.games.blocks_in_the_east.layers import EASTERN, EASTERN_ADVANCED
from blockfront.games.blocks_in_the_east.title import TITLE as EAST
from blockfront.games.blocks_in_the_west import game as western
from blockfront.games.blocks_in_the_west.advanced import WESTERN_ADVANCED
from blockfront.games.blocks_in_the_west.layers import WESTERN
from blockfront.games.blocks_series.ruleset import SeriesFacts
from blockfront.testing.random_play import random_answer
from tests.golden import kept_games

EASTERN_GAMES = (
    "be-captain-sbe1",
    "be-recruit-sbe3",
    "be-recruit-sbe5",
    "be-recruit-sbe7",
    "be-recruit-sbe8",
    "be-recruit-sbe8-rest",
    "be-recruit-sbe9",
)
WESTERN_GAMES = ("bw-recruit-sbw1", "bw-recruit-sbw2", "bw-recruit-sbw3", "bw-recruit-sbw4-italy", "bw-recruit-sbw8", "bw-recruit-sbw10")
CAMPAIGN = "sbw10"
ACTIONS = 250  # of the campaign, which has no recorded game


def is_advanced(facts: SeriesFacts, scenario: str, options: frozenset[str]) -> bool:
    return facts.scenario(scenario).layer == "advanced" or "advanced" in options


def east_under_the_west(scenario: str, options: frozenset[str]) -> eastern.BlocksInTheEast:
    """A game of the East in which the West is asked first, in an advanced one with its advanced chapters."""
    facts = eastern.facts()
    above = (*(WESTERN_ADVANCED if is_advanced(facts, scenario, options) else ()), WESTERN)
    scenarios = {name.id: (*facts.scenarios.get(name.id, ()), *above) for name in EAST.scenarios}
    return eastern.BlocksInTheEast(msgspec.structs.replace(facts, scenarios=scenarios), scenario, options)


def west_under_the_east(scenario: str, options: frozenset[str]) -> western.BlocksInTheWest:
    """A game of the West in which the East is asked first."""
    facts = western.facts()
    above = (*(EASTERN_ADVANCED if is_advanced(facts, scenario, options) else ()), EASTERN)
    scenarios = {**facts.scenarios, scenario: (*facts.scenarios.get(scenario, ()), *above)}
    return western.BlocksInTheWest(msgspec.structs.replace(facts, scenarios=scenarios), scenario, options)


@pytest.mark.parametrize("name", EASTERN_GAMES)
def test_recorded_games_of_the_east_lead_to_the_same_states(name: str) -> None:
    kept, plain = kept_games.kept(name)
    stacked = east_under_the_west(plain.scenario, plain.options)
    assert type(stacked.rules.fire).__mro__[1].__name__ == "WesternFire"
    assert sum(1 for _ in record.replay(kept, stacked)) == len(kept.taken)  # every state is compared with the recorded one


@pytest.mark.parametrize("name", WESTERN_GAMES)
def test_recorded_games_of_the_west_lead_to_the_same_states(name: str) -> None:
    kept, plain = kept_games.kept(name)
    stacked = west_under_the_east(plain.scenario, plain.options)
    assert type(stacked.rules.victory).__mro__[1].__name__ == "EasternVictory"
    assert sum(1 for _ in record.replay(kept, stacked)) == len(kept.taken)


def test_the_western_campaign_goes_its_way_under_the_east() -> None:
    """What is drawn at random in the one game is done in the other as well, and offers the same choices."""
    plain = western.make(CAMPAIGN, frozenset())
    stacked = west_under_the_east(CAMPAIGN, plain.options)
    one, other, rng = plain.setup(), stacked.setup(), Random(10)
    turns = set()
    for _ in range(ACTIONS):
        if plain.result(one) is not None:
            break
        side, action = random_answer(plain, one, rng, evenly=False)
        if side != CHANCE:
            assert set(plain.legal(one, side)) == set(stacked.legal(other, side))
        plain.apply(one, action, side)
        stacked.apply(other, action, side)
        assert one.digest() == other.digest()
        turns.add(one.turn)
    assert len(turns) > 2  # into the second month
