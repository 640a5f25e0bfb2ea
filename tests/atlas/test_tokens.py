"""Colours can be told from the ground they lie on: text 4.5 to 1, signs and lines 3 to 1, in both themes."""

import pytest

from blockfront.atlas.svg.tokens import COLOURS, THEMES

TEXT = [
    *(("ink", ground) for ground in ("land", "halo", "forest", "hill", "mountain", "swamp", "margin")),
    *(("quiet-ink", ground) for ground in ("land", "margin", "closed")),
    *(("river-name", ground) for ground in ("land", "halo", "forest")),
    ("water-name", "water"),
    ("resource", "halo"),
]
SIGNS = [
    *(("rail", ground) for ground in ("land", "forest", "mountain", "swamp")),
    *(("river", ground) for ground in ("land", "forest", "mountain")),
    *(("border", ground) for ground in ("land", "mountain")),
    *(("coast", ground) for ground in ("land", "water")),
    *(("port", ground) for ground in ("land", "water")),
    *(("crossing", ground) for ground in ("land", "water")),
    *(("fortified", ground) for ground in ("land", "hill")),
    ("alpine", "mountain"),
    ("city", "town"),
    ("wall", "land"),
    ("line", "land"),
    ("area", "land"),
    ("mine-field", "water"),
]


def luminance(colour: str) -> float:
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", range(len(THEMES)), ids=THEMES)
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (SIGNS, 3.0)], ids=["text", "signs"])
def test_contrast(theme: int, pairs: list[tuple[str, str]], least: float) -> None:
    weak = {
        (mark, ground): round(found, 2)
        for mark, ground in pairs
        if (found := contrast(COLOURS[mark][theme], COLOURS[ground][theme])) < least
    }
    assert not weak
