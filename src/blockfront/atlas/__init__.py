"""Map drawing: one renderer of layered SVG for the command line, notebooks, the server and the browser.

What a page may rely on: units and places as in ``sheet_geometry`` and ``hex_centre``; the root element has the class
``blockfront-map`` and the attribute ``data-theme``; every layer is a group with the id ``layer-NAME`` and the classes ``layer NAME``
(LAYERS, in drawing order); names are grouped by rank (``.names.capital`` … ``.names.town``, ``.names.river``, ``.names.sea``), so
that lesser ones can be hidden when zoomed out; signs carry ``data-hex``; colours are the custom properties of ``tokens``.
"""

from blockfront.atlas.drawing import MapPicture, draw_map, window_of
from blockfront.atlas.sheet.boxes import box_centre
from blockfront.atlas.sheet.geometry import SheetGeometry, sheet_geometry
from blockfront.atlas.sheet.layers import LAYERS
from blockfront.atlas.sheet.paper import HEX_HEIGHT, HEX_WIDTH, ROW_STEP, hex_centre, sheet_size
from blockfront.atlas.svg.tokens import resolved

__all__ = [
    "HEX_HEIGHT",
    "HEX_WIDTH",
    "LAYERS",
    "ROW_STEP",
    "MapPicture",
    "SheetGeometry",
    "box_centre",
    "draw_map",
    "hex_centre",
    "resolved",
    "sheet_geometry",
    "sheet_size",
    "window_of",
]
