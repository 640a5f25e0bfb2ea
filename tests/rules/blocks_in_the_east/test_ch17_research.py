"""Chapter 17: TECH by research."""

import pytest

from blockfront.core.clauses import clause
from blockfront.core.match import Match
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, position
from blockfront.games.blocks_in_the_east.options.research import research_cost
from blockfront.games.blocks_series.actions import Research
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Researched, TechRose
from blockfront.games.blocks_series.loading.data_model import NAVAL
from blockfront.games.blocks_series.state import PRODUCTION
from blockfront.games.blocks_series.steps.calendar import Calendar

RESEARCH = ("tech_research",)
INFANTRY, ARMOUR, FIGHTER, BOMBER = range(4)


def place(here: Position, power: str, field: int) -> int:
    return here.game.rules.tables.power(power) * NAVAL + field


def level(here: Position, power: str, field: int) -> int:
    return here.game.rules.definitions.level(here.state, here.game.rules.tables.power(power), field)


@clause("BE-17.0a")
def test_without_research_tech_follows_the_calendar() -> None:
    here = position(month="1942-03")
    assert level(here, "ussr", INFANTRY) == 2
    assert not here.state.levels
    assert not any(isinstance(action, Research) for action in position(active="soviet").begin(PRODUCTION).legal())


@clause("BE-17.0b")
def test_research_takes_a_point_a_turn_and_field() -> None:
    here = position(soviet={"Moscow": "s-8a 3"}, active="soviet", options=RESEARCH).begin(PRODUCTION)
    ussr = here.game.rules.tables.power("ussr")
    before = here.points("ussr")
    assert {a.field for a in here.legal() if isinstance(a, Research)} == {INFANTRY, ARMOUR, FIGHTER, BOMBER}
    here.play(Research(ussr, ARMOUR))
    assert here.points("ussr") == before - 1
    assert here.state.research[place(here, "ussr", ARMOUR)] == 1
    assert here.told(Researched) == [Researched(ussr, ARMOUR, points=1, needed=20)]
    assert Research(ussr, ARMOUR) not in here.legal()
    refusal = here.game.why_not(here.state, Research(ussr, ARMOUR), here.side)
    assert refusal is not None
    assert refusal.clause == "BE-17.0b"
    here.begin(PRODUCTION)
    assert Research(ussr, ARMOUR) in here.legal()


def test_research_that_everybody_can_see_is_not_taken_back() -> None:
    here = position(soviet={"Moscow": "s-8a 3"}, active="soviet", options=RESEARCH).begin(PRODUCTION)
    match = Match(here.game, seed=bytes(32), state=here.state)
    seat = match.seats[here.side]
    match.submit(seat, Research(here.game.rules.tables.power("ussr"), ARMOUR))
    assert match.to_act() == {here.side}
    assert not match.can_undo(seat)


@clause("BE-17.0b", "BE-R78")
@pytest.mark.parametrize(("paid", "expected"), [(19, 1), (20, 2)])
def test_twenty_turns_to_the_second_level(paid: int, expected: int) -> None:
    here = position(active="soviet", options=RESEARCH)
    here.state.research[place(here, "ussr", FIGHTER)] = paid
    assert level(here, "ussr", FIGHTER) == 1  # only when a month begins
    here.run(Calendar, Calendar.WEATHER)
    assert level(here, "ussr", FIGHTER) == expected
    assert bool(here.told(TechRose)) == (expected == 2)
    fighter = next(b for b in here.game.rules.units.aircraft[1] if here.game.rules.units.is_fighter[b])
    assert here.game.rules.definitions.tech(here.state, fighter) == expected


@clause("BE-17.0b", "BE-17.2a")
def test_costs_and_national_discounts() -> None:
    assert [research_cost("ussr", FIGHTER, wanted) for wanted in (2, 3)] == [20, 30]
    assert [research_cost("ussr", INFANTRY, wanted) for wanted in (2, 3)] == [15, 25]
    assert [research_cost("germany", ARMOUR, wanted) for wanted in (2, 3)] == [15, 25]
    assert research_cost("germany", INFANTRY, 3) == 30
    here = position(options=RESEARCH)
    here.state.research[place(here, "germany", ARMOUR)] = 25
    here.run(Calendar, Calendar.WEATHER)
    assert level(here, "germany", ARMOUR) == 3


@clause("BE-17.0b")
def test_the_calendar_no_longer_counts() -> None:
    here = position(month="1943-01", options=RESEARCH)
    assert level(here, "ussr", INFANTRY) == 1
    assert here.game.rules.definitions.tech(here.state, here.block("s-1sh")) == 2  # shock armies are ahead


@clause("BE-17.1a", "BE-17.1b")
def test_minor_allies_follow_germany_and_italy_does_not() -> None:
    here = position(options=RESEARCH)
    here.state.research[place(here, "germany", ARMOUR)] = 25
    here.run(Calendar, Calendar.WEATHER)
    assert [level(here, power, ARMOUR) for power in ("romania", "hungary", "finland", "slovakia", "italy")] == [2, 2, 2, 2, 1]


@clause("BE-17.0b", "BE-3.13e", "BE-E12")
def test_the_soviets_keep_the_price_of_the_calendar() -> None:
    for options, points in (((), 46), (RESEARCH, 50)):
        here = position(active="soviet", options=options).begin(PRODUCTION)
        assert here.points("ussr") == points
    german = position(options=RESEARCH).begin(PRODUCTION)
    assert german.points("germany") == 15
    assert german.side == AXIS
