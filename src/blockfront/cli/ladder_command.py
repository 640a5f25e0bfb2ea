"""`blockfront ladder`: lets all machine players play each other and rates them."""

import argparse
import json
from typing import TYPE_CHECKING

import msgspec

from blockfront.ai.player import Budget
from blockfront.cli.progress import ProgressLine
from blockfront.sim.ladder import play_ladder
from blockfront.sim.players import known_players

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    about = "Let players meet each other from both sides, and rate them."
    parser = subparsers.add_parser("ladder", help="rate the machine players", description=about)
    parser.add_argument("title", help="a title, as `blockfront titles` lists them")
    parser.add_argument("scenario", help="one of its scenarios")
    parser.add_argument("players", nargs="*", metavar="LEVEL", help="who takes part (all there are)")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="games that each pair plays from each side (10)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first game; the others count on from it (0)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that play (1)")
    parser.add_argument("--simulations", type=int, metavar="N", help="limit thinking by simulations, so that ratings can be repeated")
    parser.add_argument("--json", action="store_true", help="print the ladder for machines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    players = args.players or list(known_players(args.title))
    line = ProgressLine(max(1, len(players) * (len(players) - 1) * args.games))
    try:
        rungs = play_ladder(
            args.title,
            args.scenario,
            players,
            args.games,
            seed=args.seed,
            workers=args.workers,
            budget=Budget(simulations=args.simulations),
            progress=lambda _: line.step(),
        )
    finally:
        line.close()
    if args.json:
        print(json.dumps(msgspec.to_builtins(rungs)))
        return 0
    for rung in rungs:
        low, high = rung.ci95
        print(f"{rung.player:12} {rung.rating:6.0f}  [{low:.0f} … {high:.0f}]  {rung.points:g} points of {rung.games}")
    return 0
