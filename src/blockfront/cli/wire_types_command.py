"""`blockfront wire-types`: the TypeScript types of everything on the wire."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "wire-types",
        help="write the client's TypeScript types",
        description="Write TypeScript types of every request, answer, view, action and event, or check that a file has them.",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to FILE instead of the terminal")
    parser.add_argument("--check", type=Path, metavar="FILE", help="exit with 1 when FILE is not up to date")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from blockfront.server import app  # noqa: F401 - fills the list of endpoints; large, so only here
    from blockfront.server.http.typescript import wire_types

    text = wire_types()
    if args.check is not None:
        if args.check.read_text(encoding="utf-8") == text:
            return 0
        print(f"{args.check} is not up to date: run blockfront wire-types -o {args.check}")
        return 1
    if args.output is None:
        print(text, end="")
    else:
        args.output.parent.mkdir(parents=True, exist_ok=True)
        args.output.write_text(text, encoding="utf-8")
    return 0
