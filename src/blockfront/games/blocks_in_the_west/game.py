"""Blocks in the West as a game of the platform."""

from functools import cache
from importlib import resources
from typing import Final

from blockfront.games.blocks_in_the_west.layers import WESTERN
from blockfront.games.blocks_in_the_west.options import WESTERN_OPTIONS
from blockfront.games.blocks_in_the_west.rules.scenarios import SCENARIO_RULES
from blockfront.games.blocks_in_the_west.title import TITLE
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.loading.data_model import ScenarioData
from blockfront.games.blocks_series.loading.scenario_files import load_scenario
from blockfront.games.blocks_series.loading.tables import load_tables
from blockfront.games.blocks_series.ruleset import SeriesFacts
from blockfront.maps.files import load_map

DATA: Final = resources.files("blockfront.games.blocks_in_the_west") / "data"


@cache
def facts() -> SeriesFacts:
    """Everything that makes this title, read once."""
    tables = load_tables(DATA, TITLE.sides)
    return SeriesFacts(
        sides=TITLE.sides,
        tables=tables,
        board=Board(load_map(DATA / "map"), tables.terrain),
        scenario=_scenario,
        layer=WESTERN,
        advanced=(),
        options=WESTERN_OPTIONS,
        scenarios=SCENARIO_RULES,
    )


@cache
def _scenario(scenario_id: str) -> ScenarioData:
    return load_scenario(DATA / "scenarios", scenario_id, load_tables(DATA, TITLE.sides), TITLE.sides)


class BlocksInTheWest(SeriesGame):
    title = TITLE


def make(scenario: str, options: frozenset[str]) -> BlocksInTheWest:
    return BlocksInTheWest(facts(), scenario, options)
