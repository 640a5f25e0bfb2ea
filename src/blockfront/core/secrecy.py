"""Who sees a column of a state, declared beside the column, so that most changes can be judged without comparing views.

    turn: Annotated[int, EVERYBODY_SEES]
    counts: Annotated[Bytes, NOBODY_SEES]
    passed: Annotated[Bits, ACTIVE_SIDE_SEES]
    spent: Annotated[Bytes, owner_sees("blocks")]
    flags: Annotated[Bytes, owner_sees("blocks", but=WOUNDED)]

For a column without such a declaration, anybody may see parts of it: views are compared. A declaration must hold for every view of
every title: `blockfront.testing.secrecy` checks that.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

Belongings = Mapping[str, int]  # what entries stand for, such as "blocks" -> bit per entry that is a side's own


class Secrecy(NamedTuple):
    """Who sees a column."""

    entries_of: str  # what its entries stand for, where each is seen by its owner
    but: int = 0  # bits of an entry that others see too


EVERYBODY_SEES: Final = Secrecy("everybody")  # every change is visible to all, so views need not be compared
NOBODY_SEES: Final = Secrecy("nobody")  # worked out from other columns, or kept by the engine for itself
ACTIVE_SIDE_SEES: Final = Secrecy("active")  # while it stays active; the state has a column `active`


def owner_sees(entries_of: str, *, but: int = 0) -> Secrecy:
    """Each entry is seen by the side that owns it, and by others if the state says that they see it (`in_sight`).

    In columns of numbers and sets an entry is known by its index, in frames by its first number.
    """
    return Secrecy(entries_of, but)


def seen_by_others(before: Any, after: Any, side: int, own: Belongings) -> bool | None:
    """Whether other sides see anything of what a side has changed; None if only comparing their views can tell."""
    changed = after.differences(before)
    secrecy: Mapping[str, Secrecy] = after.secrecy
    if any(secrecy.get(name) is EVERYBODY_SEES for name in changed):
        return True
    return False if all(_is_kept(before, after, name, secrecy.get(name), side, own) for name in changed) else None


def _is_kept(before: Any, after: Any, name: str, secrecy: Secrecy | None, side: int, own: Belongings) -> bool:
    """Whether a changed column certainly shows nothing to other sides."""
    if secrecy is None:
        return False
    if secrecy is NOBODY_SEES:
        return True
    if secrecy is ACTIVE_SIDE_SEES:
        return bool(before.active == after.active == side)
    mine = own.get(secrecy.entries_of)
    if mine is None:
        return False
    old, new = getattr(before, name), getattr(after, name)
    if after.has_frames(name):
        if [frame for frame in old if not mine >> frame[0] & 1] != [frame for frame in new if not mine >> frame[0] & 1]:
            return False
        changed = [frame[0] for frame in (*old, *new) if frame not in old or frame not in new] if old != new else []
        return secrecy.entries_of != BLOCKS or not any(before.in_sight(block) or after.in_sight(block) for block in changed)
    for entry, difference in _differing(old, new):
        if not mine >> entry & 1 or difference & secrecy.but:
            return False
        if secrecy.entries_of == BLOCKS and (before.in_sight(entry) or after.in_sight(entry)):
            return False
    return True


BLOCKS: Final = "blocks"
_PIECE: Final = 32  # entries compared at once


def _differing(old: Any, new: Any) -> Iterator[tuple[int, int]]:
    """(index, differing bits) of every entry that differs between two columns of numbers or two sets."""
    if isinstance(new, int):
        difference = old ^ new
        while difference:
            entry = difference.bit_length() - 1
            difference ^= 1 << entry
            yield entry, 1
        return
    if len(old) != len(new):
        yield from ((entry, -1) for entry in range(max(len(old), len(new))))
        return
    for start in range(0, len(new), _PIECE):
        if old[start : start + _PIECE] != new[start : start + _PIECE]:
            for entry in range(start, min(start + _PIECE, len(new))):
                if old[entry] != new[entry]:
                    yield entry, old[entry] ^ new[entry]
