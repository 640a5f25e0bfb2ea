"""What players of Blocks in the East know about Moscow: how it is approached, stormed, surrounded and held."""

from random import Random
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from blockfront.ai.blocks_series import captain
from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.imagination import imagined
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT
from blockfront.ai.blocks_series.phases.air import AirMarshal
from blockfront.ai.blocks_series.phases.deployment import deployed
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.ai.blocks_series.phases.production import purchases
from blockfront.ai.blocks_series.phases.rail import Railwayman
from blockfront.ai.blocks_series.search import general
from blockfront.ai.blocks_series.search.general import BOLD, KEEPER, General
from blockfront.ai.blocks_series.search.rehearsal import plans_of
from blockfront.ai.player import Budget
from blockfront.ai.search_budget import SearchBudget
from blockfront.core.sides import CHANCE, Side
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import BuyStep, Deploy, EndPhase, Fly, Move, RailMove, Rebuild
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    EXPLOITATION,
    MARKED,
    MOVEMENT,
    PRODUCTION,
    REACTION,
    STRATEGIC_RAIL,
    SeriesState,
)

LINE = ("2132", "Korosten", "2332", "Kiev", "2531", "Chernigov")


def sbe2() -> tuple[SeriesGame, SeriesState]:
    game = make("sbe2", frozenset())
    return game, game.setup()


def set_up(game: SeriesGame, state: SeriesState, side: Side) -> None:
    """The usual set-up of a side, and whatever is dealt after it."""
    game.apply(state, next(iter(game.legal(state, side))), side)
    while CHANCE in game.to_act(state):
        game.apply(state, game.chance(state).sample(Random(1)), CHANCE)


def deployed_armies() -> tuple[SeriesGame, SeriesState]:
    """The first Movement Phase."""
    game, state = sbe2()
    set_up(game, state, SOVIET)
    set_up(game, state, AXIS)
    while state.phase < MOVEMENT:
        game.apply(state, EndPhase(), AXIS)
    return game, state


# ---- setting up and marching


def test_armies_with_one_goal_set_up_nearer_to_it() -> None:
    game, state = sbe2()
    side = AXIS
    ground = Ground(game.rules, state, side)
    set_up(game, state, SOVIET)
    usual = next(iter(game.legal(state, side)))
    found = deployed(game.rules, state, side, ground, usual)
    assert isinstance(usual, Deploy)
    assert isinstance(found, Deploy)
    assert found in game.legal(state, side)

    def way(chosen: Deploy) -> float:
        return sum(ground.way[hex_] for block, _, hex_ in chosen.placements if game.rules.units.is_armour[block])

    assert way(found) < way(usual)


def test_ways_stay_in_the_theatre() -> None:
    game, state = sbe2()
    ground = Ground(game.rules, state, AXIS)
    kaunas = game.rules.board.hex("Kaunas")
    assert not game.rules.theatre >> kaunas & 1
    assert all(kaunas not in near for near in ground.near)


def test_guns_go_by_rail_to_where_they_will_be_needed() -> None:
    here = position(
        "sbe2", axis={"2132": "g-4a 4", "Chernigov": "g-24pz 5"}, axis_holds=LINE, points={"germany": 1}, month="1941-08"
    ).begin(STRATEGIC_RAIL)
    ground = Ground(here.game.rules, here.state, AXIS)
    moves = Railwayman(here.game, here.state, AXIS, DEFAULT, ground).plan()
    assert isinstance(moves[0], RailMove)
    assert moves[0].block == here.block("g-4a")


def test_points_are_kept_for_trains() -> None:
    axis = {"2132": "g-4a 4", "Chernigov": "g-24pz 1, g-7k 1"}
    here = position("sbe2", axis=axis, axis_holds=LINE, month="1941-08").begin(PRODUCTION)
    spends = purchases(here.game, here.state, AXIS, DEFAULT, fares=0)
    saves = purchases(here.game, here.state, AXIS, DEFAULT)
    assert sum(isinstance(action, BuyStep) for action in saves) < sum(isinstance(action, BuyStep) for action in spends)


# ---- the last day


def test_what_cannot_be_stormed_is_surrounded() -> None:
    here = position("sbe2", axis={"3022": "g-24pz 5", "2922": "g-47pz 5"}, soviet={"Moscow": "s-3a 4, s-4a 4"}, month="1941-09")
    here.begin(EXPLOITATION)
    here.state.flags[here.block("g-47pz")] &= ~MARKED  # the other one is out of supply and stays
    mover = Mover(here.game, here.state, AXIS, DEFAULT)
    mover.exploit()
    board, taken = here.game.rules.board, mover.state.occupied[AXIS]
    assert not board.neighbours(here.hex("Moscow")) & ~(taken | board.around(taken))


def test_who_has_taken_the_goal_stays() -> None:
    here = position("sbe2", axis={"Moscow": "g-24pz 3"}, soviet={"Kalinin": "s-3a 4"}, month="1941-09").begin(EXPLOITATION)
    here.state.flags[here.block("g-24pz")] &= ~MARKED
    assert not Mover(here.game, here.state, AXIS, DEFAULT).exploit()


