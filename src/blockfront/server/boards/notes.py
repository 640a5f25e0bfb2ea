"""Short notes on what happened at places of the maps, as the client shows them after a battle for the place."""

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path
from typing import Final

import msgspec

from blockfront.games import catalogue

FOLDER: Final = "notes"
PLACES: Final = "places.json"
ENGLISH: Final = "en.json"
_MONTH: Final = re.compile(r"(19[34]\d)-(0[1-9]|1[0-2])")


class PlaceNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happened at a place. Shown from the month `since` to the month `until`, both as "1941-06"."""

    place: str
    since: str
    until: str
    text: str
    source: str

    def __post_init__(self) -> None:
        if not (_MONTH.fullmatch(self.since) and _MONTH.fullmatch(self.until) and self.since <= self.until):
            raise ValueError(f"{self.place}: {self.since} to {self.until} are no months in order")
        if not self.text.strip() or not self.source.strip():
            raise ValueError(f"{self.place}: a note has a text and a source")


@cache
def place_notes() -> Mapping[str, PlaceNote]:
    """All notes by their names."""
    text = (package_files(__package__) / "notes.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, PlaceNote])


def month_number(month: str) -> int:
    """A month as views count it: "1941-06" is the sixth of the year 1941."""
    year, number = month.split("-")
    return int(year) * 12 + int(number) - 1


def notes_of(title_id: str) -> list[tuple[int, int, int, str]]:
    """The notes of a title's map: hex, first month, last month, name of the note."""
    hexes: dict[str, list[int]] = {}
    for place in catalogue.map_of(title_id).places:
        hexes.setdefault(place.name, []).append(place.hex)
    return [
        (hex_, month_number(note.since), month_number(note.until), name)
        for name, note in place_notes().items()
        for hex_ in hexes.get(note.place, ())
    ]


def note_files(words: Path) -> dict[Path, str]:
    """What the client's folder of notes should contain besides translations: where notes belong, their sources, and their English."""
    titles = {title.id: found for title in catalogue.titles() if (found := notes_of(title.id))}
    sources = {name: note.source for name, note in place_notes().items()}
    english = {name: note.text for name, note in place_notes().items()}
    places = json.dumps({"titles": titles, "sources": sources}, ensure_ascii=False, separators=(",", ":"))
    return {words / FOLDER / PLACES: places + "\n", words / FOLDER / ENGLISH: json.dumps(english, ensure_ascii=False, indent=2) + "\n"}
