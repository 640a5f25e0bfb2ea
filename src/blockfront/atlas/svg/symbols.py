"""The signs of the map, drawn once and placed by reference: cities, walls, anchors, resources and the like.

Every sign is centred on the origin. Colours come from the style sheet by class.
"""

import math
from typing import Final, NamedTuple

from blockfront.atlas.sheet.paper import Xy
from blockfront.atlas.svg.writing import element, path, polyline


class Sign(NamedTuple):
    """A drawn sign and half its extent, which names and other signs keep clear of."""

    content: str
    half_width: float
    half_height: float


def _disc(radius: float, class_: str) -> str:
    return element("circle", r=radius, class_=class_)


def _square(half: float, class_: str) -> str:
    return element("rect", x=-half, y=-half, width=2 * half, height=2 * half, class_=class_)


def _city(kind: str, *, victory: bool) -> Sign:
    """Towns are hollow, minor cities ringed, major cities filled and ringed, capitals doubly ringed; victory cities are square."""
    shape = _square if victory else _disc
    if kind == "town":
        size, content = 3.2, shape(2.7, "sign-hollow")
    elif kind == "minor":
        size, content = 4.4, shape(3.9, "sign-hollow") + _disc(1.6, "sign-ink")
    elif kind == "major":
        size, content = 6.3, shape(5.8, "sign-hollow") + shape(3.6, "sign-core")
    else:
        size, content = 8.0, shape(7.5, "sign-hollow") + shape(5.6, "sign-core") + _disc(1.9, "sign-eye")
    return Sign(content, size, size)


def _site() -> Sign:
    return Sign(path("M-3-3l6 6m0-6l-6 6", "sign-cross"), 3.2, 3.2)


def _star_fort(outer: float, inner: float, points: int = 8) -> list[Xy]:
    return [
        ((outer if index % 2 == 0 else inner) * math.sin(math.pi * index / points),
         -(outer if index % 2 == 0 else inner) * math.cos(math.pi * index / points))
        for index in range(2 * points)
    ]  # fmt: skip


def _fortress() -> Sign:
    """A star-shaped wall around the place."""
    return Sign(path(polyline(_star_fort(12.4, 9.2), closed=True), "sign-wall"), 12.4, 12.4)


def _bunker() -> Sign:
    """A casemate: a thick arc around the southern half of the place."""
    return Sign(path("M-9.5-1v3a9.5 9.5 0 0 0 19 0v-3", "sign-wall-heavy"), 10.5, 12)


_ANCHOR: Final = "M0-3.4v9.2M-2.6-1.7h5.2M-4.8 1.9c.4 2.8 2.4 4.2 4.8 4.2s4.4-1.4 4.8-4.2M-6 3.4l1.2-1.5 1.6 1M6 3.4l-1.2-1.5-1.6 1"


def _anchor(scale: float, *, ice: bool) -> Sign:
    """An anchor, hollow where the port freezes."""
    kind = "sign-ice" if ice else "sign-anchor"
    ring = element("circle", cy=-5.0, r=1.6, class_="sign-anchor-ring")
    drawn = path(_ANCHOR, f"{kind}-back") + path(_ANCHOR, f"{kind}-line") + ring
    return Sign(element("g", drawn, transform=f"scale({scale})"), 6 * scale, 7 * scale)


_SEA_MINE: Final = "M0-3.2a3.2 3.2 0 1 0 .1 0zM0-5.8v11.6M-5.6 0h11.2M-4-4l8 8M4-4l-8 8"


def _resource(d: str, half_width: float, half_height: float, extra: str = "") -> Sign:
    return Sign(path(d, "sign-back") + path(d, "sign-line") + extra, half_width, half_height)


