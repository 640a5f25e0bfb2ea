"""What a raid tells and what it does not: whoever guesses the raiders guesses aircraft."""

from random import Random

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, position
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import POPULATION
from blockfront.games.blocks_series.state import STRATEGIC_WARFARE
from blockfront.games.blocks_series.strategic_actions import Bomb, Sortie
from blockfront.testing.fog import leaks, viewers

EVERY_OTHER = 0b010101


@clause("BW-1.3a", "BW-32.0b", "BW-13.8.1.2h")
def test_raiders_are_guessed_to_be_aircraft() -> None:
    """Without radar the defender sees which blocks take off from Lille, among three others that stand there."""
    here = position(
        "sbw5",
        axis={"Lille": "de-2fk 4, de-2lf 4, de-7fl 3, de-22ll 2", "Paris": "de-goering 4, de-st3 3, de-3lf 4"},
        allies={"London": "gb-11g 5, gb-dowding 4", "Cambridge": "gb-12g 4"},
        month="1940-07",
        active="allies",
    )
    here.state.silenced, here.state.plans[0] = EVERY_OTHER, 0
    here.begin(STRATEGIC_WARFARE)
    raid = [Sortie(here.block("de-2lf"), here.block("de-2fk")), Sortie(here.block("de-goering"), here.block("de-st3"))]
    here.play(Bomb(here.hex("London"), POPULATION), *raid, EndPhase())
    view = here.game.view(here.state, ALLIES)
    for seed in range(40):
        twin = here.game.guess(view, Random(seed))
        assert len(here.game.rules.strategic.flying(twin, 0)) == 2
    rng = Random(1)
    for viewer in viewers(here.game):
        assert leaks(here.game, here.state, viewer, rng) == []
