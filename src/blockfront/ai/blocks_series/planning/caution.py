"""Weighs what the enemy could do to units after a move, and to those they leave behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from blockfront.ai.blocks_series.evaluation.ground import FAR

if TYPE_CHECKING:
    from blockfront.ai.blocks_series.phases.movement import Mover

NEAREST: Final = 6  # best places of a unit that are examined
DOOMED: Final = 0.35  # chance of being lost above which a defender's lone armour goes elsewhere


class Caution:
    """Reads the state of a plan while it changes; the enemy stays where he was when planning began."""

    def __init__(self, mover: Mover) -> None:
        self.mover, self.rules, self.side = mover, mover.rules, mover.side
        self.units, self.ground, self.exposure, self.weights = mover.units, mover.ground, mover.exposure, mover.weights

    def mind_the_enemy(self, block: int, scores: dict[int, float]) -> None:
        """Lowers the scores of the best places by what the enemy could do there and to the units left behind."""
        here, at = self.mover.state.location[block], self.rules.fire.units_at
        left, best, looked = self.left_behind(block), scores.get(here, -FAR * FAR), 0
        for to in sorted(scores.keys() - {here}, key=lambda h: (-scores[h], h)):
            if looked >= NEAREST and scores[to] - left < best:  # the remaining places are no better
                del scores[to]
                continue
            there = at(self.mover.state, to, self.side)
            added = self.exposure.loss(to, [*there, block]) - self.exposure.loss(to, there)
            scores[to] -= self.weights.exposed * added + left
            if not there and self._is_bait(block, to):
                scores[to] -= self.weights.alone
            best, looked = max(best, scores[to]), looked + 1

    def _is_bait(self, block: int, hex_: int) -> bool:
        """Says whether a unit alone in a hex invites attack: two enemies can reach it, and it is far from friends or likely to be lost."""
        if self.exposure.fighters(hex_) < 2:
            return False
        if self.ground.attacks:
            return not self.mover.friends(hex_, block)
        return self.units.is_armour[block] and hex_ not in self.ground.kept and self.exposure.falls(hex_, [block]) > DOOMED

    def left_behind(self, block: int) -> float:
        """Returns the cost of a unit leaving its hex: others there become weaker, or a place that matters is given up."""
        here = self.mover.state.location[block]
        rest = [b for b in self.rules.fire.units_at(self.mover.state, here, self.side) if b != block]
        together = self.exposure.loss(here, [*rest, block])
        found = self.weights.exposed * (self.exposure.loss(here, rest) - together)
        if here in self.ground.kept:
            found = max(0.0, found) + self._given_up(here, [*rest, block], rest)  # danger is no reason to leave a place that must be held
        chance = 0.0 if any(self.units.is_ground[b] for b in rest) else self.exposure.chance(here)
        return found + (
            self.weights.pocket * self.mover.lifelines.hanging_on(here) * chance if chance and self.mover.lifelines is not None else 0.0
        )

    def _given_up(self, hex_: int, before: Sequence[int], after: Sequence[int]) -> float:
        """Returns the cost of holding a place that matters with fewer units."""
        likelier = self.exposure.falls(hex_, after) - self.exposure.falls(hex_, before)
        return self.weights.hold * self.weights.goal * self.ground.kept[hex_] * likelier

    def emptied(self, group: list[int]) -> float:
        """Returns the cost of a group leaving places that matter open to the enemy."""
        found = 0.0
        for hex_ in sorted({self.mover.state.location[block] for block in group} & self.ground.kept.keys()):
            here = self.rules.fire.units_at(self.mover.state, hex_, self.side)
            found += self._given_up(hex_, here, [b for b in here if b not in group])
        return found
