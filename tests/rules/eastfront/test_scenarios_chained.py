"""EF-3.12 to EF-3.14: playing on from one scenario into the next; the campaign."""

from random import Random
from typing import Any

import pytest

from blockfront.blocks.months import month_text
from blockfront.core.clauses import clause
from blockfront.core.events import Event
from blockfront.games.eastfront.actions import Arrive, EndPhase
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import Eliminated, GameEnded, ScenarioEnded
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.loading.data_model import DOUBLE, NO_FIRE, SINGLE, TRIPLE
from blockfront.games.eastfront.state import AXIS, GONE, PRODUCTION, SOVIET
from blockfront.games.eastfront.steps.calendar import Fortnight, Month
from blockfront.games.eastfront.steps.production import ProductionPhase

CHAIN = ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44")


def played_on(scenario: str, margin: int = 0, options: tuple[str, ...] = ("play_on",), **units: Any) -> Position:
    """A game whose first scenario has just ended with this difference of points."""
    here = position(scenario, options=options, **units)
    victory, state = here.game.rules.victory, here.state
    now = victory.axis_score(state).total + here.game.rules.chain[0].handicap - victory.soviet_score(state).total
    state.base[AXIS] += margin - now
    return here.close_scenario()


@clause("EF-3.12a", "EF-3.13a")
def test_forces_and_positions_stay_as_they_are() -> None:
    here = played_on("s41", axis={"Smolensk": "ax-inf-5 2"}, soviet={"Moscow": "so-inf-24 1"})
    assert here.game.rules.scenario_of(here.state).id == "w41"
    assert month_text(here.state.month) == "1941-12"
    assert here.at("Smolensk", AXIS) == ["ax-inf-5"]
    assert (here.value("ax-inf-5"), here.value("so-inf-24")) == (2, 1)
    assert here.state.axis_last >> here.hex("Smolensk") & 1


@clause("EF-3.12b")
@pytest.mark.parametrize("place", range(len(CHAIN) - 1))
def test_the_change_of_base_production_is_added(place: int) -> None:
    here = position(CHAIN[place], options=("play_on",))
    before = list(here.state.base)
    here.game.rules.scenarios.continue_into_next(here.state, here.events)
    changes = {"w41": (0, 6), "s42": (10, 6), "w42": (0, 8), "s43": (10, 0), "w43": (0, 0), "s44": (-10, 0), "w44": (-10, 0)}
    assert tuple(after - was for after, was in zip(here.state.base, before, strict=True)) == changes[CHAIN[place + 1]]


@clause("EF-3.12c")
def test_air_power_and_special_rules_are_those_of_the_new_scenario() -> None:
    here = position("s41", options=("play_on",))
    rules = here.game.rules
    airs, costs = [], []
    for _ in CHAIN:
        airs.append(tuple(rules.air.firepower(here.state, side) for side in (AXIS, SOVIET)))
        costs.append(rules.production.step_cost(here.state, here.block("ax-hq-okh")))
        if here.state.place_in_chain + 1 < len(CHAIN):
            rules.scenarios.continue_into_next(here.state, here.events)
    assert airs == [
        (TRIPLE, SINGLE),
        (DOUBLE, SINGLE),
        (DOUBLE, SINGLE),
        (DOUBLE, DOUBLE),
        (DOUBLE, DOUBLE),
        (SINGLE, DOUBLE),
        (SINGLE, TRIPLE),
        (NO_FIRE, TRIPLE),
    ]
    assert costs == [10, 15, 10, 10, 10, 10, 10, 10]  # dear in the first winter; here Ploesti is never lost


@clause("EF-3.12d", "EF-3.22e")
def test_the_first_month_of_the_new_scenario_has_its_production() -> None:
    here = played_on("s41")
    assert here.state.phase == PRODUCTION
    assert len(here.game.to_act(here.state)) == 2


@clause("EF-3.22e", "EF-11.1a")
def test_the_first_month_of_a_game_has_none() -> None:
    here = position("w41").run(Month, 0)
    assert here.state.phase != PRODUCTION


@clause("EF-S43.1a")
def test_citadel_continued_begins_in_june() -> None:
    here = played_on("w42")
    assert month_text(here.state.month) == "1943-06"
    assert here.game.rules.scenario_of(here.state).id == "s43"
    assert month_text(position("s43").state.month) == "1943-07"


@clause("EF-S43.2a", "EF-11.42b")
def test_the_italians_go_home_and_all_satellites_are_restricted_in_summer_1943() -> None:
    here = played_on("w42", axis={"Kharkov": "ax-sat-3r 3, ax-sat-8i 3"})
    italians = here.block("ax-sat-8i")
    assert here.state.location[italians] == GONE
    assert [event.cause for event in here.told(Eliminated)] == ["withdrawn"]
    assert here.state.released == 0
    assert here.game.rules.satellites.is_outside(here.state, here.block("ax-sat-3r"))


