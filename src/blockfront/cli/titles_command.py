"""`blockfront titles`: lists the titles with their scenarios and options."""

import argparse
import textwrap
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import msgspec

from blockfront.core.game import Title
from blockfront.core.options import Option
from blockfront.games import catalogue

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    about = "List titles with their scenarios and options."
    parser = subparsers.add_parser("titles", help="list titles, scenarios and options", description=about)
    parser.add_argument("title", nargs="?", help="only this title")
    parser.add_argument("--json", action="store_true", help="print them for machines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    titles = [catalogue.title(args.title)] if args.title else catalogue.titles()
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(titles), indent=2).decode())
    else:
        print("\n\n".join(title_text(title) for title in titles))
    return 0


def title_text(title: Title) -> str:
    """Describes a title with all its scenarios and options."""
    lines = [f"{title.name} ({title.id}): {' against '.join(title.sides)}", "  scenarios"]
    about = {s.id: ". ".join(filter(None, (s.name, s.summary.rstrip("."), s.length))) for s in title.scenarios}
    lines += _paragraphs(about)
    if title.options:
        lines.append("  options")
        lines += _paragraphs({option.id: _option_text(option) for option in title.options})
    return "\n".join(lines)


def _paragraphs(texts: dict[str, str]) -> list[str]:
    """A paragraph for each id, with the id in its margin, as wide as the terminal."""
    indent, wide = " " * (max(map(len, texts)) + 6), max(get_terminal_size().columns, 60)
    margins = {key: f"    {key}".ljust(len(indent)) for key in texts}
    return [textwrap.fill(text, wide, initial_indent=margins[key], subsequent_indent=indent) for key, text in texts.items()]


def _option_text(option: Option) -> str:
    notes = ["on by default"] if option.default else []
    notes += [f"needs {', '.join(option.needs)}"] if option.needs else []
    notes += [f"not with {', '.join(option.excludes)}"] if option.excludes else []
    return f"{option.name}. {option.explanation}" + (f" ({'; '.join(notes)})" if notes else "")
