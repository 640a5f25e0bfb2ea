"""Sections 6.5 and 9.2: Supreme Moves spent on strategic movement by rail."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from operator import or_
from typing import Final

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.choices import ByUnit, Choices, Later
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.core.sides import audience
from blockfront.games.eastfront.action_cache import rail_moves_of
from blockfront.games.eastfront.actions import Mobilise, RailMove
from blockfront.games.eastfront.events import Moved
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import MOVED, NO_HEX, REARGUARD, STRATEGIC, EastFrontState
from blockfront.hexes.grid import Hex, HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step

ANY_WAY: Final = (NO_HEX,)


class StrategicMovement(Chapter):
    def moves(self, state: EastFrontState, side: int) -> list[Choices]:
        """The kinds of strategic moves offered in a Movement Phase."""
        return [Later(RailMove, lambda: self._by_rail(state, side))] if state.supreme_moves > 0 else []

    def _by_rail(self, state: EastFrontState, side: int) -> Choices:
        supplied = self.rules.railways.supplied(state, side)
        carried = [block for block in self.carried(state, side) if supplied >> state.location[block] & 1]
        return ByUnit(carried, self._trains(state, side, state.supreme_moves), "block")

    @rule("EF-9.21c", "EF-6.53d", "EF-9.2a", "EF-6.53c")
    def carried(self, state: EastFrontState, side: int) -> list[int]:
        """Units that may go by rail: they have not moved and are not active or spent headquarters."""
        location, flags, is_hq, is_tied = state.location, state.flags, self.units.is_hq, self.rules.movement.is_tied
        return [
            block
            for block in self.order.of_side[side]
            if location[block] >= 0 and not flags[block] & (MOVED | STRATEGIC | REARGUARD) and not (is_hq[block] and is_tied(state, block))
        ]

    @rule("EF-9.21a", "EF-9.21b", "EF-9.21d", "EF-9.22a", "EF-9.22b", "EF-9.22c", "EF-6.53e", "EF-9.5d", "EF-8.4d")
    def rail_moves(self, state: EastFrontState, block: int, available: int) -> Sequence[RailMove]:
        """Rail Moves of a unit for at most this many Supreme Moves. To leave a battle it must leave friends behind and have a hexside free.

        The list is shared: read it, never change it.
        """
        side = self.units.side[block]
        if not self.rules.railways.supplied(state, side) >> state.location[block] & 1:
            return []
        return self._trains(state, side, available)(block)

    def _trains(self, state: EastFrontState, side: int, available: int) -> Callable[[int], Sequence[RailMove]]:
        """A function that lists the Rail Moves of any rail-supplied unit of a side; what the units share is found once."""
        net, room = self.rules.railways.net(state, side), self.rules.movement.room(state, side)
        limit = available * self.rules.tables.numbers.rail_hexes_per_move

        def moves_of(block: int) -> Sequence[RailMove]:
            open_net = net & self.rules.movement.territory(state, block)
            ways = [(way, self._within(state, block, way, open_net, limit) & room) for way in self._ways_out(state, block, open_net)]
            return self.cached(state, ("rail moves", block), ways, lambda: self._departures(state, block, ways))

        return moves_of

    def _departures(self, state: EastFrontState, block: int, ways: list[tuple[int, HexSet]]) -> list[RailMove]:
        """A Rail Move for each way out and each hex it leads to."""
        found: list[RailMove] = []
        for way_out, hexes in ways:
            if way_out == NO_HEX:
                found += rail_moves_of(block).into(self._stations(state, state.location[block], hexes))
            else:
                found += [RailMove(block, to, way_out) for to in members(hexes)]
        return found

    def _stations(self, state: EastFrontState, origin: int, hexes: HexSet) -> list[Hex]:
        """The hexes a train may go to. Trains that start in different hexes of the same net share one list."""
        network = hexes | 1 << origin
        known: list[Hex] | None = state.derived.get(("stations", network))
        if known is None:
            known = state.derived["stations", network] = members(network)
        here = known.index(Hex(origin))
        return known[:here] + known[here + 1 :]

    def _within(self, state: EastFrontState, block: int, way_out: int, net: HexSet, limit: int) -> HexSet:
        """Hexes of a net within a number of rail hexes of a unit."""
        reach = self._reach(state, block, way_out, net)
        return reach[min(limit, len(reach) - 1)]

    def _reach(self, state: EastFrontState, block: int, way_out: int, net: HexSet) -> list[HexSet]:
        """Hexes of a net within 0, 1, 2, … rail hexes; the same for all units in a hex."""
        origin, side = state.location[block], self.units.side[block]

        def trace() -> list[HexSet]:
            return [*accumulate(self.rules.railways.reach(side, net, self._first_rings(state, block, way_out)), or_)]

        return self.cached(state, ("trains", side, origin, way_out), net, trace)

    @rule("EF-9.22a", "EF-9.5d", "EF-9.5e", "EF-1.6b")
    def _ways_out(self, state: EastFrontState, block: int, net: HexSet) -> Sequence[int]:
        """First hexes by which a train may leave: without a battle any; in a battle along the track, or its own hex for the map edge."""
        origin, side = state.location[block], self.units.side[block]
        movement, railways = self.rules.movement, self.rules.railways
        if not state.occupied[1 - side] >> origin & 1:
            return ANY_WAY
        if not movement.leaves_friends_behind(state, block):
            return ()
        tracks = step(self.board.grid, 1 << origin, self.board.rail_sides) & net
        ways: list[int] = [way for way in members(tracks) if movement.may_leave_towards(state, origin, way)]
        if railways.home_entries(side) >> origin & 1 and movement.may_leave_the_map(state, origin):
            ways.append(origin)
        return ways

    def _first_rings(self, state: EastFrontState, block: int, way_out: int) -> Mapping[int, HexSet]:
        """The hexes where a train begins, by the rail hexes already spent."""
        origin = state.location[block]
        if way_out == origin:
            return self.rules.railways.beyond_the_edge(self.units.side[block], origin)
        return {0: 1 << origin} if way_out == NO_HEX else {1: 1 << way_out}

    @rule("EF-6.53a", "EF-9.21b")
    def distance(self, state: EastFrontState, block: int, to: int, way_out: int) -> int:
        """The rail hexes that a move takes, including the way out of a battle."""
        net = self.rules.railways.net(state, self.units.side[block]) & self.rules.movement.territory(state, block)
        for distance, hexes in enumerate(self._reach(state, block, way_out, net)):
            if hexes >> to & 1:
                return distance
        raise ValueError(f"no railway from {state.location[block]} to {to}")

    def carry_out(self, state: EastFrontState, action: Action, side: int, events: list[Event]) -> None:
        """Make a strategic move and pay for it with Supreme Moves."""
        assert isinstance(action, RailMove)
        origin = state.location[action.block]
        distance = self.distance(state, action.block, action.to, action.exit)
        state.supreme_moves -= self.rules.railways.moves_needed(distance)
        if action.exit != NO_HEX:
            self.rules.movement.note_crossing(state, origin, action.exit)
        effects.place(state, action.block, side, action.to)
        state.flags[action.block] |= MOVED | STRATEGIC
        events.append(Moved(block=action.block, origin=origin, to=action.to, mode="rail", seen_by=audience(side)))

    # ---- a supreme headquarters on the train

    @rule("EF-5.62b", "EF-5.62c")
    def mobilisations(self, state: EastFrontState, hq: int) -> list[Action]:
        """Rail journeys of a mobilising supreme headquarters: one Rail Move is free."""
        moves = self.rail_moves(state, hq, state.supreme_moves + 1)
        return [*self.cached(state, ("by rail", hq), moves, lambda: [Mobilise(hq, m.to, m.exit, rail=True) for m in moves])]

    @rule("EF-5.62c")
    def pay_for_mobilisation(self, state: EastFrontState, action: Mobilise) -> None:
        if action.exit != NO_HEX:
            self.rules.movement.note_crossing(state, state.location[action.hq], action.exit)

    def why_not(self, state: EastFrontState, action: Action, side: int) -> Refusal | None:
        """Why a Rail Move is not offered."""
        if not isinstance(action, RailMove):
            return None
        block = action.block
        if state.supreme_moves <= 0:
            return Refusal("EF-9.2a", "too_few_supreme_moves")
        refusal = self.rules.movement.why_not_move(state, block, side)
        if refusal is not None:
            return refusal
        values = {"block": block, "hex": action.to}
        if not self.board.is_hex(action.to):
            return Refusal("EF-1.37a", "not_offered")
        if not self.rules.movement.has_room(state, side, action.to):
            return Refusal("EF-6.21a", "hex_full", values | {"most": self.board.stacking[action.to]})
        return Refusal("EF-9.21a", "no_railway", values)
