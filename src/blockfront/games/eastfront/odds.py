"""Exact odds of a round of battle, from the same rule questions that resolve it."""

from collections import defaultdict
from collections.abc import Callable
from math import factorial
from random import Random

import msgspec

from blockfront.blocks.odds import GONE, Distribution, Values, line_of_losses, volley
from blockfront.core.clauses import rule
from blockfront.games.eastfront.data_model import TRIPLE
from blockfront.games.eastfront.rules.ch07_combat.defence import UNTOUCHABLE
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.view import EastFrontView

Outcomes = dict[tuple[Values, Values], float]  # (active, passive) values after the round


class Fighter(msgspec.Struct, frozen=True):
    """A unit in a battle. `face` is its lowest hitting face in this round, 7 when it does not fire."""

    block: int
    value: int
    lowest: int
    face: int
    cost: int


class Engagement(msgspec.Struct, frozen=True):
    """Everything that decides a round."""

    active: tuple[Fighter, ...]
    passive: tuple[Fighter, ...]
    hits_per_step: int  # of the passive side; 0 when it cannot be hurt
    supported: bool
    repulse: int  # highest die that sends an attacker back
    air_dice: int
    air_face: int
    fortress: bool  # the largest passive unit fires triple


class RoundOdds(msgspec.Struct, frozen=True):
    """What a round may bring. Steps are lost steps; an HQ or static at 0 counts one more for its elimination."""

    active_losses: tuple[float, ...]  # chance of losing 0, 1, 2 … steps
    passive_losses: tuple[float, ...]
    active_expected: float
    passive_expected: float
    clears: float  # chance that no passive unit is left while an active one is
    fails: float  # chance that no active unit is left in the hex


def engagement(rules: Rules, state: EastFrontState, hex_: int, *, strike: int = -1, supported: bool | None = None) -> Engagement:
    """The round that would be fought in a hex now, with the air strike of a headquarters if one is named."""
    active, passive = state.active, 1 - state.active
    backed = rules.battles.is_supported(state, hex_) if supported is None else supported
    fire = rules.firepower
    attackers = [_fighter(rules, state, b, fire.offensive(state, b, hex_)) for b in rules.battles.units_of(state, hex_, active)]
    defenders = [_fighter(rules, state, b, fire.defensive(state, b, hex_, True)) for b in rules.battles.units_of(state, hex_, passive)]
    fortress = bool(rules.board.fortresses >> hex_ & 1) and rules.battles.original_defender(state, hex_) == passive
    return Engagement(
        active=tuple(attackers),
        passive=tuple(defenders),
        hits_per_step=rules.defence.hits_per_step(state, hex_, passive, backed),
        supported=backed,
        repulse=rules.assaults.repulse_number(state, hex_),
        air_dice=rules.air.dice(state, strike) if strike >= 0 else 0,
        air_face=rules.air.firepower(state, active),
        fortress=fortress,
    )


def _fighter(rules: Rules, state: EastFrontState, block: int, face: int) -> Fighter:
    value = rules.firepower.dice(state, block)
    return Fighter(block, value, rules.units.lowest[block], face, rules.production.step_cost(state, block))


@rule("EF-7.22a", "EF-7.33b", "EF-7.34c", "EF-7.34e")
def outcomes(battle: Engagement) -> Outcomes:
    """Every way the round may end, with its probability."""
    defence = _Side(battle.passive, battle.hits_per_step, battle.fortress)
    attack = _Side(battle.active, 1, False)
    found: Outcomes = defaultdict(float)
    for struck, chance in enumerate(volley(((battle.air_dice, battle.air_face),))):
        shooting = defence.after(struck)
        if defence.is_gone(shooting):
            found[attack.line[0], shooting] += chance
            continue
        for (attackers, back), likely in _defensive_fire(battle, attack, defence, shooting).items():
            survivors = tuple(map(max, attackers, back))
            for losses, last in enumerate(defence.losses(struck, volley(attack.shots(attackers)))):
                if last:
                    found[survivors, defence.line[losses]] += chance * likely * last
    return dict(found)


