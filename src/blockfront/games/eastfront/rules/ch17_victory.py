"""Chapter 17: victory."""

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.game import Result
from blockfront.core.sides import Side
from blockfront.games.eastfront.events import GameEnded
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import EastFrontState


class Victory(Chapter):
    def close_scenario(self, state: EastFrontState, events: list[Event]) -> None:
        """Victory points at the end of a scenario."""

    def result(self, state: EastFrontState) -> Result:
        winner, margin, _ = state.outcome
        return Result(winner=Side(winner) if winner >= 0 else None, margin=margin)

    @rule("EF-EDW.0a")
    def end_game(self, state: EastFrontState, events: list[Event]) -> None:
        if not state.outcome:
            state.outcome[:] = [-1, 0, 0]
        events.append(GameEnded(winner=state.outcome[0], margin=state.outcome[1], level=""))
