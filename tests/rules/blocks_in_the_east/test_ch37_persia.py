"""Chapter 37: Persia, and the corridor through it."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_in_the_east.rules.history import PERSIA_AT_WAR, PERSIA_FELL
from blockfront.games.blocks_series.actions import EndPhase, Move
from blockfront.games.blocks_series.aids.automatic_set_up import automatic_set_up
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_events import PersiaChanged
from blockfront.games.blocks_series.state import MOVEMENT

OPTIONS = ("advanced", "persia", "lend_lease")


def at_the_border(month: str, units: dict[str, str] | None = None) -> Position:
    """The month begins, and the Soviets may move."""
    here = position("sbe9", soviet=units or {"5251": "s-7a 3"}, axis={"Warsaw": "g-1k 4"}, month=month, active="soviet", options=OPTIONS)
    if not units:
        here.state.location[here.block("s-7a")] = here.state.shown[here.block("s-7a")] = here.hex("4646")
        here.state.occupied[SOVIET] = 1 << here.hex("4646")
        here.state.derived = {}
    here.game.rules.definitions.begin_month(here.state, here.events)
    return here


def enters(here: Position) -> bool:
    persia = here.game.rules.board.area("persia")
    return any(isinstance(action, Move) and persia >> action.to & 1 for action in here.begin(MOVEMENT).legal())


@clause("BE-37.0a")
@pytest.mark.parametrize(("month", "open_"), [("1941-07", False), ("1941-08", True), ("1942-03", True)])
def test_persia_is_closed_until_august_1941(month: str, open_: bool) -> None:
    here = at_the_border(month)
    assert bool(here.state.happened & PERSIA_AT_WAR) == open_
    assert here.holds(AXIS, "Teheran") == open_
    assert not here.holds(SOVIET, "Teheran")
    assert enters(here) == open_


@clause("BE-37.0a")
def test_nobody_hears_of_it_twice() -> None:
    here = at_the_border("1941-08")
    here.game.rules.definitions.begin_month(here.state, here.events)
    assert [event.fell for event in here.told(PersiaChanged)] == [0]


def before_teheran(units: str = "s-7a 3", month: str = "1941-09") -> Position:
    here = at_the_border(month, {"5251": units})
    return here.begin(MOVEMENT)


@clause("BE-37.0b")
def test_with_teheran_the_country_falls() -> None:
    here = before_teheran()
    here.play(Move(here.block("s-7a"), here.hex("Teheran"))).end_phase()
    assert [event.fell for event in here.told(PersiaChanged)] == [0, 1]
    assert here.holds(SOVIET, "Tabriz")
    assert PERSIA_FELL.read(here.state.happened) == 2  # the second month from August 1941 on


def fallen(units: dict[str, str]) -> Position:
    here = at_the_border("1941-10", units)
    here.game.rules.definitions.capture(here.state, SOVIET, 1 << here.hex("Teheran"), here.events)
    return here.begin(MOVEMENT)


@clause("BE-37.0b")
def test_the_last_unit_stays_in_teheran() -> None:
    alone = fallen({"Teheran": "s-7a 3"})
    assert not any(isinstance(action, Move) for action in alone.legal())
    refused = alone.game.why_not(alone.state, Move(alone.block("s-7a"), alone.hex("5251")), SOVIET)
    assert refused is not None
    assert refused.clause == "BE-37.0b"
    two = fallen({"Teheran": "s-7a 3, s-14a 3"})
    two.play(Move(two.block("s-7a"), two.hex("5251")))
    assert not any(isinstance(action, Move) and action.block == two.block("s-14a") for action in two.legal())


@clause("BE-37.0b")
def test_who_can_must_go_back_there() -> None:
    here = fallen({"5251": "s-7a 3"})
    assert EndPhase() not in here.legal()
    here.play(Move(here.block("s-7a"), here.hex("Teheran")))
    assert EndPhase() in here.legal()


@clause("BE-37.0b")
def test_who_is_too_far_away_need_not_go() -> None:
    here = fallen({"4949": "s-7a 3"})
    moves = {action.to for action in here.legal() if isinstance(action, Move)}
    assert moves
    assert here.hex("Teheran") not in moves
    assert EndPhase() in here.legal()


@clause("BE-37.0b")
def test_later_scenarios_begin_with_a_garrison() -> None:
    game = make("sbe7", frozenset(("advanced", "persia")))
    teheran = game.rules.board.hex("Teheran")
    assert any(hex_ == teheran for _, _, hex_ in automatic_set_up(game.rules, SOVIET, 0))
    assert game.new_state().control[SOVIET] >> teheran & 1


@clause("BE-37.0c", "BE-34.0f", "BE-R55")
@pytest.mark.parametrize(
    ("fell", "month", "open_"),
    [
        ("1941-09", "1942-05", False),
        ("1941-09", "1942-06", True),
        ("1941-08", "1942-05", False),  # never before June 1942
        ("1941-12", "1942-08", False),
        ("1941-12", "1942-09", True),
        ("", "1943-06", False),
    ],
)
def test_the_corridor_opens_nine_months_after_the_fall(fell: str, month: str, open_: bool) -> None:
    here = at_the_border(fell or "1941-09", {"Moscow": "s-8a 3"})
    if fell:
        here.game.rules.definitions.capture(here.state, SOVIET, 1 << here.hex("Teheran"), here.events)
    here.state.month = position("sbe9", month=month, options=OPTIONS).state.month
    routes = here.game.rules.production.deliveries(here.state, here.game.rules.tables.power("ussr"))
    assert any(routes[2]) == open_
    assert any(routes[0])
