"""`blockfront play`: what can be played here."""

import argparse
from typing import TYPE_CHECKING

from blockfront.cli.titles_command import title_text
from blockfront.games import catalogue

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser("play", help="show what can be played")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    titles = catalogue.titles()
    print("\n\n".join(title_text(title) for title in titles))
    first = titles[-1]
    print(f"\nWatch one: blockfront simulate {first.id} {first.scenarios[0].id} --games 1 -o games")
    print("Then step through it: blockfront replay games/*.jsonl")
    return 0
