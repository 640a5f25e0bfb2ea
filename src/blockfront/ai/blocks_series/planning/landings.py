"""Landings: which beaches, with whom, who waits for the second wave, and what goes by sea."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from blockfront.ai.blocks_series.evaluation.battles import Estimator
from blockfront.ai.blocks_series.evaluation.ground import FAR, LONG_WAY, Ground
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import EndPhase, Ship, SpecialAction
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch13_headquarters import STAND_BY
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.sea_actions import Hold, Land, PlaceMulberry
from blockfront.games.blocks_series.state import MOVEMENT, SeriesState
from blockfront.hexes.hexset import members

NEARNESS: Final = 14.0  # movement points to the goals at which a beach is worth nothing more
PORT: Final = 2.5  # a port taken with the landing
PORT_NEARBY: Final = 1.5  # one that can be taken next
COMPANY: Final = 1.0  # another landing beside it
LOSS: Final = 0.45  # a step that the landing costs
WORTH_LANDING: Final = 1.2
POINT: Final = 0.25  # an action point
LEAST_CHANCE: Final = 0.5  # of clearing a defended beach
WORTH_SAILING: Final = 6.0  # movement points that a transport saves
BEACH_BONUS: Final = 1.0  # what the defenders' Bonus adds to their fire in the first round
WINGS: Final = 1  # air units on which a landing can count
WORKS: Final = 5.0  # what a redoubt of unknown strength takes off
THREAT: Final = 0.15  # an enemy unit that may come to the beach
BEACH_FORCE: Final = 2  # units of a first wave at one beach


class Beach(NamedTuple):
    """A landing that promises something."""

    worth: float
    hex: int
    landings: tuple[Land, ...]


class Admiral:
    """Plans what a side lands and ships, from a guessed state."""

    def __init__(self, game: SeriesGame, state: SeriesState, side: int, ground: Ground | None = None) -> None:
        self.game, self.rules, self.side = game, game.rules, side
        self.ground = ground or Ground(game.rules, state, side)
        self.state = state
        aims = {hex_: weight for hex_, weight in self._objectives().items() if state.control[1 - side] >> hex_ & 1}
        most = max(aims.values(), default=0.0)
        handicaps = {hex_: LONG_WAY * (most - weight) for hex_, weight in aims.items()}
        self.way = self.ground.ways_from(state, handicaps) if aims else self.ground.way

    def _objectives(self) -> dict[int, float]:
        """What the scenario counts, or else what is wanted anyway."""
        named = self.rules.scenario.objectives
        return {self.rules.board.hex(place.place): float(place.points) for place in named} or self.ground.wanted

    @property
    def landings(self) -> AmphibiousLandings | None:
        found = self.rules.landings
        return found if isinstance(found, AmphibiousLandings) else None

    # ---- beaches

    def worth(self, hex_: int, landed: Iterable[int] = ()) -> float:
        """What it is worth to be ashore somewhere: near the goals, near a port, near others."""
        board, enemy = self.rules.board, self.state.control[1 - self.side]
        found = 4.0 * max(0.0, 1.0 - self.way[hex_] / NEARNESS) + self._objectives().get(hex_, 0.0)
        ports = board.port_hexes & enemy
        if ports >> hex_ & 1:
            found += PORT
        elif board.neighbours(hex_) & ports & ~self.state.occupied[1 - self.side]:
            found += PORT_NEARBY
        elif board.neighbours(hex_) & ports:
            found += PORT_NEARBY / 2
        return found + COMPANY * any(board.within(other, 2) >> hex_ & 1 for other in landed) - THREAT * self._threat(hex_)

    def _threat(self, hex_: int) -> float:
        """Enemy units that could come to the beach, the strong ones and the near ones above all."""
        units, state, board = self.rules.units, self.state, self.rules.board
        able = [b for b in units.ground[1 - self.side] if state.location[b] >= 0 and state.location[b] != hex_ and not units.is_work[b]]
        near, far = board.within(hex_, 2), board.within(hex_, 4)
        return sum(units.is_combat[b] * ((near >> state.location[b] & 1) + (far >> state.location[b] & 1)) / 2 for b in able)

    def _beaches(self, state: SeriesState, orders: Sequence[Land], landed: Sequence[int]) -> list[Beach]:
        """Every target with the best force that can be sent there."""
        by_hex: dict[int, dict[int, Land]] = {}
        for order in orders:
            by_hex.setdefault(order.to, {}).setdefault(order.block, order)
        estimator, found = Estimator(self.rules, state), list[Beach]()
        for hex_, units in by_hex.items():
            worth = self.worth(hex_, landed)
            defenders = self.rules.fire.units_at(state, hex_, 1 - self.side)
            worth -= WORKS * any(self.rules.units.is_work[block] for block in defenders)
            for force in self._forces(state, list(units)):
                estimate = estimator.estimate([*force, *self._wings(state, hex_)], defenders, hex_, 1.0, BEACH_BONUS)
                if defenders and estimate.clears < LEAST_CHANCE:
                    continue
                points = sum(self._price(state, units[block]) for block in force)
                gain = worth * estimate.clears - LOSS * estimate.attackers_lose + 0.15 * len(force) - POINT * points
                if gain > WORTH_LANDING:
                    found.append(Beach(gain, hex_, tuple(units[block] for block in force)))
        return sorted(found, key=lambda beach: (-beach.worth, beach.hex))

    def _wings(self, state: SeriesState, hex_: int) -> Sequence[int]:
        """Aircraft that could support a landing."""
        air, units = self.rules.air, self.rules.units
        near = [b for b in units.aircraft[self.side] if state.location[b] >= 0 and air.missions(state, b, 1 << hex_)]
        return sorted(near, key=lambda block: (units.is_fighter[block], -state.steps[block]))[:WINGS]

    def _forces(self, state: SeriesState, blocks: list[int]) -> list[tuple[int, ...]]:
        strongest = sorted(blocks, key=lambda block: (-state.steps[block], block))[:4]
        return [force for size in range(1, BEACH_FORCE + 1) for force in combinations(strongest, size)]

    def _price(self, state: SeriesState, landing: Land) -> int:
        landings = self.landings
        return landings.price(state, landing.block, state.location[landing.block], landing.to) if landings else 1

    # ---- the first wave

    def first_wave(self) -> tuple[Action, ...]:
        """Landings in order of what they promise, then units on hold behind them, as long as there are points."""
        if self.landings is None:
            return ()
        state, found = self.state.copy(), list[Action]()
        landed: list[int] = [*members(self.rules.landings.hexes(self.state))]
        for _ in range(8):
            orders = [order for hq in self._commanders(state) for order in self.rules.landings.orders(state, hq)]
            beaches = self._beaches(state, [order for order in orders if isinstance(order, Land)], landed)
            taken = next((beach for beach in beaches if self._is_free(state, beach)), None)
            if taken is None:
                break
            for landing in taken.landings:
                if landing in self.rules.landings.orders(state, landing.hq):
                    self.rules.landings.land(state, landing)
                    found.append(landing)
            landed.append(taken.hex)
        return (*found, *self._holds(state, landed))

    def _commanders(self, state: SeriesState) -> list[int]:
        return [hq for hq in self.rules.units.headquarters[self.side] if self.rules.landings.may_command(state, hq)]

    def _is_free(self, state: SeriesState, beach: Beach) -> bool:
        """Whether nobody is landing there yet, and its points are there together."""
        if self.rules.landings.hexes(state) >> beach.hex & 1:
            return False
        needed: dict[int, int] = {}
        for landing in beach.landings:
            needed[landing.hq] = needed.get(landing.hq, 0) + self._price(state, landing)
        return all(self.rules.headquarters.points_left(state, hq) >= points for hq, points in needed.items())

    def _holds(self, state: SeriesState, landed: Sequence[int]) -> list[Action]:
        """Marines first, then whoever is strong, of those that can reach a beach."""
        landings, units, found = self.landings, self.rules.units, list[Action]()
        if landings is None or not landed:
            return found
        while True:
            holds = [o for hq in self._commanders(state) for o in self.rules.landings.orders(state, hq) if isinstance(o, Hold)]
            able = [hold for hold in holds if any(landings.within_reach(state, hold.block) >> hex_ & 1 for hex_ in landed)]
            if not able:
                return found
            best = max(able, key=lambda h: (units.is_marine[h.block], units.is_combat[h.block], state.steps[h.block], -h.block))
            self.rules.landings.hold(state, best)
            found.append(best)

    # ---- leaders, transports

    def rail_orders(self, legal: Sequence[Action]) -> Action | None:
        """Leaders who will order landings are made ready; points they will not need send units over the sea."""
        if self.landings is None:
            return None
        ready = [action for action in legal if isinstance(action, SpecialAction) and action.kind == STAND_BY]
        foreseen = self._foreseen([action.hq for action in ready])
        planned = Admiral(self.game, foreseen, self.side, self.ground).first_wave()
        leaders = {action.hq for action in planned if isinstance(action, Land | Hold)}
        for action in ready:
            if action.hq in leaders:
                return action
        needed = {hq: sum(getattr(action, "hq", -1) == hq for action in planned) for hq in leaders}
        return self._transport(legal, needed, {a.block for a in planned if isinstance(a, Land | Hold)})

    def _foreseen(self, leaders: Sequence[int]) -> SeriesState:
        after = self.state.copy()
        after.phase = MOVEMENT
        for hq in leaders:
            after.active_hqs |= 1 << hq
        after.derived = {}
        return after

    def _transport(self, legal: Sequence[Action], needed: dict[int, int], busy: set[int]) -> Action | None:
        """The transport that brings a unit most of the way to where it is wanted."""
        way, points = self.way, self.rules.headquarters.points_left
        best: tuple[float, Action] | None = None
        for action in legal:
            if not isinstance(action, Ship) or action.block in busy or points(self.state, action.hq) <= needed.get(action.hq, 0):
                continue
            units = self.rules.units
            if not (units.is_combat[action.block] or units.is_artillery[action.block]) or way[action.to] >= FAR:
                continue
            saved = min(NEARNESS, way[self.state.location[action.block]]) - way[action.to]
            gain = saved + 0.5 * self.state.steps[action.block] * self.rules.units.is_combat[action.block]
            if saved > 0 and gain >= WORTH_SAILING and (best is None or gain > best[0]):
                best = gain, action
        return best[1] if best else None

    # ---- the second wave

    def second_wave(self, legal: Sequence[Action]) -> Action:
        """Harbours first, then marines to beaches that are fought for, then the others to those that are won."""
        harbour = next((action for action in legal if isinstance(action, PlaceMulberry)), None)
        if harbour is not None:
            return harbour
        waves = [action for action in legal if isinstance(action, Land)]
        if not waves:
            return EndPhase()
        best = max(waves, key=lambda action: (self._second(action), -action.block, -action.to))
        return best if self._second(best) > 0 else EndPhase()

    def _second(self, action: Land) -> float:
        state, units, enemy = self.state, self.rules.units, 1 - self.side
        strength = 0.2 * state.steps[action.block]
        if not state.occupied[enemy] >> action.to & 1:
            crowd = len(self.rules.fire.units_at(state, action.to, self.side))
            return self.worth(action.to) - 0.3 * crowd + strength
        if any(fight[0] == action.to for fight in state.paused):
            return 4.0 + strength
        defenders = self.rules.fire.units_at(state, action.to, enemy)
        estimate = Estimator(self.rules, state).estimate([action.block], defenders, action.to, 1.0, BEACH_BONUS)
        return self.worth(action.to) * estimate.clears - LOSS * estimate.attackers_lose if units.is_marine[action.block] else -1.0


def reserves_to_the_beach(game: SeriesGame, state: SeriesState, side: int, legal: Sequence[Action]) -> Action:
    """Armour in reserve goes where it makes the most of a battle that is not lost."""
    estimator, fire = Estimator(game.rules, state), game.rules.fire
    best: tuple[float, Action] = (0.0, EndPhase())
    for action in legal:
        if isinstance(action, EndPhase):
            continue
        block, hex_ = action.block, action.to  # type: ignore[attr-defined]
        attackers, defenders = fire.units_at(state, hex_, 1 - side), fire.units_at(state, hex_, side)
        before = estimator.estimate(attackers, defenders, hex_).clears if defenders else 1.0
        after = estimator.estimate(attackers, [*defenders, block], hex_).clears
        if before - after > best[0] and after < 0.75:
            best = before - after, action
    return best[1]
