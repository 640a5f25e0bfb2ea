"""Every place, area and line that a scenario names is on the map."""

import msgspec
import pytest

from blockfront.core.clauses import clause
from blockfront.core.data_files import Problems
from blockfront.games.eastfront.loading.board import board
from blockfront.games.eastfront.loading.data_model import InitialBattle
from blockfront.games.eastfront.loading.scenario_places import check_places
from blockfront.games.eastfront.loading.tables import chain, scenario, tables

SCENARIOS = (*chain("campaign"), "edelweiss")


@clause("EF-1.2d")
@pytest.mark.parametrize("name", SCENARIOS)
def test_names_of_a_scenario_are_on_the_map(name: str) -> None:
    problems = Problems()
    check_places(scenario(name), board().map, problems)
    assert [str(problem) for problem in problems] == []


def test_cities_that_release_expeditions_are_on_the_map() -> None:
    for city in tables().releases:
        assert board().map.hex(city)


@clause("EF-3.23a")
@pytest.mark.parametrize("name", SCENARIOS)
def test_start_line_divides_the_map(name: str) -> None:
    west = board().map.west_mask(scenario(name).start_line)
    assert west & board().west_entries
    assert not west & board().east_entries


def test_unknown_names_are_reported_together() -> None:
    battle = InitialBattle("Kotelnikow", scenario("s43").deploys_first)
    broken = msgspec.structs.replace(scenario("w44"), battles=(battle,), start_line="w45")
    problems = Problems()
    check_places(broken, board().map, problems)
    texts = [str(problem) for problem in problems]
    assert any("'Kotelnikow'; did you mean 'Kotelnikovo'?" in text for text in texts)
    assert any("no start line 'w45'" in text for text in texts)
