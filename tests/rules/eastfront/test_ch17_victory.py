"""EF-17: victory points, levels, tournament points; EF-W44.5a: the month of the crossing of Poland."""

import pytest

from blockfront.blocks.block_state import NOT_IN_PLAY
from blockfront.core.clauses import clause
from blockfront.core.sides import EVERYBODY
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import GameEnded, ScenarioEnded, Score
from blockfront.games.eastfront.loading.tables import scenario, tables
from blockfront.games.eastfront.state import AXIS, GONE, SOVIET, UNSUPPLIED

ITALIANS = "ax-sat-8i"
FREE = {"Kharkov": "ax-sat-3r 3, ax-sat-4r 3", "Kiev": f"ax-sat-2h 3, {ITALIANS} 3"}  # all Expeditions in play


def axis(here: Position) -> Score:
    return here.game.rules.victory.axis_score(here.state)


def soviet(here: Position) -> Score:
    return here.game.rules.victory.soviet_score(here.state)


# ---- points


@clause("EF-17.1a")
def test_production_scores_its_level() -> None:
    here = position("w42", axis=FREE)
    assert (axis(here).production, soviet(here).production) == (83, 62)
    here = position("w42", axis=FREE | {"Moscow": "infantry 3"})
    assert soviet(here).production < 62


@clause("EF-17.1b", "EF-5.8d")
def test_command_values_score_two_and_lost_headquarters_cost_four() -> None:
    here = position("w42", axis={"Kiev": "ax-hq-south 3", "Minsk": "ax-hq-centre 0"}, eliminated=("ax-hq-a", "so-hq-south", "so-hq-west"))
    assert (axis(here).command, axis(here).lost_hqs) == (6, -4)
    assert (soviet(here).command, soviet(here).lost_hqs) == (0, -8)


@clause("EF-17.1c", "EF-R23")
def test_lost_axis_units_cost_two_and_headquarters_are_not_counted_again() -> None:
    here = position("w42", axis=FREE, eliminated=("ax-inf-1", "ax-ss-2", "ax-sat-1r", "ax-sta-2b", "ax-hq-a"))
    assert axis(here).lost_units == -8


@clause("EF-17.1f", "EF-R23")
def test_lost_soviet_units_cost_one() -> None:
    here = position("w42", eliminated=("so-inf-5", "so-para-4", "so-hq-south"))
    assert soviet(here).lost_units == -2


@clause("EF-17.1g", "EF-3.22c", "EF-3.22d")
def test_units_that_started_eliminated_count_and_future_reinforcements_do_not() -> None:
    here = position("w41", eliminated=("so-inf-5",))
    assert here.state.location[here.block("so-gtk-1")] == NOT_IN_PLAY
    assert soviet(here).lost_units == -1


@clause("EF-17.1d", "EF-R23")
def test_restricted_expeditions_cost_one_and_missing_italians_two() -> None:
    at_home = {"Bucharest": "ax-sat-3r 3, ax-sat-4r 3", "Budapest": "ax-sat-2h 3"}
    assert axis(position("s41", axis=at_home)).expeditions == -5  # nobody released, the Italians never came
    assert axis(position("s42", axis=at_home)).expeditions == -4  # the 3rd Romanian Army is free
    assert axis(position("w42", axis=FREE)).expeditions == 0
    assert axis(position("w42", axis=at_home, eliminated=(ITALIANS,))).expeditions == -2


@clause("EF-17.1d", "EF-R23")
def test_italians_count_when_restricted_again_but_never_twice() -> None:
    restricted = position("w42", axis=FREE, soviet={"Odessa": "infantry 3"})
    assert axis(restricted).expeditions == -5
    lost = position("w42", eliminated=(ITALIANS, "ax-sat-3r"))
    assert (axis(lost).lost_units, axis(lost).expeditions) == (-2, -2)


@clause("EF-17.1h", "EF-17.1c")
@pytest.mark.parametrize("name", ["s43", "w43", "s44"])
def test_from_summer_1943_on_expeditions_cost_five_less_those_already_counted(name: str) -> None:
    at_home = {"Bucharest": "ax-sat-3r 3, ax-sat-4r 3", "Budapest": "ax-sat-2h 3"}
    assert axis(position(name, axis=at_home)).expeditions == -5
    two = {"Bucharest": "ax-sat-4r 3", "Budapest": "ax-sat-2h 3"}
    here = position(name, axis=two, eliminated=("ax-sat-3r",))
    assert (axis(here).expeditions, axis(here).lost_units) == (-4, -2)


@clause("EF-17.1e", "EF-R23")
def test_unsupplied_german_units_cost_one_by_their_last_status() -> None:
    here = position("w42", axis={"Stalingrad": "ax-inf-1 3, ax-hq-a 1, ax-sat-3r 3"}, eliminated=("ax-inf-5",))
    for key in ("ax-inf-1", "ax-hq-a", "ax-sat-3r", "ax-inf-5"):
        here.state.flags[here.block(key)] |= UNSUPPLIED
    assert axis(here).unsupplied == -2  # neither the Romanians nor the dead


