"""How positions and maps show themselves in notebooks: a package that can draw them registers entry points.

The entry points of the group `blockfront.pictures` are functions: `position` takes a game and a state, `map` takes a map; both
return SVG text, or None for what they cannot draw. Without any, notebooks show plain text.
"""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any

GROUP = "blockfront.pictures"


@cache
def _drawer(kind: str) -> Callable[..., str | None] | None:
    found = next(iter(entry_points(group=GROUP, name=kind)), None)
    return None if found is None else found.load()


def drawn(kind: str, *things: Any) -> str | None:
    """SVG text from the entry point of this kind; None if there is none or it cannot draw the objects."""
    draw = _drawer(kind)
    return None if draw is None else draw(*things)
