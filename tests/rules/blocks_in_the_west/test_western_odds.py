"""Odds of western battles agree with the rules that resolve them: works, redoubts, TECH 0, elites below full strength."""

from math import sqrt
from random import Random

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import battle
from blockfront.games.blocks_series.aids.odds import battle_odds
from blockfront.games.blocks_series.aids.odds_standings import ATTACKER, DEFENDER
from tests.rules.blocks_in_the_east.test_odds import THROWS, Losses, Table

ROUNDS = 3
# axis units, allied units, place, scenario, month, who attacks, where the attackers came from, options
CASES = {
    "a redoubt stands or falls": ("rd-futa 3, de-76pz 2", "us-2 5, us-5a 5", "Ferrara", "sbw1", "1945-04", "allies", "", ()),
    "a Festung becomes a redoubt": ("rd-futa 7, de-76pz 2", "us-2 5, gb-13 4, us-5a 5", "Ferrara", "sbw1", "1945-04", "allies", "", ()),
    "aircraft over a redoubt": ("rd-futa 5, de-10a 2", "us-2 5, us-12b 4", "Ferrara", "sbw1", "1945-04", "allies", "", ()),
    "TECH 0": ("de-26 4, de-18a 4", "nl-1 3, nl-ld 2", "Den Haag", "sbw3", "1940-06", "axis", "", ()),
    "TECH 0 in the air": ("de-26 4, de-8fk 4", "be-2 3, be-air 2", "Brussels", "sbw3", "1940-05", "axis", "", ()),
    "the Maginot line from the front": ("de-24 3, de-18m 3", "fr-sfr 3, fr-5a 5", "Strasbourg", "sbw3", "1940-05", "axis", "Karlsruhe", ()),
    "the Maginot line from behind": ("de-24 3, de-18m 3", "fr-sfr 3, fr-5a 5", "Strasbourg", "sbw3", "1940-05", "axis", "Colmar", ()),
    "the Siegfried line": ("de-82 3, de-1a 2", "us-12 4, us-3 4, us-3a 3", "Saarbrücken", "sbw2", "1945-01", "allies", "", ()),
    "elites wear out": ("de-1ss 6, de-6a 4", "us-82ab 3, us-101ab 3", "Reims", "sbw2", "1945-01", "axis", "", ("elites",)),
    "strategic bombers fight once": ("de-51m 3, rsi-f 2", "us-2 5, us-15s 5", "Modena", "sbw1", "1945-04", "allies", "", ()),
}


@clause("BW-6.6h", "BW-6.6i", "BW-R124", "BW-5.1r", "BW-10.0g", "BW-6.3.3c", "BW-R39")
@pytest.mark.parametrize("name", CASES)
def test_odds_and_battles_agree(name: str) -> None:
    axis, allies, place, scenario, month, active, came_from, options = CASES[name]

    def start() -> Table:
        here = battle(axis, allies, place, scenario=scenario, month=month, active=active, came_from=came_from, options=options)
        here.state.neutral = 0
        return Table(here, place, ROUNDS)

    table = start()
    here = battle(axis, allies, place, scenario=scenario, month=month, active=active, came_from=came_from, options=options)
    odds = battle_odds(here.game.rules, here.state, here.hex(place), ROUNDS)[-1]
    thrown: Losses = table.throw(THROWS, Random(name))
    for role, line in ((ATTACKER, odds.active_losses), (DEFENDER, odds.passive_losses)):
        for lost, chance in enumerate(line):
            spread = sqrt(max(chance * (1 - chance), 1 / THROWS) / THROWS)
            assert abs(thrown[role].get(lost, 0.0) - chance) <= 4 * spread, (name, role, lost)
