"""What one viewer is told of a game, and what has changed since he was told: the only place where answers about it are made.

Everything is a function of the viewer's own view and of the events he has seen. Numbers of entries, times of unseen actions and who
among several has already answered stay here.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from blockfront.core.events import SetAside, plain
from blockfront.core.match import Match
from blockfront.core.sides import CHANCE, SPECTATOR, Side, in_audience
from blockfront.server import wire
from blockfront.server.wire.socket import ChangeMessage, LegalChange, Patch

FEW: Final = 4  # entries that are sent together rather than one by one
SHARE: Final = 3  # a list of which a third has changed is sent whole
_TOLD_APART: Final = ("info", "view")
_COMPARED: Final = tuple(name for name in wire.GameState.__struct_fields__ if name != "info")


class ViewerLog:
    """The log of one viewer, or of all together (None), kept up to date with the match; lines know the entry they come from."""

    def __init__(self, viewer: Side | None) -> None:
        self.viewer = viewer
        self.lines: list[wire.LogLine] = []
        self.entries: list[int] = []  # entry of each line
        self._read = 0

    def catch_up(self, match: Match, times: Sequence[float]) -> None:
        """Read the entries that are new since the last time."""
        if self._read > len(match.entries):
            self._read = len(match.entries)
            while self.entries and self.entries[-1] >= self._read:
                self.entries.pop()
                self.lines.pop()
        for number in range(self._read, len(match.entries)):
            for event in match.entries[number].events:
                if self.viewer is None or in_audience(event.seen_by, self.viewer):
                    text = match.game.event_text(event)
                    self.lines.append(wire.LogLine(len(self.lines), text, plain(event), times[number]))
                    self.entries.append(number)
            if match.set_aside and number == match.set_aside[-1]:
                at = self.lines[-1].at if self.lines else 0.0  # not when something unseen was done
                self.lines.append(wire.LogLine(len(self.lines), match.game.event_text(SetAside()), plain(SetAside()), at))
                self.entries.append(number)
        self._read = len(match.entries)

    def lines_before(self, entry: int) -> int:
        """How many lines come from entries before this one."""
        return bisect_left(self.entries, entry)

    def entries_after(self, lines: int, undoable: Sequence[int]) -> int:
        """How many of the entries that can be taken back, the last first, can go while these lines stay."""
        number = 0
        while number < len(undoable) and self.lines_before(undoable[number]) >= lines:
            number += 1
        return number

    def forget(self, entry: int) -> None:
        """Entries from this one on were taken back, and others may have taken their place."""
        self._read = min(self._read, entry)
        while self.entries and self.entries[-1] >= entry:
            self.entries.pop()
            self.lines.pop()


def visible_to_act(match: Match, viewer: Side) -> list[int]:
    """Whose decision it is, as far as the viewer may know: who has answered a secret question is secret itself."""
    if match.result is not None:
        return []
    actors = match.to_act() - {CHANCE}
    if viewer in actors:
        return [viewer]
    if viewer == SPECTATOR and len(match.game.title.sides) > 1:
        guessed = match.game.guess(match.game.view(match.state, viewer), Random(0))
        return sorted(match.game.to_act(guessed) - {CHANCE})
    return sorted(actors)


def prompt_of(match: Match, viewer: Side) -> wire.PromptInfo | None:
    """What a viewer is asked; None where it is not his decision."""
    if match.result is not None or viewer not in match.to_act():
        return None
    prompt = match.game.prompt(match.state, viewer)
    return wire.PromptInfo(match.game.prompt_text(prompt), prompt.clause, prompt.message, prompt.values)


# ---- what has changed, so that updates need not repeat the rest


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
