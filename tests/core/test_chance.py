"""Dice anyone can verify: the stream is recomputed here from its description alone, without the code under test."""

import hashlib
import hmac
from collections import Counter
from math import isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockfront.core.actions import Deal, Roll
from blockfront.core.chance import CommittedRandom, Dice, Shuffle, commitment, first_format_deal, new_seed, shuffled

SEED = bytes(range(32))


def numbers_by_hand(seed: bytes, throw: int, count: int) -> list[float]:
    """HMAC-SHA256 of "throw/counter" under the seed; the first 53 bits as a fraction."""
    found = []
    for counter in range(count):
        digest = hmac.new(seed, f"{throw}/{counter}".encode(), hashlib.sha256).hexdigest()
        found.append(int(f"{int(digest[:16], 16):064b}"[:53], 2) / 2**53)
    return found


@given(st.binary(min_size=1, max_size=40), st.integers(0, 10_000), st.integers(1, 8))
def test_the_stream_is_what_its_description_says(seed: bytes, throw: int, count: int) -> None:
    stream = CommittedRandom(seed, throw)
    assert [stream.random() for _ in range(count)] == numbers_by_hand(seed, throw, count)


def test_dice_follow_from_seed_and_throw_alone() -> None:
    faces = tuple(int(number * 6) + 1 for number in numbers_by_hand(SEED, 17, 5))
    assert Dice(5).sample(CommittedRandom(SEED, 17)) == Roll(faces)
    assert Dice(5).sample(CommittedRandom(SEED, 18)) != Roll(faces)


def test_known_rolls_never_change() -> None:
    """Recorded games depend on these; a change here breaks every one of them."""
    assert Dice(8).sample(CommittedRandom(SEED, 0)) == Roll((6, 5, 1, 3, 6, 3, 4, 2))
    assert Shuffle().sample(CommittedRandom(SEED, 1)) == Deal(key="0d3cea47608197d1367a3153c5851fe7")
    assert first_format_deal(SEED, 1) == Deal(222095943)
    assert shuffled(list(range(8)), 42) == [5, 7, 4, 0, 1, 6, 2, 3]


def test_faces_are_equally_likely() -> None:
    rolls = [Dice(6).sample(CommittedRandom(SEED, throw)).faces for throw in range(2000)]
    counts = Counter(face for faces in rolls for face in faces)
    expected = 12_000 / 6
    chi_squared = sum((counts[face] - expected) ** 2 / expected for face in range(1, 7))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert chi_squared < 20.5  # exceeded by a fair die once in a thousand times; this seed is fixed


@pytest.mark.parametrize("bits", [1, 7, 31, 32, 33, 64, 100])
def test_random_bits_fill_their_width(bits: int) -> None:
    stream = CommittedRandom(SEED, 0)
    found = [stream.getrandbits(bits) for _ in range(300)]
    assert all(0 <= number < 1 << bits for number in found)
    seen = 0
    for number in found:
        seen |= number
    assert seen == (1 << bits) - 1
    assert sorted(CommittedRandom(SEED, 3).sample(range(50), 50)) == list(range(50))


def test_the_commitment_binds_to_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(b"blockfront dice " + SEED).hexdigest()
    assert commitment(SEED) != commitment(SEED[:-1] + b"\x00")
    assert len({new_seed() for _ in range(10)}) == 10


@given(st.integers(0, 4), st.integers(2, 8))
def test_outcomes_of_dice_add_up(count: int, faces: int) -> None:
    outcomes = list(Dice(count, faces).outcomes())
    assert isclose(sum(chance for chance, _ in outcomes), 1)
    assert len(outcomes) == faces**count
    assert all(action in Dice(count, faces) for _, action in outcomes)


def test_faces_the_rules_treat_alike_come_once() -> None:
    dice = Dice(2, groups=(range(1, 5), range(5, 7)))
    outcomes = {action: chance for chance, action in dice.outcomes()}
    assert {action: round(chance, 4) for action, chance in outcomes.items()} == {
        Roll((1, 1)): 0.4444,
        Roll((1, 5)): 0.2222,
        Roll((5, 1)): 0.2222,
        Roll((5, 5)): 0.1111,
    }


@pytest.mark.parametrize("wrong", [Roll((1,)), Roll((1, 2, 3)), Roll((0, 1)), Roll((7, 1)), Deal(1), "dice"])
def test_what_two_dice_cannot_show(wrong: object) -> None:
    assert wrong not in Dice(2)
    assert Roll((6, 1)) in Dice(2)


def test_shuffles_are_deals() -> None:
    assert Shuffle().sample(Random(1)) in Shuffle()
    assert Deal(1 << 32) not in Shuffle()
    assert Deal(-1) not in Shuffle()
    for wrong in ("0" * 31, "0" * 33, "g" * 32, "A" * 32, "0x" + "0" * 30):
        assert Deal(key=wrong) not in Shuffle()
    assert Deal(5, "0" * 32) not in Shuffle()
    assert list(Shuffle().outcomes()) == [(1.0, Deal(0))]


def test_a_shuffle_has_128_bits_of_the_match_seed() -> None:
    """No two are alike, each bit is as often 0 as 1, and another seed gives others: there is nothing small to try all values of."""
    keys = [Shuffle().sample(CommittedRandom(SEED, throw)).number for throw in range(2000)]
    others = [Shuffle().sample(CommittedRandom(SEED[::-1], throw)).number for throw in range(2000)]
    assert len({*keys, *others}) == 4000
    for bit in range(128):
        assert 850 < sum(key >> bit & 1 for key in keys) < 1150
        assert 850 < sum((key ^ other) >> bit & 1 for key, other in zip(keys, others, strict=True)) < 1150


@given(st.lists(st.integers(), max_size=20), st.integers())
def test_shuffling_loses_nothing(items: list[int], seed: int) -> None:
    assert sorted(shuffled(items, seed)) == sorted(items)
    assert shuffled(items, seed) == shuffled(items, seed)


def test_every_order_of_three_comes_up_about_as_often() -> None:
    orders = Counter(tuple(shuffled([1, 2, 3], seed)) for seed in range(3000))
    assert len(orders) == 6
    assert all(400 < count < 600 for count in orders.values())
