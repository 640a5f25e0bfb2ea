"""EF-16.7 and EF-16.8: the plains beyond the west edge."""

import pytest

from blockfront.blocks import effects
from blockfront.core.actions import Deal
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.eastfront.actions import BuyStep, EndPhase, Move, RailMove, TakeOff
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import GameEnded, Moved
from blockfront.games.eastfront.state import AXIS, COMBAT, COMMAND, MOVEMENT, OFF_MAP, SOVIET, SUPPLY, UNSUPPLIED
from blockfront.games.eastfront.steps.calendar import Fortnight
from blockfront.games.eastfront.steps.production import ProductionPhase

EDGE = ("Belgrade", "Novi Sad", "Szeged", "Szolnok", "Budapest", "Poprad", "Krakow")


def on_the_plain(here: Position, place: str) -> list[str]:
    """Keys of the Axis units held opposite an edge hex."""
    order, state = here.game.rules.order, here.state
    return [order[block].key for block in order.of_side[AXIS] if state.location[block] == OFF_MAP - here.hex(place)]


def deal(here: Position) -> Position:
    """Let chance mix what must be mixed."""
    while here.state.frames and here.side == CHANCE:
        here.play(Deal(7))
    return here


@clause("EF-16.7a", "EF-16.7b")
@pytest.mark.parametrize("place", EDGE)
def test_each_edge_hex_from_belgrade_to_krakow_ties_down_a_unit(place: str) -> None:
    here = position("s44", axis={"Warsaw": "ax-inf-1 3"}, soviet={place: "infantry 3"}, active=SOVIET)
    assert here.game.rules.plains.unguarded(here.state) == [here.hex(place)]
    here.begin(COMBAT)
    assert on_the_plain(here, place) == ["ax-inf-1"]  # there is no other


@clause("EF-16.7a")
def test_other_edge_hexes_and_contested_ones_tie_down_nobody() -> None:
    south = position("s44", axis={"Warsaw": "ax-inf-1 3"}, soviet={"0221": "infantry 3"})
    assert not south.game.rules.plains.guard_is_due(south.state)
    contested = position("s44", axis={"Szeged": "ax-inf-1 3"}, soviet={"Szeged": "infantry 3"})
    assert not contested.game.rules.plains.guard_is_due(contested.state)


@clause("EF-16.7a", "EF-4.42b")
def test_the_unit_is_taken_at_the_end_of_the_phase_in_which_the_soviets_arrive() -> None:
    here = position(
        "s44", axis={"Budapest": "ax-inf-1 3", "Warsaw": "ax-inf-5 2"}, soviet={"Debrecen": "so-inf-5 3, so-hq-south 2"}, active=SOVIET
    )
    here.state.command[here.block("so-hq-south")] = 1
    here.begin(MOVEMENT)
    here.play(Move(here.block("so-inf-5"), here.hex("Szeged")))
    assert on_the_plain(here, "Szeged") == []
    deal(here.play(EndPhase()))
    assert on_the_plain(here, "Szeged") == ["ax-inf-1"]


@clause("EF-16.7b", "EF-R22")
def test_the_nearest_unengaged_unit_goes_and_the_axis_chooses_among_equals() -> None:
    axis = {"Budapest": "ax-inf-1 3, ax-hq-south 2", "Debrecen": "ax-pz-41 4", "Warsaw": "ax-inf-5 4", "Timisoara": "ax-inf-6 3"}
    here = position("s44", axis=axis, soviet={"Szolnok": "infantry 3", "Debrecen": "infantry 2"}, active=SOVIET)
    here.run(Fortnight, 2, AXIS)  # the second, Soviet Player Turn of a Fortnight
    deal(here.play(EndPhase()))
    assert here.side == AXIS
    assert here.legal() == [TakeOff(here.block("ax-inf-1")), TakeOff(here.block("ax-hq-south"))]
    deal(here.play(TakeOff(here.block("ax-hq-south"))))
    assert on_the_plain(here, "Szolnok") == ["ax-hq-south"]
    assert here.at("Budapest", AXIS) == ["ax-inf-1"]


