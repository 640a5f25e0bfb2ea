"""Converts SVG text to PNG. This needs the extra package resvg, the only painter that draws names along paths and their halos correctly."""

from importlib import import_module
from importlib.util import find_spec


class NoPainter(RuntimeError):
    """The package that paints SVG is not installed."""


def svg_to_png(svg: str, *, width: int | None = None) -> bytes:
    """Returns the picture as PNG bytes; `width` is in pixels, by default the SVG's own."""
    if find_spec("resvg_py"):
        return bytes(import_module("resvg_py").svg_to_bytes(svg_string=svg, width=width))
    raise NoPainter("PNG needs a painter: pip install 'blockfront[png]' (or write the map as .svg)")
