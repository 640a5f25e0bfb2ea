"""A sensible deployment for either side in every scenario, for players who do not want to place sixty blocks.

The front line is manned first, with infantry; required garrisons next; headquarters stand behind the line, apart from each
other; mobile units gather in a few groups near the headquarters; the other units go where the front is weakest.
"""

from collections import Counter
from collections.abc import Iterable

from blockfront.games.eastfront.loading.data_model import Force
from blockfront.games.eastfront.rules.ch03_set_up import Placements
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import OFF_MAP, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

VARIANTS = 4
MOBILE = ("armor", "ss_armor", "mech", "ss_mech", "shock", "para")


def automatic_set_up(rules: Rules, state: EastFrontState, side: int, variant: int) -> Placements:
    """One of several legal deployments. The variant changes which units are chosen and where the mobile units gather.

    A deployment depends on nothing but the scenario, so each is worked out once.
    """
    key = (state.place_in_chain, side, variant)
    known = rules.planned_set_ups.get(key)
    if known is None:
        known = rules.planned_set_ups[key] = _Planner(rules, state, side, variant).plan()
    return known


class _Planner:
    def __init__(self, rules: Rules, state: EastFrontState, side: int, variant: int) -> None:
        self.rules, self.state, self.side, self.variant = rules, state, side, variant
        self.value: dict[int, int] = {}
        self.hex: dict[int, int] = {}
        self.count: Counter[int] = Counter()
        self.front = members(rules.set_up.front_line(state, side))
        self.open: HexSet = rules.set_up.open_hexes(state, side)
        self.zone: HexSet = rules.set_up.zone(state, side)

    def plan(self) -> Placements:
        for force in self.rules.set_up.forces(self.state, self.side):
            self._choose(force)
        self._historical()
        self._arrivals()
        self._required()
        self._restricted()
        self._headquarters()
        self._man_the_front()
        self._mobile()
        self._thicken()
        return tuple((block, self.value[block], self.hex[block]) for block in sorted(self.hex))

    # ---- choosing units and values

    def _choose(self, force: Force) -> None:
        """Choose the number of units that a force allows, the best first, and spread its total combat value evenly over them."""
        order = self.rules.order
        free = [block for block in force.pool if block not in self.value]
        must = [block for block in free if block in force.includes]
        rest = sorted((b for b in free if b not in force.includes), key=lambda b: (-order[b].full, b))
        if force.one_of_each_nation:
            rest = list({order[block].nation: block for block in reversed(rest)}.values())
        turn = self.variant % max(1, len(rest) - force.units + len(must) + 1) if not force.one_of_each_nation else 0
        chosen = must + (rest[turn:] + rest[:turn])[: force.units - len(must)]
        values: dict[int, int] = {block: order[block].strengths[0] for block in chosen}
        left = force.cv - sum(values.values())
        while left > 0:
            grown = [block for block in chosen if values[block] < order[block].strengths[-1]]
            if not grown:
                break
            weakest = min(grown, key=lambda block: (values[block], chosen.index(block)))
            values[weakest] += 1
            left -= 1
        self.value |= values

    def _unplaced(self, types: Iterable[str] | None = None) -> list[int]:
        kinds = self.rules.units.type
        return [b for b in self.value if b not in self.hex and (types is None or kinds[b] in types)]

    def _infantry(self) -> list[int]:
        """The infantry still to be placed, the strongest first."""
        units = self.rules.units
        feet = [b for b in self._unplaced() if not units.is_hq[b] and units.type[b] not in MOBILE and not units.is_static[b]]
        return sorted(feet, key=lambda block: (-self.value[block], block))

    # ---- placing

    def _may_start_in(self, block: int) -> HexSet:
        return self.rules.satellites.may_start_in(self.state, block)

    def _room(self, hex_: int) -> bool:
        return self.count[hex_] < self.rules.board.stacking[hex_]

    def _put(self, block: int, hex_: int) -> None:
        self.hex[block] = hex_
        self.count[hex_] += 1

    def _put_first(self, block: int, hexes: HexSet) -> bool:
        """Put a unit into the emptiest of these hexes that has room, uncovered front-line hexes first; False if none has."""
        territory = self._may_start_in(block)
        able = [hex_ for hex_ in members(hexes & territory) if self._room(hex_)]
        if self.rules.units.is_hq[block]:
            able = [hex_ for hex_ in able if self._is_apart(hex_)] or able
        if not able:
            return False
        uncovered = [hex_ for hex_ in able if hex_ in self.front and not self.count[hex_]]
        self._put(block, min(uncovered or able, key=lambda hex_: (self.count[hex_], hex_)))
        return True

    def _historical(self) -> None:
        """Place the units whose place is prescribed: first so that they cover as many front-line hexes as possible, then the others."""
        historical = self.rules.historical
        wanted = [p for p in historical.placements(self.state, self.side) if p.block in self.value]
        hexes: dict[int, HexSet] = {p.block: historical.hexes(self.state, p, self.side) & self._may_start_in(p.block) for p in wanted}
        if self.rules.set_up.is_historical(self.state):
            self.value |= {p.block: p.cv for p in wanted}
        for hex_, block in self._match(hexes).items():
            self._put(block, hex_)
        for block in sorted(hexes, key=lambda block: (hexes[block].bit_count(), block)):
            if block not in self.hex:
                self._put_first(block, hexes[block])

    def _match(self, hexes: dict[int, HexSet]) -> dict[int, int]:
        """Assign a different unit to each front-line hex, for as many hexes as possible (augmenting paths)."""
        holder: dict[int, int] = {}

        def find(hex_: int, tried: set[int]) -> bool:
            for block, allowed in hexes.items():
                if allowed >> hex_ & 1 and block not in tried and not self.rules.units.is_hq[block]:
                    tried.add(block)
                    other = next((at for at, held in holder.items() if held == block), None)
                    if other is None or find(other, tried):
                        if other is not None and holder.get(other) == block:
                            del holder[other]
                        holder[hex_] = block
                        return True
            return False

        for hex_ in self.front:
            find(hex_, set())
        return holder

    def _arrivals(self) -> None:
        places = self.rules.set_up.arrival_places(self.state, self.side)
        for block, value in self.rules.set_up.arriving(self.state, self.side).items():
            self.value[block] = value
            self._put_first(block, places)

    def _required(self) -> None:
        for required in self.rules.scenario_of(self.state).required:
            if required.side != self.side or (required.free_deployment_only and self.rules.set_up.is_historical(self.state)):
                continue
            area = self.rules.set_up.required_hexes(required)
            for included in required.includes:
                self._put_first(included, area & self.open)
            for group in [1 << h for h in members(area)] if required.each_hex else [area]:
                if required.off_map:
                    for block in self._infantry()[-required.units :]:
                        self.hex[block] = OFF_MAP - members(group)[0]
                    continue
                self._garrison(group, required.units, required.armor, required.cv)

    def _garrison(self, hexes: HexSet, units: int, armor: int, cv: int) -> None:
        here = [block for block, hex_ in self.hex.items() if hex_ >= 0 and hexes >> hex_ & 1]
        for block in sorted(self._unplaced(("armor",)), key=lambda b: -self.value[b])[:armor]:
            if self._put_first(block, hexes):
                here.append(block)
        infantry = self._infantry()
        for block in infantry if cv else reversed(infantry):
            if len(here) >= units:
                break
            if self._put_first(block, hexes):
                here.append(block)

    def _restricted(self) -> None:
        """Place units that may not leave their country: on its part of the front, or in its cities."""
        board = self.rules.board
        closed = self.rules.satellites.closed_to_germans(self.state)
        for block in self._unplaced():
            if not self.rules.satellites.is_restricted(self.state, block):
                continue
            home = self._may_start_in(block) & self.open
            front = mask_of(h for h in self.front if home >> h & 1 and not self.count[h])
            cities = home & (board.major_cities | board.minor_cities)
            theirs_alone = front & closed & self.rules.satellites.country(block)
            for choice in (theirs_alone, front & ~closed, cities, home):
                if self._put_first(block, choice):
                    break

    def _headquarters(self) -> None:
        """Place headquarters along the front, one or two hexes behind it; the supreme one in the side's capital if that may be used."""
        units, board = self.rules.units, self.rules.board
        hqs = self._unplaced(("hq",))
        supreme = [hq for hq in hqs if units.is_supreme[hq]]
        capital = board.capitals[self.side]
        for hq in supreme:
            if self.open >> capital & 1 and self._room(capital) and self._is_apart(capital):
                self._put(hq, capital)
        hqs = [hq for hq in hqs if hq not in self.hex]
        for number, hq in enumerate(hqs):
            wish = self.front[(2 * number + 1) * len(self.front) // (2 * len(hqs))] if self.front else capital
            self._put(hq, self._hq_hex(hq, wish))

    def _is_apart(self, hex_: int) -> bool:
        units, distance = self.rules.units, self.rules.board.distance
        return all(distance(hex_, at) > 1 for block, at in self.hex.items() if units.is_hq[block] and at >= 0)

    def _hq_hex(self, hq: int, wish: int) -> int:
        distance = self.rules.board.distance
        front = set(self.front)
        allowed = self.open & self.zone & self._may_start_in(hq)
        able = [hex_ for hex_ in members(allowed) if self._room(hex_) and self._is_apart(hex_)]
        return min(able, key=lambda hex_: (hex_ in front, abs(distance(hex_, wish) - 1), hex_))

    def _man_the_front(self) -> None:
        """Put one unit into every front-line hex: infantry while there is any, then other units."""
        empty = [hex_ for hex_ in self.front if not self.count[hex_]]
        units = self.rules.units
        for hex_ in empty:
            infantry = self._infantry()
            spare = infantry or [b for b in self._unplaced() if not units.is_static[b]]
            able = [b for b in spare if self._may_start_in(b) >> hex_ & 1]
            if able:
                self._put(able[0], hex_)

    def _mobile(self) -> None:
        """Place mobile units together in pairs, in front-line hexes near a headquarters; the variant says which."""
        targets = self._main_efforts()
        for number, block in enumerate(sorted(self._unplaced(MOBILE), key=lambda b: (-self.value[b], b))):
            start = (number // 2) % max(1, len(targets))
            for hex_ in targets[start:] + targets[:start]:
                if self._room(hex_) and self._may_start_in(block) >> hex_ & 1:
                    self._put(block, hex_)
                    break

    def _main_efforts(self) -> list[int]:
        units, board = self.rules.units, self.rules.board
        hqs = [at for block, at in self.hex.items() if units.is_hq[block] and at >= 0 and not units.is_supreme[block]]

        def merit(hex_: int) -> tuple[int, int, int]:
            near = min((board.distance(hex_, at) for at in hqs), default=9)
            return (near > 2, not board.clear >> hex_ & 1, (hex_ * 7 + self.variant * 13) % 11)

        return sorted(self.front, key=merit)

    def _thicken(self) -> None:
        """Put the remaining units where the front is thinnest, or behind it when the front is full."""
        rear = [hex_ for hex_ in members(self.open & self.zone) if hex_ not in self.front]
        for block in self._unplaced():
            territory = self._may_start_in(block)
            for choice in (self.front, rear):
                able = [hex_ for hex_ in choice if self._room(hex_) and territory >> hex_ & 1]
                if able:
                    self._put(block, min(able, key=lambda hex_: (self.count[hex_], (hex_ + self.variant) % 5, hex_)))
                    break
