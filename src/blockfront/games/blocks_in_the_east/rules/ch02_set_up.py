"""Set-up in the East: Germans in Finland, mountain troops in Scandinavia, and allies that must not share a hex."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_in_the_east.rules.ch05_powers import GERMAN_GUESTS
from blockfront.games.blocks_series.rules.ch02_set_up import Placements, Post, SetUp
from blockfront.games.blocks_series.state import AXIS
from blockfront.hexes.grid import HexSet

NORTHERN_BOXES: Final = ("narvik", "tromso")
ARMY_GROUPS: Final = ("axis_north", "axis_centre", "axis_south", "axis_black")
MOUNTAIN_UNITS: Final = 2  # German units required in Scandinavia in the long scenarios


class EasternSetUp(SetUp):
    @rule("BE-BSSm", "BE-5.5k", "BE-5.3d")
    def problems(self, side: int, placements: Placements) -> list[Refusal]:
        found = super().problems(side, placements)
        if found:
            return found
        finland = self.board.area("finland")
        guests = [block for block, _, hex_ in placements if self._is_german(block) and finland >> hex_ & 1]
        found += [Refusal("BE-BSSm", "guests_in_finland")] if len(guests) > GERMAN_GUESTS else []
        return found + self._quarrels(placements)

    @rule("BE-BSSd", "BE-BSSg", "BE-BSSh", "BE-SLb")
    def area_clause(self, block: int) -> str:
        """The clause that says where a unit may start: in its district, army group or country, or in late scenarios behind the line."""
        if self.rules.scenario.table:
            return "BE-SLb"
        if self.units.side[block] != AXIS:
            return "BE-BSSd"
        return "BE-BSSg" if self.rules.tables.facts[block].group in ARMY_GROUPS else "BE-BSSh"

    def _is_german(self, block: int) -> bool:
        return self.order[block].nation == "germany"

    def _quarrels(self, placements: Placements) -> list[Refusal]:
        """Powers that may not share a hex must not start in one."""
        powers, found = self.rules.tables.powers, []
        at: dict[int, set[str]] = {}
        for block, _, hex_ in placements:
            at.setdefault(hex_, set()).add(self.order[block].nation)
        for hex_, nations in at.items():
            if any(other in nations for power in powers if power.id in nations for other in power.shuns):
                found.append(Refusal("BE-5.3d", "shunned_company", {"hex": hex_}))
        return found

    @rule("BE-SLc")
    def posts(self, side: int) -> tuple[Post, ...]:
        """In long scenarios two German mountain units stand in Scandinavia."""
        if self.rules.scenario.layer != "advanced" or side != AXIS:
            return super().posts(side)
        mountain = tuple(b for b in self.forces(side) if self._is_german(b) and self.units.is_mountain[b])
        north = self.board.area("scandinavia") & ~self.board.area("sweden")
        for box in NORTHERN_BOXES:
            north |= self.board.box(box)
        post = Post(mountain, north, MOUNTAIN_UNITS, "BE-SLc", "mountain_units_in_the_north")
        return (*super().posts(side), post)

    def proposed_zone(self, block: int) -> HexSet:
        """Where the automatic set-up puts units: Finns where they may attack, Germans outside Finland, which has room for only one."""
        zone = super().proposed_zone(block)
        if zone.bit_count() == 1:
            return zone
        if self.order[block].nation == "finland":
            return zone & self.board.area("finland", "finnish_attack_zone")
        return zone & ~self.board.area("finland") if self._is_german(block) else zone
