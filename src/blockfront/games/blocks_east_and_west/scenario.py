"""SBEW1 as data: the western campaign of 1944-45 with the changes of the joined one."""

from functools import cache
from importlib import resources
from typing import Final

import msgspec

from blockfront.core.clauses import rule
from blockfront.core.data_files import Problems
from blockfront.games.blocks_east_and_west.joined_map import DATA, joined_map
from blockfront.games.blocks_east_and_west.joined_tables import joined_tables
from blockfront.games.blocks_in_the_east.game import facts as eastern_facts
from blockfront.games.blocks_in_the_west.game import facts as western_facts
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.loading.data_model import ScenarioData, Tables
from blockfront.games.blocks_series.loading.scenario_files import load_scenario
from blockfront.games.blocks_series.loading.set_up_check import check_set_up

SIDES: Final = ("axis", "allies")
WESTERN_CAMPAIGN: Final = "sbw10"
AS_IN_THE_WEST: Final = (
    *("country_control", "area_control", "place_control", "absent", "leaders", "shared_income", "siegfried", "standstills"),
    *("supply_gaps", "allotted"),
)


@cache
def tables() -> Tables:
    return joined_tables(western_facts().tables, eastern_facts().tables)


@cache
def board() -> Board:
    return Board(joined_map(), tables().terrain)


@rule("BW-R99", "BW-R140", "BW-R143", "BW-13.8.1.1b", "BW-13.8.1.1q")
@cache
def scenario(scenario_id: str) -> ScenarioData:
    """The western set-up with the changes of this scenario, without the units that represent the eastern front there."""
    own = load_scenario(DATA / "scenarios", scenario_id, tables(), SIDES)
    western_data = resources.files("blockfront.games.blocks_in_the_west") / "data" / "scenarios"
    west = load_scenario(western_data, WESTERN_CAMPAIGN, tables(), SIDES)
    moved = {placement.block for placement in own.set_up}
    found = msgspec.structs.replace(
        own,
        **{name: getattr(west, name) for name in AS_IN_THE_WEST},
        set_up=(*(placement for placement in west.set_up if placement.block not in moved), *own.set_up),
        special=msgspec.structs.replace(west.special, income_changes=(), closed_areas=(), conditions=()),
    )
    problems = Problems()
    check_set_up(found, tables(), board(), problems)
    problems.raise_if_any()
    return found
