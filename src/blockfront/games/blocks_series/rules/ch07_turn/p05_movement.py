"""Section 7.5: ground movement, leg by leg."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.loading.board import Jumps
from blockfront.games.blocks_series.power_actions import SailHome
from blockfront.games.blocks_series.rules.ch29_partisans import FIGHTS
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.legs import Legs, UnitLegs
from blockfront.games.blocks_series.rules.reach import Network, layers_of, path_to
from blockfront.games.blocks_series.rules.stacking import MARCHES, relocate
from blockfront.games.blocks_series.state import EXPLOITATION, MARKED, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.sides import Sides

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules

REMEMBERED: Final = 16  # states of control whose arrows are kept
SURROUNDINGS: Final = 4096  # of units, for which what they reach is kept


class Reach(NamedTuple):
    """The hexes a unit can reach. Valid while nothing near the unit changes; `network` may be out of date farther away."""

    network: Network
    layers: list[HexSet]  # by points spent
    reached: HexSet  # all of them but its own hex
    attacks: dict[tuple[int, HexSet], list[Action]]  # by unit and enemy hexes: its attacks as they were listed


class March(NamedTuple):
    """The moves of a unit when they were last listed."""

    near: HexSet  # hexes in which a change affects it; none if changes anywhere may
    unit: tuple[int, int, int]  # its hex, the points it had spent, its flags
    legs: UnitLegs


class Marches(NamedTuple):
    """The moves of a side's units when they were last listed, and what they depended on."""

    circumstances: tuple[object, ...]  # wherever a unit is
    obstacles: tuple[HexSet, ...]  # for units near them
    of_unit: dict[int, March]


NOTHING_KEPT: Final = Marches((), (), {})


