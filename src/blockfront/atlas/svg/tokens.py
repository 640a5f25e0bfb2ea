"""Every colour and face of the map, light and dark, as CSS custom properties: the one place to change how the map looks.

The drawing only ever says ``var(--map-…)``. A page restyles it by redefining the properties on the root element or by setting
``data-theme`` there; programs that do not know custom properties get ``resolved`` text.
"""

import re
from typing import Final, Literal

Theme = Literal["light", "dark"]
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")

SERIF: Final = (  # the first is the client's own face, the others stand in for it where a map is looked at alone
    "Blockfront Serif, Palatino Linotype, Palatino, P052, URW Palladio L, Book Antiqua, Georgia, Liberation Serif, Times New Roman, serif"
)

COLOURS: Final[dict[str, tuple[str, str]]] = {
    # name: (light, dark)
    "margin": ("#efe7d3", "#1b1d1f"),
    "frame": ("#4a4236", "#8d8877"),
    "water": ("#b9c9cf", "#1f2c35"),
    "shallows": ("#c6d3d5", "#253540"),
    "shore-line": ("#8fa7b1", "#3d5564"),
    "coast": ("#4d6674", "#7593a3"),
    "land": ("#f3ecd9", "#2e2f2b"),
    "land-edge": ("#cbbd9a", "#45453b"),
    "closed": ("#e4dfd2", "#26292a"),
    "forest": ("#c9d0a9", "#38412f"),
    "forest-mark": ("#7d8f62", "#71825c"),
    "forest-shade": ("#9dab7f", "#48553b"),
    "swamp": ("#cbd9cd", "#2c3d3c"),
    "swamp-mark": ("#5f8a88", "#6f9a98"),
    "hill": ("#e6d5ae", "#3d382c"),
    "hill-mark": ("#a98a58", "#a08a63"),
    "mountain": ("#d9c19a", "#4a4033"),
    "mountain-mark": ("#7d6144", "#b29a78"),
    "mountain-shade": ("#b1926a", "#6b5a45"),
    "river": ("#4a6f87", "#6b99b5"),
    "river-name": ("#34576b", "#8db4cc"),
    "border": ("#a0524a", "#c07a6e"),
    "border-band": ("#c98f80", "#7a4d46"),
    "rail": ("#3b3732", "#b9b3a6"),
    "grid": ("#6f6552", "#a8a494"),
    "ink": ("#2a251f", "#ece6d8"),
    "quiet-ink": ("#574e42", "#b8b1a2"),
    "halo": ("#f6f0e0", "#22241f"),
    "water-name": ("#36546a", "#86a9bf"),
    "city": ("#8c2f27", "#d07a6c"),
    "town": ("#f9f4e6", "#33342f"),
    "wall": ("#5a4a38", "#d6c7ab"),
    "port": ("#1f4c63", "#8cc0dc"),
    "ice": ("#f4f8f8", "#20303a"),
    "resource": ("#3f3a33", "#d8d1bf"),
    "fortified": ("#a4551c", "#d9904f"),
    "alpine": ("#6d4e32", "#c9a67d"),
    "crossing": ("#a4551c", "#d9904f"),
    "line": ("#9c2a20", "#e08474"),
    "area": ("#a06f1a", "#d8b050"),
    "mine-field": ("#7c3a54", "#c98aa6"),
    "grid-strength": (".3", ".24"),  # opacity: barely visible until zoomed in
}


def variable(name: str) -> str:
    """The CSS reference to a colour; an unknown name is a mistake in the drawing."""
    if name not in COLOURS:
        raise KeyError(f"no colour is called {name!r}")
    return f"var(--map-{name})"


def properties(theme: Theme) -> str:
    """The declarations of one theme."""
    column = THEMES.index(theme)
    return "".join(f"--map-{name}:{values[column]};" for name, values in COLOURS.items())


_REFERENCE = re.compile(r"var\(--map-([a-z-]+)\)")


def resolved(svg: str, theme: Theme) -> str:
    """The same drawing with plain colours instead of custom properties."""
    column = THEMES.index(theme)
    return _REFERENCE.sub(lambda match: COLOURS[match[1]][column], svg)
