"""Actions that send a unit to one of many hexes, made once as long as the hexes stay the same."""

from collections.abc import Callable

from blockfront.core.actions import Action
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class Legs:
    """Most units can go where they could when they were last asked: each unit's last list is kept."""

    def __init__(self, make: Callable[[int, int], Action]) -> None:
        self._make = make
        self._last: dict[int, tuple[HexSet, list[Action]]] = {}

    def of(self, block: int, targets: HexSet) -> list[Action]:
        """A list of its own for whoever asks."""
        if not targets:
            return []
        before, found = self._last.get(block, (0, []))
        if before != targets:
            found = [self._make(block, to) for to in members(targets)]
            self._last[block] = targets, found
        return found[:]