SIGNS: Final[dict[str, Sign]] = {
    **{
        f"{kind}{'-victory' if victory else ''}": _city(kind, victory=victory)
        for kind in ("town", "minor", "major", "capital")
        for victory in (False, True)
    },
    "site": _site(),
    "fortress": _fortress(),
    "bunker": _bunker(),
    "port-major": _anchor(1.15, ice=False),
    "port-minor": _anchor(0.82, ice=False),
    "port-major-ice": _anchor(1.15, ice=True),
    "port-minor-ice": _anchor(0.82, ice=True),
    "oil": _resource("M-3.6 6l2.6-11h2l2.6 11M-3 3.4h6M-2.3.4h4.6M-3 3.4l5.2-3M3 3.4l-5.2-3M-1.6-2.4h3.2M-2.2-5h4.4", 4, 6.4),
    "mine": _resource("M-4.6 5l8-8.6M4.6 5l-8-8.6M1.2-5.2l3.4 3M-1.2-5.2l-3.4 3", 5.4, 6),
    "factory": _resource("M-5.4 5v-7l3.6 2.6v-2.6l3.6 2.6v-2.6l3.6 2.6v4.4zM3.4-2.4v-3h1.8v4.2", 5.8, 5.8),
    "people": _resource("M-4.6 5v-5.4l4.6-4 4.6 4v5.4zM-1.2 5v-3h2.4v3", 5, 5.4),
    "shipyard": _resource("M-5.6 1h11.2l-2 4.2h-7.2zM0 1v-6.4M0-5.4l3.6 4.6h-3.6", 6, 6),
    "fuel-tank": _resource("M-4.2 5v-7.6c0-2.4 8.4-2.4 8.4 0v7.6zM-4.2-2.4c0 2 8.4 2 8.4 0", 4.6, 5.6),
    "armour": _resource("M-5.6 4.6h9.6l1.8-2.6-1-1.6h-11l-1 1.6zM-3.4.4l.8-2.8h4.2l1 2.8M1.4-1.2h4.8", 6.4, 5),
    "aircraft": _resource("M0-5.8l.9 2.4 5 2.6v1.6l-5-1v3l1.8 1.4-2.7.4-2.7-.4 1.8-1.4v-3l-5 1v-1.6l5-2.6z", 6, 6),
    "radar": _resource("M-1 5h5M1.4 5v-4.2M-3.4-3.6c.2 3.8 3.6 5.4 6.6 4zM-1-1.8l-3.2-3M-5.2-1.6a6 6 0 0 1 2.6-5", 5.4, 6.2),
    "airfield": _resource("M0-5.6v10M-5.4-1l5.4-1.8 5.4 1.8M-2.4 4.6l2.4-1.2 2.4 1.2", 5.6, 6),
    "beach": _resource("M-5.6 2.4c2-2.2 3.4-2.2 5.6 0s3.6 2.2 5.6 0M-5.6-1.4c2-2.2 3.4-2.2 5.6 0s3.6 2.2 5.6 0", 6, 4),
    "shoal": _resource("M-4 0h4M-2-2v4M1.6-2.4h3.6M3.4-4.2v3.6M1.2 3h3.6M3 1.2v3.6", 5.4, 4.8),
    "worth": Sign(_disc(5, "sign-worth"), 5, 5),
    "mined": Sign(path(_SEA_MINE, "sign-mined"), 5.6, 5.8),
}

PRODUCTION_SIGNS: Final = {
    "city": "worth",
    "town": "worth",
    "oil": "oil",
    "fuel": "fuel-tank",
    "synthetic": "fuel-tank",
    "refinery": "fuel-tank",
    "armour": "armour",
    "armour_factory": "armour",
    "aircraft": "aircraft",
    "aircraft_factory": "aircraft",
    "mineral": "mine",
    "mine": "mine",
    "factory": "factory",
    "population": "people",
    "shipyard": "shipyard",
}
WALLS: Final = {"fortress": "fortress", "maginot": "fortress", "bunker": "bunker", "siegfried": "bunker"}  # by tag of the place
TAG_SIGNS: Final = {"radar": "radar", "airfield_free": "airfield", "beach": "beach", "shoal": "shoal"}


def sign_id(name: str) -> str:
    return f"sign-{name}"


def definitions(names: set[str]) -> str:
    """The signs that are used, to be referred to by ``sign_id``."""
    return "".join(element("g", SIGNS[name].content, id=sign_id(name)) for name in sorted(names))
