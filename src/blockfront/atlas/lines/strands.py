"""How lines run along hexsides: through corners that give way a little and middles that stray a little, the same for every line.

Corners are shared, so that tributaries meet their river, frontiers meet each other, and a frontier along a river keeps to its bank.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.noise import signed
from blockfront.atlas.lines.curves import catmull_rom, resampled
from blockfront.atlas.sheet.paper import Xy, to_xy
from blockfront.hexes.corners import Point

ROUNDING: Final = 0.42  # how far a corner is drawn towards its neighbours along the lines
WANDER: Final = 4.0  # how far a point strays
SPACING: Final = 9.0  # between the points of a drawn line


def corner_places(chains: Iterable[list[Point]]) -> dict[Point, Xy]:
    """Where each corner of a network of chains is drawn."""
    near: dict[Point, set[Point]] = defaultdict(set)
    for chain in chains:
        for one, other in pairwise(chain):
            near[one].add(other)
            near[other].add(one)
    return {corner: _rounded(corner, neighbours) for corner, neighbours in near.items()}


def _rounded(corner: Point, neighbours: Iterable[Point]) -> Xy:
    x, y = to_xy(corner)
    others = [to_xy(other) for other in sorted(neighbours)]
    jitter_x, jitter_y = WANDER * signed(*corner, 1), WANDER * signed(*corner, 2)
    if len(others) == 1:
        return x + jitter_x, y + jitter_y
    mean_x, mean_y = sum(ox for ox, _ in others) / len(others), sum(oy for _, oy in others) / len(others)
    return x + ROUNDING * (mean_x - x) + jitter_x, y + ROUNDING * (mean_y - y) + jitter_y


def strand(places: Mapping[Point, Xy], chain: list[Point]) -> list[Xy]:
    """The line drawn for a chain: through its corners and, a little aside, through the middle of each side."""
    points = [places[chain[0]]]
    for one, other in pairwise(chain):
        (x1, y1), (x2, y2) = places[one], places[other]
        span = math.dist((x1, y1), (x2, y2)) or 1.0
        aside = WANDER * signed(one[0] + other[0], one[1] + other[1], 3)
        if one > other:  # the same middle whichever way the line runs
            aside = -aside
        points.append(((x1 + x2) / 2 - (y2 - y1) / span * aside, (y1 + y2) / 2 + (x2 - x1) / span * aside))
        points.append((x2, y2))
    return resampled(catmull_rom(points), SPACING)


def on_land(line: list[Xy], coast: Coast) -> Iterator[tuple[int, int]]:
    """Ranges of a line's points on land, one point into the water at each end."""
    start: int | None = None
    for index, is_dry in enumerate([*(coast.is_land(point) for point in line), False]):
        if is_dry and start is None:
            start = max(index - 1, 0)
        elif not is_dry and start is not None:
            if index - start > 2:
                yield start, min(index + 1, len(line))
            start = None
