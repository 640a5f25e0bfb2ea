"""A game to be played by machines."""

import msgspec

from blockfront.ai.player import Budget


class Pairing(msgspec.Struct, frozen=True):
    """One game to be played: who plays which side, and its seed."""

    title: str
    scenario: str
    options: tuple[str, ...] | None
    levels: tuple[str, ...]  # by side
    seed: int
    budget: Budget = Budget()
