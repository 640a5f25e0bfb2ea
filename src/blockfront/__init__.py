"""Play, study and let machines play the great block wargames of the Second World War.

    import blockfront

    game = blockfront.make("eastfront", "s43")
    match = blockfront.Match(game)

docs/python.md shows the rest. The names below load the engine when they are first used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from blockfront.library import Match, make, odds, position, replay, titles

__version__ = "0.2.0"
__all__ = ["Match", "__version__", "make", "odds", "position", "replay", "titles"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'blockfront' has no attribute {name!r}")
    from blockfront import library

    return getattr(library, name)


def __dir__() -> list[str]:
    return sorted(__all__)
