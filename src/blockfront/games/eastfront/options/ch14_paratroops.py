"""Chapter 14: paratroops. A Para HQ drops the corps in its hex; after the drop the corps is dispersed until it links up."""

from blockfront.blocks import effects
from blockfront.blocks.block_state import battle_hexes, blocks_at
from blockfront.core.actions import Action
from blockfront.core.choices import ByUnit, Choices
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import audience
from blockfront.games.eastfront.actions import Activate, Drop, EndPhase
from blockfront.games.eastfront.events import Eliminated, Moved
from blockfront.games.eastfront.rules.ch05_headquarters import Headquarters
from blockfront.games.eastfront.rules.ch06_movement import Movement
from blockfront.games.eastfront.rules.ch06_special_moves import SpecialMoves
from blockfront.games.eastfront.rules.ch06_strategic import StrategicMovement
from blockfront.games.eastfront.rules.ch07_combat.assaults import Assaults
from blockfront.games.eastfront.rules.ch08_hex_control import HexControl
from blockfront.games.eastfront.rules.ch10_supply import Supply
from blockfront.games.eastfront.rules.ch13_air import AirPower
from blockfront.games.eastfront.state import BLITZ, DISPERSED, INACTIVE, MOVED, NO_HEX, ORDERS, PARA, REARGUARD, STRATEGIC, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import expanded_mask, members
from blockfront.hexes.reach import step


class DroppingHeadquarters(Headquarters):
    """Headquarters that may be activated as Para HQs, which do nothing but order a drop."""

    @rule("EF-14.2a", "EF-14.2b", "EF-14.2c")
    def activations(self, state: EastFrontState, side: int) -> list[Activate]:
        """An HQ with paratroops in its hex may also be activated as a Para HQ; it then cannot deploy."""
        found = super().activations(state, side)
        for hq in self.units.hqs[side]:
            if state.command[hq] == INACTIVE and self.has_paratroops(state, hq):
                modes = (False, True) if self.may_blitz(state, hq) else (False,)
                found += [Activate(hq, blitz, role=PARA) for blitz in modes]
        return found

    @rule("EF-14.1a", "EF-14.2b", "EF-14.3a", "EF-6.32b")
    def has_paratroops(self, state: EastFrontState, hq: int) -> bool:
        """Whether an HQ can drop anything: it has air range and unengaged paratroops in its hex."""
        hex_, side = state.location[hq], self.units.side[hq]
        if hex_ < 0 or battle_hexes(state) >> hex_ & 1 or self.rules.air.range(state, hq) <= 0:
            return False
        return any(state.location[block] == hex_ for block in self.units.paratroops[side])

    @rule("EF-14.2a")
    def directs_movement(self, state: EastFrontState, hq: int) -> bool:
        return not state.command[hq] & PARA and super().directs_movement(state, hq)

    @rule("EF-14.2a", "EF-14.5b")
    def support_zone(self, state: EastFrontState, hq: int) -> HexSet:
        return 0 if state.command[hq] & PARA else super().support_zone(state, hq)

    @rule("EF-14.2a")
    def supreme_moves(self, state: EastFrontState, side: int) -> int:
        return 0 if state.command[self.units.supreme[side]] & PARA else super().supreme_moves(state, side)

    def why_not_in_role(self, state: EastFrontState, action: Activate) -> Refusal | None:
        if action.role != PARA:
            return super().why_not_in_role(state, action)
        return Refusal("EF-14.2b", "para_headquarters_stays" if action.to != NO_HEX else "no_paratroops_here", {"block": action.hq})


class GroundedAircraft(AirPower):
    """A Para HQ makes no air strike: its aircraft carry the paratroops."""

    @rule("EF-14.2a")
    def may_strike(self, state: EastFrontState, hq: int) -> bool:
        return not state.command[hq] & PARA and super().may_strike(state, hq)


