"""Chapter 17: victory points, levels, the end of campaigns, and in W'44 the month in which Poland is crossed."""

from typing import Final

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.game import Result
from blockfront.core.sides import Side
from blockfront.games.eastfront.events import GameEnded, ScenarioEnded, Score
from blockfront.games.eastfront.loading.data_model import Occupation, VictoryLevel
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, GONE, OFF_MAP, SOVIET, UNSUPPLIED, EastFrontState

NOBODY: Final = -1
LEVELS: Final = ("draw", "marginal", "major", "decisive")
REASONS: Final = ("no_victory_conditions", "points", "poland_crossed", "poland_held", "our_aim")
WITHOUT, POINTS, CROSSED, HELD, OUR_AIM = range(5)
DECISIVE: Final = "decisive"
NEVER: Final = 0  # stands for an occupation that never happened


class Victory(Chapter):
    # ---- points

    @rule("EF-17.1a", "EF-17.1b", "EF-17.1c", "EF-17.1d", "EF-17.1e", "EF-17.1g", "EF-17.1h", "EF-R23")
    def axis_score(self, state: EastFrontState) -> Score:
        """The victory points of the Axis, by where they come from."""
        numbers = self.rules.tables.numbers
        units = self.order.of_side[AXIS]
        return Score(
            production=self.rules.production.level(state, AXIS),
            command=numbers.points_per_command_value * self.command_values(state, AXIS),
            lost_hqs=-numbers.points_per_lost_hq * self._lost_hqs(state, AXIS),
            lost_units=-numbers.points_per_lost_axis_unit * sum(self.is_lost(state, block) for block in units),
            expeditions=-self.expedition_points(state),
            unsupplied=-numbers.points_per_unsupplied_german_unit * sum(self._is_cut_off_german(state, block) for block in units),
        )

    @rule("EF-17.1a", "EF-17.1b", "EF-17.1f", "EF-17.1g", "EF-R23", "EF-W41.2a")
    def soviet_score(self, state: EastFrontState) -> Score:
        """The victory points of the Soviets, by where they come from."""
        numbers = self.rules.tables.numbers
        maximum = self.rules.facts(state).command_bonus_maximum
        return Score(
            production=self.rules.production.level(state, SOVIET),
            command=numbers.points_per_command_value * self.command_values(state, SOVIET),
            lost_hqs=-numbers.points_per_lost_hq * self._lost_hqs(state, SOVIET),
            lost_units=-numbers.points_per_lost_soviet_unit * sum(self.is_lost(state, block) for block in self.order.of_side[SOVIET]),
            bonus=maximum - self.command_values(state, AXIS) if maximum else 0,
        )

    def is_in_play(self, state: EastFrontState, block: int) -> bool:
        """Whether a unit is on the map, or held beyond its edge."""
        return state.location[block] >= 0 or state.location[block] <= OFF_MAP

    def command_values(self, state: EastFrontState, side: int) -> int:
        """The sum of the command values of a side's HQs in play."""
        return sum(self.rules.headquarters.value(state, hq) for hq in self.units.hqs[side] if self.is_in_play(state, hq))

    def _lost_hqs(self, state: EastFrontState, side: int) -> int:
        return sum(state.location[hq] == ELIMINATED for hq in self.units.hqs[side])

    @rule("EF-17.1c", "EF-17.1f", "EF-R23", "EF-16.7d")
    def is_lost(self, state: EastFrontState, block: int) -> bool:
        """Whether a unit counts as eliminated; HQs, the Italians and units that changed sides never do."""
        if self.units.is_hq[block] or block in self.rules.objectives.with_sevastopol:
            return False
        return state.location[block] in (ELIMINATED, GONE) and not self.rules.satellites.has_defected(state, block)

    @rule("EF-17.1d", "EF-17.1h", "EF-R23")
    def expedition_points(self, state: EastFrontState) -> int:
        """Points the Axis loses: for each restricted Expedition in play, and for the Italians unless they are in play and released."""
        numbers = self.rules.tables.numbers
        lost = 0
        for block in self.rules.satellites.expeditions:
            serves = self.is_in_play(state, block)
            is_free = serves and not self.rules.satellites.is_restricted(state, block)
            if block in self.rules.objectives.with_sevastopol:
                lost += 0 if is_free else numbers.points_for_missing_italians
            elif serves and not is_free:
                lost += numbers.points_per_restricted_expedition
        return lost

    def _is_cut_off_german(self, state: EastFrontState, block: int) -> bool:
        german = self.order[block].nation == "german"
        return german and state.location[block] >= 0 and bool(state.flags[block] & UNSUPPLIED)

    # ---- levels

    @rule("EF-17.3a")
    def level(self, margin: int) -> VictoryLevel:
        """The level of victory that a difference of points gives."""
        return next(level for level in self.rules.tables.victory_levels if abs(margin) >= level.at_least)

    def _winner(self, margin: int) -> int:
        if self.level(margin).level == LEVELS[0]:
            return NOBODY
        return AXIS if margin > 0 else SOVIET

    @rule("EF-17.31a")
    def tournament_points(self, winner: int, level: str) -> tuple[int, int]:
        """The tournament points of the Axis and of the Soviets."""
        found = next(row for row in self.rules.tables.victory_levels if row.level == level)
        return (found.loser_points, found.winner_points) if winner == SOVIET else (found.winner_points, found.loser_points)

    def deciding_places(self, state: EastFrontState) -> tuple[int, ...]:
        """Places that decide the game instead of points: without options there are none."""
        return ()

    # ---- the end of a scenario

    @rule("EF-3.11b", "EF-17.2a", "EF-0.2e", "EF-EDW.0a", "EF-17.4a", "EF-17.4b", "EF-3.14a")
    def close_scenario(self, state: EastFrontState, events: list[Event]) -> None:
        """Count victory points. The game ends with the last scenario, or earlier if `ends_early` says so."""
        scenario = self.rules.scenario_of(state)
        self.rules.control.fix(state, events)
        if scenario.facts.without_victory:
            state.outcome[:] = [NOBODY, 0, 0, WITHOUT]
        elif scenario.occupations:
            self._end_by_occupation(state, self._occupation(state, NEVER), HELD)
        else:
            margin = self._count(state, events)
            level = self.level(margin).level
            if state.place_in_chain + 1 == len(self.rules.chain) or self.ends_early(level):
                state.outcome[:] = [self._winner(margin), margin, LEVELS.index(level), POINTS]

    def _count(self, state: EastFrontState, events: list[Event]) -> int:
        """Announce the points of both sides and return the Axis' advantage."""
        scenario = self.rules.scenario_of(state)
        axis, soviet = self.axis_score(state), self.soviet_score(state)
        margin = axis.total + scenario.handicap - soviet.total
        events.append(
            ScenarioEnded(
                scenario=scenario.id,
                axis=axis.total,
                soviet=soviet.total,
                handicap=scenario.handicap,
                margin=margin,
                level=self.level(margin).level,
                axis_score=axis,
                soviet_score=soviet,
            )
        )
        return margin

    @rule("EF-3.14a", "EF-17.4a")
    def ends_early(self, level: str) -> bool:
        """Whether a scenario's result ends a game of several scenarios: in a campaign a decisive victory does."""
        return self.rules.is_campaign and level == DECISIVE

    # ---- Poland

    @rule("EF-16.8a", "EF-W44.5a", "EF-R33", "EF-17.4b")
    def watch_poland(self, state: EastFrontState) -> None:
        """End the game when the Soviets have crossed Poland, with the result of the month; before W'44 with that of its first month."""
        if self.rules.chain[-1].occupations and not state.outcome and self.rules.plains.poland_is_crossed(state):
            self._end_by_occupation(state, self._occupation(state, state.month), CROSSED)

    def _occupation(self, state: EastFrontState, month: int) -> Occupation:
        """The result for crossing Poland in a month; before the first month listed, the result of that month."""
        ladder = self.rules.chain[-1].occupations
        return next((rung for rung in ladder if rung.month == month), ladder[0])

    def _end_by_occupation(self, state: EastFrontState, rung: Occupation, reason: int) -> None:
        """End the game without counting points: the margin is the least that gives this level of victory."""
        winner = NOBODY if rung.winner is None else rung.winner
        least = next(row.at_least for row in self.rules.tables.victory_levels if row.level == rung.level)
        state.outcome[:] = [winner, -least if winner == SOVIET else least, LEVELS.index(rung.level), reason]

    # ---- the end of the game

    def end_game(self, state: EastFrontState, events: list[Event]) -> None:
        result = self.result(state)
        winner = NOBODY if result.winner is None else result.winner
        points = self.tournament_points(winner, result.level) if result.level else (0, 0)
        events.append(GameEnded(winner=winner, margin=result.margin, level=result.level, reason=result.reason, points=points))

    def result(self, state: EastFrontState) -> Result:
        winner, margin, level, reason = state.outcome
        return Result(
            winner=Side(winner) if winner != NOBODY else None,
            margin=margin,
            level=LEVELS[level] if reason not in (WITHOUT, OUR_AIM) else "",
            reason=REASONS[reason],
        )
