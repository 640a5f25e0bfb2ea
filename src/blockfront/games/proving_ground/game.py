"""Proving Ground as a `Game`: it takes a scenario and options, and puts the rules behind the contract of `core.game`."""

from functools import cache
from random import Random

from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.blocks.position_text import PositionText, read_position
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.game import Result
from blockfront.core.messages import Messages
from blockfront.core.secrecy import BLOCKS, Belongings
from blockfront.core.sides import Side
from blockfront.core.stack_game import StackGame
from blockfront.games.proving_ground.actions import ACTIONS, TakeLoss, Withdraw
from blockfront.games.proving_ground.events import EVENTS
from blockfront.games.proving_ground.loading.board import DATA, Board, load_board
from blockfront.games.proving_ground.loading.position import read_blocks
from blockfront.games.proving_ground.ruleset import Ruleset
from blockfront.games.proving_ground.sequence import PHASES, PlayerTurn, PlayTurns, steps
from blockfront.games.proving_ground.state import REASONS, State
from blockfront.games.proving_ground.steps.preparation import ChoosePlans, DealHandles
from blockfront.games.proving_ground.title import TAKE_LOSSES, TITLE, WITHDRAW
from blockfront.games.proving_ground.view import View, guess_from, view_of


class ProvingGround(StackGame[State, View]):
    title = TITLE
    state_type = State
    view_type = View
    actions = ACTIONS
    events = EVENTS

    @rule("PG-2.1")
    def __init__(self, scenario: str, options: frozenset[str]) -> None:
        self.board = load_board()
        self.opening = _scenario(scenario)
        self.start = read_blocks(self.board, self.opening)
        first = TITLE.side(self.opening.heading("first"))
        self.rules = Ruleset(self.board, int(self.opening.heading("turns")), first, options)
        super().__init__(scenario, options, steps(self.rules), _messages(self.board))

    @property
    def order(self) -> OrderOfBattle:
        return self.board.order

    @rule("PG-2.1", "PG-3.1")
    def new_state(self) -> State:
        state = self.start.copy()
        others = self.stack.steps[0].others
        state.frames = [others[PlayTurns].frame(0), others[ChoosePlans].frame(), others[DealHandles].frame()]
        return state

    def state_in_phase(self, position: PositionText, phase: str) -> State:
        """The state of a position at the beginning of a phase of the active side's player turn."""
        state = read_blocks(self.board, position)
        number = [name for name, _ in PHASES].index(phase)
        others = self.stack.steps[0].others
        player = 1 if state.active == self.rules.first else 2
        state.frames = [others[PlayTurns].frame(player + 1), others[PlayerTurn].frame(number)]
        self.stack.settle(state, [])
        return state

    def view(self, state: State, viewer: Side) -> View:
        return view_of(self.board, state, viewer)

    def belongings(self, side: Side) -> Belongings:
        return {BLOCKS: self.order.side_masks[side]} if side >= 0 else {}

    def guess(self, view: View, rng: Random) -> State:
        state = guess_from(self.board, self.start, view, 0, rng)
        if view.viewer != view.active and self.is_rebuilding(state):
            state.points = self.rules.supply.points(state, state.active)
        return state

    def is_rebuilding(self, state: State) -> bool:
        return self.prompt(state, Side(state.active)).message == "rebuild"

    def result(self, state: State) -> Result | None:
        if not state.ended:
            return None
        winner = None if state.winner < 0 else Side(state.winner)
        reason = REASONS[state.ended]
        return Result(winner, self.rules.victory.margin(state), level="draw" if winner is None else "win", reason=reason)

    def player_turn(self, state: State) -> int:
        return 2 * state.turn + (state.active != self.rules.first)

    def standing_answer(self, state: State, side: Side, orders: frozenset[str]) -> Action | None:
        """The answer of the standing orders of `title.py`."""
        choices = list(self.legal(state, side))
        if TAKE_LOSSES in orders and isinstance(choices[0], TakeLoss):
            return choices[0]
        if WITHDRAW in orders and Withdraw() in choices:
            return Withdraw()
        return None


def _scenario(name: str) -> PositionText:
    return read_position((DATA / "scenarios" / f"{name}.txt").read_text(encoding="utf-8"))


@cache
def _messages(board: Board) -> Messages:
    words = {
        "hex": lambda hex_: "the reserve" if hex_ < 0 else board.map.hex_name(hex_),
        "block": lambda block: board.order[block].name,
        "side": lambda side: TITLE.sides[side].capitalize(),
    }
    return Messages(DATA / "messages.toml", words)


def make(scenario: str, options: frozenset[str]) -> ProvingGround:
    return ProvingGround(scenario, options)
