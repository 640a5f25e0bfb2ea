"""Battles already being fought: what it is worth to support them, and which headquarters support most of them and of the ideal plan."""

from __future__ import annotations

from typing import NamedTuple

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.phases.movement import second_zone
from blockfront.ai.eastfront.planning.command import Activation, Commander, one_by_one
from blockfront.ai.eastfront.planning.planner import PlanStep
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class Gain(NamedTuple):
    """What support brings in a battle, for a round and for both rounds of a blitz."""

    once: float
    twice: float


class StandingBattles:
    """What supporting each battle under way would bring."""

    def __init__(self, commander: Commander, share: float) -> None:
        """`share` is how much of what plans promise is expected to come true."""
        self.commander, self.share = commander, share
        self.options = commander.options
        self._second: dict[tuple[int, int], HexSet] = {}
        ground, state, everywhere = commander.ground, commander.state, commander.rules.board.playable
        ways = Appraisal(ground), Appraisal(ground, everywhere), Appraisal(ground, everywhere, (), everywhere)
        self.gains: dict[int, Gain] = {}
        for hex_ in members(state.occupied[0] & state.occupied[1]):
            alone, once, twice = (way.exchange(state, hex_).worth(commander.weights.reply) for way in ways)
            self.gains[hex_] = Gain(max(0.0, once - alone), max(0.0, twice - alone))

    def best(self) -> list[Activation]:
        """For every battle the headquarters that do most for their price, for a round and for a blitz; the best first."""
        found: dict[Activation, float] = {}
        for hex_ in self.gains:
            for blitz in (False, True):
                able = {o: self._profit([o], []) for o in self.options if o.blitz == blitz and self._reach(o) >> hex_ & 1}
                if able:
                    best = max(able, key=lambda option: (able[option], -option.hq, -option.to))
                    found[best] = able[best]
        return sorted(found, key=lambda option: -found[option])

    def led(self, ideal: list[PlanStep]) -> tuple[Activation, ...]:
        """The headquarters that are worth their steps for battles that stand and for the ideal plan."""
        return tuple(sorted(one_by_one(self.options, lambda chosen: self._profit(chosen, ideal))))

    def _profit(self, chosen: list[Activation], ideal: list[PlanStep]) -> float:
        gain = self._worth(chosen) + self.commander.worth(ideal, chosen)
        return self.share * gain - sum(option.price for option in chosen)

    def _worth(self, chosen: list[Activation]) -> float:
        total = 0.0
        for hex_, gain in self.gains.items():
            if any(option.blitz and self._reach(option) >> hex_ & 1 for option in chosen):
                total += max(gain)
            elif any(option.zone >> hex_ & 1 for option in chosen):
                total += gain.once
        return total

    def _reach(self, option: Activation) -> HexSet:
        """Where a headquarters supports battles to the end: in a blitz also with a step less."""
        if not option.blitz:
            return option.zone
        key = (option.hq, option.hex)
        found = self._second.get(key)
        if found is None:
            found = self._second[key] = second_zone(self.commander.rules, self.commander.state, option.hq, option.hex)
        return found
