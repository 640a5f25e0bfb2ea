"""Parachutists: which headquarters orders their jump, and where they jump."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.exact import fought_out
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.planning.assaults import JUMPERS, Assaults
from blockfront.ai.blocks_series.planning.leaders import Leaders
from blockfront.ai.blocks_series.planning.places import PLENTY, Places
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import SpecialAction
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT
from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NO_HEX, SeriesState
from blockfront.hexes.hexset import mask_of, members

DROP: Final = "drop"  # a garrison that gives up before parachutists
CONTESTED: Final = 3.0  # worth of a defended beach
WON: Final = 1.0  # worth of an undefended beach
BESIDE: Final = 0.3  # worth of a hex next to a beach
KIN: Final = 0.5  # extra worth of a beach on which units of the same power land
CAPITAL: Final = 2.0
FORTRESS: Final = 1.5
CITY: Final = 0.6
RAILWAY: Final = 0.3
PRIZE: Final = 3.0  # worth of a point of the scenario
LAST_CHANCE: Final = 0.15  # least chance of winning it on the last day
WINGS: Final = 2  # aircraft that join
A_MARCH: Final = 6.0  # movement points within which ground units can come to their help


class Drops:
    """Plans airborne assaults from a guessed state."""

    def __init__(self, rules: Rules, state: SeriesState, side: int, ground: Ground | None = None) -> None:
        self.rules, self.state, self.side = rules, state, side
        self.ground = ground or Ground(rules, state, side)
        self._beaches = self.rules.landings.hexes(state)
        self._relief = self._ways_of_friends()
        capitals = (self.rules.powers.capital(state, power) for power in range(len(self.rules.tables.powers)))
        self._capitals = mask_of(hex_ for hex_ in capitals if hex_ >= 0)
        self._gives_up = mask_of(rules.board.hex(case.place) for case in rules.scenario.quick_surrenders if case.when == DROP)
        self._points = {hex_: weight for hex_, weight in self.ground.wanted.items() if not self.ground.cuts}
        self._places = Places(self.rules, state, side, self.ground)
        self._chances: dict[int, float] = {}

    def _ways_of_friends(self) -> list[float]:
        units, state = self.rules.units, self.state
        able = (b for b in units.combat[self.side] if state.location[b] >= 0 and not units.is_static[b])
        return self.ground.ways_from(state, dict.fromkeys(sorted({state.location[b] for b in able}), 0.0))

    def worth(self, hex_: int) -> float:
        """Rates a jump into a hex; negative where no friends could come to help."""
        board, enemy = self.rules.board, self.state.occupied[1 - self.side]
        defenders = 0 if self._gives_up >> hex_ & 1 else len(self.rules.fire.units_at(self.state, hex_, 1 - self.side))
        if self._beaches:
            if self._beaches >> hex_ & 1:
                return CONTESTED if enemy >> hex_ & 1 else WON
            return BESIDE - defenders if board.around(self._beaches) >> hex_ & 1 else -1.0
        prize = self._prize(hex_)
        if prize > 0 or self._relief[hex_] > A_MARCH or self._waits(hex_):
            return prize or -1.0
        place = CITY * (board.cities >> hex_ & 1) + RAILWAY * (board.rail_hexes >> hex_ & 1) + CAPITAL * (self._capitals >> hex_ & 1)
        return place + FORTRESS * bool(self.rules.definitions.fortification(self.state, hex_)) - defenders

    def _waits(self, hex_: int) -> bool:
        """Says whether a place overseas is not worth the parachutists, who can be dropped but once: open country."""
        is_open = not (self.rules.board.cities | self._capitals) >> hex_ & 1 and not self.rules.definitions.fortification(self.state, hex_)
        return is_open and self.rules.landings.is_played() and self._places.left(hex_) < PLENTY

    def _prize(self, hex_: int) -> float:
        """Rates, on the last day, a place that the scenario counts by the chance that parachutists win it from the air alone."""
        points = self._points.get(hex_, 0.0)
        if not points or not self.ground.attacks or not self.rules.landings.is_played() or not self.ground.is_last_turn(self.state):
            return 0.0
        if hex_ not in self._chances:
            self._chances[hex_] = self._chance(hex_)
        return PRIZE * points * self._chances[hex_] if self._chances[hex_] > LAST_CHANCE else 0.0

    def _chance(self, hex_: int) -> float:
        """Returns the chance that the parachutists in range win a hex with the aircraft that can join them."""
        rules, state, airborne = self.rules, self.state, self.rules.airborne
        if not isinstance(airborne, AirborneAssaults):
            return 0.0
        dropped = [block for block, to in state.drops if to == hex_]
        ready = [b for b in rules.units.ground[self.side] if airborne.is_ready(state, b) and airborne.targets(state, b) >> hex_ & 1]
        force = [*dropped, *ready][:JUMPERS]
        if not force:
            return 0.0
        if not rules.fire.units_at(state, hex_, 1 - self.side):
            return 1.0
        return fought_out(rules, state, self.side, hex_, dict.fromkeys(force, NO_HEX), self._wings(hex_)).clears

    def _wings(self, hex_: int) -> Sequence[int]:
        """Returns the strongest commanded aircraft in range of a hex."""
        units, state, board, leaders = self.rules.units, self.state, self.rules.board, Leaders(self.rules, self.state, self.side)
        flying = [b for b in units.aircraft[self.side] if state.location[b] >= 0 and leaders.commands_in_the_air(b)]
        near = [b for b in flying if board.within(state.location[b], self.rules.air.range_of(state, b)) >> hex_ & 1]
        return sorted(near, key=lambda block: (-units.value(block, state.steps[block]), block))[:WINGS]

    def who_jumps(self) -> frozenset[int]:
        """Returns the parachutists who need no order and have somewhere worthwhile to jump: they stay at their airfields till then."""
        able = self.rules.airborne.jumps(self.state, self.side)
        return frozenset(jump.block for jump in able if self.worth(jump.to) > 0)

    def jumps(self) -> tuple[Action, ...]:
        """Sends each parachutist to the best place, preferably beaches where his power lands; two to a beach or a prize, one elsewhere."""
        found, taken, sent = list[Action](), set[int](), Counter(to for _, to in self.state.drops)
        able = self.rules.airborne.jumps(self.state, self.side)
        for action in sorted(able, key=lambda jump: (-self.worth(jump.to) - KIN * self._has_kin(jump), jump.to, jump.block)):
            room = JUMPERS if self._beaches >> action.to & 1 or self._prize(action.to) else 1
            if action.block not in taken and sent[action.to] < room and self.worth(action.to) >= 0:
                taken.add(action.block)
                sent[action.to] += 1
                found.append(action)
        return tuple(found)

    def _has_kin(self, jump: Jump) -> bool:
        power = self.rules.units.power
        return any(to == jump.to and power[block] == power[jump.block] for block, to, _ in self.state.landings)

    def order(self, legal: Sequence[Action]) -> Action | None:
        """Returns an order to jump where that pays; leaders of landings give it only if no other headquarters can."""
        airborne = self.rules.airborne
        orders = [action for action in legal if isinstance(action, SpecialAction) and action.kind == AIRBORNE_ASSAULT]
        if not orders or not isinstance(airborne, AirborneAssaults):
            return None
        assaults = Assaults(self.rules, self.state, self.side)
        for order in orders:
            sender = assaults.sender(order.block)
            if sender is not None and assaults.leads_landings(order.hq):
                continue
            if any(self.worth(hex_) > 0 for hex_ in members(airborne.targets(self.state, order.block))):
                return order
        return None
