"""Chapter 3: initial forces, start lines and the conditions that a deployment must meet."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.eastfront.loading.data_model import Force, RequiredDeployment
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, GONE, OFF_MAP, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

Placements = tuple[tuple[int, int, int], ...]  # (block, combat value, hex or place off the map)


class SetUp(Chapter):
    # ---- ground

    @rule("EF-3.23b")
    def zone(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes a side controls at the start: its side of the start line."""
        axis = self.board.map.west_mask(self.rules.scenario_of(state).start_line) & self.board.playable
        return axis if side == AXIS else self.board.playable & ~axis

    @rule("EF-3.23a")
    def front_line(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes of a side directly at the start line."""
        line = self.board.map.lines[self.rules.scenario_of(state).start_line]
        touching = 0
        for hex_, direction in line.sides:
            touching |= 1 << hex_
            beyond = self.board.grid.neighbour(hex_, direction)
            if beyond is not None:
                touching |= 1 << beyond
        return touching & self.zone(state, side)

    def battle_hexes(self, state: EastFrontState) -> HexSet:
        """Hexes that start as battles, where both sides deploy."""
        return mask_of(self.board.map.hex(battle.place) for battle in self.rules.scenario_of(state).battles)

    @rule("EF-3.24b")
    def open_hexes(self, state: EastFrontState, side: int) -> HexSet:
        """Where a side may put units: its front line, its supplied hexes, and the battles."""
        zone = self.zone(state, side)
        supplied = self.rules.supply.in_reach(state, side) & zone
        return supplied | self.front_line(state, side) | self.battle_hexes(state)

    # ---- forces

    def forces(self, state: EastFrontState, side: int) -> tuple[Force, ...]:
        return self.rules.scenario_of(state).sides[side].forces

    def arriving(self, state: EastFrontState, side: int) -> dict[int, int]:
        """Reinforcements of the first month, placed with the set-up: block and combat value (EF-11.6d)."""
        reinforcements = self.rules.scenario_of(state).sides[side].reinforcements
        return {r.block: r.cv for r in reinforcements if r.at_setup}

    @rule("EF-11.6d", "EF-R34", "EF-W41.0c", "EF-S42.0c", "EF-S43.0c")
    def arrival_places(self, state: EastFrontState, side: int) -> HexSet:
        """Where reinforcements of the first month start: Home Cities that could take arrivals."""
        return self.rules.production.arrival_places(state, side) & self.board.home_cities[side]

    # ---- judging a deployment

    def problems(self, state: EastFrontState, side: int, placements: Placements) -> list[Refusal]:
        """Everything that is wrong with a deployment, in the order of the rules."""
        foreign = [block for block, _, _ in placements if not (0 <= block < len(self.order) and self.units.side[block] == side)]
        if foreign:
            return [Refusal("EF-0.1a", "no_such_unit")]
        checks = (
            self._units,
            self._values,
            self._places,
            self._arrivals,
            self._stacks,
            self._headquarters,
            self._front,
            self._required,
        )
        found = [problem for check in checks for problem in check(state, side, placements)]
        return found + list(self.rules.historical.problems(state, side, placements))

    @rule("EF-1.2a", "EF-3.22a", "EF-3.22d", "EF-2.6a", "EF-W44.2b", "EF-R35")
    def _units(self, state: EastFrontState, side: int, placements: Placements) -> Iterator[Refusal]:
        """A deployment has exactly the stated number of units of each type, all of them available."""
        placed = Counter(block for block, _, _ in placements)
        for block, number in placed.items():
            if number > 1:
                yield Refusal("EF-1.2a", "placed_twice", {"block": block})
        rest = set(placed) - self.arriving(state, side).keys()
        for force in self.forces(state, side):
            chosen = rest & set(force.pool)
            rest -= chosen
            if len(chosen) != force.units:
                yield Refusal("EF-3.22a", "wrong_number", {"type": force.type, "have": len(chosen), "need": force.units})
            for block in set(force.includes) - chosen:
                yield Refusal("EF-3.22a", "must_include", {"block": block})
            if force.one_of_each_nation and len({self.order[block].nation for block in chosen}) != force.units:
                yield Refusal("EF-W44.2b", "one_of_each_nation", {"type": force.type})
        for block in sorted(rest):
            yield Refusal("EF-3.22d", "not_available", {"block": block})
        for block in sorted(self.arriving(state, side).keys() - set(placed)):
            yield Refusal("EF-11.6d", "not_placed", {"block": block})

    @rule("EF-3.22a", "EF-3.22b", "EF-R8")
    def _values(self, state: EastFrontState, side: int, placements: Placements) -> Iterator[Refusal]:
        """Combat values stay within each unit's range and each type's total."""
        arriving = self.arriving(state, side)
        value_of = {block: value for block, value, _ in placements}
        for block, value in sorted(value_of.items()):
            strengths = self.order[block].strengths
            if value not in strengths or value != arriving.get(block, value):
                yield Refusal("EF-3.22b", "wrong_value", {"block": block, "value": value, "most": strengths[-1]})
        for force in self.forces(state, side):
            total = sum(value_of.get(block, 0) for block in force.pool if block not in arriving)
            if total > force.cv:
                yield Refusal("EF-3.22a", "too_strong", {"type": force.type, "have": total, "most": force.cv})

    @rule("EF-3.24b", "EF-11.6d", "EF-2.66a", "EF-S41.4b")
    def _places(self, state: EastFrontState, side: int, placements: Placements) -> Iterator[Refusal]:
        """Units start in supplied hexes of their side, arrivals in arrival places, restricted units at home, Germans not in Hungary."""
        allowed = self.open_hexes(state, side)
        arriving = self.arriving(state, side)
        for block, _, hex_ in placements:
            if not self.board.is_hex(hex_):
                if not self._may_be_off_map(state, side, hex_):
                    yield Refusal("EF-3.24b", "not_on_map", {"block": block})
            elif block in arriving:
                if not self.arrival_places(state, side) >> hex_ & 1:
                    yield Refusal("EF-11.6d", "not_an_arrival_place", {"block": block, "hex": hex_})
            elif not allowed >> hex_ & 1:
                own = self.zone(state, side) >> hex_ & 1
                yield Refusal("EF-3.24b", "not_supplied_there" if own else "not_your_hex", {"block": block, "hex": hex_})
            elif not self.rules.satellites.territory(state, block) >> hex_ & 1:
                yield Refusal("EF-2.66a", "restricted", {"block": block, "hex": hex_})
            elif not self.rules.satellites.may_start_in(state, block) >> hex_ & 1:
                yield Refusal("EF-S41.4b", "hungary_is_closed", {"block": block, "hex": hex_})

    @rule("EF-11.6d", "EF-11.6c")
    def _arrivals(self, state: EastFrontState, side: int, placements: Placements) -> Iterator[Refusal]:
        """A place takes no more first-month arrivals than it may in a Production."""
        arriving = self.arriving(state, side)
        for hex_, number in sorted(Counter(hex_ for block, _, hex_ in placements if block in arriving).items()):
            most = self.rules.production.capacity(hex_) if self.board.is_hex(hex_) else number
            if number > most:
                yield Refusal("EF-11.6c", "too_many_arrivals", {"hex": hex_, "have": number, "most": most})

    def _may_be_off_map(self, state: EastFrontState, side: int, place: int) -> bool:
        required = self.rules.scenario_of(state).required
        return any(r.off_map and r.side == side and self.required_hexes(r) >> (OFF_MAP - place) & 1 for r in required if place <= OFF_MAP)

    @rule("EF-6.21a", "EF-3.24b")
    def _stacks(self, state: EastFrontState, side: int, placements: Placements) -> Iterator[Refusal]:
        for hex_, number in sorted(Counter(hex_ for _, _, hex_ in placements if self.board.is_hex(hex_)).items()):
            limit = self.board.stacking[hex_]
            if number > limit:
                yield Refusal("EF-6.21a", "overstacked", {"hex": hex_, "have": number, "most": limit})

    @rule("EF-3.24c")
    def _headquarters(self, state: EastFrontState, side: int, placements: Placements) -> Iterator[Refusal]:
        """No two headquarters in the same or in adjacent hexes."""
        hqs = [(block, hex_) for block, _, hex_ in placements if self.units.is_hq[block] and self.board.is_hex(hex_)]
        for index, (first, here) in enumerate(hqs):
            for second, there in hqs[index + 1 :]:
                if self.board.distance(here, there) <= 1:
                    yield Refusal("EF-3.24c", "headquarters_too_close", {"first": first, "second": second})

    @rule("EF-3.24a")
    def _front(self, state: EastFrontState, side: int, placements: Placements) -> Iterator[Refusal]:
        """Every front-line hex holds a unit."""
        held = mask_of(hex_ for _, _, hex_ in placements if self.board.is_hex(hex_))
        for hex_ in members(self.front_line(state, side) & ~held):
            yield Refusal("EF-3.24a", "front_line_empty", {"hex": hex_})

    @rule("EF-R36", "EF-S41.1f", "EF-S42.2a", "EF-W42.2a", "EF-W42.3b", "EF-S43.3a", "EF-W43.2a", "EF-W44.1a", "EF-W44.3a")
    def _required(self, state: EastFrontState, side: int, placements: Placements) -> Iterator[Refusal]:
        """A scenario may demand garrisons and other units in certain places."""
        for required in self.rules.scenario_of(state).required:
            if required.side == side and not (required.free_deployment_only and self.is_historical(state)):
                yield from self._missing(required, placements)

    def is_historical(self, state: EastFrontState) -> bool:
        return "historical_deployment" in self.rules.options and bool(self.rules.scenario_of(state).historical)

    def required_hexes(self, required: RequiredDeployment) -> HexSet:
        if required.place:
            return 1 << self.board.map.hex(required.place)
        return self.board.map.area_mask(required.area)

    def _missing(self, required: RequiredDeployment, placements: Placements) -> Iterator[Refusal]:
        units: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for block, value, hex_ in placements:
            units[OFF_MAP - hex_ if required.off_map else hex_].append((block, value))
        area = self.required_hexes(required)
        groups = [1 << hex_ for hex_ in members(area)] if required.each_hex else [area]
        for group in groups:
            here = [unit for hex_ in members(group) for unit in units[hex_]]
            values = {"hex": members(group)[0], "need": required.units, "have": len(here)}
            if len(here) < required.units or (required.exactly and len(here) > required.units):
                yield Refusal("EF-3.24a", "garrison", values)
            armor = sum(self.units.type[block] in ("armor", "ss_armor") for block, _ in here)
            if armor < required.armor or sum(value for _, value in here) < required.cv:
                yield Refusal("EF-W42.2a", "garrison_too_weak", values)
            for block in set(required.includes) - {block for block, _ in here}:
                yield Refusal("EF-W44.1a", "garrison_must_include", {"block": block})

    # ---- carrying it out

    @rule("EF-3.22c", "EF-17.1g")
    def left_over(self, state: EastFrontState, side: int, placed: set[int]) -> dict[int, int]:
        """Where the units that were not placed go: gone for good, eliminated if their date has come, or not yet in play."""
        scenario = self.rules.scenario_of(state)
        places: dict[int, int] = {}
        for block in self.order.of_side[side]:
            if block not in placed:
                gone, available = scenario.gone >> block & 1, scenario.available >> block & 1
                places[block] = GONE if gone else ELIMINATED if available else NOT_IN_PLAY
        return places
