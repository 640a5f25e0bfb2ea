"""What is saved outlives changes of the program: columns that came later, formats with upgrades, steps by name."""

from typing import Any, ClassVar

import msgspec
import pytest

from blockfront.core.columns import Bits, Bytes, Columns, Derived, Frame, Frames, Ints, Upgrade, empty, like
from blockfront.core.events import Event
from blockfront.core.step_names import number_of, register
from blockfront.core.steps import Stack, StackState, Step


class Earlier(Columns):
    steps: Bytes
    turn: int
    derived: Derived


class Later(Earlier):
    tired: Bytes = like("steps", 2)
    marked: Bits = 0
    owed: Ints = empty()
    paid: Frames = empty()
    month: int = 6


def earlier() -> Earlier:
    return Earlier(steps=bytearray(b"abc"), turn=4, derived={})


def test_older_bytes_get_the_defaults_of_columns_that_came_later() -> None:
    state = Later.from_bytes(earlier().to_bytes())
    assert (bytes(state.steps), state.turn) == (b"abc", 4)
    assert (bytes(state.tired), state.marked, state.owed, state.paid, state.month) == (b"\2\2\2", 0, [], [], 6)
    assert state == Later(steps=bytearray(b"abc"), turn=4, derived={})
    assert Later.from_json(earlier().to_json()) == state


def test_a_column_at_its_default_changes_neither_bytes_nor_digest() -> None:
    state = Later.from_bytes(earlier().to_bytes())
    assert state.to_bytes() == earlier().to_bytes()
    assert state.digest() == earlier().digest()


@pytest.mark.parametrize("change", [{"tired": bytearray(b"\2\2\3")}, {"marked": 1}, {"owed": [0]}, {"paid": [(1,)]}, {"month": 0}])
def test_a_column_that_has_left_its_default_is_saved(change: dict[str, Any]) -> None:
    state = Later(steps=bytearray(b"abc"), turn=4, derived={}, **change)
    assert state.digest() != earlier().digest()
    assert Later.from_bytes(state.to_bytes()) == state


def test_defaults_are_not_shared_between_states() -> None:
    one, two = (Later.from_bytes(earlier().to_bytes()) for _ in range(2))
    one.owed.append(1)
    one.tired[0] = 9
    assert (two.owed, bytes(two.tired)) == ([], b"\2\2\2")


def test_a_column_without_a_default_is_missed() -> None:
    class Careless(Earlier):
        tired: Bytes

    with pytest.raises(msgspec.ValidationError, match="missing required field `tired`"):
        Careless.from_bytes(earlier().to_bytes())
    with pytest.raises(TypeError, match="differing: tired"):
        Careless(steps=bytearray(), turn=0, derived={})


def _double(kind: type[Columns], saved: dict[str, Any]) -> None:
    saved["turn"] = saved["turn"] * 2


def _rename(kind: type[Columns], saved: dict[str, Any]) -> None:
    saved["round"] = saved.pop("turn")


class Second(Earlier):
    upgrades: ClassVar[tuple[Upgrade, ...]] = (_double,)


class Third(Columns):
    upgrades: ClassVar[tuple[Upgrade, ...]] = (*Second.upgrades, _rename)
    steps: Bytes
    round: int
    derived: Derived


def test_upgrades_lead_from_every_older_format_to_the_present_one() -> None:
    second = Second.from_bytes(earlier()._columns(by_place=False))
    assert (Earlier.format(), Second.format(), Third.format()) == (1, 2, 3)
    assert second.turn == 8
    assert Second.from_bytes(second.to_bytes()).turn == 8
    assert Third.from_bytes(second.to_bytes()).round == 8
    assert Third.from_bytes(earlier().to_bytes()).round == 8
    assert Third.from_bytes(Third.from_bytes(earlier().to_bytes()).to_bytes()).round == 8


def test_newer_and_broken_formats_are_refused_with_a_sentence() -> None:
    with pytest.raises(msgspec.ValidationError, match="saved in format 3; this program reads up to format 2"):
        Second.from_bytes(Third(steps=bytearray(), round=1, derived={}).to_bytes())
    with pytest.raises(msgspec.ValidationError, match="cannot be brought from format 2 to 3"):
        Third.from_bytes(b"\x02" + msgspec.msgpack.encode({"steps": b""}))


class Walk(Step[Any]):
    pass


class Rest(Step[Any]):
    formerly = ("Halt",)


class Trip(StackState):
    first_steps: ClassVar[tuple[str, ...]] = ("Walk", "Halt")
    taken: Ints


def trip(*frames: Frame) -> Trip:
    return Trip(frames=list(frames), taken=[])


def test_a_step_is_saved_by_its_name_wherever_it_stands_in_the_list() -> None:
    state = trip(Rest().frame(3), Walk().frame())
    assert msgspec.msgpack.decode(state.to_bytes()[1:])["frames"] == [["Rest", 3], ["Walk"]]
    for steps in ([Walk(), Rest()], [Rest(), Walk()]):
        top = Stack(steps).top(Trip.from_bytes(state.to_bytes()))
        assert top is not None
        assert isinstance(top[0], Walk)


def test_places_of_the_first_format_are_read_through_its_frozen_list() -> None:
    first = msgspec.msgpack.encode({"frames": [[0, 5], [1]], "taken": [2]})
    state = Trip.from_bytes(first)
    assert state == Trip(frames=[Walk().frame(5), Rest().frame()], taken=[2])
    walking = Trip(frames=[Walk().frame(5)], taken=[2])
    assert walking.to_bytes(by_place=True) == msgspec.msgpack.encode({"frames": [[0, 5]], "taken": [2]})
    assert walking.digest() != walking.digest(by_place=True)


@pytest.mark.parametrize("frames", [[["Nowhere"]], [[]], 5, [[None]], [[7]]])
def test_steps_that_are_not_there_are_refused_with_a_sentence(frames: Any) -> None:
    for number in (b"",) if frames == [[7]] else (b"", b"\x02"):
        with pytest.raises(msgspec.ValidationError):
            Trip.from_bytes(number + msgspec.msgpack.encode({"frames": frames, "taken": []}))


def test_a_step_that_is_gone_is_named() -> None:
    with pytest.raises(msgspec.ValidationError, match="it is in the step Nowhere, which this version does not have"):
        Trip.from_bytes(b"\x02" + msgspec.msgpack.encode({"frames": [["Nowhere"]], "taken": []}))


def test_numbers_come_from_names_alone() -> None:
    assert Walk.number == number_of("Walk") == register("Walk")
    assert len({number_of(f"Step{number}") for number in range(100)}) == 100


def test_events_are_not_columns() -> None:
    """A hint that is no column is a mistake that is told when the class is made."""
    with pytest.raises(TypeError, match="a column is"):

        class Wrong(Columns):
            told: list[Event]
