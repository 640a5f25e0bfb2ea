"""Plays one game from its first decision to its last, with everything statistics need and a record that can be verified."""

import gc
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import msgspec

from blockfront.ai.player import Budget, Player
from blockfront.ai.registry import players_of
from blockfront.blocks.block_state import BlockState
from blockfront.core import record
from blockfront.core.actions import Action
from blockfront.core.columns import Columns
from blockfront.core.game import AnyGame, Result
from blockfront.core.match import Entry, Match, committed_throw
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.hexes.hexset import members
from blockfront.sim.clock import Clock
from blockfront.sim.pairing import Pairing
from blockfront.sim.players import new_player

LIMIT: Final = 200_000  # decisions after which a game is given up as endless
GARBAGE: Final = (10_000, 10, 10)  # thresholds of the collector's three generations


class Turn(msgspec.Struct, frozen=True):
    """The armies at the end of a player turn, by side."""

    number: int
    blocks: tuple[int, ...]  # on the map
    steps: tuple[int, ...]  # on the map
    lost: tuple[int, ...]  # steps lost since the start, including those that headquarters spend
    hexes: tuple[int, ...]  # number of hexes with blocks in them


class Played(msgspec.Struct, frozen=True):
    """The result of one game. `winner` is a side's name or "draw"; `margin` is the first side's advantage; times are by side."""

    number: int
    winner: str
    margin: int
    level: str
    reason: str
    decisions: int
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]  # seconds of the slowest player turn
    turns: tuple[Turn, ...] = ()
    notes: dict[str, tuple[int, ...]] = {}  # what the title's observers counted, by side
    stood: tuple[tuple[int, ...], ...] = ()  # hexes in which each side's blocks stood at the end


class Finished(msgspec.Struct, frozen=True):
    """A game that was played: its result and the text of its record file."""

    played: Played
    record: str


@contextmanager
def garbage_left_longer() -> Iterator[None]:
    """Makes garbage collection rarer: with the many objects players keep it takes a tenth of their thinking time."""
    before = gc.get_threshold()
    gc.set_threshold(*GARBAGE)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@garbage_left_longer()
def play_match(pairing: Pairing, make: Callable[[str, str], Player] = new_player) -> Finished:
    """Plays a game between two named players; dice and players depend only on the seed, and every action is checked."""
    options = None if pairing.options is None else frozenset(pairing.options)
    game = catalogue.game(pairing.title, pairing.scenario, options)
    players = [make(name, pairing.title) for name in pairing.levels]
    minds = [Random(f"player {side} {pairing.seed}") for side in range(len(players))]
    clocks = [Clock() for _ in players]
    table = _Table(game, dice_seed(pairing.seed))
    while (result := game.result(table.state)) is None:
        if len(table.entries) >= LIMIT:
            raise RuntimeError(f"{game.title.name}, {game.scenario}: no end after {LIMIT} decisions")
        side = min(game.to_act(table.state))
        if side == CHANCE:
            table.throw()
            continue
        with clocks[side].running(game.player_turn(table.state)):
            action = answer(game, table.state, side, players[side], pairing.budget, minds[side])
        table.take(side, action)
    return Finished(_summed_up(pairing.seed, table, result, clocks), record.write(table.match()))


def answer(game: AnyGame, state: Any, side: Side, chooser: Player, budget: Budget, rng: Random) -> Action:
    """Returns a player's action chosen from its side's view; raises `ValueError` if it is not legal."""
    decision = chooser.decide(game, game.view(state, side), budget, rng)
    if decision.action not in game.legal(state, side):
        raise ValueError(f"{type(chooser).__name__} chose {decision.action}: {game.why_not(state, decision.action, side)}")
    return decision.action


def dice_seed(number: int) -> bytes:
    """Returns the committed dice seed of a simulated game."""
    return hashlib.sha256(f"blockfront simulate {number}".encode()).digest()


class _Table:
    """A game being played, with its entries and the armies turn by turn."""

    def __init__(self, game: AnyGame, seed: bytes) -> None:
        self.game = game
        self.seed = seed
        self.state: Any = game.setup()
        self.entries: list[Entry] = []
        self.snapshots: list[tuple[int, Columns]] = []
        self.count = _Count(game, self.state)
        self.observers = [make(game) for make in players_of(game.title.id).observers]
        self._throw = committed_throw(seed)
        self._throws = 0
        self._turn = -1
        self._begin_turn()

    def throw(self) -> None:
        """Lets chance act with the committed dice."""
        self.take(CHANCE, self._throw(self.game, self.state, self._throws))
        self._throws += 1

    def take(self, side: Side, action: Any) -> None:
        """Applies an action, records it and counts its effects."""
        events = tuple(self.game.apply(self.state, action, side))
        seat = "" if side == CHANCE else self.game.title.sides[side]
        self.entries.append(Entry(side, action, events, seat, self.state.digest()))
        self.count.watch(self.state)
        for observer in self.observers:
            observer.watch(self.state, side, action, list(events))
        self._begin_turn()

    def _begin_turn(self) -> None:
        turn = self.game.player_turn(self.state)
        if turn != self._turn:
            self.count.close(self._turn)
            self._turn = turn
            self.snapshots.append((len(self.entries), self.state.copy()))

    def match(self) -> Match:
        match = Match(self.game, seed=self.seed, state=self.state, entries=self.entries)
        match.snapshots = self.snapshots
        return match


class _Count:
    """Counts the blocks and steps of each side of a block game."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self._sides = range(len(game.title.sides))
        self._of_side: tuple[tuple[int, ...], ...] = game.order.of_side if isinstance(state, BlockState) else ()  # type: ignore[attr-defined]
        self._lost = [0] * len(self._sides)
        self._steps = bytes(state.steps) if self._of_side else b""
        self._state = state
        self.turns: list[Turn] = []

    def watch(self, state: Any) -> None:
        """Called after every action: counts every step that disappeared as lost, for whatever reason."""
        if not self._of_side or state.steps == self._steps:
            return
        now = bytes(state.steps)
        for side, blocks in enumerate(self._of_side):
            self._lost[side] += sum(max(0, self._steps[block] - now[block]) for block in blocks)
        self._steps = now

    def close(self, number: int) -> None:
        """Called at the end of a player turn: notes the armies. The set-up, numbered below 0, is left out."""
        if number < 0 or not self._of_side:
            return
        state = self._state
        on_map = [[block for block in blocks if state.location[block] >= 0] for blocks in self._of_side]
        self.turns.append(
            Turn(
                number=number,
                blocks=tuple(len(blocks) for blocks in on_map),
                steps=tuple(sum(state.steps[block] for block in blocks) for blocks in on_map),
                lost=tuple(self._lost),
                hexes=tuple(state.occupied[side].bit_count() for side in self._sides),
            )
        )

    def stood(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(members(held)) for held in self._state.occupied) if self._of_side else ()


def _summed_up(number: int, table: _Table, result: Result, clocks: list[Clock]) -> Played:
    table.count.close(table.game.player_turn(table.state))
    return Played(
        number=number,
        winner="draw" if result.winner is None else table.game.title.sides[result.winner],
        margin=result.margin,
        level=result.level,
        reason=result.reason,
        decisions=len(table.entries),
        seconds=tuple(round(clock.total, 3) for clock in clocks),
        slowest=tuple(round(clock.slowest, 3) for clock in clocks),
        turns=tuple(table.count.turns),
        notes={name: tuple(values) for observer in table.observers for name, values in observer.notes().items()},
        stood=table.count.stood(),
    )
