"""Everything that makes up a title of the series, read from its data and combined with its layers of rules."""

from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable

from blockfront.core.data_files import Problems
from blockfront.core.game import Title
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.loading.data_model import ScenarioData
from blockfront.games.blocks_series.loading.scenario_files import load_scenario
from blockfront.games.blocks_series.loading.set_up_check import check_set_up
from blockfront.games.blocks_series.loading.tables import load_tables
from blockfront.games.blocks_series.ruleset import Layer, SeriesFacts
from blockfront.maps.files import load_map


def read_facts(
    title: Title,
    data: Traversable,
    *,
    layer: Layer,
    advanced: tuple[Layer, ...],
    options: Mapping[str, Layer],
    scenarios: Mapping[str, tuple[Layer, ...]],
    twins: Mapping[str, str] | None = None,
) -> SeriesFacts:
    """The facts of a title with its own map; scenarios are read on first use."""
    tables = load_tables(data, title.sides)
    board = Board(load_map(data / "map"), tables.terrain)

    @cache
    def scenario(scenario_id: str) -> ScenarioData:
        found, problems = load_scenario(data / "scenarios", scenario_id, tables, title.sides), Problems()
        check_set_up(found, tables, board, problems)
        problems.raise_if_any()
        return found

    return SeriesFacts(title.sides, tables, board, scenario, layer, advanced, options, scenarios, twins or {})