class _Side:
    """One side of a battle as a line of states."""

    def __init__(self, units: tuple[Fighter, ...], hits_per_step: int, fortress: bool) -> None:
        self.units = units
        self.hits_per_step = hits_per_step
        self.fortress = fortress
        self.lowest = [unit.lowest for unit in units]
        self.line = line_of_losses(tuple(unit.value for unit in units), self.lowest, self.choose)

    def choose(self, equals: list[int], values: Values) -> int:
        """Among equals the owner gives up the unit that fires worst, then the cheapest."""
        return min(equals, key=lambda index: (-self.units[index].face, self.units[index].cost, index))

    def after(self, hits: int) -> Values:
        if self.hits_per_step == UNTOUCHABLE:
            return self.line[0]
        return self.line[min(hits // self.hits_per_step, len(self.line) - 1)]

    def losses(self, struck: int, hits: Distribution) -> list[float]:
        """Chances of each place on the line when so many hits have been taken before."""
        if self.hits_per_step == UNTOUCHABLE:
            return [1.0]
        last = len(self.line) - 1
        found = [0.0] * (last + 1)
        for number, chance in enumerate(hits, start=struck):
            found[min(number // self.hits_per_step, last)] += chance
        return found

    def is_gone(self, values: Values) -> bool:
        return all(value == GONE for value in values)

    def shots(self, values: Values) -> tuple[tuple[int, int], ...]:
        """(dice, lowest face) of every unit that can fire."""
        top = max(values, default=0)
        gun = values.index(top) if self.fortress and top > 0 else -1
        return tuple(
            (value, TRIPLE if index == gun and unit.face <= 6 else unit.face)
            for index, (unit, value) in enumerate(zip(self.units, values, strict=True))
            if value > 0 and unit.face <= 6
        )


Ranks = dict[tuple[Values, Values], float]  # (attackers in the hex, attackers sent back)


def _defensive_fire(battle: Engagement, attack: _Side, defence: _Side, shooting: Values) -> Ranks:
    nobody: Values = (GONE,) * len(battle.active)
    if not battle.repulse:
        line = attack.line
        hits = volley(defence.shots(shooting))
        ranks: Ranks = defaultdict(float)
        for number, chance in enumerate(hits):
            ranks[line[min(number, len(line) - 1)], nobody] += chance
        return ranks
    ranks = {(attack.line[0], nobody): 1.0}
    for dice, face in defence.shots(shooting):
        ranks = _assault_shot(ranks, attack, dice, face, battle.repulse)
    return ranks


@rule("EF-7.51a", "EF-7.51c", "EF-7.51e", "EF-R48")
def _assault_shot(ranks: Ranks, attack: _Side, dice: int, face: int, repulse: int) -> Ranks:
    """One defender's dice: first its repulses, weakest attackers first, then its hits."""
    found: Ranks = defaultdict(float)
    hit, back = (7 - face) / 6, repulse / 6
    for hits in range(dice + 1):
        for repulses in range(dice - hits + 1):
            misses = dice - hits - repulses
            ways = factorial(dice) / (factorial(hits) * factorial(repulses) * factorial(misses))
            chance = ways * hit**hits * back**repulses * (1 - hit - back) ** misses
            if chance > 0:
                for (here, gone_back), likely in ranks.items():
                    found[_send_back_and_hit(attack, here, gone_back, repulses, hits)] += chance * likely
    return found


def _send_back_and_hit(attack: _Side, here: Values, back: Values, repulses: int, hits: int) -> tuple[Values, Values]:
    present, away = list(here), list(back)
    for _ in range(repulses):
        alive = [index for index, value in enumerate(present) if value != GONE]
        if not alive:
            break
        weakest = min(alive, key=lambda index: (present[index], -attack.units[index].face, attack.units[index].cost, index))
        away[weakest], present[weakest] = present[weakest], GONE
    for _ in range(hits):
        target = present if any(value != GONE for value in present) else away
        top = max(target)
        if top == GONE:
            break
        unit = attack.choose([index for index, value in enumerate(target) if value == top], tuple(target))
        target[unit] = top - 1 if top > attack.lowest[unit] else GONE
    return tuple(present), tuple(away)


def round_odds(battle: Engagement) -> RoundOdds:
    """Losses of both sides and the chance to clear the hex."""
    active_line: dict[int, float] = defaultdict(float)
    passive_line: dict[int, float] = defaultdict(float)
    clears = fails = 0.0
    for (active, passive), chance in outcomes(battle).items():
        active_line[_lost(battle.active, active)] += chance
        passive_line[_lost(battle.passive, passive)] += chance
        nobody_attacks = all(value == GONE for value in active)
        nobody_defends = all(value == GONE for value in passive)
        clears += chance * (nobody_defends and not nobody_attacks)
        fails += chance * nobody_attacks
    losses = [_as_tuple(line) for line in (active_line, passive_line)]
    means = [sum(steps * chance for steps, chance in enumerate(line)) for line in losses]
    return RoundOdds(losses[0], losses[1], means[0], means[1], clears, fails)


def _lost(units: tuple[Fighter, ...], values: Values) -> int:
    """Steps lost: a unit that is gone has lost all it had."""
    return sum(unit.value - (unit.lowest - 1 if value == GONE else value) for unit, value in zip(units, values, strict=True))


def _as_tuple(line: dict[int, float]) -> tuple[float, ...]:
    return tuple(line.get(steps, 0.0) for steps in range(max(line) + 1))


def odds_from_view(
    rules: Rules, guess: Callable[[EastFrontView, Random], EastFrontState], view: EastFrontView, hex_: int, rng: Random, guesses: int = 64
) -> RoundOdds:
    """Odds over what a viewer knows: exact for each guess at the hidden units, averaged over many guesses."""
    known: dict[Engagement, RoundOdds] = {}
    found = []
    for _ in range(guesses):
        battle = engagement(rules, guess(view, rng), hex_)
        found.append(known.setdefault(battle, round_odds(battle)) if battle not in known else known[battle])
    return RoundOdds(
        _mean([odds.active_losses for odds in found]),
        _mean([odds.passive_losses for odds in found]),
        sum(odds.active_expected for odds in found) / guesses,
        sum(odds.passive_expected for odds in found) / guesses,
        sum(odds.clears for odds in found) / guesses,
        sum(odds.fails for odds in found) / guesses,
    )


def _mean(lines: list[tuple[float, ...]]) -> tuple[float, ...]:
    longest = max(map(len, lines))
    return tuple(sum(line[steps] for line in lines if steps < len(line)) / len(lines) for steps in range(longest))
