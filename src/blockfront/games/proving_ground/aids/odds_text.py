"""Odds of a battle of Proving Ground given as text: `Stonebridge | blue: infantry 4 | red: infantry 3`. The side named first attacks."""

from blockfront.blocks.battle_odds.course import GoesOn, RoundOdds, always
from blockfront.blocks.position_text import read_position
from blockfront.games.proving_ground.aids.odds import battle_odds
from blockfront.games.proving_ground.aids.scene import position


def odds_of_text(text: str, rounds: int = 1, goes_on: GoesOn = always) -> tuple[RoundOdds, ...]:
    """The odds at the end of each round of the battle that a text describes."""
    written = read_position(text)
    if len(written.hexes) != 1 or len(written.hexes[0].forces) != 2:
        raise ValueError("a battle is one place with two forces: 'Stonebridge | blue: infantry 4 | red: infantry 3'")
    battle = written.hexes[0]
    here = position(f"active: {battle.forces[0].side}\n{text}", "combat")
    return battle_odds(here.game.rules, here.state, here.hex(battle.place), rounds, goes_on)
