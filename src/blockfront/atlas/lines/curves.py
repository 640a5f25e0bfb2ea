"""Lines as lists of points: smoothing, simplifying, measuring, cutting."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from blockfront.atlas.sheet.paper import Xy

CLOSE: Final = 0.5  # how far a drawn line may be from the points it was made of: less than it is broad


def length(points: Sequence[Xy]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def _segment_distance(point: Xy, start: Xy, end: Xy) -> float:
    (x, y), (x1, y1), (x2, y2) = point, start, end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / square)) if square else 0.0
    return math.hypot(x - x1 - t * dx, y - y1 - t * dy)


def simplified(points: Sequence[Xy], tolerance: float) -> list[Xy]:
    """Ramer, Douglas and Peucker: the fewest of the points that stay within the tolerance."""
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        worst, where = tolerance, 0
        for index in range(first + 1, last):
            distance = _segment_distance(points[index], points[first], points[last])
            if distance > worst:
                worst, where = distance, index
        if where:
            keep[where] = True
            stack += [(first, where), (where, last)]
    return [point for point, kept in zip(points, keep, strict=True) if kept]


def simplified_ring(points: Sequence[Xy], tolerance: float) -> list[Xy]:
    """A closed ring (first point not repeated) simplified from two far-apart points, so that no corner is privileged."""
    if len(points) < 5:
        return list(points)
    far = max(range(len(points)), key=lambda index: math.dist(points[0], points[index]))
    ring = [*points, points[0]]
    return simplified(ring[: far + 1], tolerance)[:-1] + simplified(ring[far:], tolerance)[:-1]


def catmull_rom(points: Sequence[Xy], per_span: int = 6) -> list[Xy]:
    """A smooth line through every point (uniform Catmull-Rom), sampled."""
    if len(points) < 3:
        return list(points)
    first, last = points[0], points[-1]
    padded = [
        (2 * first[0] - points[1][0], 2 * first[1] - points[1][1]),
        *points,
        (2 * last[0] - points[-2][0], 2 * last[1] - points[-2][1]),
    ]
    curve: list[Xy] = [first]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(1, per_span + 1):
            t = step / per_span
            curve.append((_cubic(a[0], b[0], c[0], d[0], t), _cubic(a[1], b[1], c[1], d[1], t)))
    return curve


def _cubic(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def resampled(points: Sequence[Xy], step: float) -> list[Xy]:
    """Points at equal distances (near ``step``) along a line, ends kept."""
    total = length(points)
    if total == 0:
        return [points[0]]
    count = max(1, round(total / step))
    wanted = [total * index / count for index in range(1, count)]
    found: list[Xy] = [points[0]]
    walked = 0.0
    for a, b in pairwise(points):
        span = math.dist(a, b)
        while len(found) <= len(wanted) and wanted[len(found) - 1] <= walked + span:
            t = (wanted[len(found) - 1] - walked) / span if span else 0.0
            found.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        walked += span
    return [*found[: len(wanted) + 1], points[-1]]


def normals(points: Sequence[Xy]) -> list[Xy]:
    """Unit normals, to the right of the walking direction (y grows southwards)."""
    found = []
    last = len(points) - 1
    for index in range(len(points)):
        (x1, y1), (x2, y2) = points[max(0, index - 1)], points[min(last, index + 1)]
        span = math.hypot(x2 - x1, y2 - y1) or 1.0
        found.append((-(y2 - y1) / span, (x2 - x1) / span))
    return found


def shifted(points: Sequence[Xy], distance: float) -> list[Xy]:
    """A line beside a line: to the right for a positive distance."""
    return [(x + nx * distance, y + ny * distance) for (x, y), (nx, ny) in zip(points, normals(points), strict=True)]


def smoothed(points: Sequence[Xy], passes: int = 1) -> list[Xy]:
    """Each inner point drawn halfway to its neighbours' middle, so many times."""
    current = list(points)
    for _ in range(passes):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(current, current[1:], current[2:], strict=False)
        ]
        current = [current[0], *inner, current[-1]] if len(current) > 2 else current
    return current
