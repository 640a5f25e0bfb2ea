"""What the enemy could start in his turn: where he has command, which units could enter a hex together, and how likely it falls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.blocks.battle_odds.one_round import Odds, Stack, line, round_odds
from blockfront.hexes.grid import HexSet

if TYPE_CHECKING:
    from blockfront.ai.eastfront.evaluation.ground import Ground


class Offensives:
    """Judges the possible attacks of one side's enemy on one `Ground`."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.knowledge, self.rules = ground, ground.knowledge, ground.rules
        self._coming: dict[tuple[int, HexSet, int, HexSet], Stack] = {}
        self.commanded = self._enemy_command()

    def _enemy_command(self) -> list[float]:
        """Lists, by hex, the chance that the enemy has command there in his turn: higher near headquarters whose place is known."""
        knowledge, state = self.knowledge, self.knowledge.state
        seen = [hq for hq in self.rules.units.hqs[self.knowledge.enemy] if knowledge.known[hq] and state.location[hq] >= 0]
        near: HexSet = 0
        for hq in seen:
            if knowledge.value[hq] > 0:
                near |= self.ground.disc(state.location[hq], knowledge.value[hq] + 1)
        weights = knowledge.weights
        return [weights.commanded_near_hq if near >> hex_ & 1 else weights.commanded for hex_ in range(self.rules.board.grid.size)]

    def coming(self, hex_: int, entries: HexSet, room: int, pinned: HexSet) -> Stack:
        """Returns the enemy's best units that could enter a hex, as they would fight there."""
        key = (hex_, entries, room, pinned)
        found = self._coming.get(key)
        if found is None:
            found = self._coming[key] = self.knowledge.stack(self.attackers(*key), hex_, attacks=True)
        return found

    def attackers(self, hex_: int, entries: HexSet, room: int, pinned: HexSet) -> list[int]:
        """Lists the enemy's best units, at most `room`, that could enter a hex together from some of its neighbours.

        Units in `pinned` hexes cannot, because no unit goes from one battle straight into another.
        """
        knowledge, limits, location = self.knowledge, self.ground.limits[hex_], self.knowledge.state.location
        ways: dict[int, list[int]] = {}
        for direction, near in self.rules.board.neighbours[hex_]:
            if entries >> near & 1:
                for block in self.ground.arrivals.get(near, ()):
                    if not pinned >> location[block] & 1:
                        ways.setdefault(block, []).append(direction)
        left = list(limits)
        chosen: list[int] = []
        power = {block: knowledge.value[block] * knowledge.unit(block, hex_, attacks=True).chance for block in ways}
        for block in sorted(ways, key=lambda b: (-power[b], len(ways[b]), b)):
            if len(chosen) == room:
                break
            open_ways = [d for d in ways[block] if left[d] > 0]
            if open_ways:
                left[max(open_ways, key=lambda d: left[d])] -= 1
                chosen.append(block)
        return chosen

    def falls(self, first: Odds, offence: Stack, defence: Stack, needed: int) -> float:
        """Returns the chance that a hex falls in the first round, or in a blitz's second with the units expected to be left."""
        goes_on = 1.0 - first.cleared - first.wiped_out
        mine, theirs = line(offence), line(defence)
        left = mine[min(round(first.attacker_steps), len(mine) - 1)].left
        facing = theirs[min(round(first.defender_steps), len(theirs) - 1)].left
        if goes_on <= 0.0 or not left or not facing:
            return first.cleared
        return first.cleared + self.knowledge.weights.blitzed * goes_on * round_odds(left, facing, needed).cleared
