"""Checks that the places, areas and lines of the scenarios are on the map."""

from collections.abc import Iterator

from blockfront.core.data_files import Problems
from blockfront.games.eastfront.loading.data_model import ScenarioData
from blockfront.maps.model import MapData, UnknownName

UNPLACED_GROUPS = frozenset({"strategic_reserve", "reserve_armies", "satellites"})  # groups without an area of their own


def check_places(data: ScenarioData, map_data: MapData, problems: Problems) -> None:
    """Note everything a scenario names that the map does not have."""
    file = f"{data.id}.toml"
    for place in _places(data):
        try:
            hex_ = map_data.hex(place)
        except UnknownName as error:
            problems.add(file, 0, str(error))
            continue
        if not map_data.playable_mask >> hex_ & 1:
            problems.add(file, 0, f"{place} is not in play")
    if data.start_line not in map_data.lines:
        problems.add(file, 0, f"the map has no start line {data.start_line!r}")
    for area in _areas(data):
        if area not in map_data.areas:
            problems.add(file, 0, f"the map has no area {area!r}")


def _places(data: ScenarioData) -> Iterator[str]:
    named = (
        *(battle.place for battle in data.battles),
        *(required.place for required in data.required),
        *(placement.place for placement in data.fixed),
        *(placement.place for placement in data.historical),
        *data.our_aim,
    )
    return (place for place in dict.fromkeys(named) if place)


def _areas(data: ScenarioData) -> Iterator[str]:
    named = (
        *(required.area for required in data.required),
        *(placement.group for placement in data.historical if placement.group not in UNPLACED_GROUPS),
        data.theatre,
    )
    return (area for area in dict.fromkeys(named) if area)
