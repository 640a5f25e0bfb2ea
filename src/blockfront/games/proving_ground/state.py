"""The state of a game of Proving Ground."""

from typing import Annotated, ClassVar, Final

from blockfront.blocks.block_state import BlockState, block_columns
from blockfront.core.columns import Bits, BitsList, Ints
from blockfront.core.secrecy import ACTIVE_SIDE_SEES, BLOCKS, EVERYBODY_SEES, owner_sees
from blockfront.games.proving_ground.loading.board import Board

RESERVE: Final = -3  # off the map, waiting for the turn of the plan

REASONS: Final = ("", "headquarters_lost", "base_lost", "towns", "draw")  # the reasons that `ended` stands for


class State(BlockState):
    first_steps: ClassVar[tuple[str, ...]] = (  # frozen: saved games of format 1 have places in this list
        "DealHandles", "ChoosePlans", "PlayTurns", "RollWeather", "PlayerTurn", "ArriveReserves", "GiveCommand", "MoveBlocks",
        "PublishMoves", "FightBattles", "Battle", "Fire", "TakeLosses", "BreakOff", "TakeControl", "RebuildBlocks", "EndPlayerTurn",
    )
    turn: Annotated[int, EVERYBODY_SEES]  # 0 before the first turn
    active: Annotated[int, EVERYBODY_SEES]  # side whose player turn it is
    plan: Ints  # each side's reserve plan: 0 undecided, else 1 + index into the plans
    plan_known: int  # one bit per side whose plan is announced
    control: BitsList  # hexes each side holds
    hq_active: int  # whether the active side's headquarters gives command
    moved: Annotated[Bits, owner_sees(BLOCKS)]  # blocks that have moved in this phase
    points: Annotated[int, ACTIVE_SIDE_SEES]  # replacement points the active side has left
    rebuilt: Annotated[Bits, owner_sees(BLOCKS)]  # blocks that have gained a step in this phase
    mud: int
    ended: int  # index into REASONS
    winner: int  # -1 for nobody


def empty_state(board: Board) -> State:
    """A state with no block in play, before the first turn."""
    return State(
        **block_columns(board.order, board.grid.size),
        turn=0,
        active=0,
        plan=[0, 0],
        plan_known=0,
        control=[0, 0],
        hq_active=0,
        moved=0,
        points=0,
        rebuilt=0,
        mud=0,
        ended=0,
        winner=-1,
    )
