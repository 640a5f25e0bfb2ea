"""Chapter 2 and the standard set-up: which units a side sets up, and where they may stand."""

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.scenario_model import Placement
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.reach import step

Placements = tuple[tuple[int, int, int], ...]  # (unit, steps, hex)


class Post(NamedTuple):
    """Hexes in which a minimum number of certain units must start."""

    units: tuple[int, ...]
    hexes: HexSet
    number: int
    clause: str
    because: str


class SetUp(Chapter):
    """The set-up by areas of army groups and powers."""

    border_clause: ClassVar[str] = "BE-BSSe"  # what an unwatched border violates

    @rule("BE-2.2a", "BE-2.3b", "BE-BSSa", "BE-BSSk", "BE-BSSl", "BE-3.9c", "BE-3.20b", "BE-R10", "BE-SSa", "BE-SSc")
    @rule("BW-2.3b", "BW-3.9b", "BW-6.4a", "BW-2.2a")
    def forces(self, side: int) -> tuple[int, ...]:
        """The units that a side sets up: those of the scenario's groups, without headquarters in the basic game."""
        groups, facts = self.rules.scenario.groups[side], self.rules.tables.facts
        units = (block for block in self.order.of_side[side] if facts[block].group in groups)
        return tuple(block for block in units if not (self.units.is_hq[block] and self.leaves_out_hqs()))

    def leaves_out_hqs(self) -> bool:
        return True

    @rule("BE-SLd")
    def destroyed(self) -> HexSet:
        """Bunkers that are destroyed before the first turn."""
        return mask_of(self.board.hex(place) for place in self.rules.scenario.destroyed)

    def mulberries(self) -> list[tuple[int, ...]]:
        """Artificial harbours at the start: their power, hex and how far they are paid."""
        return []

    def reserves(self) -> int:
        """Units that start in reserve."""
        return 0

    def wrecked(self) -> HexSet:
        """Hexes whose factories are destroyed before the first turn."""
        return 0

    def soviet_land(self) -> HexSet:
        """Hexes of the second side that the Soviets hold, in games where its powers keep apart."""
        return 0

    def standing(self, side: int) -> Placements:
        """Units of a side that are on the map before it sets up the others."""
        return self.placements(side) if self.rules.scenario.table and self.is_fixed() else ()

    def history(self) -> int:
        """What has happened before the first turn, as bits of the column `happened`."""
        return 0

    # ---- set-ups that a scenario fixes unit by unit

    def is_fixed(self) -> bool:
        """Whether the scenario places every unit."""
        return bool(self.rules.scenario.set_up)

    def placements(self, side: int) -> Placements:
        """A side's units in a fixed set-up."""
        return tuple(self.placement(one) for one in self.rules.scenario.set_up if self.units.side[one.block] == side)

    def placement(self, one: Placement) -> tuple[int, int, int]:
        return one.block, self.order[one.block].steps_for(one.value), self.board.hex(one.place)

    def neutral_powers(self) -> int:
        """Powers that are not in the war yet, as bits."""
        return self._bits(self.rules.scenario.neutrals)

    @rule("BE-7.11d")
    def surrendered_powers(self) -> int:
        """Powers that have surrendered before the first turn, as bits."""
        return self._bits(self.rules.scenario.surrendered)

    def _bits(self, powers: Iterable[str]) -> int:
        return sum(1 << self.rules.tables.power(name) for name in powers)

    def saved_points(self) -> list[int]:
        """Points that powers have before their first income, at index power * 5 + colour."""
        found = []
        for power in self.rules.tables.powers:
            saved = self.rules.scenario.saved_points.get(power.id, ())
            found += [*saved, *(0,) * (len(COLOURS) - len(saved))]
        return found

    @rule("BE-BSSc")
    def start_steps(self, block: int) -> int:
        return self.order[block].steps_for(self.rules.tables.facts[block].start)

    @rule("BE-BSSd", "BE-BSSg", "BE-BSSh", "BE-BSSi", "BE-BSSj")
    def zone(self, block: int) -> HexSet:
        """The hexes in which a unit may start: its named place, else the area of its group."""
        facts, board = self.rules.tables.facts[block], self.board
        if facts.place and facts.place not in board.map.areas:
            return 1 << board.hex(facts.place.lower() if facts.place.lower() in board.box_hexes else facts.place)
        area = facts.place or self.rules.tables.groups[facts.group].area
        zone = board.area(area) & board.playable & self.rules.theatre
        return zone & board.cities if self.units.is_air[block] else zone

    def area_clause(self, block: int) -> str:
        """The clause that says where a unit starts."""
        return "BE-2.3b"

    def proposed_zone(self, block: int) -> HexSet:
        """The hexes in which a proposed set-up places a unit: those allowed, without those that are rarely wise."""
        return self.zone(block)

    def posts(self, side: int) -> tuple[Post, ...]:
        """Posts that must be manned besides the border."""
        return ()

    # ---- watching the border

    @rule("BE-BSSe", "BE-BSSf")
    def watched(self, side: int) -> HexSet:
        """Hexes on both sides of the border that a side's set-up must occupy or have in its zones of control."""
        scenario, board = self.rules.scenario, self.board
        if side == 0 or not scenario.watched:
            return 0
        districts = [self.rules.tables.groups[group].area for group in scenario.groups[side]]
        mine = board.area(*scenario.watched) & board.area(*filter(None, districts)) & self.rules.theatre & board.map.playable_mask
        across = step(board.grid, mine, board.march_sides) & board.map.west_mask(scenario.start_line)
        return mine | across & self.rules.theatre

    def watching(self, hexes: HexSet) -> HexSet:
        """The hexes that units in these hexes watch; for this, zones extend across rivers."""
        return hexes | self.board.watch_from(hexes)

    # ---- checking

    @rule("BE-2.3b", "BE-3.10a", "BE-3.10b", "BE-BSSc", "BE-BSSe")
    def problems(self, side: int, placements: Placements) -> list[Refusal]:
        """Everything wrong with a deployment."""
        if any(not isinstance(number, int) for placement in placements for number in placement):
            return [Refusal("BE-2.3b", "no_such_unit")]
        placed = Counter(block for block, _, _ in placements)
        found = [Refusal("BE-2.3b", "not_available", {"number": b}) for b in sorted(set(placed) - set(self.forces(side)))]
        if found:
            return found
        found += [Refusal("BE-2.3b", "placed_twice", {"block": block}) for block, number in placed.items() if number > 1]
        found += self.wrong_numbers(side, placements)
        for block, _, hex_ in placements:
            if not self.board.is_hex(hex_) or not self.zone(block) >> hex_ & 1:
                found.append(Refusal(self.area_clause(block), "not_its_area", {"block": block}))
        return found or self._crowding(placements) + self._unwatched(side, placements) + self._unmanned(side, placements)

    def wrong_numbers(self, side: int, placements: Placements) -> list[Refusal]:
        """Units that are missing, and strengths other than the stated ones."""
        placed = {block for block, _, _ in placements}
        found = [Refusal("BE-2.3b", "not_placed", {"block": block}) for block in self.forces(side) if block not in placed]
        wrong = (block for block, steps, _ in placements if steps != self.start_steps(block))
        return found + [Refusal("BE-BSSc", "wrong_strength", {"block": block}) for block in wrong]

    def left_out(self, side: int, placements: Placements) -> dict[int, int]:
        """Where units go that could take part but are not set up; there are none in the standard set-up."""
        return {}

    def _crowding(self, placements: Placements) -> list[Refusal]:
        found = []
        everybody = placements if not placements else (*placements, *self.standing(self.units.side[placements[0][0]]))
        by_hex: dict[int, list[int]] = {}
        for block, _, hex_ in everybody:
            by_hex.setdefault(hex_, []).append(block)
        for hex_ in sorted({hex_ for _, _, hex_ in placements}):
            here = by_hex[hex_]
            ground = [block for block in here if self.units.is_ground[block]]
            if not self.rules.definitions.is_legal_stack(len(ground), sum(self.units.is_combat[block] for block in ground)):
                found.append(Refusal("BE-3.10a", "hex_full", {"hex": hex_}))
            if len(here) - len(ground) > 1:
                found.append(Refusal("BE-3.10b", "airfield_full", {"hex": hex_}))
        return found

    def _unwatched(self, side: int, placements: Placements) -> list[Refusal]:
        open_hexes = self.watched(side) & ~self.watching(mask_of(hex_ for _, _, hex_ in placements))
        return [Refusal(self.border_clause, "border_unwatched", {"hex": hex_}) for hex_ in members(open_hexes)]

    def _unmanned(self, side: int, placements: Placements) -> list[Refusal]:
        found = []
        for post in self.posts(side):
            there = [block for block, _, hex_ in placements if block in post.units and post.hexes >> hex_ & 1]
            found += [Refusal(post.clause, post.because)] if len(there) < post.number else []
        return found