@clause("EF-16.1d", "EF-16.1f", "EF-17.1c")
def test_units_lost_by_surrender_cost_two_but_not_the_one_that_changed_sides() -> None:
    here = position("s44", axis={"Bucharest": "ax-sat-3r 3, ax-sat-4r 3", "Budapest": "ax-sat-2h 3"})
    here.game.rules.satellites.defect(here.state, here.block("ax-sat-3r"), here.events)
    here.game.rules.satellites.surrender(here.state, 0, here.events)
    assert here.state.location[here.block("ax-sat-4r")] == GONE
    romanians = ("ax-sat-3r", "ax-sat-4r", "ax-sat-1r", "ax-sta-2r")
    lost = [key for key in romanians if here.game.rules.victory.is_lost(here.state, here.block(key))]
    assert lost == ["ax-sat-4r", "ax-sat-1r", "ax-sta-2r"]
    assert axis(here).expeditions == -3  # the 2nd Hungarian Army and the Italians
    assert here.state.location[here.block("so-sat-3r")] == here.hex("Bucharest")
    assert soviet(here).lost_units == 0


@clause("EF-W41.2a", "EF-5.1b")
def test_in_winter_1941_the_soviets_score_missing_axis_command() -> None:
    here = position("w41", axis={"Warsaw": "supreme 3", "Minsk": "ax-hq-centre 2", "Kiev": "ax-hq-south 0"})
    assert soviet(here).bonus == 9
    assert soviet(position("s42", axis={"Warsaw": "supreme 3"})).bonus == 0


# ---- levels


@clause("EF-17.2a", "EF-17.3a")
@pytest.mark.parametrize("name", ["s41", "w41", "s42", "w42", "s43", "w43", "s44"])
def test_the_handicap_is_added_to_the_axis_total(name: str) -> None:
    here = position(name).close_scenario()
    (told,) = here.told(ScenarioEnded)
    assert told.handicap == scenario(name).handicap
    assert told.margin == told.axis + told.handicap - told.soviet
    assert (told.axis, told.soviet) == (told.axis_score.total, told.soviet_score.total)
    result = here.game.result(here.state)
    assert result is not None
    assert (result.margin, result.level, result.reason) == (told.margin, told.level, "points")


@clause("EF-17.3a", "EF-17.31a")
@pytest.mark.parametrize(
    ("margin", "winner", "level", "points"),
    [
        (0, None, "draw", (1, 1)),
        (5, None, "draw", (1, 1)),
        (-5, None, "draw", (1, 1)),
        (6, AXIS, "marginal", (2, 0)),
        (-15, SOVIET, "marginal", (0, 2)),
        (16, AXIS, "major", (3, 0)),
        (-25, SOVIET, "major", (0, 3)),
        (26, AXIS, "decisive", (5, 0)),
        (-90, SOVIET, "decisive", (0, 5)),
    ],
)
def test_levels_and_tournament_points(margin: int, winner: int | None, level: str, points: tuple[int, int]) -> None:
    here = position("s43")
    base = here.game.rules.victory
    here.state.base[AXIS] += margin - (axis(here).total + scenario("s43").handicap - soviet(here).total)
    here.close_scenario()
    result = here.game.result(here.state)
    assert result is not None
    assert (result.winner, result.margin, result.level) == (winner, margin, level)
    assert here.told(GameEnded)[0].points == points == base.tournament_points(-1 if winner is None else winner, level)


@clause("EF-0.2e", "EF-3.11b")
def test_the_balance_becomes_public_only_at_the_end() -> None:
    here = position("s43", soviet={"Moscow": "so-hq-stavka 3"})
    for viewer in (AXIS, SOVIET):
        before = here.game.view(here.state, viewer)
        assert before.outcome == ()
    told = here.close_scenario().told(ScenarioEnded)[0]
    assert told.seen_by == EVERYBODY
    assert told.reveals


@clause("EF-EDW.0a")
def test_edelweiss_has_no_victor() -> None:
    here = position("edelweiss").close_scenario()
    result = here.game.result(here.state)
    assert result is not None
    assert (result.winner, result.margin, result.level, result.reason) == (None, 0, "", "no_victory_conditions")
    assert not here.told(ScenarioEnded)


# ---- the last winter

LADDER = {
    "1944-12": (SOVIET, "decisive"),
    "1945-01": (SOVIET, "major"),
    "1945-02": (SOVIET, "marginal"),
    "1945-03": (None, "draw"),
    "1945-04": (AXIS, "marginal"),
    "1945-05": (AXIS, "major"),
}


@clause("EF-W44.5a", "EF-R33", "EF-16.8a")
@pytest.mark.parametrize("month", LADDER)
def test_the_month_of_the_first_sole_occupation_decides(month: str) -> None:
    here = position("w44", soviet={"Kalisz": "infantry 3"}, month=month)
    here.game.rules.victory.watch_poland(here.state)
    here.close_scenario()
    result = here.game.result(here.state)
    assert result is not None
    assert (result.winner, result.level) == LADDER[month]
    least = next(row.at_least for row in tables().victory_levels if row.level == result.level)
    assert result.margin == (-least if result.winner == SOVIET else least)
    assert not here.told(ScenarioEnded)  # points are not used


@clause("EF-W44.5a", "EF-R33")
def test_if_poland_is_never_crossed_the_axis_wins_decisively() -> None:
    here = position("w44", month="1945-05").close_scenario()
    result = here.game.result(here.state)
    assert result is not None
    assert (result.winner, result.level, result.reason) == (AXIS, "decisive", "poland_held")


@clause("EF-17.4b")
def test_a_campaign_that_reaches_the_last_winter_is_decided_there() -> None:
    here = position("campaign", month="1945-05")
    here.state.place_in_chain = len(here.game.rules.chain) - 1
    here.close_scenario()
    result = here.game.result(here.state)
    assert result is not None
    assert (result.winner, result.reason) == (AXIS, "poland_held")
