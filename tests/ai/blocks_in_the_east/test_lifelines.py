"""How attackers keep what they need: the railways behind them, the cities they have taken, the plan they have made."""

from random import Random

import pytest

from blockfront.ai.blocks_series import captain
from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.lifelines import Lifelines
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT, Weights
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.ai.blocks_series.phases.rail import Railwayman
from blockfront.ai.blocks_series.planning.errands import Errands
from blockfront.ai.blocks_series.search.rehearsal import wandering
from blockfront.ai.player import Budget
from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import Move, RailMove
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import MOVEMENT, STRATEGIC_RAIL

BEYOND = ("1831", "2031", "2131", "2132", "Korosten", "2332", "Kiev")  # a railway that Kovel links with Lublin
LINE = ("Kovel", *BEYOND)
MONTH = "1941-07"


def lifelines(here: Position) -> Lifelines:
    return Lifelines(here.game.rules, here.state, Ground(here.game.rules, here.state, AXIS))


def test_a_gap_is_seen_where_units_wait_beyond_it() -> None:
    here = position("sbe2", axis={"Kiev": "g-24pz 5"}, soviet={"Moscow": "s-3a 4"}, axis_holds=BEYOND, month=MONTH).begin(MOVEMENT)
    assert lifelines(here).gaps().keys() == {here.hex("Kovel")}
    whole = position("sbe2", axis={"Kiev": "g-24pz 5"}, soviet={"Moscow": "s-3a 4"}, axis_holds=LINE, month=MONTH).begin(MOVEMENT)
    assert not lifelines(whole).gaps()


def test_standing_in_a_gap_is_worth_the_units_beyond() -> None:
    axis = {"Kiev": "g-24pz 5, g-47pz 5", "Lublin": "g-7k 4"}
    here = position("sbe2", axis=axis, soviet={"Moscow": "s-3a 4"}, axis_holds=BEYOND, month=MONTH).begin(MOVEMENT)

    def worth(weights: Weights) -> float:
        mover = Mover(here.game, here.state, AXIS, weights)
        mover.look_around()
        return mover.worth(here.block("g-7k"), here.hex("Kovel"))

    assert worth(DEFAULT) >= worth(Weights(link=0.0)) + 2 * DEFAULT.link
    assert Mover(here.game, here.state, AXIS, DEFAULT).plan().state.passed >> here.hex("Kovel") & 1


def test_who_stands_on_a_railway_beside_an_enemy_keeps_it_open() -> None:
    axis = {"Kiev": "g-24pz 5, g-47pz 5", "Kovel": "g-7k 4", "2031": "g-8k 4", "1831": "g-9k 4"}
    here = position("sbe2", axis=axis, soviet={"1930": "s-3a 4"}, axis_holds=LINE, month=MONTH).begin(MOVEMENT)
    kept = lifelines(here).kept_by(here.block("g-7k"), (here.hex("Kovel"), here.hex("Lublin")))
    assert kept.keys() == {here.hex("Kovel")}
    assert kept[here.hex("Kovel")] >= 2


def test_enemies_beside_the_only_railway_are_those_who_cut_it() -> None:
    axis = {"Kiev": "g-24pz 5, g-47pz 5", "Kovel": "g-7k 4"}
    soviet = {"1930": "s-3a 4", "Smolensk": "s-4a 4"}
    here = position("sbe2", axis=axis, soviet=soviet, axis_holds=LINE, month=MONTH).begin(MOVEMENT)
    assert lifelines(here).cut_by() == {here.hex("1930"): 2.0}


def test_infantry_and_not_armour_clears_the_railway() -> None:
    axis = {"Kovel": "g-7k 4, g-8k 4", "2031": "g-24pz 5, g-47pz 5"}
    here = position("sbe2", axis=axis, soviet={"1930": "s-3a 1"}, axis_holds=LINE, month=MONTH).begin(MOVEMENT)
    (attack,) = Mover(here.game, here.state, AXIS, DEFAULT).plan().attacks
    assert attack.hex == here.hex("1930")
    assert not any(here.game.rules.units.is_armour[move.block] for move in attack.moves)


def test_infantry_that_comes_too_late_hunts() -> None:
    axis = {"Kiev": "g-24pz 5", "Brest-Litovsk": "g-7k 4"}
    here = position("sbe2", axis=axis, soviet={"Baranovichi": "s-3a 1"}, axis_holds=LINE, month="1941-08").begin(MOVEMENT)
    ground, units = Ground(here.game.rules, here.state, AXIS), [here.block("g-24pz"), here.block("g-7k")]
    errands = Errands(here.game.rules, here.state, ground, units)
    errands.hunt(here.state, units, {})
    assert errands.hunters == {here.block("g-7k")}
    assert errands.way(here.block("g-7k"))[here.hex("Baranovichi")] < errands.way(here.block("g-7k"))[here.hex("Brest-Litovsk")]


