"""Strategic rail moves: units far from where they are needed go by train."""

from collections.abc import Iterator
from typing import Final

from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.lifelines import Lifelines
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.planning.barges import who_waits
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import EndPhase, RailMove
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState

WORTH_A_POINT: Final = 4.0  # movement points saved that are worth a production point
MOST: Final = 5
RESCUE: Final = 3.0  # factor on movement points saved on the way to where supply is cut
IN_REACH: Final = 9.0  # movement points, with extra for enemies and swamps, at which a unit is near enough
LAST_STEP: Final = 1  # movement point into a city
GUNS: Final = 1.5  # factor on artillery where a city has to be stormed


class Railwayman:
    """Plans the rail moves of a turn."""

    def __init__(self, game: SeriesGame, state: SeriesState, side: int, weights: Weights, ground: Ground) -> None:
        self.game, self.rules, self.side, self.weights, self.ground = game, game.rules, side, weights, ground
        self.state = state.copy()
        self.needs = self._needs()
        self._rescue = self._ways_to_the_rescue()
        self._storm = self._ways_to_the_storm()
        self._waiting = who_waits(game.rules, state, side, game.rules.units.ground[side])

    def _needs(self) -> list[float]:
        """Lists movement points to where units are needed: the goals, or threatened places worth keeping."""
        if self.ground.attacks:
            return self.ground.way
        board, enemy = self.rules.board, self.state.occupied[1 - self.side]
        most = max(self.ground.kept.values(), default=0.0)
        pressed = [hex_ for hex_, weight in self.ground.kept.items() if weight == most or board.within(hex_, 6) & enemy]
        return self.ground.ways_to(self.state, pressed, self.side) if pressed else self.ground.way

    def _ways_to_the_rescue(self) -> list[float] | None:
        """Lists movement points to the enemies and gaps that cut off an army with one goal from supply; None if nothing is cut off."""
        if not self.ground.attacks or not self.ground.one_goal or not self.ground.cut_off(self.state, self.side):
            return None
        lifelines = Lifelines(self.rules, self.state, self.ground)
        urgent = {*lifelines.cut_by(), *lifelines.gaps()}
        return self.ground.ways_from(self.state, dict.fromkeys(sorted(urgent), 0.0)) if urgent else None

    def _ways_to_the_storm(self) -> list[float] | None:
        """Lists movement points to hexes next to the only place a defender must keep, if he lost it and this is the last turn."""
        goal = self.ground.post() if self.weights.posts else None
        if goal not in self.ground.wanted or not self.ground.is_last_turn(self.state):
            return None
        board, enemy = self.rules.board, self.state.occupied[1 - self.side]
        return self.ground.strides_to(self.state, board.neighbours(goal) & board.playable & ~enemy)

    def plan(self) -> tuple[Action, ...]:
        """Chooses train rides as long as the best one is worth its production points."""
        found: list[Action] = []
        for _ in range(MOST):
            best = max(self._rides(), key=lambda ride: ride[0], default=None)
            if best is None or best[0] < WORTH_A_POINT:
                break
            found.append(best[1])
            self.game.apply(self.state, best[1], self.game.title.side(self.rules.sides[self.side]))
        return (*found, EndPhase())

    def wishes(self) -> int:
        """Counts the units whose ride would be worth its points."""
        return len(self.wished())

    def wished(self) -> list[int]:
        """Lists these units, the one that gains most first."""
        rides = sorted(((gain, move.block) for gain, move in self._rides() if gain >= WORTH_A_POINT), key=lambda ride: (-ride[0], ride[1]))
        return list(dict.fromkeys(block for _, block in rides))

    def fugitives(self) -> int:
        """Counts those of them that could be cut off in the enemy's next turn."""
        safe, units = Exposure(self.rules, self.state, self.side).safe, self.rules.units
        going = {move.block for gain, move in self._rides() if gain >= WORTH_A_POINT}
        return sum(not safe.get(units.power[block], 0) >> self.state.location[block] & 1 for block in going)

    def _rides(self) -> Iterator[tuple[float, RailMove]]:
        """Yields each possible ride with the movement points it saves; guns count more where a city has to be stormed."""
        rail, units = self.rules.rail, self.rules.units
        for block in rail.movable(self.state, self.side):
            if not (units.is_combat[block] or self._brings_guns(block)) or units.is_static[block] or self._is_needed_here(block):
                continue
            here, factor = self.needs[self.state.location[block]], GUNS if units.is_artillery[block] else 1.0
            for move in rail.moves(self.state, block):
                assert isinstance(move, RailMove)
                if self._storm is not None:
                    yield self._brought(block, move.to), move
                    continue
                yield max((here - self.needs[move.to]) * factor, self._saved(block, move.to)), move

    def _saved(self, block: int, to: int) -> float:
        """Returns the worth of a ride that brings infantry near enough to restore supply at once."""
        if self._rescue is None or not self.rules.units.is_combat[block] or self.rules.units.is_armour[block]:
            return 0.0
        here, there = self._rescue[self.state.location[block]], self._rescue[to]
        return RESCUE * (here - there) if here > IN_REACH >= there else 0.0

    def _brought(self, block: int, to: int) -> float:
        """Returns the worth of a ride that brings a unit near enough to attack the lost place."""
        assert self._storm is not None
        reach = self.rules.movement.full_allowance(self.state, block) - LAST_STEP
        near = self._storm[to] <= reach < self._storm[self.state.location[block]]
        return WORTH_A_POINT + self.rules.units.value(block, self.state.steps[block]) if near else 0.0

    def _brings_guns(self, block: int) -> bool:
        return self.rules.units.is_artillery[block] and self.ground.attacks and self.ground.one_goal

    def _is_needed_here(self, block: int) -> bool:
        return block in self._waiting or (not self.ground.attacks and self.ground.kept.get(self.state.location[block], 0.0) > 0)
