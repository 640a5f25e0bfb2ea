"""Decisions as values. A title derives its actions from `Action`; chance answers with the ones defined here."""

import msgspec


class Action(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One decision: hashable, comparable, small integers only, the same in memory, in files and on the wire.

    Actions hold numbers and tuples of numbers, never each other, so the garbage collector need not look at them: lists of
    thousands are built twice as fast.
    """


class Roll(Action, frozen=True, tag="roll"):
    """Dice as they fell, in the order rolled."""

    faces: tuple[int, ...]


class Deal(Action, frozen=True, tag="deal"):
    """A shuffle, given by the number it is derived from (`chance.shuffled`)."""

    seed: int
