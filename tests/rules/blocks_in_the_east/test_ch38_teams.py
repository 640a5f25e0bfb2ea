"""Chapter 38: two players a side, and one for both."""

import pytest

from blockfront.core.clauses import clause
from blockfront.core.match import Match, Seat
from blockfront.core.refusals import Refused
from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Move, RailMove
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import MOVEMENT, PRODUCTION, STRATEGIC_RAIL, SeriesState
from tests.rules.one_seat import check_both_sides_under_fog

AXIS = Side(0)


def team(here: Position, first: tuple[str, ...], second: tuple[str, ...]) -> tuple[Match, Seat, Seat]:
    side = here.state.active
    seats = (
        Seat("0", frozenset((Side(side),)), frozenset(first)),
        Seat("1", frozenset((Side(side),)), frozenset(second)),
        Seat("2", frozenset((Side(1 - side),))),
    )
    return Match(here.game, seats, state=here.state, is_followed=True), seats[0], seats[1]


def front(phase: int = MOVEMENT) -> Position:
    """A German unit north of the green line, another south of it, Romanians in the south."""
    axis = {"Tilsit": "g-1k 3", "Lublin": "g-2k 4", "Kishinev": "romania infantry 3"}
    return position("sbe4", axis=axis, soviet={"Moscow": "s-8a 3"}, points={"germany": 9}).begin(phase)


@clause("BE-38.1a")
def test_the_line_divides_a_side() -> None:
    here = front()
    match, north, south = team(here, ("north",), ("south",))
    mine = next(a for a in here.legal() if isinstance(a, Move) and a.block == here.block("g-1k"))
    theirs = next(a for a in here.legal() if isinstance(a, Move) and a.block == here.block("g-2k"))
    with pytest.raises(Refused, match="team mate"):
        match.submit(north, theirs)
    match.submit(south, theirs)
    with pytest.raises(Refused, match="team mate"):
        match.submit(south, mine)
    match.submit(north, mine)


@clause("BE-38.1a")
def test_who_crosses_the_line_changes_commander_at_once() -> None:
    here = front(STRATEGIC_RAIL)
    match, north, south = team(here, ("north",), ("south",))
    rides = [a for a in here.legal() if isinstance(a, RailMove) and a.block == here.block("g-2k")]
    across = next(a for a in rides if "north" in here.game.concerned(_after(here, a), a, AXIS))
    assert match.commands(south, across, AXIS)
    match.submit(south, across)
    assert match.commands(north, RailMove(here.block("g-2k"), here.hex("Tilsit")), AXIS)
    assert not match.commands(south, RailMove(here.block("g-2k"), here.hex("Tilsit")), AXIS)


def _after(here: Position, action: RailMove) -> SeriesState:
    state = here.state.copy()
    here.game.apply(state, action, AXIS)
    return state


@clause("BE-38.1b")
def test_team_mates_spend_one_pool() -> None:
    here = position("sbe4", axis={"Tilsit": "g-1k 3", "Lublin": "g-2k 3"}, points={"germany": 0}).begin(PRODUCTION)
    here.state.pool[:] = [1 if number == 0 else 0 for number in range(len(here.state.pool))]
    match, north, south = team(here, ("north",), ("south",))
    match.submit(north, BuyStep(here.block("g-1k")))
    with pytest.raises(Refused):
        match.submit(south, BuyStep(here.block("g-2k")))  # the point is gone


def test_they_end_a_phase_together() -> None:
    here = front()
    match, north, south = team(here, ("north",), ("south",))
    assert match.submit(north, EndPhase()) == []
    assert [seat.name for seat in match.awaited(AXIS)] == ["1"]
    theirs = next(a for a in here.legal() if isinstance(a, Move) and a.block == here.block("g-2k"))
    match.submit(south, theirs)
    assert [seat.name for seat in match.awaited(AXIS)] == ["1"]  # the first still waits
    entries = match.submit(south, EndPhase())
    assert entries[0].action == EndPhase()
    assert not match.ready


def test_who_acts_again_is_not_ready_any_more() -> None:
    here = front()
    match, north, _ = team(here, ("north",), ("south",))
    match.submit(north, EndPhase())
    match.submit(north, next(a for a in here.legal() if isinstance(a, Move) and a.block == here.block("g-1k")))
    assert [seat.name for seat in match.awaited(AXIS)] == ["0", "1"]


def test_by_agreement_everybody_acts_for_everything() -> None:
    here = front()
    match, first, second = team(here, (), ())
    match.submit(first, next(a for a in here.legal() if isinstance(a, Move)))
    assert match.submit(second, EndPhase())


@clause("BE-38.2a")
def test_one_person_may_play_both_sides_under_fog() -> None:
    check_both_sides_under_fog(make("sbe1", frozenset()), decisions=3)
