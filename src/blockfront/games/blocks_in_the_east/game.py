"""Blocks in the East as a game of the platform."""

from functools import cache
from importlib import resources
from typing import Final

from blockfront.games.blocks_in_the_east.layers import EASTERN, EASTERN_ADVANCED
from blockfront.games.blocks_in_the_east.options import EASTERN_OPTIONS
from blockfront.games.blocks_in_the_east.rules.scenarios import SCENARIO_RULES
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_series.advanced import ADVANCED
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.loading.data_model import ScenarioData
from blockfront.games.blocks_series.loading.scenario_files import load_scenario
from blockfront.games.blocks_series.loading.tables import load_tables
from blockfront.games.blocks_series.options import OPTIONS
from blockfront.games.blocks_series.ruleset import SeriesFacts
from blockfront.maps.files import load_map

DATA: Final = resources.files("blockfront.games.blocks_in_the_east") / "data"


@cache
def facts() -> SeriesFacts:
    """Everything that makes this title, read once."""
    tables = load_tables(DATA, TITLE.sides)
    return SeriesFacts(
        sides=TITLE.sides,
        tables=tables,
        board=Board(load_map(DATA / "map"), tables.terrain),
        scenario=_scenario,
        layer=EASTERN,
        advanced=(*ADVANCED, *EASTERN_ADVANCED),
        options={**OPTIONS, **EASTERN_OPTIONS},
        scenarios=SCENARIO_RULES,
    )


@cache
def _scenario(scenario_id: str) -> ScenarioData:
    return load_scenario(DATA / "scenarios", scenario_id, load_tables(DATA, TITLE.sides), TITLE.sides)


class BlocksInTheEast(SeriesGame):
    title = TITLE


def make(scenario: str, options: frozenset[str]) -> BlocksInTheEast:
    return BlocksInTheEast(facts(), scenario, options)
