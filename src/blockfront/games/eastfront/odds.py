"""Exact odds of battles, from the same rule questions that resolve them.

The first round may have an air strike and an assault across a river; those after it are fire alone, with the same side active, as when
a blitz goes on. Whoever is repulsed takes no further part.
"""

from collections import defaultdict
from collections.abc import Callable
from math import factorial
from random import Random

import msgspec

from blockfront.blocks.battle_course import Force, GoesOn, RoundOdds, Standing, Standings, always, averaged, course, exchange, is_gone
from blockfront.blocks.odds import GONE, Distribution, Shots, Values, line_of_losses, volley
from blockfront.core.clauses import rule
from blockfront.games.eastfront.data_model import TRIPLE
from blockfront.games.eastfront.rules.ch07_combat.defence import UNTOUCHABLE
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.view import EastFrontView

__all__ = ["Engagement", "Fighter", "RoundOdds", "battle_odds", "engagement", "odds_from_view", "outcomes", "round_odds"]


class Fighter(msgspec.Struct, frozen=True):
    """A unit in a battle. `face` is its lowest hitting face in this round, 7 when it does not fire."""

    block: int
    value: int
    lowest: int
    face: int
    cost: int
    is_static: bool = False


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
    return Fighter(block, value, rules.units.lowest[block], face, rules.production.step_cost(state, block), rules.units.is_static[block])


@rule("EF-7.22a", "EF-7.33b", "EF-7.34c", "EF-7.34e")
def outcomes(battle: Engagement) -> Standings:
    """Every way the first round may end, with its probability."""
    defence = _Side(battle.passive, battle.hits_per_step, battle.fortress)
    attack = _Side(battle.active, 1, False)
    nobody: Values = (GONE,) * len(battle.active)
    found: dict[Standing, float] = defaultdict(float)
    for struck, chance in enumerate(volley(((battle.air_dice, battle.air_face),))):
        shooting = defence.after(struck)
        if is_gone(shooting) or is_gone(attack.line[0]):
            found[Standing(attack.line[0], shooting, nobody)] += chance
            continue
        for (attackers, back), likely in _defensive_fire(battle, attack, defence, shooting).items():
            for losses, last in enumerate(defence.losses(struck, volley(attack.shots(attackers)))):
                if last:
                    found[Standing(attackers, defence.line[losses], back)] += chance * likely * last
    return dict(found)


class _Side:
    """One side of a battle as a line of states."""

    def __init__(self, units: tuple[Fighter, ...], hits_per_step: int, fortress: bool) -> None:
        self.units = units
        self.hits_per_step = hits_per_step
        self.fortress = fortress
        self.lowest = [unit.lowest for unit in units]
        self.line = line_of_losses(self.opened(tuple(unit.value for unit in units)), self.weaker, self.choose)

    def weaker(self, unit: int, value: int) -> int:
        return value - 1 if value > self.lowest[unit] else GONE

    @rule("EF-2.67c")
    def opened(self, values: Values) -> Values:
        """Statics without strength do not hold a hex by themselves."""
        left = [(unit, value) for unit, value in zip(self.units, values, strict=True) if value != GONE]
        return (GONE,) * len(values) if all(unit.is_static and not value for unit, value in left) else values

    def force(self) -> Force:
        return Force(self.hits_per_step, self.weaker, self.choose, self.shots, self.opened)

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

    def shots(self, values: Values) -> Shots:
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
        target[unit] = attack.weaker(unit, top)
    return tuple(present), tuple(away)


def round_odds(battle: Engagement) -> RoundOdds:
    """Losses of both sides in one round and the chance to clear the hex."""
    return battle_odds(battle)[0]


def battle_odds(battle: Engagement, rounds: int = 1, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """The odds by the end of each round, the active side fighting on as it says."""
    active, passive = _Side(battle.active, 1, False).force(), _Side(battle.passive, battle.hits_per_step, battle.fortress).force()

    def lost_by_active(values: Values, away: Values) -> int:
        return _lost(battle.active, tuple(map(max, values, away)))

    def lost_by_passive(values: Values, _: Values) -> int:
        return _lost(battle.passive, values)

    lost = (lost_by_active, lost_by_passive)
    return course(outcomes(battle), lambda now: exchange(now, active, passive), lost, rounds=rounds, goes_on=goes_on)


def _lost(units: tuple[Fighter, ...], values: Values) -> int:
    """Steps lost: a unit that is gone has lost all it had."""
    return sum(unit.value - (unit.lowest - 1 if value == GONE else value) for unit, value in zip(units, values, strict=True))


def odds_from_view(
    rules: Rules,
    guess: Callable[[EastFrontView, Random], EastFrontState],
    view: EastFrontView,
    hex_: int,
    rng: Random,
    guesses: int = 64,
    *,
    rounds: int = 1,
    goes_on: GoesOn = always,
) -> tuple[RoundOdds, ...]:
    """Odds over what a viewer knows, by the end of each round: exact for each guess at the hidden units, averaged over many guesses."""
    known: dict[Engagement, tuple[RoundOdds, ...]] = {}
    found = []
    for _ in range(guesses):
        battle = engagement(rules, guess(view, rng), hex_)
        if battle not in known:
            known[battle] = battle_odds(battle, rounds, goes_on)
        found.append(known[battle])
    return averaged(found)
