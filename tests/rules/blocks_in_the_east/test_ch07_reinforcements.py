"""Sections 7.3f, 7.3.1 and 7.3.3: units that come, go and are exchanged by the calendar."""

from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import Rebuild, Reinforce
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Withdrawn
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.state import GONE, MARKED, PRODUCTION


def arrivals(here: Position, key: str) -> list[Reinforce]:
    block = here.block(key)
    return [action for action in here.legal() if isinstance(action, Reinforce) and action.block == block]


def produce(scenario: str = "sbe9", *, month: str, active: str = "axis", **more: Any) -> Position:
    return position(scenario, month=month, active=active, **more).begin(PRODUCTION)


@clause("BE-7.3.1g", "BE-7.3f")
def test_reinforcements_come_in_their_month_with_their_steps_and_for_nothing() -> None:
    assert not arrivals(produce(month="1941-08"), "g-40pz")
    here = produce(month="1941-09")
    offered = arrivals(here, "g-40pz")
    red = here.game.rules.board.factories("armour", here.state.month)
    assert offered
    assert all(red >> action.hex & 1 for action in offered), "armour comes where it is built"
    before = here.points("germany")
    here.play(offered[0])
    assert here.strength("g-40pz") == 5
    assert here.points("germany") == before


@clause("BE-7.3.1g", "BE-SSc")
def test_short_scenarios_have_no_reinforcements() -> None:
    for options in ((), ("advanced",)):
        here = position("sbe4", month="1941-08", options=options)
        assert here.game.rules.reinforcements.due(here.state, AXIS) == []


@clause("BE-7.3.3a", "BE-7.3.2b")
def test_what_is_withheld_comes_later() -> None:
    late = produce(month="1942-05")
    assert arrivals(late, "g-40pz")
    lost = produce(month="1942-01", axis_holds=("Gallivare",), soviet_holds=())
    narvik = lost.game.rules.board.box_hexes["narvik"]
    lost.state.control[AXIS] &= ~(1 << narvik)
    lost.state.control[SOVIET] |= 1 << narvik
    lost.state.derived = {}
    assert not arrivals(lost, "g-18geb"), "its place of arrival is in enemy hands"


@clause("BE-7.3.1g")
@pytest.mark.parametrize(("key", "month", "place"), [("g-18geb", "1942-01", "narvik"), ("s-1sh", "1941-11", "siberia")])
def test_some_arrive_at_a_named_place(key: str, month: str, place: str) -> None:
    here = produce(month=month, active="axis" if key.startswith("g") else "soviet")
    assert [action.hex for action in arrivals(here, key)] == [here.game.rules.board.box_hexes[place]]


@clause("BE-5.4d", "BE-7.3.1g")
def test_italians_arrive_in_poland() -> None:
    here = produce(month="1942-07")
    poland = here.game.rules.board.area("poland")
    assert arrivals(here, "i-2k")
    assert all(poland >> action.hex & 1 for action in arrivals(here, "i-2k"))


@clause("BE-SLe", "BE-SBE9g", "BE-SLf")
def test_a_scheduled_removal_is_paid_to_full_strength_and_final() -> None:
    here = position("sbe9", month="1941-12", axis={"Budapest": "h-rapid 1"}, active="axis")
    hungary = here.game.rules.tables.power("hungary") * len(COLOURS)
    for colour in range(len(COLOURS)):
        here.state.pool[hungary + colour] = 5
    here.begin(PRODUCTION)
    assert here.told(Withdrawn)[0].blocks == (here.block("h-rapid"),)
    assert here.state.location[here.block("h-rapid")] == GONE
    income = here.game.rules.production.income(here.state, here.game.rules.tables.power("hungary"))
    assert here.points("hungary") == 5 + income[0] - 2, "two black steps"
    assert here.points("hungary", "red") == 5 - 2
    assert not [action for action in here.legal() if isinstance(action, Rebuild) and action.block == here.block("h-rapid")]


@clause("BE-SLe")
def test_a_dead_unit_is_paid_for_too_and_a_cut_off_one_waits() -> None:
    dead = position("sbe9", month="1941-12", eliminated=("h-rapid",))
    assert dead.game.rules.reinforcements.cost_to_fill(dead.state, dead.block("h-rapid")) == 3
    dead.begin(PRODUCTION)
    assert dead.state.location[dead.block("h-rapid")] == GONE
    cut_off = position("sbe9", month="1941-12", axis={"Kursk": "h-rapid 3"})
    cut_off.state.flags[cut_off.block("h-rapid")] |= MARKED
    cut_off.begin(PRODUCTION)
    assert cut_off.is_at("h-rapid", "Kursk")
    assert cut_off.told(Withdrawn)[0].blocks == ()


@clause("BE-SBE9f", "BE-R66")
def test_the_ss_corps_takes_the_place_and_the_losses_of_its_division() -> None:
    here = position("sbe9", month="1943-04", axis={"Warsaw": "g-lssah 2"}).begin(PRODUCTION)
    assert here.told(Withdrawn)[0].exchanged == ((here.block("g-lssah"), here.block("g-1ss")),)
    assert here.is_at("g-1ss", "Warsaw")
    assert here.strength("g-1ss") == 4, "one step is lost"
    waiting = position("sbe9", month="1943-04", eliminated=("g-lssah",)).begin(PRODUCTION)
    assert waiting.told(Withdrawn)[0].exchanged == ()
    assert not arrivals(waiting, "g-1ss"), "it comes in no other way"
