"""`blockfront verify`: recompute every roll and every state of a finished game from its record file."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from blockfront.cli.simulate_command import result_text
from blockfront.core import record
from blockfront.games import catalogue

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser("verify", help="check every roll and every state of a finished game")
    parser.add_argument("file", type=Path, nargs="+", help="a record file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    for path in args.file:
        try:
            kept = record.load(path)
            game = record.game_of(kept, catalogue.game)
            throws = record.verify(kept, game)
        except record.RecordError as error:
            raise ValueError(f"{path}: {error}") from None
        assert kept.end is not None
        print(f"{path}: holds. {len(kept.taken)} actions, {throws} of them throws of the committed dice; {result_text(game, kept.end)}.")
    return 0
