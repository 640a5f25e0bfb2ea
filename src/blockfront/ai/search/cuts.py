"""Finds the cheapest hexes to hold so that no line leads from sources to the places they supply (a minimum cut)."""

from collections import deque
from collections.abc import Collection, Mapping
from typing import Final

ENDLESS: Final = 1 << 30
MOST: Final = 1 << 20  # more than all hexes together can cost
Node = tuple[int, bool]  # a hex, and whether it is being left (True) or entered


def cheapest_cut(
    near: Mapping[int, Collection[int]], origins: Collection[int], ends: Collection[int], cost: Mapping[int, int]
) -> frozenset[int]:
    """Returns the cheapest set of hexes, which may include ends, that every line from an origin to an end passes through.

    `near` lists the neighbours along lines and `cost` the cost of holding a hex; hexes without a cost cannot be held.
    """
    room: dict[Node, dict[Node, int]] = {}
    for hex_, others in near.items():
        _add(room, (hex_, False), (hex_, True), ENDLESS if hex_ in origins else cost.get(hex_, ENDLESS))
        for other in others:
            _add(room, (hex_, True), (other, False), ENDLESS)
    starts = [(hex_, False) for hex_ in sorted(origins) if (hex_, False) in room]
    while (way := _way(room, starts, ends)) is not None:
        least = min(room[one][two] for one, two in way)
        if least > MOST:
            return frozenset()
        for one, two in way:
            room[one][two] -= least
            room[two][one] += least
    reached = _reached(room, starts)
    return frozenset(hex_ for hex_ in near if (hex_, False) in reached and (hex_, True) not in reached)


def _add(room: dict[Node, dict[Node, int]], one: Node, two: Node, most: int) -> None:
    room.setdefault(one, {})[two] = most
    room.setdefault(two, {}).setdefault(one, 0)


def _reached(room: Mapping[Node, Mapping[Node, int]], starts: Collection[Node]) -> dict[Node, Node | None]:
    """Returns all nodes that can still be reached, each with the node before it."""
    before: dict[Node, Node | None] = dict.fromkeys(starts)
    waiting = deque(starts)
    while waiting:
        node = waiting.popleft()
        for other, left in room[node].items():
            if left and other not in before:
                before[other] = node
                waiting.append(other)
    return before


def _way(room: Mapping[Node, Mapping[Node, int]], starts: Collection[Node], ends: Collection[int]) -> list[tuple[Node, Node]] | None:
    """Returns the steps of an open way through one of the ends; None if there is none."""
    before = _reached(room, starts)
    node: Node | None = next(((hex_, True) for hex_ in sorted(ends) if (hex_, True) in before), None)
    if node is None:
        return None
    found: list[tuple[Node, Node]] = []
    while node is not None and (earlier := before[node]) is not None:
        found.append((earlier, node))
        node = earlier
    return found
