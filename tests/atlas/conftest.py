"""Maps to draw: those of the titles, and a small one with a little of everything."""

from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from blockfront.atlas import draw_map
from blockfront.atlas.ground.lattice import whole_sheet
from blockfront.atlas.sheet.layout import Layout
from blockfront.maps.files import load_map
from blockfront.maps.model import MapData

FILES = {
    "map.toml": """
        title = "Test & Trial"
        hex_km = 50
        columns = 9
        rows = 8
        projection = "+proj=lcc +lat_1=-10 +lat_2=-20 +lat_0=-15 +lon_0=-120 +ellps=WGS84 +units=m"
        origin_m = [0, 0]
        credits = ["nobody"]
    """,
    "rivers.txt": """
        Long River: 0302/E 0403/NW 0303/E 0304/NE 0304/E 0405/NE 0405/E
        Brook [minor]: 0304/W 0304/NW
    """,
    "sides.txt": """
        strait: 0704/W
        alpine: 0402/E
        fortified: 0305/E
        rail_only: 0303/W
        estuary: 0505/E
    """,
    "rails.txt": """
        0102(Alpha) 0202 0302 0403(Beta)
        0403(Beta) 0404 0405
        0302 0303
        unfinished: 0405 0406
        double: 0102(Alpha) 0103 0104
    """,
    "places.csv": """
        hex,name,kind,tags,latitude,longitude
        0102,Alpha,capital,victory,,
        0204,Ypsilanti,minor,,,
        0305,Delta,town,bunker,,
        0403,Beta,major,fortress,,
        0406,Gjøvik,town,beach radar,,
        0406,Second Place,site,,,
        0704,Isle,town,,,
    """,
    "ports.csv": """
        hex,name,size,freezes,seas,tags
        0406,Gjøvik,minor,yes,,
        0403,Beta,major,no,,
    """,
    "production.csv": """
        hex,name,kind,value,tags
        0305,Delta,oil,3,
        0403,Beta,city,2,
    """,
    "areas.toml": """
        [[area]]
        id = "west"
        name = "The West"
        kind = "region"
        hexes = "0101-0301 0102-0302 0103-0303"
        [[area]]
        id = "ocean"
        name = "Wide Ocean"
        kind = "sea"
        mined = true
        hexes = "0801-0901 0802-0902 0803-0903 0904 0805-0905 0706-0906 0607-0907 0608-0908"
    """,
    "lines.toml": """
        [[line]]
        id = "front"
        name = "The front"
        scenario = "spring"
        sides = "0303/E 0303/SE"
        west_of = "0303"
    """,
    "boxes.toml": """
        [[box]]
        id = "far_north"
        name = "Far North"
        [[box]]
        id = "further"
        name = "Further"
        [[link]]
        from = "far_north"
        to = "0201"
        kind = "land"
        [[link]]
        from = "further"
        to = "far_north"
        kind = "land"
    """,
}  # fmt: skip
ROWS = ("mmhcccs..", "mffccc...", "cffccc...", "ccfclc.c.", "cccchcc..", "ccccc....", "cccc.....", "ccc......")
TERRAIN = {"c": "clear", "f": "forest", "h": "hill", "m": "mountain", "s": "swamp", "l": "lake"}


def _hexes() -> str:
    lines = ["hex,terrain,water,nation,play"]
    for row, text in enumerate(ROWS, start=1):
        for column, letter in enumerate(text, start=1):
            if letter in TERRAIN:
                play = "closed" if row == 8 else "partial" if (column, row) == (1, 7) else ""
                lines.append(f"{column:02d}{row:02d},{TERRAIN[letter]},,{'A' if column < 4 else 'B'},{play}")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="session")
def small_map(tmp_path_factory: pytest.TempPathFactory) -> MapData:
    """Nine by eight hexes far from any real shore, with every kind of thing that can be drawn."""
    folder = tmp_path_factory.mktemp("map")
    for name, content in {**FILES, "hexes.csv": _hexes(), "facts.toml": ""}.items():
        lines = (line[8:] if line.startswith(" " * 8) else line for line in content.strip("\n").splitlines())
        (folder / name).write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return load_map(Path(folder))


def _titles() -> list[str]:
    games = resources.files("blockfront.games")
    return sorted(title.name for title in games.iterdir() if (title / "data" / "map" / "map.toml").is_file())


@pytest.fixture(scope="session", params=_titles())
def title_map(request: pytest.FixtureRequest) -> MapData:
    """The map of each title in turn."""
    return load_map(resources.files("blockfront.games") / request.param / "data" / "map")


@pytest.fixture(scope="session")
def drawn() -> Callable[[MapData], str]:
    """A map drawn with all defaults, once."""
    return cache(draw_map)


@pytest.fixture(scope="session")
def laid_out() -> Callable[[MapData], Layout]:
    """Where everything on a map goes, worked out once."""
    return cache(lambda map_data: Layout(map_data, whole_sheet(map_data.grid)))
