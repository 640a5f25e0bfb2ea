"""Chapter 5: special rules for single powers in the East."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.history import FINLAND_INVADED, FINLAND_NEUTRAL_SINCE
from blockfront.games.blocks_in_the_east.rules.theatre import eastern
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step

NOBODY: Final = -1  # a power that is not in this game
MONTHS_TO_LEAVE: Final = 3
GERMAN_GUESTS: Final = 1  # German units allowed inside Finland before the Soviets invade it


class EasternPowers(Powers):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.germany = self._names.index("germany")
        self._finns = self._names.index("finland") if "finland" in self._names else NOBODY
        self.finland = self.board.theatre("finland")
        self._inside_finland = frozenset(members(self.finland))
        self.finnish_attack_zone = self.board.theatre("finnish_attack_zone")
        self.north = self.board.area("scandinavia") | self.finnish_attack_zone | self.board.boxes if self.finland else 0
        self._rings = self._count_rings()
        self._germans = tuple(b for b in self.order.of_side[AXIS] if self.units.power[b] == self.germany)
        self._elsewhere: dict[tuple[int, ...], HexSet] = {}

    @rule("BE-5.5k", "BE-5.5n", "BE-BSSm")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        """Until the Soviets cross the Finnish border only one German unit may be in Finland."""
        zone = super().territory(state, block)
        if self.is_finland_neutral(state):
            return zone & self._ways_out(state.location[block])
        if not self.finland or self.units.power[block] != self.germany or state.happened & FINLAND_INVADED:
            return zone
        guests = self.guests(state)
        return zone & ~self.finland if len(guests - {block}) >= GERMAN_GUESTS else zone

    def guests(self, state: SeriesState) -> frozenset[int]:
        """The German units inside Finland."""
        found: frozenset[int] | None = state.derived.get("guests")
        if found is None:
            location, inside = state.location, self._inside_finland
            found = state.derived["guests"] = frozenset([b for b in self._germans if location[b] in inside])
        return found

    @rule("BE-3.21c")
    def supportable(self, state: SeriesState, block: int, hexes: HexSet) -> HexSet:
        """In the first month Romanian aircraft may fly any mission over Soviet land, even where only other powers fight."""
        found = super().supportable(state, block, hexes)
        if state.month == self.rules.frozen_month and self.order[block].nation == "romania":
            found |= hexes & eastern(self.board)
        return found

    # ---- neutral Finland

    def is_finland_neutral(self, state: SeriesState) -> bool:
        return self._finns != NOBODY and bool(state.surrendered >> self._finns & 1)

    @rule("BE-5.5n", "BE-R21")
    def _ways_out(self, hex_: int) -> HexSet:
        """Where units may go once Finland is neutral: anywhere outside; from inside, also to hexes nearer to the border."""
        if hex_ < 0 or not self.finland >> hex_ & 1:
            return ~self.finland
        nearer = 0
        for ring in self._rings:
            if ring >> hex_ & 1:
                break
            nearer |= ring
        return ~self.finland | nearer

    def _count_rings(self) -> tuple[HexSet, ...]:
        """Finland by distance from its border, the outermost hexes first."""
        board = self.board
        rings, left = [], self.finland
        edge = board.playable & ~self.finland
        while edge := (step(board.grid, edge & board.grid.cells, board.march_sides) | board.jump(edge, board.land_jumps)) & left:
            rings.append(edge)
            left &= ~edge
        return tuple(rings)

    @rule("BE-5.5n", "BE-R21")
    def must_march(self, state: SeriesState, side: int) -> list[int]:
        """Ground units that have to leave neutral Finland and can still move."""
        if not self.is_finland_neutral(state):
            return super().must_march(state, side)
        inside = (b for b in self.units.ground[side] if state.location[b] >= 0 and self.finland >> state.location[b] & 1)
        movement = self.rules.movement
        return [block for block in inside if movement.may_move(state, block) and movement.moves(state, block)]

    def overdue(self, state: SeriesState) -> list[int]:
        """Units that have not left Finland in time. When Finland has just become neutral, this notes the month."""
        if not self.is_finland_neutral(state):
            return []
        now = state.month - self.rules.scenario.first_month + 1
        since = FINLAND_NEUTRAL_SINCE.read(state.happened)
        if not since:
            state.happened = FINLAND_NEUTRAL_SINCE.write(state.happened, now)
            return []
        here = (block for block in range(len(self.order)) if state.location[block] >= 0 and self.finland >> state.location[block] & 1)
        return list(here) if now - since >= MONTHS_TO_LEAVE else []

    # ---- Germans in Finland

    @rule("BE-5.5f", "BE-5.5j")
    def attack_zone(self, state: SeriesState, block: int) -> HexSet:
        """Germans who are supplied only through Finland may attack only where Finns may."""
        zone = super().attack_zone(state, block)
        if not self.finland:
            return zone
        start = self._start(state, block)
        if self.has_fixed_attack_zone(state, block) or self._supplied_elsewhere(state) >> start & 1:
            return zone
        return zone & self.finnish_attack_zone

    def has_fixed_attack_zone(self, state: SeriesState, block: int) -> bool:
        if not self.finland:
            return super().has_fixed_attack_zone(state, block)
        return self.units.power[block] != self.germany or not self.north >> self._start(state, block) & 1

    def _start(self, state: SeriesState, block: int) -> int:
        """The hex where everybody last saw a unit."""
        return state.shown[block] if state.shown[block] >= 0 else state.location[block]

    def _supplied_elsewhere(self, state: SeriesState) -> HexSet:
        """Hexes in which Germans have supply without Finland, judged by what everybody knows."""
        enemy = 1 - AXIS
        zone = self.rules.supply.rail_zone(state, enemy)
        key = (state.control[AXIS], zone, state.occupied[enemy], self._weather(state))
        found = self._elsewhere.get(key)
        if found is None:
            self._elsewhere.clear()
            found = self._elsewhere[key] = self._trace_elsewhere(state, zone)
        return found

    def _weather(self, state: SeriesState) -> int:
        return self.rules.weather.at(state, self._capitals[self._finns])

    def _trace_elsewhere(self, state: SeriesState, zone: HexSet) -> HexSet:
        board, supply, enemy = self.board, self.rules.supply, state.occupied[1 - AXIS]
        held = state.control[AXIS] & ~enemy & ~self.finland
        found = frontier = supply._find_sources(state, self.germany, AXIS, held, zone).everything
        passable = ~(zone | enemy | board.mountains | self.finland)
        for _ in range(supply.path_length(state, self.germany, self._weather(state))):
            frontier = step(board.grid, frontier & board.grid.cells, board.march_sides) | board.jump(frontier, board.land_jumps)
            frontier &= ~found
            found |= frontier
            frontier &= passable
        return found
