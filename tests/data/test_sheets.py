"""The sheet beside the board says what the tables say: no line without its clause and words, no cell of a table that it does not follow."""

import csv
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import blockfront.games
from blockfront.core.clause_lists import load_clause_lists
from blockfront.core.data_files import Problems
from blockfront.core.sheet import Sheet
from blockfront.core.sides import SPECTATOR, Side
from blockfront.games import catalogue
from blockfront.games.blocks_series.aids import sheet as series_sheet
from blockfront.games.blocks_series.loading import tables as series_tables
from blockfront.games.eastfront.aids import sheet as eastfront_sheet
from blockfront.games.eastfront.loading import tables as eastfront_tables

WORDS = Path(__file__).parents[2] / "web" / "src" / "i18n"
LANGUAGES = ("en", "de", "es", "it")
SCENARIOS = [(title.id, scenario.id) for title in catalogue.titles() for scenario in title.scenarios]
FIRST = Side(0)
OTHER_WORD = {"yes": "no", "no": "yes", "SF": "DF", "DF": "SF", "TF": "SF", "none": "SF", "dry": "mud", "mud": "dry", "snow": "dry"}
OTHER_WORD |= {"good": "rain", "rain": "good", "roll": "good", "axis": "soviet", "soviet": "axis"}


def sheet_of(title: str, scenario: str, viewer: Side = FIRST) -> Sheet:
    game = catalogue.game(title, scenario)
    make = catalogue.contract(title).sheet
    assert make is not None
    return make(game, game.view(game.setup(), viewer))


def words_of(sheet: Sheet) -> set[str]:
    found = {table.name for table in sheet.tables}
    found |= {column.name for table in sheet.tables for column in table.columns}
    for line in (line for table in sheet.tables for line in table.lines):
        found |= {line.name, *(cell for cell in line.cells if isinstance(cell, str))}
    return found - {""}


@pytest.mark.parametrize(("title", "scenario"), SCENARIOS)
def test_every_line_has_its_words_in_four_languages_and_a_clause_of_its_own_book(title: str, scenario: str) -> None:
    sheet = sheet_of(title, scenario)
    books = load_clause_lists(Path(blockfront.games.__path__[0]))
    prefixes = catalogue.title(title).clause_prefixes
    clauses = {name for listed in books.values() for name, clause in listed.items() if clause.book in prefixes}
    for table in sheet.tables:
        assert {line.clause for line in table.lines} <= clauses
        assert all(len(line.cells) == len(table.columns) for line in table.lines)
        assert all(line.name or line.month or line.hex >= 0 for line in table.lines)
    for language in LANGUAGES:
        known = set()
        for file in (WORDS / f"{language}.json", WORDS / "sentences.json"):
            known |= set(json.loads(file.read_text("utf-8")))
        assert words_of(sheet) <= known


@pytest.mark.parametrize(("title", "scenario"), [("eastfront", "s43"), ("blocks_in_the_east", "sbe5"), ("blocks_in_the_west", "sbw1")])
def test_the_sheet_tells_where_the_game_is_and_says_the_same_to_everybody(title: str, scenario: str) -> None:
    sheet = sheet_of(title, scenario)
    months = next(table for table in sheet.tables if table.name == "sheet.months")
    game = catalogue.game(title, scenario)
    assert [line.month for line in months.lines if line.is_now] == [game.view(game.setup(), Side(0)).month % 12 + 1]
    assert sheet == sheet_of(title, scenario, Side(1)) == sheet_of(title, scenario, SPECTATOR)


def altered_cells(path: Path, columns: tuple[str, ...] = ()) -> Iterator[str]:
    """Writes the file once for each of its cells, that cell changed; says which."""
    original = path.read_text("utf-8")
    head, *rows = [line for line in original.splitlines() if line and not line.startswith("#")]
    names = next(csv.reader([head]))
    for number, row in enumerate(rows):
        cells = next(csv.reader([row]))
        for place, cell in enumerate(cells):
            if place == 0 or (columns and names[place] not in columns):
                continue
            figures = cell.split()
            if figures and all(figure.isdigit() for figure in figures):
                other = " ".join([str(int(figures[0]) + 1), *figures[1:]])
            elif cell in OTHER_WORD:
                other = OTHER_WORD[cell]
            else:
                continue
            changed = [",".join([*cells[:place], other, *cells[place + 1 :]]) if n == number else line for n, line in enumerate(rows)]
            path.write_text("\n".join([head, *changed]) + "\n", "utf-8")
            yield f"{path.name}, {cells[0]}, {names[place]}"
    path.write_text(original, "utf-8")


def unnoticed(files: Iterator[tuple[Path, tuple[str, ...]]], made: Callable[[], Any]) -> tuple[int, list[str]]:
    """How many cells were changed, and those after whose change the sheet was still the same."""
    before, number, same = made(), 0, []
    for path, columns in files:
        for what in altered_cells(path, columns):
            number += 1
            if made() == before:
                same.append(what)
    return number, same


def test_the_sheet_of_eastfront_follows_every_cell_of_its_tables(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(Path(str(eastfront_tables.DATA)), folder)

    def made() -> Any:
        problems = Problems()
        found = eastfront_tables.read_tables(folder, problems)
        return found and eastfront_sheet.tables_of(found, 0, 0)

    used = {
        "terrain.csv": (),
        "unit_types.csv": ("dry", "mud", "snow", "offence", "defence", "invades", "axis_step", "axis_cadre", "soviet_step", "soviet_cadre"),
        "weather.csv": (),
        "weather_effects.csv": ("first", "deploying", "offence", "hits_per_step"),
        "victory_levels.csv": (),
        "repulse.csv": (),
        "pursuit.csv": (),
    }
    number, same = unnoticed(((folder / name, columns) for name, columns in used.items()), made)
    assert number > 150
    assert same == []


def test_the_sheet_of_the_blocks_games_follows_every_cell_of_their_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared, own = tmp_path / "series", tmp_path / "east"
    shutil.copytree(Path(str(series_tables.SERIES_DATA)), shared)
    shutil.copytree(Path(str(catalogue.contract("blocks_in_the_east").data)), own)
    monkeypatch.setattr(series_tables, "SERIES_DATA", shared)

    def made() -> Any:
        problems = Problems()
        found = series_tables.read_tables(own, catalogue.title("blocks_in_the_east").sides, problems)
        return found and series_sheet.tables_of(found, 0, 0)

    used: list[tuple[Path, tuple[str, ...]]] = [(shared / "terrain.csv", ()), (own / "weather.csv", ())]
    used += [(shared / "classes.csv", ("attack", "defence", "air", "mp", "range", "blitz"))]
    number, same = unnoticed(iter(used), made)
    assert number > 80
    assert same == []
