"""Battles of several rounds, exactly: how likely every standing of both sides is after each round.

A side takes losses in one order, so it stands somewhere on a line from whole to gone, and a battle is a table of chances: attackers'
place on their line by defenders' place on theirs. A volley moves chances along one line. Nothing is sampled.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from blockfront.blocks.battle_odds.volleys import GONE, Distribution, Shots, Values, line_of_losses, steps_of, volley

Chances = list[list[float]]  # by the active side's place on its line, then by the passive side's
GoesOn = Callable[[Values, Values], bool]  # (active, passive) values after a round -> whether the active side fights on


def always(active: Values, passive: Values) -> bool:
    """The policy of fighting to the end."""
    return True


def while_at_least(ratio: float) -> GoesOn:
    """The policy of fighting on while the active side has at least this many times the passive side's strength."""

    def goes_on(active: Values, passive: Values) -> bool:
        return strength(active) >= ratio * strength(passive)

    return goes_on


def strength(values: Values) -> int:
    return sum(value for value in values if value > 0)


def is_gone(values: Values) -> bool:
    return all(value == GONE for value in values)


class Army(Protocol):
    """How a side fights: what a loss does to a unit, which unit takes it, which units fire, and what the start of a round changes."""

    @property
    def hits_per_step(self) -> int: ...  # 0 when no number of hits costs a step
    def weaker(self, unit: int, value: int) -> int: ...
    def choose(self, equals: list[int], values: Values) -> int: ...
    def shots(self, values: Values) -> Shots: ...
    def opened(self, values: Values) -> Values: ...
    def lost(self, values: Values, /) -> int: ...  # steps lost since the start of the battle


class Line:
    """An army after 0, 1, 2 … losses; at the last place no unit is left. `begins` gives its place at the start of a round."""

    def __init__(self, army: Army, start: Values) -> None:
        self.army = army
        self.states = line_of_losses(start, army.weaker, army.choose)
        self.last = len(self.states) - 1
        self.begins = [self.last if is_gone(army.opened(values)) else place for place, values in enumerate(self.states)]
        self._volleys: dict[int, Distribution] = {}
        self._steps: dict[tuple[int, int], list[float]] = {}

    def volley(self, place: int) -> Distribution:
        """The chances of hits by all units that are left to fire."""
        found = self._volleys.get(place)
        if found is None:
            found = self._volleys[place] = volley(self.army.shots(self.states[place]))
        return found

    def steps(self, place: int, hits_per_step: int) -> list[float]:
        """The chances of the steps that its fire costs the enemy; hits too few for a step have no effect."""
        found = self._steps.get((place, hits_per_step))
        if found is None:
            found = self._steps[place, hits_per_step] = steps_of(self.volley(place), hits_per_step)
        return found


class BattleChances(NamedTuple):
    """The attackers' line, and the chances of where both sides stand; units `away` were sent back and no longer take part."""

    active: Line
    chances: Chances
    away: Values = ()


def at_start(active: Line, passive: Line) -> BattleChances:
    """The battle with both sides whole."""
    chances = blank(active, passive)
    chances[0][0] = 1.0
    return BattleChances(active, chances)


def blank(active: Line, passive: Line) -> Chances:
    return [[0.0] * (passive.last + 1) for _ in active.states]


def exchange(battle: BattleChances, passive: Line) -> BattleChances:
    """One round of fire: first the passive side, then what is left of the active side."""
    return battle._replace(chances=_active_fire(_passive_fire(battle, passive), battle.active, passive))


def _passive_fire(battle: BattleChances, passive: Line) -> Chances:
    active, after = battle.active, blank(battle.active, passive)
    last = active.last
    for row, place in zip(battle.chances, active.begins, strict=True):
        room = last - place
        for likely, defenders in zip(row, passive.begins, strict=True):
            if not likely:
                continue
            if not room or defenders == passive.last:
                after[place][defenders] += likely
                continue
            for hits, chance in enumerate(passive.volley(defenders)):
                after[place + hits if hits < room else last][defenders] += likely * chance
    return after


def _active_fire(chances: Chances, active: Line, passive: Line) -> Chances:
    last, needed = passive.last, passive.army.hits_per_step
    found = []
    for place, row in enumerate(chances):
        if place == active.last or not any(row):
            found.append(row)
            continue
        steps = active.steps(place, needed)
        after = [0.0] * (last + 1)
        for defenders, likely in enumerate(row):
            if likely:
                room = last - defenders
                for lost, chance in enumerate(steps):
                    after[defenders + lost if lost < room else last] += likely * chance
        found.append(after)
    return found


