"""`blockfront wire-types`: generates what the client needs from the server: types, numbers used in views, English sentences."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

FACTS: Final = "wire-facts.ts"
WORDS: Final = "i18n"


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "wire-types",
        help="write the client's TypeScript types",
        description="Write TypeScript types of every request, answer, view, action and event, or check that a file has them. "
        f"Beside it are written {FACTS}, the numbers that views use by name, and into {WORDS} the sentences of titles "
        "and the notes on places in English.",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to FILE instead of the terminal")
    parser.add_argument("--check", type=Path, metavar="FILE", help="exit with 1 when FILE is not up to date")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    if args.check is not None:
        return _check(args.check, _wanted(args.check))
    if args.output is None:
        print(_types(), end="")
        return 0
    args.output.parent.mkdir(parents=True, exist_ok=True)
    for path, text in _wanted(args.output).items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


def _types() -> str:
    from blockfront.server.http.typescript import wire_types  # imported here because it is large

    return wire_types()


def _wanted(types: Path) -> dict[Path, str]:
    """Returns all generated files and their texts; the titles' sentences and notes only if the client's folder of words exists."""
    from blockfront.server.boards.notes import note_files
    from blockfront.server.http.client_words import files
    from blockfront.server.http.typescript import wire_facts

    words = types.with_name(WORDS)
    return {types: _types(), types.with_name(FACTS): wire_facts(), **(files(words) | note_files(words) if words.is_dir() else {})}


def _check(asked: Path, wanted: Mapping[Path, str]) -> int:
    old = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in old:
        print(f"{path} is not up to date: run blockfront wire-types -o {asked}")
    return 1 if old else 0
