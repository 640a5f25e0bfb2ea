"""Section 7.11: victory and the surrender of powers."""

from typing import Final, NamedTuple

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.game import Result
from blockfront.core.sides import Side
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.hexset import members

NOBODY_WINS: Final = -1
LEVELS: Final = ("draw", "marginal", "victory", "decisive")
REASONS: Final = ("last_turn", "objectives", "surrender")


class Rung(NamedTuple):
    """A level of victory and the condition for it."""

    winner: int
    level: str
    when: str  # the name of the condition


class Victory(Chapter):
    """Who wins, and which powers surrender."""

    # ---- the scenario

    @rule("BE-7.11a")
    @rule("BW-7.11a")
    def sudden(self, state: SeriesState) -> tuple[int, int, str, str] | None:
        """A result that ends the game before its last turn: winner, margin, level, reason."""
        return None

    def overriding(self, state: SeriesState) -> tuple[int, int, str, str] | None:
        """A result after the last turn that stands above whatever the scenario counts."""
        return None

    @rule("BE-7.11g", "BE-SBE3e", "BE-SBE4c", "BE-SBE4d")
    @rule("BW-7.11a")
    def final(self, state: SeriesState) -> tuple[int, int, str, str]:
        """The result after the last turn: points of the side that counts them, read from the scenario's table."""
        found = self.overriding(state)
        if found is not None:
            return found
        points = self.points(state)
        level = [result for result in self.rules.scenario.results if result.points <= points][-1]
        winner = self.rules.sides.index(level.winner) if level.winner else NOBODY_WINS
        return winner, points if self.rules.scenario.points_side == 0 else -points, level.level, "last_turn"

    def deciding_places(self) -> tuple[int, tuple[str, ...]]:
        """A side and the places with which it wins, in scenarios without points."""
        return NOBODY_WINS, ()

    def ladder(self) -> tuple[Rung, ...]:
        """The levels of a scenario that is decided by conditions; empty if places or points decide."""
        return ()

    def tallies(self, state: SeriesState) -> dict[str, tuple[int, int]]:
        """What counts towards the conditions of `ladder`: by name, a number for each side."""
        return {}

    def points(self, state: SeriesState) -> int:
        return sum(value for _, value in self.held(state))

    def worths(self, state: SeriesState) -> dict[int, int]:
        """Every place that counts for the side with points while it holds it, with its points."""
        scenario, board = self.rules.scenario, self.board
        worth = {board.hex(objective.place): objective.points for objective in scenario.objectives}
        if scenario.major_city_points:
            others = board.majors & self.rules.powers.homelands[self.rules.powers.leader(state, 1 - scenario.points_side)]
            for hex_ in members(others):
                worth.setdefault(hex_, scenario.major_city_points)
        return worth

    def held(self, state: SeriesState) -> list[tuple[int, int]]:
        """The places that count for the side with points, each with its points; below zero for losses that count against it."""
        scenario = self.rules.scenario
        side = scenario.points_side
        lost = [(self.board.hex(place.place), -place.points) for place in scenario.lost_places]
        gained = [(hex_, points) for hex_, points in self.worths(state).items() if state.control[side] >> hex_ & 1]
        return gained + [(hex_, points) for hex_, points in lost if state.control[1 - side] >> hex_ & 1]

    def counted(self, state: SeriesState) -> tuple[tuple[int, int], ...] | None:
        """As `held` where points decide; None in scenarios without points."""
        return tuple(self.held(state)) if self.rules.scenario.results else None

    def collapse_roll(self, state: SeriesState) -> int:
        """The highest face on which a power collapses now and the war ends; 0 when no die is thrown."""
        return 0

    def collapsed(self, state: SeriesState) -> tuple[int, int, str, str]:
        """The result if that die shows a collapse."""
        raise TypeError("nobody collapses in this scenario")

    def last_month(self, state: SeriesState) -> int:
        """The month in which the game ends, as things stand."""
        return self.rules.scenario.last_month

    def dismissal(self, state: SeriesState) -> int:
        """The number of units that count for a leader's dismissal in this Victory Phase; 0 if no die is thrown."""
        return 0

    def is_certain(self, units: int) -> bool:
        """Whether this many units dismiss the leader without a die."""
        return False

    def dismiss(self, state: SeriesState, events: list[Event]) -> None:
        raise TypeError("nobody is dismissed in this game")

    def proclaim(self, state: SeriesState, events: list[Event]) -> None:
        """What governments declare by themselves in the Victory Phase."""

    # ---- powers

    @rule("BE-7.11b")
    @rule("BW-5.0b", "BW-7.11b")
    def fallen_powers(self, state: SeriesState) -> list[int]:
        """Powers that surrender now: those whose capital the enemy holds."""
        found = []
        for number, power in enumerate(self.rules.tables.powers):
            if power.id in self.rules.scenario.absent or state.neutral >> number & 1:
                continue
            capital = self.rules.powers.capital(state, number)
            lost = capital < self.board.grid.size and state.control[1 - power.side] >> capital & 1
            if lost and not state.surrendered >> number & 1 and self.rules.powers.homelands[number] >> capital & 1:
                found.append(number)
        return found

    def surrender_roll(self, state: SeriesState) -> tuple[int, int] | None:
        """A power for which a die is rolled at the start of the month, and the highest face on which it surrenders."""
        return None

    def result(self, state: SeriesState) -> Result | None:
        if not state.outcome:
            return None
        winner, margin, level, reason = state.outcome
        return Result(Side(winner) if winner >= 0 else None, margin, LEVELS[level], REASONS[reason])
