"""The cheapest way to part places from where their lines come from: which hexes to hold so that no line is left."""

from collections import deque
from collections.abc import Collection, Mapping
from typing import Final

ENDLESS: Final = 1 << 30
MOST: Final = 1 << 20  # more than all hexes together cost
Node = tuple[int, bool]  # a hex as it is entered, and as it is left


def cheapest_cut(
    near: Mapping[int, Collection[int]], origins: Collection[int], ends: Collection[int], cost: Mapping[int, int]
) -> frozenset[int]:
    """The hexes of least cost, the ends among them if that is cheaper, without which no line leads from an origin to an end.

    `near` tells how lines run and `cost` what it costs to hold a hex; one that has no cost cannot be held.
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
    """All that lines can still reach, each with the node before it."""
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
    """The steps of a way that is still open to an end and through it."""
    before = _reached(room, starts)
    node: Node | None = next(((hex_, True) for hex_ in sorted(ends) if (hex_, True) in before), None)
    if node is None:
        return None
    found: list[tuple[Node, Node]] = []
    while node is not None and (earlier := before[node]) is not None:
        found.append((earlier, node))
        node = earlier
    return found
