"""Seats that share a side: each commands its part, and they end a phase together."""

import pytest

from blockfront.core.clauses import clause
from blockfront.core.match import Match, Seat
from blockfront.core.refusals import Refused
from blockfront.core.sides import Side
from blockfront.core.teams import commands, why_not_divided
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_in_the_west.aids.scene import position as western_position
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Move, RailMove
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import MOVEMENT, PRODUCTION, STRATEGIC_RAIL, SeriesState

AXIS, OTHERS = Side(0), Side(1)
HALVES = (("north", "south"),)


@pytest.mark.parametrize(
    ("held", "concerned", "may"),
    [((), ("north",), True), (("north",), (), True), (("north",), ("north", "germany"), True), (("north",), ("south", "germany"), False)],
)
def test_who_commands_what(held: tuple[str, ...], concerned: tuple[str, ...], may: bool) -> None:
    assert commands(held, concerned, (*HALVES, ("germany", "finland"))) == may


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ([(), ()], ""),
        ([("north",), ("south",)], ""),
        ([("north",), ()], ""),
        ([("north",), ("north",)], "two seats have the same part"),
        ([("north",), ("finland",)], "there is no part 'finland' beside the others"),
        ([("germany",), ("finland",)], "nobody has romania"),
    ],
)
def test_how_seats_may_share_a_side(parts: list[tuple[str, ...]], problem: str) -> None:
    assert why_not_divided(list(parts), (*HALVES, ("germany", "finland", "romania"))) == problem


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


@clause("BW-38.1a", "BW-38.1b")
def test_powers_divide_the_allies_of_the_west() -> None:
    units = {"London": "uk infantry 3", "Southampton": "us-3 4"}
    here = western_position("sbw9", allies=units, month="1944-07", active="allies").begin(MOVEMENT)
    divisions = here.game.divisions(OTHERS)
    assert any({"uk", "usa"} <= set(division) for division in divisions)
    british = tuple(power for power in divisions[-1] if power != "usa")
    match, gb, us = team(here, british, ("usa",))
    american = Move(here.block("us-3"), here.hex("Portsmouth"))
    assert match.commands(us, american, OTHERS)
    assert not match.commands(gb, american, OTHERS)
    assert match.commands(gb, EndPhase(), OTHERS)
