"""Chapter 26: V1, V2, Götterdämmerung."""

from random import Random

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import AXIS, position
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Eliminated, Revealed
from blockfront.games.blocks_series.state import STRATEGIC_WARFARE
from blockfront.games.blocks_series.strategic_actions import AimRocket, AimRocketAtUnit
from blockfront.games.blocks_series.strategic_events import FlyingBombs, RocketsHit
from blockfront.testing.fog import leaks

OPTIONS = ("wonder_weapons",)


def channel(month: str = "1944-06", corps: str = "Calais", allies: dict[str, str] | None = None, lost: tuple[str, ...] = ()) -> Position:
    """The 65th Corps with nothing left but its rockets."""
    return position(
        "sbw9",
        axis={corps: "de-65 0", "Berlin": "de-fhq 4"},
        allies={"London": "gb-churchill 4"} | (allies or {}),
        month=month,
        active="allies",
        allies_hold=lost,
        options=OPTIONS,
    )


@clause("BW-26.1a", "BW-26.1b")
@pytest.mark.parametrize(("faces", "lost"), [((6, 3), 1), ((6, 6), 2), ((5, 5), 0)])
def test_flying_bombs(faces: tuple[int, int], lost: int) -> None:
    """BWX-26.1."""
    here = channel().begin(STRATEGIC_WARFARE)
    assert here.side == CHANCE
    here.play(Roll(faces))
    assert here.told(FlyingBombs)[0].lost == lost


@clause("BW-26.1a")
@pytest.mark.parametrize(("month", "lost", "flies"), [("1944-05", (), False), ("1944-06", ("Peenemünde",), False), ("1944-06", (), True)])
def test_conditions_of_flying_bombs(month: str, lost: tuple[str, ...], flies: bool) -> None:
    here = channel(month, lost=lost)
    assert bool(here.game.rules.strategic.flying_bombs(here.state)) == flies


@clause("BW-26.1a")
def test_without_a_coastal_city_nothing_flies() -> None:
    here = channel()
    board, state = here.game.rules.board, here.state
    coast = board.nation("FR") | board.nation("BE")
    state.control[1] |= coast
    state.control[AXIS] &= ~coast
    assert here.game.rules.strategic.flying_bombs(state) == 0


@clause("BW-26.2a", "BW-26.2b", "BW-26.2c", "BW-R58")
def test_rockets_on_a_city() -> None:
    here = channel("1944-09", corps="Calais").begin(STRATEGIC_WARFARE).play(Roll((1, 1)))
    assert here.side == AXIS
    before = here.state.due[here.game.rules.tables.power("uk") * 5]
    here.play(AimRocket(here.hex("London")))
    roll = Roll((6, 2, 6, 1))
    events = len(here.told(RocketsHit))
    here.game.rules.strategic.lose_points(here.state, 0)
    here.play(roll)
    assert len(here.told(RocketsHit)) == events + 1
    assert here.told(RocketsHit)[0].hits == 2
    assert before == 0


@clause("BW-26.2c", "BW-R58")
def test_rockets_on_a_unit_cost_it_faces() -> None:
    """BWX-26.2, a unit."""
    here = channel("1944-09", corps="Calais", allies={"Dover": "gb-3 4"}).begin(STRATEGIC_WARFARE).play(Roll((1, 1)))
    unit = here.block("gb-3")
    here.play(AimRocketAtUnit(here.hex("Dover"), here.state.handle[unit]), Roll((6, 2, 6, 1)))
    assert here.strength("gb-3") == 2


@clause("BW-26.2c", "BW-1.3a")
def test_a_unit_that_rockets_destroy_shows_its_face_first() -> None:
    here = channel("1944-09", corps="Calais", allies={"Dover": "gb-3 1"}).begin(STRATEGIC_WARFARE).play(Roll((1, 1)))
    unit = here.block("gb-3")
    here.play(AimRocketAtUnit(here.hex("Dover"), here.state.handle[unit]), Roll((6, 2, 6, 1)))
    assert here.told(Eliminated)[0].block == unit
    assert (unit, 1) in here.told(Revealed)[-1].blocks


@clause("BW-26.2c", "BW-1.3a")
def test_rockets_tell_only_whether_their_target_is_still_there() -> None:
    here = channel("1944-09", corps="Calais", allies={"Dover": "gb-3 1"}).begin(STRATEGIC_WARFARE).play(Roll((1, 1)))
    here.play(AimRocketAtUnit(here.hex("Dover"), here.state.handle[here.block("gb-3")]))
    for seed in range(20):
        assert leaks(here.game, here.state, AXIS, Random(seed)) == []


@clause("BW-26.2a", "BW-R58")
@pytest.mark.parametrize(
    ("month", "corps", "reaches"), [("1944-09", "Calais", True), ("1944-08", "Calais", False), ("1944-09", "Munich", False)]
)
def test_where_rockets_reach(month: str, corps: str, reaches: bool) -> None:
    here = channel(month, corps=corps)
    targets = here.game.rules.strategic.rocket_targets(here.state)
    assert (AimRocket(here.hex("London")) in targets) == reaches


@clause("BW-26.2a")
def test_whether_rockets_are_in_range_is_not_told() -> None:
    """The enemy's phase looks the same wherever the corps is."""
    near, far = (channel("1944-09", corps=place).begin(STRATEGIC_WARFARE).play(Roll((1, 1))) for place in ("Calais", "Munich"))
    assert near.side == far.side == AXIS
    assert EndPhase() in far.legal()


@clause("BW-26.3a", "BW-26.3b", "BW-R59", "BW-R140")
@pytest.mark.parametrize(
    ("month", "held", "last"),
    [
        ("1944-12", True, "1945-05"),
        ("1945-05", False, "1945-05"),
        ("1945-05", True, "1945-07"),
        ("1945-06", False, "1945-07"),
        ("1945-07", False, "1945-07"),
        ("1945-07", True, "1945-12"),
        ("1945-09", False, "1945-12"),
    ],
)
def test_the_war_goes_on_through_july_and_to_december(month: str, held: bool, last: str) -> None:
    """In May and in July 1945 it matters who holds Berlin and Peenemünde; between and after these months it does not."""
    here = position("sbw10", axis={"Berlin": "de-fhq 4"}, month=month, allies_hold=() if held else ("Peenemünde",), options=OPTIONS)
    year, number = divmod(here.game.rules.victory.last_month(here.state), 12)
    assert f"{year}-{number + 1:02}" == last


@clause("BW-26.3b", "BW-R59")
def test_who_holds_both_in_december_1945_has_won() -> None:
    """Whatever else the Allies hold; a month earlier, or without Peenemünde, the cities decide."""
    cities = ("Ruhr", "Frankfurt", "Munich", "Hamburg", "Cologne", "Stuttgart")

    def result(month: str, *lost: str) -> tuple[int, str]:
        here = position("sbw10", axis={"Berlin": "de-fhq 4"}, month=month, allies_hold=(*cities, *lost), options=OPTIONS)
        winner, _, level, _ = here.game.rules.victory.final(here.state)
        return winner, level

    assert result("1945-12") == (AXIS, "decisive")
    assert result("1945-12", "Peenemünde") == result("1945-11") == (1, "marginal")
