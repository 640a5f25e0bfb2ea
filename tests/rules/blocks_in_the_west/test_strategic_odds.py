"""Odds of raids, reconnaissance and Mussolini's dismissal, against dice."""

from random import Random

import pytest

from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import position as eastern_position
from blockfront.games.blocks_in_the_west.aids.scene import position
from blockfront.games.blocks_series.actions import EndPhase, TakeLoss
from blockfront.games.blocks_series.aids.strategic_odds import bombing_hits, dismissal_chance, reconnaissance_chance
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import POPULATION
from blockfront.games.blocks_series.state import STRATEGIC_WARFARE
from blockfront.games.blocks_series.strategic_actions import Bomb, Sortie
from blockfront.games.blocks_series.strategic_events import RaidEnded


@clause("BW-32.0h", "BW-32.0i")
def test_the_odds_of_a_raid_are_those_of_raids_that_are_flown() -> None:
    here = position(
        "sbw5",
        axis={"Lille": "de-2fk 4, de-2lf 4", "Amiens": "de-1fk 4"},
        allies={"Leeds": "gb-churchill 4"},
        month="1940-07",
        active="allies",
        options=("strategic_bombing",),
    ).begin(STRATEGIC_WARFARE)
    bombers = [here.block("de-2fk"), here.block("de-1fk")]
    chances = bombing_hits(here.game.rules, here.state, here.hex("London"), bombers)
    assert sum(chances) == pytest.approx(1)
    expected = sum(hits * chance for hits, chance in enumerate(chances))
    here.play(Bomb(here.hex("London"), POPULATION), *(Sortie(here.block("de-2lf"), block) for block in bombers), EndPhase(), EndPhase())
    start, rng, number, hits = here.state.copy(), Random(32), 3000, 0
    for _ in range(number):
        here.state = start.copy()
        here.events.clear()
        while not here.told(RaidEnded):
            if here.side == CHANCE:
                here.play(here.game.chance(here.state).sample(rng))
            else:
                here.play(next(action for action in here.legal() if isinstance(action, TakeLoss)))
        hits += here.told(RaidEnded)[0].hits
    assert hits / number == pytest.approx(expected, abs=0.06)


@clause("BW-36.0a", "BW-R67")
@pytest.mark.parametrize(("units", "chance"), [(0, 0.0), (1, 0.0), (3, 2 / 6), (6, 5 / 6), (7, 1.0)])
def test_the_chance_that_mussolini_falls(units: int, chance: float) -> None:
    places = ["Palermo", "Syracuse", "Cagliari", "Messina", "Catania", "Naples", "Taranto"]
    keys = ["us-2 5", "us-6 6", "gb-13 4", "gb-30 4", "gb-5 4", "gb-10 4", "us-4 5"]
    allies = dict(list(zip(places, keys, strict=True))[:units])
    here = position("sbw7", axis={"Rome": "it-mussolini 3"}, allies=allies, month="1943-07", options=("italian_surrender",))
    assert dismissal_chance(here.game.rules, here.state) == pytest.approx(chance)


@clause("BE-19.1c", "BE-19.1d")
def test_the_chance_of_reconnaissance() -> None:
    """The printed example: flak of four dice on 6 and one from 5 on, then a die up to 4 in the open."""
    here = eastern_position(
        axis={"Smolensk W2": "g-2lf 4"}, soviet={"Smolensk": "s-8a 2, tank 1"}, month="1941-07", options=("advanced", "reconnaissance")
    )
    rules = here.game.rules
    hex_, hq = here.hex("Smolensk"), here.block("g-2lf")
    seen = sum(rules.headquarters.succeeds(here.state, hq, hex_, face) for face in range(1, 7)) / 6
    assert reconnaissance_chance(rules, here.state, hq, hex_) == pytest.approx((5 / 6) ** 4 * (4 / 6) * seen)
