"""Every map that a title has: it loads, it is consistent, and each fact of the rule texts holds."""

import pytest

from blockfront.cli.map_command import map_folders
from blockfront.core.data_files import Problem, Problems
from blockfront.maps.check import MapReport, check_map
from blockfront.maps.facts import FactRow, fact_failure, read_facts
from blockfront.maps.files import load_map

FOLDERS = map_folders()
FACTS = [
    pytest.param(title, fact, id=f"{title}-{fact.id}") for title, folder in FOLDERS.items() for _, fact in read_facts(folder, Problems())
]


@pytest.fixture(scope="module")
def reports() -> dict[str, MapReport]:
    return {title: check_map(folder) for title, folder in FOLDERS.items()}


def listed(problems: list[Problem]) -> str:
    return "\n".join(map(str, problems))


@pytest.mark.parametrize("title", FOLDERS)
def test_the_map_loads(title: str) -> None:
    data = load_map(FOLDERS[title])
    assert data.hexes
    assert all(data.place(place.name) == place for place in data.places)


@pytest.mark.parametrize("title", FOLDERS)
def test_the_map_is_consistent(title: str, reports: dict[str, MapReport]) -> None:
    found = [problem for problem in reports[title].problems if problem.file != "facts.toml"]
    assert not found, listed(found)


@pytest.mark.parametrize(("title", "fact"), FACTS)
def test_fact(title: str, fact: FactRow, reports: dict[str, MapReport]) -> None:
    data = reports[title].data
    assert data is not None
    failure = fact_failure(data, fact)
    assert failure is None, f"{fact.says}: {failure}"


@pytest.mark.parametrize("title", FOLDERS)
def test_every_fact_can_be_read(title: str) -> None:
    problems = Problems()
    read_facts(FOLDERS[title], problems)
    assert not len(problems), listed(list(problems))
