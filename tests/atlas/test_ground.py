"""Land, water and the lines on them say what the hexes say."""

import math
from collections.abc import Callable
from itertools import pairwise

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.lattice import Lattice, Window
from blockfront.atlas.ground.shores import outlines
from blockfront.atlas.ground.terrain import Terrain
from blockfront.atlas.ground.textures import Mask
from blockfront.atlas.lines.borders import chains, draw_borders, rim
from blockfront.atlas.lines.rivers import MOUTH, courses, river_chains
from blockfront.atlas.sheet.layout import Layout
from blockfront.atlas.sheet.paper import Xy, hex_centre, side_ends, to_xy
from blockfront.hexes.hexset import members
from blockfront.hexes.sides import each_side
from blockfront.maps.model import MapData

LaidOut = Callable[[MapData], Layout]
WRONG_GROUND = 0.01  # share of hex centres and water sides that may be drawn wrong, where constraints collide
WITHOUT_WATER = 0.03  # share of ports whose hex shows no water
FAR = 26.0  # a river keeps within so many units of its hexsides


def distance_to(point: Xy, start: Xy, end: Xy) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    t = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy)))
    return math.dist(point, (start[0] + t * dx, start[1] + t * dy))


def test_hexes_decide_what_is_land(title_map: MapData, laid_out: LaidOut) -> None:
    coast = laid_out(title_map).coast
    cells = members(title_map.grid.cells)
    wrong = [hex_ for hex_ in cells if coast.is_land(hex_centre(title_map, hex_)) != bool(title_map.land_mask >> hex_ & 1)]
    assert len(wrong) <= WRONG_GROUND * len(cells), [title_map.grid.label(hex_) for hex_ in wrong]


def test_sides_of_water_are_wet(title_map: MapData, laid_out: LaidOut) -> None:
    coast = laid_out(title_map).coast
    for kind in ("sea", "lake", "strait"):
        for side in each_side(title_map.grid, title_map.side_masks(kind)):
            (x1, y1), (x2, y2) = side_ends(title_map.grid, side)
            assert not coast.is_land(((x1 + x2) / 2, (y1 + y2) / 2)), (kind, title_map.grid.label(side[0]))


def test_ports_lie_by_the_water(title_map: MapData, laid_out: LaidOut) -> None:
    coast = laid_out(title_map).coast
    dry = []
    ports = [port for port in title_map.ports if "inner" not in port.tags]
    for port in ports:
        x, y = hex_centre(title_map, port.hex)
        if all(coast.is_land((x + dx, y + dy)) for dx in range(-35, 36, 5) for dy in range(-35, 36, 5)):
            dry.append(port.name)
    assert len(dry) <= WITHOUT_WATER * len(ports), dry


def test_a_map_of_no_real_place_is_drawn_from_its_hexes(small_map: MapData, laid_out: LaidOut) -> None:
    coast = laid_out(small_map).coast
    assert coast.is_land(hex_centre(small_map, small_map.hex("0303")), 20)
    assert coast.depth(hex_centre(small_map, small_map.hex("0903"))) > 20
    assert not coast.is_land(hex_centre(small_map, small_map.hex("0504")))  # the lake
    assert len(coast.rings) >= 2


def test_a_window_shows_the_same_coast_as_the_whole(small_map: MapData, laid_out: LaidOut) -> None:
    whole = laid_out(small_map).coast
    part = Coast(small_map, Lattice(small_map.grid, Window(200, 100, 500, 400)))
    for x in range(205, 500, 35):
        for y in range(105, 400, 35):
            assert part.is_land((x, y)) == whole.is_land((x, y))


def test_outlines_are_closed_rings_of_real_positions() -> None:
    rings = outlines()
    assert len(rings) > 100
    assert all(len(ring) >= 3 and all(25 < latitude < 80 and -40 < longitude < 90 for latitude, longitude in ring) for ring in rings)


def test_rivers_keep_to_their_hexsides(title_map: MapData, laid_out: LaidOut) -> None:
    by_river = {river.name: chain for river, chain in zip(title_map.rivers, river_chains(title_map), strict=True)}
    drawn = laid_out(title_map).courses
    assert {course.river.name for course in drawn} == set(by_river)
    for course in drawn:
        corners = [to_xy(corner) for corner in by_river[course.river.name]]
        end = corners[-1]
        for point in course.points:
            near = min(distance_to(point, a, b) for a, b in pairwise(corners))
            assert near < FAR or math.dist(point, end) < MOUTH + FAR, course.river.name


def test_rivers_grow_downstream(small_map: MapData, laid_out: LaidOut) -> None:
    course = next(c for c in laid_out(small_map).courses if c.river.name == "Long River")
    assert course.breadths == sorted(course.breadths)
    assert course.breadths[-1] > course.breadths[0]


def test_every_railway_is_drawn_once(title_map: MapData, laid_out: LaidOut) -> None:
    laid = [
        (stretch.state, frozenset(pair))
        for stretch in title_map.rail_stretches
        for pair in pairwise(stretch.hexes)
    ]
    drawn = [
        (track.state, frozenset(pair))
        for track in laid_out(title_map).tracks
        for pair in pairwise(track.hexes)
    ]
    assert len(drawn) == len(set(drawn))
    doubled = {pair for state, pair in laid if state == "double"}
    assert set(drawn) == {(state, pair) for state, pair in laid if state or pair not in doubled}


def test_railways_pass_through_their_places(title_map: MapData, laid_out: LaidOut) -> None:
    named = {place.hex for place in title_map.places if place.kind != "box"}
    for track in laid_out(title_map).tracks:
        for hex_ in track.hexes:
            near = min(math.dist(point, hex_centre(title_map, hex_)) for point in track.points)
            assert near < (8 if hex_ in named else 24)


def test_a_window_leaves_out_what_it_does_not_show(small_map: MapData, laid_out: LaidOut) -> None:
    corner = Window(500, 400, 640, 500)
    assert courses(small_map, laid_out(small_map).coast, corner) == []
    assert draw_borders(small_map, laid_out(small_map).coast, corner, "x") == ""


def test_sides_join_into_chains(small_map: MapData) -> None:
    (chain,) = chains(small_map.grid, rim(small_map.grid, 1 << small_map.hex("0303") | 1 << small_map.hex("0403")))
    assert chain[0] == chain[-1]
    assert len(chain) == 11


def test_terrain_fills_its_hexes_and_ends_at_the_coast(small_map: MapData, laid_out: LaidOut) -> None:
    coast = laid_out(small_map).coast
    terrain = Terrain(small_map, coast.lattice, coast)
    for hex_ in members(small_map.terrain_mask("forest")):
        assert terrain.field("forest")[coast.lattice.index(*hex_centre(small_map, hex_))] > 0
    for name in ("forest", "hill", "mountain", "swamp"):
        assert all(value <= 0 for value, ground in zip(terrain.field(name), coast.values, strict=True) if ground <= 0)


def test_textures_leave_room(small_map: MapData) -> None:
    lattice = Lattice(small_map.grid, Window(100, 100, 200, 200))
    mask = Mask(lattice)
    mask.take(Window(-500, -500, -400, 400))
    mask.take(Window(120, 120, 140, 130))
    assert mask.is_taken((130, 125))
    assert not mask.is_taken((160, 125))
