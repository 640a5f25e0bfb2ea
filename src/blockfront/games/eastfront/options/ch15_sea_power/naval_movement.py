"""Section 15.2: strategic moves by sea from port to port."""

from blockfront.blocks import effects
from blockfront.blocks.block_state import battle_hexes
from blockfront.core.actions import Action
from blockfront.core.choices import ByUnit, Choices
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import audience
from blockfront.games.eastfront.actions import Mobilise, NavalMove, RailMove
from blockfront.games.eastfront.events import Moved
from blockfront.games.eastfront.options.ch15_sea_power.sea_control import voyage
from blockfront.games.eastfront.options.ch15_sea_power.seas import SeaSet, seas
from blockfront.games.eastfront.rules.ch06_strategic import StrategicMovement
from blockfront.games.eastfront.state import MOVED, SOVIET, STRATEGIC, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class SeaTransport(StrategicMovement):
    """Strategic movement by sea as well as by rail."""

    def moves(self, state: EastFrontState, side: int) -> list[Choices]:
        families = super().moves(state, side)
        if state.supreme_moves > 0:
            open_ports = self.ports(state, side)
            embarking = [block for block in self.carried(state, side) if open_ports >> state.location[block] & 1]
            if embarking:
                families.append(ByUnit(embarking, lambda block: self.naval_moves(state, block)))
        return families

    @rule("EF-15.2b", "EF-15.21a", "EF-15.51c")
    def ports(self, state: EastFrontState, side: int) -> HexSet:
        """Friendly ports that can take more units in this Player Turn. For the Soviets a Beachhead without battle is a port."""
        found = seas().port_hexes & state.friendly[side]
        if side == SOVIET and state.beachhead >= 0:
            found |= 1 << state.beachhead & state.friendly[SOVIET] & ~battle_hexes(state)
        for port in set(state.ports_used):
            if state.ports_used.count(port) >= self.capacity(port):
                found &= ~(1 << port)
        return found

    @rule("EF-15.21a", "EF-1.45b", "EF-15.51c")
    def capacity(self, port: int) -> int:
        """Units that may enter or leave a port in one Player Turn; a Beachhead counts as a Minor Port."""
        return seas().capacity.get(port, self.rules.tables.numbers.minor_port_capacity)

    def _seas(self, state: EastFrontState, port: int) -> SeaSet:
        return seas().ports.get(port, 0) | (seas().at(port) if port == state.beachhead else 0)

    @rule("EF-15.2a", "EF-15.2b", "EF-6.53b")
    def voyages(self, state: EastFrontState, block: int, available: int) -> dict[int, int]:
        """Ports a unit can reach with this many Naval Moves, each with the number of sea areas crossed."""
        origin, side = state.location[block], self.units.side[block]
        waters, open_ports = seas(), self.ports(state, side)
        if not open_ports >> origin & 1:
            return {}
        goals = open_ports & ~battle_hexes(state) & ~(1 << origin) & self.rules.movement.territory(state, block)
        found: dict[int, int] = {}
        for crossed, areas in enumerate(voyage(state, side, self._seas(state, origin))[:available], start=1):
            beach = 1 << state.beachhead if state.beachhead >= 0 and waters.at(state.beachhead) & areas else 0
            for port in members(goals & (waters.among(waters.harbours, areas) | beach)):
                found.setdefault(int(port), crossed)
        return found

    @rule("EF-15.2b", "EF-15.2c", "EF-6.53e", "EF-15.6b", "EF-15.6e", "EF-15.42c")
    def naval_moves(self, state: EastFrontState, block: int) -> list[NavalMove]:
        return [NavalMove(block, to) for to in self._harbours(state, block, state.supreme_moves)]

    def _harbours(self, state: EastFrontState, block: int, available: int) -> list[int]:
        """Ports a unit may sail to. It may leave a battle only if friendly units stay."""
        in_battle = battle_hexes(state) >> state.location[block] & 1
        if in_battle and not self.rules.movement.leaves_friends_behind(state, block):
            return []
        side = self.units.side[block]
        return [to for to in self.voyages(state, block, available) if self.rules.movement.has_room(state, side, to)]

    @rule("EF-15.2a", "EF-6.53c", "EF-6.53d")
    def carry_out(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        assert isinstance(action, RailMove | NavalMove)
        state.landed &= ~(1 << action.block)
        if isinstance(action, RailMove):
            super().carry_out(state, action, side, events)
            return
        block, origin = action.block, state.location[action.block]
        state.supreme_moves -= self.voyages(state, block, state.supreme_moves)[action.to]
        state.ports_used += [origin, action.to]
        effects.place(state, block, side, action.to)
        state.flags[block] |= MOVED | STRATEGIC
        events.append(Moved(block=block, origin=origin, to=action.to, mode="naval", seen_by=audience(side)))

    # ---- a supreme headquarters on board

    @rule("EF-5.62b", "EF-5.62c", "EF-15.2a")
    def mobilisations(self, state: EastFrontState, hq: int) -> list[Action]:
        """A supreme headquarters may also mobilise by sea, with one Naval Move free."""
        found = super().mobilisations(state, hq)
        return found + [Mobilise(hq, to, sea=True) for to in self._harbours(state, hq, state.supreme_moves + 1)]

    def pay_for_mobilisation(self, state: EastFrontState, action: Mobilise) -> None:
        super().pay_for_mobilisation(state, action)
        if action.sea:
            state.ports_used += [state.location[action.hq], action.to]

    def why_not(self, state: EastFrontState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, NavalMove):
            return super().why_not(state, action, side)
        if state.supreme_moves <= 0:
            return Refusal("EF-15.2a", "too_few_supreme_moves")
        refusal = self.rules.movement.why_not_move(state, action.block, side)
        if refusal is not None:
            return refusal
        block, values = action.block, {"block": action.block, "hex": action.to}
        if not self.board.is_hex(action.to):
            return Refusal("EF-15.2b", "not_offered")
        for port in (state.location[block], action.to):
            if state.ports_used.count(port) >= self.capacity(port):
                return Refusal("EF-15.21a", "port_is_busy", {"hex": port})
        if not self.rules.movement.has_room(state, side, action.to):
            return Refusal("EF-6.21a", "hex_full", values | {"most": self.board.stacking[action.to]})
        if battle_hexes(state) >> state.location[block] & 1 and not self.rules.movement.leaves_friends_behind(state, block):
            return Refusal("EF-15.6b", "last_needs_evacuation", values)
        return Refusal("EF-15.2b", "no_sea_route", values)
