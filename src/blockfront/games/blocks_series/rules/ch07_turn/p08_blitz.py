"""Sections 7.8 and 7.10: units that may move on after battle."""

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.actions import BlitzMove, Fly
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.state import ATTACKED, BLITZED, GOOD, IN_FLIGHT, MARKED, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class Blitz(Chapter):
    @rule("BE-7.8b", "BE-6.2.1a", "BE-6.2.1b", "BE-6.2.2a")
    @rule("BW-6.2.1a", "BW-6.2a", "BW-6.2.2b")
    def is_able(self, state: SeriesState, block: int) -> bool:
        """Whether a unit can blitz: tanks and armour headquarters always, tankettes from TECH 2 on."""
        needed = self.units.kind[block].blitz
        return bool(needed) and self.rules.definitions.tech(state, block) >= needed

    @rule("BE-7.8h", "BE-9.2a")
    @rule("BW-7.8f", "BW-9.2a", "BW-R127")
    def is_possible(self, state: SeriesState) -> bool:
        return bool(self.rules.weather.where(state, GOOD))

    @rule("BE-7.8a")
    @rule("BW-7.8a", "BW-R30")
    def movers(self, state: SeriesState, side: int) -> list[int]:
        """Units that may blitz: those that attacked, won their hex and have not blitzed yet."""
        return [
            block
            for block in self.units.swift[side]
            if state.location[block] >= 0
            and state.flags[block] & (ATTACKED | BLITZED) == ATTACKED
            and self.is_able(state, block)
            and not state.occupied[1 - side] >> state.location[block] & 1
        ]

    @rule("BE-7.8c", "BE-R42")
    @rule("BW-7.8b", "BW-R30")
    def targets(self, state: SeriesState, block: int) -> HexSet:
        """Adjacent hexes that cost one point to enter."""
        stops = self.rules.movement.stops(state, self.units.side[block])
        cheap = sum(hexes for cost, hexes in self.rules.movement.costs(state, block) if cost <= 1)
        near = self.board.neighbours(state.location[block]) & cheap & self.board.grid.cells
        near &= self.rules.powers.territory(state, block) & self.rules.definitions.room_for(state, block)
        return near & (~stops | self.rules.movement.attackable(state, block))

    def moves(self, state: SeriesState, block: int) -> list[Action]:
        return [BlitzMove(block, to) for to in members(self.targets(state, block))]

    @rule("BE-7.8e", "BE-6.1.4f")
    @rule("BW-7.8c")
    def followers(self, state: SeriesState, side: int, hex_: int) -> list[Action]:
        """Artillery and aircraft of TECH 2 that fought beside an armour unit, and may follow it to the hex it now attacks."""
        armour = [b for b in self.rules.fire.units_at(state, hex_, side) if self.units.is_armour[b]]
        origins = {state.fought_at[b] for b in armour if state.flags[b] & BLITZED}
        found: list[Action] = []
        for block in self.order.of_side[side]:
            here = state.location[block]
            if here == hex_ or here < 0 or state.flags[block] & (BLITZED | MARKED) or state.fought_at[block] not in origins:
                continue
            if self.rules.definitions.tech(state, block) < 2:
                continue
            if self.units.type[block] == "artillery" and self.targets(state, block) >> hex_ & 1:
                found.append(BlitzMove(block, hex_))
            elif self._may_fly_along(state, block, hex_):
                found.append(Fly(block, hex_))
        return found

    @rule("BE-7.8e", "BE-6.1.4f")
    @rule("BW-7.8c")
    def companions(self, state: SeriesState, side: int) -> list[Action]:
        """Artillery that may follow armour from the same battle into a hex without enemies."""
        there = {state.location[b] for b in self.units.swift[side] if state.flags[b] & BLITZED and state.location[b] >= 0}
        peaceful = sorted(hex_ for hex_ in there if not state.occupied[1 - side] >> hex_ & 1)
        return [action for hex_ in peaceful for action in self.followers(state, side, hex_) if isinstance(action, BlitzMove)]

    def _may_fly_along(self, state: SeriesState, block: int, hex_: int) -> bool:
        if not self.units.is_air[block] or not state.flags[block] & IN_FLIGHT or not self.rules.air.value(state, block):
            return False
        return bool(self.rules.air.missions(state, block, 1 << hex_))

    def fuel(self, state: SeriesState, block: int) -> None:
        """The price for a unit to move on after battle, or to exploit."""

    @rule("BE-7.10a", "BE-7.10b")
    def exploiters(self, state: SeriesState, side: int) -> list[int]:
        """Able armour units in supply that may exploit."""
        movement = self.rules.movement
        on_map = (block for block in self.units.swift[side] if state.location[block] >= 0)
        able = (block for block in on_map if not state.flags[block] & MARKED and self.may_exploit(state, block))
        return [block for block in able if self.is_able(state, block) and movement.may_move(state, block)]

    def may_exploit(self, state: SeriesState, block: int) -> bool:
        """Whether armour has what it needs to exploit."""
        return True
