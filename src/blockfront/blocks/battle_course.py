"""Battles of several rounds, exactly: how likely every standing of both sides is after each round.

A side's losses have one order, so a volley moves it along a line of standings; a round is two such moves. Nothing is sampled, and
standings that come about in several ways are carried on as one.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from blockfront.blocks.odds import GONE, Distribution, Shots, Values, line_of_losses, volley


class Standing(NamedTuple):
    """Both sides at some moment; `away` are active units that were sent back and take no further part."""

    active: Values
    passive: Values
    away: Values = ()


Standings = Mapping[Standing, float]
GoesOn = Callable[[Values, Values], bool]  # (active, passive) values after a round -> whether the active side fights on


def always(active: Values, passive: Values) -> bool:
    """Fight to the end."""
    return True


def while_at_least(ratio: float) -> GoesOn:
    """Fight on while the active side has at least so many times the passive side's strength."""

    def goes_on(active: Values, passive: Values) -> bool:
        return strength(active) >= ratio * strength(passive)

    return goes_on


def strength(values: Values) -> int:
    return sum(value for value in values if value > 0)


def is_gone(values: Values) -> bool:
    return all(value == GONE for value in values)


class Force:
    """How one side fires and suffers. Answers are remembered: standings come again and again."""

    def __init__(
        self,
        hits_per_step: int,  # 0 when no number of hits costs a step
        weaker: Callable[[int, int], int],  # (unit, its value) -> its value after a loss
        choose: Callable[[list[int], Values], int],  # who of equals takes a loss
        shots: Callable[[Values], Shots],
        opened: Callable[[Values], Values] = lambda values: values,  # what the start of a round does to it
    ) -> None:
        self._hits_per_step = hits_per_step
        self._weaker = weaker
        self._choose = choose
        self._shots = shots
        self.opened = opened
        self._volleys: dict[Values, Distribution] = {}
        self._suffered: dict[tuple[Values, Distribution], list[tuple[Values, float]]] = {}

    def fire(self, values: Values) -> Distribution:
        """Hits of everybody who fires."""
        found = self._volleys.get(values)
        if found is None:
            found = self._volleys[values] = volley(self._shots(values))
        return found

    def suffer(self, values: Values, hits: Distribution) -> list[tuple[Values, float]]:
        """What is left after a volley, with its probability. Hits short of a step lapse."""
        found = self._suffered.get((values, hits))
        if found is None:
            found = self._suffered[values, hits] = self._work_out(values, hits)
        return found

    def _work_out(self, values: Values, hits: Distribution) -> list[tuple[Values, float]]:
        if not self._hits_per_step:
            return [(values, 1.0)]
        line = line_of_losses(values, self._weaker, self._choose)
        chances = [0.0] * len(line)
        for number, chance in enumerate(hits):
            chances[min(number // self._hits_per_step, len(line) - 1)] += chance
        return [(left, chance) for left, chance in zip(line, chances, strict=True) if chance]


def exchange(before: Standings, active: Force, passive: Force) -> Standings:
    """A round of fire: the passive side, then what is left of the active one."""
    fired_at: dict[Standing, float] = defaultdict(float)
    for standing, likely in before.items():
        attackers, defenders = active.opened(standing.active), passive.opened(standing.passive)
        hits: Distribution = (1.0,) if is_gone(attackers) else passive.fire(defenders)
        for left, chance in active.suffer(attackers, hits):
            fired_at[Standing(left, defenders, standing.away)] += likely * chance
    after: dict[Standing, float] = defaultdict(float)
    for standing, likely in fired_at.items():
        for left, chance in passive.suffer(standing.passive, active.fire(standing.active)):
            after[Standing(standing.active, left, standing.away)] += likely * chance
    return after


class RoundOdds(msgspec.Struct, frozen=True):
    """What a battle may have brought by the end of a round. Steps are lost steps; a unit that lives on at 0 has one more to lose."""

    active_losses: tuple[float, ...]  # chance of losing 0, 1, 2 … steps
    passive_losses: tuple[float, ...]
    active_expected: float
    passive_expected: float
    clears: float  # chance that no passive unit is left while an active one is in the hex
    fails: float  # chance that no active unit is left in the hex
    breaks_off: float = 0.0  # chance that the active side has stopped by its policy


StepsLost = Callable[[Values, Values], int]  # (active or passive values, those sent back) -> steps lost since the start


def course(
    first: Standings,
    fight_on: Callable[[Standings], Standings],
    lost: tuple[StepsLost, StepsLost],
    *,
    rounds: int,
    goes_on: GoesOn = always,
) -> tuple[RoundOdds, ...]:
    """The odds by the end of each round; `first` are the standings after the first."""
    if rounds < 1:
        raise ValueError(f"a battle has at least one round, not {rounds}")
    ended: dict[Standing, float] = defaultdict(float)
    stopped = 0.0
    now, found = first, []
    for number in range(1, rounds + 1):
        fighting: dict[Standing, float] = {}
        for standing, likely in now.items():
            over = is_gone(standing.active) or is_gone(standing.passive)
            stops = not over and not goes_on(standing.active, standing.passive)
            stopped += likely * stops
            if over or stops:
                ended[standing] += likely
            else:
                fighting[standing] = likely
        found.append(_tally((ended, fighting), lost, stopped))
        if number < rounds:
            now = fight_on(fighting)
    return tuple(found)


def _tally(parts: Sequence[Standings], lost: tuple[StepsLost, StepsLost], stopped: float) -> RoundOdds:
    lines: tuple[dict[int, float], dict[int, float]] = (defaultdict(float), defaultdict(float))
    clears = fails = 0.0
    for standings in parts:
        for (active, passive, away), likely in standings.items():
            lines[0][lost[0](active, away)] += likely
            lines[1][lost[1](passive, ())] += likely
            attacked, defended = not is_gone(active), not is_gone(passive)
            clears += likely * (attacked and not defended)
            fails += likely * (not attacked)
    losses = [tuple(line.get(steps, 0.0) for steps in range(max(line, default=0) + 1)) for line in lines]
    means = [sum(steps * chance for steps, chance in enumerate(line)) for line in losses]
    return RoundOdds(losses[0], losses[1], means[0], means[1], clears, fails, stopped)


def averaged(found: Sequence[tuple[RoundOdds, ...]]) -> tuple[RoundOdds, ...]:
    """The odds of somebody who holds several battles equally possible, round by round."""
    return tuple(_average([rounds[number] for rounds in found]) for number in range(len(found[0])))


def _average(odds: Sequence[RoundOdds]) -> RoundOdds:
    number = len(odds)
    return RoundOdds(
        _mean([one.active_losses for one in odds]),
        _mean([one.passive_losses for one in odds]),
        sum(one.active_expected for one in odds) / number,
        sum(one.passive_expected for one in odds) / number,
        sum(one.clears for one in odds) / number,
        sum(one.fails for one in odds) / number,
        sum(one.breaks_off for one in odds) / number,
    )


def _mean(lines: list[tuple[float, ...]]) -> tuple[float, ...]:
    longest = max(map(len, lines))
    return tuple(sum(line[steps] for line in lines if steps < len(line)) / len(lines) for steps in range(longest))
