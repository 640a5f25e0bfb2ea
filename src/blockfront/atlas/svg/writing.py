"""SVG text: numbers, paths and elements, written as short as the format allows."""

from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from blockfront.atlas.sheet.paper import Xy

Tenths = tuple[int, int]
# tenths to which the points of a line are rounded
FINE: Final = 1
HALVES: Final = 5
WHOLE: Final = 10


def number(value: float) -> str:
    """A number with at most one decimal and no needless character."""
    return _tenths_text(round(value * 10))


def _tenths_text(tenths: int) -> str:
    whole, rest = divmod(abs(tenths), 10)
    text = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"-{text}" if tenths < 0 else text


def _joined(numbers: Iterable[int]) -> str:
    """Numbers of a path, with a separator only where the next one would run into the last."""
    parts: list[str] = []
    had_point = False
    for tenths in numbers:
        text = _tenths_text(tenths)
        if parts and not (text[0] == "-" or (text[0] == "." and had_point)):
            parts.append(" ")
        parts.append(text)
        had_point = "." in text
    return "".join(parts)


def _tenths(point: Xy, grain: int = FINE) -> Tenths:
    return _rounded(point[0] * 10, grain), _rounded(point[1] * 10, grain)


def _rounded(tenths: float, grain: int) -> int:
    return grain * round(tenths / grain)


def move_to(point: Xy) -> str:
    return "M" + _joined(_tenths(point))


def polyline(points: Sequence[Xy], *, closed: bool = False) -> str:
    """Straight pieces from point to point, in relative steps that never add up rounding errors."""
    x, y = _tenths(points[0])
    steps: list[int] = []
    for point in points[1:]:
        next_x, next_y = _tenths(point)
        if (next_x, next_y) != (x, y):
            steps += [next_x - x, next_y - y]
        x, y = next_x, next_y
    return move_to(points[0]) + ("l" + _joined(steps) if steps else "") + ("z" if closed else "")


def _between(one: Tenths, other: Tenths, grain: int) -> Tenths:
    """The joint of two pieces: halfway between their control points."""
    return _rounded((one[0] + other[0]) / 2, grain), _rounded((one[1] + other[1]) / 2, grain)


def _spline_steps(start: Tenths, control: Tenths, targets: Iterable[Xy], grain: int) -> tuple[str, Tenths, Tenths]:
    """Smooth quadratic pieces whose control points are the targets: ``t`` needs the joints only.

    Each joint is rounded against the control point that the reader will reconstruct, so errors do not accumulate.
    """
    (x, y), (cx, cy) = start, control
    steps: list[int] = []
    for target in targets:
        joint_x, joint_y = _between((cx, cy), _tenths(target, grain), grain)
        steps += [joint_x - x, joint_y - y]
        cx, cy = 2 * joint_x - cx, 2 * joint_y - cy
        x, y = joint_x, joint_y
    return _joined(steps), (x, y), (cx, cy)


def spline(points: Sequence[Xy], grain: int = FINE) -> str:
    """A smooth line from the first point to the last, drawn along the others (a quadratic B-spline)."""
    if len(points) < 3:
        return polyline(points)
    x, y = start = _tenths(points[0], grain)
    cx, cy = _tenths(points[1], grain)
    end = _tenths(points[-1], grain)
    head = f"M{_joined(start)}q{_joined([cx - x, cy - y])}"
    if len(points) == 3:
        return f"{head} {_joined([end[0] - x, end[1] - y])}"
    joint = _between((cx, cy), _tenths(points[2], grain), grain)
    control = (2 * joint[0] - cx, 2 * joint[1] - cy)
    middle, last, _ = _spline_steps(joint, control, points[3:-1], grain)
    final = _joined([end[0] - last[0], end[1] - last[1]])
    first = _joined([joint[0] - x, joint[1] - y])
    return f"{head} {first}t{middle}{' ' if middle else ''}{final}"


def spline_ring(points: Sequence[Xy], grain: int = FINE) -> str:
    """A smooth closed line drawn along the points."""
    if len(points) < 4:
        return polyline(points, closed=True)
    first, second = _tenths(points[0], grain), _tenths(points[1], grain)
    start = _between(first, second, grain)
    joint = _between(second, _tenths(points[2], grain), grain)
    head = f"M{_joined(start)}q{_joined([second[0] - start[0], second[1] - start[1]])}"
    leg = _joined([joint[0] - start[0], joint[1] - start[1]])
    control = (2 * joint[0] - second[0], 2 * joint[1] - second[1])
    steps, _, _ = _spline_steps(joint, control, [*points[3:], *points[:2]], grain)
    return f"{head} {leg}t{steps}z"


def element(tag: str, content: str = "", /, **attributes: str | float) -> str:
    """One element. ``class_`` becomes ``class``, other underscores hyphens; numbers are shortened, empty values left out."""
    written = "".join(
        f" {name.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for name, value in attributes.items()
        if value != ""
    )
    return f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>"


def path(d: str, class_: str = "", /, **attributes: str | float) -> str:
    """A path; nothing at all when there is nothing to draw."""
    return element("path", class_=class_, d=d, **attributes) if d else ""


def text(content: str, at: Xy, class_: str = "", /, **attributes: str | float) -> str:
    return element("text", escape(content), x=at[0], y=at[1], class_=class_, **attributes)


def title(words: str) -> str:
    """What readers and pointers are told about the element around it."""
    return element("title", escape(words))


def use(symbol: str, at: Xy, /, **attributes: str | float) -> str:
    place: dict[str, str | float] = {"x": at[0], "y": at[1]} if any(at) else {}
    return element("use", href=f"#{symbol}", **place, **attributes)


def doubled(d: str, id_: str, *classes: str) -> str:
    """One path drawn several times over, each time in another class."""
    return element("defs", path(d, id=id_)) + "".join(use(id_, (0, 0), class_=class_) for class_ in classes) if d else ""


def layer(name: str, *content: str) -> str:
    """A group with a stable id and class; left out when it is empty."""
    inner = "".join(content)
    return element("g", inner, id=f"layer-{name}", class_=f"layer {name}") if inner else ""
