"""Measures what people notice: the cost of a submission, a guess, a view, a learning step and a plan, compared with an older revision.

    python bench/felt.py                     this tree
    python bench/felt.py --before b4c7f20    and an older revision, checked out beside it and measured in turn with this one

Every figure is processor time. Nothing is asserted, because machines differ; ratios within one run tell most.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from timing import Amount, Row, samples_of

HERE = Path(__file__).parents[1]
GAMES = (("eastfront", "s43"), ("blocks_in_the_east", "sbe4"))
LARGE = tuple(("blocks_in_the_east", f"sbe{number}") for number in range(5, 10))
JOINED = ("blocks_east_and_west", "sbew1")
BESIDE = ("blocks_in_the_east", "sbe9")  # the longest game of one map
WHOLE_GAMES = 3
POSITIONS = 120
LOOKED_THROUGH = 1_500
ROUNDS = 3  # rounds in which both revisions are measured in turn
MOST = 1_500  # most decisions of a game played for its speed
GUNS = "Poltava | axis: tank 4, infantry 4, artillery 4, bomber 4 | soviet: tank 4, infantry 4, artillery 4, fighter 3"
PLANS = (("captain", 120), ("general", 12))  # level, and the number of its decisions in a game against itself

Figures = dict[str, float]  # by name: microseconds, or a number per second


# ---- one tree


def figures(parts: frozenset[str]) -> Iterator[tuple[str, float]]:
    """Yields all figures of this tree's engine; parts that an older engine does not have are left out."""
    for name, part in PARTS.items():
        if not parts or name in parts:
            try:
                yield from part()
            except (AttributeError, ImportError, ValueError) as error:
                print(f"{name}: left out, {error}", file=sys.stderr)


def _positions(game: Any) -> list[Any]:
    """Returns positions of a random game, read again from bytes so that nothing is cached for them."""
    random_play = import_module("blockfront.testing.random_play").random_play
    played = [one.state.copy() for one in islice(random_play(game, Random(1), limit=200_000), LOOKED_THROUGH)]
    chosen = Random(2).sample(played, min(POSITIONS, len(played)))
    return [game.state_type.from_bytes(state.to_bytes()) for state in chosen]


def _in_turn(game: Any) -> list[Any]:
    """Returns positions of a random game in the order in which they were played."""
    random_play = import_module("blockfront.testing.random_play").random_play
    return [one.state.copy() for one in islice(random_play(game, Random(1), limit=200_000), POSITIONS, 2 * POSITIONS)]


def _game(title: str, scenario: str) -> Any:
    return import_module("blockfront.games.catalogue").game(title, scenario)


def _each(call: Callable[[Any], object], items: list[Any], repeat: int = 1) -> float:
    """Returns the median time of a call in microseconds."""
    return 1e6 * median(samples_of(items, call, repeat))


def _view(game: Any, state: Any) -> Any:
    return game.view(state, 0)


def _guess(game: Any, rng: Random, view: Any) -> Any:
    return game.guess(view, rng)


def questions() -> Iterator[tuple[str, float]]:
    """Measures submissions, views, guesses and copies of states."""
    for title, scenario in GAMES:
        game = _game(title, scenario)
        states, rng = _positions(game), Random(3)
        yield f"Match.submit, {scenario}: µs", _submissions(game)
        yield f"view, {scenario}: µs", _each(partial(_view, game), states)
        yield f"view of each position after the one before, {scenario}: µs", _each(partial(_view, game), _in_turn(game))
        views = [game.view(state, 0) for state in states]
        yield f"guess, {scenario}: µs", _each(partial(_guess, game, rng), views)
        yield f"copy of a state, {scenario}: µs", _each(lambda state: state.copy(), states, 50)


def _submissions(game: Any) -> float:
    random_answer = import_module("blockfront.testing.random_play").random_answer
    rng, match = Random(5), import_module("blockfront.core.match").Match(game, seed=bytes(32))
    spent: list[float] = []
    while match.result is None and len(spent) < LOOKED_THROUGH:
        side, action = random_answer(game, match.state, rng, evenly=False)
        start = process_time()
        match.submit(match.seats[side], action, side=side)
        spent.append(process_time() - start)
    return 1e6 * median(spent)


