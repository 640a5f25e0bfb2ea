"""Section 7.4: strategic rail moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.core.actions import Action
from blockfront.core.choices import Actions
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Evacuate, RailMove
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.rules.ch29_partisans import BARS_TRAINS
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.legs import Legs, UnitLegs
from blockfront.games.blocks_series.rules.stacking import on_map, relocate
from blockfront.games.blocks_series.state import IN_FLIGHT, MARKED, MOVED, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.sides import Sides

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules


class StrategicRail(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._moves = Legs(RailMove)
        powers = rules.tables.powers
        self._allowances = tuple(
            (sum(1 << n for n, other in enumerate(powers) if power.id in (other.id, other.rail_with)), power.side, power.rail_limit)
            for power in powers
            if power.rail_limit >= 0 and not power.rail_with
        )

    # ---- limits

    def limits(self, state: SeriesState, side: int) -> tuple[tuple[HexSet, int], ...]:
        """Pairs (hexes, moves a turn): a move that enters one of the hexes counts against that limit."""
        return tuple((-1, most) for _, owner, most in self._allowances if owner == side)

    @rule("BW-R115", "BW-R78", "BW-R29")
    def limited(self, state: SeriesState, side: int) -> tuple[int, ...]:
        """The powers whose moves each limit counts, as bits; limits without an entry count everybody's."""
        return tuple(powers for powers, owner, _ in self._allowances if owner == side)

    @rule("BE-32.3a")
    @rule("BW-32.3a")
    def allowed(self, state: SeriesState, side: int) -> tuple[tuple[HexSet, int], ...]:
        """The limits, reduced by bomb damage to railway stations."""
        limits = self.limits(state, side)
        if not state.bombed or side != state.active:
            return limits
        powers, lost = self.limited(state, side), self.rules.strategic.lost_trains
        return tuple(
            (hexes, max(0, most - lost(state, hexes, powers[number] if number < len(powers) else -1)))
            for number, (hexes, most) in enumerate(limits)
        )

    def _counts(self, state: SeriesState, limit: int, power: int) -> bool:
        limited = self.limited(state, self.rules.tables.powers[power].side)
        return limit >= len(limited) or bool(limited[limit] >> power & 1)

    @rule("BE-7.4a", "BE-R25", "BE-R77")
    @rule("BW-7.4f")
    def open_hexes(self, state: SeriesState, power: int) -> HexSet:
        """All hexes except those whose limit is used up."""
        return self._open_under(state, power, self.allowed(state, self.rules.tables.powers[power].side))

    def _open_under(self, state: SeriesState, power: int, limits: tuple[tuple[HexSet, int], ...]) -> HexSet:
        closed = 0
        for number, (hexes, most) in enumerate(limits):
            made = state.rail_moves[number] if number < len(state.rail_moves) else 0
            if made >= most and self._counts(state, number, power):
                closed |= hexes
        return ~closed

    def tracks(self, state: SeriesState, side: int) -> Sides:
        """The railways that trains of a side may use."""
        return self.rules.definitions.railways(state).sides

    # ---- moves

    @rule("BE-7.4b", "BE-7.4c", "BE-7.4f", "BE-7.4g", "BE-R27", "BE-3.21b")
    @rule("BW-7.4e", "BW-7.4b", "BW-7.4d")
    def may_go(self, state: SeriesState, block: int) -> bool:
        if not self.can_go(state, block):
            return False
        power = self.units.power[block]
        return self.rules.headquarters.pays_fare(state, block) or self.rules.production.can_pay(state, power, 1, (YELLOW,))

    def can_go(self, state: SeriesState, block: int) -> bool:
        """Whether a unit could move by rail if the move were paid."""
        hex_ = state.location[block]
        if hex_ < 0 or state.flags[block] & (MARKED | MOVED | IN_FLIGHT) or self.rules.definitions.is_frozen(state, block):
            return False
        return not self.units.is_fixed[block] and bool(self.network(state, self.units.side[block]) >> hex_ & 1)

    def _why_not_by_rail(self, state: SeriesState, block: int) -> str:
        flags, hex_ = state.flags[block], state.location[block]
        if hex_ >= 0 and self.rules.definitions.is_frozen(state, block):
            return "frozen"
        if hex_ >= 0 and flags & MARKED:
            return "no_train_without_supply"
        if hex_ >= 0 and flags & MOVED:
            return "has_gone_by_rail"
        if hex_ >= 0 and not self.network(state, self.units.side[block]) >> hex_ & 1:
            return "not_on_a_railway"
        return "no_fare" if self.can_go(state, block) else "cannot_go_by_rail"

    @rule("BE-7.4d", "BE-7.4e", "BE-R26", "BE-29.1h")
    @rule("BW-7.4c", "BW-R96", "BW-29.1e")
    def network(self, state: SeriesState, side: int) -> HexSet:
        """Friendly rail hexes that are not next to an enemy unit and have no partisans."""
        key = ("rail network", side)
        found: HexSet | None = state.derived.get(key)
        if found is None:
            enemy = state.occupied[1 - side]
            closed = enemy | self.closed_to_trains(state, side) | self.rules.partisans.hexes(state, side, BARS_TRAINS)
            found = self.rules.definitions.railways(state).hexes & state.control[side] & ~closed
            if state.bombed:
                found &= ~self.rules.strategic.shut_stations(state)
            state.derived[key] = found
        return found

    @rule("BE-R26")
    @rule("BW-R96")
    def closed_to_trains(self, state: SeriesState, side: int) -> HexSet:
        """Hexes next to enemy units, whatever lies between."""
        return self.board.around(state.occupied[1 - side])

    def movable(self, state: SeriesState, side: int) -> list[int]:
        return [block for block in self.order.of_side[side] if self.may_go(state, block)]

    def waiting(self, state: SeriesState, side: int) -> list[int]:
        """Units that may have a rail move; destinations are worked out only on demand."""
        return on_map(self.units, state, side).everybody

    def moves(self, state: SeriesState, block: int) -> UnitLegs:
        return self._moves.of(block, self.targets(state, block))

    def offered(self, state: SeriesState, block: int) -> Actions:
        """The rail moves of a unit, if it may move."""
        return self.moves(state, block) if self.may_go(state, block) else ()

    def targets(self, state: SeriesState, block: int) -> HexSet:
        """Where a unit can go by rail: hexes on its line that it may enter and that have room for it."""
        start = 1 << state.location[block]
        reached = self._line(state, self.units.power[block], start) & ~start
        if not reached:
            return 0
        reached &= self.rules.powers.territory(state, block) & ~self.rules.movement.barred(state, block)
        if self.units.is_air[block]:
            return reached & self.rules.definitions.free_airfields(state, block)
        return reached & self.rules.definitions.room_for(state, block)

    def _line(self, state: SeriesState, power: int, start: HexSet) -> HexSet:
        """All hexes linked with a hex by usable railways; found once for all units of the power along that line."""
        side = self.rules.tables.powers[power].side
        made = ("open to trains", power, state.month, *state.rail_moves)
        open_hexes: HexSet | None = state.derived.get(made)
        if open_hexes is None or state.bombed:
            open_hexes = state.derived[made] = self.open_hexes(state, power)
        key = ("lines", power, open_hexes)
        known: list[HexSet] | None = state.derived.get(key)  # all lines of the power, then each connected part that was asked for
        if known is None:
            known = state.derived[key] = [self.network(state, side) & self.rules.powers.supply_area(state, power) & open_hexes]
        if not known[0] & start:
            return 0
        found = next((part for part in known[1:] if part & start), 0)
        if not found:
            found = self.board.linked(start, known[0], self.tracks(state, side), self.board.rail_jumps)
            known.append(found)
        return found

    def carry_out(self, state: SeriesState, move: RailMove) -> None:
        """Pay for the move, count it against the limits along the shortest route, and move the unit."""
        block, side = move.block, self.units.side[move.block]
        limits = self.limits(state, side)
        counting = [number for number in range(len(limits)) if self._counts(state, number, self.units.power[block])]
        entered = [number for number in counting if not self._can_avoid(state, move, limits[number][0])]
        state.rail_moves.extend([0] * (len(limits) - len(state.rail_moves)))
        for number in entered:
            state.rail_moves[number] += 1
        if not self.rules.headquarters.pays_fare(state, block):
            self.rules.production.pay(state, self.units.power[block], 1, (YELLOW,))
        relocate(self.units, state, block, move.to)
        state.flags[block] |= MOVED

    def _can_avoid(self, state: SeriesState, move: RailMove, hexes: HexSet) -> bool:
        """Whether there is a route that enters none of the hexes; the starting hex is not entered."""
        if hexes >> move.to & 1:
            return False
        start = 1 << state.location[move.block]
        line = self._line(state, self.units.power[move.block], start)
        if not line & hexes & ~start:
            return True
        sides, jumps = self.tracks(state, self.units.side[move.block]), self.board.rail_jumps
        return bool(self.board.linked(start, line & ~hexes, sides, jumps) >> move.to & 1)

    def may_be_cancelled(self, state: SeriesState, side: int) -> bool:
        """Whether the enemy may cancel a rail move of a side."""
        return False

    def cancel(self, state: SeriesState, block: int, origin: int) -> None:
        """Put a unit back where its cancelled move began."""
        raise TypeError("nobody cancels moves in this game")

    def evacuations(self, state: SeriesState, side: int) -> list[Action]:
        """Factories that can be evacuated."""
        return []

    def evacuate(self, state: SeriesState, action: Evacuate, events: list[Event]) -> None:
        """Send a factory away by rail."""

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, RailMove):
            return None
        if not 0 <= action.block < len(self.order) or self.units.side[action.block] != side:
            return Refusal("BE-3.1a", "not_your_unit")
        if not self.may_go(state, action.block):
            return Refusal("BE-7.4c", self._why_not_by_rail(state, action.block), {"block": action.block})
        if self._is_beyond_limit(state, action):
            return Refusal("BE-7.4a", "rail_moves_used_up", {"block": action.block, "hex": action.to})
        return Refusal("BE-7.4d", "not_by_rail_there", {"block": action.block})

    @rule("BE-7.4a")
    def _is_beyond_limit(self, state: SeriesState, action: RailMove) -> bool:
        """Whether a unit is kept from going there only by the number of moves already made."""
        side, power, start = self.units.side[action.block], self.units.power[action.block], 1 << state.location[action.block]
        lines = self.network(state, side) & self.rules.powers.supply_area(state, power)
        if not self.board.is_hex(action.to) or not lines & start:
            return False
        reached = self.board.linked(start, lines, self.tracks(state, side), self.board.rail_jumps)
        return bool(reached >> action.to & 1 and not self._line(state, power, start) >> action.to & 1)
