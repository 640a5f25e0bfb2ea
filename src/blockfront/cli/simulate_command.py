"""`blockfront simulate`: random players play, and their games are written as record files."""

import argparse
import hashlib
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from blockfront.core import record
from blockfront.core.game import AnyGame, Result
from blockfront.core.match import Match
from blockfront.games import catalogue

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_EXAMPLES = """\
examples:
  blockfront simulate proving_ground border_incident --games 100 --seed 7
  blockfront simulate proving_ground border_incident --option weather -o games
"""


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "simulate",
        help="let random players play",
        description="Let random players play games; the same seed plays the same games.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("title", help="a title, as `blockfront titles` lists them")
    parser.add_argument("scenario", help="one of its scenarios")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games (1)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which games (0)")
    parser.add_argument("--option", action="append", metavar="ID", help="an optional rule; may be repeated")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="write a record file for each game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.games < 1:
        raise ValueError(f"--games must be at least 1, not {args.games}")
    options = None if args.option is None else frozenset(args.option)
    game = catalogue.game(args.title, args.scenario, options)
    if args.output:
        args.output.mkdir(parents=True, exist_ok=True)
    outcomes: Counter[str] = Counter()
    decisions = 0
    for number in range(args.seed, args.seed + args.games):
        match = play_randomly(game, number)
        assert match.result is not None
        outcomes[result_text(game, match.result)] += 1
        decisions += len(match.entries)
        if args.output:
            path = args.output / f"{args.title}-{args.scenario}-{number}.jsonl"
            path.write_text(record.write(match), encoding="utf-8")
            print(path)
    print(f"{args.games} games, {decisions / args.games:.0f} decisions on average")
    for outcome, count in outcomes.most_common():
        print(f"{count:6}  {outcome}")
    return 0


def play_randomly(game: AnyGame, number: int) -> Match:
    """A finished match between random players; its dice and its players depend on the number alone."""
    seed = hashlib.sha256(f"blockfront simulate {number}".encode()).digest()
    match = Match(game, seed=seed)
    rng = Random(number)
    while match.result is None:
        seat = next(seat for seat in match.seats if seat.sides & match.to_act())
        side = min(seat.sides & match.to_act())
        match.submit(seat, match.game.legal(match.state, side).sample(rng), side=side)
    return match


def result_text(game: AnyGame, result: Result) -> str:
    """`blue wins: towns, margin 2`."""
    who = "nobody wins" if result.winner is None else f"{game.title.sides[result.winner]} wins"
    return f"{who}: {result.reason or result.level}"
