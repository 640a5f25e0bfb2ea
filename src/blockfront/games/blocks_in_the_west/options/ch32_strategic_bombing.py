"""Chapter 32 in the West: headquarters send the aircraft, strategic bombers fly in any weather, radar stations are targets."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.advanced.ch06_mulberries import lose_harbours
from blockfront.games.blocks_in_the_west.advanced.ch13_radar import RadarNetwork
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.options.ch32_strategic_bombing import StrategicBombing
from blockfront.games.blocks_series.rules.ch09_weather import EVERYWHERE
from blockfront.games.blocks_series.rules.ch13_headquarters import COMMAND, HELP_AIR
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import MULBERRY, RADAR
from blockfront.games.blocks_series.state import GOOD, NO_BLOCK, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

HITS_TO_SINK: Final = 10  # hits in one phase that destroy an artificial harbour


class WesternBombing(RadarNetwork, StrategicBombing):
    # ---- targets

    @rule("BW-32.0a", "BW-13.8.1.2i")
    def _kinds_at(self, hex_: int) -> tuple[int, ...]:
        return super()._kinds_at(hex_) + tuple(RADAR + number for number, place in enumerate(self.stations) if place == hex_)

    @rule("BW-6.7.2a", "BW-32.0a")
    def kinds_now(self, state: SeriesState) -> dict[int, tuple[int, ...]]:
        """Artificial harbours are targets where they lie."""
        placed = [hex_ for _, hex_, _ in state.mulberries if hex_ != NO_HEX]
        if not placed:
            return super().kinds_now(state)
        return {**super().kinds_now(state), **{hex_: (*self.kinds.get(hex_, ()), MULBERRY) for hex_ in placed}}

    def target_hexes(self, state: SeriesState) -> HexSet:
        return super().target_hexes(state) | mask_of(hex_ for _, hex_, _ in state.mulberries if hex_ != NO_HEX)

    def is_worth(self, state: SeriesState, hex_: int, target: int) -> bool:
        if target >= RADAR:
            return not state.silenced >> target - RADAR & 1
        return super().is_worth(state, hex_, target)

    @rule("BW-32.4a", "BW-13.8.1.2i", "BW-13.8.1.2l")
    def damage(self, state: SeriesState, hex_: int, target: int, hits: int, events: list[Event]) -> None:
        """A hit puts out only the radar station that was attacked."""
        super().damage(state, hex_, target, hits, events)
        if target >= RADAR and hits:
            state.silenced |= 1 << target - RADAR
        if target == MULBERRY:
            self._batter(state, hex_, events)

    @rule("BW-6.7.2c")
    def _batter(self, state: SeriesState, hex_: int, events: list[Event]) -> None:
        """Ten hits in one phase destroy an artificial harbour."""
        if sum(hits for place, kind, hits in state.bombed if (place, kind) == (hex_, MULBERRY)) >= HITS_TO_SINK:
            lose_harbours(state, 1 << hex_, events)

    # ---- headquarters

    @rule("BW-32.0b", "BW-32.0d", "BW-32.0e", "BW-R135")
    def senders(self, state: SeriesState, blocks: Sequence[int]) -> dict[int, list[int]]:
        """Headquarters that can send aircraft of their nation and kind; in games without headquarters none is needed."""
        ready, headquarters = super().senders(state, blocks), self.rules.headquarters
        if not isinstance(headquarters, CommandingHeadquarters):
            return ready
        acting = {hq for hq in {hq for block in ready for hq in self._staffs[block]} if headquarters.may_act(state, hq)}
        sent = {block: [hq for hq in self._staffs[block] if hq in acting and self._may_send(state, hq, block)] for block in ready}
        return {block: hqs for block, hqs in sent.items() if hqs}

    @cached_property
    def _staffs(self) -> dict[int, tuple[int, ...]]:
        """For each aircraft, the headquarters that are able to send it."""
        units = self.units
        return {
            block: tuple(hq for hq in units.headquarters[side] if self._is_staff_of(hq, block))
            for side, aircraft in enumerate(units.aircraft)
            for block in aircraft
        }

    def _is_staff_of(self, hq: int, block: int) -> bool:
        facts, nation = self.units.staff[hq], self.units.nation
        helps = HELP_AIR in facts.actions and self.rules.headquarters.is_subordinate(hq, block)
        return helps or (bool(facts.leads) and nation[hq] == nation[block])

    def _may_send(self, state: SeriesState, hq: int, block: int) -> bool:
        headquarters = self.rules.headquarters
        assert isinstance(headquarters, CommandingHeadquarters)
        if headquarters.leads_now(state, hq):
            return headquarters.may_command(state, hq, block)
        return HELP_AIR in headquarters.actions_now(state, hq) and block in headquarters.special_targets(state, hq, HELP_AIR)

    @rule("BW-R135", "BW-13.4b")
    def send(self, state: SeriesState, hq: int, block: int) -> None:
        if hq != NO_BLOCK:
            leads = bool(self.units.staff[hq].leads)
            self.rules.headquarters.give_order(state, hq, COMMAND if leads else HELP_AIR, block)
        super().send(state, hq, block)

    # ---- weather

    @rule("BW-32.0j", "BW-R62")
    def sky(self, state: SeriesState, block: int) -> HexSet:
        """In rain only strategic bombers fly, without escort or interception."""
        return EVERYWHERE if self.units.is_strategic[block] else super().sky(state, block)

    @rule("BW-32.0g", "BW-32.0j")
    def bombing_maluses(self, state: SeriesState, hex_: int, block: int) -> int:
        """Strategic bombers have no Malus; other aircraft roll half their dice, in bad weather a quarter."""
        if self.units.is_strategic[block]:
            return 0
        return 1 + int(self.weather_over(state, hex_) != GOOD)
