"""A map folder becomes a ``MapData`` that answers the rules' questions."""

from pathlib import Path

import pytest

from blockfront.core.data_files import DataError
from blockfront.hexes.hexset import Hexes
from blockfront.hexes.reach import flood, steps_between
from blockfront.hexes.sides import has_side
from blockfront.maps.files import load_map
from blockfront.maps.model import MapData, UnknownName


def labels(data: MapData, mask: int) -> str:
    return str(Hexes(data.grid, mask))


def test_sets_of_hexes(two_shores: MapData) -> None:
    data = two_shores
    assert str(data.terrain("swamp")) == "0203"
    assert labels(data, data.terrain_mask("lake")) == "0305"
    assert labels(data, data.sea_mask) == "0601 0602 0603 0605 0606"
    assert data.land_mask | data.sea_mask | data.terrain_mask("lake") == data.grid.cells
    assert labels(data, data.land_mask & ~data.playable_mask) == "0901 0902 0903 0904 0905 0906"
    assert str(data.area("march")) == "0101-0301 0202"
    assert data.nation_mask("EA").bit_count() == 6 * 3 + 1
    assert len(data.nation("WE")) == 30
    assert labels(data, data.kind_mask("capital", "major")) == "0101 0301"
    assert labels(data, data.tag_mask("fortress")) == "0303"
    assert labels(data, data.coast_mask) == labels(data, data.coast_mask & data.land_mask)


def test_names(two_shores: MapData) -> None:
    data = two_shores
    assert data.place("westgate").name == "Westgate"
    assert data.place("PORTE OUEST") is data.place("Westtor") is data.place("Westgate")
    assert [place.name for place in data.places_at(data.hex("Harbour"))] == ["Harbour", "Lighthouse"]
    assert (data.hex_name(data.hex("0503")), data.hex_name(data.hex("0403"))) == ("Harbour", "0403")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("0302", "0302"),
        ("Ford", "0303"),
        ("Ford E2", "0503"),
        ("Ford SE1", "0304"),
        ("Ford NE2", "0401"),
        ("Crossing E1 SW2", "0303"),
        ("0101 SE1", "0102"),
    ],
)
def test_hexes_by_label_name_and_steps(two_shores: MapData, text: str, label: str) -> None:
    assert two_shores.grid.label(two_shores.hex(text)) == label


def test_unknown_names_suggest_the_nearest(two_shores: MapData) -> None:
    with pytest.raises(UnknownName, match="'Westgat'; did you mean 'Westgate'"):
        two_shores.hex("Westgat")
    with pytest.raises(UnknownName, match="beyond the edge"):
        two_shores.hex("Westgate NW1")
    with pytest.raises(UnknownName, match="did you mean 'march'"):
        two_shores.area_mask("marsch")
    with pytest.raises(UnknownName, match="did you mean 'river'"):
        two_shores.side_masks("rivers")
    with pytest.raises(UnknownName, match="did you mean 'forest'"):
        two_shores.terrain("forrest")


def test_sides_by_kind(two_shores: MapData) -> None:
    data = two_shores
    ford, south_of_it, defended = data.hex("Ford"), data.hex("0304"), data.hex("0202")
    river, fortified = data.side_masks("river"), data.side_masks("fortified")
    assert has_side(river, ford, 5)
    assert has_side(river, south_of_it, 2)
    assert not has_side(river, ford, 0)
    assert has_side(fortified, defended, 0)
    assert not has_side(fortified, data.hex("0302"), 3)
    assert [(river.name, river.minor, len(river.sides), river.lines) for river in data.rivers] == [
        ("Arn", False, 6, (2, 2, 2, 3, 3, 3)),
        ("Beck", True, 1, (4,)),
    ]


def test_rails(two_shores: MapData) -> None:
    data = two_shores

    def rail_distance(target: str) -> int | None:
        return steps_between(data.grid, 1 << data.hex("Westgate"), 1 << data.hex(target), data.land_mask, data.rails)

    assert (rail_distance("Crossing"), rail_distance("Ford"), rail_distance("Harbour")) == (2, 4, None)
    assert has_side(data.side_masks("rail_unfinished"), data.hex("Ford"), 0)
    assert has_side(data.side_masks("rail_double"), data.hex("Eastport"), 0)
    assert has_side(data.rails, data.hex("Eastport"), 0)
    assert [stretch.names for stretch in data.rail_stretches[:1]] == [("Westgate", "", "Crossing")]


