"""Sections 7.5.2, 7.6, 7.7.16 and 7.8.1: what air units may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Fly
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.legs import Legs, UnitLegs
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.state import IN_FLIGHT, MOVED, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules


class AirOperations(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._flights = Legs(Fly)

    @rule("BE-7.5.2b", "BE-7.5.3d", "BE-7.5.3i", "BE-6.3.2d")
    @rule("BW-7.5.2b", "BW-7.5.3c", "BW-7.5.3k", "BW-6.3.2c", "BW-6.3.3a", "BW-6.3.1a", "BW-6.3.1c", "BW-6.3.2a")
    def range_of(self, state: SeriesState, block: int) -> int:
        return self.units.kind[block].range[self.rules.definitions.tech(state, block)]

    def value(self, state: SeriesState, block: int) -> int:
        return self.units.value(block, state.steps[block])

    # ---- the active player's air movement

    def may_fly(self, state: SeriesState, block: int) -> bool:
        """Whether an air unit may fly: it is based, has not moved in this phase, and is neither in a battle nor frozen."""
        hex_ = state.location[block]
        if hex_ < 0 or state.flags[block] & (IN_FLIGHT | MOVED) or state.occupied[1 - self.units.side[block]] >> hex_ & 1:
            return False
        return not self.rules.definitions.is_frozen(state, block)

    @rule("BE-7.5.2a", "BE-7.5.2b", "BE-7.5.2c", "BE-7.6.1a", "BE-7.7.3d")
    @rule("BW-7.5.2a", "BW-7.5.2b", "BW-7.5.2c")
    def flights(self, state: SeriesState, block: int) -> UnitLegs:
        """Missions to enemy-occupied hexes, and transfers to free airfields within twice the range."""
        targets = self.transfers(state, block)
        if self.may_fight(state, block):
            targets |= self.missions(state, block, self.targets_of_missions(state, block))
        return self._flights.of(block, targets & self.rules.definitions.duty(state, block))

    def targets_of_missions(self, state: SeriesState, block: int) -> HexSet:
        """Hexes in which an air unit could fight."""
        return state.occupied[1 - self.units.side[block]]

    @rule("BE-4.4d", "BE-7.5.2d")
    @rule("BW-4.4d", "BW-7.5.2d", "BW-R28")
    def transfers(self, state: SeriesState, block: int) -> HexSet:
        reach = self.board.within(state.location[block], self.reach_of_transfers(state, block))
        return reach & self.rules.definitions.free_airfields(state, block)

    def reach_of_transfers(self, state: SeriesState, block: int) -> int:
        reach = 2 * self.range_of(state, block)
        return reach // 2 if self.rules.headquarters.is_hampered(state, block) else reach

    def may_fight(self, state: SeriesState, block: int) -> bool:
        """Whether an air unit may fly combat missions."""
        return self.value(state, block) > 0 and not self.rules.headquarters.is_hampered(state, block)

    @rule("BE-3.10d", "BE-5.3c", "BE-5.5f")
    @rule("BW-3.10c", "BW-R7")
    def missions(self, state: SeriesState, block: int, hexes: HexSet) -> HexSet:
        """Hexes within range in which the unit may fight; a unit that may not attack there may still defend friendly units."""
        side = self.units.side[block]
        near = hexes & self.board.within(state.location[block], self.range_of(state, block)) & self.rules.theatre
        if side == state.active:
            near &= self.rules.powers.attack_zone(state, block)
        near &= ~self.rules.definitions.crowding(state, side).air[self.most_in_battle() - 1]
        return self.rules.powers.supportable(state, block, near)

    def most_in_battle(self) -> int:
        return self.numbers.battle_air_units

    def fly(self, state: SeriesState, block: int, to: int) -> None:
        """Send an air unit on a mission if the enemy is in the hex, else to the airfield."""
        side = self.units.side[block]
        relocate(self.units, state, block, to)
        state.entered[block] = NO_HEX
        if state.occupied[1 - side] >> to & 1 or any(to == target for _, target in state.drops):
            state.flags[block] |= IN_FLIGHT | MOVED
        else:
            state.flags[block] = state.flags[block] & ~IN_FLIGHT | MOVED

    def second_missions(self, state: SeriesState, side: int) -> list[Action]:
        """Flights of air units that have fought to battles that are still to be fought."""
        return []

    def fly_on(self, state: SeriesState, block: int, to: int) -> None:
        raise TypeError("nobody fights twice in this game")

    # ---- defender reaction

    def has_reaction(self, state: SeriesState) -> bool:
        """Whether the inactive player has a Defender Reaction Phase."""
        return True

    @rule("BE-7.6a", "BE-7.6b", "BE-23.0c")
    @rule("BW-7.6a", "BW-7.6b", "BW-23.0g")
    def reactions(self, state: SeriesState, block: int) -> UnitLegs:
        able = self.may_fly(state, block) and self.may_fight(state, block)
        battles = state.battles & state.occupied[self.units.side[block]]
        if self.units.is_fighter[block]:
            battles |= self.rules.airborne.in_the_air_over(state)
        return self._flights.of(block, self.missions(state, block, battles) if able else 0)

    @rule("BE-7.6.2a")
    @rule("BW-7.7.5c", "BW-R93")
    def evacuations(self, state: SeriesState, block: int) -> UnitLegs:
        """Airfields to which an air unit can flee when ground units enter its base."""
        return self.retreats(state, block)

    # ---- coming back

    @rule("BE-7.7.16a", "BE-7.7.16b", "BE-7.8.1a", "BE-7.7.17a")
    @rule("BW-7.7.16a", "BW-7.8.1a", "BW-R38", "BW-7.7.14a")
    def retreats(self, state: SeriesState, block: int) -> UnitLegs:
        """Free airfields within range of where the unit is."""
        reach = self.board.within(state.location[block], self.range_of(state, block))
        return self._flights.of(block, reach & self.rules.definitions.free_airfields(state, block))

    def in_flight(self, state: SeriesState, side: int) -> list[int]:
        return [block for block in self.units.aircraft[side] if state.flags[block] & IN_FLIGHT and state.location[block] >= 0]

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, Fly):
            return None
        if not 0 <= action.block < len(self.order) or self.units.side[action.block] != side:
            return Refusal("BE-3.1a", "not_your_unit")
        if not self.units.is_air[action.block]:
            return Refusal("BE-7.5.2a", "not_an_air_unit", {"block": action.block})
        if not self.board.is_hex(action.to):
            return Refusal("BE-7.5.4a", "no_such_hex")
        return self._why_on_the_ground(state, action.block) or self.why_not_there(state, action.block, action.to)

    def _why_on_the_ground(self, state: SeriesState, block: int) -> Refusal | None:
        hex_ = state.location[block]
        if hex_ < 0:
            return Refusal("BE-3.1a", "not_on_the_map", {"block": block})
        if self.rules.definitions.is_frozen(state, block):
            return Refusal("BE-3.21b", "frozen", {"block": block})
        if state.flags[block] & (IN_FLIGHT | MOVED):
            return Refusal("BE-7.5.2a", "has_flown", {"block": block})
        if state.occupied[1 - self.units.side[block]] >> hex_ & 1:
            return Refusal("BE-7.5.2a", "airfield_attacked", {"block": block, "hex": hex_})
        return None

    def why_not_there(self, state: SeriesState, block: int, to: int) -> Refusal:
        side, start, facts = self.units.side[block], state.location[block], {"block": block, "hex": to}
        if state.occupied[1 - side] >> to & 1:
            if not self.may_fight(state, block):
                return self.why_no_fight(state, block)
            if not self.board.within(start, self.range_of(state, block)) >> to & 1:
                return Refusal("BE-7.5.2b", "too_far_to_fight", {**facts, "range": self.range_of(state, block)})
            if self.rules.definitions.crowding(state, side).air[self.most_in_battle() - 1] >> to & 1:
                return Refusal("BE-3.10d", "enough_aircraft_there", {"hex": to})
            return Refusal("BE-7.5.2b", "cannot_fly_there", facts)
        if not self.board.within(start, self.reach_of_transfers(state, block)) >> to & 1:
            return Refusal("BE-7.5.2d", "too_far_to_land", {**facts, "range": self.reach_of_transfers(state, block)})
        if self.rules.definitions.crowding(state, side).based >> to & 1:
            return Refusal("BE-7.5.2d", "airfield_full", {"hex": to})
        return Refusal("BE-7.5.2d", "no_airfield_there", facts)

    def why_no_fight(self, state: SeriesState, block: int) -> Refusal:
        """What keeps an air unit from all missions: if neither weakness nor lack of supply, then the weather."""
        if self.value(state, block) <= 0:
            return Refusal("BE-7.5.2b", "too_weak_to_fight", {"block": block})
        if self.rules.headquarters.is_hampered(state, block):
            return Refusal("BE-4.4d", "no_mission_without_supply", {"block": block})
        return Refusal("BE-9.2d", "cannot_fight_now", {"block": block})
