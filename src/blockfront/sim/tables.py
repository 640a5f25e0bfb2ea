"""Results as tables: always CSV, and Parquet if pyarrow is installed."""

import csv
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from blockfront.sim.run_match import Played

Row = dict[str, Any]


def game_rows(games: Sequence[Played], sides: Sequence[str]) -> list[Row]:
    """Returns one row per game."""
    rows = []
    for game in games:
        row: Row = {
            "game": game.number,
            "winner": game.winner,
            "margin": game.margin,
            "level": game.level,
            "reason": game.reason,
            "decisions": game.decisions,
        }
        for side, name in enumerate(sides):
            row[f"{name}_lost"] = game.turns[-1].lost[side] if game.turns else 0
            row[f"{name}_seconds"] = game.seconds[side]
            row[f"{name}_slowest_turn"] = game.slowest[side]
            row.update({f"{name}_{note}": values[side] for note, values in game.notes.items()})
        rows.append(row)
    return rows


def turn_rows(games: Sequence[Played], sides: Sequence[str]) -> list[Row]:
    """Returns one row per game, player turn and side."""
    return [
        {
            "game": game.number,
            "player_turn": turn.number,
            "side": name,
            "blocks": turn.blocks[side],
            "steps": turn.steps[side],
            "lost": turn.lost[side],
            "hexes": turn.hexes[side],
        }
        for game in games
        for turn in game.turns
        for side, name in enumerate(sides)
    ]


def write_table(folder: Path, name: str, rows: Sequence[Row]) -> list[Path]:
    """Writes a table in every format available; returns the paths of the files."""
    if not rows:
        return []
    path = folder / f"{name}.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    if not can_write_parquet():
        return [path]
    table: Any = import_module("pyarrow").Table.from_pylist(list(rows))
    import_module("pyarrow.parquet").write_table(table, folder / f"{name}.parquet")
    return [path, folder / f"{name}.parquet"]


def can_write_parquet() -> bool:
    return find_spec("pyarrow") is not None
