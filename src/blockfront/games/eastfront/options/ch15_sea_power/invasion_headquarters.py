"""Section 15.41: Invasion HQs, which stand in a port and support battles over the sea."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.blocks.block_state import battle_hexes
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.eastfront.actions import Activate
from blockfront.games.eastfront.options.ch15_sea_power.sea_control import controlled
from blockfront.games.eastfront.options.ch15_sea_power.seas import SeaSet, seas
from blockfront.games.eastfront.rules.ch05_headquarters import Headquarters
from blockfront.games.eastfront.state import INACTIVE, INVASION, NO_HEX, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules


@rule("EF-15.4a", "EF-15.41b", "EF-15.1a")
def sailing_area(state: EastFrontState, side: int, port: int) -> SeaSet:
    """The sea areas at a port that its side controls."""
    return seas().ports.get(port, 0) & controlled(state, side)


@rule("EF-15.4a", "EF-15.41b", "EF-15.42a", "EF-1.34f", "EF-1.35e", "EF-1.37b", "EF-12.24a", "EF-R5")
def landing_coasts(rules: Rules, state: EastFrontState, hq: int) -> HexSet:
    """Coasts of the same sea area that an HQ in a port can invade now, without mountains, swamps, mud and shoals."""
    port = state.location[hq]
    shores = seas().among(seas().shores, sailing_area(state, rules.units.side[hq], port))
    return shores & ~rules.weather.stops(state) & ~(1 << port)


class InvasionHeadquarters(Headquarters):
    @rule("EF-15.41a", "EF-15.41d", "EF-15.4b")
    def activations(self, state: EastFrontState, side: int) -> list[Activate]:
        """An HQ in a port may also be activated as an Invasion HQ; if it blitzes it may mark a coast for its second landing."""
        found = super().activations(state, side)
        for hq in self.units.hqs[side]:
            if state.command[hq] != INACTIVE or not self.may_direct_landings(state, hq):
                continue
            found.append(Activate(hq, role=INVASION))
            if self.may_blitz(state, hq):
                marks = (NO_HEX, *members(landing_coasts(self.rules, state, hq)))
                found += [Activate(hq, True, role=INVASION, mark=int(mark)) for mark in marks]
        return found

    @rule("EF-15.41a", "EF-15.41b", "EF-15.51c", "EF-5.8c")
    def may_direct_landings(self, state: EastFrontState, hq: int) -> bool:
        """Whether an HQ can act as an Invasion HQ: not supreme, able to command, in a friendly port without battle, on a controlled sea."""
        port, side = state.location[hq], self.units.side[hq]
        if port < 0 or self.units.is_supreme[hq] or not state.friendly[side] & ~battle_hexes(state) & 1 << port:
            return False
        return bool(sailing_area(state, side, port)) and self.effective_value(state, hq) >= 0

    @rule("EF-15.41b", "EF-15.4b", "EF-15.41d")
    def directs_movement(self, state: EastFrontState, hq: int) -> bool:
        return not state.command[hq] & INVASION and super().directs_movement(state, hq)

    @rule("EF-15.41c", "EF-15.41e")
    def support_zone(self, state: EastFrontState, hq: int) -> HexSet:
        """An Invasion HQ supports battles only along lines over the sea within its radius."""
        if not state.command[hq] & INVASION:
            return super().support_zone(state, hq)
        radius = self.effective_value(state, hq)
        return seas().within(state.location[hq], radius) if radius >= 0 else 0

    def why_not_in_role(self, state: EastFrontState, action: Activate) -> Refusal | None:
        if action.role != INVASION:
            return super().why_not_in_role(state, action)
        values = {"block": action.hq}
        if action.to != NO_HEX:
            return Refusal("EF-15.41a", "invasion_headquarters_stays", values)
        if not self.may_direct_landings(state, action.hq):
            return Refusal("EF-15.41a", "not_in_a_port", values)
        return Refusal("EF-15.41d", "no_coast_to_mark", values)
