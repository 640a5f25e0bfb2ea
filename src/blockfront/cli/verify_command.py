"""`blockfront verify`: recomputes every roll and every state of a finished game from its record file."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from blockfront.cli.simulate_command import result_text
from blockfront.core import record
from blockfront.games import catalogue

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "verify",
        help="check every roll and every state of a finished game",
        description="Recompute every roll and every state of finished games from their record files.",
    )
    parser.add_argument("file", type=Path, nargs="+", help="a record file")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each file, and go on after one that does not hold")
    parser.set_defaults(run=run)


class Verdict(msgspec.Struct, omit_defaults=True):
    """The result of checking a record file: a sentence in `text` if it `holds`, otherwise the `problem`."""

    file: str
    holds: bool
    title: str = ""
    scenario: str = ""
    actions: int = 0
    throws: int = 0
    winner: str = ""
    margin: int = 0
    problem: str = ""
    text: str = ""


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    status = 0
    for path in args.file:
        verdict = verified(path)
        status = status if verdict.holds else 2
        if args.json:
            print(msgspec.json.encode(verdict).decode())
        elif verdict.holds:
            print(verdict.text)
        else:
            raise ValueError(f"{path}: {verdict.problem}")
    return status


def verified(path: Path) -> Verdict:
    """Checks a record file and returns the verdict."""
    try:
        kept = record.load(path)
        game = record.game_of(kept, catalogue.game)
        throws = record.verify(kept, game)
    except record.RecordError as error:
        return Verdict(str(path), holds=False, problem=str(error))
    except OSError as error:
        return Verdict(str(path), holds=False, problem=error.strerror or str(error))
    assert kept.end is not None
    return Verdict(
        str(path),
        holds=True,
        title=game.title.id,
        scenario=game.scenario,
        actions=len(kept.taken),
        throws=throws,
        winner="" if kept.end.winner is None else game.title.sides[kept.end.winner],
        margin=kept.end.margin,
        text=f"{path}: holds. {len(kept.taken)} actions, {throws} of them throws of the committed dice; {result_text(game, kept.end)}.",
    )