@clause("EF-16.7a", "EF-0.2a")
def test_which_unit_went_is_known_to_the_axis_alone() -> None:
    here = position("s44", axis={"Budapest": "ax-inf-1 3, ax-pz-41 2"}, soviet={"Szolnok": "infantry 3"}, active=SOVIET)
    here.begin(COMBAT).play(TakeOff(here.block("ax-pz-41")))
    deal(here)
    assert [event.block for event in here.told(Moved, AXIS)] == [here.block("ax-pz-41")]
    assert not here.told(Moved, SOVIET)
    view = here.game.view(here.state, SOVIET).blocks
    assert [(place.side, place.location, place.number) for place in view.secret] == [(AXIS, OFF_MAP - here.hex("Szolnok"), 1)]
    assert all(sight.block < 0 for sight in view.seen)


@clause("EF-16.7c")
def test_the_unit_stays_while_the_soviets_do_and_comes_back_when_they_leave() -> None:
    here = position("s44", axis={"Budapest": "ax-inf-1 3", "Warsaw": "ax-inf-5 2"}, soviet={"Szolnok": "so-inf-5 3"}, active=SOVIET)
    here.begin(COMBAT)
    assert on_the_plain(here, "Szolnok") == ["ax-inf-1"]
    here.state.active = AXIS
    here.begin(COMMAND)
    assert on_the_plain(here, "Szolnok") == ["ax-inf-1"]
    effects.place(here.state, here.block("so-inf-5"), SOVIET, here.hex("Debrecen"))
    deal(here.begin(COMMAND))
    assert on_the_plain(here, "Szolnok") == []
    assert here.at("Szolnok", AXIS) == ["ax-inf-1"]
    assert here.value("ax-inf-1") == 3
    assert here.state.friendly[AXIS] >> here.hex("Szolnok") & 1
    assert here.state.shown[here.block("ax-inf-1")] == here.hex("Szolnok")


@clause("EF-16.7c")
def test_it_does_not_come_back_in_a_soviet_turn_nor_into_a_battle() -> None:
    here = position("s44", axis={"Budapest": "ax-inf-1 3", "Warsaw": "ax-inf-5 2"}, soviet={"Szolnok": "so-inf-5 3"}, active=SOVIET)
    here.begin(COMBAT)
    effects.place(here.state, here.block("so-inf-5"), SOVIET, here.hex("Debrecen"))
    here.begin(COMMAND)
    assert on_the_plain(here, "Szolnok") == ["ax-inf-1"]
    effects.place(here.state, here.block("so-inf-5"), SOVIET, here.hex("Szolnok"))
    effects.place(here.state, here.block("ax-inf-5"), AXIS, here.hex("Szolnok"))
    here.state.active = AXIS
    here.begin(COMMAND)
    assert on_the_plain(here, "Szolnok") == ["ax-inf-1"]


@clause("EF-16.7d", "EF-R22")
def test_a_unit_on_the_plain_needs_no_supply_gets_no_steps_and_is_not_lost() -> None:
    here = position("s44", axis={"Budapest": "ax-inf-1 1", "Ploesti": "ax-hq-south 2"}, soviet={"Szolnok": "infantry 3"}, active=SOVIET)
    here.begin(COMBAT)
    assert on_the_plain(here, "Szolnok") == ["ax-inf-1"]
    here.begin(SUPPLY)
    while here.state.frames:
        here.play(EndPhase())
    guard = here.block("ax-inf-1")
    assert not here.state.flags[guard] & UNSUPPLIED
    assert here.value("ax-inf-1") == 1
    assert not here.game.rules.victory.is_lost(here.state, guard)
    here.run(ProductionPhase, 0)
    assert BuyStep(guard) not in here.legal(AXIS)


@clause("EF-16.7d", "EF-17.1b")
def test_a_headquarters_on_the_plain_keeps_its_victory_points() -> None:
    here = position("s44", axis={"Budapest": "ax-hq-south 2"}, soviet={"Szolnok": "infantry 3"}, active=SOVIET)
    here.begin(COMBAT)
    assert on_the_plain(here, "Szolnok") == ["ax-hq-south"]
    assert here.game.rules.victory.axis_score(here.state).command == 4


