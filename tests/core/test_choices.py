"""Legal answers: lists, families of lists, and moves of blocks kept as sets of hexes."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockfront.blocks.block_choices import BlockTargets, BlockToHex
from blockfront.core.actions import Action, Deal, Roll
from blockfront.core.choices import NONE, ByUnit, Choices, Joined, Later, Listed


class Go(BlockToHex, frozen=True):
    pass


class Run(BlockToHex, frozen=True):
    pass


targets = st.dictionaries(st.integers(0, 20), st.integers(0, (1 << 40) - 1), max_size=5)


def check(choices: Choices, outsiders: list[Action]) -> None:
    listed = list(choices)
    assert len(choices) == len(listed) == len(set(listed))
    assert all(action in choices for action in listed)
    assert all((action in choices) == (action in listed) for action in outsiders)
    assert isinstance(choices, Choices)
    if listed:
        assert {choices.sample(Random(seed)) for seed in range(40)} <= set(listed)
    else:
        with pytest.raises((LookupError, ValueError)):
            choices.sample(Random(1))


OUTSIDERS: list[Action] = [Go(0, 0), Go(3, -1), Go(-1, 3), Go(99, 3), Go(3, 1 << 50), Run(0, 0), Roll((1,)), Deal(0)]


@given(targets)
def test_moves_of_blocks(hexes: dict[int, int]) -> None:
    check(BlockTargets(Go, hexes), OUTSIDERS)


@given(targets, targets)
def test_families_together(first: dict[int, int], second: dict[int, int]) -> None:
    check(Joined([Listed([Deal(0)]), BlockTargets(Go, first), BlockTargets(Run, second)]), OUTSIDERS)


@given(targets)
def test_actions_by_unit(hexes: dict[int, int]) -> None:
    def actions_of(unit: int) -> list[Action]:
        return list(BlockTargets(Go, {unit: hexes[unit]}))

    check(ByUnit(sorted(hexes), actions_of), OUTSIDERS)
    check(ByUnit(sorted(hexes), actions_of, "block"), OUTSIDERS)


def test_one_action_is_checked_by_its_unit_alone() -> None:
    asked: list[int] = []

    def actions_of(unit: int) -> list[Action]:
        asked.append(unit)
        return [Go(unit, 1)]

    family = ByUnit(range(5), actions_of, "hq", "block")
    assert Go(3, 1) in family
    assert Go(3, 2) not in family
    assert Deal(0) not in family
    assert asked == [3]


def test_moves_come_by_block_then_by_hex() -> None:
    assert list(BlockTargets(Go, {4: 0b101, 2: 0b10, 3: 0})) == [Go(2, 1), Go(4, 0), Go(4, 2)]


@given(targets)
def test_a_family_worked_out_later(hexes: dict[int, int]) -> None:
    check(Later(Go, lambda: BlockTargets(Go, hexes)), OUTSIDERS)


def test_a_family_is_worked_out_once_and_only_for_its_own_kind_of_action() -> None:
    asked: list[int] = []

    def work_out() -> Choices:
        asked.append(1)
        return Listed([Go(1, 1)])

    family = Later(Go, work_out)
    assert Deal(0) not in family
    assert not asked
    assert Go(1, 1) in family
    assert [*family] == [Go(1, 1)]
    assert asked == [1]


def test_an_empty_family_leaves_the_others_as_likely_as_they_were() -> None:
    def drawn(*families: tuple[list[Action], float]) -> int:
        choices, rng = Joined([Listed(family) for family, _ in families], [weight for _, weight in families]), Random(3)
        return sum(choices.sample(rng) == Deal(1) for _ in range(2_000))

    expected = drawn(([Deal(0)], 1.0), ([Deal(1)], 3.0))
    assert abs(drawn(([Deal(0)], 1.0), ([], 6.0), ([Deal(1)], 3.0)) - expected) < 120


def test_every_action_can_be_sampled() -> None:
    choices = Joined([Listed([Deal(0)]), BlockTargets(Go, {1: 0b111, 2: 0b1})])
    rng = Random(7)
    assert {choices.sample(rng) for _ in range(300)} == set(choices)


def test_no_choice_at_all() -> None:
    check(NONE, OUTSIDERS)
    check(Joined([]), OUTSIDERS)
    assert "<0 choices" in repr(NONE)
    assert "…" in repr(Listed([Deal(seed) for seed in range(9)]))
