"""Order of battle, effects as the only writers, and losses: counts always agree with the locations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockfront.blocks.block_state import (
    ELIMINATED,
    NOT_IN_PLAY,
    BlockState,
    battle_hexes,
    block_columns,
    blocks_at,
    count_at,
)
from blockfront.blocks.effects import eliminate, hide, lose_step, place, recount, reveal, set_steps
from blockfront.blocks.fire_dice import count_hits, count_in_range, strongest, weakest
from blockfront.blocks.order_of_battle import Block, OrderOfBattle
from blockfront.core.sides import Side

HEXES = 40


def block(number: int, *, strengths: tuple[int, ...] = (1, 2, 3, 4), type: str = "infantry") -> Block:
    tags = frozenset(("elite",)) if number % 3 == 0 else frozenset()
    return Block(f"b{number}", f"Block {number}", Side(number % 2), "", type, strengths, tags)


ORDER = OrderOfBattle([*(block(number) for number in range(8)), block(8, strengths=(1, 3, 5, 7), type="armour")])


def fresh() -> BlockState:
    return BlockState(**block_columns(ORDER, HEXES))


# ---- order of battle


def test_step_values_need_not_be_consecutive() -> None:
    armour = ORDER[8]
    assert [armour.strength(steps) for steps in range(5)] == [0, 1, 3, 5, 7]
    assert armour.full == 4
    assert armour.steps_for(5) == 3
    with pytest.raises(ValueError, match=r"Block 8 has the step values \[1, 3, 5, 7\], not 4"):
        armour.steps_for(4)


def test_blocks_are_found_by_key_side_type_and_tag() -> None:
    assert ORDER.key("b5") == 5
    assert list(ORDER.where(side=1)) == [1, 3, 5, 7]
    assert list(ORDER.where(type="armour")) == [8]
    assert ORDER.mask(side=0, tag="elite") == 1 << 0 | 1 << 6
    assert ORDER.side_masks == (0b101010101, 0b010101010)
    with pytest.raises(ValueError, match="no block 'b99'"):
        ORDER.key("b99")
    with pytest.raises(ValueError, match="share a key"):
        OrderOfBattle([block(1), block(1)])


# ---- effects

EFFECTS = st.lists(
    st.tuples(st.sampled_from(["place", "lose", "eliminate", "reveal", "hide"]), st.integers(0, 8), st.integers(-3, HEXES - 1)),
    max_size=40,
)


@given(EFFECTS)
def test_counts_always_agree_with_the_locations(effects: list[tuple[str, int, int]]) -> None:
    state = fresh()
    for name, number, where in effects:
        side = ORDER.sides[number]
        state.derived["supply"] = 1
        if name == "place":
            set_steps(state, number, 2)
            place(state, number, side, where)
            assert state.derived == {}
        elif name == "lose" and state.steps[number]:
            lose_step(state, number, side)
        elif name == "eliminate":
            eliminate(state, number, side)
        elif name == "reveal":
            reveal(state, number, 3)
        elif name == "hide":
            hide(state, number)
        counted = state.copy()
        recount(counted, ORDER)
        assert counted == state
        for hex_ in range(HEXES):
            for owner in (0, 1):
                assert count_at(state, hex_, owner) == len(blocks_at(state, hex_, ORDER.of_side[owner]))


def test_the_last_step_eliminates_in_everybodys_sight() -> None:
    state = fresh()
    place(state, 0, 0, 5)
    set_steps(state, 0, 2)
    reveal(state, 0, 1)
    assert not lose_step(state, 0, 0)
    assert lose_step(state, 0, 0)
    assert (state.location[0], state.shown[0], state.steps[0]) == (ELIMINATED, ELIMINATED, 0)
    assert state.face_up == 0
    assert state.seen_steps[0] == 0
    set_steps(state, 2, 1)
    assert lose_step(state, 2, 0, beyond=NOT_IN_PLAY)
    assert state.location[2] == NOT_IN_PLAY


def test_a_hidden_block_is_remembered_as_it_was_when_it_stood_up() -> None:
    state = fresh()
    place(state, 0, 0, 5)
    set_steps(state, 0, 3)
    reveal(state, 0, turn=4)
    assert lose_step(state, 0, 0) is False
    hide(state, 0)
    set_steps(state, 0, 4)
    assert (state.seen_steps[0], state.seen_turn[0]) == (2, 4)
    hide(state, 0)  # hidden already: what is remembered stays
    assert state.seen_steps[0] == 2


def test_battles_are_where_both_sides_stand() -> None:
    state = fresh()
    for number, hex_ in ((0, 3), (1, 3), (2, 7), (3, 9)):
        place(state, number, ORDER.sides[number], hex_)
    assert battle_hexes(state) == 1 << 3


# ---- fire


def test_hits_and_ranges() -> None:
    assert count_hits((1, 4, 5, 6, 6), 5) == 3
    assert count_in_range((1, 2, 3, 4, 5, 6), 2, 4) == 3
    assert count_hits((), 1) == 0


@given(st.lists(st.integers(0, 7), min_size=1, max_size=8))
def test_losses_fall_on_the_strongest_and_the_owner_chooses_among_equals(strengths: list[int]) -> None:
    blocks = list(range(len(strengths)))
    assert {strengths[one] for one in strongest(blocks, strengths)} == {max(strengths)}
    assert len(strongest(blocks, strengths)) == strengths.count(max(strengths))
    assert {strengths[one] for one in weakest(blocks, strengths)} == {min(strengths)}
    assert strongest([], strengths) == weakest([], strengths) == []
