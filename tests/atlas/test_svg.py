"""Paths are written short; what a reader makes of them must still be what was meant."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockfront.atlas.svg.writing import element, number, polyline, spline, spline_ring

coordinates = st.floats(-5000, 5000).map(lambda value: round(value, 2))
points = st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=40)
Path = list[tuple[str, list[float]]]


def parsed(d: str) -> Path:
    """Commands and numbers, read as the SVG grammar says: no separator is needed before a sign or a second point."""
    return [
        (command, [float(text) for text in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", numbers)])
        for command, numbers in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", d)
    ]


def controls(d: str) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """The control points and the end of a path of q and t commands."""
    (_, (x, y)), *rest = parsed(d)
    found: list[tuple[float, float]] = []
    control = (x, y)
    for command, numbers in rest:
        if command == "q":
            control = (x + numbers[0], y + numbers[1])
            x, y = x + numbers[2], y + numbers[3]
            found.append(control)
        elif command == "t":
            for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
                control = (2 * x - control[0], 2 * y - control[1])
                found.append(control)
                x, y = x + dx, y + dy
    return found, (x, y)


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (0.04, "0"), (0.5, ".5"), (-0.5, "-.5"), (12.0, "12"), (-3.26, "-3.3")])
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


@given(points)
def test_rounding_errors_of_a_polyline_do_not_add_up(line: list[tuple[float, float]]) -> None:
    (_, (x, y)), *rest = parsed(polyline(line))
    for _, numbers in rest:
        x, y = x + sum(numbers[::2]), y + sum(numbers[1::2])
    assert math.dist((x, y), line[-1]) < 0.08


@given(points)
def test_a_spline_is_drawn_along_its_points(line: list[tuple[float, float]]) -> None:
    found, end = controls(spline(line))
    assert math.dist(end, line[-1]) < 0.08
    for control, point in zip(found, line[1:-1], strict=True):
        assert math.dist(control, point) < 0.25


@given(points.filter(lambda ring: len(ring) >= 4))
def test_a_ring_closes_where_it_began(ring: list[tuple[float, float]]) -> None:
    d = spline_ring(ring)
    found, end = controls(d)
    assert d.endswith("z")
    assert len(found) == len(ring)
    assert math.dist(end, tuple(parsed(d)[0][1])) < 0.4
    for control, point in zip(found, [*ring[1:], ring[0]], strict=True):
        assert math.dist(control, point) < 0.25


def test_elements_are_quoted() -> None:
    assert element("text", "x", data_name='a "b" & c', class_="k", y="") == "<text data-name='a \"b\" &amp; c' class=\"k\">x</text>"
