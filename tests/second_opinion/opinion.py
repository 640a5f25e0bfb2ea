"""EastFront restated: control, supply, command, movement, fire and production, straight from the clauses and in the plainest way.

It reads the columns of a state and nothing else of the engine. Satellites, paratroops and the sea are left to the other tests.
"""

from collections import Counter
from typing import Any, NamedTuple

from tests.second_opinion.ground import AXIS, DRY, MUD, SNOW, SOVIET, STACKING, ground

UNSUPPLIED, MOVED, STRATEGIC, REARGUARD, NEW = 4, 1, 2, 8, 16
SPEED = {  # table T1: dry, mud, snow
    "armor": (3, 1, 2),
    "ss_armor": (3, 1, 2),
    "mech": (3, 1, 2),
    "ss_mech": (3, 1, 2),
    "infantry": (2, 1, 1),
    "cavalry": (3, 2, 2),
    "shock": (1, 1, 1),
    "para": (2, 1, 1),
    "mountain": (2, 1, 1),
    "coastal": (2, 1, 1),
    "static": (1, 1, 1),
    "hq": (2, 1, 1),
}
SF, DF, TF = 6, 5, 4
OFFENCE = {"armor": DF, "ss_armor": TF, "ss_mech": DF, "shock": DF}  # all others SF: table T1
DEFENCE = {"armor": DF, "ss_armor": TF, "mech": DF, "ss_mech": TF, "shock": DF, "para": DF}
AIR = {  # table T6
    "s41": (TF, SF),
    "w41": (DF, SF),
    "s42": (DF, SF),
    "w42": (DF, DF),
    "s43": (DF, DF),
    "w43": (SF, DF),
    "s44": (SF, TF),
}
STEP = {  # table T7: Axis, Soviet
    "armor": (8, 4),
    "ss_armor": (8, 0),
    "mech": (6, 3),
    "ss_mech": (6, 0),
    "infantry": (4, 2),
    "cavalry": (0, 3),
    "shock": (0, 3),
    "coastal": (0, 2),
    "mountain": (5, 0),
    "para": (0, 6),
    "hq": (10, 10),
}
CADRE = {
    "armor": (12, 8),
    "ss_armor": (12, 0),
    "mech": (9, 6),
    "ss_mech": (9, 0),
    "infantry": (6, 4),
    "cavalry": (0, 6),
    "shock": (0, 6),
    "coastal": (0, 6),
    "mountain": (8, 0),
    "para": (0, 12),
    "hq": (20, 20),
}


class Unit(NamedTuple):
    block: int
    side: int
    kind: str
    hex: int
    value: int
    flags: int
    command: int
    is_satellite: bool
    is_supreme: bool
    is_siege: bool


