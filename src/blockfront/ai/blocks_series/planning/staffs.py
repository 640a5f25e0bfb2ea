"""Where headquarters of armour go before they command, and whom they command: an active one moves no more and loses a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from blockfront.games.blocks_series.actions import Command, Move
from blockfront.games.blocks_series.rules.reach import layers_of
from blockfront.games.blocks_series.state import EXPLOITATION
from blockfront.hexes.grid import HexSet

if TYPE_CHECKING:
    from blockfront.ai.blocks_series.phases.movement import Mover

NEAR: Final = 4  # hexes from an enemy within which a unit is commanded in any case
LONG_MARCH: Final = 3.0  # movement points to its goal from which an attacker's armour far from the enemy is commanded, too
MARCHING: Final = 0.5  # share of its strength that such armour counts
RESTED: Final = 3  # steps from which a headquarters is woken for marches alone
BESIDE_THE_ENEMY: Final = 6.0  # cost of commanding from a hex next to enemies, in strength commanded
FARTHEST: Final = 12  # hexes beyond which distances to one's own armour are not told apart


class Staffs:
    """Moves headquarters and gives their orders on the state of a plan."""

    def __init__(self, mover: Mover) -> None:
        self.mover, self.rules, self.side = mover, mover.rules, mover.side
        self.units, self.board = mover.units, mover.board
        self.placed: set[int] = set()  # headquarters that stay where they are for the rest of the phase

    def lead(self) -> None:
        """Sends headquarters of armour to where they command most, one after another, gives all orders, and brings up the others."""
        while (best := max(self._posts(), default=None)) is not None:
            hq, hex_ = -best[1], -best[2]
            self._go(hq, hex_)
            self._command(partial(_is_of, hq))
            self.placed.add(hq)
        self._command(lambda order: self._is_near(order.block))
        self._bring_up()

    # ---- whom to command

    def need(self, block: int) -> float:
        """Returns the strength for which a unit counts that could be commanded; 0 if command would be wasted on it."""
        value = float(self.mover.value_of(block))
        if self.units.is_hq[block]:
            return 0.0
        if self._is_near(block):
            return value
        if self.mover.ground.attacks and self.units.is_armour[block] and self.mover.way_to_go(block) >= LONG_MARCH:
            return MARCHING * value
        return 0.0

    def _is_near(self, block: int) -> bool:
        return bool(self.board.within(self.mover.state.location[block], NEAR) & self._enemies)

    @property
    def _enemies(self) -> HexSet:
        return self.mover.state.occupied[1 - self.side]

    def _corps(self, hq: int) -> list[int]:
        """Lists the armour on the map that is of a headquarters' nation."""
        units, location = self.units, self.mover.state.location
        mine = (b for b in units.ground[self.side] if b != hq and location[b] >= 0 and units.is_armour[b])
        return [block for block in mine if units.nation[block] == units.nation[hq]]

    def _waiting(self, hq: int) -> dict[int, float]:
        """Returns the armour that a headquarters could command if it were near, with what each counts."""
        waiting = (block for block in self._corps(hq) if self.rules.headquarters.is_waiting(self.mover.state, block))
        return {block: need for block in waiting if (need := self.need(block))}

    # ---- where from

    def _posts(self) -> Iterable[tuple[float, int, int]]:
        """Yields posts as (worth, -headquarters, -hex), so that among equals the greatest has the lowest numbers."""
        headquarters, state = self.rules.headquarters, self.mover.state
        for hq in headquarters.commanders(state, self.side):
            facts = self.units.staff[hq]
            if facts.leads != "armour" or not facts.is_near or hq in self.placed or state.active_hqs >> hq & 1:
                continue
            waiting, most = self._waiting(hq), headquarters.points_left(state, hq)
            for hex_ in self._places(hq) if waiting else ():
                within = self.board.within(hex_, headquarters.command_range(state, hex_))
                led = [block for block in waiting if within >> state.location[block] & 1]
                worth = sum(sorted((waiting[block] for block in led), reverse=True)[:most]) - self._cost(hq, hex_)
                if worth > 0 and (state.steps[hq] >= RESTED or any(map(self._is_near, led))):
                    yield worth, -hq, -hex_

    def _places(self, hq: int) -> list[int]:
        """Lists the hexes that a headquarters can reach without a fight, its own among them."""
        state, here = self.mover.state, self.mover.state.location[hq]
        if not self.rules.movement.may_move(state, hq):
            return [here]
        return [here, *(m.to for m in self.rules.movement.moves(state, hq) if isinstance(m, Move) and m.entry < 0)]

    def _cost(self, hq: int, hex_: int) -> float:
        """Returns the cost of a place: next to enemies, out of supply, and a little for the march."""
        beside = BESIDE_THE_ENEMY if self.board.around(1 << hex_) & self._enemies else 0.0
        return beside + self.mover.hunger(hq, hex_) + 0.01 * self.mover.ground.hexes_to(hex_, 1 << self.mover.state.location[hq], FARTHEST)

    def _go(self, hq: int, hex_: int) -> None:
        if hex_ != self.mover.state.location[hq]:
            self.mover.do(Move(hq, hex_))

    # ---- orders

    def _command(self, wanted: Callable[[Command], bool]) -> None:
        """Gives the orders that are wanted, those for the strongest units first."""
        headquarters, state = self.rules.headquarters, self.mover.state
        while True:
            orders = [
                order
                for hq in headquarters.commanders(state, self.side)
                for order in headquarters.orders_of(state, hq)
                if isinstance(order, Command)
                and not headquarters.is_commanded(state, order.block)
                and wanted(order)
                and self.need(order.block)
            ]
            if not orders:
                return
            self.mover.do(max(orders, key=lambda order: (self.need(order.block), -order.hq, -order.block)))

    # ---- the others

    def _bring_up(self) -> None:
        """Brings headquarters that command nobody nearer to their armour, so slowly that they need not be woken."""
        state, movement = self.mover.state, self.rules.movement
        for hq in self.units.headquarters[self.side]:
            if not self.units.is_armour[hq] or state.location[hq] < 0 or hq in self.placed or state.active_hqs >> hq & 1:
                continue
            self.placed.add(hq)
            if state.phase == EXPLOITATION or not movement.may_move(state, hq):
                continue
            slow = 0
            for layer in layers_of(movement.network(state, hq), 1 << state.location[hq], movement.full_allowance(state, hq) // 2):
                slow |= layer
            places = [hex_ for hex_ in self._places(hq) if slow >> hex_ & 1 or hex_ == state.location[hq]]
            self._go(hq, max(places, key=lambda hex_: (self._closeness(hq, hex_), -hex_)))

    def _closeness(self, hq: int, hex_: int) -> float:
        """Rates a place by the armour around it that a headquarters could command, less its cost."""
        far = {block: self.mover.ground.hexes_to(hex_, 1 << self.mover.state.location[block], FARTHEST) for block in self._corps(hq)}
        found = sum(self.mover.value_of(block) / (2 + hexes) for block, hexes in far.items())
        return found - self._cost(hq, hex_)


def _is_of(hq: int, order: Command) -> bool:
    return order.hq == hq
