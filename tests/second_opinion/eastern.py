"""The basic rules of Blocks in the East for Germans and Soviets, restated from the clauses with plain loops and sets of hexes.

Only facts are taken from the engine: the map (which hexes are neighbours, where rails, rivers and cities are), the blocks and the columns
of the state. Every rule is worked out again, slowly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from blockfront.hexes.hexset import members

AXIS, SOVIET = 0, 1
MARKED, IN_FLIGHT, DISBANDED = 1, 2, 16
MAIN: Final = {"germany": "Berlin", "ussr": "siberia"}
NEUTRAL: Final = {"germany": ("turkey", "persia"), "ussr": ("turkey", "persia", "sweden")}
SUPPORT: Final = ("artillery", "armour_hq", "air_hq", "naval_hq", "national_hq")
AIR: Final = ("fighter", "bomber", "long_range_bomber")
COSTS: Final = {"clear": 1, "forest": 2, "hill": 2, "mountain": 3, "swamp": 3}
PRICES: Final = {"black": 1, "white": 2, "red": 3}
FAST_TECH: Final = {"germany": 2, "ussr": 1}  # in the summer and autumn of 1941
POINTS: Final = {"infantry": (3, 4), "mountain": (3, 4), "cavalry": (4, 5), "artillery": (3, 4), "tankette": (3, 4), "tank": (3, 4)}
ATTACK: Final = {"tank": (6, 5, 4), "tankette": (6, 6, 5)}  # by TECH
DEFENCE: Final = {"tank": (5, 5, 4), "tankette": (6, 5, 4)}


class Volley(NamedTuple):
    dice: int
    faces: frozenset[tuple[int, int]]  # (block, lowest face that hits)


class EasternTable:
    """A position as somebody sees it who has the rulebook on his knees."""

    def __init__(self, game: Any, state: Any) -> None:
        self.board, self.order, self.state = game.rules.board, game.order, state
        self.railways = game.rules.definitions.railways(state)  # those of the map, and what was built since
        self.theatre: set[int] = set(members(game.rules.theatre))
        self.land: set[int] = set(members(self.board.map.land_mask | self.board.boxes))
        self.playable: set[int] = set(members(self.board.playable))
        self.terrain: dict[int, str] = {int(hex_): kind for kind, mask in self.board.terrain.items() for hex_ in members(mask)}

    # ---- who is where

    def units(self, side: int) -> list[int]:
        return [b for b in self.order.of_side[side] if self.state.location[b] >= 0]

    def is_air(self, block: int) -> bool:
        return self.order[block].type in AIR

    def is_combat(self, block: int) -> bool:
        return not self.is_air(block) and self.order[block].type not in SUPPORT

    def value(self, block: int) -> int:
        return int(self.order[block].strengths[self.state.steps[block] - 1])

    def places(self, side: int, *, ground_only: bool = False) -> set[int]:
        return {self.state.location[b] for b in self.units(side) if not (ground_only and self.is_air(b))}

    def near(self, hex_: int) -> set[int]:
        """Hexes a step away over land, links of boxes included."""
        return set(members(self.board.by_land[hex_] | self.board.land_jumps.get(hex_, 0)))

    def holds(self, side: int) -> set[int]:
        return set(members(self.state.control[side]))

    # ---- 3.19

    def zone(self, side: int, *, ground_only: bool = False) -> set[int]:
        """Around every ground unit and every air unit on its airfield, but not from battles, nor into hexes with enemies."""
        enemies = self.places(1 - side)
        found: set[int] = set()
        for block in self.units(side):
            hex_ = self.state.location[block]
            flying = bool(self.state.flags[block] & IN_FLIGHT)
            if hex_ not in enemies and not flying and not (ground_only and self.is_air(block)):
                found |= set(members(self.board.by_land[hex_]))
        return found - enemies

    # ---- chapter 4

    def area(self, nation: str) -> set[int]:
        closed: set[int] = {hex_ for country in NEUTRAL[nation] for hex_ in members(self.board.area(country))}
        return (self.theatre | (self.land - self.playable)) - closed

    def _along_rails(self, start: Iterable[int], allowed: set[int]) -> set[int]:
        reached, waiting = set(start), list(start)
        while waiting:
            hex_ = waiting.pop()
            for other in self._rails_from(hex_):
                if other in allowed and other not in reached:
                    reached.add(other)
                    waiting.append(other)
        return reached

    def _rails_from(self, hex_: int) -> set[int]:
        found: set[int] = set(members(self.board.rail_jumps.get(hex_, 0)))
        for direction in range(6):
            if hex_ < self.board.grid.size and self.railways.sides[direction] >> hex_ & 1:
                other = self.board.grid.neighbour(hex_, direction)
                found |= {other} if other is not None else set()
        return found

    def sources(self, nation: str, side: int) -> set[int]:
        """Rail and port hexes linked with the main source by rail and over seas the side controls."""
        held = self.holds(side) - self.places(1 - side)
        held &= self.area(nation)
        rails = (held & set(members(self.railways.hexes))) - self.zone(1 - side)
        main = self.board.hex(MAIN[nation])
        reached = self._along_rails([main], rails) if main in held else set()
        ports = {hex_: (size, set(seas)) for hex_, size, _, seas in self.ports() if hex_ in held}
        control = self.holds(side)
        owned = [(size, seas) for hex_, size, _, seas in self.board.ports if hex_ in control]
        ruled = {sea for _, seas in owned for sea in seas if sum(2 if size == "major" else 1 for size, s in owned if sea in s) >= 2}
        grown = True
        while grown:
            waters = {sea for hex_ in reached if hex_ in ports for sea in ports[hex_][1]} & ruled
            landed = [hex_ for hex_, (_, seas) in ports.items() if hex_ not in reached and seas & waters]
            for hex_ in landed:
                reached |= self._along_rails([hex_], rails)
            grown = bool(landed)
        return reached

    def ports(self) -> list[tuple[int, str, bool, tuple[str, ...]]]:
        """(hex, size, whether it freezes, seas) of the ports that are open."""
        return list(self.board.ports)

    def reach_of_supply(self) -> int:
        return 3

    def cut_off(self, nation: str, side: int) -> set[int]:
        """Units from which no way of three hexes leads to a source."""
        enemies, barred = self.places(1 - side, ground_only=True), self.zone(1 - side, ground_only=True)
        area, sources = self.area(nation), self.sources(nation, side)
        covered, edge = set(sources), set(sources)
        for _ in range(self.reach_of_supply()):
            edge = {n for hex_ in edge for n in self.near(hex_)} - covered
            covered |= edge
            edge = {h for h in edge if h in area and h not in enemies and h not in barred and self.terrain.get(h) != "mountain"}
        return {b for b in self.units(side) if self.order[b].nation == nation and self.state.location[b] not in covered}

    # ---- 7.3

    def steps_for_sale(self, nation: str, side: int, points: int) -> set[int]:
        found = set()
        for block in self.units(side):
            unit, steps = self.order[block], self.state.steps[block]
            may_gain = unit.nation == nation and steps < len(unit.strengths) and not self.state.flags[block] & (MARKED | DISBANDED)
            if may_gain and PRICES.get(unit.colours[steps], points + 1) <= points:
                found.add(block)
        return found

    # ---- 7.5

    def tech(self, block: int) -> int:
        unit = self.order[block]
        return max(FAST_TECH[unit.nation], 2 if "shock" in unit.tags else 1)

    def points(self, block: int) -> int:
        full = POINTS[self.order[block].type][self.tech(block) - 1]
        usable = max(1, full // 2) if self.state.flags[block] & MARKED else full
        return usable - int(self.state.spent[block])

    def cost(self, hex_: int) -> int:
        return COSTS[self.terrain[hex_]]

    def reach(self, block: int) -> set[int]:
        """Where a ground unit can get: it stops where enemies are, and ends its move where there is room."""
        side, start, points = self.order[block].side, self.state.location[block], self.points(block)
        enemies, area = self.places(1 - side), (self.theatre & self.playable) & self.area(self.order[block].nation)
        left = {start: points}
        waiting = [start]
        while waiting:
            hex_ = waiting.pop()
            if hex_ in enemies and hex_ != start:
                continue
            for other in members(self.board.by_land[hex_]):
                rest = left[hex_] - self.cost(other) if other in area else -1
                if rest >= 0 and rest > left.get(other, -1):
                    left[other] = rest
                    waiting.append(other)
        return {hex_ for hex_ in left if hex_ != start and self._has_room(block, hex_) and self._may_enter(block, hex_, enemies)}

    def _has_room(self, block: int, hex_: int) -> bool:
        there = [b for b in self.units(self.order[block].side) if self.state.location[b] == hex_ and not self.is_air(b)]
        combat = sum(self.is_combat(b) for b in there)
        return len(there) < 3 and not (self.is_combat(block) and combat >= 2)

    def _may_enter(self, block: int, hex_: int, enemies: set[int]) -> bool:
        if hex_ not in enemies:
            return True
        if self.state.flags[block] & MARKED or self.order[block].type == "static":
            return False
        friends = [b for b in self.units(self.order[block].side) if self.state.location[b] == hex_]
        return self.is_combat(block) or any(self.is_combat(b) for b in friends)

    # ---- 7.7.5 to 7.7.7

    def volley(self, hex_: int, side: int, attacker: int, first_round: bool) -> Volley:
        """Dice and firepower of a side's combat units in ground combat."""
        mine = [b for b in self.units(side) if self.state.location[b] == hex_ and self.is_combat(b) and self.value(b)]
        attackers = [b for b in self.units(attacker) if self.state.location[b] == hex_ and not self.is_air(b)]
        groups: dict[int, list[int]] = {}
        faces = set()
        for block in mine:
            attacks = side == attacker
            groups.setdefault(self._maluses(block, hex_, first_round) if attacks else 0, []).append(block)
            faces.add((block, self._lowest(block, hex_, attacks, attackers, first_round)))
        dice = 0
        for maluses, group in groups.items():
            alone = sum(max(1, self.value(b) // 2**maluses) for b in group)
            dice += max(alone, sum(self.value(b) for b in group) // 2**maluses)
        return Volley(dice, frozenset(faces))

    def _crossed(self, block: int, hex_: int) -> tuple[bool, bool]:
        came = self.state.entered[block]
        if came < 0:
            return False, False
        return bool(self.board.crosses_river(came, hex_)), bool(self.board.is_arrow(came, hex_))

    def _works(self, hex_: int) -> str:
        fortress, fallen, razed = (mask >> hex_ & 1 for mask in (self.board.fortresses, self.state.fallen, self.state.razed))
        if fortress and not fallen:
            return "fortress"
        return "bunker" if (self.board.bunkers >> hex_ & 1 or fallen) and not razed else ""

    def _maluses(self, block: int, hex_: int, first_round: bool) -> int:
        kind = self.terrain[hex_]
        found = int(kind != "clear" and not (self.order[block].type == "mountain" and kind in ("hill", "mountain")))
        found += int(self.board.majors >> hex_ & 1)
        found += {"fortress": 2, "bunker": 1, "": 0}[self._works(hex_)]
        river, arrow = self._crossed(block, hex_)
        return found + ((2 if arrow else 1 if river else 0) if first_round else 0)

    def _lowest(self, block: int, hex_: int, attacks: bool, attackers: list[int], first_round: bool) -> int:
        unit = self.order[block]
        level = self.tech(block) - 1
        if attacks:
            return ATTACK.get(unit.type, (6, 6, 6))[level] - self._elite(block, attacks)
        bonus = int(self.board.majors >> hex_ & 1) + {"fortress": 2, "bunker": 1, "": 0}[self._works(hex_)]
        bonus += int(unit.type == "mountain" and self.terrain[hex_] in ("hill", "mountain"))
        ways = [self._crossed(b, hex_) for b in attackers]
        if first_round and ways and (all(river for river, _ in ways) or all(arrow for _, arrow in ways)):
            bonus += 1
        return max(2, DEFENCE.get(unit.type, (6, 6, 5))[level] - bonus - self._elite(block, attacks))

    def _elite(self, block: int, attacks: bool) -> int:
        """Bonuses that the basic game does not know."""
        return 0