class Movement(Chapter):
    """Who may move, how far, and into what."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._arrows: dict[HexSet, tuple[Sides, Jumps]] = {}
        self._reached: dict[tuple[int, ...], Reach] = {}
        self._legs = Legs(Move)

    # ---- points

    @rule("BE-7.5.3a", "BE-3.18a", "BE-4.4b", "BE-7.5.3k", "BE-3.16a", "BE-6.1.1d", "BE-3.13g")
    @rule("BW-7.5.3f", "BW-3.18a", "BW-4.4b", "BW-7.5.3l", "BW-3.16a", "BW-6.1.1b", "BW-6.1.3a")
    def allowance(self, state: SeriesState, block: int) -> int:
        """Movement points of a unit in this phase."""
        points = self.full_allowance(state, block)
        if points and state.phase != EXPLOITATION and self.rules.headquarters.is_hampered(state, block):
            return max(1, points // 2)
        return points

    def full_allowance(self, state: SeriesState, block: int) -> int:
        return self.units.kind[block].mp[self.rules.definitions.tech(state, block)]

    @rule("BE-7.5.3f")
    @rule("BW-7.5.3e")
    def points_left(self, state: SeriesState, block: int) -> int:
        return self.allowance(state, block) - state.spent[block]

    @rule("BE-7.5.1a", "BE-3.21b")
    @rule("BW-7.5.1a")
    def may_move(self, state: SeriesState, block: int) -> bool:
        hex_ = state.location[block]
        if hex_ < 0 or not self.units.is_ground[block] or state.occupied[1 - self.units.side[block]] >> hex_ & 1:
            return False
        return self.points_left(state, block) > 0 and not self.rules.definitions.is_frozen(state, block)

    def movable(self, state: SeriesState, side: int) -> list[int]:
        return [block for block in self.units.ground[side] if state.location[block] >= 0 and self.may_move(state, block)]

    @rule("BE-4.4c", "BE-6.1.1e")
    @rule("BW-4.4c", "BW-6.1.1c")
    def may_attack(self, state: SeriesState, block: int) -> bool:
        return not self.units.is_static[block] and not self.rules.headquarters.is_hampered(state, block)

    # ---- where a unit can go

    @rule("BE-7.5.3b", "BE-7.5.3c", "BE-7.5.3e", "BE-3.18b", "BE-7.5.3g", "BE-7.5.3h", "BE-7.5.3j", "BE-R71", "BE-3.19e")
    @rule("BW-7.5.3a", "BW-7.5.3b", "BW-7.5.3j", "BW-7.10c", "BW-7.5.3g", "BW-7.5.3h", "BW-3.19b", "BW-7.5b", "BW-7.5.3d")
    def network(self, state: SeriesState, block: int) -> Network:
        """Everything that decides which hexes a unit can reach: costs, hexsides, arrows, stops."""
        stops, open_hexes = self.stops(state, self.units.side[block]), self._open_hexes(state, block)
        entry = tuple((cost, hexes & open_hexes) for cost, hexes in self.costs(state, block))
        straits, jumps = self.arrows(state, block)
        return Network(self.board, entry, straits, jumps, open_hexes, stops, self.numbers.arrow_cost)

    def _open_hexes(self, state: SeriesState, block: int) -> HexSet:
        found = self.rules.powers.territory(state, block) & ~self.barred(state, block)
        return found & ~self.stops(state, self.units.side[block]) if state.phase == EXPLOITATION else found

    @rule("BE-29.1i", "BE-7.5.3g")
    @rule("BW-29.1e")
    def stops(self, state: SeriesState, side: int) -> HexSet:
        """Hexes in which ground units of a side must stop and fight: those with enemy units or enough partisans."""
        enemies = state.occupied[1 - side]
        return enemies | self.rules.partisans.hexes(state, side, FIGHTS) if state.partisans else enemies

    def barred(self, state: SeriesState, block: int) -> HexSet:
        """Hexes that a unit of this kind may not enter now."""
        return 0

    def costs(self, state: SeriesState, block: int) -> tuple[tuple[int, HexSet], ...]:
        return self.rules.weather.table(state, self.board.entry_costs)

    @rule("BE-7.5.5a", "BE-7.5.5b", "BE-3.7c", "BE-R28")
    @rule("BW-7.5.5a", "BW-7.5.5b")
    def arrows(self, state: SeriesState, block: int) -> tuple[Sides, Jumps]:
        """The red arrows a unit may use: infantry all of them, others those with both ends in friendly hands."""
        board, side = self.board, self.units.side[block]
        if self.units.is_infantry[block]:
            return board.strait_sides, board.land_jumps
        return self._within_own_land(state.control[side])

    def _within_own_land(self, control: HexSet) -> tuple[Sides, Jumps]:
        """Arrows with both ends in friendly hands; remembered for the last few states of control, which rarely changes."""
        found = self._arrows.get(control)
        if found is None:
            if len(self._arrows) >= REMEMBERED:
                self._arrows.clear()
            board = self.board
            jumps = {origin: targets & control for origin, targets in board.land_jumps.items() if control >> origin & 1}
            found = self._arrows[control] = board.sides_within(board.strait_sides, control), jumps
        return found

    # ---- moves

    def moves(self, state: SeriesState, block: int) -> UnitLegs:
        """Every leg a unit may move now, by target and entry."""
        return self._moves(state, block, self.points_left(state, block))

    def _moves(self, state: SeriesState, block: int, points: int) -> UnitLegs:
        enemy = self.stops(state, self.units.side[block])
        reach = self._reach(state, block, points)
        reached = reach.reached & self.rules.definitions.room_for(state, block)
        attacks: Sequence[Action] = ()
        if reached & enemy and (targets := reached & enemy & self.attackable(state, block)):
            attacks = _attacks(reach, block, targets, points)
        return self._legs.of(block, reached & ~enemy, attacks)

    def listed(self, state: SeriesState, side: int, units: Sequence[int]) -> list[Action]:
        """The moves of many units of a side."""
        found = list[Action]()
        if MARCHES[side] in state.derived:
            for legs in self.marches(state, side, units):
                found += legs.listed()
            return found
        state.derived[MARCHES[side]] = NOTHING_KEPT  # a caller that asks only once need not wait for the notes
        for block in units:
            if self.may_move(state, block):
                found += self.moves(state, block).listed()
        return found

    def marches(self, state: SeriesState, side: int, units: Sequence[int]) -> list[UnitLegs]:
        """The moves of each unit of a side. Most are kept from the last time: only units near a change are examined again."""
        before: Marches = state.derived.get(MARCHES[side], NOTHING_KEPT)
        circumstances, obstacles = self._circumstances(state), self._obstacles(state, side)
        known: dict[int, March] = {}
        changed = 0
        if before.circumstances == circumstances:
            known = before.of_unit
            for old, new in zip(before.obstacles, obstacles, strict=True):
                changed |= old ^ new
        location, spent, flags = state.location, state.spent, state.flags
        found = []
        of_unit = {}
        for block in units:
            march = known.get(block)
            if march is None or march.near & changed or march.unit != (location[block], spent[block], flags[block]):
                march = self._march(state, block)
            if march.near:
                of_unit[block] = march
            found.append(march.legs)
        state.derived[MARCHES[side]] = Marches(circumstances, obstacles, of_unit)
        return found

    def _march(self, state: SeriesState, block: int) -> March:
        hex_, points = state.location[block], max(0, self.points_left(state, block))
        legs = self._moves(state, block, points) if points and self.may_move(state, block) else self._legs.of(block, 0)
        near = self.board.within(hex_, points) if self.looks_near(state, block) else 0
        return March(near, (hex_, state.spent[block], state.flags[block]), legs)

    def _circumstances(self, state: SeriesState) -> tuple[object, ...]:
        """Everything that moves of ground units depend on, except the positions of units."""
        return (
            (state.month, state.phase, state.weather, state.surrendered, state.happened, state.face_up, state.woken, state.coast_weather),
            (state.active_hqs, state.commanded, state.motorised, state.reserve, state.eastern_weather, state.soviet_land),
            (*state.control, *state.levels, *state.orders),
            self.rules.powers.guests(state),
        )

    def _obstacles(self, state: SeriesState, side: int) -> tuple[HexSet, ...]:
        """Hexes that affect moves: those with enemies, full ones, those with combat units, those with shunned allies."""
        crowding, limits = self.rules.definitions.crowding(state, side), self.numbers
        full = crowding.ground[limits.ground_units - 1], crowding.combat[limits.combat_units - 1]
        return self.stops(state, side), *full, crowding.combat[0], *self.rules.powers.shunned_hexes(state, side)

    def looks_near(self, state: SeriesState, block: int) -> bool:
        """Whether a unit's moves depend only on the hexes it can reach."""
        return self.rules.powers.has_fixed_attack_zone(state, block)

    def _reach(self, state: SeriesState, block: int, points: int) -> Reach:
        """The hexes a unit can reach.

        The result is remembered by everything near the unit that affects it; near arrows, which lead far, it is worked out again.
        """
        start = state.location[block]
        near = self.board.within(start, points)
        if near & self.board.arrow_ends:
            return _reach(self.network(state, block), start, points)
        enemy = self.stops(state, self.units.side[block])
        table = id(self.costs(state, block))  # tables of costs last as long as the rules
        key = (start, points, table, self._open_hexes(state, block) & near, enemy & near)
        found = self._reached.get(key)
        if found is None:
            if len(self._reached) >= SURROUNDINGS:
                self._reached.clear()
            found = self._reached[key] = _reach(self.network(state, block), start, points)
        return found

    @rule("BE-3.22a", "BE-3.8b", "BE-R9", "BE-3.22b")
    @rule("BW-3.22a", "BW-R6", "BW-R88")
    def attackable(self, state: SeriesState, block: int) -> HexSet:
        """Enemy-occupied hexes a unit may enter; support units only together with a combat unit of their own side."""
        if not self.may_attack(state, block):
            return 0
        side = self.units.side[block]
        zone = self.stops(state, side) & self.rules.powers.attack_zone(state, block)
        return zone if self.units.is_combat[block] else zone & self.rules.definitions.crowding(state, side).combat[0]

    @rule("BW-R80", "BW-3.3a")
    def carry_out(self, state: SeriesState, move: Move) -> None:
        """Move a unit one leg along the cheapest way, and note the hexes it passed; an enemy ends its move."""
        block = move.block
        network, layers, *_ = self._reach(state, block, self.points_left(state, block))
        way, spent = path_to(network, layers, move.to, move.entry)
        state.spent[block] += spent
        self.rules.partisans.meet(state, block, way[1:])
        for hex_ in way[1:]:
            if not network.stops >> hex_ & 1:
                state.passed |= 1 << hex_
        relocate(self.units, state, block, move.to)
        if network.stops >> move.to & 1:
            state.entered[block] = move.entry
            if not self.goes_on(state, block):
                state.spent[block] = self.allowance(state, block)

    def goes_on(self, state: SeriesState, block: int) -> bool:
        """Whether a ground unit may move on from a hex with an enemy: if it found only aircraft there."""
        return self.overruns(state, block)

    @rule("BE-7.5.3g", "BE-7.6.2a")
    def overruns(self, state: SeriesState, block: int) -> bool:
        """Whether a ground unit has entered an airfield with nothing but enemy aircraft: these flee, and it need not stop."""
        hex_, enemy = state.location[block], 1 - self.units.side[block]
        if not state.occupied[enemy] >> hex_ & 1:
            return False
        enemies = self.rules.fire.units_at(state, hex_, enemy)
        return bool(enemies) and all(self.units.is_air[enemy] for enemy in enemies)

    def reinforcements(self, state: SeriesState, block: int, battles: HexSet) -> HexSet:
        """Battles that a unit in reserve can join."""
        return 0

    def reinforce(self, state: SeriesState, block: int, target: int, events: list[Event]) -> None:
        """Move a unit in reserve to a battle."""
        raise TypeError("this game is played without reserves")

    # ---- over the sea

    def sailings(self, state: SeriesState, side: int) -> list[Action]:
        """Units that may be taken off the coast."""
        return []

    def sail_home(self, state: SeriesState, action: SailHome, events: list[Event]) -> None:
        raise TypeError("nobody sails home in this game")

    def begin(self, state: SeriesState) -> None:
        """Let all units move again."""
        for block in self.order.of_side[state.active]:
            state.spent[block] = 0
            state.entered[block] = NO_HEX

    # ---- refusals

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if not isinstance(action, Move):
            return None
        block, to = action.block, action.to
        if not 0 <= block < len(self.order):
            return Refusal("BE-3.1a", "no_such_unit")
        if self.units.side[block] != side:
            return Refusal("BE-3.1a", "not_your_unit")
        if state.location[block] < 0:
            return Refusal("BE-3.1a", "not_on_the_map", {"block": block})
        if not self.units.is_ground[block]:
            return Refusal("BE-7.5.2a", "ground_units_first", {"block": block})
        if self.rules.definitions.is_frozen(state, block):
            return Refusal("BE-3.21b", "frozen", {"block": block})
        if not self.board.is_hex(to):
            return Refusal("BE-7.5.4a", "no_such_hex")
        if not self.may_move(state, block):
            return Refusal("BE-7.5.3f", "no_points_left", {"block": block})
        if not self.rules.powers.territory(state, block) >> to & 1:
            return Refusal("BE-5.3b", "not_its_territory", {"block": block, "hex": to})
        if state.occupied[1 - side] >> to & 1 and not self.attackable(state, block) >> to & 1:
            return Refusal("BE-4.4c" if state.flags[block] & MARKED else "BE-3.8b", "may_not_attack", {"block": block, "hex": to})
        if not self.rules.definitions.duty(state, block) >> to & 1:
            return self.rules.definitions.why_bound(state, block)
        if not self.rules.definitions.room_for(state, block) >> to & 1:
            return Refusal("BE-3.10a", "hex_full", {"hex": to})
        return Refusal("BE-7.5.3e", "too_far", {"block": block, "hex": to})


def _reach(network: Network, start: int, points: int) -> Reach:
    layers = layers_of(network, 1 << start, points)
    reached = 0
    for layer in layers[1:]:
        reached |= layer
    return Reach(network, layers, reached, {})


def _attacks(reach: Reach, block: int, targets: HexSet, points: int) -> list[Action]:
    """A unit's attacks by target and entry, listed once as long as nothing near it changes."""
    found = reach.attacks.get((block, targets))
    if found is None:
        entries = [(to, reach.network.entries(reach.layers, to, points)) for to in members(targets)]
        found = reach.attacks[block, targets] = [Move(block, to, entry) for to, hexes in entries for entry in members(hexes)]
    return found
