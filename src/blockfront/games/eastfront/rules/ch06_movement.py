"""Chapter 6: land movement. Speed, stops, stacking, engaging, disengaging, hexside limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from blockfront.blocks import effects
from blockfront.blocks.block_state import battle_hexes, count_at
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.eastfront.actions import Move, Rearguard
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import (
    ACTIVE,
    BLITZ,
    MOVED,
    NO_HEX,
    ORDERS,
    REARGUARD,
    SPENT,
    STRATEGIC,
    EastFrontState,
)
from blockfront.hexes.grid import HexSet, opposite
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.reach import step


class Engagement(NamedTuple):
    """A land move into a battle by a hexside that only a limited number of units may cross in a phase."""

    move: Move
    side_number: int
    limit: int


class March(NamedTuple):
    """Where a unit can get to from a hex within a territory, ignoring full hexes and used-up hexsides."""

    origin: int
    territory: HexSet
    targets: HexSet
    free: list[Move]
    engaging: list[Engagement]
    moves: list[Move]  # `free` and `engaging` together
    side_numbers: frozenset[int]  # hexsides by which the engaging moves enter battles


NO_SIDE: Final = -1  # for a move that crosses no limited hexside
UNLIMITED: Final = 1 << 16


class Movement(Chapter):
    """Who may move, how far, into what, and out of battles."""

    # ---- who may move

    @rule("EF-4.42a", "EF-5.3d", "EF-6.1c", "EF-6.52a", "EF-6.52b", "EF-6.51b", "EF-2.67a", "EF-5.43b", "EF-5.2b", "EF-5.7e")
    @rule("EF-4.44b", "EF-5.61b", "EF-6.52c")
    def movable(self, state: EastFrontState, side: int) -> list[int]:
        """Units that may still make a land move in this phase: under command, or by a Supreme Move."""
        location, flags, command, supreme = state.location, state.flags, state.in_command, state.supreme_moves > 0
        if not command and not supreme:
            return []
        untied = [
            block
            for block in self.order.of_side[side]
            if (hex_ := location[block]) >= 0 and not flags[block] & (MOVED | STRATEGIC | REARGUARD) and (supreme or command >> hex_ & 1)
        ]
        ordinary = self.units.is_ordinary
        return [b for b in untied if ordinary[b] or not (self.is_tied(state, b) or (self.units.is_static[b] and not supreme))]

    def is_tied(self, state: EastFrontState, block: int) -> bool:
        """Whether a unit may not make an ordinary move: active HQs move only by mobilising, deactivated HQs not at all."""
        return state.command[block] & ORDERS in (ACTIVE, BLITZ, SPENT) and self.units.is_hq[block]

    @rule("EF-6.52a", "EF-2.67a")
    def needs_supreme_move(self, state: EastFrontState, block: int) -> bool:
        """Whether a land move of this unit uses up a Supreme Move."""
        return self.units.is_static[block] or not state.in_command >> state.location[block] & 1

    # ---- where to

    @rule("EF-6.1a", "EF-6.1d", "EF-6.31a", "EF-6.2a", "EF-1.31a", "EF-1.32a", "EF-1.36b", "EF-1.4a")
    def moves(self, state: EastFrontState, block: int) -> Sequence[Move]:
        """Every land move that a unit could make, whether or not it may move now. The list is shared: read it, never change it."""
        return self.moves_of_side(state, self.units.side[block])(block)

    def moves_of_side(self, state: EastFrontState, side: int) -> Callable[[int], Sequence[Move]]:
        """A function that lists the moves of any unit of a side; what the units share is found once.

        Friendly units do not block each other, so a unit's reach stays the same while its side moves, except for full hexes and
        used-up hexsides.
        """
        enemy, no_room, crossings = state.occupied[1 - side], ~self.room(state, side), self._taken_sides(state)
        basis = (enemy, state.weather, state.west_weather, state.place_in_chain)
        marches: dict[int, March] = self.cached(state, ("marches", side), basis, dict)
        may_enter, location = self.rules.satellites.may_enter, state.location

        def moves_of(block: int) -> Sequence[Move]:
            origin = location[block]
            if enemy >> origin & 1:
                return self._out_of_battle(state, block)
            march, territory = marches.get(block), may_enter(state, block)
            if march is None or march.origin != origin or march.territory != territory:
                march = marches[block] = self._march(state, block, territory)
            full = march.targets & no_room
            if not full and not crossings:
                return march.moves
            crossed = [number for number in crossings if number in march.side_numbers]
            return self._still_open(state, block, march, full, crossed) if full or crossed else march.moves

        return moves_of

    @rule("EF-6.2a", "EF-6.33a")
    def _still_open(self, state: EastFrontState, block: int, march: March, full: HexSet, crossed: list[int]) -> Sequence[Move]:
        """Moves into hexes that are not full and across hexsides that are not used up."""

        def filtered() -> list[Move]:
            engaging = [move for move, number, limit in march.engaging if not full >> move.to & 1 and crossed.count(number) < limit]
            return [move for move in march.free if not full >> move.to & 1] + engaging

        return self.cached(state, ("moves", block), (march.moves, full, crossed), filtered)

    def _march(self, state: EastFrontState, block: int, territory: HexSet) -> March:
        origin = state.location[block]
        start = 1 << origin
        reached, engaged, ready = self._reach(state, block, start, self.rules.weather.speed(state, block))
        across = step(self.board.grid, start, self.board.straits) & territory
        free = [Move(block, to) for to in members(reached & ~start)]
        engaging = [] if self.units.is_hq[block] else self._engaging(state, block, engaged, ready)
        if across:
            engaging += self._across_straits(state, block, across)
        targets = (reached | engaged | across) & ~start
        moves = free + [move for move, _, _ in engaging]
        return March(origin, territory, targets, free, engaging, moves, frozenset([number for _, number, _ in engaging]))

    @rule("EF-6.1b", "EF-2.24b", "EF-1.34a", "EF-1.35a", "EF-6.31a")
    def _reach(self, state: EastFrontState, block: int, start: HexSet, speed: int) -> tuple[HexSet, HexSet, HexSet]:
        """The hexes reached, the enemy hexes touched, and the hexes from which the unit could go on."""
        grid, sides = self.board.grid, self.board.march_sides
        enemy = state.occupied[1 - self.units.side[block]]
        open_ground = self.territory(state, block)
        stops = self.rules.weather.stops_of(state, block)
        reached = frontier = start
        ready = engaged = 0
        for _ in range(speed):
            ready |= frontier
            ring = step(grid, frontier, sides) & open_ground & ~reached
            engaged |= ring & enemy
            frontier = ring & ~enemy
            reached |= frontier
            frontier &= ~stops
            if not frontier:
                break
        return reached, engaged, ready

    def territory(self, state: EastFrontState, block: int) -> HexSet:
        """Hexes a unit may enter at all."""
        return self.rules.satellites.may_enter(state, block)

    @rule("EF-11.42b", "EF-2.66c")
    def territory_of_rebuilt(self, block: int) -> HexSet:
        """Hexes a unit may enter once it has been rebuilt."""
        return self.rules.satellites.home(block)

    @rule("EF-6.2a", "EF-6.21a", "EF-6.21b", "EF-6.22a")
    def has_room(self, state: EastFrontState, side: int, hex_: int) -> bool:
        """Whether one more unit may end its move in a hex."""
        return count_at(state, hex_, side) < self.board.stacking[hex_]

    def room(self, state: EastFrontState, side: int) -> HexSet:
        """All hexes in which one more unit of a side may end its move."""
        known: HexSet | None = state.derived.get(("room", side))
        if known is None:
            counts, stacking, first = state.counts, self.board.stacking, side * self.board.grid.size
            full = [hex_ for hex_ in members(state.occupied[side]) if counts[first + hex_] >= stacking[hex_]]
            known = state.derived["room", side] = self.board.playable & ~mask_of(full)
        return known

    # ---- battles

    @rule("EF-6.31a", "EF-6.33a", "EF-6.33d", "EF-5.1e")
    def _engaging(self, state: EastFrontState, block: int, targets: HexSet, ready: HexSet) -> list[Engagement]:
        """Moves into hexes with enemy units, one by each hexside that units may cross."""
        found = []
        for target in members(targets):
            for direction, entry in self.board.neighbours[target]:
                if ready >> entry & 1:
                    limit = self.rules.weather.crossing_limit(state, target, direction)
                    found.append(Engagement(Move(block, target, entry), self.side_number(target, direction), limit))
        return found

    @rule("EF-1.39b", "EF-1.39a")
    def _across_straits(self, state: EastFrontState, block: int, targets: HexSet) -> list[Engagement]:
        """Crossing a strait is a whole move, from one shore to the other."""
        origin, side = state.location[block], self.units.side[block]
        found = []
        for target in members(targets):
            if not state.occupied[1 - side] >> target & 1:
                found.append(Engagement(Move(block, target), NO_SIDE, UNLIMITED))
            elif not self.units.is_hq[block]:
                direction = self.board.grid.direction(target, origin)
                assert direction is not None
                limit = self.rules.weather.crossing_limit(state, target, direction)
                found.append(Engagement(Move(block, target, origin), self.side_number(target, direction), limit))
        return found

    @rule("EF-6.33a", "EF-6.33b", "EF-6.33c", "EF-6.2b")
    def crossings_left(self, state: EastFrontState, battle: int, direction: int) -> int:
        """How many units may still cross a side of a battle hex in this phase, in either direction."""
        return self._crossings_left(state, battle, direction, self._taken_sides(state))

    def _crossings_left(self, state: EastFrontState, battle: int, direction: int, taken: Sequence[int]) -> int:
        limit = self.rules.weather.crossing_limit(state, battle, direction)
        return limit - taken.count(self.side_number(battle, direction)) if taken else limit

    @rule("EF-6.33b", "EF-6.41a", "EF-6.41f")
    def _taken_sides(self, state: EastFrontState) -> Sequence[int]:
        """Hexsides used in this phase, one entry per unit, and those that a rearguard needs as its last way out."""
        rearguards = [block for block in self.order.of_side[state.active] if state.flags[block] & REARGUARD]
        if not rearguards:
            return state.crossings
        return [*state.crossings, *(number for block in rearguards for number in self._reserved(state, block))]

    def _reserved(self, state: EastFrontState, rearguard: int) -> Iterator[int]:
        """The one hexside left to a rearguard that leaves by land, if only one unit can still cross it."""
        battle = state.location[rearguard]
        if battle < 0 or self.rules.special_moves.ways_out(state, rearguard) is not None:
            return
        exits = self.exits(state, rearguard)
        ways = [d for d, hex_ in self.board.ways_out[battle] if exits >> hex_ & 1]
        if len(ways) == 1 and self._crossings_left(state, battle, ways[0], state.crossings) == 1:
            yield self.side_number(battle, ways[0])

    def side_number(self, hex_: int, direction: int) -> int:
        """A number for a hexside, the same from both of its hexes."""
        if direction >= 3:
            return (hex_ + self.board.grid.shifts[direction]) * 6 + opposite(direction)
        return hex_ * 6 + direction

    def open_sides(self, state: EastFrontState, battle: int, taken: Sequence[int]) -> HexSet:
        """Neighbours of a battle hex across hexsides, straits included, that another unit may still cross."""
        return mask_of([hex_ for d, hex_ in self.board.ways_out[battle] if self._crossings_left(state, battle, d, taken) > 0])

    def may_leave_towards(self, state: EastFrontState, battle: int, other: int) -> bool:
        """Whether another unit may still cross the hexside between a battle hex and an adjacent one."""
        direction = self.board.grid.direction(battle, other)
        return direction is not None and self.crossings_left(state, battle, direction) > 0

    @rule("EF-9.5d", "EF-9.5e", "EF-6.33a")
    def may_leave_the_map(self, state: EastFrontState, battle: int) -> bool:
        """Whether another train may leave a battle hex over the map edge; the hex's terrain sets the limit."""
        used = state.crossings.count(self.edge_number(battle))
        return used < self.rules.weather.edge_limit(state, battle)

    def edge_number(self, hex_: int) -> int:
        """A number for the map edge at a hex, distinct from all numbers of hexsides."""
        return -1 - hex_

    # ---- leaving battles

    @rule("EF-6.32b", "EF-6.32d", "EF-6.32e", "EF-8.4c")
    def exits(self, state: EastFrontState, block: int) -> HexSet:
        """Adjacent friendly hexes without battle through which a unit may leave its battle."""
        origin, side = state.location[block], self.units.side[block]
        usable = state.friendly[side] & ~battle_hexes(state) & ~state.occupied[1 - side]
        taken = state.crossings if state.flags[block] & REARGUARD else self._taken_sides(state)
        return self.open_sides(state, origin, taken) & usable & self.territory(state, block)

    @rule("EF-6.41a", "EF-6.41d")
    def leaves_friends_behind(self, state: EastFrontState, block: int) -> bool:
        """Whether a friendly unit that was in the battle at the start of the phase stays when this one goes."""
        entered, flags = state.entered_from, state.flags
        for other in self.rules.battles.units_of(state, state.location[block], self.units.side[block]):
            if other != block and entered[other] == NO_HEX and not flags[other] & REARGUARD:
                return True
        return False

    @rule("EF-6.32a", "EF-6.32c", "EF-6.41a", "EF-6.41c")
    def _out_of_battle(self, state: EastFrontState, block: int) -> Sequence[Move]:
        if not self.leaves_friends_behind(state, block):
            return []
        return self.disengaging(state, block)

    @rule("EF-6.32c", "EF-1.39b")
    def disengaging(self, state: EastFrontState, block: int) -> Sequence[Move]:
        """Moves out of a battle by each exit, going on without engaging. The list is shared: read it, never change it."""
        room = self.room(state, self.units.side[block])
        ways = [(way_out, free & room) for way_out, free in self._ways_on(state, block)]
        return self.cached(
            state, ("disengaging", block), ways, lambda: [Move(block, to, exit=way_out) for way_out, hexes in ways for to in members(hexes)]
        )

    def _ways_on(self, state: EastFrontState, block: int) -> list[tuple[int, HexSet]]:
        """The exits of a unit from its battle, each with the hexes it may go on to; after a strait it goes no further."""
        origin, enemy, exits = state.location[block], state.occupied[1 - self.units.side[block]], self.exits(state, block)
        territory = self.territory(state, block)

        def work_out() -> list[tuple[int, HexSet]]:
            speed, battle = self.rules.weather.speed(state, block), 1 << origin
            stops = self.rules.weather.stops_of(state, block) | step(self.board.grid, battle, self.board.straits)
            return [(w, self._reach(state, block, 1 << w, 0 if 1 << w & stops else speed - 1)[0] & ~battle) for w in members(exits)]

        basis = (origin, enemy, exits, territory, state.weather, state.west_weather, state.place_in_chain)
        return self.cached(state, ("ways on", block), basis, work_out)

    @rule("EF-6.41a", "EF-6.41c", "EF-6.53e")
    def may_be_rearguard(self, state: EastFrontState, block: int) -> bool:
        """Whether a unit can cover a retreat: the last of its side in a battle, with a way out."""
        hex_ = state.location[block]
        return (
            bool(battle_hexes(state) >> hex_ & 1)
            and state.entered_from[block] == NO_HEX
            and not self.leaves_friends_behind(state, block)
            and bool(self.exits(state, block))
        )

    def rearguards(self, state: EastFrontState, block: int) -> list[Rearguard]:
        return [Rearguard(block)] if self.may_be_rearguard(state, block) else []

    # ---- pursuit

    @rule("EF-6.42b", "EF-6.42d", "EF-R12", "EF-6.42f")
    def pursuit_firepower(self, state: EastFrontState, pursuer: int, rearguard: int) -> int:
        """Lowest hitting face of a pursuer, by its speed compared with the rearguard's; a pursuing HQ counts as slower."""
        pursuit = self.rules.tables.pursuit
        if self.units.is_hq[pursuer]:
            return pursuit["slower"]
        fast, slow = self.rules.weather.speed(state, pursuer), self.rearguard_speed(state, rearguard)
        return pursuit["faster" if fast > slow else "equal" if fast == slow else "slower"]

    def rearguard_speed(self, state: EastFrontState, rearguard: int) -> int:
        return self.rules.weather.speed(state, rearguard)

    # ---- carrying out

    @rule("EF-6.33a", "EF-6.31b", "EF-7.11a", "EF-6.52b")
    def carry_out(self, state: EastFrontState, move: Move) -> None:
        """Move a unit and note hexsides used at battles and new battles."""
        block, side = move.block, self.units.side[move.block]
        origin = state.location[block]
        if move.exit != NO_HEX:
            self.note_crossing(state, origin, move.exit)
        if move.entry != NO_HEX:
            self.note_crossing(state, move.to, move.entry)
            self.rules.battles.engage(state, block, move.to, move.entry)
        effects.place(state, block, side, move.to)
        state.flags[block] |= MOVED

    def note_crossing(self, state: EastFrontState, battle: int, other: int) -> None:
        """Note that a side of a battle hex is used; if the other hex is the battle hex itself, its map edge."""
        if other == battle:
            state.crossings.append(self.edge_number(battle))
            return
        direction = self.board.grid.direction(battle, other)
        if direction is not None:
            state.crossings.append(self.side_number(battle, direction))

    @rule("EF-6.41e")
    def settle_battles(self, state: EastFrontState) -> None:
        """If all units that a side had in a battle have left and others have entered, it becomes a new battle."""
        side = state.active
        for hex_ in members(battle_hexes(state) & ~state.new_battles):
            units = self.rules.battles.units_of(state, hex_, side)
            if all(state.entered_from[block] != NO_HEX for block in units):
                self.rules.battles.begin(state, hex_, side)
        state.new_battles &= battle_hexes(state)

    @rule("EF-6.2a", "EF-6.22a", "EF-5.21e")
    def crowded(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes with more units of a side than may end the phase there. Rearguards do not count, since they will leave."""
        location, stacking, size = state.location, self.board.stacking, self.board.grid.size
        full = [hex_ for hex_ in members(state.occupied[side]) if state.counts[side * size + hex_] > stacking[hex_]]
        if not full:
            return 0
        leaving = [location[block] for block in self.order.of_side[side] if state.flags[block] & REARGUARD]
        return mask_of(hex_ for hex_ in full if count_at(state, hex_, side) - leaving.count(hex_) > stacking[hex_])

    # ---- refusals

    def why_not(self, state: EastFrontState, action: Move | Rearguard, side: int) -> Refusal | None:
        """Why a land move is not offered."""
        block = action.block
        refusal = self.why_not_move(state, block, side)
        if refusal is not None:
            return refusal
        if isinstance(action, Rearguard):
            return self._why_not_rearguard(state, block)
        return self._why_not_go(state, action, side)

    def why_not_move(self, state: EastFrontState, block: int, side: int) -> Refusal | None:
        """Why a unit may not move at all in this phase."""
        if not 0 <= block < len(self.order):
            return Refusal("EF-1.2a", "no_such_unit")
        if self.units.side[block] != side:
            return Refusal("EF-0.1a", "not_yours", {"block": block})
        values = {"block": block}
        flags = state.flags[block]
        if state.location[block] < 0:
            return Refusal("EF-1.2a", "not_on_the_map", values)
        if flags & STRATEGIC:
            return Refusal("EF-6.53d", "moved_strategically", values)
        if flags & MOVED:
            return Refusal("EF-6.1c", "has_moved", values)
        if flags & REARGUARD:
            return Refusal("EF-6.41a", "stays_as_rearguard", values)
        if self.is_tied(state, block):
            return Refusal("EF-5.43b", "headquarters_tied", values)
        if block not in self.movable(state, side):
            return Refusal("EF-5.3d", "not_in_command", values)
        return None

    def _why_not_rearguard(self, state: EastFrontState, block: int) -> Refusal | None:
        if not battle_hexes(state) >> state.location[block] & 1 or self.leaves_friends_behind(state, block):
            return Refusal("EF-6.41d", "not_the_last", {"block": block})
        return Refusal("EF-6.32d", "no_way_out", {"block": block})

    def _why_not_go(self, state: EastFrontState, move: Move, side: int) -> Refusal | None:
        values = {"block": move.block, "hex": move.to}
        if not self.board.is_hex(move.to):
            return Refusal("EF-1.37a", "not_offered")
        if battle_hexes(state) >> state.location[move.block] & 1:
            if not self.exits(state, move.block):
                return Refusal("EF-6.32d", "no_way_out", values)
            if not self.leaves_friends_behind(state, move.block):
                return Refusal("EF-6.41a", "last_in_battle", values)
        if not self.territory(state, move.block) >> move.to & 1:
            return Refusal("EF-2.66a", "restricted", values)
        if not self.has_room(state, side, move.to):
            return Refusal("EF-6.21a", "hex_full", values | {"most": self.board.stacking[move.to]})
        if state.occupied[1 - side] >> move.to & 1:
            if self.units.is_hq[move.block]:
                return Refusal("EF-5.1e", "headquarters_never_engage", values)
            direction = self.board.grid.direction(move.to, move.entry)
            if direction is not None and self.crossings_left(state, move.to, direction) <= 0:
                return Refusal("EF-6.33a", "hexside_full", values)
        return Refusal("EF-6.1a", "too_far", values)
