"""Players against each other: whole games from a seed, sides swapped, results with intervals.

    python -m blockfront.ai.arena eastfront s43 captain recruit --games 40

plays forty games, twenty on each side, and prints how often the first level won, the mean margin and what its games cost.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from statistics import mean, pstdev
from typing import Any, Protocol

import msgspec

from blockfront.ai.player import Budget, Player, player
from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue

LIMIT = 200_000  # decisions, beyond which a game does not end


class Observer(Protocol):
    """Watches a game from outside, with the truth before it: for statistics, never for players."""

    def watch(self, state: Any, side: Side, action: Action, events: list[Event]) -> None:
        """After an action."""
        ...


class Pairing(msgspec.Struct, frozen=True):
    """One game to be played: who plays which side, and its seed."""

    title: str
    scenario: str
    options: tuple[str, ...] | None
    levels: tuple[str, ...]  # by side
    seed: int
    budget: Budget = Budget()


class Played(msgspec.Struct, frozen=True):
    """How one game went. `margin` is the first side's advantage; `seconds` and `slowest` are by side: in all, and of a player turn."""

    pairing: Pairing
    winner: int | None
    margin: int
    level: str
    decisions: int
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]
    notes: dict[str, Any] = {}


def play(pairing: Pairing, observers: Sequence[Callable[[AnyGame], Any]] = ()) -> Played:
    """Play one game to its end; every action is checked against the true legal choices."""
    options = None if pairing.options is None else frozenset(pairing.options)
    game = catalogue.game(pairing.title, pairing.scenario, options)
    watching = [make(game) for make in observers]
    players = [player(level, pairing.title) for level in pairing.levels]
    clocks = [Clock() for _ in players]
    state, dice = game.setup(), Random(f"dice {pairing.seed}")
    minds = [Random(f"player {side} {pairing.seed}") for side in range(len(players))]
    decisions = 0
    while (result := game.result(state)) is None:
        if (decisions := decisions + 1) > LIMIT:
            raise RuntimeError(f"no end after {LIMIT} decisions")
        side = min(game.to_act(state))
        if side == CHANCE:
            action = game.chance(state).sample(dice)
        else:
            with clocks[side].running(game.player_turn(state)):
                action = answer(game, state, side, players[side], pairing.budget, minds[side])
        events = game.apply(state, action, side)
        for observer in watching:
            observer.watch(state, side, action, events)
    return Played(
        pairing=pairing,
        winner=result.winner,
        margin=result.margin,
        level=result.level,
        decisions=decisions,
        seconds=tuple(round(clock.total, 3) for clock in clocks),
        slowest=tuple(round(clock.slowest, 3) for clock in clocks),
        notes={name: value for observer in watching for name, value in observer.notes().items()},
    )


def answer(game: AnyGame, state: Any, side: Side, chooser: Player, budget: Budget, rng: Random) -> Action:
    """A player's action from its side's view, refused when it is not legal."""
    decision = chooser.decide(game, game.view(state, side), budget, rng)
    if decision.action not in game.legal(state, side):
        raise ValueError(f"{type(chooser).__name__} chose {decision.action}: {game.why_not(state, decision.action, side)}")
    return decision.action


class Clock:
    """Processor time a player has taken, in all and in the slowest of its player turns: fair on a machine that others use too."""

    def __init__(self) -> None:
        self.total = self.slowest = self._of_turn = 0.0
        self._turn = -1
        self._since = 0.0

    def running(self, turn: int) -> "Clock":
        if turn != self._turn:
            self._turn, self._of_turn = turn, 0.0
        return self

    def __enter__(self) -> None:
        self._since = time.thread_time()

    def __exit__(self, *_: object) -> None:
        spent = time.thread_time() - self._since
        self.total += spent
        self._of_turn += spent
        self.slowest = max(self.slowest, self._of_turn)


# ---- series


