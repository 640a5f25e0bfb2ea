"""Past positions of a game: it is replayed from its set-up, and states are kept at intervals."""

from typing import Any

from blockfront.core.following import CannotFollow, follow
from blockfront.core.match import Entry, Match
from blockfront.server.http.problems import ApiProblem

INTERVAL = 64  # entries between two states that are kept
AT_ONCE = 4 * INTERVAL  # entries followed before the game may go on


class Replay:
    """Gives the state of one game after any number of its entries."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._kept: dict[int, Any] = {0: match.game.setup()}
        self._walked: tuple[int, Any] = (0, self._kept[0])
        self._turns: list[tuple[int, Any]] = []

    def state(self, entries: int) -> Any | None:
        """The state after this many entries; None if that takes too long for one call: then call again, after others had their turn."""
        number = max(known for known in self._kept if known <= entries)
        state = self._kept[number].copy()
        near = min(entries, number + AT_ONCE)
        for entry in self._match.entries[number:near]:
            self._follow(state, entry)
            number += 1
            if number % INTERVAL == 0:
                self._kept[number] = state.copy()
        return state if near == entries else None

    def _follow(self, state: Any, entry: Entry) -> None:
        try:
            follow(self._match.game, state, entry.side, entry.action)
        except CannotFollow:
            raise ApiProblem("unavailable", "The beginning of this game was played under an older version of the rules.") from None

    def turns(self) -> list[tuple[int, Any]] | None:
        """The states at the start of player turns, each with the number of entries before it; None as in `state`.

        The game is replayed once; later calls go on from where the last one stopped.
        """
        player_turn = self._match.game.player_turn
        number, kept = self._walked
        state = kept.copy()
        for entry in self._match.entries[number : number + AT_ONCE]:
            before = player_turn(state)
            self._follow(state, entry)
            number += 1
            if player_turn(state) != before:
                self._turns.append((number, state.copy()))
        self._walked = (number, state)
        return self._turns if number == len(self._match.entries) else None

    def forget(self, entries: int) -> None:
        """Drop the kept states from this entry on, because it was taken back."""
        self._kept = {number: state for number, state in self._kept.items() if number <= entries}
        self._turns = [(number, state) for number, state in self._turns if number <= entries]
        if self._walked[0] > entries:
            self._walked = self._turns[-1] if self._turns else (0, self._kept[0])