def play() -> Iterator[tuple[str, float]]:
    """Measures random play: with sampled choices, whole lists, and lists and views."""
    for title, scenario in GAMES:
        game = _game(title, scenario)
        yield f"random play, sampled, {scenario}: decisions a second", _played(game, lists=False, views=False)[0]
        decisions, listed = _played(game, lists=True, views=False)
        yield f"random play, whole lists, {scenario}: decisions a second", decisions
        yield f"random play, whole lists, {scenario}: listed actions a second", listed
        yield f"random play, whole lists and views, {scenario}: decisions a second", _played(game, lists=True, views=True)[0]


def large() -> Iterator[tuple[str, float]]:
    """Measures random play in large scenarios."""
    for title, scenario in LARGE:
        game = _game(title, scenario)
        yield f"random play, sampled, {scenario}: decisions a second", _played(game, lists=False, views=False)[0]
        yield f"random play, whole lists, {scenario}: decisions a second", _played(game, lists=True, views=False)[0]


def joined() -> Iterator[tuple[str, float]]:
    """Compares the joined campaign with the longest game of one map: speed of whole random games, and size of a state."""
    games = [_game(*BESIDE), _game(*JOINED)]
    decisions, seconds, states = [0, 0], [0.0, 0.0], [game.setup() for game in games]
    for seed in range(WHOLE_GAMES):
        for place, game in enumerate(games):
            rng, state, start = Random(seed), game.setup(), process_time()
            while game.result(state) is None:
                side = min(game.to_act(state))
                answers = game.chance(state) if side < 0 else game.legal(state, side)
                game.apply(state, answers.sample(rng), side)
                decisions[place] += 1
            seconds[place] += process_time() - start
            states[place] = state
    speeds = [made / spent for made, spent in zip(decisions, seconds, strict=True)]
    for (_, scenario), speed, state in zip((BESIDE, JOINED), speeds, states, strict=True):
        yield f"whole random games, sampled, {scenario}: decisions a second", speed
        yield f"a state at the end, {scenario}: bytes", len(state.to_bytes())
    yield f"{JOINED[1]} beside {BESIDE[1]}: share of its decisions a second", speeds[1] / speeds[0]


def _played(game: Any, *, lists: bool, views: bool) -> tuple[float, float]:
    """Returns decisions and listed actions a second, measured in the second of two equal games, when one-time work is done."""
    for _ in range(2):
        rng, state, decisions, listed = Random(7), game.setup(), 0, 0
        start = process_time()
        while game.result(state) is None and decisions < MOST:
            side = min(game.to_act(state))
            if side < 0:
                action = game.chance(state).sample(rng)
            elif not lists:
                action = game.legal(state, side).sample(rng)
            else:
                if views:
                    game.view(state, side)
                offered = list(game.legal(state, side))
                listed += len(offered)
                action = rng.choice(offered)
            game.apply(state, action, side)
            decisions += 1
        spent = process_time() - start
    return decisions / spent, listed / spent


def environments() -> Iterator[tuple[str, float]]:
    """Measures steps of the PettingZoo environments."""
    make = import_module("blockfront.sim.pettingzoo_env").env
    for title, scenario in GAMES:
        env, steps = make(title=title, scenario=scenario), 0
        for seed in (0, 1):
            env.reset(seed=seed)
            for number, agent in enumerate(env.possible_agents):
                env.action_space(agent).seed(number)  # so that every run measures the same games
            steps, start = 0, process_time()
            for agent in env.agent_iter(400):
                seen, _, over, late, _ = env.last()
                env.step(None if over or late else env.action_space(agent).sample(seen["action_mask"]))
                steps += 1
        yield f"PettingZoo, {scenario}: steps a second", steps / (process_time() - start)


def odds() -> Iterator[tuple[str, float]]:
    """Measures exact odds of a battle with guns and aircraft."""
    text = import_module("blockfront.games.blocks_in_the_east.aids.odds_text")
    here, hex_ = text.battle_of_text(import_module("blockfront.blocks.position_text").read_position(GUNS))
    work_out = import_module("blockfront.games.blocks_series.aids.odds").battle_odds
    yield "exact odds with guns and aircraft, three rounds: µs", _each(lambda _: work_out(here.game.rules, here.state, hex_, 3), [0] * 5)


