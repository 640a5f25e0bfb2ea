"""Chapter 34: Lend-Lease."""

from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Rebuild
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Delivered
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.state import PRODUCTION

LEND_LEASE = ("advanced", "lend_lease")
YELLOW, RED = COLOURS.index("yellow"), COLOURS.index("red")


def deliveries(month: str, **more: Any) -> tuple[tuple[int, int], ...]:
    here = position("sbe5", month=month, active="soviet", options=LEND_LEASE, **more)
    return here.game.rules.production.deliveries(here.state, here.game.rules.tables.power("ussr"))


def receiving(units: dict[str, str], month: str = "1941-09", eliminated: tuple[str, ...] = ()) -> Position:
    here = position("sbe5", soviet=units, month=month, active="soviet", eliminated=eliminated, options=LEND_LEASE)
    here.begin(PRODUCTION)
    for number in range(len(here.state.pool)):
        here.state.pool[number] = 0  # nothing but gifts
    return here


@clause("BE-34.0a")
@pytest.mark.parametrize(("month", "red", "blue"), [("1941-08", 0, 0), ("1941-09", 5, 3), ("1942-06", 6, 4), ("1943-06", 3, 8)])
def test_deliveries_by_month(month: str, red: int, blue: int) -> None:
    routes = deliveries(month)
    assert (sum(points[0] for points in routes), sum(points[1] for points in routes)) == (red, blue)


@clause("BE-34.0a")
def test_everybody_hears_of_deliveries() -> None:
    here = position("sbe5", month="1942-06", active="soviet", options=LEND_LEASE).begin(PRODUCTION)
    assert [(event.route, event.red, event.blue) for event in here.told(Delivered)] == [(0, 3, 2), (1, 2, 1), (2, 1, 1)]


@clause("BE-34.0b")
def test_gifts_need_no_yellow_point() -> None:
    here = receiving({"Moscow": "s-3mc 1, s-8a 1"})
    here.play(BuyStep(here.block("s-3mc")))
    assert here.strength("s-3mc") > 1
    assert sum(here.state.gifts[::2]) == 4
    assert here.points("ussr") == here.points("ussr", "red") == 0
    assert BuyStep(here.block("s-8a")) not in here.legal()  # infantry comes from nowhere


@clause("BE-34.0b", "BE-12.3d")
def test_gifts_do_not_reach_a_besieged_leningrad() -> None:
    ring = {"2214": "f-6k 3", "Vyborg": "f-4k 3", "2216": "g-1k 4", "2316": "g-2k 4", "Schlüsselburg": "g-10k 3"}
    here = position(
        "sbe5",
        axis=ring,
        soviet={"Leningrad": "s-8a 2", "Oranienbaum": "s-st-len 2", "Volkhov": "s-27a 3"},
        axis_holds=("baltic_states", "2116", "Vyborg"),
        month="1941-09",
        active="soviet",
        options=LEND_LEASE,
    ).begin(PRODUCTION)
    here.state.pool[:] = [0] * len(here.state.pool)
    here.state.pocket[:] = [0] * len(here.state.pocket)
    ussr, pay = here.game.rules.tables.power("ussr"), here.game.rules.production.can_pay
    assert pay(here.state, ussr, 1, (YELLOW, RED), here.hex("Moscow"))
    assert not pay(here.state, ussr, 1, (YELLOW, RED), here.hex("Leningrad"))


@clause("BE-34.0b")
def test_gifts_are_not_saved() -> None:
    here = receiving({"Moscow": "s-3mc 1"})
    assert sum(here.state.gifts) == 8
    here.play(EndPhase()).deal()
    assert not here.state.gifts


@clause("BE-34.0c")
def test_gifts_build_in_any_linked_great_city() -> None:
    here = receiving({"Moscow": "s-8a 3"}, eliminated=("s-3mc",))
    board = here.game.rules.board
    offered = {action.hex for action in here.legal() if isinstance(action, Rebuild) and action.block == here.block("s-3mc")}
    without_factory = offered & {hex_ for hex_ in offered if not board.factories("armour", here.state.month) >> hex_ & 1}
    assert here.hex("Kazan") in offered
    assert without_factory
    assert all(board.majors >> hex_ & 1 for hex_ in offered)
    here.play(Rebuild(here.block("s-3mc"), sorted(without_factory)[0]))
    assert sum(here.state.gifts[::2]) == 4
    here.state.gifts[:] = [0] * 6
    here.state.pool[here.game.rules.tables.power("ussr") * len(COLOURS) + RED] = 9
    assert not here.game.rules.production.industry(here.state, here.block("s-3mc")) & ~board.factories("armour", here.state.month)


@clause("BE-34.0c")
@pytest.mark.parametrize(("gifts", "tanks", "aircraft"), [((9, 0), True, False), ((0, 9), False, True)])
def test_red_gifts_are_tanks_and_blue_ones_aircraft(gifts: tuple[int, int], tanks: bool, aircraft: bool) -> None:
    here = receiving({"Moscow": "s-8a 3"})
    here.state.gifts[:] = list(gifts) * 3
    made = [here.game.rules.production.industry(here.state, here.block(key)) >> here.hex("Kazan") & 1 for key in ("s-3mc", "s-west-f")]
    kazan = here.game.rules.board.factories("aircraft", here.state.month) >> here.hex("Kazan") & 1
    assert made == [tanks, aircraft or kazan]
    orel = [here.game.rules.production.industry(here.state, here.block(key)) >> here.hex("Orel") & 1 for key in ("s-3mc", "s-west-f")]
    assert orel == [tanks, aircraft]


@clause("BE-34.0d")
@pytest.mark.parametrize(
    ("axis_holds", "weather", "open_"),
    [
        (("Archangelsk",), "snow", True),
        (("murmansk",), "snow", False),
        (("murmansk",), "good", True),
        (("murmansk", "Archangelsk"), "good", False),
    ],
)
def test_when_the_arctic_route_is_open(axis_holds: tuple[str, ...], weather: str, open_: bool) -> None:
    routes = deliveries("1942-01", axis_holds=axis_holds, weather=weather)
    assert routes[1] == ((2, 1) if open_ else (0, 0))


@clause("BE-34.0e")
def test_nothing_stops_the_pacific_route() -> None:
    routes = deliveries("1942-01", axis_holds=("murmansk", "Archangelsk", "Moscow", "Baku"), weather="snow")
    assert routes[0] == (3, 2)
