"""Places, waters and units have a name in every language of the client: one that is missing would stand in English on the map."""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from blockfront.games import catalogue
from blockfront.server.boards.board import board_of
from blockfront.server.boards.drawings import SHIPPED, Drawing, file_name

LISTS = Path(__file__).parents[2] / "web" / "src" / "i18n" / "names"
LANGUAGES = ("de", "es", "it")
_TEXT = re.compile(r"<(?:text|textPath)\b[^>]*>([^<]+)</")


@cache
def names(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((LISTS / f"{language}.json").read_text(encoding="utf-8"))
    return found


def said(title: str) -> set[str]:
    """What the board of a title calls its places, boxes and blocks."""
    board = board_of(title)
    boxes = (box.replace("_", " ").title() for box in board.geometry.boxes)
    listed = (one.name for group in (board.places, board.ports, board.production, board.blocks) for one in group)
    return {name for name in (*boxes, *listed) if name and not name.isdigit()}


def drawn(title: str) -> set[str]:
    """The words on the drawn map; none where it has not been drawn."""
    path = SHIPPED / file_name(Drawing(title))
    if not path.is_file():
        return set()
    words = {unescape(word).strip() for word in _TEXT.findall(path.read_text(encoding="utf-8"))}
    return {word for word in words if not re.fullmatch(r"[\d .]+", word)}


TITLES = [title.id for title in catalogue.titles()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_everything_a_board_names_has_a_name(title: str, language: str) -> None:
    assert said(title) | drawn(title) <= names(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_is_kept_that_no_board_has(language: str) -> None:
    boards = [(said(title), drawn(title)) for title in TITLES]
    if not all(words for _, words in boards):
        pytest.skip("the maps are not drawn")
    assert names(language).keys() <= set().union(*(spoken | words for spoken, words in boards))
    assert all(name.strip() for name in names(language).values())
