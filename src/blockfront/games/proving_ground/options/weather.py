"""PG-9: the option "weather"."""

from blockfront.core.chance import Dice
from blockfront.core.clauses import rule
from blockfront.games.proving_ground.rules.ch05_movement import Movement
from blockfront.games.proving_ground.rules.ch09_weather import Weather
from blockfront.games.proving_ground.state import State


class Changing(Weather):
    """Weather that is rolled every turn."""

    @rule("PG-9.1")
    def dice(self) -> Dice | None:
        lowest_dry = self.board.numbers.mud_up_to + 1
        return Dice(1, groups=(range(1, lowest_dry), range(lowest_dry, 7)))

    @rule("PG-9.1")
    def brings_mud(self, face: int) -> bool:
        return face <= self.board.numbers.mud_up_to


class Slowed(Movement):
    """Movement in mud."""

    @rule("PG-9.2")
    def allowance(self, state: State, block: int) -> int:
        lost = self.board.numbers.mud_movement if state.mud else 0
        return max(1, super().allowance(state, block) - lost)
