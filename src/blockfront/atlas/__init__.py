"""Map drawing: one renderer of layered SVG for the command line, notebooks, the server and the browser."""

from blockfront.atlas.boxes import box_centre
from blockfront.atlas.drawing import MapPicture, draw_map
from blockfront.atlas.layers import LAYERS
from blockfront.atlas.paper import HEX_HEIGHT, HEX_WIDTH, ROW_STEP, hex_centre, sheet_size
from blockfront.atlas.tokens import resolved

__all__ = [
    "HEX_HEIGHT",
    "HEX_WIDTH",
    "LAYERS",
    "ROW_STEP",
    "MapPicture",
    "box_centre",
    "draw_map",
    "hex_centre",
    "resolved",
    "sheet_size",
]
