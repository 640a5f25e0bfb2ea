"""Section 15.3: sea lanes join railways; engaged ports live on Siege Supply. Section 15.52: supply over the Beachhead."""

from blockfront.blocks.block_state import battle_hexes, blocks_at
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.eastfront.actions import DeployBeachhead
from blockfront.games.eastfront.events import BeachheadChanged
from blockfront.games.eastfront.options.ch15_sea_power.sea_control import lanes
from blockfront.games.eastfront.options.ch15_sea_power.seas import seas
from blockfront.games.eastfront.rules.ch09_railways import Railways
from blockfront.games.eastfront.rules.ch10_supply import Supply
from blockfront.games.eastfront.state import AXIS, READY, SOVIET, UNSUPPLIED, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step


class SeaLanes(Railways):
    """Railways that continue by sea."""

    @rule("EF-15.3a", "EF-15.3b", "EF-9.31a", "EF-15.31a")
    def lines(self, state: EastFrontState, side: int) -> HexSet:
        """Rail/sea lines continue from a supplied port without battle by sea to other ports, and from there by rail."""
        reached = super().lines(state, side)
        battles = battle_hexes(state)
        while True:
            ports = lanes(state, side, reached & ~battles) & ~self._closed(state, side)
            if not ports & ~reached:
                return reached
            reached |= self.fed_from(state, side, ports)

    @rule("EF-W44.1b", "EF-R42")
    def _closed(self, state: EastFrontState, side: int) -> HexSet:
        """Ports that no sea lane reaches: in one scenario the port of Courland while Danzig is engaged."""
        regions = self.rules.regions
        is_cut_off = side == AXIS and self.rules.facts(state).courland_sea_supply and regions.danzig & battle_hexes(state)
        return regions.ventspils if is_cut_off else 0


class SeaSupply(Supply):
    """Supply of ports that are reached by sea alone, and over the Beachhead."""

    # ---- Siege Supply

    @rule("EF-15.31a", "EF-15.31b")
    def besieged_ports(self, state: EastFrontState, side: int) -> HexSet:
        """Engaged ports of a side that a supply line reaches only by sea."""
        battles = battle_hexes(state)
        engaged = battles & state.friendly[side] & seas().port_hexes
        if not engaged:
            return 0
        railways = self.rules.railways
        supplied = railways.supplied(state, side)
        by_rail = railways.origins(side) | step(self.board.grid, supplied & ~battles, self.board.rail_sides)
        return supplied & engaged & ~by_rail

    @rule("EF-15.31b", "EF-15.6d", "EF-W44.1b")
    def line_sources(self, state: EastFrontState, side: int) -> HexSet:
        """No supply line can be traced to an engaged port that is reached only by sea."""
        everywhere = super().line_sources(state, side) & ~self.besieged_ports(state, side)
        return everywhere | self.rules.objectives.sea_lane(state, side)

    @rule("EF-15.31b", "EF-15.31c", "EF-R17")
    def gives_siege_supply(self, state: EastFrontState, side: int, hex_: int) -> bool:
        """Whether a port gives Siege Supply: reached by sea and not a fortress."""
        if self.gives_fortress_supply(state, side, hex_):
            return False
        return bool(self.besieged_ports(state, side) >> hex_ & 1)

    def sustains(self, state: EastFrontState, side: int, hex_: int) -> bool:
        return super().sustains(state, side, hex_) or self.gives_siege_supply(state, side, hex_)

    @rule("EF-15.31b", "EF-R17")
    def sustained_candidates(self, state: EastFrontState, side: int, hex_: int) -> list[int]:
        """In a besieged port, the units at their last step: one of them is kept alive. With none, any choice has no effect."""
        if not self.gives_siege_supply(state, side, hex_):
            return super().sustained_candidates(state, side, hex_)
        units = blocks_at(state, hex_, self.order.of_side[side])
        return [b for b in units if state.steps[b] == 1 and state.flags[b] & UNSUPPLIED] or units

    @rule("EF-15.31b", "EF-R17")
    def starves(self, state: EastFrontState, block: int, sustained: int) -> bool:
        """Siege Supply saves only the last step of a unit."""
        if super().starves(state, block, sustained):
            return True
        return state.steps[block] > 1 and self.gives_siege_supply(state, self.units.side[block], state.location[block])

    # ---- the Beachhead

    @rule("EF-15.52a", "EF-15.52b", "EF-10.6a")
    def in_reach(self, state: EastFrontState, side: int) -> HexSet:
        return super().in_reach(state, side) | self.over_the_beach(state, side)

    @rule("EF-15.52a", "EF-15.52b")
    def over_the_beach(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes the Beachhead supplies: its own, and those next to it while it is friendly."""
        if side != SOVIET or state.beachhead < 0:
            return 0
        beach = 1 << state.beachhead
        return beach | step(self.board.grid, beach & state.friendly[SOVIET], self.board.land_sides)

    @rule("EF-15.52c")
    def cost_factor(self, state: EastFrontState, block: int) -> int:
        """A replacement costs double for a unit that has supply only over the beach."""
        hex_, side = state.location[block], self.units.side[block]
        factor = super().cost_factor(state, block)
        if hex_ < 0 or not self.over_the_beach(state, side) >> hex_ & 1 or super().in_reach(state, side) >> hex_ & 1:
            return factor
        return factor * self.rules.tables.numbers.beachhead_cost_factor

    @rule("EF-15.51a", "EF-15.51b", "EF-R43")
    def beachhead_is_due(self, state: EastFrontState) -> bool:
        """Whether the Soviets are asked: they hold a beach and the Beachhead is off the map, whether or not they can deploy it."""
        if state.active != SOVIET or not self.rules.facts(state).beachhead or state.beachhead >= 0:
            return False
        return bool(state.beaches & state.occupied[SOVIET])

    @rule("EF-15.51a")
    def beachhead_deployments(self, state: EastFrontState) -> list[DeployBeachhead]:
        """A Beachhead that is Ready may be deployed where the Coastal Army has landed and stayed."""
        return [DeployBeachhead()] if state.beachhead == READY and self._beach(state) >= 0 else []

    def _beach(self, state: EastFrontState) -> int:
        """The hex where the Coastal Army has landed and stayed; negative if there is none."""
        return max((state.location[b] for b in self.order.where(tag="amphibious") if state.landed >> b & 1), default=-1)

    @rule("EF-15.51a", "EF-15.5c")
    def deploy_beachhead(self, state: EastFrontState, events: list[Event]) -> None:
        """Deploy the Beachhead: it supplies units and serves as a port, but does not fire."""
        state.beachhead = self._beach(state)
        events.append(BeachheadChanged(what="deployed", hex=state.beachhead))

    @rule("EF-15.41d")
    def after_phase(self, state: EastFrontState) -> None:
        super().after_phase(state)
        state.landings.clear()