@rule("EF-2.64a")
class Drops(SpecialMoves):
    """Drops on the order of a Para HQ."""

    @rule("EF-14.1a")
    def families(self, state: EastFrontState, side: int) -> list[Choices]:
        waiting = [block for block in self.units.paratroops[side] if self.ordering(state, block)]
        drops: list[Choices] = [ByUnit(waiting, lambda block: self.drops(state, block))] if waiting else []
        return super().families(state, side) + drops

    @rule("EF-14.2a", "EF-14.2b", "EF-14.6a", "EF-6.32b")
    def ordering(self, state: EastFrontState, block: int) -> list[int]:
        """Para HQs in the unit's hex that may still drop it in this phase."""
        hex_, side = state.location[block], self.units.side[block]
        if hex_ < 0 or state.flags[block] & (MOVED | STRATEGIC | REARGUARD | DISPERSED) or battle_hexes(state) >> hex_ & 1:
            return []
        return [
            hq
            for hq in self.rules.headquarters.active(state, side)
            if state.command[hq] & PARA and state.location[hq] == hex_ and not state.flags[hq] & MOVED
        ]

    @rule("EF-14.3a", "EF-1.35e", "EF-6.21a")
    def drops(self, state: EastFrontState, block: int) -> list[Drop]:
        """Every drop of a unit: into any hex but mountains within the air range of its Para HQ."""
        origin, side = state.location[block], self.units.side[block]
        return [
            Drop(hq, block, to)
            for hq in self.ordering(state, block)
            for to in members(self.in_range(state, hq) & ~(1 << origin))
            if self.rules.movement.has_room(state, side, to)
        ]

    @rule("EF-14.3a", "EF-1.35e")
    def in_range(self, state: EastFrontState, hq: int) -> HexSet:
        """Hexes an HQ can drop paratroops into; a supreme HQ reaches twice as far."""
        around = expanded_mask(self.board.grid, 1 << state.location[hq], max(0, self.rules.air.range(state, hq)))
        return around & self.board.playable & ~self.board.mountain

    @rule("EF-14.2c")
    def is_reserved(self, state: EastFrontState, block: int) -> bool:
        """Whether a blitzing Para HQ must drop the unit now: it has to order a drop in each Movement Phase in which one is possible."""
        if self.units.type[block] != "para":
            return super().is_reserved(state, block)
        orders = self.ordering(state, block)
        return any(state.command[hq] & ORDERS == BLITZ for hq in orders) and bool(self.drops(state, block))

    def is_owed(self, state: EastFrontState, side: int) -> bool:
        return super().is_owed(state, side) or any(self.is_reserved(state, block) for block in self.units.paratroops[side])

    @rule("EF-14.3a", "EF-14.4a", "EF-14.4c", "EF-14.6a")
    def carry_out(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        """Drop a unit, which is then dispersed; in a hex with enemies it engages them."""
        if not isinstance(action, Drop):
            super().carry_out(state, action, side, events)
            return
        block, origin = action.block, state.location[action.block]
        if state.occupied[1 - side] >> action.to & 1:
            self.rules.battles.engage(state, block, action.to, origin)
        effects.place(state, block, side, action.to)
        state.flags[block] |= MOVED | DISPERSED
        state.flags[action.hq] |= MOVED
        events.append(Moved(block=block, origin=origin, to=action.to, mode="drop", seen_by=audience(side)))

    def why_not(self, state: EastFrontState, action: Action, side: int) -> Refusal | None:
        if isinstance(action, EndPhase) and self.is_owed(state, side):
            return Refusal("EF-14.2c", "drop_owed")
        if not isinstance(action, Drop):
            return super().why_not(state, action, side)
        if not (0 <= action.block < len(self.order) and 0 <= action.hq < len(self.order)):
            return Refusal("EF-1.2a", "no_such_unit")
        values = {"block": action.block, "hex": action.to}
        if self.units.type[action.block] != "para" or self.units.side[action.block] != side:
            return Refusal("EF-14.1a", "cannot_jump", values)
        if action.hq not in self.ordering(state, action.block):
            return Refusal("EF-14.2b", "no_para_headquarters", values)
        if not self.board.is_hex(action.to):
            return Refusal("EF-14.3a", "not_offered")
        if self.board.mountain >> action.to & 1:
            return Refusal("EF-1.35e", "no_drop_in_mountains", values)
        if not self.in_range(state, action.hq) >> action.to & 1:
            return Refusal("EF-14.3a", "out_of_range", values)
        return Refusal("EF-6.21a", "hex_full", values | {"most": self.board.stacking[action.to]})


class DispersedMovement(Movement):
    """Dispersed units do not move."""

    @rule("EF-14.6a", "EF-14.2c")
    def movable(self, state: EastFrontState, side: int) -> list[int]:
        found = super().movable(state, side)
        tied = [block for block in self.units.paratroops[side] if block in found and self.is_tied(state, block)]
        return [block for block in found if block not in tied] if tied else found

    @rule("EF-14.6a", "EF-14.2c")
    def is_tied(self, state: EastFrontState, block: int) -> bool:
        """Dispersed units do not move. A unit that a blitzing Para HQ must drop moves in no other way."""
        if state.flags[block] & DISPERSED or super().is_tied(state, block):
            return True
        return self.rules.special_moves.is_reserved(state, block)

    def why_not_move(self, state: EastFrontState, block: int, side: int) -> Refusal | None:
        if 0 <= block < len(self.order) and self.units.side[block] == side and self.units.type[block] == "para":
            if state.flags[block] & DISPERSED:
                return Refusal("EF-14.6a", "dispersed", {"block": block})
            if state.location[block] >= 0 and self.is_tied(state, block):
                return Refusal("EF-14.2c", "drop_owed")
        return super().why_not_move(state, block, side)


class WaitingForTheDrop(StrategicMovement):
    """Units that are to drop, or are dispersed, do not go by rail."""

    @rule("EF-14.2c", "EF-14.6a")
    def carried(self, state: EastFrontState, side: int) -> list[int]:
        """A unit that a blitzing Para HQ must drop, or that is dispersed, goes neither by rail nor by sea."""
        tied = [block for block in self.units.paratroops[side] if self.rules.movement.is_tied(state, block)]
        return [block for block in super().carried(state, side) if block not in tied]


class AirAssaults(Assaults):
    """Paratroops dropped onto enemies can be repulsed, which costs them a step."""

    @rule("EF-14.4a", "EF-14.4c", "EF-14.41a", "EF-7.54a")
    def number_of(self, state: EastFrontState, block: int, hex_: int) -> int:
        if state.flags[block] & DISPERSED:
            return self.rules.tables.repulse["air"][self.rules.weather.at(state, hex_)]
        return super().number_of(state, block, hex_)

    @rule("EF-14.4b")
    def repulse_loss(self, state: EastFrontState, block: int) -> int:
        return super().repulse_loss(state, block) + bool(state.flags[block] & DISPERSED)

    @rule("EF-14.4b")
    def after_repulse(self, state: EastFrontState, block: int) -> None:
        """A repulsed unit is back in the hex where it started and no longer dispersed."""
        super().after_repulse(state, block)
        state.flags[block] &= ~DISPERSED


class DispersedControl(HexControl):
    """Dispersed units control no hex."""

    @rule("EF-14.6a", "EF-14.6b")
    def holding(self, state: EastFrontState, side: int) -> HexSet:
        """Dispersed units do not count for control, neither of their own hex nor by engaging others."""
        return self.without(state, super().holding(state, side), side, DISPERSED)


class LinkUp(Supply):
    """When dispersed units become ordinary ones again."""

    @rule("EF-14.6c", "EF-14.6d", "EF-14.6e", "EF-4.46b")
    def link_up(self, state: EastFrontState, events: list[Event]) -> None:
        """Dispersed units that link up are ordinary units again, and control is determined again; the others are eliminated."""
        super().link_up(state, events)
        side = state.active
        dropped = [b for b in self.order.of_side[side] if state.flags[b] & DISPERSED and state.location[b] >= 0]
        lost = [block for block in dropped if not self.is_linked(state, block)]
        for block in self.order.of_side[side]:
            state.flags[block] &= ~DISPERSED
        for block in lost:
            events.append(Eliminated(block=block, hex=state.location[block], cause="dispersed"))
            effects.eliminate(state, block, side)
        if dropped:
            self.rules.control.fix(state, events)
            self.rules.production.determine_levels(state)

    @rule("EF-14.6c", "EF-14.6e")
    def is_linked(self, state: EastFrontState, block: int) -> bool:
        """Whether a dropped unit links up: in a friendly hex, next to one without battle, or in a battle beside units that came by land."""
        hex_, side = state.location[block], self.units.side[block]
        near = step(self.board.grid, 1 << hex_, self.board.land_sides) & ~battle_hexes(state) | 1 << hex_
        if state.friendly[side] & near:
            return True
        return any(not state.flags[other] & DISPERSED for other in blocks_at(state, hex_, self.order.of_side[side]))


LAYERS = {
    Headquarters: DroppingHeadquarters,
    AirPower: GroundedAircraft,
    SpecialMoves: Drops,
    Movement: DispersedMovement,
    StrategicMovement: WaitingForTheDrop,
    Assaults: AirAssaults,
    HexControl: DispersedControl,
    Supply: LinkUp,
}
