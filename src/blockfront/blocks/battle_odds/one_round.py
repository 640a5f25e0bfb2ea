"""Exact odds of one round of battle as bots judge it: in worth, with air strikes and repulses, and with a cache of answers.

It rests on the same two ideas as `course`: a stack's line of losses, and the chances of a volley along it (`volleys`).
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from blockfront.blocks.battle_odds.volleys import GONE, Dice, Values, hit_chances, line_of_losses, steps_of

NEGLIGIBLE = 1e-5  # chances below this are left out


class Unit(NamedTuple):
    """A unit in battle: how many dice it rolls, the chance that one hits, and what its steps and its life are worth."""

    value: int  # dice, and rank among those who take losses
    lowest: int  # value of its last step: 1, or 0 for units that live on without fire
    chance: float
    step: float = 1.0
    life: float = 0.0  # worth of not being eliminated, beyond the last step


Stack = tuple[Unit, ...]


class State(NamedTuple):
    """A stack after some losses."""

    left: Stack
    volley: Dice
    lost: float  # worth of what has been lost


class Losses(tuple[State, ...]):
    """The states of a stack by number of steps lost, with the results of volleys at it found so far."""

    fires: dict[tuple[Dice, int, int], tuple[float, float, float]]


class Round(NamedTuple):
    """What the odds of a round depend on."""

    attackers: Stack
    defenders: Stack
    hits_per_step: int
    air: Dice = ()
    repulse: float = 0.0


class Odds(NamedTuple):
    """What a round is expected to bring."""

    attacker_lost: float  # in worth
    defender_lost: float
    attacker_steps: float
    defender_steps: float
    cleared: float  # chance that no defender is left
    wiped_out: float  # chance that no attacker is left


@lru_cache(maxsize=50_000)
def line(stack: Stack) -> Losses:
    """The states of a stack by number of steps lost: the strongest unit loses first, among equals the cheapest."""

    def weaker(unit: int, value: int) -> int:
        return value - 1 if value > stack[unit].lowest else GONE

    def cheapest(equals: list[int], values: Values) -> int:
        return min(equals, key=lambda unit: (stack[unit].step, stack[unit].chance))

    states, lost, before = [State(stack, _volley(stack), 0.0)], 0.0, tuple([unit.value for unit in stack])
    units: list[Unit | None] = list(stack)
    for values in line_of_losses(before, weaker, cheapest)[1:]:
        hit = next(unit for unit, value in enumerate(values) if value != before[unit])
        is_gone = values[hit] == GONE
        lost += stack[hit].step + (stack[hit].life if is_gone else 0.0)
        units[hit] = None if is_gone else Unit(values[hit], *stack[hit][1:])
        left = tuple([unit for unit in units if unit is not None])
        states.append(State(left, _volley(left), lost))
        before = values
    found = Losses(states)
    found.fires = {}
    return found


def _volley(stack: Stack) -> Dice:
    dice: dict[float, int] = {}
    for unit in stack:
        if unit.chance and unit.value:
            dice[unit.chance] = dice.get(unit.chance, 0) + unit.value
    return tuple(sorted((number, chance) for chance, number in dice.items()))


def expected_hits(stack: Stack) -> float:
    return sum(unit.value * unit.chance for unit in stack)


@lru_cache(maxsize=100_000)
def round_odds(attackers: Stack, defenders: Stack, hits_per_step: int, air: Dice = (), repulse: float = 0.0) -> Odds:
    """One round: an air strike, the defenders' fire, the fire of the attackers that are left.

    `hits_per_step` is how many hits cost a defender a step (0: none ever do); attackers lose one per hit. `repulse` is the chance
    that a defender's die sends an attacker back, the weakest first, before it can fire.
    """
    own, enemy = line(attackers), line(defenders)
    most, last = len(enemy) - 1, len(own) - 1
    lost = taken_worth = taken_steps = steps = cleared = wiped_out = 0.0
    for air_hits, air_chance in enumerate(hit_chances(air)):
        after_air = min(most, air_hits // hits_per_step) if hits_per_step else 0
        if after_air == most:
            lost += air_chance * enemy[most].lost
            steps += air_chance * most
            cleared += air_chance
            continue
        volley = enemy[after_air].volley
        for hits, hit_chance in enumerate(hit_chances(volley)):
            chance = air_chance * hit_chance
            if chance < NEGLIGIBLE:
                continue
            taken = min(hits, last)
            taken_worth += chance * own[taken].lost
            taken_steps += chance * taken
            for answer, weight in _answers(own[taken], volley, repulse) if repulse else ((own[taken].volley, 1.0),):
                fire = _fire(answer, air_hits, hits_per_step, enemy)
                lost += chance * weight * fire[0]
                steps += chance * weight * fire[1]
                cleared += chance * weight * fire[2]
                if taken == last:
                    wiped_out += chance * weight * (1.0 - fire[2])
    return Odds(taken_worth, lost, taken_steps, steps, cleared, wiped_out)


def rolled(battle: Round, rng: Random) -> tuple[int, int]:
    """The steps that attackers and defenders lose in one round, with dice from the given random numbers."""
    own, enemy = line(battle.attackers), line(battle.defenders)
    most, needed = len(enemy) - 1, battle.hits_per_step
    carried = _drawn(hit_chances(battle.air), rng)
    after_air = min(most, carried // needed) if needed else 0
    if after_air == most:
        return 0, most
    volley = enemy[after_air].volley
    taken = min(_drawn(hit_chances(volley), rng), len(own) - 1)
    answers = _answers(own[taken], volley, battle.repulse)
    answer = answers[_drawn([weight for _, weight in answers], rng)][0]
    hits = carried + _drawn(hit_chances(answer), rng)
    return taken, min(most, hits // needed) if needed else 0


def _drawn(chances: Sequence[float], rng: Random) -> int:
    """A random number of hits, by their chances."""
    return rng.choices(range(len(chances)), chances)[0]


def _fire(answer: Dice, carried: int, hits_per_step: int, enemy: Losses) -> tuple[float, float, float]:
    """The worth and steps that defenders lose to a volley after the hits of the air strike, and the chance that none is left."""
    if not hits_per_step:
        return 0.0, 0.0, 0.0
    key = (answer, carried, hits_per_step)
    found = enemy.fires.get(key)
    if found is None:
        most = len(enemy) - 1
        lost = steps = cleared = 0.0
        for taken, chance in enumerate(steps_of(hit_chances(answer), hits_per_step, carried)):
            number = taken if taken < most else most
            cleared += chance if number == most else 0.0
            lost += chance * enemy[number].lost
            steps += chance * number
        found = enemy.fires[key] = lost, steps, cleared
    return found


def _answers(state: State, volley: Dice, repulse: float) -> list[tuple[Dice, float]]:
    """The attackers' volleys after 0, 1, 2 … of them were repulsed, with the chance of each."""
    if not repulse or not state.left:
        return [(state.volley, 1.0)]
    dice = sum(number for number, _ in volley)
    chances = hit_chances(((dice, repulse),)) if dice else (1.0,)
    strongest = sorted(state.left, key=lambda unit: -unit.value)
    number = len(strongest)
    found = [(_volley(tuple(strongest[: number - back])), chance) for back, chance in enumerate(chances[:number])]
    return [*found, ((), sum(chances[number:]))]
