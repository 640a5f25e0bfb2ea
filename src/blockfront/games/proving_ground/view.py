"""What each side and the spectators see of a game, built only from what they may know, and states guessed back from it.

The frames of the decision stack hold public facts only, so a view shows them unchanged.
"""

from random import Random

import msgspec

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.blocks.sightings import Sightings, guess_blocks, sightings
from blockfront.core.clauses import rule
from blockfront.core.sides import Side
from blockfront.games.proving_ground.loading.board import Board
from blockfront.games.proving_ground.state import RESERVE, State, empty_state
from blockfront.hexes.hexset import mask_of, members

OPEN_PLACES = frozenset((ELIMINATED, NOT_IN_PLAY))


class View(msgspec.Struct, frozen=True):
    viewer: int
    turn: int
    active: int
    blocks: Sightings
    control: tuple[tuple[int, ...], ...]  # hexes each side holds
    plans: tuple[int, ...]  # per side: 0 undecided or unknown, else 1 + index
    announced: tuple[bool, ...]
    hq_active: bool
    mud: bool
    frames: tuple[tuple[int, ...], ...]
    moved: tuple[int, ...]  # own blocks that have moved in this phase
    rebuilt: tuple[int, ...]
    points: int  # own replacement points left
    ended: int
    winner: int


@rule("PG-1.3", "PG-2.3")
def view_of(board: Board, state: State, viewer: Side) -> View:
    """What a side or the spectator sees of a state."""
    own = board.order.side_masks[viewer] if viewer >= 0 else 0
    is_active = viewer == state.active
    announced = tuple(bool(state.plan_known >> side & 1) for side in (0, 1))
    return View(
        viewer=viewer,
        turn=state.turn,
        active=state.active,
        blocks=sightings(state, board.order, viewer, OPEN_PLACES),
        control=tuple(tuple(members(held)) for held in state.control),
        plans=tuple(state.plan[side] if announced[side] or side == viewer else 0 for side in (0, 1)),
        announced=announced,
        hq_active=bool(state.hq_active),
        mud=bool(state.mud),
        frames=tuple(state.frames),
        moved=tuple(members(state.moved & own)),
        rebuilt=tuple(members(state.rebuilt & own)),
        points=state.points if is_active else 0,
        ended=state.ended,
        winner=state.winner,
    )


def guess_from(board: Board, start: State, view: View, points: int, rng: Random) -> State:
    """A state the viewer cannot rule out. `start` tells which blocks began in reserve, `points` what an opponent may have to spend."""
    state = empty_state(board)

    def may_hide(block: int, location: int) -> bool:
        return location != RESERVE or start.location[block] == RESERVE

    def possible_steps(block: int, seen: int, turn: int) -> range:
        return range(max(seen, 1), board.order[block].full + 1)

    guess_blocks(state, board.order, view.blocks, possible_steps, lambda block: board.grid.cells, rng, may_hide=may_hide)
    state.turn, state.active = view.turn, view.active
    state.frames = list(view.frames)
    state.control = [mask_of(held) for held in view.control]
    state.plan_known = sum(known << side for side, known in enumerate(view.announced))
    state.plan = [_guess_plan(board, view, side, rng) for side in (0, 1)]
    state.hq_active, state.mud = int(view.hq_active), int(view.mud)
    state.moved, state.rebuilt = mask_of(view.moved), mask_of(view.rebuilt)
    state.points = view.points if view.viewer == view.active else points
    state.ended, state.winner = view.ended, view.winner
    return state


def _guess_plan(board: Board, view: View, side: int, rng: Random) -> int:
    """A guess at a side's plan: undecided before the first turn, then, until it is announced, any of them."""
    if view.plans[side] or not view.turn:
        return view.plans[side]
    return 1 + rng.randrange(len(board.numbers.plan))
