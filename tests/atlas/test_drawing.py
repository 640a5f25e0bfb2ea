"""The drawing as a document: well formed, the same every time, small enough, made of layers that can be chosen."""

import gzip
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

import pytest

from blockfront.atlas import LAYERS, MapPicture, draw_map, hex_centre, resolved, sheet_size
from blockfront.atlas.sheet.layers import ON_REQUEST
from blockfront.atlas.svg.tokens import COLOURS
from blockfront.maps.model import MapData

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 750_000
MOST_PACKED = 120_000  # as a server sends it


def layers_of(svg: str) -> list[str]:
    return re.findall(r'<g id="layer-([a-z-]+)"', svg)


def test_every_map_is_well_formed_and_small_enough(title_map: MapData, drawn: Callable[[MapData], str]) -> None:
    svg = drawn(title_map)
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert len(svg.encode()) < MOST_BYTES
    assert len(gzip.compress(svg.encode(), 9)) < MOST_PACKED


def test_every_reference_leads_to_something(title_map: MapData, drawn: Callable[[MapData], str]) -> None:
    svg = drawn(title_map)
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)


def test_the_same_map_is_drawn_the_same(small_map: MapData) -> None:
    assert draw_map(small_map) == draw_map(small_map)


def test_every_layer_is_there_in_order(small_map: MapData) -> None:
    assert layers_of(draw_map(small_map)) == [name for name in LAYERS if name not in ON_REQUEST]


def test_named_layers_are_drawn_alone(small_map: MapData) -> None:
    svg = draw_map(small_map, layers=["rivers", "rails"])
    assert layers_of(svg) == ["rivers", "rails"]
    assert "Alpha" not in svg


def test_overlays_are_added_to_the_rest(small_map: MapData) -> None:
    svg = draw_map(small_map, layers=["area:west", "lines:spring"])
    assert {"areas", "lines", "rails", "labels"} <= set(layers_of(svg))
    assert "The West" in svg
    assert 'data-line="front"' in svg


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layers": ["riverss"]}, "did you mean 'rivers'"),
        ({"layers": ["area:wets"]}, "did you mean 'west'"),
        ({"layers": ["lines:sprin"]}, "did you mean 'spring'"),
        ({"area": "nowhere at all"}, "no area or place"),
        ({"theme": "sepia"}, "light and dark"),
    ],
)
def test_unknown_names_are_explained(small_map: MapData, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw_map(small_map, **options)


def test_hex_numbers_on_request(small_map: MapData) -> None:
    assert ">0305</text>" not in draw_map(small_map)
    assert ">0305</text>" in draw_map(small_map, hex_numbers=True)


def test_an_area_shows_its_surroundings_only(small_map: MapData) -> None:
    svg = draw_map(small_map, area="west")
    x, y, width, height = map(float, ElementTree.fromstring(svg).attrib["viewBox"].split())
    inside, outside = hex_centre(small_map, small_map.hex("0202")), hex_centre(small_map, small_map.hex("0704"))
    assert x < inside[0] < x + width
    assert y < inside[1] < y + height
    assert outside[0] > x + width
    assert "Isle" not in svg


def test_a_place_can_be_asked_for_instead_of_an_area(small_map: MapData) -> None:
    assert "Isle" in draw_map(small_map, area="Isle")
    assert "Alpha" not in draw_map(small_map, area="Isle")


def test_the_map_begins_at_the_origin_of_the_drawing(small_map: MapData) -> None:
    root = ElementTree.fromstring(draw_map(small_map))
    ground = root.find(f".//{SVG}rect[@class='water-ground']")
    assert ground is not None
    assert [float(ground.attrib[name]) for name in ("x", "y", "width", "height")] == [0, 0, *sheet_size(small_map)]


def test_colours_are_custom_properties_of_both_themes(small_map: MapData) -> None:
    light, dark = draw_map(small_map), draw_map(small_map, theme="dark")
    used = set(re.findall(r"var\(--map-([a-z-]+)\)", light))
    assert used == set(COLOURS)
    for svg in (light, dark):
        assert set(re.findall(r"--map-([a-z-]+):", svg)) == set(COLOURS)
    assert not re.findall(r'(?:fill|stroke)="#', light)
    assert light.replace('data-theme="light"', "").split("</style>")[1] == dark.replace('data-theme="dark"', "").split("</style>")[1]


def test_plain_colours_for_programs_that_know_no_custom_properties(small_map: MapData) -> None:
    plain = resolved(draw_map(small_map), "dark")
    assert "var(" not in plain
    assert COLOURS["water"][1] in plain


def test_every_class_in_use_has_a_rule(small_map: MapData) -> None:
    svg = draw_map(small_map, layers=None, hex_numbers=True)
    style, body = svg.split("</style>")
    structural = {"blockfront-map", "layer", "textures", "place", "names", *LAYERS, "capital", "major", "minor", "town", "site", "box"}
    used = {name for names in re.findall(r'class="([^"]+)"', body) for name in names.split()} - structural
    assert used <= set(re.findall(r"\.([a-z][a-z-]*)", style))


def test_notebooks_show_a_picture(small_map: MapData) -> None:
    assert MapPicture(small_map, layers=["land"])._repr_svg_() == draw_map(small_map, layers=["land"])


def test_text_is_escaped(small_map: MapData) -> None:
    svg = draw_map(small_map)
    assert "TEST &amp; TRIAL" in svg
    assert "Gjøvik" in svg