def test_infantry_rides_to_where_the_railway_is_cut() -> None:
    axis, soviet = {"Kiev": "g-24pz 5, g-47pz 5", "Posen": "g-7k 4"}, {"1930": "s-3a 1"}
    here = position("sbe2", axis=axis, soviet=soviet, axis_holds=BEYOND, points={"germany": 1}, month="1941-08").begin(STRATEGIC_RAIL)
    ride = Railwayman(here.game, here.state, AXIS, DEFAULT, Ground(here.game.rules, here.state, AXIS)).plan()[0]
    assert isinstance(ride, RailMove)
    assert here.game.rules.board.within(here.hex("1930"), 3) >> ride.to & 1


def test_on_the_last_day_armour_stops_where_it_can_go_on_into_the_empty_goal() -> None:
    held = (*LINE, "2531", "2631", "Konotop", "Novgorod-Seversky", "2728", "Bryansk")

    def gained(soviet: dict[str, str]) -> float:
        """What Kaluga, from where armour can reach Moscow, is worth beyond the hex before it."""
        here = position("sbe2", axis={"Bryansk": "g-24pz 5"}, soviet=soviet, axis_holds=held, month="1941-09").begin(MOVEMENT)
        mover, block = Mover(here.game, here.state, AXIS, DEFAULT), here.block("g-24pz")
        return mover.worth(block, here.hex("Kaluga")) - mover.worth(block, here.hex("Sukhinichi"))

    assert gained({"Gorki": "s-3a 4"}) > DEFAULT.goal > gained({"Moscow": "s-3a 4"})


def test_somebody_without_a_plan_still_keeps_to_the_rules() -> None:
    here = position("sbe2", axis={"Kiev": "g-24pz 5"}, soviet={"Moscow": "s-3a 4"}, active="soviet", month=MONTH).begin(MOVEMENT)
    legal, rng = here.game.legal(here.state, SOVIET), Random(1)
    found = {wandering(here.game, here.state, SOVIET, rng) for _ in range(20)}
    assert len(found) > 1
    assert all(action in legal for (action,) in found)
    assert any(isinstance(action, Move) for (action,) in found)


# ---- many goals


def test_one_armoured_unit_is_enough_where_nobody_is_to_be_driven_out() -> None:
    axis = {"2431": "g-24pz 5, g-47pz 5"}
    here = position("sbe4", axis=axis, soviet={"Moscow": "s-3a 4"}, month="1941-08").begin(MOVEMENT)
    ground, units = Ground(here.game.rules, here.state, AXIS), [here.block("g-24pz"), here.block("g-47pz")]
    goals = [Errands(here.game.rules, here.state, ground, units).goal[block] for block in units]
    assert len(set(goals)) == 2


def test_somebody_stays_in_a_city_on_the_last_day() -> None:
    def gained(soviet: str, axis: dict[str, str]) -> float:
        here = position("sbe4", axis=axis, soviet={soviet: "s-3a 4"}, axis_holds=("Minsk",), month="1941-08").begin(MOVEMENT)
        block = here.block("g-7k")
        return Mover(here.game, here.state, AXIS, DEFAULT).worth(block, here.hex("Minsk")) - Mover(
            here.game, here.state, AXIS, Weights(stay=0.0)
        ).worth(block, here.hex("Minsk"))

    assert gained("Borisov", {"Minsk": "g-7k 4"}) == DEFAULT.stay
    assert gained("Borisov", {"Minsk": "g-7k 4, g-8k 4"}) == 0.0
    assert gained("Gorki", {"Minsk": "g-7k 4"}) == 0.0


def test_a_plan_goes_on_without_guessing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    here = position("sbe2", axis={"Kiev": "g-24pz 5"}, soviet={"Gorki": "s-3a 4"}, axis_holds=LINE, month=MONTH).begin(MOVEMENT)
    player, rng, game, state = Captain(), Random(1), here.game, here.state
    first = player.decide(game, game.view(state, AXIS), Budget(), rng).action
    game.apply(state, first, AXIS)
    monkeypatch.setattr(type(game), "guess", lambda *_: pytest.fail("guessed again"))
    assert player.decide(game, game.view(state, AXIS), Budget(), rng).action in game.legal(state, AXIS)


def test_with_many_units_plans_are_tried_on_the_last_day_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captain, "FEW", 1)

    def rehearsal(month: str, side: Side) -> captain.Rehearsal:
        here = position("sbe4", axis={"Kiev": "g-24pz 5"}, soviet={"Gomel": "s-4a 1"}, month=month).begin(MOVEMENT)
        return Captain().rehearsal(here.game, here.state, side)

    assert rehearsal("1941-08", AXIS).worlds
    assert not rehearsal("1941-07", AXIS).worlds
    assert not rehearsal("1941-08", SOVIET).worlds
