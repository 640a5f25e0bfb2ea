"""How well the map fits geography: distances between towns on the map compared with those over the globe.

There are three readings of "within one hex": the straight line between the hexes' centres against the globe; hexes counted against
hexes counted between the true positions; hexes counted times the size of a hex against the globe. The last cannot come
near 100 % on any hex map, because off its three axes a grid counts up to 15 % more hexes than the straight line is long.
"""

import math
from itertools import combinations
from typing import NamedTuple

from blockfront.maps.model import MapData, Place
from blockfront.maps.projection import great_circle_km

NEAR_KM = 1000.0
_ROW = math.sqrt(0.75)  # distance of two rows in hex widths

Point = tuple[float, float]  # hex widths east and south of the centre of 0101


class TownPair(NamedTuple):
    """Two towns whose straight line on the map is more than a hex too long or too short, and why."""

    first: str
    second: str
    on_map: float  # in hexes
    on_globe: float
    reason: str

    def __str__(self) -> str:
        return f"{self.first} – {self.second}: {self.on_map:.1f} hexes instead of {self.on_globe:.1f}, {self.reason}"


class DistanceReport(NamedTuple):
    """How far distances on the map differ from those over the globe."""

    pairs: int
    straight: int  # pairs within one hex, by each of the three readings
    counted: int
    counted_km: int
    misses: tuple[TownPair, ...]  # by the straight line, worst first
    displaced: tuple[tuple[str, float], ...]  # towns more than a hex from where they belong, worst first

    def share(self, number: int) -> float:
        return number / self.pairs if self.pairs else 1.0


class _Town(NamedTuple):
    place: Place
    latitude: float
    longitude: float
    drawn: Point
    true: Point

    @property
    def displacement(self) -> float:
        return math.dist(self.drawn, self.true)


def _towns(data: MapData) -> list[_Town]:
    towns = []
    for place in data.places:
        if place.latitude is not None and place.longitude is not None:
            column, row = data.grid.offset(place.hex)
            x, rows = data.position(place.latitude, place.longitude)
            drawn = (column + row % 2 / 2, row * _ROW)
            towns.append(_Town(place, place.latitude, place.longitude, drawn, (x, rows * _ROW)))
    return towns


def _hex_steps(origin: Point, target: Point) -> float:
    """The distance of two points counted along the three axes of the grid."""
    r = (target[1] - origin[1]) / _ROW
    q = target[0] - origin[0] - r / 2
    return max(abs(q), abs(r), abs(q + r))


def _reason(first: _Town, second: _Town, on_globe: float) -> str:
    moved = [f"{town.place.name} drawn {town.displacement:.1f} hexes off" for town in (first, second)]
    scale = math.dist(first.true, second.true) / on_globe - 1
    by_scale = abs(math.dist(first.true, second.true) - on_globe)
    return f"the projection stretches {scale:+.0%} here" if by_scale > 1 else " and ".join(moved)


def distances(data: MapData) -> DistanceReport:
    """The report on all pairs of places with coordinates that lie less than 1,000 km apart."""
    towns = _towns(data)
    pairs = straight = counted = counted_km = 0
    misses = []
    for first, second in combinations(towns, 2):
        on_globe = great_circle_km(first.latitude, first.longitude, second.latitude, second.longitude) / data.hex_km
        if on_globe * data.hex_km >= NEAR_KM or not on_globe:
            continue
        pairs += 1
        on_map = math.dist(first.drawn, second.drawn)
        steps = data.grid.distance(first.place.hex, second.place.hex)
        counted += abs(steps - _hex_steps(first.true, second.true)) <= 1
        counted_km += abs(steps - on_globe) <= 1
        if abs(on_map - on_globe) <= 1:
            straight += 1
        else:
            reason = _reason(first, second, on_globe)
            misses.append(TownPair(first.place.name, second.place.name, on_map, on_globe, reason))
    misses.sort(key=lambda pair: -abs(pair.on_map - pair.on_globe))
    displaced = [(town.place.name, town.displacement) for town in towns if town.displacement > 1]
    displaced.sort(key=lambda entry: -entry[1])
    return DistanceReport(pairs, straight, counted, counted_km, tuple(misses), tuple(displaced))
