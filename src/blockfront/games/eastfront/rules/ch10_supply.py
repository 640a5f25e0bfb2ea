"""Chapter 10: supply lines, supply status, attrition."""

from blockfront.blocks.block_state import blocks_at, count_at
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.eastfront.actions import DeployBeachhead
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import UNSUPPLIED, EastFrontState
from blockfront.hexes.grid import Hex, HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step

NO_BLOCK = -1


class Supply(Chapter):
    @rule("EF-10.1a", "EF-10.3a", "EF-10.3b", "EF-10.3c", "EF-10.3e", "EF-1.39c", "EF-R10")
    def in_reach(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes in which units of a side have a supply line: at most two hexes from a rail-supplied one."""
        sources, passable = self.line_sources(state, side), self.rules.control.traceable(state, side)
        return self.cached(state, ("supply", side), (sources, passable), lambda: self._trace(sources, passable))

    def _trace(self, sources: HexSet, passable: HexSet) -> HexSet:
        reached = frontier = sources
        for _ in range(self.rules.tables.numbers.supply_line):
            around = step(self.board.grid, frontier, self.board.land_sides)
            reached |= around
            frontier = around & passable
        return reached

    @rule("EF-W44.1b")
    def sources(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes with rail/sea supply."""
        return self.rules.railways.supplied(state, side) | self.rules.objectives.sea_lane(state, side)

    def line_sources(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes to which supply lines may be traced: all with rail/sea supply."""
        return self.sources(state, side)

    @rule("EF-10.3a", "EF-16.4d", "EF-R57")
    def has_line(self, state: EastFrontState, block: int, reach: HexSet) -> bool:
        """Whether a unit has a supply line, given its side's reach."""
        hex_ = state.location[block]
        if hex_ < 0 or not reach >> hex_ & 1:
            return False
        return not (self.units.is_satellite[block] and self.rules.satellites.is_outside(state, block))

    @rule("EF-10.2a", "EF-10.2b", "EF-10.4b", "EF-4.46a")
    def check(self, state: EastFrontState, side: int) -> list[int]:
        """Set the supply status of every unit of a side; returns those without a line that are on the map."""
        reach = self.in_reach(state, side)
        cut_off: list[int] = []
        for block in self.order.of_side[side]:
            if state.location[block] < 0 or self.has_line(state, block, reach):
                state.flags[block] &= ~UNSUPPLIED
            else:
                state.flags[block] |= UNSUPPLIED
                cut_off.append(block)
        return cut_off

    @rule("EF-6.22b")
    def overcrowded(self, state: EastFrontState, side: int) -> list[int]:
        """Hexes with more units of a side than may be there, not counting units that are unsupplied anyway."""
        excess = {hex_: n for hex_ in members(state.occupied[side]) if (n := count_at(state, hex_, side) - self.board.stacking[hex_]) > 0}
        if excess:
            for block in self.order.of_side[side]:
                if state.flags[block] & UNSUPPLIED and state.location[block] in excess:
                    excess[Hex(state.location[block])] -= 1
        return [hex_ for hex_, number in excess.items() if number > 0]

    @rule("EF-10.5a", "EF-1.46e", "EF-R49")
    def sustained_candidates(self, state: EastFrontState, side: int, hex_: int) -> list[int]:
        """Units that Fortress Supply may keep alive in a hex: the largest of the Original Defender, or none."""
        if not self.gives_fortress_supply(state, side, hex_):
            return []
        units = blocks_at(state, hex_, self.order.of_side[side])
        value = self.units.value
        largest = max(value(block, state.steps[block]) for block in units)
        return [block for block in units if value(block, state.steps[block]) == largest]

    def gives_fortress_supply(self, state: EastFrontState, side: int, hex_: int) -> bool:
        """Whether a hex gives a side Fortress Supply: it does to the Original Defender, in battle or not."""
        return bool(self.board.fortresses >> hex_ & 1 and state.friendly[side] >> hex_ & 1)

    def sustains(self, state: EastFrontState, side: int, hex_: int) -> bool:
        """Whether a hex keeps one cut-off unit alive."""
        return self.gives_fortress_supply(state, side, hex_)

    def sole_sustained(self, state: EastFrontState, side: int, hex_: int) -> int:
        """The unit that a hex keeps alive when there is no choice; -1 for none."""
        candidates = self.sustained_candidates(state, side, hex_)
        return candidates[0] if len(candidates) == 1 else NO_BLOCK

    @rule("EF-10.4a", "EF-10.5a")
    def starves(self, state: EastFrontState, block: int, sustained: int) -> bool:
        """Whether an unsupplied unit loses a step; the one that its hex sustains does not."""
        return block != sustained

    def link_up(self, state: EastFrontState, events: list[Event]) -> None:
        """Link up dispersed units before the supply check: without paratroops there are none."""

    def cost_factor(self, state: EastFrontState, block: int) -> int:
        """By what factor the price of a replacement rises for the way it comes."""
        return 1

    def beachhead_is_due(self, state: EastFrontState) -> bool:
        """Whether the active player is asked about deploying a Beachhead, judged by what everybody knows."""
        return False

    def beachhead_deployments(self, state: EastFrontState) -> list[DeployBeachhead]:
        return []

    def deploy_beachhead(self, state: EastFrontState, events: list[Event]) -> None:
        raise TypeError("no option knows the Beachhead")

    def after_phase(self, state: EastFrontState) -> None:
        """Remove the marks of this Player Turn: without options there are none."""
