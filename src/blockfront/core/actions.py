"""Decisions as values. A title derives its actions from `Action`; the answers of chance are defined here."""

import msgspec


class Action(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One decision: hashable, comparable, made of small integers, and the same in memory, in files and on the wire.

    Actions hold numbers and tuples of numbers but never other actions, so the garbage collector can skip them: lists of thousands
    are built twice as fast.
    """


class Roll(Action, frozen=True, tag="roll"):
    """Dice as they fell, in the order rolled."""

    faces: tuple[int, ...]


class Deal(Action, frozen=True, tag="deal", omit_defaults=True):
    """A shuffle, given by the number it is derived from (`chance.shuffled`): 128 bits in hexadecimal.

    Records of format 1 have a `seed` of 32 bits instead, which revealed blocks give away to whoever tries all of them.
    """

    seed: int = 0
    key: str = ""

    @property
    def number(self) -> int:
        return int(self.key, 16) if self.key else self.seed
