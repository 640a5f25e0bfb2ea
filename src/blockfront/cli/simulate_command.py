"""`blockfront simulate`: lets machines play series of games; prints results with intervals, writes records, tables and pictures."""

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from blockfront.ai.player import Budget
from blockfront.cli.progress import ProgressLine
from blockfront.core.game import AnyGame, Result, Title
from blockfront.games import catalogue
from blockfront.sim import arena
from blockfront.sim.players import RANDOM
from blockfront.sim.report import write_report
from blockfront.sim.run_match import Played
from blockfront.sim.statistics import Summary, summary, summary_text
from blockfront.sim.tables import can_write_parquet

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

LEVELS: Final = "random, recruit, captain, general"

_EXAMPLES = """\
examples:
  blockfront simulate proving_ground border_incident --games 100 --seed 7
  blockfront simulate eastfront s43 --axis captain --soviet recruit --games 40 --workers 2 -o s43
  blockfront simulate proving_ground border_incident --option weather --json

The same seed plays the same games; budgets in seconds make strong players depend on the machine, budgets in simulations do not.
If the output folder holds finished games of the same series, only the others are played.
"""


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "simulate",
        help="let machines play series of games",
        description="Let machines play a series of games.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    titles = parser.add_subparsers(dest="title", metavar="TITLE", required=True, title="titles, each with options named for its sides")
    for title in catalogue.titles():
        _add_title(titles, title)


def _add_title(titles: "Subparsers", title: Title) -> None:
    parser = titles.add_parser(title.id, help=title.name, description=f"Let machines play {title.name}.")
    parser.add_argument("scenario", help=f"one of {', '.join(scenario.id for scenario in title.scenarios)}")
    for side in title.sides:
        parser.add_argument(f"--{side}", metavar="LEVEL", default=RANDOM, help=f"who plays {side}: {LEVELS} (random)")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games (1)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that play (1)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on a Ray cluster; `local` starts one here")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first game; the others count on from it (0)")
    parser.add_argument("--option", action="append", metavar="ID", help="an optional rule; may be repeated")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="thinking time of a player turn (5)")
    parser.add_argument("--simulations", type=int, metavar="N", help="simulations in a player turn, instead of seconds")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="write records, tables and pictures; go on with what is there")
    parser.add_argument("--json", action="store_true", help="print the result for machines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    title = catalogue.title(args.title)
    job = arena.checked(
        arena.Job(
            title=args.title,
            scenario=args.scenario,
            levels=tuple(getattr(args, side) for side in title.sides),
            games=args.games,
            seed=args.seed,
            options=None if args.option is None else tuple(sorted(args.option)),
            budget=Budget(args.seconds, args.simulations),
        )
    )
    if args.workers < 1:
        raise ValueError(f"--workers must be at least 1, not {args.workers}")
    began = time.monotonic()
    games = _play(job, args)
    found = summary(games, title.sides)
    _tell(found, round(time.monotonic() - began, 3), as_json=args.json)
    if args.output:
        paths = write_report(args.output, job, games, found, title.sides)
        if not args.json:
            parquet = "" if can_write_parquet() else "; Parquet tables need: pip install 'blockfront[sim]'"
            print(f"{args.output}: {args.games} record{'s' * (args.games > 1)}, {', '.join(path.name for path in paths)}{parquet}")
    return 0


def _play(job: arena.Job, args: argparse.Namespace) -> list[Played]:
    line = ProgressLine(job.games)
    won: Counter[str] = Counter()

    def progress(played: Played) -> None:
        won[played.winner] += 1
        line.step(", ".join(f"{outcome} {number}" for outcome, number in sorted(won.items())))

    try:
        return arena.run(job, folder=args.output, workers=args.workers, cluster=args.cluster, progress=progress)
    finally:
        line.close()


def _tell(found: Summary, seconds: float, *, as_json: bool) -> None:
    if as_json:
        told = {
            "games": found.games,
            "wins": found.wins,
            "margin_mean": found.margin_mean,
            "margin_ci95": list(found.margin_ci95),
            "seconds": seconds,
        }
        print(json.dumps(told))
    else:
        print(summary_text(found))


def result_text(game: AnyGame, result: Result) -> str:
    """Returns the result in words, such as `blue wins: towns`."""
    who = "nobody wins" if result.winner is None else f"{game.title.sides[result.winner]} wins"
    return f"{who}: {(result.reason or result.level).replace('_', ' ')}"
