"""Chapters 8 to 13 of Blocks in the East for Germans and Soviets, restated from the clauses on top of the basic game.

As there, only facts are taken from the engine: the map, the blocks and the columns of the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from blockfront.hexes.hexset import members
from tests.second_opinion.eastern import ATTACK, AXIS, DEFENCE, DISBANDED, IN_FLIGHT, MAIN, MARKED, PRICES, SOVIET, EasternTable

GOOD, RAIN, LIGHT_RAIN, SNOW = range(4)
YELLOW, RED, BLUE, WHITE, BLACK = range(5)
IN_SNOW: Final = {"clear": 2, "forest": 2, "swamp": 2, "hill": 3, "mountain": 3}  # BE-9.2e
ARMOUR: Final = ("tank", "tankette")
HEADQUARTERS: Final = ("armour_hq", "air_hq", "naval_hq", "national_hq")
COLOUR: Final = {"tank": RED, "tankette": RED, "fighter": BLUE, "bomber": BLUE, "long_range_bomber": BLUE, "paratroop": BLUE}  # BE-11.0b
RISES: Final = {  # BE-3.13b: months from which a field is at TECH 2 and 3
    ("germany", "infantry"): (0, 1944 * 12 + 9),
    ("germany", "armour"): (0, 1943 * 12 + 6),
    ("ussr", "infantry"): (1942 * 12 + 2, 1944 * 12 + 8),
    ("ussr", "armour"): (1942 * 12 + 10, 1944 * 12 + 6),
}
SURPRISING: Final = ("sbe5", "sbe9")
JUNE_1941: Final = 1941 * 12 + 5


class AdvancedTable(EasternTable):
    """The same table with the advanced chapters on it."""

    def __init__(self, game: Any, state: Any) -> None:
        super().__init__(game, state)
        self.is_surprise = game.rules.scenario.id in SURPRISING and state.month == JUNE_1941  # BE-SBE5e BE-SBE9a

    # ---- 8.0

    def zone(self, side: int, *, ground_only: bool = False) -> set[int]:
        enemies, frozen = self.places(1 - side), self.state.weather == SNOW
        found: set[int] = set()
        for block in self.units(side):
            hex_ = self.state.location[block]
            flying = bool(self.state.flags[block] & IN_FLIGHT)
            if hex_ in enemies or flying or (ground_only and self.is_air(block)):
                continue
            found |= {n for n in members(self.board.by_land[hex_]) if frozen or not self.board.crosses_river(hex_, n)}
        found -= enemies
        strong = {hex_ for hex_ in found if self.board.majors >> hex_ & 1 or self._works(hex_)}
        covered = (found - strong) | self.places(side)
        kept = {h for h in strong if h not in self.places(side) and set(members(self.board.by_land[h])) <= covered}
        return (found - strong) | kept

    # ---- 9.0

    def ports(self) -> list[tuple[int, str, bool, tuple[str, ...]]]:
        return [port for port in self.board.ports if not (port[2] and self.state.weather == SNOW)]

    def reach_of_supply(self) -> int:
        return 3 if self.state.weather == GOOD else 2

    def cost(self, hex_: int) -> int:
        if self.state.weather in (RAIN, LIGHT_RAIN):
            return 3
        return IN_SNOW[self.terrain[hex_]] if self.state.weather == SNOW else super().cost(hex_)

    # ---- 10.0 and 13.0: movement points

    def tech(self, block: int) -> int:
        unit = self.order[block]
        field = "armour" if unit.type in (*ARMOUR, "armour_hq") else "infantry"
        level: int = 1 + sum(int(self.state.month >= month) for month in RISES[unit.nation, field])
        return max(level, 2) if "shock" in unit.tags else level

    def full_points(self, block: int) -> int:
        unit, tech = self.order[block], self.tech(block)
        bonus = int("guards" in unit.tags and tech == 1)
        return (4 if unit.type == "cavalry" else 3) + (tech > 1) + bonus

    def is_active(self, hq: int) -> bool:
        return bool(self.state.active_hqs >> hq & 1)

    def is_commanded(self, block: int) -> bool:
        return bool(self.state.commanded >> block & 1)

    def points(self, block: int) -> int:
        full, marked = self.full_points(block), bool(self.state.flags[block] & MARKED)
        if self.is_commanded(block):
            usable = full
        elif self.order[block].type in ARMOUR:
            usable = full // 4 if marked else full // 2
        else:
            usable = full // 2 if marked else full
        return max(1, usable) - int(self.state.spent[block])

    def _may_enter(self, block: int, hex_: int, enemies: set[int]) -> bool:
        if hex_ not in enemies:
            return True
        unit = self.order[block]
        marked, commanded = bool(self.state.flags[block] & MARKED), self.is_commanded(block)
        if unit.type == "static" or (marked and not commanded and self.tech(block) < 2):
            return False
        if unit.type in ARMOUR and not commanded and not marked:  # headquarters activate themselves (BF-37)
            return False
        friends = [b for b in self.units(unit.side) if self.state.location[b] == hex_]
        return self.is_combat(block) or any(self.is_combat(b) for b in friends)

    # ---- 9.3 and 10.0: fire

    def _crossed(self, block: int, hex_: int) -> tuple[bool, bool]:
        river, arrow = super()._crossed(block, hex_)
        return river and self.state.weather != SNOW, arrow

    def _maluses(self, block: int, hex_: int, first_round: bool) -> int:
        unit = self.order[block]
        if self.is_surprise and unit.side == AXIS:
            return 0
        hardy = unit.nation == "ussr" or unit.type == "mountain"
        weather = self.state.weather in (RAIN, LIGHT_RAIN) or (self.state.weather == SNOW and not hardy)
        return super()._maluses(block, hex_, first_round) + weather

    def _lowest(self, block: int, hex_: int, attacks: bool, attackers: list[int], first_round: bool) -> int:
        if self.is_surprise and self.order[block].side == SOVIET:
            unit, level = self.order[block], self.tech(block) - 1
            return (ATTACK.get(unit.type, (6, 6, 6)) if attacks else DEFENCE.get(unit.type, (6, 6, 5)))[level]
        return super()._lowest(block, hex_, attacks, attackers, first_round)

    def _elite(self, block: int, attacks: bool) -> int:
        tags = self.order[block].tags
        if attacks:
            return int("elite_attack" in tags)
        return int("elite_defence" in tags) + (self.state.weather in (RAIN, LIGHT_RAIN))

    # ---- 13.1 to 13.5: command

    def orders_left(self, hq: int) -> int:
        steps: int = self.value(hq)
        if self.state.flags[hq] & MARKED:
            steps = max(1, steps // 2)
        return steps - sum(int(order[0] == hq) for order in self.state.orders)

    def in_command_range(self, hq: int) -> set[int]:
        """BF-38: only hexes between a headquarters and its unit matter, and from a battle nobody commands."""
        side, enemies = self.order[hq].side, self.places(1 - self.order[hq].side)
        barred = self.zone(1 - side) | enemies
        if self.state.location[hq] in enemies:
            return set()
        reached = edge = {self.state.location[hq]}
        for _ in range(5 if self.state.weather == GOOD else 3):
            edge = {n for hex_ in edge for n in self.near(hex_)} - reached
            reached = reached | edge
            edge = {n for n in edge if n not in barred and self.terrain.get(n) != "mountain"}
        return reached

    def commands(self, side: int) -> set[tuple[int, int]]:
        """(armour headquarters, armour unit) of one nation that may be brought together now."""
        found, fought_for = set(), {self.state.location[block] for block in self.units(1 - side)}
        for hq in self.units(side):
            if self.order[hq].type != "armour_hq" or self.orders_left(hq) <= 0:
                continue
            reach = self.in_command_range(hq)
            for block in self.units(side):
                unit = self.order[block]
                fits = unit.nation == self.order[hq].nation and unit.type in (*ARMOUR, "armour_hq") and block != hq
                place = self.state.location[block]
                is_late = place in fought_for  # it has attacked, desperately: command comes before the march
                if fits and not is_late and place in reach and not self.is_commanded(block) and not self.is_active(block):
                    found.add((hq, block))
        return found

    # ---- 11.0

    def colour(self, block: int) -> int:
        """What a step of a unit costs beside yellow points."""
        unit = self.order[block]
        if unit.type == "marine":
            return WHITE
        if unit.type in HEADQUARTERS:
            return BLACK
        return BLUE if "airborne" in unit.tags else COLOUR.get(unit.type, YELLOW)

    def steps_to_buy(self, nation: str, side: int, points: Mapping[int, int], *, free_oil: bool) -> set[int]:
        found, pocket = set(), self.besieged_pocket()
        for block in self.units(side):
            unit, steps, marked = self.order[block], self.state.steps[block], self.state.flags[block] & MARKED
            besieged = self.state.location[block] in pocket
            if unit.nation != nation or steps >= len(unit.strengths) or (marked and not besieged) or self.state.flags[block] & DISBANDED:
                continue
            purse: dict[int, int] = dict(enumerate(self.state.pocket)) if besieged else dict(points)
            if besieged and self.state.weather != SNOW:  # its yellow points are in the common pool as well
                purse[YELLOW] = min(purse.get(YELLOW, 0), points[YELLOW])
            price, colour = PRICES.get(unit.colours[steps]), self.colour(block)
            oil = colour == BLACK and free_oil
            if price is not None and purse.get(YELLOW, 0) >= price and (colour == YELLOW or oil or purse.get(colour, 0) >= price):
                found.add(block)
        return found

    def besieged_pocket(self) -> set[int]:
        """BE-12.3d BF-43: while nothing but the Road of Life leads to Leningrad, units here live on what it makes itself."""
        leningrad, oranienbaum, volkhov = (self.board.hex(name) for name in ("Leningrad", "Oranienbaum", "Volkhov"))
        lives_on_the_road = leningrad in self.holds(SOVIET) - self.sources("ussr", SOVIET) and volkhov in self.by_rail("ussr", SOVIET)
        return {leningrad, oranienbaum} if lives_on_the_road else set()

    def by_rail(self, nation: str, side: int) -> set[int]:
        held = (self.holds(side) - self.places(1 - side)) & self.area(nation)
        rails = (held & set(members(self.railways.hexes))) - self.zone(1 - side)
        main = self.board.hex(MAIN[nation])
        return self._along_rails([main], rails) if main in held else set()