@clause("EF-16.7e")
def test_units_still_arrive_in_free_edge_hexes_and_trains_run_round_the_map() -> None:
    here = position("s44", axis={"Budapest": "infantry 3"}, soviet={"Szolnok": "infantry 3", "Krakow": "infantry 3"}, month="1944-10")
    places = here.game.rules.production.arrival_places(here.state, AXIS)
    assert places >> here.hex("Budapest") & 1
    assert not places >> here.hex("Krakow") & 1
    here = position("s44", axis={"Belgrade": "ax-inf-1 3", "Warsaw": "supreme 3", "Radom": "infantry 3"}, soviet={"Krakow": "infantry 3"})
    here.state.command[here.block("ax-hq-okh")] = 1
    here.begin(MOVEMENT)
    by_rail = {action.to for action in here.legal() if isinstance(action, RailMove) and action.block == here.block("ax-inf-1")}
    assert here.hex("Budapest") in by_rail
    assert here.hex("Krakow") not in by_rail


@clause("EF-W44.3a", "EF-16.7a")
def test_the_last_winter_starts_with_three_units_on_the_plain() -> None:
    here = position("w44")
    demands = [need for need in here.game.rules.chain[0].required if need.area == "hungarian_plain"]
    assert {(need.side, need.off_map) for need in demands} == {(SOVIET, False), (AXIS, True)}
    hexes = here.game.rules.board.map.area("hungarian_plain")
    assert len(hexes) == 3
    assert all(here.game.rules.regions.plain_edge >> hex_ & 1 for hex_ in hexes)


# ---- Poland


@clause("EF-16.8a", "EF-R37")
@pytest.mark.parametrize("place", ["Danzig", "Bromberg", "Kutno", "Kalisz", "Czestochowa"])
def test_a_west_edge_hex_north_of_krakow_ends_the_last_scenario(place: str) -> None:
    here = position("w44", axis={"Warsaw": "infantry 3"}, soviet={place: "infantry 3"}, active=SOVIET, month="1945-02")
    here.run(Fortnight, 2, AXIS)
    deal(here.play(EndPhase()))
    assert here.state.outcome


@clause("EF-16.8a")
@pytest.mark.parametrize("place", ["Krakow", "Warsaw"])
def test_no_other_hex_does(place: str) -> None:
    here = position("w44", axis={"Lodz": "infantry 3"}, soviet={place: "infantry 3"}, month="1945-02")
    assert not here.game.rules.plains.poland_is_crossed(here.state)


@clause("EF-16.8a")
def test_a_contested_hex_does_not() -> None:
    here = position("w44", axis={"Danzig": "infantry 3"}, soviet={"Danzig": "infantry 3"}, month="1945-02")
    assert not here.game.rules.plains.poland_is_crossed(here.state)


@clause("EF-16.8a")
@pytest.mark.parametrize(("scenario", "options", "ends"), [("s44", (), False), ("s44", ("one_year",), True), ("s43", ("play_on",), True)])
def test_before_the_last_scenario_only_a_game_that_leads_to_it_ends(scenario: str, options: tuple[str, ...], ends: bool) -> None:
    here = position(scenario, soviet={"Kalisz": "infantry 3"}, active=SOVIET, options=options)
    here.game.rules.victory.watch_poland(here.state)
    assert bool(here.state.outcome) == ends
    if ends:
        result = here.game.rules.victory.result(here.state)
        assert (result.winner, result.level, result.reason) == (SOVIET, "decisive", "poland_crossed")
        here.close_scenario()
        assert here.told(GameEnded)[0].winner == SOVIET
        assert here.game.result(here.state) == result


@clause("EF-16.8a", "EF-3.14a")
def test_in_the_campaign_the_crossing_of_poland_is_final_soviet_success() -> None:
    here = position("campaign", soviet={"Kalisz": "infantry 3"}, active=SOVIET)
    here.game.rules.victory.watch_poland(here.state)
    assert here.game.rules.victory.result(here.state).winner == SOVIET
