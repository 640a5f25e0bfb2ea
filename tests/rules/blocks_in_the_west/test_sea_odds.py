"""Odds of passages and landings, against the dice themselves."""

from random import Random

import pytest

from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.odds_text import odds_of_text
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, position
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.aids.sea_odds import landing_odds, passage_odds, transport_odds
from blockfront.games.blocks_series.rules.ch18_sea import DANGEROUS, SAFE
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.sea_events import BattlePaused
from blockfront.games.blocks_series.state import MOVEMENT


@clause("BW-18.1a", "BW-18.1c")
def test_passages() -> None:
    assert passage_odds(SAFE) == (1.0, 0.0, 0.0)
    assert passage_odds(DANGEROUS) == pytest.approx((1 / 2, 1 / 3, 1 / 6))
    assert passage_odds(DANGEROUS, 2) == passage_odds(DANGEROUS)
    assert passage_odds(DANGEROUS, 1) == pytest.approx((1 / 2, 0, 1 / 2)), "its last step"
    assert passage_odds(DANGEROUS._replace(steps=2), 2) == pytest.approx((1 / 2, 0, 1 / 2))
    here = position("sbw4", allies={"Malta": "gb-30 4"}, month="1943-07", active="allies")
    assert transport_odds(here.game.rules, here.state, here.block("gb-30"), here.hex("Bizerte")) == pytest.approx((1 / 2, 1 / 3, 1 / 6))


def beach(defenders: str) -> tuple[Position, Land]:
    allies, axis = {"Malta": "gb-30 4", "London": "gb-churchill 4"}, {"Gela": defenders} if defenders else {}
    here = position("sbw4", allies=allies, axis=axis, month="1943-07", active="allies")
    here.state.active_hqs |= 1 << here.block("gb-churchill")
    here.begin(MOVEMENT)
    return here, Land(here.block("gb-30"), here.hex("Gela"), here.block("gb-churchill"))


@clause("BW-24.1h", "BW-24.1i", "BW-24.1j")
def test_an_empty_beach_is_cleared_by_whoever_arrives() -> None:
    here, landing = beach("")
    assert landing_odds(here.game.rules, here.state, [landing]) == pytest.approx((5 / 6, 1 / 6, 0.0))


@clause("BW-24.1h", "BW-24.1i", "BW-24.1j")
def test_the_first_round_as_the_dice_have_it() -> None:
    here, landing = beach("it-liv 1")
    told = landing_odds(here.game.rules, here.state, [landing])
    rng, number, cleared, failed = Random(5), 1500, 0, 0
    for _ in range(number):
        state = here.state.copy()
        game = here.game
        game.apply(state, landing, ALLIES)
        while True:
            side = min(game.to_act(state))
            if side == CHANCE:
                action = game.chance(state).sample(rng)
            else:
                legal = list(game.legal(state, side))
                action = EndPhase() if EndPhase() in legal else legal[0]
            events = game.apply(state, action, side)
            on_map = state.location[landing.block] >= 0
            held = on_map and state.control[ALLIES] >> landing.to & 1
            if not on_map or held or any(isinstance(event, BattlePaused) for event in events):
                cleared, failed = cleared + bool(held), failed + (not on_map)
                break
    assert cleared / number == pytest.approx(told.clears, abs=0.035)
    assert failed / number == pytest.approx(told.fails, abs=0.035)


@clause("BW-24.1i", "BW-24.1j")
def test_odds_in_words_know_landings() -> None:
    battle = "scenario: sbw4\nmonth: 1943-07\n{}Gela | allies: gb-30 4 | axis: it-liv 3"
    dry, wet = (odds_of_text(battle.format(landing), 1)[0] for landing in ("", "landing: yes\n"))
    assert wet.passive_expected < dry.passive_expected
    assert wet.active_expected > dry.active_expected
