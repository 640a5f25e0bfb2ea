"""What happened: typed events named in the past tense, each with the audience that may know it.

Rules append events; logs, animation, statistics and undo are made from them. An event is shown whole or not at all:
where two viewers may know different things, rules emit two events.
"""

from typing import Any, ClassVar

import msgspec

from blockfront.core.sides import EVERYBODY, audience, in_audience


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Something that happened. `seen_by` says who is told."""

    reveals: ClassVar[bool] = False  # tells those who see it something that was hidden from them
    announces: ClassVar[bool] = False  # tells a choice made openly, even where it leaves no trace in the position
    seen_by: int = EVERYBODY

    def is_news(self, side: int) -> bool:
        """Whether the event told anybody something new, even the acting side itself: then its action cannot be undone."""
        return self.reveals or bool(self.seen_by & ~audience(side))


class SetAside(Event, frozen=True, tag="set_aside"):
    """Newer rules could not repeat the latest actions: play goes on from the position before them."""


def visible_to(events: list[Event], viewer: int) -> list[Event]:
    return [event for event in events if in_audience(event.seen_by, viewer)]


def plain(event: Event) -> dict[str, Any]:
    """An event as plain data, without its audience: this is what a viewer gets."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    del data["seen_by"]
    return data
