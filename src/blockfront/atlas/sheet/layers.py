"""Which layers a drawing shows."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from blockfront.core.data_files import did_you_mean

LAYERS: Final = (
    "water",
    "land",
    "terrain",
    "coast",
    "closed",
    "rivers",
    "sides",
    "borders",
    "grid",
    "areas",
    "rails",
    "lines",
    "places",
    "labels",
    "hex-numbers",
    "frame",
    "boxes",
    "title",
    "legend",
    "scale",
)
ON_REQUEST: Final = ("areas", "lines", "hex-numbers")
OVERLAYS: Final = ("area", "lines")  # written area:ID and lines:ID


class Selection(NamedTuple):
    """The layers to draw, and the areas and lines to lay over them."""

    names: frozenset[str]
    areas: tuple[str, ...]
    lines: tuple[str, ...]

    def shows(self, *names: str) -> bool:
        return any(name in self.names for name in names)


def select(layers: Iterable[str] | None, *, hex_numbers: bool) -> Selection:
    """Reads layer names: plain names draw those layers only; ``area:ID`` and ``lines:ID`` are added to whatever is drawn."""
    wanted = list(layers or ())
    overlays: dict[str, list[str]] = {kind: [] for kind in OVERLAYS}
    plain = []
    for name in wanted:
        kind, colon, id_ = name.partition(":")
        if colon and kind in overlays:
            overlays[kind].append(id_)
        elif name in LAYERS:
            plain.append(name)
        else:
            known = [*LAYERS, *(f"{kind}:" for kind in OVERLAYS)]
            raise ValueError(f"no layer is called {name!r}{did_you_mean(name, known)}; there are {', '.join(LAYERS)}, area:ID and lines:ID")
    names = set(plain) if plain else set(LAYERS) - set(ON_REQUEST)
    names |= {"areas"} if overlays["area"] else set()
    names |= {"lines"} if overlays["lines"] else set()
    names |= {"hex-numbers"} if hex_numbers else set()
    return Selection(frozenset(names), tuple(overlays["area"]), tuple(overlays["lines"]))
