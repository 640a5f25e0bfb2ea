"""A small map of our own, all of whose files are right; tests change one thing and see what is said."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blockfront.maps.check import check_map
from blockfront.maps.files import load_map
from blockfront.maps.model import MapData
from tests.spoiling import spoil

# one letter a hex, capitals for coast: . sea, c clear, s swamp, m mountain, l lake; even rows lie half a hex further east
PICTURE = """\
ccccC.Ccc
ccccC.Ccc
csccC.Ccc
ccccCCCcm
cclcC.Ccm
ccccC.Ccc
"""
TERRAIN = {"c": "clear", "s": "swamp", "m": "mountain", "l": "lake"}
HEXES = "hex,terrain,water,nation,play\n" + "".join(
    f"{column:02d}{row:02d},{TERRAIN[letter.lower()]},{'coast' if letter.isupper() else ''},"
    f"{'WE' if column < 6 else 'EA'},{'partial' if column == 9 else ''}\n"
    for row, letters in enumerate(PICTURE.split(), start=1)
    for column, letter in enumerate(letters, start=1)
    if letter != "."
)
FILES = {
    "map.toml": """\
title = "Two Shores"
hex_km = 100
columns = 9
rows = 6
projection = "+proj=lcc +lat_1=43 +lat_2=58 +lat_0=50 +lon_0=34 +ellps=WGS84 +units=m"
origin_m = [0, 0]
credits = ["Our own"]
""",
    "hexes.csv": HEXES,
    "rivers.txt": "# in flow order\nArn: 0303/SW 0303/SE 0403/SW\n  0403/SE 0503/SW 0503/SE\nBeck [minor]: 0404/W\n",
    "sides.txt": "strait: 0504/E\nalpine: 0904/SW\nfortified: 0202/E 0202/NE\n",
    "rails.txt": "0101(Westgate) 0201 0301(Crossing)\n0301(Crossing) 0302 0303(Ford)\nunfinished: 0303(Ford) 0403 0503(Harbour)\n"
    "double: 0705(Eastport) 0805\n",
    "places.csv": """\
hex,name,kind,tags,latitude,longitude,aliases
0101,Westgate,capital,home victory,50.0,34.0,Westtor | Porte-Ouest
0301,Crossing,major,,49.97,36.79,
0303,Ford,minor,fortress,48.40,36.70,
0503,Harbour,town,,48.35,39.40,
0503,Lighthouse,site,,,,
0705,Eastport,minor,,46.6,42.0,
,Far East,box,,,,
""",
    "ports.csv": "hex,name,size,freezes,seas,tags\n0503,Harbour,major,yes,middle_sea,base\n0705,Eastport,minor,,middle_sea,\n",
    "production.csv": "hex,name,kind,value,tags\n0101,Westgate,city,3,\n0303,Ford,oil,2,red\n0705,Eastport,city,1,\n",
    "areas.toml": """\
[[area]]
id = "middle_sea"
name = "Middle Sea"
kind = "sea"
hexes = "0601 0602 0603 0605 0606"
freezes = true

[[area]]
id = "march"
name = "The March"
kind = "district"
hexes = "0101-0301 0202"
""",
    "lines.toml": """\
[[line]]
id = "border"
name = "Border of the March"
scenario = "first"
west_of = "0101"
enclaves = "0406"
sides = "0201/E 0301/SW 0202/E 0303/NW 0203/E 0303/SW 0204/E 0305/NW 0205/E 0305/SW 0206/E"
""",
    "boxes.toml": """\
[[box]]
id = "far_east"
name = "Far East"
terrain = "forest"
nation = "EA"

[[link]]
from = "far_east"
to = "Eastport"
kind = "rail"
cost = 3
""",
    "facts.toml": '[[fact]]\nid = "TS-1"\nsays = "The Arn passes Ford"\nside = ["Ford", "0304", "river"]\n',
}

Change = Callable[..., Path]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def two_shores(folder: Path) -> MapData:
    return load_map(folder)


@pytest.fixture
def problems_after(folder: Path) -> Callable[[str, str, str], list[str]]:
    """Replaces a piece of a file and returns what the check then says."""

    def change(file: str, old: str, new: str) -> list[str]:
        spoil(folder / file, old, new)
        return [str(problem) for problem in check_map(folder).problems]

    return change
