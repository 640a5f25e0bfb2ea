"""The general's set-up: a captain's, with strikers from quiet parts of the line gathered near enemy production centres.

Battles that production depends on get as many strong units as the rules allow, and headquarters to lead them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final

from blockfront.ai.eastfront.evaluation.knowledge import chance
from blockfront.ai.eastfront.phases.deployment import STRIKERS, Deployer, listed
from blockfront.ai.thoughts import Thoughts, thought
from blockfront.games.eastfront.loading.data_model import Force
from blockfront.games.eastfront.rules.ch03_set_up import Placements
from blockfront.hexes.hexset import members, neighbours_mask

WAYS: Final = 2  # units in each hex that supplies the defenders of such a battle
LEADERS: Final = 2  # headquarters that take turns in leading an attack there
FARNESS: Final = 0.02  # small handicap for distance, so that of two equal places the nearer one is taken
AT_STAKE: Final = 3  # production points of both sides together from which a battle is worth it

Placed = dict[int, tuple[int, int]]  # combat value and hex by block


class Opening(Deployer):
    """A captain's deployment with its strikers gathered where production is at stake."""

    def best(self, rng: Random | None = None) -> tuple[Placements, Thoughts]:
        """Returns the deployment and the reason for it."""
        placements, reason = super().best(rng)
        placed: Placed = {block: (value, hex_) for block, value, hex_ in placements}
        if self.state.occupied[1 - self.side]:
            self._gather(placed)
        manned: list[int] = []
        chosen: list[int] = []
        for battle in self.rules.scenario_of(self.state).battles:
            hex_ = self.board.map.hex(battle.place)
            if self._at_stake(hex_) >= AT_STAKE:
                self._lead(placed, hex_, 1 if battle.original_defender == self.side else LEADERS)
                self._man(placed, hex_, self.board.stacking[hex_], chosen)
                for near in self._ways_in(hex_) if battle.original_defender == self.side else ():
                    self._man(placed, near, WAYS, chosen)
                manned.append(hex_)
        return listed(placed), reason + thought("all_to", hexes=tuple(manned)) if manned else reason

    # ---- quiet parts of the line

    def _gather(self, placed: Placed) -> None:
        """Moves strikers that face single enemies next to enemy centres, else to where the line faces most; headquarters follow."""
        quiet = [hex_ for hex_ in self.front if all(number == 1 for number in self._facing(hex_))]
        strikers = [b for b, (_, at) in placed.items() if self.rules.units.type[b] in STRIKERS and at in quiet]
        centres = self._next_to_centres()
        places = sorted(self.front, key=lambda hex_: (hex_ not in centres, -sum(self._facing(hex_, dry=True)), hex_))
        for block in sorted(strikers, key=lambda b: self._rank(placed, b)):
            crowd = Counter(at for _, at in placed.values())
            for hex_ in places:
                if crowd[hex_] < self.board.stacking[hex_] and self._try(placed, block, hex_):
                    break
        if strikers:
            self._move_headquarters(placed, quiet, FARNESS)

    def _rank(self, placed: Placed, block: int) -> tuple[float, ...]:
        """Sorts the strongest first; among equals the slowest, who could not come later."""
        units = self.rules.units
        return (-placed[block][0] * chance(units.offence[block]), units.speed[block][self.state.weather], block)

    def _facing(self, hex_: int, *, dry: bool = False) -> list[int]:
        """Lists the numbers of enemies in neighbouring hexes; with `dry`, only in those not across a river."""
        enemy, size = 1 - self.side, self.board.grid.size
        near = [near for _, near in self.board.neighbours[hex_] if not (dry and self.board.is_river(hex_, near))]
        return [number for number in (self.stage.counts[enemy * size + hex_] for hex_ in near) if number]

    def _next_to_centres(self) -> set[int]:
        """Returns front-line hexes from which an enemy production centre can be attacked without crossing a river."""
        held = self.stage.occupied[1 - self.side]
        centres = [centre.hex for centre in self.board.map.production if held >> centre.hex & 1]
        return {
            near
            for centre in centres
            for _, near in self.board.neighbours[centre]
            if near in self.front and not self.board.is_river(near, centre)
        }

    # ---- what a battle decides

    def _at_stake(self, hex_: int) -> int:
        """Returns the production points that depend on who wins a battle of the set-up."""
        return sum(abs(one - other) for one, other in zip(self._levels(hex_, 0), self._levels(hex_, 1), strict=True))

    def _levels(self, battle: int, winner: int) -> list[int]:
        """Returns both sides' production if `winner` has won a battle and all other units stand at the start line."""
        state = self.state.copy()
        state.derived = {}
        for side in (0, 1):
            state.occupied[side] = self.rules.set_up.front_line(state, side) & ~(1 << battle)
        state.occupied[winner] |= 1 << battle
        self.rules.control.determine(state)
        return [self.rules.production.level(state, side) for side in (0, 1)]

    # ---- manning it

    def _ways_in(self, battle: int) -> list[int]:
        """Lists the own front-line hexes next to a battle, over which it is supplied."""
        return [near for _, near in self.board.neighbours[battle] if near in self.front]

    def _man(self, placed: Placed, hex_: int, number: int, chosen: list[int]) -> None:
        """Brings the best units that can be spared into a hex, replacing those there, and makes them as strong as possible."""
        others = [block for block, (_, at) in placed.items() if at == hex_ and not self.rules.units.is_hq[block]]
        enough = len(chosen) + number
        while len(chosen) < enough:
            able = [b for b in placed if b not in chosen and (b in others or self._can_leave(placed, b, others))]
            best = max(able, key=lambda block: (self._merit(placed, block, chosen, hex_), -block), default=None)
            if best is None:
                break
            if best in others:
                others.remove(best)
            elif not self._exchange(placed, best, others, hex_):
                break
            self._strengthen(placed, best, chosen)
            chosen.append(best)

    def _can_leave(self, placed: Placed, block: int, others: list[int]) -> bool:
        """Says whether a unit can be spared from the line: another one stands with it or can take its place."""
        units, hex_ = self.rules.units, placed[block][1]
        if units.is_hq[block] or units.is_static[block] or units.is_satellite[block] or hex_ not in self.front:
            return False
        return bool(others) or sum(at == hex_ and not units.is_hq[b] for b, (_, at) in placed.items()) > 1

    def _merit(self, placed: Placed, block: int, chosen: Iterable[int], hex_: int) -> tuple[float, ...]:
        """Rates a unit for a battle by its fire there, then by how cheap its steps are."""
        fire = chance(self.rules.firepower.offensive(self.state, block, hex_))
        return (self._attainable(placed, block, chosen) * fire, -self.rules.production.step_cost(self.state, block))

    def _exchange(self, placed: Placed, block: int, others: list[int], hex_: int) -> bool:
        """Brings a unit into the battle and puts one of the others in its place; returns whether that was legal."""
        before = dict(placed)
        if others:
            other = others.pop()
            placed[other] = (placed[other][0], placed[block][1])
        if self._try(placed, block, hex_):
            return True
        placed.update(before)
        return False

    # ---- strength

    def _kind(self, placed: Placed, block: int) -> list[int]:
        """Lists the units that share one total of strength with a unit."""
        pool: Force | None = next((f for f in self.rules.set_up.forces(self.state, self.side) if block in f.pool), None)
        arriving = self.rules.set_up.arriving(self.state, self.side)
        return [b for b in placed if pool is not None and b in pool.pool and b not in arriving]

    def _givers(self, placed: Placed, block: int, chosen: Iterable[int]) -> list[int]:
        lowest = self.rules.units.lowest
        return [b for b in self._kind(placed, block) if b != block and b not in chosen and placed[b][0] > max(1, lowest[b])]

    def _attainable(self, placed: Placed, block: int, chosen: Iterable[int]) -> int:
        most = self.rules.units.value(block, self.rules.units.full[block])
        given = sum(placed[b][0] - max(1, self.rules.units.lowest[b]) for b in self._givers(placed, block, chosen))
        return min(most, placed[block][0] + given)

    def _strengthen(self, placed: Placed, block: int, chosen: Iterable[int]) -> None:
        """Makes a unit as strong as possible, at the cost of the strongest other units of its kind."""
        wanted = self._attainable(placed, block, chosen)
        while placed[block][0] < wanted:
            giver = max(self._givers(placed, block, chosen), key=lambda b: (placed[b][0], -b))
            for unit, change in ((block, 1), (giver, -1)):
                value, hex_ = placed[unit]
                placed[unit] = (value + change, hex_)

    # ---- command

    def _lead(self, placed: Placed, battle: int, number: int) -> None:
        """Moves the nearest headquarters as near to a battle as allowed, away from other enemies."""
        units, board = self.rules.units, self.board
        enemy = self.rules.set_up.front_line(self.state, 1 - self.side) & ~(1 << battle)
        own = self.rules.set_up.zone(self.state, self.side)
        near = {hex_: board.distance(hex_, battle) for hex_ in members(own) if not neighbours_mask(board.grid, 1 << hex_) & enemy}
        hqs = [b for b in placed if units.is_hq[b] and not units.is_supreme[b] and placed[b][1] >= 0]
        for hq in sorted(hqs, key=lambda b: (board.distance(placed[b][1], battle), b))[:number]:
            within = [hex_ for hex_, distance in near.items() if 0 < distance <= placed[hq][0]]
            for hex_ in sorted(within, key=lambda hex_: (near[hex_], hex_)):
                if self._try(placed, hq, hex_):
                    break
