"""Actions that send a unit to one of many hexes: the list is kept while the hexes stay the same, and single actions are made on demand."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from blockfront.core.actions import Action
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import member_at, members

FEW: Final = 6  # hexes that were won or lost: the rest of a list is kept


class Legs:
    """Makes such actions and keeps each unit's last list, since most units can still go where they could before."""

    def __init__(self, make: Callable[[int, int], Action]) -> None:
        self.make = make
        self._last: dict[int, tuple[HexSet, list[Action]]] = {}

    def of(self, block: int, targets: HexSet, others: Sequence[Action] = ()) -> "UnitLegs":
        """A unit's legs to the targets, followed by its other actions."""
        return UnitLegs(self, block, targets, others)

    def listed(self, block: int, targets: HexSet) -> list[Action]:
        """The actions to all targets. If few targets have changed since the last list, only those are replaced."""
        before, found = self._last.get(block, (0, []))
        if before != targets:
            make, changed = self.make, before ^ targets
            if changed.bit_count() > FEW:
                found = [make(block, to) for to in members(targets)]
            else:
                found = found.copy()
                for to in reversed(members(changed)):
                    place = (before & (1 << to) - 1).bit_count()
                    found[place : place + (before >> to & 1)] = [make(block, to)] if targets >> to & 1 else []
            self._last[block] = targets, found
        return found


class UnitLegs:
    """The actions of one unit; a single one can be made without making all."""

    __slots__ = ("_block", "_legs", "_listed", "_others", "_targets")

    def __init__(self, legs: Legs, block: int, targets: HexSet, others: Sequence[Action]) -> None:
        self._legs = legs
        self._block = block
        self._targets = targets
        self._others = others
        self._listed: list[Action] | None = None

    def legs(self) -> tuple[int, HexSet, Callable[[int, int], Action], Sequence[Action]]:
        """The unit, its target hexes, the function that makes an action of both, and the other actions."""
        return self._block, self._targets, self._legs.make, self._others

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def listed(self) -> list[Action]:
        if self._listed is None:
            found = self._legs.listed(self._block, self._targets)
            self._listed = [*found, *self._others] if self._others else found
        return self._listed

    def __contains__(self, action: object, /) -> bool:
        to = getattr(action, "to", -1)
        if to >= 0 and self._targets >> to & 1 and action == self._legs.make(self._block, to):
            return True
        return action in self._others

    def __len__(self) -> int:
        return self._targets.bit_count() + len(self._others)

    def __getitem__(self, place: int, /) -> Action:
        beyond = place - self._targets.bit_count()
        if beyond >= 0:
            return self._others[beyond]
        return self._legs.make(self._block, member_at(self._targets, place))
