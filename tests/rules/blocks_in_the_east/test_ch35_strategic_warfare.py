"""Chapter 35 in the East: the air war over Germany, and the convoys to the Soviets."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.options.ch35_strategic_warfare import WarBehindTheFronts
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Delivered, Rolled
from blockfront.games.blocks_series.rules.ch35_air_war import FIGHTER, INTERCEPTOR
from blockfront.games.blocks_series.state import PRODUCTION, STRATEGIC_WARFARE
from blockfront.games.blocks_series.strategic_actions import RepairInterceptor, Scramble, SendBomber
from blockfront.games.blocks_series.strategic_events import CargoLost, ConvoysAttacked, PointBombed

OPTIONS = ("advanced", "lend_lease", "strategic_warfare")
FOURTH, FIFTH, EIGHTH = range(3)
JF2, NINTH_CORPS = INTERCEPTOR, INTERCEPTOR + 1


def war(here: Position) -> WarBehindTheFronts:
    found = here.game.rules.strategic
    assert isinstance(found, WarBehindTheFronts)
    return found


def germany(month: str = "1942-07", weather: str = "good", fighters: str = "") -> Position:
    """The Axis turn begins with Western bombers."""
    axis = {"Berlin": "g-1k 4"} | ({"Stettin": fighters} if fighters else {})
    here = position("sbe9", axis=axis, soviet={"Moscow": "s-8a 3"}, month=month, active="axis", weather=weather, options=OPTIONS)
    return here.begin(STRATEGIC_WARFARE)


@clause("BE-35.0a", "BE-35.1a", "BE-1.2b")
@pytest.mark.parametrize(("month", "forces"), [("1942-07", 2), ("1942-08", 5)])
def test_the_soviet_player_places_western_bombers(month: str, forces: int) -> None:
    here = germany(month)
    assert here.side == SOVIET
    offered = [action for action in here.legal() if isinstance(action, SendBomber)]
    assert {action.bomber for action in offered} == set(range(forces))
    homeland = here.game.rules.board.area("germany")
    assert all(homeland >> action.hex & 1 for action in offered)


@clause("BE-35.1a")
def test_at_most_two_to_a_hex() -> None:
    here = germany("1942-08")
    berlin = here.hex("Berlin")
    here.play(SendBomber(FOURTH, berlin), SendBomber(FIFTH, berlin))
    assert SendBomber(EIGHTH, berlin) not in here.legal()
    assert SendBomber(EIGHTH, here.hex("Hamburg")) in here.legal()


@clause("BE-35.1b", "BE-35.1h")
def test_interceptors_and_fighters_based_in_germany_rise() -> None:
    here = germany(fighters="g-jg51 4")
    berlin = here.hex("Berlin")
    here.play(SendBomber(FOURTH, berlin), EndPhase())
    assert here.side == AXIS
    units = {action.unit for action in here.legal() if isinstance(action, Scramble)}
    assert units == {JF2, NINTH_CORPS, FIGHTER + here.block("g-jg51")}


@clause("BE-35.1c", "BE-35.1d", "BE-35.1e", "BE-R56", "BE-R57")
def test_a_month_over_berlin() -> None:
    """Three steps of bombers, four of interceptors: both fire at once; then six dice of flak, then what is left bombs."""
    here = germany()
    berlin = here.hex("Berlin")
    here.play(SendBomber(FOURTH, berlin), EndPhase(), Scramble(JF2, berlin), EndPhase())
    here.play(Roll((6, 1, 1)), Roll((5, 1, 1, 1)))
    assert here.state.interceptors == [3, 3]
    here.play(Roll((6, 1, 1, 1, 1, 1)))  # flak
    here.play(Roll((5,)))  # of three steps one is left
    assert [(event.step, event.shots[0][1:]) for event in here.told(Rolled)] == [
        ("air_to_air", (3, 6)),
        ("air_to_air", (4, 5)),
        ("anti_aircraft", (6, 6)),
        ("air_to_ground", (1, 5)),
    ]
    here.play(Roll((1,)))
    assert len(here.told(PointBombed)) == 1
    assert sum(hits for _, _, hits in here.state.bombed) == 1


@clause("BE-35.1e")
def test_hits_beyond_what_a_hex_yields_are_lost() -> None:
    here = germany()
    dessau = here.hex("Dessau")  # one aircraft factory
    here.play(SendBomber(FIFTH, dessau), EndPhase(), EndPhase(), Roll((1,) * 6), Roll((6, 6, 6, 6)), Roll((1,)))
    assert len(here.told(PointBombed)) == 1
    assert here.state.phase != STRATEGIC_WARFARE


@clause("BE-35.1e")
def test_a_bombed_point_is_missing_in_this_turns_production() -> None:
    def points(hits: int) -> int:
        here = germany()
        here.play(SendBomber(FIFTH, here.hex("Dessau")), EndPhase(), EndPhase(), Roll((1,) * 6), Roll((6,) * hits + (1,) * (4 - hits)))
        if hits:
            here.play(Roll((1,)))
        assert here.state.phase == PRODUCTION
        return here.points("germany", "blue")

    assert points(0) - points(1) == 1


@clause("BE-35.1c", "BE-35.1d", "BE-35.1e")
def test_dates_of_the_air_war() -> None:
    """The printed table, month by month."""
    months = ("1942-12", "1943-01", "1944-01", "1944-05", "1944-10")
    scenes = [germany(month) for month in months]
    assert [war(here).lowest_air(here.state, raiders=True) for here in scenes] == [6, 5, 5, 5, 5]
    assert [war(here).lowest_air(here.state, raiders=False) for here in scenes] == [5, 5, 5, 4, 4]
    assert [war(here).lowest_flak(here.state) for here in scenes] == [6, 6, 6, 6, 5]
    assert [war(here).lowest_bombs(here.state) for here in scenes] == [5, 5, 4, 4, 4]


@clause("BE-35.1f")
def test_snow_hinders_fighters_and_flak_but_not_the_bombs() -> None:
    here = germany(weather="snow")
    berlin = here.hex("Berlin")
    here.play(SendBomber(FIFTH, berlin), EndPhase(), Scramble(JF2, berlin), EndPhase())
    here.play(Roll((1, 1)), Roll((1, 1)), Roll((1, 1, 1)), Roll((1, 1, 1, 1)))
    assert [len(event.faces) for event in here.told(Rolled)] == [2, 2, 3, 4]


@clause("BE-35.1g")
def test_bombers_are_whole_again_and_interceptors_are_repaired_with_points() -> None:
    here = germany()
    here.state.interceptors[:] = [2, 3]
    here.state.squadrons.clear()
    here.begin(PRODUCTION)
    assert RepairInterceptor(0) in here.legal()
    assert RepairInterceptor(1) not in here.legal()
    yellow, blue = here.points("germany"), here.points("germany", "blue")
    here.play(RepairInterceptor(0))
    assert here.state.interceptors == [3, 3]
    assert (yellow - here.points("germany"), blue - here.points("germany", "blue")) == (1, 1)
    again = germany()
    again.play(SendBomber(FOURTH, again.hex("Berlin")))
    assert again.state.squadrons[0][2] == 3


def convoys(month: str = "1942-07", *, italy: bool = True) -> Position:
    here = position("sbe9", axis={"Berlin": "g-1k 4"}, soviet={"Moscow": "s-8a 3"}, month=month, active="soviet", options=OPTIONS)
    if not italy:
        here.state.surrendered |= 1 << here.game.rules.tables.power("italy")
    return here.begin(STRATEGIC_WARFARE)


@clause("BE-35.2a", "BE-35.2b", "BE-35.0a")
def test_a_month_of_convoys() -> None:
    """The printed case: submarines 6 2 1, bombers 5 3 on the Arctic route, 6 6 6 on the Persian one, with an excess hit."""
    here = convoys()
    assert here.side == CHANCE
    here.play(Roll((6, 2, 1, 5, 3, 6, 6, 6)))
    assert here.told(ConvoysAttacked)[0].hits == (0, 2, 3)
    here.play(Roll((1,)), Roll((1,)))  # of three points on the Arctic route two
    here.play(Roll((1,)), Roll((1,)))  # both of the Persian one
    assert len(here.told(CargoLost)) == 4
    delivered = {event.route: event.red + event.blue for event in here.told(Delivered)}
    assert delivered == {0: 5, 1: 1}


@clause("BE-35.2c", "BE-R58", "BE-1.2b")
def test_the_italian_submarine_is_lost_with_italy() -> None:
    assert [pack.dice for pack in war(convoys()).packs(convoys().state, 0)] == [3, 2, 2, 1]
    alone = convoys(italy=False)
    assert [pack.dice for pack in war(alone).packs(alone.state, 0)] == [3, 2, 2]


@clause("BE-35.2b")
def test_what_was_sunk_comes_again_next_month() -> None:
    here = convoys().play(Roll((6, 1, 1, 1, 1, 1, 1, 1)), Roll((1,)))
    assert here.state.phase == PRODUCTION
    assert sum(here.state.gifts) == 9
    here.play(EndPhase())
    assert not here.state.sunk
