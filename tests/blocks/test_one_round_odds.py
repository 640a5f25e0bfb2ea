"""Exact odds of a round against every way the dice can fall."""

from itertools import product
from random import Random
from statistics import mean

import pytest

from blockfront.blocks.battle_odds.one_round import Odds, Round, Stack, Unit, expected_hits, line, rolled, round_odds
from blockfront.blocks.battle_odds.volleys import hit_chances

SF, DF = 1 / 6, 1 / 3


def lowest_hit(chance: float) -> int:
    return 7 - round(chance * 6)


def losses(stack: list[Unit], hits: int) -> list[Unit]:
    units = list(stack)
    for _ in range(hits):
        if not units:
            break
        hit = min(units, key=lambda unit: (-unit.value, unit.step, unit.chance))
        units.remove(hit)
        if hit.value > hit.lowest:
            units.append(hit._replace(value=hit.value - 1))
    return units


def volleys(stack: list[Unit]) -> dict[int, float]:
    """Every throw of the dice of a stack, one by one."""
    dice = [unit.chance for unit in stack for _ in range(unit.value)]
    found: dict[int, float] = {}
    for faces in product(range(1, 7), repeat=len(dice)):
        hits = sum(face >= lowest_hit(chance) for face, chance in zip(faces, dice, strict=True) if chance)
        found[hits] = found.get(hits, 0.0) + 6.0 ** -len(dice)
    return found


def by_brute_force(attackers: list[Unit], defenders: list[Unit], hits_per_step: int) -> tuple[float, float, float]:
    """Expected steps lost by both, and the chance that the hex is cleared."""
    own = enemy = cleared = 0.0
    for hits, chance in volleys(defenders).items():
        left = losses(attackers, hits)
        taken = sum(unit.value for unit in attackers) - sum(unit.value for unit in left)
        own += chance * taken
        for more, fire_chance in volleys(left).items():
            steps = more // hits_per_step
            after = losses(defenders, steps)
            enemy += chance * fire_chance * (sum(unit.value for unit in defenders) - sum(unit.value for unit in after))
            cleared += chance * fire_chance * (not after)
    return own, enemy, cleared


@pytest.mark.parametrize("hits_per_step", [1, 2, 3])
@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ((Unit(2, 1, DF),), (Unit(2, 1, SF),)),
        ((Unit(2, 1, DF), Unit(1, 1, SF)), (Unit(1, 1, DF), Unit(2, 1, SF))),
        ((Unit(3, 1, SF),), (Unit(1, 1, DF), Unit(1, 1, SF, step=0.5))),
    ],
)
def test_a_round_agrees_with_every_way_the_dice_can_fall(attackers: Stack, defenders: Stack, hits_per_step: int) -> None:
    odds = round_odds(attackers, defenders, hits_per_step)
    own, enemy, cleared = by_brute_force(list(attackers), list(defenders), hits_per_step)
    assert odds.attacker_steps == pytest.approx(own, abs=1e-3)
    assert odds.defender_steps == pytest.approx(enemy, abs=1e-3)
    assert odds.cleared == pytest.approx(cleared, abs=1e-3)


def test_an_air_strike_comes_before_the_defenders_fire() -> None:
    attackers, defenders = (Unit(1, 1, SF),), (Unit(1, 1, DF),)
    without, struck = round_odds(attackers, defenders, 1), round_odds(attackers, defenders, 1, ((3, 0.5),))
    assert struck.attacker_steps == pytest.approx(without.attacker_steps * 0.5**3, abs=1e-3)
    assert struck.cleared > without.cleared


def test_nothing_can_be_done_against_those_whom_no_hit_costs_a_step() -> None:
    odds = round_odds((Unit(4, 1, DF),), (Unit(2, 1, SF),), 0)
    assert (odds.defender_steps, odds.cleared) == (0.0, 0.0)
    assert odds.attacker_steps > 0


def test_repulsed_attackers_do_not_fire() -> None:
    attackers, defenders = (Unit(3, 1, DF), Unit(3, 1, DF)), (Unit(3, 1, SF), Unit(3, 1, SF))
    dry, wet = round_odds(attackers, defenders, 1), round_odds(attackers, defenders, 1, (), 1 / 3)
    assert wet.defender_steps < dry.defender_steps
    assert wet.attacker_steps == pytest.approx(dry.attacker_steps)


def test_losses_fall_on_the_strongest_and_the_cheapest_of_equals() -> None:
    states = line((Unit(2, 1, DF, step=3.0), Unit(2, 1, SF, step=1.0, life=0.5)))
    assert [state.lost for state in states] == [0.0, 1.0, 4.0, 5.5, 8.5]
    assert [len(state.left) for state in states] == [2, 2, 2, 1, 0]


def test_headquarters_bear_one_loss_more_than_their_value() -> None:
    assert len(line((Unit(1, 0, 0.0),))) == 3
    assert expected_hits((Unit(1, 0, 0.0),)) == 0.0


def test_chances_add_up() -> None:
    assert sum(hit_chances(((3, SF), (2, DF)))) == pytest.approx(1.0)
    assert isinstance(round_odds((Unit(1, 1, SF),), (Unit(1, 1, SF),), 1), Odds)


@pytest.mark.parametrize("hits_per_step", [0, 1, 2, 3])
@pytest.mark.parametrize("repulse", [0.0, 1 / 3])
def test_dice_fall_as_the_odds_say(hits_per_step: int, repulse: float) -> None:
    battle = Round((Unit(3, 1, DF), Unit(2, 1, SF)), (Unit(2, 1, DF), Unit(3, 1, SF)), hits_per_step, ((2, DF),), repulse)
    odds, rng = round_odds(*battle), Random(11)
    rolls = [rolled(battle, rng) for _ in range(6000)]
    assert mean(own for own, _ in rolls) == pytest.approx(odds.attacker_steps, abs=0.05)
    assert mean(enemy for _, enemy in rolls) == pytest.approx(odds.defender_steps, abs=0.05)
    assert mean(enemy == 5 for _, enemy in rolls) == pytest.approx(odds.cleared, abs=0.01)
