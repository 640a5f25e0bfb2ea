"""`blockfront map`: checks the maps of all titles, or draws one."""

import argparse
import sys
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from blockfront.cli.png import NoPainter, svg_to_png
from blockfront.core.data_files import DataError, did_you_mean
from blockfront.games import catalogue
from blockfront.maps.check import check_map

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_EXAMPLES = """\
examples:
  blockfront map check                         check every map and count what is on it
  blockfront map check eastfront --misses 50   one map, with more of the town pairs that are off
  blockfront map eastfront -o eastfront.svg    draw a map
  blockfront map eastfront -o south.png --area crimea --hex-numbers
  blockfront map eastfront --layer rails --layer places > rails.svg
"""


def map_folders() -> dict[str, Traversable]:
    """Returns the map folder of every title that has one, by the title's id."""
    return dict(_map_folders())


def _map_folders() -> Iterator[tuple[str, Traversable]]:
    for title in sorted(resources.files("blockfront.games").iterdir(), key=lambda entry: entry.name):
        folder = title / "data" / "map"
        if (folder / "map.toml").is_file():
            yield title.name, folder


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "map",
        help="check or draw the maps",
        description="Check the maps of all titles, or draw one.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", metavar="check|TITLE", help="check, or the title whose map is drawn")
    parser.add_argument("title", nargs="?", metavar="TITLE", help="with check: only this title")
    parser.add_argument("--misses", type=int, default=10, metavar="N", help="with check: how many town pairs that are off to list (10)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write FILE.svg or FILE.png")
    parser.add_argument("--layer", action="append", metavar="NAME", help="only this layer; area:ID, lines:ID go on top; may be repeated")
    parser.add_argument("--area", metavar="ID", help="draw only the surroundings of an area of areas.toml")
    parser.add_argument("--hex-numbers", action="store_true", help="print the number of every hex")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="light or dark")
    parser.add_argument("--width", type=int, metavar="PIXELS", help="width of a PNG (default: as the SVG says)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    folders = map_folders()
    is_check = args.what == "check"
    if args.title and not is_check:
        return _fail(f"one title is drawn at a time; to check a map write: blockfront map check {args.title}")
    wanted = args.title if is_check else args.what
    title = (wanted or "").replace("-", "_")
    known = list(folders) if is_check else [one.id for one in catalogue.titles()]
    if title and title not in known:
        return _fail(f"no title {wanted!r} has a map; there are {', '.join(known) or 'none'}{did_you_mean(title, known)}")
    if is_check:
        return _check({title: folders[title]} if title else folders, args.misses)
    return _draw(title, args)


def _check(folders: dict[str, Traversable], misses: int) -> int:
    if not folders:
        return _fail("no title has a map")
    reports = [check_map(folder) for folder in folders.values()]
    for title, report in zip(folders, reports, strict=True):
        print(f"{title}: {report.text(misses=misses)}")
    return 1 if any(report.problems for report in reports) else 0


def _draw(title: str, args: argparse.Namespace) -> int:
    from blockfront.atlas import draw_map, resolved  # imported here because it is large and not needed for checks

    output: Path | None = args.output
    if output is not None and output.suffix.lower() not in (".svg", ".png"):
        return _fail(f"{output}: the name must end in .svg or .png")
    try:
        data = catalogue.map_of(title)
        drawing = draw_map(data, layers=args.layer, area=args.area, hex_numbers=args.hex_numbers, theme=args.theme)
        svg = resolved(drawing, args.theme)  # few picture viewers and painters support custom properties
        if output is None:
            print(svg)
        elif output.suffix.lower() == ".png":
            output.write_bytes(svg_to_png(svg, width=args.width))
        else:
            output.write_text(svg, encoding="utf-8")
    except (DataError, NoPainter, ValueError, OSError) as error:
        return _fail(str(error))
    if output is not None:
        print(f"{output} written")
    return 0


def _fail(text: str) -> int:
    print(f"blockfront map: {text}", file=sys.stderr)
    return 2


def main(arguments: list[str] | None = None) -> int:
    """Runs `python -m blockfront.cli.map_command …`, the same as `blockfront map …`."""
    parser = argparse.ArgumentParser(prog="blockfront")
    add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(["map", *(sys.argv[1:] if arguments is None else arguments)])
    return run(args)


if __name__ == "__main__":
    sys.exit(main())
