"""Sections 15.4 and 15.6: invasions and evacuations on the order of an Invasion HQ."""

from blockfront.blocks import effects
from blockfront.blocks.block_state import battle_hexes, blocks_at
from blockfront.core.actions import Action
from blockfront.core.choices import ByUnit, Choices
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import audience
from blockfront.games.eastfront.actions import Drop, Evacuate, Invade, Move
from blockfront.games.eastfront.events import Moved
from blockfront.games.eastfront.options.ch15_sea_power.invasion_headquarters import landing_coasts, sailing_area
from blockfront.games.eastfront.options.ch15_sea_power.seas import seas
from blockfront.games.eastfront.rules.ch06_movement import Movement
from blockfront.games.eastfront.rules.ch06_special_moves import SpecialMoves
from blockfront.games.eastfront.rules.ch07_combat.assaults import Assaults
from blockfront.games.eastfront.state import (
    BLITZ_MOVEMENT,
    DISPERSED,
    INVASION,
    MOVED,
    NO_HEX,
    REARGUARD,
    SOVIET,
    STRATEGIC,
    EastFrontState,
)
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

HAS_GONE = MOVED | STRATEGIC | REARGUARD | DISPERSED


@rule("EF-2.61b")
class Landings(SpecialMoves):
    """Invasions and evacuations: who goes, from where and to where."""

    def families(self, state: EastFrontState, side: int) -> list[Choices]:
        directing = self.directing(state, side)
        orders: list[Choices] = [ByUnit(directing, lambda hq: [*self.invasions(state, hq), *self.evacuations(state, hq)])]
        return super().families(state, side) + (orders if directing else [])

    @rule("EF-15.4b", "EF-15.41b", "EF-15.41d", "EF-5.8c")
    def directing(self, state: EastFrontState, side: int) -> list[int]:
        """Invasion HQs that have not yet moved their one unit of this phase."""
        hqs = self.rules.headquarters
        return [
            hq
            for hq in hqs.active(state, side)
            if state.command[hq] & INVASION and not state.flags[hq] & MOVED and hqs.effective_value(state, hq) >= 0
        ]

    # ---- invasions

    @rule("EF-15.41b", "EF-R18", "EF-15.4a")
    def invaders(self, state: EastFrontState, hq: int) -> list[int]:
        """Infantry-type units in the port of an Invasion HQ that have not moved."""
        port, side = state.location[hq], self.units.side[hq]
        if battle_hexes(state) >> port & 1:
            return []
        kinds = self.rules.tables.types_of
        return [b for b in blocks_at(state, port, self.order.of_side[side]) if kinds[b].invades and self._is_free(state, b)]

    def _is_free(self, state: EastFrontState, block: int) -> bool:
        return not state.flags[block] & HAS_GONE and not self.rules.movement.is_tied(state, block)

    @rule("EF-15.4a", "EF-15.41b", "EF-15.41d", "EF-15.41e", "EF-6.21a")
    def invasions(self, state: EastFrontState, hq: int) -> list[Invade]:
        """Every landing an HQ can order: on any coast of its sea; in Blitz Movement only where it has landed or marked."""
        side, coasts = self.units.side[hq], self.open_coasts(state, hq)
        return [
            Invade(hq, block, to)
            for block in self.invaders(state, hq)
            for to in members(coasts & self.rules.movement.territory(state, block))
            if self.rules.movement.has_room(state, side, to) and not self.is_taken(state, side, to)
        ]

    @rule("EF-15.4a", "EF-15.41d")
    def open_coasts(self, state: EastFrontState, hq: int) -> HexSet:
        """Coasts that an HQ may send a unit to in this phase."""
        coasts = landing_coasts(self.rules, state, hq)
        if state.phase == BLITZ_MOVEMENT:
            coasts &= mask_of(hex_ for marking, hex_ in state.landings if marking == hq)
        return coasts

    @rule("EF-15.42b")
    def is_taken(self, state: EastFrontState, side: int, hex_: int) -> bool:
        """Whether a unit has already landed in this defended hex in this phase: only one may."""
        if not state.occupied[1 - side] >> hex_ & 1:
            return False
        units = blocks_at(state, hex_, self.order.of_side[side])
        return any(state.landed >> block & 1 and state.entered_from[block] != NO_HEX for block in units)

    # ---- evacuations

    @rule("EF-15.6a", "EF-15.6b", "EF-15.6e", "EF-2.67a", "EF-6.32b", "EF-1.37b")
    def evacuations(self, state: EastFrontState, hq: int) -> list[Evacuate]:
        """Every unit on a coast of the same sea that an HQ can bring back into its port."""
        port, side = state.location[hq], self.units.side[hq]
        if not self._can_dock(state, side, port):
            return []
        coasts = seas().among(seas().shores, sailing_area(state, side, port)) & ~(1 << port)
        return [
            Evacuate(hq, block)
            for block in self.order.of_side[side]
            if state.location[block] >= 0
            and coasts >> state.location[block] & 1
            and not self.units.is_static[block]
            and self._is_free(state, block)
            and self.rules.movement.territory(state, block) >> port & 1
        ]

    @rule("EF-15.6a", "EF-6.32b")
    def _can_dock(self, state: EastFrontState, side: int, port: int) -> bool:
        """Whether a port is friendly, has no battle, and has room for another unit."""
        is_open = state.friendly[side] & ~battle_hexes(state) & 1 << port
        return bool(is_open) and self.rules.movement.has_room(state, side, port)

    # ---- carrying out

    def carry_out(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        if isinstance(action, Invade):
            self._invade(state, action, side, events)
        elif isinstance(action, Evacuate):
            self._evacuate(state, action, side, events)
        else:
            super().carry_out(state, action, side, events)
            if isinstance(action, Drop):
                state.landed &= ~(1 << action.block)

    @rule("EF-15.4a", "EF-15.43a", "EF-7.11a", "EF-15.41d")
    def _invade(self, state: EastFrontState, action: Invade, side: int, events: list[Event]) -> None:
        """Land a unit. Enemies in the hex are engaged; otherwise the unit just goes ashore."""
        block, port = action.block, state.location[action.block]
        if state.occupied[1 - side] >> action.to & 1:
            self.rules.battles.engage(state, block, action.to, port)
        effects.place(state, block, side, action.to)
        state.flags[block] |= MOVED
        state.flags[action.hq] |= MOVED
        state.landed |= 1 << block
        state.landings.append((action.hq, action.to))
        events.append(Moved(block=block, origin=port, to=action.to, mode="invasion", seen_by=audience(side)))

    @rule("EF-15.6a", "EF-15.6b", "EF-6.41a", "EF-6.41c")
    def _evacuate(self, state: EastFrontState, action: Evacuate, side: int, events: list[Event]) -> None:
        """A unit sails at once, but the last of its side in a battle becomes a rearguard and sails later."""
        block, port = action.block, state.location[action.hq]
        state.flags[action.hq] |= MOVED
        in_battle = battle_hexes(state) >> state.location[block] & 1
        if in_battle and not self.rules.movement.leaves_friends_behind(state, block):
            state.flags[block] |= REARGUARD
            state.evacuations.append((block, port, action.hq))
        else:
            self._sail(state, block, port, side, events)

    def _sail(self, state: EastFrontState, block: int, port: int, side: int, events: list[Event]) -> None:
        origin = state.location[block]
        effects.place(state, block, side, port)
        state.flags[block] |= MOVED
        state.landed &= ~(1 << block)
        events.append(Moved(block=block, origin=origin, to=port, mode="evacuation", seen_by=audience(side)))

    @rule("EF-15.6a", "EF-15.6b", "EF-6.41f")
    def ways_out(self, state: EastFrontState, rearguard: int) -> list[Action] | None:
        """A rearguard that was ordered to sail can leave only by sea, if its port still has room."""
        for block, port, hq in state.evacuations:
            if block == rearguard:
                return [Evacuate(hq, block)] if self._can_dock(state, self.units.side[block], port) else []
        return super().ways_out(state, rearguard)

    def complete(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        if not isinstance(action, Evacuate):
            super().complete(state, action, side, events)
            return
        port = next(port for block, port, _ in state.evacuations if block == action.block)
        state.flags[action.block] &= ~REARGUARD
        self._sail(state, action.block, port, side, events)
        effects.hide(state, action.block)

    @rule("EF-15.51a")
    def show(self, state: EastFrontState) -> None:
        """Note the beaches on which Soviet units have landed, which everybody sees."""
        super().show(state)
        if state.active == SOVIET:
            units = self.order.of_side[SOVIET]
            state.beaches |= mask_of(h for b in units if state.landed >> b & 1 and (h := state.location[b]) >= 0)

    def settle(self, state: EastFrontState) -> None:
        super().settle(state)
        state.evacuations.clear()
        state.beaches &= state.occupied[SOVIET]

    # ---- refusals

    def why_not(self, state: EastFrontState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, Invade | Evacuate):
            return super().why_not(state, action, side)
        if not (0 <= action.block < len(self.order) and 0 <= action.hq < len(self.order)):
            return Refusal("EF-1.2a", "no_such_unit")
        if self.units.side[action.block] != side:
            return Refusal("EF-0.1a", "not_yours", {"block": action.block})
        if action.hq not in self.directing(state, side):
            return Refusal("EF-15.41a", "no_invasion_headquarters", {"block": action.hq})
        return self._why_not_invade(state, action) if isinstance(action, Invade) else self._why_not_evacuate(state, action)

    def _why_not_invade(self, state: EastFrontState, action: Invade) -> Refusal:
        side, values = self.units.side[action.block], {"block": action.block, "hex": action.to}
        if action.block not in self.invaders(state, action.hq):
            return Refusal("EF-15.41b", "cannot_embark", values)
        if not self.board.is_hex(action.to):
            return Refusal("EF-15.4a", "not_offered")
        if not self.open_coasts(state, action.hq) >> action.to & 1:
            return Refusal("EF-15.4a", "no_landing_there", values)
        if self.is_taken(state, side, action.to):
            return Refusal("EF-15.42b", "one_landing_only", values)
        if not self.rules.movement.has_room(state, side, action.to):
            return Refusal("EF-6.21a", "hex_full", values | {"most": self.board.stacking[action.to]})
        return Refusal("EF-2.66a", "restricted", values)

    def _why_not_evacuate(self, state: EastFrontState, action: Evacuate) -> Refusal:
        port, values = state.location[action.hq], {"block": action.block, "hex": state.location[action.hq]}
        if not self.rules.movement.has_room(state, self.units.side[action.block], port):
            return Refusal("EF-6.21a", "hex_full", values | {"most": self.board.stacking[port]})
        return Refusal("EF-15.6a", "cannot_be_evacuated", values)


class SeaAssaults(Assaults):
    """Repulse of units that come from the sea."""

    @rule("EF-15.43a", "EF-15.43c", "EF-15.5a", "EF-7.54a")
    def number_of(self, state: EastFrontState, block: int, hex_: int) -> int:
        """A unit that came from the sea is repulsed more easily than across a river, the Coastal Army less easily than others."""
        if not state.landed >> block & 1 or state.entered_from[block] == NO_HEX:
            return super().number_of(state, block, hex_)
        kind = "sea_coastal" if "amphibious" in self.order[block].tags else "sea"
        return self.rules.tables.repulse[kind][self.rules.weather.at(state, hex_)]

    @rule("EF-15.43b")
    def after_repulse(self, state: EastFrontState, block: int) -> None:
        """A repulsed unit is back in its port and no longer counts as landed."""
        super().after_repulse(state, block)
        state.landed &= ~(1 << block)


class SeaborneMovement(Movement):
    """Landed and evacuated units in land movement and pursuit."""

    def carry_out(self, state: EastFrontState, move: Move) -> None:
        super().carry_out(state, move)
        state.landed &= ~(1 << move.block)

    @rule("EF-15.6c", "EF-15.5b", "EF-6.42g")
    def rearguard_speed(self, state: EastFrontState, rearguard: int) -> int:
        """A rearguard that leaves by sea counts as slow when it is pursued, the Coastal Army as less slow."""
        if all(block != rearguard for block, _, _ in state.evacuations):
            return super().rearguard_speed(state, rearguard)
        numbers = self.rules.tables.numbers
        is_coastal = "amphibious" in self.order[rearguard].tags
        return numbers.evacuation_speed_coastal if is_coastal else numbers.evacuation_speed
