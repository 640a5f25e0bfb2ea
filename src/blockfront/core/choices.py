"""The legal answers to a decision: lazy, so that checking one action does not build a list of two thousand."""

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from random import Random
from typing import Protocol, runtime_checkable

from blockfront.core.actions import Action


@runtime_checkable
class Choices(Protocol):
    """The legal actions of one side; never empty for a side that has to act.

    Their order is fixed, and depends only on what that side may know.
    """

    def __iter__(self) -> Iterator[Action]: ...
    def __contains__(self, action: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def sample(self, rng: Random) -> Action:
        """A random legal action; every one has a positive probability. Raises `LookupError` if there is none."""
        ...


class Actions(Protocol):
    """A list of actions, or an object that creates them when they are looked up."""

    def __iter__(self) -> Iterator[Action]: ...
    def __contains__(self, action: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __getitem__(self, place: int, /) -> Action: ...


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
    """Several families of actions offered together, in order. Weights say how often `sample` turns to each."""

    __slots__ = ("parts", "weights")

    def __init__(self, parts: Sequence[Choices], weights: Sequence[float] | None = None) -> None:
        self.parts = parts
        self.weights = weights

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self.parts)

    def __contains__(self, action: object, /) -> bool:
        return any(action in part for part in self.parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def sample(self, rng: Random) -> Action:
        """A random action of a random family; a family that turns out to be empty is skipped."""
        parts, weights = self.parts, self.weights or [1.0] * len(self.parts)
        while parts:
            number = _weighted(weights, rng)
            try:
                return parts[number].sample(rng)
            except LookupError:
                parts = [*parts[:number], *parts[number + 1 :]]
                weights = [*weights[:number], *weights[number + 1 :]]
        raise LookupError("no family offers an action")


def _weighted(weights: Sequence[float], rng: Random) -> int:
    """A random index, as likely as its weight; like `Random.choices`, but three times as fast for a single draw."""
    bounds = list(accumulate(weights))
    return bisect(bounds, rng.random() * bounds[-1], 0, len(bounds) - 1)


class Later:
    """A family of actions of one kind, computed on first use; checking an action of another kind does not compute it."""

    __slots__ = ("_kind", "_known", "_work_out")

    def __init__(self, kind: type[Action], work_out: Callable[[], Choices]) -> None:
        self._kind = kind
        self._work_out = work_out
        self._known: Choices | None = None

    @property
    def choices(self) -> Choices:
        if self._known is None:
            self._known = self._work_out()
        return self._known

    def __iter__(self) -> Iterator[Action]:
        return iter(self.choices)

    def __contains__(self, action: object, /) -> bool:
        return isinstance(action, self._kind) and action in self.choices

    def __len__(self) -> int:
        return len(self.choices)

    def sample(self, rng: Random) -> Action:
        return self.choices.sample(rng)


class ByUnit:
    """A family of actions, computed unit by unit on first use, and then kept.

    `named_by` lists the fields in which the actions name their unit, so that checking one action computes that unit's only.
    """

    __slots__ = ("_actions_of", "_all", "_known", "_named_by", "units")

    def __init__(self, units: Sequence[int], actions_of: Callable[[int], Actions], *named_by: str) -> None:
        self.units = units
        self._actions_of = actions_of
        self._named_by = named_by
        self._known: dict[int, Actions] = {}
        self._all: list[Action] | None = None

    def actions_of(self, unit: int) -> Actions:
        """The actions of one unit, computed once."""
        known = self._known.get(unit)
        if known is None:
            known = self._known[unit] = self._actions_of(unit)
        return known

    def families(self) -> Iterable[Actions]:
        """The actions of every unit, one family for each."""
        return map(self.actions_of, self.units)

    def names_by(self, field: str) -> bool:
        """Whether the actions name their unit in this field and no other."""
        return self._named_by == (field,)

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self._parts())

    def _parts(self) -> Iterator[Iterable[Action]]:
        """The actions unit by unit, computed as far as they are read; one list of all once the length was asked for."""
        if self._all is None:
            yield from map(self.actions_of, self.units)
        else:
            yield self._all

    def __contains__(self, action: object, /) -> bool:
        named = [getattr(action, name, None) for name in self._named_by]
        return any(action in self.actions_of(unit) for unit in self.units if not self._named_by or unit in named)

    def __len__(self) -> int:
        if self._all is None:
            self._all = self.list_all()
        return len(self._all)

    def list_all(self) -> list[Action]:
        return list(chain.from_iterable(map(self._actions_of, self.units)))

    def sample(self, rng: Random) -> Action:
        """A random action of a random unit; a unit without actions is replaced by the next one that has some."""
        units = self.units
        start = int(rng.random() * len(units))
        for place in range(start - len(units), start):  # places below zero count from the end
            actions = self.actions_of(units[place])
            if number := len(actions):
                return actions[int(rng.random() * number)]
        raise LookupError("no unit has an action")


NONE: Choices = Listed(())
