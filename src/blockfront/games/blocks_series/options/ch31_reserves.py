"""Chapter 31: units held in reserve, to move as motorised units or to reinforce a battle."""

from blockfront.blocks import effects
from blockfront.core.choices import Choices, Later, Listed
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_series.actions import SpecialAction
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p08_blitz import Blitz
from blockfront.games.blocks_series.rules.ch13_headquarters import PUT_IN_RESERVE
from blockfront.games.blocks_series.rules.reach import layers_of, path_to
from blockfront.games.blocks_series.state import EXPLOITATION, MARKED, MOVEMENT, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

RESERVE_TECH = 2


class ReserveHeadquarters(CommandingHeadquarters):
    """Orders that put units into reserve."""

    def kinds_in_play(self) -> frozenset[int]:
        return super().kinds_in_play() | {PUT_IN_RESERVE}

    # ---- who may be put in reserve

    @rule("BE-31.0a", "BE-31.0b")
    @rule("BW-31.0a", "BW-31.0b")
    def may_be_motorised(self, state: SeriesState, block: int) -> bool:
        """Whether a unit is infantry or armour of TECH 2 that has not moved in this phase."""
        if not self._is_mobile(block) or (state.phase == MOVEMENT and state.spent[block]):
            return False
        return self._is_ready(state, block) and self.rules.movement.full_allowance(state, block) > 0

    @rule("BE-31.0a", "BE-31.0d")
    @rule("BW-31.0a", "BW-31.0c", "BW-6.2.1a", "BW-6.2.2b")
    def may_wait(self, state: SeriesState, block: int) -> bool:
        """Whether a unit is armour of TECH 2 that has not exploited."""
        armour = self.units.is_armour[block] and not self.units.is_hq[block]
        return armour and not state.spent[block] and not state.motorised >> block & 1 and self._is_ready(state, block)

    def _is_ready(self, state: SeriesState, block: int) -> bool:
        hex_ = state.location[block]
        if hex_ < 0 or state.flags[block] & MARKED or (state.motorised | state.reserve) >> block & 1:
            return False
        if self.rules.definitions.tech(state, block) < RESERVE_TECH or self.rules.definitions.is_frozen(state, block):
            return False
        return not state.occupied[1 - self.units.side[block]] >> hex_ & 1

    # ---- orders

    def could_help(self, kind: int, block: int) -> bool:
        return super().could_help(kind, block) and (kind != PUT_IN_RESERVE or self._is_mobile(block))

    def _is_mobile(self, block: int) -> bool:
        return (self.units.is_infantry[block] or self.units.is_armour[block]) and not self.units.is_hq[block]

    @rule("BE-31.0c", "BE-31.0e")
    @rule("BW-31.0d", "BW-31.0e")
    def kinds_of_orders(self, state: SeriesState, hq: int) -> list[Choices]:
        """Armour headquarters also put units of their nation in reserve, for motorisation or for reaction."""
        found = super().kinds_of_orders(state, hq)
        if self.units.staff[hq].leads != "armour" or not self.may_act(state, hq):
            return found
        return [*found, Later(SpecialAction, lambda: Listed([SpecialAction(hq, PUT_IN_RESERVE, b) for b in self._fit(state, hq)]))]

    def _fit(self, state: SeriesState, hq: int) -> list[int]:
        """Units within range of an armour headquarters that it may put in reserve."""
        reach, nation, location = self.reach(state, hq), self.units.nation[hq], state.location
        suits = self.may_wait if state.phase == EXPLOITATION else self.may_be_motorised
        near = [b for b in self.units.ground[self.units.side[hq]] if location[b] >= 0 and reach >> location[b] & 1]
        return [block for block in near if self.units.nation[block] == nation and suits(state, block)]

    @rule("BE-31.0c", "BE-13.7c")
    @rule("BW-13.8.1d6")
    def may_help(self, state: SeriesState, hq: int, kind: int, block: int) -> bool:
        """High commands motorise units of their nation, the FHQ those of any ally."""
        if kind == PUT_IN_RESERVE:
            return self.may_be_motorised(state, block)
        return super().may_help(state, hq, kind, block)

    @rule("BE-31.0a")
    def give_order(self, state: SeriesState, hq: int, kind: int, block: int) -> None:
        super().give_order(state, hq, kind, block)
        if kind == PUT_IN_RESERVE and state.phase == EXPLOITATION:
            state.reserve |= 1 << block
        elif kind == PUT_IN_RESERVE:
            state.motorised |= 1 << block

    def is_waiting(self, state: SeriesState, block: int) -> bool:
        return not (state.motorised | state.reserve) >> block & 1 and super().is_waiting(state, block)

    @rule("BE-31.0b")
    def is_commanded(self, state: SeriesState, block: int) -> bool:
        """A motorised unit needs no further command."""
        return bool(state.phase == EXPLOITATION and state.motorised >> block & 1) or super().is_commanded(state, block)

    # ---- the course of a turn

    @rule("BE-31.0f")
    @rule("BW-R102")
    def begin_turn(self, state: SeriesState, side: int) -> None:
        """Release reserves that have waited for one enemy turn."""
        super().begin_turn(state, side)
        state.reserve &= ~mask_of(self.order.of_side[side])

    def end_movement(self, state: SeriesState, side: int) -> None:
        super().end_movement(state, side)
        if state.phase == EXPLOITATION:
            state.motorised = 0

    def has_reserves(self) -> bool:
        return True


