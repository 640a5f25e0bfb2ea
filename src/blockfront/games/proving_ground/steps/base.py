"""What every step of Proving Ground has: the rules, and the end of the game."""

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.sides import Side, other
from blockfront.core.steps import Step
from blockfront.games.proving_ground.events import GameEnded
from blockfront.games.proving_ground.rules.ch08_victory import reason_number
from blockfront.games.proving_ground.ruleset import Ruleset
from blockfront.games.proving_ground.state import State


class PlayStep(Step[State]):
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def active(self, state: State) -> frozenset[Side]:
        return frozenset((Side(state.active),))

    def end_game(self, state: State, winner: int, reason: str, events: list[Event]) -> None:
        state.winner = winner
        state.ended = reason_number(reason)
        state.frames.clear()
        events.append(GameEnded(winner=winner, reason=reason))

    @rule("PG-8.2")
    def end_if_headquarters_lost(self, state: State, side: int, events: list[Event]) -> bool:
        if self.rules.victory.has_lost_headquarters(state, side):
            self.end_game(state, other(side), "headquarters_lost", events)
            return True
        return False
