"""Measures exact odds, compared with simulating ten thousand battles."""

from collections.abc import Iterator
from functools import partial

import monte_carlo
from timing import Row, measure

from blockfront.blocks.battle_odds.volleys import hit_chances, volley
from blockfront.blocks.position_text import read_position
from blockfront.games.blocks_in_the_east.aids.odds_text import battle_of_text as blocks_battle
from blockfront.games.blocks_series.aids.odds import battle_odds as blocks_odds
from blockfront.games.eastfront.aids import odds as eastfront
from blockfront.games.eastfront.aids.odds_text import battle_of_text
from blockfront.games.proving_ground.aids.odds_text import odds_of_text

SAMPLES = 10_000
FOUR = "clear | axis: armor 4, armor 4, infantry 4, infantry 3 | soviet: armor 4, infantry 3, infantry 3, infantry 3"
THREE = "Stonebridge | blue: infantry 4, infantry 4, armour 3 | red: infantry 4, infantry 4, armour 3"

BLOCKS = "clear | axis: tank 4, infantry 4, infantry 4, infantry 3 | soviet: tank 4, infantry 4, infantry 3, infantry 3"
BLOCKS_FACES = ((5, 6, 6, 6), (5, 6, 6, 6))  # German tanks hit on a five when attacking, Soviet ones when defending
FIVE_STEPS = "Poltava | axis: tank 4, infantry 4, artillery 4, bomber 4 | soviet: tank 4, infantry 4, artillery 4, fighter 3"


def timings() -> Iterator[Row]:
    battle = battle_of_text(FOUR)
    both = (battle.active, battle.passive)
    one, other = (monte_carlo.Side(tuple(u.value for u in units), tuple(u.face for u in units)) for units in both)
    for rounds in (1, 3):
        many = f"{rounds} rounds" if rounds > 1 else "1 round"
        yield measure(f"odds, EastFront 4 against 4, {many}", partial(_from_scratch, battle, rounds))
        for name, sample in (("plain Python", monte_carlo.plain), ("NumPy", monte_carlo.vectorised)):
            yield measure(
                f"{SAMPLES:,} samples in {name}",
                partial(sample, one, other, battle.hits_per_step, rounds, SAMPLES, 1),
                anchor=True,
            )
    assault = battle_of_text(f"river: yes\nair: 3\n{FOUR}")
    yield measure("odds, the same across a river with aircraft", lambda: eastfront.battle_odds(assault))
    yield measure("odds, Proving Ground 3 against 3, 3 rounds, from text", lambda: odds_of_text(THREE, 3))
    yield from _blocks()


def _blocks() -> Iterator[Row]:
    """Measures three rounds of ground combat, compared with dice, and a battle with all five steps of combat."""
    here, hex_ = blocks_battle(read_position(BLOCKS))
    rules, state = here.game.rules, here.state
    yield measure("odds, Blocks 4 against 4, 3 rounds", lambda: blocks_odds(rules, state, hex_, 3))
    strengths = ((4, 4, 4, 3), (4, 4, 3, 3))
    one, other = [monte_carlo.Side(values, faces) for values, faces in zip(strengths, BLOCKS_FACES, strict=True)]
    for name, sample in (("plain Python", monte_carlo.plain), ("NumPy", monte_carlo.vectorised)):
        yield measure(f"{SAMPLES:,} samples in {name}", partial(sample, one, other, 1, 3, SAMPLES, 1), anchor=True)
    mixed, at = blocks_battle(read_position(FIVE_STEPS))
    yield measure(
        "odds, Blocks 4 against 4 with artillery and aircraft, 3 rounds", lambda: blocks_odds(mixed.game.rules, mixed.state, at, 3)
    )


def _from_scratch(battle: eastfront.Engagement, rounds: int) -> object:
    """Computes the odds without results cached by earlier calls."""
    volley.cache_clear()
    hit_chances.cache_clear()
    return eastfront.battle_odds(battle, rounds)
