"""Chapter 27: security and Slovak corps, and the guard on the Turkish border."""

from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_series.actions import Disband, Move
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, IN_FLIGHT, MOVEMENT, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

GARRISONS: Final = "rule_27"  # group of the units that this chapter brings in
NEAR: Final = 6  # a unit within this many hexes must go to an unwatched border


class GarrisonSetUp(SetUp):
    """Security and Slovak corps are set up."""

    @rule("BE-27.0a")
    def forces(self, side: int) -> tuple[int, ...]:
        """Security corps start behind the army groups and Slovaks at home, if their area is in the scenario."""
        found = super().forces(side)
        if self.rules.scenario.table:
            return found
        facts = self.rules.tables.facts
        corps = (block for block in self.order.of_side[side] if facts[block].group == GARRISONS)
        return tuple(sorted((*found, *(block for block in corps if self.zone(block)))))


class BorderWatch(Definitions):
    """Which part of the Turkish border is watched, and by whom."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._turkish_border = self.board.area("turkish_border") & rules.theatre & self.board.map.playable_mask
        self._posts = self._turkish_border | self.board.around(self._turkish_border)

    def border(self, state: SeriesState) -> HexSet:
        """Hexes of the Turkish border that the Soviets must watch."""
        return self._turkish_border & state.control[SOVIET] & ~state.occupied[AXIS]

    def _watchmen(self, state: SeriesState, without: int = -1) -> HexSet:
        """Hexes near the border with Soviet units that exert a zone of control."""
        units = (b for b in self.order.of_side[SOVIET] if b != without and state.location[b] >= 0 and not state.flags[b] & IN_FLIGHT)
        return mask_of(state.location[b] for b in units) & self._posts & ~state.occupied[AXIS]

    def unwatched(self, state: SeriesState) -> HexSet:
        return self.border(state) & ~self.rules.set_up.watching(self._watchmen(state))

    @rule("BE-27.0b")
    def duty(self, state: SeriesState, block: int) -> HexSet:
        """A unit that alone watches a part of the border may move only to where it still watches that part."""
        found = super().duty(state, block)
        if not self.is_posted(state, block):
            return found
        watching = self.rules.set_up.watching
        his = self.border(state) & watching(self._watchmen(state)) & ~watching(self._watchmen(state, without=block))
        if not his:
            return found
        return found & mask_of(hex_ for hex_ in members(self._posts & ~state.occupied[AXIS]) if not his & ~watching(1 << hex_))

    def is_posted(self, state: SeriesState, block: int) -> bool:
        return self.units.side[block] == SOVIET and state.location[block] >= 0 and bool(self._posts >> state.location[block] & 1)


class BorderPowers(Powers):
    """Units must march to an unwatched part of the border."""

    @rule("BE-27.0b")
    def must_march(self, state: SeriesState, side: int) -> list[int]:
        """While a part of the Turkish border is unwatched, units that can reach it must march there."""
        found, watch = super().must_march(state, side), self.rules.definitions
        assert isinstance(watch, BorderWatch)
        if side != SOVIET or state.phase != MOVEMENT or not (gap := watch.unwatched(state)):
            return found
        movement, board = self.rules.movement, self.board
        near = 0
        for hex_ in members(gap):
            near |= board.within(hex_, NEAR)
        units = (b for b in self.units.ground[side] if state.location[b] >= 0 and near >> state.location[b] & 1)
        posts = gap | board.watch_from(gap)
        able = [b for b in units if movement.may_move(state, b)]
        return [*found, *(b for b in able if any(isinstance(move, Move) and posts >> move.to & 1 for move in movement.moves(state, b)))]

    def why_march(self, state: SeriesState, block: int) -> Refusal:
        watch = self.rules.definitions
        assert isinstance(watch, BorderWatch)
        if self.units.side[block] == SOVIET and watch.unwatched(state):
            return Refusal("BE-27.0b", "border_must_be_watched", {"block": block})
        return super().why_march(state, block)


class BorderMovement(Movement):
    """The moves of a unit on watch depend on more than the hexes it can reach."""

    def looks_near(self, state: SeriesState, block: int) -> bool:
        watch = self.rules.definitions
        assert isinstance(watch, BorderWatch)
        return not watch.is_posted(state, block) and super().looks_near(state, block)


class BorderProduction(Production):
    """Units that watch the border are not disbanded."""

    @rule("BE-27.0b")
    def disbandable(self, state: SeriesState, side: int) -> list[Action]:
        """A unit that the border needs may not be disbanded."""
        found = super().disbandable(state, side)
        return [action for action in found if not isinstance(action, Disband) or self.rules.definitions.duty(state, action.block) == -1]
