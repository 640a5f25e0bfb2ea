"""Notes on places: enough of them, each where it belongs, short, with its source, in four languages."""

import json
import re
from pathlib import Path

import pytest

from blockfront.games import catalogue
from blockfront.server.boards.notes import month_number, notes_of, place_notes

WORDS = Path(__file__).parents[2] / "web" / "src" / "i18n" / "notes"
DOZEN = 12
LONGEST = 230


@pytest.mark.parametrize("title", ["eastfront", "blocks_in_the_east", "blocks_in_the_west"])
def test_a_dozen_places_of_every_great_game_have_a_note(title: str) -> None:
    assert len({hex_ for hex_, *_ in notes_of(title)}) >= DOZEN


def test_every_note_belongs_to_a_map_and_no_two_share_a_place_and_month() -> None:
    placed = {title.id: notes_of(title.id) for title in catalogue.titles()}
    assert {name for rows in placed.values() for *_, name in rows} == set(place_notes())
    for rows in placed.values():
        for number, (hex_, since, until, name) in enumerate(rows):
            clashes = [other for at, first, last, other in rows[number + 1 :] if at == hex_ and first <= until and since <= last]
            assert not clashes, (name, clashes)


@pytest.mark.parametrize("language", ["en", "de", "es", "it"])
def test_notes_are_short_and_say_the_same_numbers_in_every_language(language: str) -> None:
    words = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    assert set(words) == set(place_notes())
    for name, note in place_notes().items():
        assert len(words[name]) <= LONGEST, (name, len(words[name]))
        assert large_numbers(words[name]) == large_numbers(note.text), name


def large_numbers(text: str) -> set[int]:
    """Numbers of four and more digits, years left out, whatever stands between thousands."""
    joined = re.sub(r"(?<=\d)[,.\u202f](?=\d{3}\b)", "", text)
    return {int(number) for number in re.findall(r"\d{4,}", joined)} - set(range(1939, 1946))


def test_months_are_counted_as_views_count_them() -> None:
    game = catalogue.game("eastfront", "edelweiss")
    assert game.setup().month == month_number("1942-07")
