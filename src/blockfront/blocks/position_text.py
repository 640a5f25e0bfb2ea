"""Positions as text: one line for a battle, several for a whole board. The notation is described in docs/notation.md.

    Bryansk forest | axis: armour 4, infantry 3* | soviet: infantry 3

Reading gives a neutral structure of words and numbers; a title binds the words to its places, blocks and flags.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec


class UnitText(msgspec.Struct, frozen=True):
    """A unit such as `infantry 3*(disrupted)`: words of its type or name, a strength if given, flags as signs or words."""

    type: str
    strength: int | None = None
    flags: tuple[str, ...] = ()


class ForceText(msgspec.Struct, frozen=True):
    """The units of one side in a line of position text."""

    side: str
    units: tuple[UnitText, ...]


class HexText(msgspec.Struct, frozen=True):
    """One place with its words (`Bryansk forest`) and the forces in it."""

    place: str
    forces: tuple[ForceText, ...] = ()
    line: int = 0

    def units(self, side: str) -> tuple[UnitText, ...]:
        return tuple(unit for force in self.forces if force.side == side for unit in force.units)


class PositionText(msgspec.Struct, frozen=True):
    """Headings such as `turn: 3`, and the hexes in the order written."""

    headings: tuple[tuple[str, str], ...] = ()
    hexes: tuple[HexText, ...] = ()

    def heading(self, key: str, default: str = "") -> str:
        return dict(self.headings).get(key, default)


class PositionError(ValueError):
    """A text that is not a position; the message lists every mistake with its line."""

    def __init__(self, mistakes: Iterable[tuple[int, str]]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(f"line {line}: {what}" for line, what in self.mistakes))


SIGNS = "*!^~'"
_WORDS = r"[^\W\d_](?:[\w.'/-]| (?=\w))*"
_KEY = re.compile(_WORDS)
_PLACE = re.compile(r"[\w.'/+-]+(?: [\w.'/+-]+)*")
_UNIT = re.compile(
    r"(?P<type>(?:[\w.'/-]+ )*[\w.'/-]*[^\W\d_][\w.'/-]*)"  # the last word has a letter in it
    rf"(?:\s+(?P<strength>\d+)(?P<signs>[{re.escape(SIGNS)}]*))?"
    r"(?:\s*\((?P<flags>[^()]*)\))?"
)
_FLAG = re.compile(r"[\w.-]+(?: [\w.-]+)*")

_Mistakes = list[tuple[int, str]]


def read_position(text: str) -> PositionText:
    """The position in a text; `PositionError` lists everything that cannot be read."""
    mistakes: _Mistakes = []
    headings: list[tuple[str, str]] = []
    hexes: list[HexText] = []
    for number, line in enumerate(text.split("\n"), start=1):
        for statement in line.partition("#")[0].split(";"):
            content = statement.strip()
            if "|" in content:
                hexes.append(_read_hex(content, number, mistakes))
            elif content:
                headings += _read_heading(content, number, mistakes)
    if mistakes:
        raise PositionError(mistakes)
    return PositionText(tuple(headings), tuple(hexes))


def _read_heading(content: str, line: int, mistakes: _Mistakes) -> list[tuple[str, str]]:
    key, colon, value = (part.strip() for part in content.partition(":"))
    if not colon or not _KEY.fullmatch(key):
        mistakes.append((line, f"{content!r} is neither a heading 'key: value' nor a place 'Place | side: unit, unit'"))
        return []
    return [(key, " ".join(value.split()))]


def _read_hex(content: str, line: int, mistakes: _Mistakes) -> HexText:
    first, *rest = (part.strip() for part in content.split("|"))
    place = " ".join(first.split())
    if not _PLACE.fullmatch(place):
        mistakes.append((line, f"{first!r} is not a place: words or a hex label, then '|'"))
    return HexText(place, tuple(_read_force(part, line, mistakes) for part in rest if part), line)


def _read_force(part: str, line: int, mistakes: _Mistakes) -> ForceText:
    side, colon, listed = (piece.strip() for piece in part.partition(":"))
    if not colon or not _KEY.fullmatch(side):
        mistakes.append((line, f"{part!r} is not a force: 'side: unit, unit'"))
        return ForceText("", ())
    found = (_read_unit(unit.strip(), line, mistakes) for unit in _split_units(listed))
    return ForceText(side, tuple(unit for unit in found if unit is not None))


def _split_units(listed: str) -> list[str]:
    """The parts between commas, except commas inside parentheses."""
    return re.split(r",(?![^(]*\))", listed)


def _read_unit(text: str, line: int, mistakes: _Mistakes) -> UnitText | None:
    found = _UNIT.fullmatch(" ".join(text.split()))
    words = [flag.strip() for flag in (found["flags"] or "").split(",")] if found else []
    words = [flag for flag in words if flag]
    if found is None or not all(_FLAG.fullmatch(flag) for flag in words):
        mistakes.append(
            (line, f"{text!r} is not a unit: type words, strength, flags, such as 'infantry 3*(disrupted)'")
        )
        return None
    strength = None if found["strength"] is None else int(found["strength"])
    return UnitText(found["type"], strength, (*(found["signs"] or ""), *words))


def write_position(position: PositionText) -> str:
    """The whole position: headings, an empty line, one line for each place."""
    headings = [f"{key}: {value}".rstrip() for key, value in position.headings]
    hexes = [_hex_text(hex_) for hex_ in position.hexes]
    gap = [""] if headings and hexes else []
    return "\n".join([*headings, *gap, *hexes]) + "\n"


def write_line(position: PositionText) -> str:
    """The position on one line, for small ones."""
    return "; ".join(line for line in write_position(position).split("\n") if line)


def _hex_text(hex_: HexText) -> str:
    forces = [f"{force.side}: {', '.join(map(unit_text, force.units))}" for force in hex_.forces if force.units]
    return " | ".join([hex_.place, *forces]) if forces else f"{hex_.place} |"


def unit_text(unit: UnitText) -> str:
    signs = "".join(flag for flag in unit.flags if flag in SIGNS) if unit.strength is not None else ""
    words = [flag for flag in unit.flags if flag not in SIGNS]
    strength = "" if unit.strength is None else f" {unit.strength}{signs}"
    return f"{unit.type}{strength}" + (f" ({', '.join(words)})" if words else "")


def split_place(place: str, is_place: Callable[[str], bool]) -> tuple[str, tuple[str, ...]]:
    """The longest leading words that name a place, and the remaining words: terrain, flags."""
    words = place.split(" ")
    for end in range(len(words), 0, -1):
        name = " ".join(words[:end])
        if is_place(name):
            return name, tuple(words[end:])
    raise ValueError(f"{place!r} does not begin with a known place")


def listed_units(units: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    """Triples (place, unit or type, strength) from a mapping such as `{"Riga": "g-1k 4, infantry 3"}`."""
    for place, text in units.items():
        for unit in text.split(","):
            kind, _, strength = unit.strip().rpartition(" ")
            yield place, kind, int(strength)