class Table:
    """A state as somebody at the table sees it."""

    def __init__(self, order: Any, state: Any, scenario: str) -> None:
        self.state, self.scenario, self.order = state, scenario, order
        self.units = [
            Unit(
                number,
                int(block.side),
                block.type,
                state.location[number],
                block.strength(state.steps[number]),
                state.flags[number],
                state.command[number] & 3,
                "satellite" in block.tags,
                "supreme" in block.tags,
                "siege" in block.tags,
            )
            for number, block in enumerate(order.blocks)
            if state.location[number] >= 0
        ]
        self.by_hex: dict[int, list[list[Unit]]] = {}
        for unit in self.units:
            self.by_hex.setdefault(unit.hex, [[], []])[unit.side].append(unit)
        self.battles = {hex_ for hex_, (axis, soviet) in self.by_hex.items() if axis and soviet}
        self.friendly = [{hex_ for hex_ in ground().playable if state.friendly[side] >> hex_ & 1} for side in (AXIS, SOVIET)]

    def here(self, hex_: int, side: int) -> list[Unit]:
        return self.by_hex.get(hex_, [[], []])[side]

    def weather(self, hex_: int) -> int:
        """EF-12.3a EF-R16."""
        found: int = self.state.west_weather if hex_ in ground().west_front else self.state.weather
        return found

    def speed(self, unit: Unit) -> int:
        """EF-12.23a EF-12.23b EF-W41.1b."""
        weather = self.weather(unit.hex)
        return 1 if self.scenario == "w41" and unit.side == AXIS and weather == SNOW else SPEED[unit.kind][weather]

    # ---- chapter 8

    def control(self, axis_before: set[int]) -> list[set[int]]:
        """EF-8.31a EF-8.31b EF-8.33a EF-8.34a: hexes friendly to each side; those disputed are friendly to nobody."""
        zones = [self._zone_of_control(side) for side in (AXIS, SOVIET)]
        friendly: list[set[int]] = [set(), set()]
        for hex_ in ground().playable:
            axis, soviet = self.by_hex.get(hex_, [[], []])
            if axis and soviet:
                friendly[AXIS if self.state.axis_defends >> hex_ & 1 else SOVIET].add(hex_)
            elif axis or soviet:
                friendly[AXIS if axis else SOVIET].add(hex_)
            elif hex_ in zones[AXIS] and hex_ in zones[SOVIET]:
                continue
            elif hex_ in zones[AXIS] or hex_ in zones[SOVIET]:
                friendly[AXIS if hex_ in zones[AXIS] else SOVIET].add(hex_)
            else:
                friendly[AXIS if hex_ in axis_before else SOVIET].add(hex_)
        return friendly

    def _zone_of_control(self, side: int) -> set[int]:
        """EF-8.2a EF-8.2b EF-8.2c EF-8.2d."""
        found = set()
        for unit in self.units:
            if unit.side == side and unit.hex not in self.battles and not unit.flags & UNSUPPLIED:
                for near in ground().near[unit.hex]:
                    pair = frozenset((unit.hex, near))
                    if near not in self.by_hex and pair not in ground().rivers | ground().straits | ground().closed:
                        found.add(near)
        return found

    # ---- chapters 9 and 10

    def railways(self, side: int, sources: set[int] | None = None) -> set[int]:
        """EF-9.12a EF-9.12b EF-9.12c EF-9.12d: hexes into which a friendly rail line runs."""
        origins = ground().entries[side] | ({ground().at["Baku"]} if side == SOVIET else set()) if sources is None else sources
        found, waiting = set(), [hex_ for hex_ in origins if hex_ in self.friendly[side]]
        while waiting:
            hex_ = waiting.pop()
            if hex_ in found:
                continue
            found.add(hex_)
            if hex_ in self.battles:
                continue
            waiting += [n for n in ground().near[hex_] if frozenset((hex_, n)) in ground().rails and n in self.friendly[side]]
        return found

    def has_line(self, unit: Unit, rails: set[int]) -> bool:
        """EF-10.3a EF-10.3b EF-10.3c EF-10.3e: at most two hexes, through friendly or disputed ones, to a rail-supplied hex."""
        reached = {unit.hex}
        for _ in range(3):
            if reached & rails:
                return True
            steps = {(hex_, near) for hex_ in reached for near in ground().near[hex_] if ground().lets_lines_pass(hex_, near)}
            reached |= {near for _, near in steps if near not in self.friendly[1 - unit.side]}
        return False

    # ---- chapter 5

    def effective_value(self, hq: Unit) -> int:
        """EF-5.8a EF-5.8b EF-5.8e EF-S41.3a."""
        capital = ground().at["Warsaw" if hq.side == AXIS else "Moscow"]
        weather = self.weather(hq.hex)
        by_weather = (weather == MUD or (weather == SNOW and hq.side == AXIS)) and not (hq.is_supreme and hq.hex == capital)
        surprised = self.scenario == "s41" and hq.side == SOVIET and self.state.month == 1941 * 12 + 5
        return hq.value - (by_weather or surprised)

    def commanded(self, side: int) -> set[int]:
        """EF-5.3a EF-5.3b EF-5.3c EF-5.8c: hexes within the radius of an active ordinary headquarters."""
        found: set[int] = set()
        for hq in self.units:
            if hq.side == side and hq.kind == "hq" and hq.command in (1, 2) and not hq.is_supreme and self.effective_value(hq) >= 0:
                ring, reached = {hq.hex}, {hq.hex}
                for _ in range(self.effective_value(hq)):
                    ring = {n for h in ring for n in ground().near[h] if ground().lets_lines_pass(h, n)} - reached
                    reached |= ring
                    ring = {hex_ for hex_ in ring if hex_ not in self.friendly[1 - side]}
                found |= reached
        return found

    # ---- chapter 6

    def stops(self, unit: Unit, hex_: int) -> bool:
        """EF-6.1b EF-12.24a EF-1.34g EF-2.24b, and BF-8 for cavalry that comes into the mud."""
        weather, terrain = self.weather(hex_), ground().terrain[hex_]
        if unit.kind == "cavalry":
            return weather == MUD and self.weather(unit.hex) != MUD
        return weather == MUD or terrain == "mountain" or (terrain == "swamp" and weather != SNOW)

    def has_room(self, side: int, hex_: int) -> bool:
        return len(self.here(hex_, side)) < STACKING[ground().terrain[hex_]]

    def may_enter(self, unit: Unit, hex_: int) -> bool:
        """EF-S41.4b."""
        is_closed = self.scenario == "s41" and self.state.month == 1941 * 12 + 5 and unit.side == AXIS
        return not (is_closed and hex_ in ground().hungary)

    def places_left(self, battle: int, other: int, used: Counter[frozenset[int]]) -> int:
        """EF-6.33a EF-6.33b EF-12.24a."""
        limit = 1 if self.weather(battle) == MUD else ground().limit(battle, other)
        return limit - used[frozenset((battle, other))]

    def moves(self, unit: Unit, used: Counter[frozenset[int]]) -> set[tuple[int, int, int]]:
        """EF-6.1a EF-6.31a EF-6.32a: every land move of a unit as (to, entry, exit), -1 where there is none."""
        if unit.hex in self.battles:
            return self._out_of_battle(unit, used)
        quiet, ready = self._march(unit, {unit.hex: self.speed(unit)})
        found = {(to, -1, -1) for to in quiet - {unit.hex} if self.has_room(unit.side, to)}
        ways_in = {(near, hex_) for hex_ in ready for near in ground().near[hex_] if ground().is_open(hex_, near)}
        for near in ground().near[unit.hex]:
            if frozenset((unit.hex, near)) in ground().straits and self.may_enter(unit, near):
                ways_in.add((near, unit.hex))
                if not self.here(near, 1 - unit.side) and self.has_room(unit.side, near):
                    found.add((near, -1, -1))
        for target, entry in ways_in:
            engages = self.here(target, 1 - unit.side) and unit.kind != "hq" and self.may_enter(unit, target)
            if engages and self.has_room(unit.side, target) and self.places_left(target, entry, used) > 0:
                found.add((target, entry, -1))
        return found

    def _march(self, unit: Unit, start: dict[int, int]) -> tuple[set[int], set[int]]:
        """Hexes reached without meeting an enemy, and those from which another step is possible."""
        best, waiting = dict(start), list(start)
        while waiting:
            hex_ = waiting.pop(0)
            if not best[hex_]:
                continue
            for near in ground().near[hex_]:
                if not ground().is_open(hex_, near) or self.here(near, 1 - unit.side) or not self.may_enter(unit, near):
                    continue
                left = 0 if self.stops(unit, near) else best[hex_] - 1
                if left > best.get(near, -1):
                    best[near] = left
                    waiting.append(near)
        return set(best), {hex_ for hex_, left in best.items() if left}

    def _out_of_battle(self, unit: Unit, used: Counter[frozenset[int]]) -> set[tuple[int, int, int]]:
        """EF-6.32b EF-6.32c EF-6.41d."""
        friends = [other for other in self.here(unit.hex, unit.side) if other.block != unit.block]
        if not any(self.state.entered_from[other.block] == -1 and not other.flags & REARGUARD for other in friends):
            return set()
        found = set()
        for way in ground().near[unit.hex]:
            pair = frozenset((unit.hex, way))
            safe = way in self.friendly[unit.side] and way not in self.battles and not self.here(way, 1 - unit.side)
            if pair in ground().closed or not safe or self.places_left(unit.hex, way, used) <= 0 or not self.may_enter(unit, way):
                continue
            ends_here = self.stops(unit, way) or pair in ground().straits
            reached, _ = self._march(unit, {way: 0 if ends_here else self.speed(unit) - 1})
            found |= {(to, -1, way) for to in reached if self.has_room(unit.side, to)}
        return found

    # ---- chapter 7

    def dice_and_face(self, kind: str, unit: Unit, hex_: int, rearguard: Unit | None) -> set[tuple[int, int]]:
        """Tables T10 and T16: dice, and the lowest face that hits. In a fortress the largest defender fires triple once."""
        if kind == "air":
            return {(self.effective_value(unit), AIR[self.scenario][unit.side])}
        if kind == "pursuit":
            assert rearguard is not None
            faster, equal = self.speed(unit) > self.speed(rearguard), self.speed(unit) == self.speed(rearguard)
            return {(unit.value, DF if faster else SF)} if faster or equal else set()
        if kind == "offensive":
            return {(unit.value, self._offence(unit, hex_))}
        usual = self._defence(unit, hex_)
        largest = max(other.value for other in self.here(hex_, unit.side))
        is_gun = hex_ in ground().fortress and self._original_defender(hex_) == unit.side and unit.value == largest
        return {(unit.value, usual), (unit.value, TF)} if is_gun else {(unit.value, usual)}

    def _offence(self, unit: Unit, hex_: int) -> int:
        """EF-2.63a EF-12.24c EF-1.34e EF-W41.1b EF-2.62a."""
        weather, terrain = self.weather(hex_), ground().terrain[hex_]
        sieges = unit.is_siege and self.scenario not in ("s41", "w41") and not unit.flags & 64
        if sieges and hex_ in ground().fortress and self._original_defender(hex_) != unit.side:
            return TF
        paralysed = self.scenario == "w41" and unit.side == AXIS and weather == SNOW
        if weather == MUD or (terrain == "swamp" and weather == DRY) or paralysed:
            return SF
        return DF if unit.kind == "mountain" and terrain == "mountain" else OFFENCE.get(unit.kind, SF)

    def _defence(self, unit: Unit, hex_: int) -> int:
        """EF-1.41b EF-2.62a."""
        usual = DEFENCE.get(unit.kind, SF)
        helped = hex_ in ground().major or (unit.kind == "mountain" and ground().terrain[hex_] == "mountain")
        return min(usual, DF) if helped else usual

    def _original_defender(self, hex_: int) -> int:
        return AXIS if self.state.axis_defends >> hex_ & 1 else SOVIET

    def hits_for_a_step(self, hex_: int, passive: int, supported: bool) -> int:
        """Table T15; 0 when no number of hits costs a step."""
        if hex_ in ground().fortress and self._original_defender(hex_) == passive:
            return 3 if supported else 0
        hard = ground().terrain[hex_] != "clear" or hex_ in ground().major or self.weather(hex_) == MUD
        return 1 + hard + (not supported)

    # ---- chapter 11

    def level(self, side: int) -> int:
        """EF-11.2a EF-1.5c EF-16.3a EF-16.61a EF-16.61b."""
        feeding, at = self.railways(side), ground().at
        total: int = self.state.base[side]
        for hex_, is_city, value in ground().centres:
            if hex_ in feeding:
                total += value if is_city or side == SOVIET else 2 * value
        if side == SOVIET:
            from_the_east = self.railways(side, ground().entries[side])
            total -= 5 * (not (from_the_east & ground().arctic) - self.battles)
            open_route = at["Guryev"] in from_the_east and at["Astrakhan"] not in self.friendly[AXIS]
            total -= 5 * (at["Baku"] in self.friendly[SOVIET] and not open_route)
        return total

    def surcharge(self, side: int) -> bool:
        """EF-16.2a EF-16.2b EF-16.6a EF-W41.1a."""
        feeding, at = self.railways(side), ground().at
        if side == SOVIET:
            return at["Baku"] not in feeding
        return self.scenario == "w41" or not {at["Ploesti"], at["Baku"]} & feeding

    def step_price(self, kind: str, side: int) -> int:
        return STEP[kind][side] + 5 * (kind == "hq" and self.surcharge(side))

    def cadre_price(self, kind: str, side: int) -> int:
        return CADRE[kind][side] + 10 * (kind == "hq" and self.surcharge(side))

    def may_grow(self, side: int) -> set[int]:
        """EF-11.41a EF-11.41b EF-10.7a: units for which a step may be bought; SS units and satellites are left out."""
        rails, budget = self.railways(side), self.state.budget[side]
        return {
            unit.block
            for unit in self.units
            if unit.side == side
            and not unit.is_satellite
            and not unit.kind.startswith("ss_")
            and not unit.flags & NEW
            and unit.hex not in self.battles
            and unit.value < self.order.blocks[unit.block].strengths[-1]
            and self.step_price(unit.kind, side) <= budget
            and self.has_line(unit, rails)
        }

    def arrival_places(self, side: int) -> set[int]:
        """EF-11.6a EF-11.6b EF-11.6c EF-1.41d EF-1.42b, with room for one more."""
        places = ground().home[side] | ground().entries[side] | (ground().victory if side == AXIS else set())
        places &= ground().major | ground().minor | ground().entries[side]
        places &= self.railways(side) - self.battles
        new = Counter(u.hex for u in self.units if u.side == side and u.flags & NEW and self.state.shown[u.block] < 0)
        return {h for h in places if new[h] < (2 if h in ground().major else 1) and self.has_room(side, h)}
