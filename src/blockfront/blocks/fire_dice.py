"""Fire in block wargames: which faces hit, and which blocks take the losses."""

from collections.abc import Mapping, Sequence


def count_hits(faces: Sequence[int], lowest: int) -> int:
    """The number of dice at or above the lowest hitting face."""
    return sum(face >= lowest for face in faces)


def count_in_range(faces: Sequence[int], lowest: int, highest: int) -> int:
    return sum(lowest <= face <= highest for face in faces)


def strongest(blocks: Sequence[int], strength: Mapping[int, int] | Sequence[int]) -> list[int]:
    """The blocks that must take the next loss: those of the highest strength; their owner chooses among them."""
    if not blocks:
        return []
    highest = max(strength[block] for block in blocks)
    return [block for block in blocks if strength[block] == highest]


def weakest(blocks: Sequence[int], strength: Mapping[int, int] | Sequence[int]) -> list[int]:
    if not blocks:
        return []
    lowest = min(strength[block] for block in blocks)
    return [block for block in blocks if strength[block] == lowest]
