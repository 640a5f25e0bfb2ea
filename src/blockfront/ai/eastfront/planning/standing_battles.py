"""Battles under way: what supporting them is worth, and which headquarters best support them and the ideal plan."""

from __future__ import annotations

from typing import NamedTuple

from blockfront.ai.eastfront.evaluation.appraisal import Appraisal
from blockfront.ai.eastfront.phases.movement import second_zone
from blockfront.ai.eastfront.planning.command import Activation, Commander, one_by_one
from blockfront.ai.eastfront.planning.planner import PlanStep
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class Gain(NamedTuple):
    """What support adds to a battle, for one round and for both rounds of a blitz."""

    once: float
    twice: float


class StandingBattles:
    """Works out what supporting each battle under way would gain."""

    def __init__(self, commander: Commander, share: float) -> None:
        """`share` is the part of plans' promises that is expected to come true."""
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
        """Lists, for every battle, the headquarters that gain most for their price, with and without a blitz; best first."""
        found: dict[Activation, float] = {}
        for hex_ in self.gains:
            for blitz in (False, True):
                able = {o: self._profit([o], []) for o in self.options if o.blitz == blitz and self._reach(o) >> hex_ & 1}
                if able:
                    best = max(able, key=lambda option: (able[option], -option.hq, -option.to))
                    found[best] = able[best]
        return sorted(found, key=lambda option: -found[option])

    def led(self, ideal: list[PlanStep]) -> tuple[Activation, ...]:
        """Returns the headquarters that are worth their steps for battles under way and for the ideal plan."""
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
        """Returns where a headquarters supports battles to the end; in a blitz that is its zone with one step less."""
        if not option.blitz:
            return option.zone
        key = (option.hq, option.hex)
        found = self._second.get(key)
        if found is None:
            found = self._second[key] = second_zone(self.commander.rules, self.commander.state, option.hq, option.hex)
        return found