class RoundOdds(msgspec.Struct, frozen=True):
    """The possible results of a battle by the end of a round, in lost steps; a unit that survives at 0 has one more to lose."""

    active_losses: tuple[float, ...]  # chance of losing 0, 1, 2 … steps
    passive_losses: tuple[float, ...]
    active_expected: float
    passive_expected: float
    clears: float  # chance that no passive unit is left while an active one is in the hex
    fails: float  # chance that no active unit is left in the hex
    breaks_off: float = 0.0  # chance that the active side has stopped by its policy
    balance: tuple[tuple[int, float], ...] = ()  # (steps that the passive side has lost more than the active one, chance), least first


def course(battles: Sequence[BattleChances], passive: Line, *, rounds: int, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """The odds by the end of each round; `battles` are its possible courses after the first round."""
    if rounds < 1:
        raise ValueError(f"a battle has at least one round, not {rounds}")
    ended: list[BattleChances] = []
    found = []
    for number in range(1, rounds + 1):
        if goes_on is not always:
            ended += [_broken_off(battle, passive, goes_on) for battle in battles]
        stopped = sum(sum(map(sum, battle.chances)) for battle in ended)
        found.append(_tally((*battles, *ended), passive, stopped))
        if number < rounds:
            battles = [exchange(battle, passive) for battle in battles]
    return tuple(found)


def _broken_off(battle: BattleChances, passive: Line, goes_on: GoesOn) -> BattleChances:
    """Remove from a battle the cases in which its attackers break off, and return them."""
    stopped = blank(battle.active, passive)
    for place, row in enumerate(battle.chances[:-1]):
        for defenders, likely in enumerate(row[:-1]):
            if likely and not goes_on(battle.active.states[place], passive.states[defenders]):
                stopped[place][defenders], row[defenders] = likely, 0.0
    return battle._replace(chances=stopped)


def _tally(battles: Sequence[BattleChances], passive: Line, stopped: float) -> RoundOdds:
    attackers: dict[int, float] = defaultdict(float)
    defenders: dict[int, float] = defaultdict(float)
    balance: dict[int, float] = defaultdict(float)
    lost_by_passive = [passive.army.lost(values) for values in passive.states]
    clears = fails = 0.0
    for active, chances, away in battles:
        for values, row in zip(active.states, chances, strict=True):
            if total := sum(row):
                lost = active.army.lost(tuple(map(max, values, away)) if away else values)
                attackers[lost] += total
                for theirs, chance in zip(lost_by_passive, row, strict=True):
                    defenders[theirs] += chance
                    if chance:
                        balance[theirs - lost] += chance
        clears += sum(row[-1] for row in chances[:-1])
        fails += sum(chances[-1])
    losses = [_distribution(line) for line in (attackers, defenders)]
    means = [sum(steps * chance for steps, chance in enumerate(line)) for line in losses]
    return RoundOdds(losses[0], losses[1], means[0], means[1], clears, fails, stopped, tuple(sorted(balance.items())))


def _distribution(line: dict[int, float]) -> tuple[float, ...]:
    most = max((steps for steps, chance in line.items() if chance), default=0)
    return tuple(line.get(steps, 0.0) for steps in range(most + 1))


class Possible(NamedTuple):
    """A battle as it may be: a key that is equal for battles with equal odds, and the function that works them out."""

    likeness: Hashable
    odds: Callable[[int, GoesOn], tuple[RoundOdds, ...]]


def averaged(battles: Iterable[Possible], rounds: int, goes_on: GoesOn) -> tuple[RoundOdds, ...]:
    """The mean odds by the end of each round, over several battles that are equally possible."""
    known: dict[Hashable, tuple[RoundOdds, ...]] = {}
    found = []
    for battle in battles:
        if battle.likeness not in known:
            known[battle.likeness] = battle.odds(rounds, goes_on)
        found.append(known[battle.likeness])
    return tuple(_average(odds) for odds in zip(*found, strict=True))


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
        _mean_balance([one.balance for one in odds]),
    )


def _mean(lines: list[tuple[float, ...]]) -> tuple[float, ...]:
    longest = max(map(len, lines))
    return tuple(sum(line[steps] for line in lines if steps < len(line)) / len(lines) for steps in range(longest))


def _mean_balance(balances: list[tuple[tuple[int, float], ...]]) -> tuple[tuple[int, float], ...]:
    found: dict[int, float] = defaultdict(float)
    for balance in balances:
        for steps, chance in balance:
            found[steps] += chance / len(balances)
    return tuple(sorted(found.items()))
