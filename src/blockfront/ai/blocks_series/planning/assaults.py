"""Exact odds of landings, with the aircraft and parachutists that can join and the enemy reserves that may come."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from blockfront.games.blocks_series.aids.odds import battle_odds
from blockfront.games.blocks_series.aids.sea_odds import transport_odds
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT, LANDING
from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.state import COMBAT, IN_FLIGHT, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet

ROUNDS: Final = 3
COME: Final = 0.75  # chance that reserves which can reach a beach do come
A_RIDE: Final = 4  # hexes within which armour may come to an undefended beach
JUMPERS: Final = 2  # parachutists who join one landing
COVER: Final = 2  # number of enemy aircraft that keeps a bomber away from a beach


class Promise(NamedTuple):
    """The expected outcome of a landing."""

    clears: float  # chance that the beach is won
    cost: float  # steps


class Support(NamedTuple):
    """The aircraft and parachutists that can join a landing."""

    wings: tuple[int, ...]
    jumpers: tuple[int, ...]


class Assaults:
    """Works out the odds of landings in one position, which may be a guess; remembers each result."""

    def __init__(self, rules: Rules, state: SeriesState, side: int) -> None:
        self.rules, self.state, self.side = rules, state, side
        self._known: dict[tuple[int, tuple[int, ...], Support, tuple[int, ...]], Promise] = {}
        self._coming: dict[tuple[int, HexSet], tuple[int, ...]] = {}

    def promise(self, hex_: int, units: tuple[int, ...], support: Support, closed: HexSet = 0) -> Promise:
        """Returns the odds of units landing in a hex, against its defenders and the strongest reserves that may come in time.

        Reserves do not pass through `closed` hexes, in which other units land at the same time.
        """
        reserves = self.reserves(hex_, closed)
        alone = self._fought(hex_, units, support, ())
        joined = self._fought(hex_, units, support, reserves) if reserves else alone
        arrives = min(self._arrival(block, hex_) for block in units)
        clears = alone.clears + COME * (joined.clears - alone.clears)
        return Promise(clears * arrives, alone.cost + COME * (joined.cost - alone.cost))

    def _arrival(self, block: int, hex_: int) -> float:
        odds = transport_odds(self.rules, self.state, block, hex_)
        return odds.arrives_whole + odds.loses_steps / 2

    def _fought(self, hex_: int, units: tuple[int, ...], support: Support, reserves: tuple[int, ...]) -> Promise:
        key = (hex_, units, support, reserves)
        if key not in self._known:
            self._known[key] = self._odds(hex_, units, support, reserves)
        return self._known[key]

    def _odds(self, hex_: int, units: Sequence[int], support: Support, reserves: Sequence[int]) -> Promise:
        rules, after = self.rules, self.state.copy()
        after.active, after.phase, after.battles, after.derived = self.side, COMBAT, 1 << hex_, {}
        for block in units:
            rules.landings.land(after, Land(block, hex_))
        for block in (*support.jumpers, *reserves):
            relocate(rules.units, after, block, hex_)
            after.entered[block] = NO_HEX
        for block in support.jumpers:
            after.jumped |= 1 << block
            after.dropped |= 1 << hex_
        if not rules.fire.units_at(after, hex_, 1 - self.side):
            return Promise(1.0, 0.0)
        for block in support.wings:
            rules.air.fly(after, block, hex_)
            after.flags[block] |= IN_FLIGHT
        after.derived = {}
        last = battle_odds(rules, after, hex_, ROUNDS)[-1]
        return Promise(last.clears, last.active_expected)

    def reserves(self, hex_: int, closed: HexSet = 0) -> tuple[int, ...]:
        """Returns the strongest enemy armour that could come to a beach, and an armour headquarters with it."""
        if not self.rules.headquarters.has_reserves():
            return ()
        key = (hex_, closed)
        if key not in self._coming:
            self._coming[key] = self._who_comes(hex_, closed)
        return self._coming[key]

    def _who_comes(self, hex_: int, closed: HexSet) -> tuple[int, ...]:
        rules, enemy = self.rules, 1 - self.side
        if not self._behind(hex_, closed):
            return ()
        state = self.state.copy()
        state.occupied[self.side] |= closed
        state.derived = {}
        able: list[int] = [block for block in rules.units.swift[enemy] if state.location[block] >= 0 and self._may_come(state, block, hex_)]
        if not able and (near := self._nearest_armour(hex_, closed)) is not None:
            able = [near]
        able.sort(key=lambda block: (-rules.units.value(block, state.steps[block]), block))
        fighting = [block for block in able if rules.units.is_combat[block]]
        leading = [block for block in able if not rules.units.is_combat[block]]
        return (*fighting[:1], *leading[:1])

    def is_cut_off(self, hex_: int, cover: int) -> bool:
        """Says whether a landing in the neighbouring hex `cover` would keep all enemies away from a beach."""
        beside = self.rules.board.neighbours(hex_) >> cover & 1
        return bool(beside and not self._behind(hex_, 1 << cover) and self._behind(hex_, 0))

    def _behind(self, hex_: int, closed: HexSet) -> HexSet:
        """Returns the hexes of enemies who could walk to a hex without passing closed ones."""
        board = self.rules.board
        free = board.map.land_mask & ~closed & ~self.state.occupied[self.side] | 1 << hex_
        return board.linked(1 << hex_, free, board.march_sides, board.land_jumps) & self.state.occupied[1 - self.side] & ~(1 << hex_)

    def _nearest_armour(self, hex_: int, closed: HexSet) -> int | None:
        """Returns enemy armour within twice the usual distance: a guess may have put it farther away than it is."""
        board, units, state = self.rules.board, self.rules.units, self.state
        if not board.within(hex_, A_RIDE) & self._behind(hex_, closed):
            return None
        tanks = [b for b in units.swift[1 - self.side] if state.location[b] >= 0 and units.is_combat[b]]
        return min((b for b in tanks if board.within(hex_, 2 * A_RIDE) >> state.location[b] & 1), default=None)

    def _may_come(self, state: SeriesState, block: int, hex_: int) -> bool:
        held = state.occupied[1 - self.side] >> hex_ & 1
        if held:
            return bool(self.rules.movement.reinforcements(state, block, 1 << hex_))
        return bool(self.rules.board.within(hex_, A_RIDE) >> state.location[block] & 1)

    # ---- from the air

    def support(self, hex_: int, busy: Collection[int], power: int) -> Support:
        """Chooses a bomber in range, unless enemy aircraft can keep it off, and parachutists who do not need the fleet's leaders.

        Parachutists of the power that lands come first.
        """
        rules, state, units = self.rules, self.state, self.rules.units
        flying = [b for b in units.aircraft[self.side] if b not in busy and state.location[b] >= 0]
        near = [block for block in flying if rules.air.missions(state, block, 1 << hex_)]
        near.sort(key=lambda block: (units.is_fighter[block], -units.value(block, state.steps[block]), block))
        wings = tuple(near[:1]) if self._enemies_in_the_air(hex_) < COVER else ()
        jumpers = sorted(self._jumpers(hex_), key=lambda block: (units.power[block] != power, block))
        return Support(wings, tuple(block for block in jumpers if block not in busy)[:JUMPERS])

    def _enemies_in_the_air(self, hex_: int) -> int:
        """Counts the enemy aircraft that can reach a hex."""
        rules, state = self.rules, self.state
        flying = (b for b in rules.units.aircraft[1 - self.side] if state.location[b] >= 0)
        return sum(rules.board.within(state.location[b], rules.air.range_of(state, b)) >> hex_ & 1 for b in flying)

    def _jumpers(self, hex_: int) -> list[int]:
        airborne = self.rules.airborne
        if not isinstance(airborne, AirborneAssaults):
            return []
        ready = [b for b in self.rules.units.ground[self.side] if airborne.is_ready(self.state, b) and self.sender(b) is not None]
        return [block for block in ready if airborne.targets(self.state, block) >> hex_ & 1]

    def sender(self, block: int) -> int | None:
        """Returns a headquarters on the map that can order this unit's airborne assault but leads no landings, if there is one."""
        staff, headquarters = self.rules.units.staff, self.rules.headquarters
        able = (hq for hq in self.rules.units.headquarters[self.side] if self.state.location[hq] >= 0)
        ordering = (hq for hq in able if AIRBORNE_ASSAULT in staff[hq].actions and not self.leads_landings(hq))
        return next((hq for hq in ordering if headquarters.is_subordinate(hq, block)), None)

    def leads_landings(self, hq: int) -> bool:
        """Says whether a headquarters can order landings."""
        return LANDING in self.rules.units.staff[hq].actions
