"""`blockfront replay`: steps through a record file, with every action in words."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from blockfront.cli.keys import single_keys
from blockfront.cli.simulate_command import result_text
from blockfront.core import record
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_HELP = "[space or n] next   [b] back   [g] to the start   [e] to the end   [q] quit"


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "replay",
        help="step through a recorded game",
        description="Step through a recorded game. With a terminal: " + _HELP,
    )
    parser.add_argument("file", type=Path, help="a record file")
    parser.add_argument("--recover", action="store_true", help="show what is intact before any damage")
    parser.add_argument("--list", action="store_true", help="print everything at once, also on a terminal")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    try:
        kept = record.load(args.file, recover=args.recover)
        game = record.game_of(kept, catalogue.game)
        pages, damage = _read_pages(kept, game, recover=args.recover)
    except record.RecordError as error:
        raise ValueError(f"{args.file}: {error}") from None
    print(_heading(kept, game))
    if sys.stdin.isatty() and sys.stdout.isatty() and not args.list:
        _step_through(pages)
    else:
        print("\n".join(pages))
    if kept.end is not None and not damage:
        print(result_text(game, kept.end))
    if damage:
        print(f"damaged from here on: {damage}")
    return 0


def _heading(kept: record.Record, game: AnyGame) -> str:
    scenario = game.title.scenario(kept.header.scenario).name
    options = f" with {', '.join(kept.header.options)}" if kept.header.options else ""
    return f"{game.title.name}: {scenario}{options}. {len(kept.taken)} actions, dice committed as {kept.header.commitment}"


def _read_pages(kept: record.Record, game: AnyGame, *, recover: bool) -> tuple[list[str], str]:
    """Returns a text for each action, and the description of any damage if `recover` allows it."""
    pages: list[str] = []
    try:
        for page in _pages(kept, game):
            pages.append(page)
    except record.RecordError as error:
        if not recover:
            raise
        return pages, str(error)
    return pages, kept.damage


def _pages(kept: record.Record, game: AnyGame) -> Iterator[str]:
    """Yields each action with its consequences in words, including what was hidden from one side."""
    before = game.setup()
    for number, (taken, action, after) in enumerate(record.replay(kept, game), start=1):
        who = "chance" if taken.side == CHANCE else game.title.sides[taken.side]
        lines = [f"{number:4} {who}: {game.action_text(action)}"]
        lines += [f"       {game.event_text(event)}" for event in game.apply(before, action, taken.side)]
        before = after.copy()
        yield "\n".join(lines)


def _step_through(pages: list[str]) -> None:
    print(_HELP)
    place = 0
    with single_keys() as next_key:
        while 0 <= place < len(pages):
            print(pages[place], flush=True)
            place = _next_place(place, len(pages), next_key())


def _next_place(place: int, number: int, key: str) -> int:
    """Returns the page a key leads to; beyond the last page means quit."""
    match key:
        case "q" | "":
            return number
        case "b":
            return max(0, place - 1)
        case "g":
            return 0
        case "e":
            return number - 1
        case _:
            return place + 1
