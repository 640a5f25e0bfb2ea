"""Measures how strong machine opponents are: series of games, sides swapped, with 95 % intervals; written as Markdown.

    python bench/opponents.py series --first general --second general@f37b18d7 --pairs 120 --simulations 4 -o runs
    python bench/opponents.py series --title blocks_in_the_east --first general --second captain --pairs 60 -o runs
    python bench/opponents.py series --title blocks_in_the_east --first general --second idle --pairs 18 --simulations 3 -o runs
    python bench/opponents.py keep --games 12 --times 4
    python bench/opponents.py answers
    python bench/opponents.py choices --title blocks_in_the_east
    python bench/opponents.py ladder --scenario s43 --first captain --second recruit --games 100 -o runs
    python bench/opponents.py balance --games 40 -o runs
    python bench/opponents.py front -o runs

Every game is recorded in a folder below `-o`; a run that was stopped continues with the missing games.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean
from typing import Final

import judging
from series import Series, by_side, kept, play, table

from blockfront.ai.player import Budget
from blockfront.games import catalogue
from blockfront.sim.arena import Folder, Job, run
from blockfront.sim.maps import shares_svg
from blockfront.sim.run_match import Played
from blockfront.sim.statistics import mean_interval, wilson

TITLE: Final = "eastfront"
SCENARIOS: Final = ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44")
IN_TURN: Final = {  # scenarios that a series plays in turn
    TITLE: SCENARIOS,
    "blocks_in_the_east": ("sbe1", "sbe2", "sbe3", "sbe4"),
    "blocks_in_the_west": ("sbw1", "sbw2", "sbw3", "sbw4"),
}


Levels = tuple[str, str]  # one level for each side
Source = Callable[[str, Levels, int], list[Played]]  # (scenario, levels, games)


def source(folder: Path, seed: int, budget: Budget, *, plays: bool) -> Source:
    """Returns a function that provides games: the finished ones and, if `plays`, the missing ones played now."""

    def series(scenario: str, levels: Levels, games: int) -> list[Played]:
        where, job = folder / f"{scenario}-{'-'.join(levels)}", Job(TITLE, scenario, levels, games, seed, budget=budget)
        return run(job, folder=where) if plays else list(Folder(where, job).finished().values())

    return series


def ladder(series: Source, scenario: str, first: str, second: str, games: int) -> str:
    """Returns a table row of the first level against the second: half of the games on each side, both halves with the same dice."""
    sides = catalogue.title(TITLE).sides
    as_side: list[list[Played]] = [[], []]
    for number in range(1, games // 2 + 1):  # alternating, so that an interrupted run has equally many games of each side
        as_side = [series(scenario, levels, number) for levels in ((first, second), (second, first))]
    won = [sum(game.winner == sides[side] for game in played) for side, played in enumerate(as_side)]
    number = sum(map(len, as_side))
    drawn = sum(game.winner == "draw" for played in as_side for game in played)
    low, high = wilson(sum(won), number)
    margins = [game.margin * (1 - 2 * side) for side, played in enumerate(as_side) for game in played]
    least, most = mean_interval(margins)
    turns = [game.slowest[side] for side, played in enumerate(as_side) for game in played]
    shares = " | ".join(f"{won[side]}/{len(played)}" for side, played in enumerate(as_side))
    return (
        f"| {scenario} | {first} v {second} | {number} | {100 * sum(won) / number:.0f} % [{100 * low:.1f} … {100 * high:.1f}] "
        f"| {shares} | {drawn} | {mean(margins):+.1f} [{least:+.1f} … {most:+.1f}] | {max(turns):.1f} s |"
    )


LADDER_HEAD: Final = (
    "| scenario | players | games | won by the first | as Axis | as Soviets | draws | its margin | slowest turn |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def balance(series: Source, scenarios: Sequence[str], level: str, games: int) -> str:
    """Returns a table of a level against itself: Axis points + handicap - Soviet points, zero by the rulebook; and its blunders."""
    rows = ["| scenario | games | Axis wins | draws | Soviet wins | margin of the Axis |", "|---|---|---|---|---|---|"]
    notes: list[str] = []
    for scenario in scenarios:
        played = series(scenario, (level, level), games)
        won = Counter(game.winner for game in played)
        low, high = mean_interval([float(game.margin) for game in played])
        interval = f"[{low:+.1f} … {high:+.1f}]" if len(played) > 1 else "(one game: no interval)"
        rows.append(
            f"| {scenario} | {len(played)} | {won['axis']} | {won['draw']} | {won['soviet']} "
            f"| {mean(game.margin for game in played):+.1f} {interval} |"
        )
        notes.append(blunders(scenario, played))
    names = [name.replace("_", " ") for name in played[0].notes]
    head = f"| scenario | {' | '.join(names)} |\n|---|{'---|' * len(names)}"
    return "\n".join([*rows, "", head, *notes])


def blunders(scenario: str, played: Sequence[Played]) -> str:
    """Returns a table row of mean blunders per game, Axis / Soviets."""
    cells = [f"{mean(g.notes[name][0] for g in played):.1f} / {mean(g.notes[name][1] for g in played):.1f}" for name in played[0].notes]
    return f"| {scenario} | {' | '.join(cells)} |"


def front(series: Source, folder: Path, scenario: str, level: str, games: int) -> Path:
    """Writes a map of how often the armies stood in each hex at the end; returns its path."""
    played = series(scenario, (level, level), games)
    shares = []
    for side in range(len(catalogue.title(TITLE).sides)):
        counted = Counter(hex_ for game in played for hex_ in game.stood[side])
        shares.append({hex_: number / len(played) for hex_, number in counted.items()})
    path = folder / f"front-{scenario}.svg"
    path.write_text(shares_svg(TITLE, shares, f"Where the armies stood at the end of {len(played)} games of {scenario}"), encoding="utf-8")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("series", "keep", "answers", "choices", "ladder", "balance", "front"))
    parser.add_argument("-o", "--output", type=Path, default=Path("runs"), help="folder of the games")
    parser.add_argument("--scenario", action="append", help="may be repeated")
    parser.add_argument("--title", default=TITLE, help="of a series")
    parser.add_argument("--pairs", type=int, default=60, help="of a series, all scenarios together")
    parser.add_argument("--first", default="captain")
    parser.add_argument("--second", default="recruit")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--times", type=int, default=4, help="that plans of kept positions are played on")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=10.0, help="thinking time of a player turn")
    parser.add_argument("--simulations", type=int, help="thinking in simulations a player turn, instead of seconds")
    parser.add_argument("--workers", type=int, default=1, help="processes that play a series")
    parser.add_argument("--finished", action="store_true", help="tell of the games that are there, play none")
    args = parser.parse_args(arguments)
    series = source(args.output, args.seed, Budget(args.seconds, args.simulations), plays=not args.finished)
    if args.what == "series":
        scenarios = tuple(args.scenario or IN_TURN[args.title])
        wanted = Series(args.title, args.first, args.second, scenarios, args.pairs, args.seed, Budget(args.seconds, args.simulations))
        folder = args.output / f"{args.title}-{args.first}-{args.second}"
        found = kept(folder) if args.finished else play(wanted, folder, args.workers)
        print(table(found), by_side(found, args.title), sep="\n\n")
    elif args.what == "keep":
        for number, one in enumerate(judging.keep(args.title, args.scenario or IN_TURN[args.title], args.seed, args.games, args.times)):
            print(number + 1, one.scenario, len(one.plans), "plans", flush=True)
    elif args.what in ("answers", "choices"):
        print((judging.answers if args.what == "answers" else judging.choices)(judging.load(args.title)))
    elif args.what == "ladder":
        print(LADDER_HEAD)
        for scenario in args.scenario or ("s42", "s43", "s44"):
            print(ladder(series, scenario, args.first, args.second, args.games), flush=True)
    elif args.what == "balance":
        print(balance(series, args.scenario or SCENARIOS, args.first, args.games))
    else:
        print(front(series, args.output, (args.scenario or ["s41"])[0], args.first, args.games))
    return 0


if __name__ == "__main__":
    sys.exit(main())
