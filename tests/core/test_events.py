"""Events and their audiences."""

from typing import ClassVar

import msgspec
import pytest

from blockfront.core.events import Event, plain, visible_to
from blockfront.core.sides import EVERYBODY, FIRST, SECOND, SPECTATOR, audience, in_audience, other


class Told(Event, frozen=True, kw_only=True):
    what: int


class Uncovered(Event, frozen=True, kw_only=True):
    reveals: ClassVar[bool] = True


def test_sides_and_spectators_have_places_of_their_own() -> None:
    assert len({audience(FIRST), audience(SECOND), audience(SPECTATOR)}) == 3
    assert audience(FIRST, SPECTATOR) == audience(FIRST) | audience(SPECTATOR)
    assert all(in_audience(EVERYBODY, viewer) for viewer in (FIRST, SECOND, SPECTATOR))
    assert not in_audience(audience(FIRST), SPECTATOR)
    assert other(FIRST) == SECOND
    assert other(SECOND) == FIRST


@pytest.mark.parametrize(
    ("seen_by", "seen"),
    [(EVERYBODY, [0, 1, -2]), (audience(FIRST), [0]), (EVERYBODY & ~audience(FIRST), [1, -2]), (audience(SPECTATOR), [-2])],
)
def test_viewers_see_what_they_are_in_the_audience_of(seen_by: int, seen: list[int]) -> None:
    event = Told(what=1, seen_by=seen_by)
    assert [viewer for viewer in (FIRST, SECOND, SPECTATOR) if visible_to([event], viewer)] == seen


def test_what_is_news() -> None:
    assert not Told(what=1, seen_by=audience(FIRST)).is_news(FIRST)
    assert Told(what=1, seen_by=audience(FIRST)).is_news(SECOND)
    assert Told(what=1, seen_by=audience(FIRST, SPECTATOR)).is_news(FIRST)
    assert Uncovered(seen_by=audience(FIRST)).is_news(FIRST)


def test_viewers_are_not_told_who_else_sees() -> None:
    assert plain(Told(what=7, seen_by=audience(FIRST))) == {"type": "Told", "what": 7}
    assert "reveals" not in msgspec.to_builtins(Uncovered())
