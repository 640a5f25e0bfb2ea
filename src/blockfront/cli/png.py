"""SVG text to a PNG picture. The painter, resvg, is an extra: it alone sets names along paths and their halos rightly."""

from importlib import import_module
from importlib.util import find_spec


class NoPainter(RuntimeError):
    """The package that paints SVG is not installed."""


def svg_to_png(svg: str, *, width: int | None = None) -> bytes:
    """The picture as PNG bytes; ``width`` in pixels, otherwise the size the SVG states."""
    if find_spec("resvg_py"):
        return bytes(import_module("resvg_py").svg_to_bytes(svg_string=svg, width=width))
    raise NoPainter("PNG needs a painter: pip install 'blockfront[png]' (or write the map as .svg)")