def series(title: str, scenario: str, first: str, second: str, games: int, *, seed: int = 0, budget: Budget | None = None) -> list[Pairing]:
    """Games between two levels, sides swapped from game to game, each pair of games with the same dice; a level against itself
    has new dice every time."""
    chosen = budget or Budget()
    if first == second:
        return [Pairing(title, scenario, None, (first, second), seed + number, chosen) for number in range(games)]
    orders = ((first, second), (second, first))
    return [Pairing(title, scenario, None, orders[number % 2], seed + number // 2, chosen) for number in range(games)]


def play_all(pairings: Iterable[Pairing], workers: int = 1) -> Iterator[Played]:
    """Games as they end, in the order given."""
    if workers == 1:
        yield from map(play_observed, pairings)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play_observed, pairings)


def play_observed(pairing: Pairing) -> Played:
    """A game with the observers its title has."""
    return play(pairing, observers_of(pairing.title))


def observers_of(title: str) -> Sequence[Callable[[AnyGame], Any]]:
    """What a title's package counts in the games of machines."""
    from importlib import import_module
    from importlib.util import find_spec

    name = f"blockfront.ai.titles.{title}"
    found: Sequence[Callable[[AnyGame], Any]] = getattr(import_module(name), "OBSERVERS", ()) if find_spec(name) else ()
    return found


# ---- statistics


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, z * z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return max(0.0, middle - half), min(1.0, middle + half)


class Summary(msgspec.Struct, frozen=True):
    """The first level's record; margins are its advantage, whichever side it had. Blunders are per game of that level."""

    games: int
    wins: int
    draws: int
    wins_ci95: tuple[float, float]
    wins_by_side: tuple[str, ...]
    margin_mean: float
    margin_ci95: tuple[float, float]
    first_side_margin_mean: float
    seconds_a_game: float
    slowest_turn: float
    blunders: dict[str, float]


def summary(games: Sequence[Played], level: str) -> Summary:
    """What a series says of its first level; in games of a level against itself, of the first side."""
    side_of = [game.pairing.levels.index(level) for game in games]
    margins = [game.margin * (1 if side == 0 else -1) for game, side in zip(games, side_of, strict=True)]
    wins = sum(game.winner == side for game, side in zip(games, side_of, strict=True))
    half = 1.96 * pstdev(margins) / sqrt(len(games))
    by_side = []
    for side in (0, 1):
        here = [game for game, own in zip(games, side_of, strict=True) if own == side]
        by_side.append(f"{sum(game.winner == side for game in here)}/{len(here)}")
    names = sorted({name for game in games for name in game.notes})
    return Summary(
        games=len(games),
        wins=wins,
        draws=sum(game.winner is None for game in games),
        wins_ci95=wilson(wins, len(games)),
        wins_by_side=tuple(by_side),
        margin_mean=mean(margins),
        margin_ci95=(mean(margins) - half, mean(margins) + half),
        first_side_margin_mean=mean(game.margin for game in games),
        seconds_a_game=mean(game.seconds[side] for game, side in zip(games, side_of, strict=True)),
        slowest_turn=max(game.slowest[side] for game, side in zip(games, side_of, strict=True)),
        blunders={name: mean(game.notes[name][side] for game, side in zip(games, side_of, strict=True)) for name in names},
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Let two levels play each other, sides swapped.")
    parser.add_argument("title")
    parser.add_argument("scenario")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5.0, help="budget of a player turn")
    parser.add_argument("--simulations", type=int, help="budget of a player turn in simulations, instead of seconds")
    args = parser.parse_args(arguments)
    budget = Budget(args.seconds, args.simulations)
    pairings = series(args.title, args.scenario, args.first, args.second, args.games, seed=args.seed, budget=budget)
    games = []
    for game in play_all(pairings, args.workers):
        games.append(game)
        print(msgspec.json.encode(game).decode(), file=sys.stderr)
    print(json.dumps(msgspec.to_builtins(summary(games, args.first)), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
