"""The plain-text map files: rivers, sides and rails."""

import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import NamedTuple, cast

from blockfront.core.data_files import Located, Problems, not_one_of, text_lines
from blockfront.hexes.grid import Grid, Hex
from blockfront.hexes.notation import parse_side
from blockfront.hexes.sides import Side
from blockfront.maps.model import RailStretch, River, SpecialSide
from blockfront.maps.rows import RAIL_STATES, WRITTEN_SIDE_KINDS, RailState

_RAIL_HEX = re.compile(r"([^\s()]+)(?:\(([^()]*)\))?(?=\s|$)")


class _Entry(NamedTuple):
    """A heading and the text after its colon, continuation lines included, each piece with its line."""

    line: int
    heading: str
    pieces: list[tuple[int, str]]


def _entries(path: Traversable, problems: Problems) -> list[_Entry]:
    entries: list[_Entry] = []
    for number, line in text_lines(path, problems):
        if line[0].isspace():
            if entries:
                entries[-1].pieces.append((number, line))
            else:
                problems.add(path.name, number, "an indented line continues nothing")
            continue
        heading, colon, rest = line.partition(":")
        if not colon:
            problems.add(path.name, number, "write a name, a colon and HEX/SIDE …; continuation lines are indented")
            continue
        entries.append(_Entry(number, heading.strip(), [(number, rest)]))
    return entries


def parse_sides(grid: Grid, file: str, pieces: list[tuple[int, str]], problems: Problems) -> list[Located[Side]]:
    """The sides of a piece of text with their lines; each one that cannot be read is noted and left out."""
    sides = []
    for line, text in pieces:
        for word in text.split():
            try:
                sides.append(Located(line, parse_side(grid, word)))
            except ValueError as error:
                problems.add(file, line, str(error))
    return sides


def read_rivers(path: Traversable, grid: Grid, problems: Problems) -> tuple[River, ...]:
    """Every river with its course in flow order; what cannot be read is noted and left out."""
    rivers: dict[str, River] = {}
    for line, heading, pieces in _entries(path, problems):
        name, bracket, flag = heading.partition("[")
        name = name.strip()
        if bracket and flag.strip() != "minor]":
            problems.add(path.name, line, f"[{flag} after the name of a river: only [minor] is known")
        if name in rivers:
            problems.add(path.name, line, f"{name} is already in line {rivers[name].line}; an arm has its own name")
        sides = parse_sides(grid, path.name, pieces, problems)
        chain, lines = tuple(side for _, side in sides), tuple(number for number, _ in sides)
        rivers[name] = River(name, bool(bracket), chain, lines, line)
    return tuple(rivers.values())


def read_sides(path: Traversable, grid: Grid, problems: Problems) -> tuple[SpecialSide, ...]:
    """Every special side, as named."""
    sides: list[SpecialSide] = []
    for line, heading, pieces in _entries(path, problems):
        found = parse_sides(grid, path.name, pieces, problems)
        if heading in WRITTEN_SIDE_KINDS:
            sides += (SpecialSide(heading, side, number) for number, side in found)
        else:
            problems.add(path.name, line, not_one_of("kind", heading, WRITTEN_SIDE_KINDS))
    return tuple(sides)


def _stretches(path: Traversable, problems: Problems) -> Iterator[tuple[int, str]]:
    """Lines with their indented continuations joined on."""
    current: tuple[int, str] | None = None
    for number, line in text_lines(path, problems):
        if line[0].isspace() and current:
            current = (current[0], current[1] + line)
            continue
        if current:
            yield current
        current = (number, line)
    if current:
        yield current


def read_rails(path: Traversable, grid: Grid, problems: Problems) -> tuple[RailStretch, ...]:
    """Every stretch of railway; what cannot be read is noted and left out."""
    stretches = []
    for line, text in _stretches(path, problems):
        prefix, colon, rest = text.partition(":")
        state = prefix.strip() if colon else ""
        if state not in RAIL_STATES:
            problems.add(path.name, line, not_one_of("rail", state, RAIL_STATES[1:]))
            continue
        hexes: list[Hex] = []
        names: list[str] = []
        content = rest if colon else text
        for word in _RAIL_HEX.finditer(content):
            try:
                hexes.append(grid.parse(word[1]))
                names.append(word[2] or "")
            except ValueError as error:
                problems.add(path.name, line, str(error))
        if leftover := _RAIL_HEX.sub("", content).strip():
            problems.add(path.name, line, f"cannot read {leftover!r}: write 0312(Warsaw), no blank before the bracket")
        stretches.append(RailStretch(tuple(hexes), tuple(names), cast(RailState, state), line))
    return tuple(stretches)
