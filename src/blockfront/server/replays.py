"""Positions of the past: every entry of a game again, from the set-up on, with states kept at intervals."""

from typing import Any

from blockfront.core.sides import CHANCE
from blockfront.server.problems import ApiProblem
from blockfront.server.table import Table

INTERVAL = 64  # entries between two states that are kept


class Replay:
    """States of one game after any number of its entries."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._kept: dict[int, Any] = {0: table.game.setup()}

    def state(self, entries: int) -> Any:
        """The state after so many entries."""
        game = self._table.game
        number = max(known for known in self._kept if known <= entries)
        state = self._kept[number].copy()
        for entry in self._table.entries[number:entries]:
            offered = game.chance(state) if entry.side == CHANCE else game.legal(state, entry.side)
            if entry.side not in game.to_act(state) or entry.action not in offered:
                raise ApiProblem("unavailable", "The beginning of this game was played under an older version of the rules.")
            game.apply(state, entry.action, entry.side)
            number += 1
            if number % INTERVAL == 0:
                self._kept[number] = state.copy()
        return state

    def forget(self, entries: int) -> None:
        """Entries from this one on were taken back."""
        self._kept = {number: state for number, state in self._kept.items() if number <= entries}