class ReserveMovement(Movement):
    """Units in reserve wait and may join a battle."""

    @rule("BE-31.0b", "BE-31.0d")
    def may_move(self, state: SeriesState, block: int) -> bool:
        """As without this option, but units in reserve do not move."""
        kept = state.reserve if state.phase == EXPLOITATION else state.motorised
        return not kept >> block & 1 and super().may_move(state, block)

    @rule("BE-31.0d", "BE-31.0g", "BE-31.0h", "BE-R54")
    @rule("BW-31.0g", "BW-R97")
    def reinforcements(self, state: SeriesState, block: int, battles: HexSet) -> HexSet:
        """Battles with room for a unit in reserve that it can reach with its movement points, through hexes without enemies."""
        hex_, side = state.location[block], self.units.side[block]
        if hex_ < 0 or state.flags[block] & MARKED or state.occupied[1 - side] >> hex_ & 1:
            return 0
        layers = layers_of(self.network(state, block), 1 << hex_, self.full_allowance(state, block))
        reached = 0
        for layer in layers[1:]:
            reached |= layer
        fields = battles & (state.occupied[side] | self.rules.landings.hexes(state) | self.rules.airborne.in_the_air_over(state))
        return reached & fields & self.rules.definitions.room_for(state, block)

    @rule("BE-31.0h")
    def reinforce(self, state: SeriesState, block: int, target: int, events: list[Event]) -> None:
        network, side = self.network(state, block), self.units.side[block]
        way, _ = path_to(network, layers_of(network, 1 << state.location[block], self.full_allowance(state, block)), target)
        effects.place(state, block, side, target)
        state.entered[block] = NO_HEX
        state.reserve &= ~(1 << block)
        self.rules.definitions.capture(state, side, mask_of(way[1:-1]), events)


class ReserveBlitz(Blitz):
    """Motorised units exploit like armour."""

    @rule("BE-31.0b", "BE-31.0d")
    def exploiters(self, state: SeriesState, side: int) -> list[int]:
        """Motorised units in supply exploit like armour; armour in reserve for reaction does not."""
        found = super().exploiters(state, side)
        ready: list[int] = [b for b in self.units.ground[side] if state.motorised >> b & 1 and state.location[b] >= 0]
        ready = [block for block in ready if not state.flags[block] & MARKED and self.rules.movement.may_move(state, block)]
        if ready:
            lacking, _ = self.rules.supply.unsupplied(state, ready)
            found += [block for block in ready if block not in lacking]
        return sorted(found)

    def may_exploit(self, state: SeriesState, block: int) -> bool:
        return not (state.reserve | state.motorised) >> block & 1 and super().may_exploit(state, block)
