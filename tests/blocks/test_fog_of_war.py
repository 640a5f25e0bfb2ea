"""What the opponent can follow: shown places, handles, memory of faces, and guesses from what was seen."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY, BlockState, block_columns
from blockfront.blocks.effects import eliminate, hide, place, reveal, set_steps
from blockfront.blocks.fog_of_war import (
    arrival_groups,
    deal_handles,
    mixed_groups,
    publish,
    remembered_steps,
    unshown,
)
from blockfront.blocks.order_of_battle import Block, OrderOfBattle
from blockfront.blocks.sightings import guess_blocks, sightings
from blockfront.core.sides import SPECTATOR, Side
from blockfront.testing.block_counts import block_mistakes

HEXES = 12
POOL = -5
OPEN = frozenset((ELIMINATED, NOT_IN_PLAY))
ORDER = OrderOfBattle(Block(f"b{n}", f"Block {n}", Side(n % 2), "", "infantry", (1, 2, 3)) for n in range(10))
MINE, THEIRS = Side(1), Side(0)  # blocks 1 3 5 7 9, and 0 2 4 6 8


def on_map(order: OrderOfBattle = ORDER, **places: int) -> BlockState:
    """A published position: b0=3 puts block 0 into hex 3; others are out of play."""
    state = BlockState(**block_columns(order, HEXES))
    for key, where in places.items():
        number = order.key(key)
        set_steps(state, number, 2)
        place(state, number, order.sides[number], where)
        state.shown[number] = where
    return state


def move(state: BlockState, number: int, where: int) -> None:
    place(state, number, ORDER.sides[number], where)


def test_moves_are_unknown_until_published() -> None:
    state = on_map(b0=3, b2=3, b1=7)
    move(state, 0, 4)
    assert unshown(state, ORDER, THEIRS) == [0]
    assert [sight.location for sight in sightings(state, ORDER, MINE, OPEN).seen] == [3, 3]
    assert publish(state, ORDER, THEIRS) == [(0, 3, 4)]
    assert unshown(state, ORDER, THEIRS) == []
    assert [sight.location for sight in sightings(state, ORDER, MINE, OPEN).seen] == [3, 4]


def test_only_blocks_that_came_together_are_mixed() -> None:
    state = on_map(b0=3, b2=4, b4=5, b6=6, b8=6, b1=4)
    move(state, 0, 4)  # joins block 2
    move(state, 4, 7)  # goes alone
    assert mixed_groups(state, ORDER, THEIRS) == [[0, 2]]
    assert mixed_groups(state, ORDER, MINE) == []


def test_face_up_blocks_are_followed() -> None:
    state = on_map(b0=3, b2=4, b4=4)
    reveal(state, 2, 1)
    move(state, 0, 4)
    assert mixed_groups(state, ORDER, THEIRS) == [[0, 4]]


def test_arrivals_are_mixed_with_those_that_stay_behind() -> None:
    state = on_map(b0=POOL, b2=POOL, b4=POOL, b6=3)
    move(state, 2, 3)
    assert arrival_groups(state, ORDER, THEIRS) == [[0, 2, 4]]
    handles = set()
    for seed in range(40):
        dealt = state.copy()
        deal_handles(dealt, arrival_groups(dealt, ORDER, THEIRS), seed)
        handles.add(dealt.handle[2])
        assert dealt.handle[6] == 6
    assert handles == {0, 2, 4}


@given(st.integers(0, (1 << 32) - 1))
def test_a_deal_keeps_the_handles_of_each_group_and_forgets_its_faces(seed: int) -> None:
    state = on_map(b0=3, b2=3, b4=4, b6=4, b8=5)
    for number in (0, 2, 8):
        state.seen_steps[number] = 2
    deal_handles(state, [[0, 2], [4, 6]], seed)
    assert {state.handle[0], state.handle[2]} == {0, 2}
    assert {state.handle[4], state.handle[6]} == {4, 6}
    assert state.handle[8] == 8
    assert [state.seen_steps[number] for number in (0, 2, 8)] == [0, 0, 2]


def test_groups_are_dealt_independently_of_each_other() -> None:
    """Two groups of the same size must not swap together: following one would tell the other."""
    together = set()
    for seed in range(60):
        state = on_map(b0=3, b2=3, b4=4, b6=4)
        deal_handles(state, [[0, 2], [4, 6]], seed)
        together.add((state.handle[0] == 0, state.handle[4] == 4))
    assert len(together) == 4


def test_what_is_remembered() -> None:
    state = on_map(b0=3)
    assert remembered_steps(state, 0) == 0
    reveal(state, 0, 2)
    assert remembered_steps(state, 0) == 2
    hide(state, 0)
    set_steps(state, 0, 3)
    assert remembered_steps(state, 0) == 2


def test_sightings_hold_what_a_viewer_may_know() -> None:
    state = on_map(b0=3, b2=4, b4=POOL, b6=POOL, b8=5, b1=7)
    reveal(state, 2, 6)
    eliminate(state, 8, THEIRS)
    mine = sightings(state, ORDER, MINE, OPEN)
    assert [own.block for own in mine.own] == [1, 3, 5, 7, 9]
    assert [(sight.handle, sight.location, sight.block, sight.steps) for sight in mine.seen] == [(0, 3, -1, 0), (2, 4, 2, 2)]
    assert [(one.block, one.location) for one in mine.open] == [(8, ELIMINATED)]
    assert [(one.side, one.location, one.number) for one in mine.secret] == [(THEIRS, POOL, 2)]
    audience = sightings(state, ORDER, SPECTATOR, OPEN)
    assert audience.own == ()
    assert {sight.handle for sight in audience.seen} == {0, 1, 2}


@pytest.mark.parametrize("viewer", [THEIRS, MINE, SPECTATOR])
@given(data=st.data())
def test_guesses_look_the_same_and_count_right(viewer: Side, data: st.DataObject) -> None:
    places = st.sampled_from([*range(HEXES), POOL, ELIMINATED, NOT_IN_PLAY])
    state = on_map(**{f"b{number}": data.draw(places) for number in range(10)})
    for number in range(10):
        if state.location[number] in OPEN:
            set_steps(state, number, 0)
        elif state.location[number] >= 0 and data.draw(st.booleans()):
            reveal(state, number, 3)
            if data.draw(st.booleans()):
                hide(state, number)
    deal_handles(state, [list(blocks) for blocks in ORDER.of_side], data.draw(st.integers(0, 99)))
    sights = sightings(state, ORDER, viewer, OPEN)
    guess = BlockState(**block_columns(ORDER, HEXES))
    guess_blocks(guess, ORDER, sights, lambda block, seen, turn: range(max(seen, 1), 4), lambda block: -1, Random(1))
    assert sightings(guess, ORDER, viewer, OPEN) == sights
    assert block_mistakes(guess, ORDER) == []


# ---- colours

COLOURED = OrderOfBattle(
    Block(f"b{n}", f"Block {n}", Side(n % 2), "", "infantry", (1, 2, 3), pool=("black", "blue", "green", "blue")[n % 4]) for n in range(12)
)  # of theirs 0 4 8 are black, 2 6 10 green


def coloured(**places: int) -> BlockState:
    return on_map(COLOURED, **places)


def test_blocks_of_different_colours_are_not_mixed() -> None:
    state = coloured(b0=3, b2=4, b4=4, b6=4)
    place(state, 0, THEIRS, 4)
    assert mixed_groups(state, COLOURED, THEIRS) == [[0, 4]]


def test_arrivals_are_mixed_within_their_colour() -> None:
    state = coloured(b0=POOL, b2=POOL, b4=POOL, b6=POOL, b8=3)
    place(state, 4, THEIRS, 3)
    assert arrival_groups(state, COLOURED, THEIRS) == [[0, 4]]


def test_the_colour_of_a_hidden_block_is_seen() -> None:
    sights = sightings(coloured(b0=3, b2=4, b6=POOL, b10=POOL), COLOURED, MINE, OPEN)
    assert [(sight.location, sight.block, COLOURED.pools[sight.pool]) for sight in sights.seen] == [(3, -1, "black"), (4, -1, "green")]
    assert [(one.location, one.number, COLOURED.pools[one.pool]) for one in sights.secret] == [(POOL, 2, "green")]


@given(data=st.data())
def test_a_guess_takes_no_block_for_one_of_another_colour(data: st.DataObject) -> None:
    places = st.sampled_from([*range(HEXES), POOL, ELIMINATED])
    state = coloured(**{f"b{number}": data.draw(places) for number in range(0, 12, 2)})
    deal_handles(state, [[0, 4, 8], [2, 6, 10]], data.draw(st.integers(0, 99)))
    sights = sightings(state, COLOURED, MINE, OPEN)
    guess = BlockState(**block_columns(COLOURED, HEXES))
    rng = Random(data.draw(st.integers(0, 9)))
    guess_blocks(guess, COLOURED, sights, lambda block, seen, turn: range(max(seen, 1), 4), lambda block: -1, rng)
    assert sightings(guess, COLOURED, MINE, OPEN) == sights
    assert all(COLOURED.pool_of[guess.handle[block]] == COLOURED.pool_of[block] for block in COLOURED.of_side[THEIRS])
    theirs = COLOURED.of_side[THEIRS]
    at_start, guessed = (Counter((one.location[block], COLOURED.pool_of[block]) for block in theirs) for one in (state, guess))
    assert at_start == guessed
