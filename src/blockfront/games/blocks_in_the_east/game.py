"""Blocks in the East as a game of the platform."""

from functools import cache
from importlib import resources
from typing import Final

from blockfront.games.blocks_in_the_east.layers import EASTERN, EASTERN_ADVANCED
from blockfront.games.blocks_in_the_east.options import EASTERN_OPTIONS
from blockfront.games.blocks_in_the_east.rules.scenarios import SCENARIO_RULES
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_series.advanced import ADVANCED
from blockfront.games.blocks_series.facts import read_facts
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.options import OPTIONS
from blockfront.games.blocks_series.ruleset import SeriesFacts

DATA: Final = resources.files("blockfront.games.blocks_in_the_east") / "data"


@cache
def facts() -> SeriesFacts:
    """The tables, scenarios and rules of this title, read once."""
    return read_facts(
        TITLE,
        DATA,
        layer=EASTERN,
        advanced=(*ADVANCED, *EASTERN_ADVANCED),
        options={**OPTIONS, **EASTERN_OPTIONS},
        scenarios=SCENARIO_RULES,
    )


class BlocksInTheEast(SeriesGame):
    title = TITLE


def make(scenario: str, options: frozenset[str]) -> BlocksInTheEast:
    return BlocksInTheEast(facts(), scenario, options)
