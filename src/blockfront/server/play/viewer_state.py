"""What one viewer is told of a game, and what has changed since then: the only place where such answers are made.

Everything is derived from the viewer's own view and the events he has seen. Numbers of entries, times of unseen actions and who has
already answered a secret question are never passed on.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from blockfront.core.events import Event, SetAside, plain
from blockfront.core.game import AnyGame
from blockfront.core.match import Match
from blockfront.core.sides import CHANCE, SPECTATOR, Side, in_audience
from blockfront.server import wire
from blockfront.server.wire.socket import LegalChange, Patch

WORDED: Final = 200  # events whose words are kept for other viewers
FEW: Final = 4  # entries that are sent together rather than one by one
SHARE: Final = 3  # a list of which a third has changed is sent whole
_COMPARED: Final = tuple(name for name in wire.GameState.__struct_fields__ if name not in ("info", "view"))


class Wording:
    """Events in words and as plain data; an event that several viewers see is put into words once."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._known: dict[int, tuple[Event, str, dict[str, Any]]] = {}  # by identity

    def of(self, event: Event) -> tuple[str, dict[str, Any]]:
        found = self._known.get(id(event))
        if found is None or found[0] is not event:
            if len(self._known) >= WORDED:
                self._known.clear()
            found = self._known[id(event)] = (event, self._game.event_text(event), plain(event))
        return found[1:]


class ViewerLog:
    """The log of one viewer (or of all together: None), kept up to date with the match; each line knows the entry it comes from.

    Lines are put into words only when they are read.
    """

    def __init__(self, viewer: Side | None, wording: Wording) -> None:
        self.viewer = viewer
        self.entries: list[int] = []  # entry of each line
        self._wording = wording
        self._seen: list[tuple[Event, float]] = []  # what each line tells, and when it happened
        self._lines: list[wire.LogLine] = []
        self._read = 0

    def __len__(self) -> int:
        return len(self._seen)

    @property
    def lines(self) -> list[wire.LogLine]:
        for event, at in self._seen[len(self._lines) :]:
            self._lines.append(wire.LogLine(len(self._lines), *self._wording.of(event), at))
        return self._lines

    def last_time(self, otherwise: float) -> float:
        """The time of the last thing that the viewer saw happen."""
        return self._seen[-1][1] if self._seen else otherwise

    def catch_up(self, match: Match, times: Sequence[float]) -> None:
        """Add lines for the entries that are new since the last call."""
        if self._read > len(match.entries):
            self.forget(len(match.entries))
        for number in range(self._read, len(match.entries)):
            for event in match.entries[number].events:
                if self.viewer is None or in_audience(event.seen_by, self.viewer):
                    self._seen.append((event, times[number]))
                    self.entries.append(number)
            if match.set_aside and number == match.set_aside[-1]:
                self._seen.append((SetAside(), self.last_time(0.0)))  # not when something unseen was done
                self.entries.append(number)
        self._read = len(match.entries)

    def lines_before(self, entry: int) -> int:
        """The number of lines that come from entries before this one."""
        return bisect_left(self.entries, entry)

    def entries_after(self, lines: int, undoable: Sequence[int]) -> int:
        """How many of the undoable entries, from the last one backwards, can be taken back without losing one of these lines."""
        number = 0
        while number < len(undoable) and self.lines_before(undoable[number]) >= lines:
            number += 1
        return number

    def forget(self, entry: int) -> None:
        """Drop the lines from this entry on: it was taken back, and others may have taken its place."""
        self._read = min(self._read, entry)
        kept = self.lines_before(entry)
        del self.entries[kept:], self._seen[kept:], self._lines[kept:]


def visible_to_act(match: Match, viewer: Side) -> list[int]:
    """The sides that have to decide, as far as the viewer may know: who has already answered a secret question is secret."""
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
    """The question a viewer has to answer; None if it is not his decision."""
    if match.result is not None or viewer not in match.to_act():
        return None
    prompt = match.game.prompt(match.state, viewer)
    return wire.PromptInfo(match.game.prompt_text(prompt), prompt.clause, prompt.message, prompt.values)


# ---- what has changed, so that updates need not repeat the rest


def news(told: wire.GameState, state: wire.GameState) -> tuple[dict[str, Any], list[Patch]] | None:
    """The fields and the places of the view that differ from what the client was told; None if at most presence has changed."""
    if told is state:
        return None
    fields = {name: now for name in _COMPARED if (now := getattr(state, name)) != getattr(told, name)}
    if told.info is not state.info and _public(told.info) != _public(state.info):
        fields["info"] = state.info
    changed = list(patches(told.view, state.view))
    return (fields, changed) if fields or changed else None


def _public(info: wire.GameInfo) -> tuple[Any, ...]:
    return [(one.name, one.player, one.taken_over, one.until) for one in info.seats], info.result


def patches(old: Any, new: Any, path: Sequence[str | int] = ()) -> Iterator[Patch]:
    """The changes that turn the old view into the new one, each with its path in the view."""
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
    """The choices as sent to a client that has the earlier ones: unchanged groups are left out."""
    if legal is None:
        return None
    known = {} if before is None else {group.block: group for group in before.groups}
    groups = [group for group in legal.groups if known.get(group.block) != group]
    return LegalChange(legal.decision, legal.count, groups, [group.block for group in legal.groups])
