"""Actions that send a unit to one of many hexes: listed once as long as the hexes stay the same, or made one by one."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from blockfront.core.actions import Action
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import member_at, members

FEW: Final = 6  # hexes that were won or lost: the rest of a list is kept


class Legs:
    """Most units can go where they could when they were last asked: each unit's last list is kept."""

    def __init__(self, make: Callable[[int, int], Action]) -> None:
        self.make = make
        self._last: dict[int, tuple[HexSet, list[Action]]] = {}

    def of(self, block: int, targets: HexSet, others: Sequence[Action] = ()) -> "UnitLegs":
        """A unit's legs to the targets, then other actions of its own."""
        return UnitLegs(self, block, targets, others)

    def listed(self, block: int, targets: HexSet) -> list[Action]:
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
    """What one unit may do: whoever wants a single action need not make all."""

    __slots__ = ("_block", "_legs", "_others", "_targets")

    def __init__(self, legs: Legs, block: int, targets: HexSet, others: Sequence[Action]) -> None:
        self._legs = legs
        self._block = block
        self._targets = targets
        self._others = others

    def legs(self) -> tuple[int, HexSet, Callable[[int, int], Action], Sequence[Action]]:
        """The unit, the hexes, what makes an action of both, and the other actions: for whoever only wants to know where to."""
        return self._block, self._targets, self._legs.make, self._others

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def listed(self) -> list[Action]:
        found = self._legs.listed(self._block, self._targets)
        return [*found, *self._others] if self._others else found

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
