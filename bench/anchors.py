"""Measures other engines in the same run for comparison, if they are installed: `pip install 'blockfront[bench]'`."""

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from timing import Absent, Row, measure, shares

GAMES = 5


def timings() -> Iterator[Row]:
    for package, name, make in (
        ("chess", "python-chess", _python_chess),
        ("pyspiel", "OpenSpiel dark_chess", _open_spiel),
    ):
        if find_spec(package):
            yield from make(name)
        else:
            yield Absent(name, f"{package} is not installed")
    yield from _environments()


def _python_chess(name: str) -> Iterator[Row]:
    chess: Any = import_module("chess")
    board = chess.Board()
    yield measure(f"{name}: copy a board", lambda: board.copy(stack=False), anchor=True)
    yield measure(f"{name}: list all moves", lambda: list(board.legal_moves), anchor=True)

    def play(seed: int) -> int:
        rng, game, moves = Random(seed), chess.Board(), 0
        while not game.is_game_over():
            game.push(rng.choice(list(game.legal_moves)))
            moves += 1
        return moves

    yield from shares(f"{name}, random play", play, GAMES, anchor=True)


def _open_spiel(name: str) -> Iterator[Row]:
    game: Any = import_module("pyspiel").load_game("dark_chess")

    def play(seed: int, looks: bool = False) -> int:
        rng, state, moves = Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if looks:
                state.observation_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        return moves

    state = game.new_initial_state()
    yield measure(f"{name}: copy a state", state.clone, anchor=True)
    yield from shares(f"{name}, random play", play, GAMES, anchor=True)
    yield from shares(f"{name}, with views", lambda seed: play(seed, True), GAMES, anchor=True)


# ---- environments


def _environments() -> Iterator[Row]:
    if not find_spec("pettingzoo"):
        yield Absent("PettingZoo environments", "pettingzoo is not installed")
        return
    ours: Any = import_module("blockfront.sim.pettingzoo_env")
    for title, scenario in (("proving_ground", "border_incident"), ("eastfront", "edelweiss")):
        make = partial(ours.env, title=title, scenario=scenario)
        yield shares(f"PettingZoo environment, {scenario}", _steps(make), 3)[0]
    if not (find_spec("chess") and find_spec("pygame")):
        yield Absent("PettingZoo chess", "chess or pygame is not installed")
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs: Any = import_module("pettingzoo.classic.chess.chess")
    yield shares("PettingZoo chess", _steps(theirs.env), 3, anchor=True)[0]


def _steps(make: Callable[[], Any], most: int = 150) -> Callable[[int], int]:
    """Returns a function that takes random steps in an environment, with an observation at each."""

    def run(seed: int) -> int:
        env = make()
        env.reset(seed=seed)
        steps = 0
        for agent in env.agent_iter(most):
            observation, _, over, late, _ = env.last()
            env.step(None if over or late else env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        return steps

    return run
