"""Chapter 38 of the West: teams by powers, and one for both sides."""

import pytest

from blockfront.core.clauses import clause
from blockfront.core.match import Match, Seat
from blockfront.core.refusals import Refused
from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_west.aids.scene import position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import EndPhase, Move
from blockfront.games.blocks_series.power_actions import PlacePartisans
from blockfront.server import wire
from blockfront.server.http.problems import ApiProblem
from blockfront.server.play.new_games import _seat_rows
from tests.rules.one_seat import check_both_sides_under_fog

ALLIES = Side(1)
LONG = ("sbw4", "sbw5", "sbw6", "sbw7", "sbw8", "sbw9", "sbw10")


@clause("BW-38.1a", "BW-R2")
@pytest.mark.parametrize("scenario", LONG)
def test_long_scenarios_may_be_shared_by_powers(scenario: str) -> None:
    (powers,) = make(scenario, frozenset()).divisions(ALLIES)
    assert {"uk", "usa"} <= set(powers)


@clause("BW-38.1a", "BW-38.1b")
def test_powers_divide_the_allies() -> None:
    units = {"London": "uk infantry 3", "Southampton": "us-3 4"}
    here = position("sbw9", allies=units, month="1944-07", active="allies").begin(4)
    (powers,) = here.game.divisions(ALLIES)
    seats = (
        Seat("0", frozenset((ALLIES,)), frozenset(power for power in powers if power != "usa")),
        Seat("1", frozenset((ALLIES,)), frozenset(("usa",))),
        Seat("2", frozenset((Side(0),))),
    )
    match = Match(here.game, seats, state=here.state, is_followed=True)
    american = next(a for a in here.legal() if isinstance(a, Move) and a.block == here.block("us-3"))
    with pytest.raises(Refused, match="team mate"):
        match.submit(seats[0], american)
    match.submit(seats[1], american)
    assert match.submit(seats[0], EndPhase()) == []  # both must be ready
    assert match.submit(seats[1], EndPhase())


@clause("BW-38.2a")
def test_one_person_may_play_both_sides_under_fog() -> None:
    check_both_sides_under_fog(make("sbw1", frozenset()), decisions=2)


@clause("BW-38.1b")
def test_team_mates_spend_the_points_of_their_side_alike() -> None:
    here = position("sbw9", allies={"London": "uk infantry 3"}, month="1944-07", active="allies", points={"uk": 3}, options=("partisans",))
    here.begin(2)
    seats = (
        Seat("0", frozenset((ALLIES,)), frozenset(("uk",))),
        Seat("1", frozenset((ALLIES,)), frozenset(("usa",))),
        Seat("2", frozenset((Side(0),))),
    )
    match = Match(here.game, seats, state=here.state, is_followed=True)
    before = here.points("uk")
    match.submit(seats[1], PlacePartisans(here.hex("Lyon"), paid=True))  # the American player spends a British point
    assert here.points("uk") == before - 1
    assert here.game.view(match.state, ALLIES).own is not None


def seated(scenario: str, *sides: str, options: tuple[str, ...] = ()) -> int:
    """How many people sit down to a game; a word names the sides that one of them runs."""
    game = make(scenario, frozenset(options))
    seats = [wire.SeatRequest([side for side in game.title.sides if side in words], "me") for words in sides]
    return len(_seat_rows(wire.CreateGame(game.title.id, scenario, seats, list(options)), game, frozenset()))


@clause("BW-0.1b", "BW-38.1a")
@pytest.mark.parametrize(
    "sides",
    [("axis", "allies"), ("axis", "axis", "allies"), ("axis", "allies", "allies"), ("axis", "axis", "allies", "allies"), ("axis allies",)],
)
def test_one_to_four_people_play(sides: tuple[str, ...]) -> None:
    assert seated("sbw9", *sides) == len(sides)


@clause("BW-0.1b")
def test_three_people_do_not_run_one_side() -> None:
    with pytest.raises(ApiProblem, match="at most 2 people"):
        seated("sbw9", "axis", "allies", "allies", "allies")


@clause("BW-38.1a")
@pytest.mark.parametrize("scenario", ["sbw1", "sbw2", "sbw3"])
def test_short_scenarios_are_not_for_four(scenario: str) -> None:
    assert seated(scenario, "axis", "allies", "allies") == 3
    with pytest.raises(ApiProblem, match="at most 3 people"):
        seated(scenario, "axis", "axis", "allies", "allies")


@clause("BW-1.3b", "BW-38.2a")
def test_who_plays_alone_plays_in_the_fog() -> None:
    assert seated("sbw1", "axis allies") == 1
    assert seated("sbw1", "axis", "allies", options=("open_blocks",)) == 2
    with pytest.raises(ApiProblem, match="hidden blocks"):
        seated("sbw1", "axis allies", options=("open_blocks",))
