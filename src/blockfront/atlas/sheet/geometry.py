"""What a program needs to lay its own things over a drawing: the units, the size of the sheet, the off-map boxes."""

import msgspec

from blockfront.atlas.sheet.boxes import BOX_HEIGHT, BOX_WIDTH, place_boxes
from blockfront.atlas.sheet.paper import HEX_HEIGHT, HEX_WIDTH, ROW_STEP, sheet_size
from blockfront.maps.model import MapData


class SheetGeometry(msgspec.Struct, frozen=True):
    """Hex CCRR has its centre at x = hex_width * (CC - 1/2), half a hex more in even rows, and y = hex_height / 2 + row_step * (RR - 1)."""

    hex_width: int
    hex_height: int
    row_step: int
    columns: int
    rows: int
    width: int
    height: int
    box_width: int
    box_height: int
    boxes: dict[str, tuple[float, float]]  # centre by box id


def sheet_geometry(map_data: MapData) -> SheetGeometry:
    width, height = sheet_size(map_data)
    return SheetGeometry(
        hex_width=HEX_WIDTH,
        hex_height=HEX_HEIGHT,
        row_step=ROW_STEP,
        columns=map_data.grid.columns,
        rows=map_data.grid.rows,
        width=width,
        height=height,
        box_width=BOX_WIDTH,
        box_height=BOX_HEIGHT,
        boxes={placed.box.id: placed.centre for placed in place_boxes(map_data)},
    )
