"""The tables beside the board of Proving Ground."""

from blockfront.core.sheet import Sheet, SheetColumn, SheetLine, SheetTable, columns, numbers
from blockfront.games.proving_ground.game import ProvingGround
from blockfront.games.proving_ground.loading.board import Board
from blockfront.games.proving_ground.view import View

NUMBERS = {"stacking": "PG-1.5", "river_cost": "PG-5.2", "rounds": "PG-6.7", "base_points": "PG-7.2"}


def sheet(game: ProvingGround, view: View) -> Sheet:
    return Sheet(tables_of(game.board))


def tables_of(board: Board) -> tuple[SheetTable, ...]:
    units = [
        SheetLine(f"sheet.unit.{kind.type}", (kind.movement, kind.hits_from), "PG-5.1", (f"unit:{kind.type}",))
        for kind in board.types.values()
    ]
    towns = [SheetLine("", (value,), "PG-8.4", hex=hex_) for hex_, value in board.towns.items()]
    return (
        SheetTable("sheet.units", (SheetColumn("sheet.mp"), SheetColumn("sheet.fire", "face")), tuple(units)),
        SheetTable("sheet.limits", columns("sheet.value"), numbers(board.numbers, NUMBERS)),
        SheetTable("sheet.victory", columns("sheet.points"), tuple(towns)),
    )