def test_bombers_join_the_storm() -> None:
    here = position(
        "sbe2",
        axis={"Moscow": "g-24pz 5, g-47pz 5", "Smolensk": "g-2fk 4"},
        soviet={"Moscow": "s-3a 4, s-4a 4"},
        axis_holds=LINE,
        month="1941-09",
    ).begin(AIR_MOVEMENT)
    legal = list(here.game.legal(here.state, AXIS))
    flight = AirMarshal(here.game.rules, here.state, AXIS, Ground(here.game.rules, here.state, AXIS), DEFAULT).choose(legal)
    assert flight == Fly(here.block("g-2fk"), here.hex("Moscow"))


# ---- defenders


def keepers(soviet: dict[str, str], axis: dict[str, str], month: str = "1941-08", lost: tuple[str, ...] = ()) -> Position:
    """Who must keep Moscow, in his own turn."""
    return position("sbe2", axis=axis, soviet=soviet, active="soviet", month=month, points={"ussr": 8}, eliminated=lost)


def test_the_best_defenders_stand_in_what_must_be_kept_and_others_around_it() -> None:
    units = {"Moscow": "s-3a 4, s-17mc 2", "3020": "s-6mc 4", "3120": "s-10a 4, s-13mc 2", "Tula": "s-13a 4", "2820": "s-4a 4"}
    here = keepers(units, {"Vyazma": "g-24pz 5, g-47pz 5"}).begin(MOVEMENT)
    moscow, board = here.hex("Moscow"), here.game.rules.board
    after = Mover(here.game, here.state, SOVIET, KEEPER).plan().state
    assert {block for block in here.game.rules.units.ground[SOVIET] if after.location[block] == moscow} >= {here.block("s-6mc")}
    assert sum(after.location[block] == moscow for block in here.game.rules.units.combat[SOVIET]) == 2
    assert (after.occupied[SOVIET] & board.neighbours(moscow)).bit_count() == 5
    assert Mover(here.game, here.state, SOVIET, DEFAULT).plan().state.location[here.block("s-6mc")] != moscow


def test_the_best_defender_comes_home_from_far_away() -> None:
    units = {"Minsk": "s-6mc 4", "Baranovichi": "s-10a 3", "Moscow": "s-3a 4"}
    here = keepers(units, {"Brest-Litovsk": "g-7k 4"}, month="1941-06").begin(MOVEMENT)
    mover, tank = Mover(here.game, here.state, SOVIET, KEEPER), here.block("s-6mc")
    ways = mover.ground.ways_to(here.state, (here.hex("Moscow"),), SOVIET)
    after = mover.plan().state
    assert ways[after.location[tank]] <= ways[here.hex("Minsk")] - 3


def test_on_the_last_day_what_was_lost_is_stormed_whatever_it_costs() -> None:
    here = keepers({"3020": "s-3a 4, s-4a 4"}, {"Moscow": "g-24pz 5, g-47pz 5"}, month="1941-09").begin(MOVEMENT)
    stormed = {move for move in Mover(here.game, here.state, SOVIET, KEEPER).plan().actions if isinstance(move, Move) and move.entry >= 0}
    assert {move.to for move in stormed} == {here.hex("Moscow")}
    assert len(stormed) == 2
    assert not Mover(here.game, here.state, SOVIET, DEFAULT).plan().attacks


def test_on_the_last_day_trains_bring_the_strongest_to_the_storm() -> None:
    units = {"Gorki": "s-3a 4", "Saratov": "s-13mc 2"}
    here = keepers(units, {"Moscow": "g-24pz 1"}, month="1941-09").begin(STRATEGIC_RAIL)
    ground = Ground(here.game.rules, here.state, SOVIET)
    ride = Railwayman(here.game, here.state, SOVIET, KEEPER, ground).plan()[0]
    assert isinstance(ride, RailMove)
    assert ride.block == here.block("s-3a")
    assert here.game.rules.board.within(here.hex("Moscow"), 2) >> ride.to & 1


def test_fighters_are_kept_for_what_must_be_kept() -> None:
    units = {"Moscow": "s-3a 4, s-4a 4", "Tula": "s-10a 4", "Vladimir": "s-west-f 3"}
    axis = {"Moscow": "g-24pz 5, g-47pz 5, g-2fk 4", "Tula": "g-7k 4, g-8fk 4"}
    here = position("sbe2", axis=axis, soviet=units, month="1941-09").begin(REACTION)
    ground, legal = Ground(here.game.rules, here.state, SOVIET), list(here.game.legal(here.state, SOVIET))
    fighter = here.block("s-west-f")
    elsewhere = [action for action in legal if action != Fly(fighter, here.hex("Moscow"))]
    marshal = AirMarshal(here.game.rules, here.state, SOVIET, ground, KEEPER)
    assert marshal.choose(legal) == Fly(fighter, here.hex("Moscow"))
    assert Fly(fighter, here.hex("Tula")) in elsewhere
    assert marshal.choose(elsewhere) == EndPhase()


