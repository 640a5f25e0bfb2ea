"""Sea transport without a fight: leaders prepare for landings, units are shipped to ports, armour follows a landing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.ai.blocks_series.planning.landings import Admiral
from blockfront.ai.blocks_series.planning.leaders import Leaders
from blockfront.ai.blocks_series.planning.places import PLENTY
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import Ship, SpecialAction
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch13_headquarters import LANDING, STAND_BY
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.state import MOVEMENT, SeriesState

NEARNESS: Final = 14.0  # movement points to the goals beyond which distance does not matter
OVERSEAS: Final = 16.0  # the same for a unit that has no way by land
HEX_OF_SEA: Final = 0.75  # cost of each hex of a voyage beyond the first few
NEXT_DOOR: Final = 8  # hexes of a voyage that cost nothing
FARTHEST: Final = 30
WORTH_SAILING: Final = 6.0  # movement points that a transport must save
MARSHALLED: Final = 5.0  # worth of bringing infantry to a port from which it can land
STRENGTH: Final = 0.5  # worth, in these points, of a step of a combat unit
GUNS: Final = 0.5  # the same of artillery
LEADER: Final = 2.5  # the same of the first armour headquarters
COMMAND: Final = 5  # hexes within which a headquarters commands
WINGS: Final = 3  # an air force headquarters goes by sea if the aircraft that it then commands are stronger by more than this


class Transports:
    """Plans sea transport from a guessed state."""

    def __init__(self, game: SeriesGame, state: SeriesState, side: int, ground: Ground) -> None:
        self.game, self.rules, self.state, self.side, self.ground = game, game.rules, state, side, ground
        self.admiral = Admiral(game, state, side, ground)
        self.way = self.admiral.way
        self.leaders = Leaders(game.rules, state, side)

    def rail_orders(self, legal: Sequence[Action]) -> Action | None:
        """Returns the next order: first supply and air command; then leaders of landings prepare and save points, others ship and help."""
        if self.admiral.landings is None:
            return None
        first = self.leaders.on_the_coast(legal) or self._air_staff(legal) or self.leaders.in_the_air(legal)
        if first is not None:
            return first
        ready = [action for action in legal if isinstance(action, SpecialAction) and action.kind == STAND_BY]
        foreseen = Admiral(self.game, self._foreseen([action.hq for action in ready]), self.side, self.ground)
        kept = {hq: foreseen.points_wanted(hq) for hq in self._who_leads()}
        if any(kept.values()) and self.leaders.help(legal) is not None:
            landing = {action.hq for action in foreseen.first_wave() if isinstance(action, Land)}
            kept = {hq: points if hq in landing else 0 for hq, points in kept.items()}
        points = self.rules.headquarters.points_left
        busy = {block for hq in kept if kept[hq] for block in foreseen.landers(hq)}
        ships = [a for a in legal if isinstance(a, Ship) and points(self.state, a.hq) > kept.get(a.hq, 0) and a.block not in busy]
        ordered = self.transport(ships) or next((action for action in ready if kept.get(action.hq)), None)
        return ordered or self.leaders.help([a for a in legal if not (isinstance(a, SpecialAction) and kept.get(a.hq))])

    def _who_leads(self) -> list[int]:
        """Lists the headquarters on the map that can order landings."""
        units, state = self.rules.units, self.state
        return [hq for hq in units.headquarters[self.side] if state.location[hq] >= 0 and LANDING in units.staff[hq].actions]

    def _air_staff(self, legal: Sequence[Action]) -> Action | None:
        """Ships an air force headquarters to where it commands more of its aircraft, but takes no corps's place in a port overseas."""
        best = tuple[int, Action | None]((WINGS, None))
        for action in legal:
            if isinstance(action, Ship) and self._is_air_staff(action.block) and self.admiral.places.left(action.to) >= PLENTY:
                gained = self._aircraft_near(action.block, action.to) - self._aircraft_near(action.block, self.state.location[action.block])
                best = max(best, (gained, action), key=lambda known: known[0])
        return best[1]

    def _is_air_staff(self, block: int) -> bool:
        units = self.rules.units
        return units.is_hq[block] and units.staff[block].leads == "air" and units.staff[block].is_near

    def _aircraft_near(self, hq: int, hex_: int) -> int:
        """Returns the strength of the aircraft that a headquarters would command from a hex."""
        units, state, near = self.rules.units, self.state, self.rules.board.within(hex_, COMMAND)
        kin = (b for b in units.aircraft[self.side] if state.location[b] >= 0 and units.nation[b] == units.nation[hq])
        return sum(units.value(b, state.steps[b]) for b in kin if near >> state.location[b] & 1)

    def _foreseen(self, leaders: Sequence[int]) -> SeriesState:
        after = self.state.copy()
        after.phase = MOVEMENT
        for hq in leaders:
            after.active_hqs |= 1 << hq
        after.derived = {}
        return after

    def transport(self, legal: Sequence[Ship]) -> Action | None:
        """Returns the transport that saves a unit most of the way to where it is wanted, if one is worth it."""
        best = tuple[float, Action | None]((WORTH_SAILING, None))
        for action in legal:
            use = self._use(action.block, action.to)
            if use and self._marshals(action):
                best = max(best, (MARSHALLED + use, action), key=lambda known: known[0])
            if not use or self.way[action.to] >= FAR:
                continue
            here = self.way[self.state.location[action.block]]
            saved = (OVERSEAS if here >= FAR else min(NEARNESS, here)) - self.way[action.to] - self._voyage(action)
            if saved > 0 and self.admiral.places.left(action.to) > 0 and saved + use > best[0]:
                best = saved + use, action
        return best[1]

    def _marshals(self, action: Ship) -> bool:
        """Says whether a transport brings infantry that cannot land from where it is to a port that faces beaches of the enemy."""
        landings, state = self.admiral.landings, self.state
        if landings is None or self.ground.is_last_turn(state) or not landings.may_invade(state, action.block):
            return False
        enemy = state.control[1 - self.side] & self.rules.theatre
        beaches = landings.facing_beaches(state, action.to) & enemy
        return bool(beaches) and not landings.targets(state, action.block) and self.way[state.location[action.block]] >= FAR

    def _voyage(self, action: Ship) -> float:
        """Returns the cost of a long voyage, because the unit is missed where it was; none for units from off the map."""
        origin = self.state.location[action.block]
        if not self.rules.board.map.playable_mask >> origin & 1:
            return 0.0
        return HEX_OF_SEA * max(0, self.ground.hexes_to(origin, 1 << action.to, FARTHEST) - NEXT_DOOR)

    def _use(self, block: int, to: int) -> float:
        """Rates a shipped unit: combat units by strength, then artillery, and armour headquarters where none is near."""
        units, state = self.rules.units, self.state
        if units.is_combat[block]:
            return STRENGTH * state.steps[block]
        if units.is_artillery[block]:
            return GUNS
        leads = units.is_hq[block] and units.staff[block].leads == "armour"
        return LEADER if leads and self.leaders.is_missing(block, to) else 0.0
