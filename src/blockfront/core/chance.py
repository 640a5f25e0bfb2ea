"""Chance as a player: which random event is pending, its possible outcomes, and dice that anyone can verify afterwards."""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final, Protocol

from blockfront.core.actions import Action, Deal, Roll


class Chance(Protocol):
    """A pending random event."""

    def sample(self, rng: Random) -> Action: ...
    def outcomes(self) -> Iterator[tuple[float, Action]]:
        """Every outcome with its probability; outcomes that are the same to the rules may be represented by one."""
        ...

    def __contains__(self, action: object, /) -> bool: ...


class Dice:
    """A handful of dice with the given number of faces."""

    __slots__ = ("count", "faces", "groups")

    def __init__(self, count: int, faces: int = 6, groups: tuple[range, ...] | None = None) -> None:
        """`groups` partitions the faces: the rules treat faces of a group alike, for `outcomes`. By default every face is its own group."""
        self.count = count
        self.faces = faces
        self.groups = groups or tuple(range(face, face + 1) for face in range(1, faces + 1))

    def sample(self, rng: Random) -> Roll:
        faces = self.faces
        return Roll(tuple([int(rng.random() * faces) + 1 for _ in range(self.count)]))

    def outcomes(self) -> Iterator[tuple[float, Action]]:
        """One representative roll for each combination of groups; the order of the dice counts."""
        for combination in product(self.groups, repeat=self.count):
            probability = 1.0
            for group in combination:
                probability *= len(group) / self.faces
            yield probability, Roll(tuple(group[0] for group in combination))

    def __contains__(self, action: object, /) -> bool:
        return isinstance(action, Roll) and len(action.faces) == self.count and all(1 <= face <= self.faces for face in action.faces)


BITS: Final = 128  # of a shuffle


class Shuffle:
    """Hidden things are shuffled. All outcomes are equal to a player who cannot see them, so `outcomes` gives only one.

    The committed stream gives 128 bits to each shuffle, so that blocks already revealed tell nothing about the others.
    """

    __slots__ = ()

    def sample(self, rng: Random) -> Deal:
        return Deal(key=f"{rng.getrandbits(BITS):0{BITS // 4}x}")

    def outcomes(self) -> Iterator[tuple[float, Action]]:
        yield 1.0, Deal(0)

    def __contains__(self, action: object, /) -> bool:
        if not isinstance(action, Deal):
            return False
        return not action.seed and is_key(action.key) if action.key else 0 <= action.seed < 1 << 32


def is_key(text: str) -> bool:
    return len(text) == BITS // 4 and all(digit in "0123456789abcdef" for digit in text)


def first_format_deal(seed: bytes, throw: int) -> Deal:
    """The shuffle that the committed stream gave in records of format 1, which had 32 bits."""
    return Deal(int(CommittedRandom(seed, throw).random() * (1 << 32)))


def shuffled(items: list[int], seed: int) -> list[int]:
    """The items in an order that depends only on the seed, and is the same on every machine and in every version."""
    keyed = [(shuffling_key(seed, index), item) for index, item in enumerate(items)]
    return [item for _, item in sorted(keyed)]


def shuffling_key(seed: int, index: int) -> bytes:
    """The key by which `shuffled` sorts the item at this index."""
    return hashlib.blake2s(f"{seed}/{index}".encode(), digest_size=8).digest()


class CommittedRandom(Random):
    """Uniform random numbers from an HMAC-SHA256 stream: `HMAC(seed, throw / counter)`.

    Each throw of a game has a stream of its own: any single throw can be recomputed from the seed and its number.
    Chance uses `random()` alone; the other methods of `Random` build on it.
    """

    def __new__(cls, seed: bytes, throw: int | str) -> "CommittedRandom":
        return super().__new__(cls)

    def __init__(self, seed: bytes, throw: int | str) -> None:
        """`throw` is the number of a throw, or a name for other random numbers of the game that nobody may foresee."""
        self._key = seed
        self._throw = throw
        self._counter = 0

    def random(self) -> float:
        message = f"{self._throw}/{self._counter}".encode()
        self._counter += 1
        digest = hmac.new(self._key, message, hashlib.sha256).digest()
        return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)

    def getrandbits(self, k: int, /) -> int:
        bits = 0
        for start in range(0, k, 32):
            width = min(32, k - start)
            bits = bits << width | int(self.random() * (1 << width))
        return bits


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """The hash of the seed that is published before the first throw; the seed itself is revealed when the game is over."""
    return hashlib.sha256(b"blockfront dice " + seed).hexdigest()
