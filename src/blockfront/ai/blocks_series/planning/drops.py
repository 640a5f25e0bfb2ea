"""Parachutists: who orders them to jump, and where to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.planning.assaults import JUMPERS, Assaults
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import SpecialAction
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT
from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.hexset import mask_of, members

CONTESTED: Final = 3.0  # a beach that is defended
WON: Final = 1.0  # one that is not
BESIDE: Final = 0.3  # the hex behind a beach
KIN: Final = 0.5  # a beach on which units of the same power land
CAPITAL: Final = 2.0
FORTRESS: Final = 1.5
CITY: Final = 0.6
RAILWAY: Final = 0.3
A_MARCH: Final = 6.0  # movement points within which friends on the ground can come to them


class Drops:
    """Plans airborne assaults from a guessed state."""

    def __init__(self, game: SeriesGame, state: SeriesState, side: int, ground: Ground | None = None) -> None:
        self.game, self.rules, self.state, self.side = game, game.rules, state, side
        self.ground = ground or Ground(game.rules, state, side)
        self._beaches = self.rules.landings.hexes(state)
        self._relief = self._ways_of_friends()
        capitals = (self.rules.powers.capital(state, power) for power in range(len(self.rules.tables.powers)))
        self._capitals = mask_of(hex_ for hex_ in capitals if hex_ >= 0)

    def _ways_of_friends(self) -> list[float]:
        units, state = self.rules.units, self.state
        able = (b for b in units.combat[self.side] if state.location[b] >= 0 and not units.is_static[b])
        return self.ground.ways_from(state, dict.fromkeys(sorted({state.location[b] for b in able}), 0.0))

    def worth(self, hex_: int) -> float:
        """What a jump into a hex promises; below zero where nobody could come to help."""
        board, enemy = self.rules.board, self.state.occupied[1 - self.side]
        defenders = len(self.rules.fire.units_at(self.state, hex_, 1 - self.side))
        if self._beaches:
            if self._beaches >> hex_ & 1:
                return CONTESTED if enemy >> hex_ & 1 else WON
            return BESIDE - defenders if board.around(self._beaches) >> hex_ & 1 else -1.0
        if self._relief[hex_] > A_MARCH:
            return -1.0
        place = CITY * (board.cities >> hex_ & 1) + RAILWAY * (board.rail_hexes >> hex_ & 1) + CAPITAL * (self._capitals >> hex_ & 1)
        return place + FORTRESS * bool(self.rules.definitions.fortification(self.state, hex_)) - defenders

    def jumps(self) -> tuple[Action, ...]:
        """Each to the best place, where his own countrymen land for choice; two to a beach, else one."""
        found, taken, sent = list[Action](), set[int](), Counter(to for _, to in self.state.drops)
        able = self.rules.airborne.jumps(self.state, self.side)
        for action in sorted(able, key=lambda jump: (-self.worth(jump.to) - KIN * self._has_kin(jump), jump.to, jump.block)):
            room = JUMPERS if self._beaches >> action.to & 1 else 1
            if action.block not in taken and sent[action.to] < room and self.worth(action.to) >= 0:
                taken.add(action.block)
                sent[action.to] += 1
                found.append(action)
        return tuple(found)

    def _has_kin(self, jump: Jump) -> bool:
        power = self.rules.units.power
        return any(to == jump.to and power[block] == power[jump.block] for block, to, _ in self.state.landings)

    def order(self, legal: Sequence[Action]) -> Action | None:
        """Somebody is told to jump where that pays; leaders of the fleet leave it to others if there are any."""
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