def test_somebody_who_can_stand_in_the_way_is_bought_before_steps() -> None:
    lost = ("s-4a", "s-13a", "s-6mc")
    here = keepers({"Moscow": "s-3a 1", "Minsk": "s-10a 1"}, {"Orel": "g-24pz 5"}, lost=lost).begin(PRODUCTION)
    bought = purchases(here.game, here.state, SOVIET, KEEPER)
    assert BuyStep(here.block("s-10a")) not in bought
    first = next(number for number, action in enumerate(bought) if isinstance(action, BuyStep))
    assert {here.block(key) for key in lost} <= {action.block for action in bought[:first] if isinstance(action, Rebuild)}


# ---- the general


def test_goals_are_imagined_well_kept() -> None:
    here = position("sbe2", axis={"Vyazma": "g-24pz 5"}, soviet={"Moscow": "s-3a 1, s-4a 1", "Tula": "s-10a 1"}).begin(MOVEMENT)
    view = here.game.view(here.state, AXIS)
    units = here.game.rules.units
    for seed in range(5):
        state = imagined(here.game, view, Random(seed))
        garrison = [block for block in units.ground[SOVIET] if state.location[block] == here.hex("Moscow")]
        assert len(garrison) == 2
        assert all(state.steps[block] == units.full[block] for block in garrison)


def test_a_general_spends_no_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = deployed_armies()
    purses: list[SearchBudget] = []

    def search_budget(budget: Budget, share: float, least: int = 0) -> SearchBudget:
        purses.append(SearchBudget(budget, share, least=least))
        return purses[-1]

    monkeypatch.setattr(general, "SearchBudget", search_budget)
    view = game.view(state, AXIS)
    first = General().decide(game, view, Budget(simulations=20), Random(3))
    assert 0 < sum(search_budget.spent for search_budget in purses) <= 20
    assert General().decide(game, view, Budget(simulations=20), Random(3)) == first


def test_a_general_tries_at_least_as_much_as_a_captain_whatever_its_budget_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = deployed_armies()
    view, trials = game.view(state, AXIS), []
    for player in (Captain(), General()):
        tried = Mock(return_value=0.0)
        monkeypatch.setattr(captain, "played_through", tried)
        player.decide(game, view, Budget(simulations=1), Random(3))
        trials.append(tried.call_count)
    assert trials[1] >= trials[0] > 0


def test_what_a_captain_would_do_is_among_the_plans_of_a_general() -> None:
    game, state = deployed_armies()
    view, anxious = game.view(state, AXIS), replace(BOLD, exposed=4.0)
    (captains,) = plans_of(game, state, AXIS, DEFAULT, ({},))
    alone = plans_of(game, imagined(game, view, Random(1)), AXIS, anxious, general.TO_ATTACK)
    assert captains.plan.actions not in [draft.plan.actions for draft in alone]
    drafts = general.drafts_of(game, state, imagined(game, view, Random(1)), AXIS, view, anxious)
    assert drafts[1].plan.actions == captains.plan.actions


def test_a_captain_without_time_tries_nothing_and_plays_its_usual_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = deployed_armies()
    tried = Mock(return_value=0.0)
    monkeypatch.setattr(captain, "played_through", tried)
    view = game.view(state, AXIS)
    hurried = Captain().decide(game, view, Budget(seconds=0.0), Random(3))
    assert not tried.called
    assert hurried == Captain(rehearses=False).decide(game, view, Budget(), Random(3))
    Captain().decide(game, view, Budget(seconds=0.0, simulations=1), Random(3))
    assert tried.called, "where simulations are counted the clock does not matter"


@pytest.mark.parametrize("finished", [False, True])
def test_a_captain_forgets_a_round_of_trials_that_it_did_not_finish(monkeypatch: pytest.MonkeyPatch, finished: bool) -> None:
    game, state = deployed_armies()
    plans = [way.plan.actions for way in plans_of(game, state, AXIS, DEFAULT, captain.TO_THE_END.variants)]
    assert plans[0] not in plans[-2:]
    trials = len(plans) if finished else len(plans) - 1
    better_and_better = [float(number) for number in range(trials)]
    budget = Mock(allows=Mock(side_effect=[True] * trials + [False]), is_over=Mock(return_value=False))
    monkeypatch.setattr(captain, "SearchBudget", Mock(return_value=budget))
    monkeypatch.setattr(captain, "played_through", Mock(side_effect=better_and_better))
    found = Captain().move(game, state, AXIS, game.view(state, AXIS), Budget(), Random(3))
    assert found.actions == (plans[-1] if finished else plans[0])


def test_attackers_are_imagined_at_full_strength() -> None:
    here = position("sbe2", axis={"Vyazma": "g-24pz 1"}, soviet={"Moscow": "s-3a 1"}, active="soviet").begin(MOVEMENT)
    state = imagined(here.game, here.game.view(here.state, SOVIET), Random(2))
    (attacker,) = (block for block in here.game.rules.units.ground[AXIS] if state.location[block] >= 0)
    assert state.steps[attacker] == here.game.rules.units.full[attacker]
    (defender,) = (block for block in here.game.rules.units.ground[SOVIET] if state.location[block] >= 0)
    assert state.steps[defender] == here.state.steps[defender]
