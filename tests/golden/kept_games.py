"""Golden games: recorded games that must replay byte for byte, one compressed record file each.

The files are what counts, not the players that made them: a player that grows stronger changes none of them. Only where the rules now
play an action differently is a game renewed: it keeps its actions as long as they are legal, and goes on with recruits from there.
"""

import gzip
import hashlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from blockfront.ai.player import Budget
from blockfront.core import record
from blockfront.core.actions import Action
from blockfront.core.chance import commitment
from blockfront.core.game import AnyGame
from blockfront.core.match import Entry, Match, Origin, committed_throw
from blockfront.core.record import Record
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.sim.players import new_player
from blockfront.sim.run_match import answer

FOLDER = Path(__file__).parent / "games"
BUDGET = Budget(simulations=8)


def names() -> list[str]:
    return sorted(path.name.removesuffix(".rec.gz") for path in FOLDER.glob("*.rec.gz"))


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.rec.gz"


def kept_text(name: str) -> str:
    return gzip.decompress(path_of(name).read_bytes()).decode()


def keep(name: str, text: str) -> None:
    path_of(name).write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def kept(name: str) -> tuple[Record, AnyGame]:
    found = record.read(kept_text(name))
    return found, record.game_of(found, catalogue.game)


def seed_of(name: str) -> bytes:
    """The committed seed of a golden game that was made here; a record tells its own when it is finished."""
    return hashlib.sha256(f"golden {name}".encode()).digest()


class Line:
    """A game that is being played or played again, entry by entry, with a snapshot at each player turn."""

    def __init__(self, game: AnyGame, seed: bytes | None, origin: Origin | None = None) -> None:
        self.game = game
        self.origin = origin or Origin(game.title.rules)
        self.seed = seed
        self.state: Any = game.setup()
        self.entries: list[Entry] = []
        self.snapshots = [(0, self.state.copy())]
        self._turn = game.player_turn(self.state)

    @property
    def turns(self) -> int:
        return len(self.snapshots)

    @property
    def is_over(self) -> bool:
        return self.game.result(self.state) is not None

    def take(self, side: Side, action: Action) -> None:
        events = tuple(self.game.apply(self.state, action, side))
        seat = "" if side == CHANCE else self.game.title.sides[side]
        self.entries.append(Entry(side, action, events, seat, self.state.digest(by_place=self.origin.by_place)))
        turn = self.game.player_turn(self.state)
        if turn != self._turn:
            self._turn = turn
            self.snapshots.append((len(self.entries), self.state.copy()))

    def throw(self) -> bool:
        """Let chance answer if it is to; without the seed nobody can."""
        if CHANCE not in self.game.to_act(self.state) or self.seed is None:
            return False
        number = sum(entry.side == CHANCE for entry in self.entries)
        self.take(CHANCE, committed_throw(self.seed)(self.game, self.state, number))
        return True

    def text(self) -> str:
        match = Match(self.game, seed=self.seed, state=self.state, entries=self.entries, origin=self.origin)
        match.snapshots = list(self.snapshots)
        return record.write(match)


def new_game(name: str, title: str, scenario: str, options: frozenset[str], levels: tuple[str, str], turns: int, most: int) -> str:
    """A game of machine players that stops after some player turns or actions; its dice depend on its name."""
    line = Line(catalogue.game(title, scenario, options), seed_of(name))
    players = [new_player(level, title) for level in levels]
    minds = [Random(f"{name} {side}") for side in range(len(players))]
    while not line.is_over and line.turns <= turns and len(line.entries) < most:
        if line.throw():
            continue
        side = min(line.game.to_act(line.state))
        line.take(side, answer(line.game, line.state, side, players[side], BUDGET, minds[side]))
    return line.text()


class Renewed(NamedTuple):
    """A golden game under the rules as they are now."""

    text: str
    changed_at: int | None = None  # the first action whose recorded state is no longer reached
    left_at: int | None = None  # the first recorded action that is no longer legal


