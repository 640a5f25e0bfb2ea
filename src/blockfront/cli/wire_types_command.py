"""`blockfront wire-types`: the TypeScript types of everything on the wire, and the numbers that come with them."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

FACTS: Final = "wire-facts.ts"


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "wire-types",
        help="write the client's TypeScript types",
        description="Write TypeScript types of every request, answer, view, action and event, or check that a file has them. "
        f"The numbers that views use, by name, are written beside it as {FACTS}.",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to FILE instead of the terminal")
    parser.add_argument("--check", type=Path, metavar="FILE", help="exit with 1 when FILE is not up to date")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from blockfront.server import app  # noqa: F401 - fills the list of endpoints; large, so only here
    from blockfront.server.http.typescript import wire_facts, wire_types

    types = wire_types()
    if args.check is not None:
        return _check(args.check, {args.check: types, args.check.with_name(FACTS): wire_facts()})
    if args.output is None:
        print(types, end="")
    else:
        args.output.parent.mkdir(parents=True, exist_ok=True)
        args.output.write_text(types, encoding="utf-8")
        args.output.with_name(FACTS).write_text(wire_facts(), encoding="utf-8")
    return 0


def _check(asked: Path, wanted: Mapping[Path, str]) -> int:
    old = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in old:
        print(f"{path} is not up to date: run blockfront wire-types -o {asked}")
    return 1 if old else 0
