"""SVG text to a PNG picture, by whichever painter is installed."""

from importlib import import_module
from importlib.util import find_spec


class NoPainter(RuntimeError):
    """No package that paints SVG is installed."""


def svg_to_png(svg: str, *, width: int | None = None) -> bytes:
    """The picture as PNG bytes; ``width`` in pixels, otherwise the size the SVG states."""
    if find_spec("resvg_py"):
        return bytes(import_module("resvg_py").svg_to_bytes(svg_string=svg, width=width))
    if find_spec("cairosvg"):
        return bytes(import_module("cairosvg").svg2png(bytestring=svg.encode(), output_width=width))
    raise NoPainter("PNG needs a painter: pip install 'blockfront[png]' (or write the map as .svg)")
