"""The deployment of June 1941: where units stood in history, and which of these places the free deployment keeps."""

from collections.abc import Iterator

from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.eastfront.loading.data_model import HistoricalPlacement
from blockfront.games.eastfront.rules.ch03_set_up import Placements
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import SOVIET, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import expanded_mask


class Historical(Chapter):
    def placements(self, state: EastFrontState, side: int) -> list[HistoricalPlacement]:
        """The units of a side whose place is prescribed: all of them, or the Soviet front units of a free deployment."""
        listed = [p for p in self.rules.scenario_of(state).historical if self.units.side[p.block] == side]
        if self.rules.set_up.is_historical(state):
            return listed
        return [p for p in listed if side == SOVIET and p.at == "front_line"]

    @rule("EF-S41.1a", "EF-S41.1b", "EF-S41.1d", "EF-S41.1e", "EF-3.24d", "EF-R29")
    def hexes(self, state: EastFrontState, placement: HistoricalPlacement, side: int) -> HexSet:
        """Where a unit may stand by the historical order of battle, or by the part of it that the free deployment keeps."""
        front = self.rules.set_up.front_line(state, side)
        if not self.rules.set_up.is_historical(state):
            return front
        sector = self._front_of(placement.group, front)
        if placement.at == "front_line":
            return sector
        if placement.at == "near_front_line":
            behind = self._around(sector) & ~front
            return (sector | behind) & self.rules.set_up.zone(state, side)
        if placement.nation:
            return self.rules.satellites.home(placement.block) & self.rules.set_up.zone(state, side)
        return self._around(1 << self.board.map.hex(placement.place))

    @rule("EF-S41.1a", "EF-S41.1d")
    def _front_of(self, group: str, front: HexSet) -> HexSet:
        """The part of a front line that belongs to a district or an army group."""
        areas = self.board.map.areas
        return areas[group].mask & front if group in areas else front

    def _around(self, hexes: HexSet) -> HexSet:
        return expanded_mask(self.board.grid, hexes) & self.board.playable

    @rule("EF-S41.1a", "EF-S41.1b", "EF-S41.1c", "EF-S41.1d", "EF-S41.1e", "EF-S41.1g")
    def problems(self, state: EastFrontState, side: int, placements: Placements) -> Iterator[Refusal]:
        placed = {block: (value, hex_) for block, value, hex_ in placements}
        whole = self.rules.set_up.is_historical(state)
        for wanted in self.placements(state, side):
            if wanted.block not in placed:
                continue
            value, hex_ = placed[wanted.block]
            if whole and value != wanted.cv:
                yield Refusal("EF-S41.1a", "historical_value", {"block": wanted.block, "value": wanted.cv})
            if not self.board.is_hex(hex_) or not self.hexes(state, wanted, side) >> hex_ & 1:
                yield Refusal(self._clause_of(wanted, side, whole), "historical_place", {"block": wanted.block, "hex": hex_})

    def _clause_of(self, wanted: HistoricalPlacement, side: int, whole: bool) -> str:
        """The clause that prescribes a place."""
        if not whole:
            return "EF-S41.1e"
        if side != SOVIET:
            return "EF-S41.1d"
        return "EF-S41.1a" if wanted.at == "front_line" else "EF-S41.1b"