@clause("EF-3.12a", "EF-11.5a", "EF-11.51a")
def test_reinforcements_of_the_whole_chain_arrive_in_their_months() -> None:
    def offered(month: str, options: tuple[str, ...]) -> set[tuple[str, int]]:
        here = position("w41", month=month, options=options).run(ProductionPhase, 0)
        keys = here.game.rules.order
        found = (action for side in (AXIS, SOVIET) for action in here.legal(side) if isinstance(action, Arrive))
        return {(keys[action.block].key, action.early) for action in found}

    in_may = {("ax-inf-61", 0), ("ax-inf-23", 0), ("ax-mech-53", 0), ("so-shock-3", 0), ("so-shock-4", 0), ("so-para-4", 0)}
    in_may |= {("so-gtk-1", 0), ("so-gtk-2", 0), ("so-gtk-3", 0)}
    early = {("ax-inf-27", 1), ("ax-inf-27", 2), ("so-gtk-5", 2)}  # June's, for a step or for points
    assert offered("1942-05", ()) == in_may | early  # they are on the card
    assert offered("1942-05", ("one_year",)) == in_may | early
    assert offered("1942-06", ("one_year",)) == in_may | {("ax-inf-27", 0), ("so-gtk-5", 0), ("so-gtk-6", 2)}


@clause("EF-S44.3a", "EF-R30", "EF-3.12c")
@pytest.mark.parametrize("continued", [False, True])
def test_stand_or_die(continued: bool) -> None:
    here = position("w43" if continued else "s44", options=("play_on",), axis={"Warsaw": "supreme 3"}, soviet={"Moscow": "supreme 3"})
    if continued:
        here.game.rules.scenarios.continue_into_next(here.state, here.events)
    here.run(Fortnight, 1, AXIS)
    assert here.state.active == SOVIET  # the Axis would be first in dry weather
    here.state.half = 2
    here.run(Fortnight, 1, AXIS)
    assert here.state.active == AXIS


@clause("EF-S41.2a", "EF-S41.0a")
def test_june_1941_has_one_fortnight() -> None:
    here = position("s41", half=2).run(Month, 0)
    assert (here.state.half, here.state.active) == (2, AXIS)


# ---- how long a game lasts


@clause("EF-3.12a", "EF-3.11b")
def test_a_single_scenario_ends_with_its_points() -> None:
    here = played_on("s43", margin=7, options=())
    assert here.told(GameEnded)[0].level == "marginal"


@clause("EF-3.12a")
def test_a_year_goes_on_even_after_a_decisive_half_and_ends_with_the_second() -> None:
    here = played_on("s41", margin=60, options=("one_year",))
    assert [event.level for event in here.told(ScenarioEnded)] == ["decisive"]
    assert not here.told(GameEnded)
    assert [data.id for data in here.game.rules.chain] == ["s41", "w41"]
    here.close_scenario()
    assert [event.scenario for event in here.told(ScenarioEnded)] == ["s41", "w41"]
    assert here.told(GameEnded)


@clause("EF-3.14a", "EF-17.4a")
@pytest.mark.parametrize(("margin", "over"), [(25, False), (26, True), (-25, False), (-26, True)])
def test_a_campaign_ends_early_by_a_decisive_victory_and_by_nothing_else(margin: int, over: bool) -> None:
    here = played_on("campaign", margin=margin, options=())
    (told,) = here.told(ScenarioEnded)
    assert told.margin == margin
    assert bool(here.told(GameEnded)) == over
    assert (here.game.result(here.state) is not None) == over


@clause("EF-3.14a")
def test_the_campaign_plays_all_scenarios() -> None:
    assert tuple(data.id for data in position("campaign").game.rules.chain) == CHAIN


@clause("EF-3.13a")
@pytest.mark.parametrize(("options", "length"), [((), 1), (("one_year",), 2), (("play_on",), 4)])
def test_any_scenario_can_be_continued(options: tuple[str, ...], length: int) -> None:
    assert len(position("s43", options=options).game.rules.chain) == length


@clause("EF-3.14a", "EF-17.4b", "EF-0.3a", "EF-0.3b")
def test_a_campaign_of_idle_players_goes_through_all_months(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("campaign", frozenset(("west_weather_waits",)))
    monkeypatch.setattr(game.rules.victory, "ends_early", lambda level: False)
    state, rng, events = game.setup(), Random(1), list[Event]()
    months = set()
    while state.frames:
        months.add(month_text(state.month))
        side = min(game.to_act(state))
        idle = EndPhase() if side >= 0 and EndPhase() in game.legal(state, side) else None
        action = idle or (game.chance(state).sample(rng) if side < 0 else game.legal(state, side).sample(rng))
        events += game.apply(state, action, side)
    assert len(months) == 48
    assert [event.scenario for event in events if isinstance(event, ScenarioEnded)] == list(CHAIN[:-1])
    result = game.result(state)
    assert result is not None
    assert result.reason == "poland_held"
