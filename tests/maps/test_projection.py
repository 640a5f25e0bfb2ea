"""The conic projection against figures computed with PROJ 9."""

import pytest

from blockfront.maps.projection import LambertConic, great_circle_km

ELLIPSOID = "+proj=lcc +lat_1=43 +lat_2=58 +lat_0=50 +lon_0=34 +ellps=WGS84 +units=m"
SPHERE = "+proj=lcc +lat_1=43 +lat_2=57 +lat_0=48 +lon_0=31 +R=6371000 +units=m"


@pytest.mark.parametrize(
    ("projection", "latitude", "longitude", "metres"),
    [
        (ELLIPSOID, 47.23, 39.70, (428305.61, -289127.23)),
        (ELLIPSOID, 59.94, 30.31, (-207315.62, 1106930.40)),
        (ELLIPSOID, 36.20, 61.50, (2467802.43, -1072442.75)),
        (ELLIPSOID, 52.50, 13.40, (-1369834.50, 467597.72)),
        (SPHERE, 47.23, 39.70, (651373.70, -47042.23)),
        (SPHERE, 59.94, 30.31, (-38751.41, 1323555.21)),
        (SPHERE, 36.20, 61.50, (2715137.77, -753913.27)),
        (SPHERE, 52.50, 13.40, (-1172510.16, 635711.85)),
    ],
)
def test_projected_metres(projection: str, latitude: float, longitude: float, metres: tuple[float, float]) -> None:
    assert LambertConic.parse(projection).project(latitude, longitude) == pytest.approx(metres, abs=0.01)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("+proj=merc", "only"),
        ("+proj=lcc +lat_1=43 +lat_2=58 +lat_0=50", "lon_0 is missing"),
        (ELLIPSOID.replace("=m", "=ft"), "units=m"),
        (ELLIPSOID.replace("WGS84", "clrk66"), "WGS84"),
        (ELLIPSOID + " +x_0=100", "false eastings"),
        (ELLIPSOID + " +k_0=2", "k_0"),
    ],
)
def test_projections_that_cannot_be_used(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        LambertConic.parse(text)


def test_distances_over_the_globe() -> None:
    assert great_circle_km(0, 0, 0, 90) == pytest.approx(6371 * 3.14159265 / 2)
    assert great_circle_km(55.75, 37.62, 52.52, 13.40) == pytest.approx(1608, abs=3)  # Moscow to Berlin
    assert great_circle_km(10, 20, 10, 20) == 0
