"""The description of one game to be played by machines."""

import msgspec

from blockfront.ai.player import Budget


class Pairing(msgspec.Struct, frozen=True):
    """One game to be played: the player of each side, and the seed."""

    title: str
    scenario: str
    options: tuple[str, ...] | None
    levels: tuple[str, ...]  # one level for each side
    seed: int
    budget: Budget = Budget()
