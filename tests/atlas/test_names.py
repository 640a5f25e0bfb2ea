"""Names: every place has one or is left out on purpose, and they do not lie on each other."""

from collections.abc import Callable

from blockfront.atlas import box_centre, hex_centre, sheet_geometry
from blockfront.atlas.ground.lattice import Window, whole_sheet
from blockfront.atlas.names.labels import LEAST_KEPT, TYPES
from blockfront.atlas.names.metrics import BOLD, text_width
from blockfront.atlas.sheet.boxes import BOX_HEIGHT, BOX_WIDTH, place_boxes
from blockfront.atlas.sheet.layout import Layout
from blockfront.atlas.sheet.legend import entries
from blockfront.atlas.sheet.paper import sheet_size
from blockfront.maps.model import MapData

LaidOut = Callable[[MapData], Layout]
LEFT_OUT = 0.02  # share of a map's names that may be left out
COLLIDING = 0.01  # share of names that may touch another name at all


def test_every_place_is_named_or_left_out_on_purpose(title_map: MapData, laid_out: LaidOut) -> None:
    labels = laid_out(title_map).labels
    assert [label.place for label in labels] == [place for place in title_map.places if place.kind != "box"]
    left_out = [label.place.name for label in labels if label.spot is None]
    assert len(left_out) <= LEFT_OUT * len(labels), left_out
    assert all(label.spot is not None for label in labels if TYPES[label.place.kind].rank <= LEAST_KEPT)


def test_names_do_not_lie_on_each_other(title_map: MapData, laid_out: LaidOut) -> None:
    boxes = [label.spot.box for label in laid_out(title_map).labels if label.spot is not None]
    touching = {
        first
        for first, one in enumerate(boxes)
        for other in boxes[first + 1 :]
        if one.overlap(other) > 0.02 * min(one.area, other.area)
    }
    assert len(touching) <= COLLIDING * len(boxes)


def test_names_stay_inside_the_frame(title_map: MapData, laid_out: LaidOut) -> None:
    frame = whole_sheet(title_map.grid)
    outside = [label.place.name for label in laid_out(title_map).labels if label.spot is not None and not frame.covers(label.spot.box)]
    assert not outside


def test_a_name_left_out_remains_the_title_of_its_sign(title_map: MapData, laid_out: LaidOut, drawn: Callable[[MapData], str]) -> None:
    svg = drawn(title_map)
    for label in laid_out(title_map).labels:
        if label.spot is None:
            assert f"<title>{label.place.name}</title>" in svg


def test_seas_are_named_on_the_water(small_map: MapData, laid_out: LaidOut) -> None:
    coast = laid_out(small_map).coast
    (name,) = laid_out(small_map).sea_names
    assert " ".join(name.lines) == "Wide Ocean"
    assert name.mined
    for box in name.boxes:
        assert coast.depth(((box.left + box.right) / 2, box.bottom)) > 0


def test_wider_texts_are_wider() -> None:
    assert text_width("Murmansk", 10) > text_width("Riga", 10)
    assert text_width("Riga", 10, BOLD) > text_width("Riga", 10)
    assert text_width("Königsberg", 10) == text_width("Konigsberg", 10)
    assert text_width("Don", 10, spacing=2) == text_width("Don", 10) + 6


def test_the_legend_explains_what_is_there_and_nothing_else(small_map: MapData) -> None:
    meanings = [entry.meaning for entry in entries(small_map, {"town", "port-minor-ice", "capital-victory", "oil"})]
    assert {"forest", "river", "railway", "double track", "unfinished railway", "strait", "frontier", "alpine side"} <= set(meanings)
    assert {"town", "minor port", "port that freezes", "capital", "victory city", "oil"} <= set(meanings)
    assert not {"radar", "major port", "minor city", "fortress"} & set(meanings)
    assert len(meanings) == len(set(meanings))


def test_boxes_stand_apart_in_the_margin(small_map: MapData) -> None:
    placed = place_boxes(small_map)
    width, height = sheet_size(small_map)
    boxes = []
    for box in placed:
        x, y = box.centre
        assert (x, y) == box_centre(small_map, box.box.id)
        boxes.append(Window(x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2, x + BOX_WIDTH / 2, y + BOX_HEIGHT / 2))
    assert [box.edge for box in placed] == ["top", "top"]
    assert boxes[0].overlap(boxes[1]) == 0
    assert all(box.overlap(Window(0, 0, width, height)) == 0 for box in boxes)


def test_a_program_learns_where_things_are(small_map: MapData) -> None:
    geometry = sheet_geometry(small_map)
    assert (geometry.width, geometry.height) == sheet_size(small_map)
    assert geometry.boxes["further"] == box_centre(small_map, "further")
    for label in ("0101", "0504", "0907"):
        column, row = int(label[:2]), int(label[2:])
        x = geometry.hex_width * (column - 0.5 + (0.5 if row % 2 == 0 else 0))
        y = geometry.hex_height / 2 + geometry.row_step * (row - 1)
        assert (x, y) == hex_centre(small_map, small_map.hex(label))
