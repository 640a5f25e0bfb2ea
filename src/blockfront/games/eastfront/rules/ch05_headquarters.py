"""Chapter 5: headquarters. Activation, command radius, roles, supreme command, disorganisation."""

from blockfront.blocks import effects
from blockfront.blocks.block_state import battle_hexes, count_at
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.eastfront.actions import Activate
from blockfront.games.eastfront.events import Eliminated, Spent
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import ACTIVE, BLITZ, INACTIVE, NO_HEX, ORDERS, SPENT, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step


class Headquarters(Chapter):
    @rule("EF-5.1a", "EF-5.1f")
    def value(self, state: EastFrontState, hq: int) -> int:
        """The command value of an HQ: 0 to III."""
        return state.steps[hq] - 1

    @rule("EF-5.8a", "EF-5.8e", "EF-12.22c")
    def is_disorganised(self, state: EastFrontState, hq: int) -> bool:
        """Whether a headquarters is disorganised: by surprise or by the weather; a supreme one never in its capital."""
        hex_ = state.location[hq]
        side = self.units.side[hq]
        if self.rules.scenarios.is_surprised(state, side):
            return True
        if self.units.is_supreme[hq] and hex_ == self.board.capitals[side]:
            return False
        return self.rules.weather.disorganises(state, side, hex_)

    @rule("EF-5.8b", "EF-5.8c", "EF-5.8d", "EF-13.16a")
    def effective_value(self, state: EastFrontState, hq: int) -> int:
        """The command value less disorganisation; below 0 the HQ cannot command at all."""
        return self.value(state, hq) - self.is_disorganised(state, hq)

    def is_active(self, state: EastFrontState, hq: int) -> bool:
        return state.command[hq] & ORDERS in (ACTIVE, BLITZ) and state.location[hq] >= 0

    def active(self, state: EastFrontState, side: int) -> list[int]:
        return [hq for hq in self.units.hqs[side] if self.is_active(state, hq)]

    def blitzing(self, state: EastFrontState, side: int) -> list[int]:
        """HQs of a side that blitz in this turn and are still active."""
        return [hq for hq in self.active(state, side) if state.command[hq] & ORDERS == BLITZ]

    # ---- activation

    @rule("EF-4.41a", "EF-4.41b", "EF-5.2a", "EF-5.2b", "EF-5.7c", "EF-5.7i", "EF-R11", "EF-5.21a", "EF-R50")
    def activations(self, state: EastFrontState, side: int) -> list[Activate]:
        """Every way to activate an HQ now: in place or deploying one hex, normally or for a blitz."""
        found = []
        for hq in self.units.hqs[side]:
            if state.location[hq] < 0 or state.command[hq] != INACTIVE:
                continue
            hexes = (NO_HEX, *members(self.deploy_hexes(state, hq)))
            modes = (False, True) if self.may_blitz(state, hq) else (False,)
            found += [Activate(hq, blitz, to) for blitz in modes for to in hexes]
        return found

    @rule("EF-5.7c", "EF-5.7i", "EF-R11")
    def may_blitz(self, state: EastFrontState, hq: int) -> bool:
        return not self.units.is_supreme[hq] and self.value(state, hq) >= 1

    @rule("EF-5.21a", "EF-5.21b", "EF-5.21c", "EF-5.21e", "EF-8.4a", "EF-1.39b")
    def deploy_hexes(self, state: EastFrontState, hq: int) -> HexSet:
        """Adjacent friendly hexes without battle into which an HQ may deploy when it is activated."""
        hex_, side = state.location[hq], self.units.side[hq]
        if not self.rules.weather.may_deploy(state, hex_):
            return 0
        reached = step(self.board.grid, 1 << hex_, self.board.land_sides)
        return reached & state.friendly[side] & ~battle_hexes(state) & self.rules.satellites.may_enter(state, hq)

    @rule("EF-5.21d")
    def deploying_is_retreat(self, state: EastFrontState, hq: int) -> bool:
        """Whether an HQ that deploys leaves a battle as the last unit of its side."""
        hex_ = state.location[hq]
        return bool(battle_hexes(state) >> hex_ & 1) and count_at(state, hex_, self.units.side[hq]) == 1

    # ---- command

    @rule("EF-5.3a", "EF-5.3b", "EF-5.3c", "EF-R10", "EF-R24", "EF-5.65a", "EF-8.4b")
    def zone(self, state: EastFrontState, hq: int) -> HexSet:
        """Hexes whose units or battles an active HQ commands: those within its radius, not through enemy hexes."""
        radius = self.effective_value(state, hq)
        if radius < 0 or self.units.is_supreme[hq]:
            return 0
        board = self.board
        passable = self.rules.control.traceable(state, self.units.side[hq])
        reached = frontier = 1 << state.location[hq]
        for _ in range(radius):
            around = step(board.grid, frontier, board.land_sides)
            reached |= around
            frontier = around & passable
        return reached

    @rule("EF-5.3d", "EF-4.42a")
    def refresh_command(self, state: EastFrontState) -> None:
        """Recompute which hexes are under command of the active side's HQs."""
        state.in_command = 0
        for hq in self.active(state, state.active):
            if self.directs_movement(state, hq):
                state.in_command |= self.zone(state, hq)

    def directs_movement(self, state: EastFrontState, hq: int) -> bool:
        """Whether an active HQ commands ordinary movement within its radius."""
        return not self.units.is_supreme[hq]

    @rule("EF-5.42a", "EF-5.42b", "EF-5.64a", "EF-7.14b", "EF-4.45a")
    def supported(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes in which battles are supported: those within the radius of an active ordinary HQ."""
        hexes = 0
        for hq in self.active(state, side):
            hexes |= self.support_zone(state, hq)
        return hexes

    def support_zone(self, state: EastFrontState, hq: int) -> HexSet:
        """The hexes in which one HQ gives combat support."""
        return self.zone(state, hq)

    @rule("EF-5.61a", "EF-6.51a")
    def supreme_moves(self, state: EastFrontState, side: int) -> int:
        """The Supreme Moves that an active SHQ gives: two per point of value."""
        hq = self.units.supreme[side]
        per_value = self.rules.tables.numbers.supreme_moves_per_value
        return per_value * max(0, self.effective_value(state, hq)) if self.is_active(state, hq) else 0

    # ---- deactivation

    @rule("EF-5.43a", "EF-5.2c", "EF-5.7a", "EF-5.7h", "EF-5.41a", "EF-5.42c", "EF-4.43c", "EF-4.43d", "EF-4.45c", "EF-5.43c")
    @rule("EF-5.1c", "EF-5.7d")
    def spend(self, state: EastFrontState, hq: int, events: list[Event], *, still_active: bool = False) -> None:
        """Take the step that an HQ pays for commanding; it stays active only between the two halves of a blitz."""
        hex_ = state.location[hq]
        eliminated = effects.lose_step(state, hq, self.units.side[hq])
        if eliminated:
            state.command[hq] = SPENT
            events.append(Eliminated(block=hq, hex=hex_, cause="command"))
            return
        events.append(Spent(hq=hq, value=self.value(state, hq), hex=hex_, still_active=still_active))
        if not still_active:
            state.command[hq] = SPENT
            effects.hide(state, hq)

    def why_not_activate(self, state: EastFrontState, action: Activate, side: int) -> Refusal | None:
        """Why an activation is not offered."""
        hq, values = action.hq, {"block": action.hq}
        if not 0 <= hq < len(self.order):
            return None
        if self.units.side[hq] != side:
            return Refusal("EF-0.1a", "not_yours", values)
        if not self.units.is_hq[hq]:
            return Refusal("EF-4.41a", "no_headquarters", values)
        if state.location[hq] < 0:
            return Refusal("EF-1.2a", "not_on_the_map", values)
        if state.command[hq] != INACTIVE:
            return Refusal("EF-5.2a", "already_active", values)
        if action.blitz and not self.may_blitz(state, hq):
            supreme = self.units.is_supreme[hq]
            return Refusal("EF-5.7c" if supreme else "EF-5.7i", "supreme_cannot_blitz" if supreme else "too_weak_to_blitz", values)
        if action.role:
            return self.why_not_in_role(state, action)
        if not self.rules.weather.may_deploy(state, state.location[hq]):
            return Refusal("EF-5.21b", "cannot_deploy_in_mud", values)
        return Refusal("EF-5.21a", "cannot_deploy_there", values)

    def why_not_in_role(self, state: EastFrontState, action: Activate) -> Refusal | None:
        """Why a headquarters that could be activated may not take a special role."""
        return None