def renewed(name: str) -> Renewed:
    """The game as it is now: the same text where nothing has changed, else a record of the present format and rules."""
    old, game = kept(name)
    seed = seed_of_record(old, name)
    again, changed_at, left_at = _played_again(old, Line(game, seed, old.header.origin))
    if changed_at is None and left_at is None and len(again.entries) == len(old.taken):
        return Renewed(kept_text(name))
    again, _, new_left_at = _played_again(old, Line(game, seed), throws_anew=True)
    if new_left_at is not None:
        _play_on(again, len(old.taken), to_the_end=old.end is not None)
    return Renewed(again.text(), changed_at, left_at)


def _played_again(old: Record, line: Line, *, throws_anew: bool = False) -> tuple[Line, int | None, int | None]:
    """The line with the recorded actions, the first that leads to another state and the first that is not legal."""
    changed_at = None
    for number, taken in enumerate(old.taken):
        is_thrown = _is_thrown(line, taken)
        if not _goes_on(line, taken, line.game, throws_anew=throws_anew):
            return line, changed_at, number
        if changed_at is None and not (is_thrown and line.entries[-1].digest == taken.digest):
            changed_at = number
    return line, changed_at, None


def _is_thrown(line: Line, taken: record.Taken) -> bool:
    """Whether a recorded throw is what the committed dice give now; those of format 1 may have been given otherwise."""
    if taken.side != CHANCE or line.seed is None or line.origin.by_place or CHANCE not in line.game.to_act(line.state):
        return True
    number = sum(entry.side == CHANCE for entry in line.entries)
    thrown = committed_throw(line.seed)(line.game, line.state, number)
    return bool(taken.action == msgspec.json.decode(msgspec.json.encode(thrown)))


def seed_of_record(old: Record, name: str) -> bytes | None:
    if old.seed is not None:
        return old.seed
    mine = seed_of(name)
    return mine if commitment(mine) == old.header.commitment else None


def _goes_on(line: Line, taken: record.Taken, game: AnyGame, *, throws_anew: bool) -> bool:
    """Take a recorded action if it is still legal; chance throws again where it must fit the present format."""
    try:
        action: Action = msgspec.convert(taken.action, game.action_type)
    except msgspec.ValidationError:
        return False
    for side, answer_given in _answered_meanwhile(line, taken, action):
        line.take(side, answer_given)
    if line.is_over or taken.side not in game.to_act(line.state):
        return False
    if taken.side == CHANCE and throws_anew and line.throw():
        return True
    offered: Any = game.chance(line.state) if taken.side == CHANCE else game.legal(line.state, taken.side)
    if action not in offered:
        return False
    line.take(taken.side, action)
    return True


def _answered_meanwhile(line: Line, taken: record.Taken, action: Action) -> list[tuple[Side, Action]]:
    """Only answers to what the rules now ask and once went without saying: given first where the recorded state is then reached."""
    game, state, given = line.game, line.state.copy(), list[tuple[Side, Action]]()
    while True:
        if _is_offered(game, state, taken.side, action):
            trial = state.copy()
            game.apply(trial, action, taken.side)
            if trial.digest(by_place=line.origin.by_place) == taken.digest:
                return given
        actors = [side for side in game.to_act(state) if side != CHANCE]
        answers = list(islice(game.legal(state, actors[0]), 2)) if len(actors) == 1 else []
        if len(answers) != 1:
            break
        given.append((actors[0], answers[0]))
        game.apply(state, answers[0], actors[0])
    return [] if _is_offered(game, line.state, taken.side, action) else given


def _is_offered(game: AnyGame, state: Any, side: Side, action: Action) -> bool:
    if side not in game.to_act(state):
        return False
    return action in (game.chance(state) if side == CHANCE else game.legal(state, side))


def _play_on(line: Line, number: int, *, to_the_end: bool) -> None:
    """Recruits go on, as far as the game had come or to its end."""
    rng = Random(0)
    recruit = new_player("recruit", line.game.title.id)
    while not line.is_over and (to_the_end or len(line.entries) < number):
        if line.throw():
            continue
        side = min(line.game.to_act(line.state))
        if side == CHANCE:
            return
        line.take(side, answer(line.game, line.state, side, recruit, BUDGET, rng))


def positions(name: str) -> Iterator[tuple[int, Any]]:
    """Every state of a golden game, with the number of actions before it; the live state, copy it to keep it."""
    old, game = kept(name)
    yield 0, game.setup()
    for number, (_, _, state) in enumerate(record.replay(old, game), start=1):
        yield number, state
