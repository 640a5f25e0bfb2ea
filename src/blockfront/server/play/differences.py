"""What has changed between two states of a viewer, so that updates need not repeat the rest."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from blockfront.server import wire
from blockfront.server.wire.socket import ChangeMessage, LegalChange, Patch

FEW: Final = 4  # entries that are sent together rather than one by one
SHARE: Final = 3  # a list of which a third has changed is sent whole
_TOLD_APART: Final = ("info", "view")
_COMPARED: Final = tuple(name for name in wire.GameState.__struct_fields__ if name != "info")


def is_same(told: wire.GameState, state: wire.GameState) -> bool:
    """Whether two states are the same for a client: in everything but who is connected."""
    if told is state:
        return True
    for name in _COMPARED:
        if getattr(told, name) != getattr(state, name):
            return False
    return _public(told.info) == _public(state.info)


def _public(info: wire.GameInfo) -> tuple[Any, ...]:
    return [(one.name, one.player, one.taken_over, one.until) for one in info.seats], info.result


def change_message(
    told: wire.GameState,
    state: wire.GameState,
    log_from: int,
    lines: list[wire.LogLine],
    before: wire.Legal | None,
    legal: wire.Legal | None,
) -> ChangeMessage:
    """From what a client was told to what is now."""
    fields = {
        name: getattr(state, name)
        for name in state.__struct_fields__
        if name not in _TOLD_APART and getattr(told, name) != getattr(state, name)
    }
    if _public(told.info) != _public(state.info):
        fields["info"] = state.info
    return ChangeMessage(fields, list(patches(told.view, state.view)), log_from, lines, legal_change(before, legal))


def patches(old: Any, new: Any, path: Sequence[str | int] = ()) -> Iterator[Patch]:
    """What turns one view into the other, by place."""
    for name, written in zip(new.__struct_fields__, new.__struct_encode_fields__, strict=True):
        before, after = getattr(old, name), getattr(new, name)
        if before is after or before == after:
            continue
        here = [*path, written]
        if isinstance(after, msgspec.Struct) and type(after) is type(before) and not after.__struct_config__.array_like:
            yield from patches(before, after, here)
        elif isinstance(after, tuple) and isinstance(before, tuple) and len(before) == len(after) > FEW:
            yield from _entries(before, after, here)
        else:
            yield here, after


def _entries(before: tuple[Any, ...], after: tuple[Any, ...], path: list[str | int]) -> Iterator[Patch]:
    changed = [place for place, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    if len(changed) * SHARE > len(after):
        yield path, after
    else:
        yield from (([*path, place], after[place]) for place in changed)


def legal_change(before: wire.Legal | None, legal: wire.Legal | None) -> LegalChange | None:
    """The choices, without the groups that are as they were."""
    if legal is None:
        return None
    known = {} if before is None else {group.block: group for group in before.groups}
    groups = [group for group in legal.groups if known.get(group.block) != group]
    return LegalChange(legal.decision, legal.count, groups, [group.block for group in legal.groups])
