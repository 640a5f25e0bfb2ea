"""Positions of Proving Ground to try rules in: `position("Alder | blue: infantry 4 | red: infantry 3", "combat").play(…).text()`."""

from typing import Any

from blockfront.blocks.position_text import PositionText, read_position, write_line
from blockfront.core.actions import Roll
from blockfront.core.sandbox import Sandbox
from blockfront.games.proving_ground.game import ProvingGround, make
from blockfront.games.proving_ground.loading.position import write_blocks
from blockfront.games.proving_ground.state import State

__all__ = ["Position", "Roll", "position"]

FAR_AWAY = {"blue": "0107", "red": "0901"}  # where a headquarters stands if the text does not mention it
_ASSUMED = (("turn", "1"), ("plan blue", "late"), ("plan red", "late"))


class Position(Sandbox):
    """A position to play on from, which can be written as position text."""

    game: ProvingGround
    state: State

    def block(self, key: str) -> int:
        return self.game.order.key(key)

    def hex(self, name: str) -> int:
        return self.game.board.map.hex(name)

    def text(self) -> str:
        """The position as text, without reserves, eliminated blocks and headquarters at their far-away places."""
        hexes = write_blocks(self.game.board, self.state)
        shown = [hex_ for hex_ in hexes if hex_.place not in (*FAR_AWAY.values(), "Reserve", "Eliminated")]
        return write_line(PositionText((), tuple(shown)))

    def happened(self, kind: type[Any], **fields: object) -> bool:
        """Whether an event of a kind with these fields happened."""
        return any(all(getattr(event, name) == value for name, value in fields.items()) for event in self.told(kind))


def position(text: str, phase: str, *options: str, scenario: str = "border_incident") -> Position:
    """A position at the beginning of a phase of the active side: reserves, command, movement, combat or rebuilding."""
    for side, hex_ in FAR_AWAY.items():
        if f"{side}: headquarters" not in text:
            text += f"; {hex_} | {side}: headquarters 3"
    game = make(scenario, frozenset(options))
    given = read_position(text)
    headings = {**dict(_ASSUMED), **dict(given.headings)}
    return Position(game, game.state_in_phase(PositionText(tuple(headings.items()), given.hexes), phase))