def test_steps_over_land(two_shores: MapData) -> None:
    data = two_shores
    start = 1 << data.hex("Westgate")
    assert flood(data.grid, start, data.land_mask, data.land_steps()) == data.land_mask
    west = flood(data.grid, start, data.land_mask, data.land_steps("strait", "alpine"))
    assert west == data.nation_mask("WE") & data.land_mask
    strait = data.steps_across("strait")
    assert [mask.bit_count() for mask in strait] == [1, 0, 0, 1, 0, 0]


def test_a_line_knows_the_land_on_its_side(two_shores: MapData) -> None:
    data = two_shores
    west = data.west_mask("border")
    assert labels(data, west) == "0101-0201 0102-0202 0103-0203 0104-0204 0105-0205 0106-0206 0406"
    assert data.lines["border"].scenario == "first"
    assert str(data.west("border") - data.nation("WE")) == ""


def test_ports_production_boxes(two_shores: MapData) -> None:
    data = two_shores
    assert [(port.name, port.size, port.freezes, port.seas) for port in data.ports] == [
        ("Harbour", "major", True, ("middle_sea",)),
        ("Eastport", "minor", False, ("middle_sea",)),
    ]
    assert sum(site.value for site in data.production if site.kind == "city") == 4
    assert data.boxes["far_east"].terrain == "forest"
    (link,) = data.links
    assert (link.origin, link.target, link.kind, link.cost) == ("far_east", data.hex("Eastport"), "rail", 3)


def test_geography(two_shores: MapData) -> None:
    assert two_shores.position(50.0, 34.0) == pytest.approx((0, 0), abs=1e-6)
    for place in two_shores.places:
        if place.latitude is not None and place.longitude is not None:
            column, row = two_shores.grid.offset(place.hex)
            assert two_shores.position(place.latitude, place.longitude) == pytest.approx((column + row % 2 / 2, row), abs=0.4)


def test_loading_reports_everything_that_is_wrong(folder: Path) -> None:
    (folder / "hexes.csv").write_text("hex,terrain\n0101,clear\n0101,forest\n1010,clear\n0102,wood\n", encoding="utf-8")
    (folder / "rivers.txt").write_text("  0101/E\nArn 0101/E\nBeck [small]: 0101/X 0102/E\nBeck: 0102/E\n", encoding="utf-8")
    (folder / "sides.txt").write_text("straight: 0101/E\n", encoding="utf-8")
    (folder / "rails.txt").write_text("0101 0102 0104\nbroken: 0101 0102\n0101 (Westgate)\n", encoding="utf-8")
    (folder / "lines.toml").unlink()
    with pytest.raises(DataError) as raised:
        load_map(folder)
    assert [str(problem) for problem in raised.value.problems] == [
        "hexes.csv:3: 0101 is already in line 2",
        "hexes.csv:4: column 10, row 10 is outside the 9 x 6 map",
        "hexes.csv:5: terrain 'wood' is not one of clear, forest, hill, mountain, swamp, lake",
        "lines.toml: the file is missing",
        "rails.txt:1: 0102 and 0104 are not adjacent",
        "rails.txt:2: rail 'broken' is not one of unfinished, double",
        "rails.txt:3: cannot read '(Westgate)': write 0312(Warsaw), no blank before the bracket",
        "rivers.txt:1: an indented line continues nothing",
        "rivers.txt:2: write a name, a colon and HEX/SIDE …; continuation lines are indented",
        "rivers.txt:3: [small] after the name of a river: only [minor] is known",
        "rivers.txt:3: '0101/X' is not a hexside: HEX/SIDE with E NE NW W SW SE, such as 1719/SE",
        "rivers.txt:4: Beck is already in line 3; an arm has its own name",
        "sides.txt:1: kind 'straight' is not one of sea, lake, strait, alpine, estuary, rail_only, fortified; did you mean 'strait'?",
    ]


def test_a_map_without_a_heading_cannot_be_loaded(folder: Path) -> None:
    (folder / "map.toml").write_text('title = "X"\n', encoding="utf-8")
    with pytest.raises(DataError, match="hex_km is missing"):
        load_map(folder)
