"""The legal answers to a decision: lazy, so that checking one action never builds two thousand."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from blockfront.core.actions import Action


@runtime_checkable
class Choices(Protocol):
    """Iteration order is fixed and depends only on what the deciding side may know; never empty for who must act."""

    def __iter__(self) -> Iterator[Action]: ...
    def __contains__(self, action: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def sample(self, rng: Random) -> Action:
        """Any legal action, every one with positive probability."""
        ...


class Listed:
    """A short list of actions."""

    __slots__ = ("actions",)

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = actions

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __contains__(self, action: object, /) -> bool:
        return action in self.actions

    def __len__(self) -> int:
        return len(self.actions)

    def sample(self, rng: Random) -> Action:
        return self.actions[int(rng.random() * len(self.actions))]

    def __repr__(self) -> str:
        return f"<{len(self)} choices: {', '.join(map(str, self.actions[:5]))}{' …' if len(self) > 5 else ''}>"


class Joined:
    """Several families of actions offered together, in order."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Choices]) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[Action]:
        for part in self.parts:
            yield from part

    def __contains__(self, action: object, /) -> bool:
        return any(action in part for part in self.parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def sample(self, rng: Random) -> Action:
        """A family at random, then an action of it: families count alike, however many actions they hold."""
        start = int(rng.random() * len(self.parts))
        for part in (*self.parts[start:], *self.parts[:start]):
            if any(True for _ in part):
                return part.sample(rng)
        raise LookupError("no family offers an action")


NONE: Choices = Listed(())
