"""Latitude and longitude to metres on paper: the Lambert conformal conic projection with two standard parallels."""

import math
from typing import NamedTuple

_ELLIPSOIDS = {  # equatorial radius in metres, flattening
    "WGS84": (6378137.0, 1 / 298.257223563),
    "GRS80": (6378137.0, 1 / 298.257222101),
    "sphere": (6370997.0, 0.0),
}


class LambertConic(NamedTuple):
    """Built from a PROJ string: ``LambertConic.parse("+proj=lcc +lat_1=43 +lat_2=58 +lat_0=50 +lon_0=34")``."""

    radius: float
    eccentricity: float
    cone: float
    scale: float
    origin_radius: float
    central_meridian: float

    @classmethod
    def parse(cls, text: str) -> "LambertConic":
        """Reads a PROJ string; ValueError says what is missing or unknown."""
        given = dict(part.lstrip("+").partition("=")[::2] for part in text.split())
        if given.pop("proj", "") != "lcc":
            raise ValueError(f"{text!r}: only +proj=lcc (Lambert conformal conic) is known")
        units = given.pop("units", "m")
        ellipsoid = given.pop("ellps", "WGS84")
        if units != "m" or ellipsoid not in _ELLIPSOIDS:
            raise ValueError(f"{text!r}: +units=m and one of the ellipsoids {', '.join(_ELLIPSOIDS)} are known")
        radius, flattening = _ELLIPSOIDS[ellipsoid]
        if "R" in given:
            radius, flattening = float(given.pop("R")), 0.0
        try:
            angles = [math.radians(float(given.pop(name))) for name in ("lat_1", "lat_2", "lat_0", "lon_0")]
        except KeyError as missing:
            raise ValueError(f"{text!r}: +{missing.args[0]} is missing") from None
        unknown = {name for name in given if name not in ("no_defs", "x_0", "y_0", "datum", "type")}
        if unknown or any(float(given.get(name, 0)) for name in ("x_0", "y_0")):
            raise ValueError(f"{text!r}: cannot use {', '.join(sorted(unknown)) or 'false eastings and northings'}")
        return cls._of(radius, math.sqrt(flattening * (2 - flattening)), *angles)

    @classmethod
    def _of(cls, radius: float, e: float, first: float, second: float, origin: float, meridian: float) -> "LambertConic":
        m1, m2 = _parallel(first, e), _parallel(second, e)
        t1, t2 = _isometric(first, e), _isometric(second, e)
        cone = math.sin(first) if math.isclose(first, second) else math.log(m1 / m2) / math.log(t1 / t2)
        scale = m1 / (cone * t1**cone)
        return cls(radius, e, cone, scale, radius * scale * _isometric(origin, e) ** cone, meridian)

    def project(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Metres east and north of the projection's origin, for a position."""
        radius = self.radius * self.scale * _isometric(math.radians(latitude), self.eccentricity) ** self.cone
        angle = self.cone * (math.radians(longitude) - self.central_meridian)
        return radius * math.sin(angle), self.origin_radius - radius * math.cos(angle)


def _parallel(latitude: float, e: float) -> float:
    return math.cos(latitude) / math.sqrt(1 - (e * math.sin(latitude)) ** 2)


def _isometric(latitude: float, e: float) -> float:
    sine = e * math.sin(latitude)
    return math.tan(math.pi / 4 - latitude / 2) / math.pow((1 - sine) / (1 + sine), e / 2)


def great_circle_km(latitude: float, longitude: float, other_latitude: float, other_longitude: float) -> float:
    """The distance over a sphere of 6371 km, in kilometres."""
    first, second = math.radians(latitude), math.radians(other_latitude)
    turn = math.radians(other_longitude - longitude)
    haversine = math.sin((second - first) / 2) ** 2 + math.cos(first) * math.cos(second) * math.sin(turn / 2) ** 2
    return 2 * 6371.0 * math.asin(math.sqrt(haversine))
