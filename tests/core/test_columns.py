"""States as columns: copy, equality, bytes and JSON follow from the list of fields."""

from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockfront.core.columns import Bits, BitsList, Bytes, Columns, Derived, Frames, Ints, SavedAs


class Base(Columns):
    frames: Frames


class Sample(Base):
    numbers: Ints
    small: Bytes
    set_: Bits
    sets: BitsList
    turn: int
    derived: Derived


numbers = st.integers(-(1 << 63), (1 << 63) - 1)
bit_sets = st.integers(0, 1 << 2300)
samples = st.builds(
    Sample,
    frames=st.lists(st.lists(numbers, max_size=4).map(tuple), max_size=4),
    numbers=st.lists(numbers, max_size=6),
    small=st.binary(max_size=6).map(bytearray),
    set_=bit_sets,
    sets=st.lists(bit_sets, max_size=3),
    turn=numbers,
    derived=st.just({}),
)


def example(**changes: Any) -> Sample:
    fields: dict[str, Any] = {
        "frames": [(1, 2)],
        "numbers": [1, -2],
        "small": bytearray(b"ab"),
        "set_": 5,
        "sets": [1 << 90, 0],
        "turn": 3,
        "derived": {},
    }
    return Sample(**{**fields, **changes})


@given(samples)
def test_bytes_and_json_are_read_back(state: Sample) -> None:
    assert Sample.from_bytes(state.to_bytes()) == state
    assert Sample.from_json(state.to_json()) == state
    assert Sample.from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()


@given(samples, samples)
def test_equality_digest_and_differences_agree(one: Sample, two: Sample) -> None:
    assert (one == two) == (not one.differences(two)) == (one.digest() == two.digest())
    assert one == one.copy()


def test_no_column_of_a_copy_is_shared_with_the_original() -> None:
    state = example()
    before = state.to_bytes()
    copy = state.copy()
    copy.frames.append((9,))
    copy.numbers[0] = 7
    copy.small[0] = 7
    copy.set_ |= 8
    copy.sets[1] = 4
    copy.turn += 1
    assert state.to_bytes() == before
    assert copy.differences(state) == ["frames", "numbers", "small", "set_", "sets", "turn"]


def test_derived_facts_are_shared_by_copies_and_left_out_of_everything_else() -> None:
    state = example()
    state.derived["supply"] = 1
    assert state.copy().derived is state.derived
    assert state == example()
    assert state.digest() == example().digest()
    assert Sample.from_bytes(state.to_bytes()).derived == {}
    assert "derived" not in repr(state)


def test_read_back_columns_have_their_own_types() -> None:
    again = Sample.from_json(example().to_json())
    assert isinstance(again.small, bytearray)
    assert again.frames == [(1, 2)]
    assert isinstance(again.frames[0], tuple)


def test_every_field_must_be_given_and_no_other() -> None:
    with pytest.raises(TypeError, match="differing: turn"):
        Sample(**{field: getattr(example(), field) for field in Sample._kinds if field != "turn"})
    with pytest.raises(TypeError, match="differing: speed"):
        example(speed=1)


def test_a_state_has_no_room_for_undeclared_facts() -> None:
    sample: Any = example()
    with pytest.raises(AttributeError):
        sample.secret = 1


def test_other_kinds_of_fields_are_refused() -> None:
    with pytest.raises(TypeError, match="a column is"):

        class _Wrong(Columns):
            name: str


@pytest.mark.parametrize("data", [b"", b"\xc0", b"nonsense", example().to_bytes()[:-3]])
def test_garbage_is_refused(data: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, msgspec.ValidationError)):
        Sample.from_bytes(data)


def test_states_of_different_kinds_are_never_equal() -> None:
    assert Base(frames=[]) != example()
    assert example() != "a state"


class Renamed(Columns):
    place_in_chain: Annotated[int, SavedAs("chapter")]


class BeforeThat(Columns):
    chapter: int


def test_a_column_keeps_the_name_it_was_saved_under() -> None:
    before, now = BeforeThat(chapter=2), Renamed(place_in_chain=2)
    assert Renamed.from_bytes(before.to_bytes()) == now
    assert now.to_bytes() == before.to_bytes()
    assert now.digest() == before.digest()
    assert Renamed.from_json(before.to_json()) == now