def plans() -> Iterator[tuple[str, float]]:
    """Measures how many decisions a second EastFront's players make over the same stretch of a game."""
    answer, new_player = import_module("blockfront.sim.run_match").answer, import_module("blockfront.sim.players").new_player
    budget = import_module("blockfront.ai.player").Budget(simulations=8)
    for level, number in PLANS:
        game = _game("eastfront", "s43")
        state, minds, dice, spent, thought = game.setup(), [Random(0), Random(1)], Random(3), 0.0, 0
        players = [new_player(level, "eastfront") for _ in range(2)]
        while game.result(state) is None and thought < number:
            side = min(game.to_act(state))
            if side < 0:
                game.apply(state, game.chance(state).sample(dice), side)
                continue
            start = process_time()
            action = answer(game, state, side, players[side], budget, minds[side])
            spent += process_time() - start
            thought += 1
            game.apply(state, action, side)
        yield f"{level} of EastFront, s43: decisions a second", thought / spent


PARTS: dict[str, Callable[[], Iterator[tuple[str, float]]]] = {
    "questions": questions,
    "play": play,
    "large": large,
    "joined": joined,
    "environments": environments,
    "odds": odds,
    "plans": plans,
}


# ---- two trees


@contextmanager
def checked_out(revision: str) -> Iterator[Path | None]:
    """Yields a folder with an older revision, or None if the repository does not have it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        tree = Path(folder) / "before"
        git = ("git", "-C", str(HERE), "worktree")
        made = subprocess.run([*git, "add", "--detach", str(tree), revision], capture_output=True, text=True, check=False)
        try:
            yield tree if made.returncode == 0 else None
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], capture_output=True, check=False)


def measured(tree: Path, parts: frozenset[str]) -> Figures:
    """Measures the figures of a tree in a separate process."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    called = [sys.executable, __file__, "--figures", *sorted(parts)]
    told = subprocess.run(called, env=environment, capture_output=True, text=True, check=True).stdout
    return dict(json.loads(line) for line in told.splitlines())


def compared(revision: str | None, parts: frozenset[str]) -> Iterator[tuple[str, float, float | None]]:
    """Yields (name, now, before), medians of rounds that measure both in turn; without an older revision one round, before is None."""
    if revision is None:
        for name, value in measured(HERE, parts).items():
            yield name, value, None
        return
    with checked_out(revision) as tree:
        now: list[Figures] = []
        before: list[Figures] = []
        for _ in range(ROUNDS if tree else 1):
            now.append(measured(HERE, parts))
            if tree:
                before.append(measured(tree, parts))
    for name in now[0]:
        olds = [old[name] for old in before if name in old]
        yield name, median(one[name] for one in now), median(olds) if olds else None


def timings(before: str | None) -> Iterator[Row]:
    """Yields the rows for the table of `make bench`."""
    for name, now, old in compared(before, frozenset()):
        what, _, unit = name.rpartition(": ")
        yield Amount(what, now, unit)
        if old is not None:
            yield Amount(f"  at {before}; now {_faster(name, now, old):.2f} times as fast", old, unit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; all unless some are named")
    parser.add_argument("--before", help="an older revision to measure in the same run")
    parser.add_argument("--figures", action="store_true", help="of the tree that is imported, as JSON, a line each")
    args = parser.parse_args()
    parts = frozenset(args.parts)
    if unknown := parts - PARTS.keys():
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if args.figures:
        for figure in figures(parts):
            print(json.dumps(figure), flush=True)
        return
    for name, now, before in compared(args.before, parts):
        beside = "" if before is None else f"   before {before:>12,.1f}   times as fast {_faster(name, now, before):.2f}"
        print(f"{name:75} {now:>12,.1f}{beside}", flush=True)


def _faster(name: str, now: float, before: float) -> float:
    return now / before if name.endswith("a second") else before / now


if __name__ == "__main__":
    main()
