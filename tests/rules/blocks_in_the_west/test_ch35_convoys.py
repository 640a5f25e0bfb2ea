"""Chapters 18.2.1, 34 and 35 in the West: submarines, convoys, Cash and Carry, Lend-Lease."""

from random import Random

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.options.ch35_convoys import Convoys
from blockfront.games.blocks_series.actions import EndPhase, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch13_headquarters import KEEP_SUBMARINES
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import Pack
from blockfront.games.blocks_series.sea_actions import Hold, Land
from blockfront.games.blocks_series.state import (
    BOATS_IN_PORT,
    BOATS_KEPT,
    LEND_LEASE,
    MOVEMENT,
    NO_BLOCK,
    NO_HEX,
    PRODUCTION,
    STRATEGIC_RAIL,
    STRATEGIC_WARFARE,
)
from blockfront.games.blocks_series.steps.landings import Landfall
from blockfront.games.blocks_series.strategic_actions import BuyAbroad, NameRoute
from blockfront.games.blocks_series.strategic_events import (
    CargoLost,
    ConvoysAttacked,
    LendLeaseBegan,
    SubmarinesLost,
    SubmarinesMoored,
)

CONVOYS = ("convoys",)


def at_sea(monkeypatch: pytest.MonkeyPatch | None = None, steps: tuple[int, ...] = (), lent: bool = False) -> Position:
    """The British phase of July 1940; submarines as in the scenario, or as given."""
    axis, allies = {"Berlin": "de-fhq 4"}, {"London": "gb-churchill 4"}
    here = position("sbw5", axis=axis, allies=allies, month="1940-07", active="allies", options=CONVOYS)
    if lent:
        here.state.turning_points |= LEND_LEASE
    if steps:
        assert monkeypatch is not None
        packs = tuple(Pack(zone, number, 6) for zone, number in enumerate(steps))
        monkeypatch.setattr(Convoys, "packs", lambda self, state, american: packs)
    return unbombed(here.begin(STRATEGIC_WARFARE))


def unbombed(here: Position) -> Position:
    """The enemy, who bombs first, does not."""
    while here.state.phase == STRATEGIC_WARFARE and here.step == "StrategicWarfarePhase":
        here.play(EndPhase())
    return here


def usual(colour: str) -> int:
    """What Great Britain has when its Production Phase begins and nothing was sunk, bought or lent."""
    return at_sea().play(NameRoute(False), EndPhase(), Roll((1,) * 4)).points("uk", colour)


def gained(here: Position) -> tuple[int, int]:
    """Red and blue points beyond the usual."""
    return here.points("uk", "red") - usual("red"), here.points("uk", "blue") - usual("blue")


@clause("BW-35.2a", "BW-35.2b", "BW-35.2d", "BW-R66")
def test_a_die_for_every_step_once_a_turn() -> None:
    here = at_sea().play(NameRoute(False), EndPhase())
    assert here.side == CHANCE
    assert Roll((1, 1, 1, 1)) in here.game.chance(here.state)  # 2 in the north, 1 in the middle, 1 in the south
    here.play(Roll((5, 5, 5, 5)))
    assert here.told(ConvoysAttacked)[0].yellow == 0
    assert here.state.phase != STRATEGIC_WARFARE


@clause("BW-35.2a")
def test_there_are_no_convoys_in_the_axis_phase() -> None:
    here = position("sbw5", axis={"Berlin": "de-fhq 4"}, allies={"London": "gb-churchill 4"}, active="axis", options=CONVOYS)
    unbombed(here.begin(STRATEGIC_WARFARE))
    assert here.state.phase != STRATEGIC_WARFARE


@clause("BW-18.2.1a", "BW-35.2c", "BW-R66")
def test_convoy_war_of_1943(monkeypatch: pytest.MonkeyPatch) -> None:
    """BWX-18.2.1: the printed example: three submarines of two steps roll 5, 2, 2, 1, 6, 6 and cost four yellow points."""
    here = at_sea(monkeypatch, (2, 2, 2)).play(NameRoute(False), EndPhase(), Roll((5, 2, 2, 1, 6, 6)))
    attacked = here.told(ConvoysAttacked)[0]
    assert (sum(attacked.hits), attacked.yellow) == (2, 4)


@clause("BW-18.2.1a", "BW-R79")
def test_losses_are_taken_from_this_turns_income() -> None:
    struck = at_sea().play(NameRoute(False), EndPhase(), Roll((6, 6, 1, 1)))
    assert struck.state.phase == PRODUCTION
    assert usual("yellow") - struck.points("uk") == 4


@clause("BW-R79")
def test_losses_never_exceed_the_income(monkeypatch: pytest.MonkeyPatch) -> None:
    here = at_sea(monkeypatch, (9, 9, 9)).play(NameRoute(False), EndPhase(), Roll((6,) * 27))
    income = here.game.rules.production.income(here.state, here.game.rules.tables.power("uk"))[0]
    assert here.told(ConvoysAttacked)[0].yellow == income
    assert here.points("uk") == 0


@clause("BW-35.2a", "BW-35.2c", "BW-35.2e", "BW-34.0c", "BW-R66")
@pytest.mark.parametrize(("american", "cargo", "yellow"), [(True, 2, 2), (False, 0, 6)])
def test_the_northern_submarine_names_its_route_first(american: bool, cargo: int, yellow: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """BWX-35.2: lend-Lease of three red and two blue; north 6 6, middle 6 1, south 2 3."""
    red, blue = usual("red"), usual("blue")
    here = at_sea(monkeypatch, (2, 2, 2), lent=True)
    assert here.side == AXIS
    here.play(NameRoute(american), Roll((6, 6, 6, 1, 2, 3)))
    assert here.told(ConvoysAttacked)[0].yellow == yellow
    for left in range(5, 5 - cargo, -1):
        assert Roll((left,)) in here.game.chance(here.state)
        here.play(Roll((left,)))
    assert len(here.told(CargoLost)) == cargo
    assert here.points("uk", "red") - red + here.points("uk", "blue") - blue == 5 - cargo


@clause("BW-35.2c")
@pytest.mark.parametrize(("face", "blue"), [(1, False), (3, False), (4, True), (5, True)])
def test_chance_chooses_among_the_points(face: int, blue: bool) -> None:
    here = at_sea(lent=True).play(NameRoute(True), Roll((6, 1, 1, 1)), Roll((face,)))
    assert here.told(CargoLost)[0].blue == blue
    assert gained(here) == ((3, 1) if blue else (2, 2))


@clause("BW-34.0a", "BW-R137")
def test_cash_and_carry() -> None:
    """Each point costs three yellow ones, paid for whether it arrives or not."""
    here = at_sea().play(NameRoute(True))
    assert here.side == ALLIES
    here.play(BuyAbroad(False), BuyAbroad(True), EndPhase(), Roll((6, 1, 1, 1)), Roll((2,)))  # the blue one is lost
    assert usual("yellow") - here.points("uk") == 6
    assert gained(here) == (1, 0)


@clause("BW-34.0a", "BW-R137")
def test_nobody_buys_what_he_may_not_be_able_to_pay() -> None:
    here = at_sea().play(NameRoute(False))
    bought = 0
    while BuyAbroad(True) in here.legal():
        here.play(BuyAbroad(True))
        bought += 1
    here.play(EndPhase(), Roll((6,) * 4))
    assert bought == (usual("yellow") - 8) // 3
    assert here.points("uk") == usual("yellow") - 8 - 3 * bought >= 0


@clause("BW-34.0b", "BW-34.0c", "BW-R65")
def test_an_invasion_brings_lend_lease_and_ends_cash_and_carry() -> None:
    axis, allies = {"Calais": "de-7 4"}, {"London": "gb-churchill 4"}
    here = position("sbw5", axis=axis, allies=allies, month="1940-08", active="allies", options=CONVOYS)
    strategic = here.game.rules.strategic
    assert strategic.may_buy_abroad(here.state)
    here.game.rules.definitions.capture(here.state, AXIS, 1 << here.hex("Dover"), here.events)
    assert here.told(LendLeaseBegan)
    assert not strategic.may_buy_abroad(here.state)
    assert strategic.cargo(here.state, 0, 0, 0) == (3, 2)
    here.game.rules.definitions.capture(here.state, ALLIES, 1 << here.hex("Dover"), here.events)
    assert not strategic.may_buy_abroad(here.state), "once in force it stays"


@clause("BW-34.0b")
@pytest.mark.parametrize(("place", "begins"), [("Dover", True), ("Channel Islands", False)])
def test_a_landing_that_is_still_fought_for_is_an_invasion(place: str, begins: bool) -> None:
    axis, allies = {place: "de-7 4"}, {place: "gb-3 4", "London": "gb-churchill 4"}
    here = position("sbw5", axis=axis, allies=allies, allies_hold=(place,), month="1940-08", active="axis", options=CONVOYS)
    here.state.landings.append((here.block("de-7"), here.hex(place), here.hex("Calais")))
    here.run(Landfall)
    assert here.holds(1, place)
    assert bool(here.told(LendLeaseBegan)) == begins
    assert here.game.rules.strategic.may_buy_abroad(here.state) != begins


@clause("BW-34.0b", "BW-R65")
@pytest.mark.parametrize(
    ("month", "allied", "lent"), [("1941-02", "London", False), ("1941-03", "London", True), ("1941-03", "Brest", False)]
)
def test_lend_lease_from_march_1941(month: str, allied: str, lent: bool) -> None:
    here = position("sbw5", axis={"Berlin": "de-fhq 4"}, allies={allied: "gb-3 4"}, month=month, active="allies", options=CONVOYS)
    here.game.rules.strategic.begin_turn(here.state, [])
    assert bool(here.state.turning_points & LEND_LEASE) == lent


@clause("BW-R133")
@pytest.mark.parametrize(
    ("units", "month", "ordered", "in_port"),
    [
        ("de-raeder 4", "1940-08", False, True),
        ("de-raeder 4", "1940-08", True, False),
        ("de-raeder 4", "1940-07", False, False),
        ("de-doenitz 4", "1940-08", False, False),
        ("de-7 4", "1940-08", False, False),
    ],
)
def test_somebody_must_keep_submarines_at_sea(units: str, month: str, ordered: bool, in_port: bool) -> None:
    here = position("sbw5", axis={"Paris": units}, allies={"London": "gb-churchill 4"}, month=month, active="allies", options=CONVOYS)
    here.state.boats = BOATS_KEPT if ordered else 0
    here.game.rules.strategic.begin_turn(here.state, [])
    assert bool(here.state.boats & BOATS_IN_PORT) == in_port
    assert bool(here.game.rules.strategic.packs(here.state, 0)) != in_port


@clause("BW-R133", "BW-13.8.1.1i", "BW-1.3a")
@pytest.mark.parametrize(("hq", "phase"), [("de-raeder", MOVEMENT), ("de-fhq", STRATEGIC_RAIL)])
def test_one_action_keeps_them_all_and_the_enemy_does_not_see_it(hq: str, phase: int) -> None:
    here = position("sbw5", axis={"Berlin": f"{hq} 4"}, allies={"London": "gb-churchill 4"}, month="1940-08", options=CONVOYS).begin(phase)
    order = SpecialAction(here.block(hq), KEEP_SUBMARINES, NO_BLOCK)
    here.play(order)
    assert here.state.boats == BOATS_KEPT
    assert order not in here.legal()
    assert here.game.view(here.state, AXIS).boats == BOATS_KEPT
    assert here.game.view(here.state, ALLIES).boats == 0


@clause("BW-18.2.1a", "BW-35.2c")
def test_losses_over_five_thousand_months() -> None:
    """Four dice, two yellow points for every six: within two parts in a hundred of 4/3 a month."""
    rng, lost, months = Random(1940), 0, 5000
    here = at_sea().play(NameRoute(False), EndPhase())
    start = here.state.copy()
    for _ in range(months):
        here.state = start.copy()
        here.events.clear()
        roll = here.game.chance(here.state).sample(rng)
        here.play(roll)
        lost += here.told(ConvoysAttacked)[0].yellow
    assert lost / months == pytest.approx(4 / 3, rel=0.02)


def in_port(*held: str) -> Position:
    """August 1940: nobody has kept the submarines at sea; the Axis holds these ports of the Atlantic and no other."""
    here = position(
        "sbw5", axis={"Paris": "de-raeder 4"}, allies={"London": "gb-churchill 4"}, month="1940-08", active="allies", options=CONVOYS
    )
    for hex_, _, _, _ in here.game.rules.board.ports:
        here.state.control[AXIS] &= ~(1 << hex_)
    for place in held:
        here.state.control[AXIS] |= 1 << here.hex(place)
    here.game.rules.strategic.begin_turn(here.state, here.events)
    return here


@clause("BW-3.4c", "BW-3.4d", "BW-3.4e")
def test_submarines_that_are_not_at_sea_lie_in_port() -> None:
    """A major port is a base for two of them, a minor one for one."""
    here = in_port("Calais", "Cherbourg")
    moored = [(event.zone, event.hex) for event in here.told(SubmarinesMoored)]
    assert moored == [(0, here.hex("Cherbourg")), (1, here.hex("Cherbourg")), (2, here.hex("Calais"))]
    assert here.game.view(here.state, ALLIES).moored == tuple(moored)  # they are open
    assert here.game.rules.strategic.packs(here.state, 0) == ()
    here.state.boats = BOATS_KEPT
    here.game.rules.strategic.begin_turn(here.state, [])
    assert here.state.moored == []
    assert [pack.route for pack in here.game.rules.strategic.packs(here.state, 0)] == [0, 1, 2]


@clause("BW-3.4c")
def test_submarines_without_a_port_are_lost() -> None:
    here = in_port("Calais")
    assert [event.zone for event in here.told(SubmarinesLost)] == [1, 2]
    here.state.boats = BOATS_KEPT
    here.game.rules.strategic.begin_turn(here.state, [])
    assert here.state.moored == [(1, NO_HEX), (2, NO_HEX)]
    assert [pack.route for pack in here.game.rules.strategic.packs(here.state, 0)] == [0]


@clause("BW-24.5i", "BW-R133", "BW-R55")
def test_raeder_keeps_the_submarines_at_sea_and_has_three_points_left() -> None:
    """The printed example: four points in August 1940, one for the submarines, two landings, one unit on hold."""
    axis = {"Paris": "de-raeder 4", "Cherbourg": "de-82 4", "Calais": "de-7 4, de-13 3"}
    here = position("sbw5", axis=axis, allies={"London": "gb-churchill 4"}, month="1940-08", points={"germany": 9}, options=CONVOYS)
    here.state.control[ALLIES] |= 1 << here.hex("Channel Islands")
    here.state.control[AXIS] &= ~(1 << here.hex("Channel Islands"))
    here.begin(MOVEMENT)
    raeder, left = here.block("de-raeder"), here.game.rules.headquarters.points_left
    assert left(here.state, raeder) == 4
    here.play(SpecialAction(raeder, KEEP_SUBMARINES, NO_BLOCK))
    assert left(here.state, raeder) == 3
    here.play(Land(here.block("de-82"), here.hex("Channel Islands"), raeder), Land(here.block("de-7"), here.hex("Dover"), raeder))
    here.play(Hold(raeder, here.block("de-13")))
    assert left(here.state, raeder) == 0
    here.game.rules.strategic.begin_turn(here.state, [])
    here.state.active = ALLIES
    here.game.rules.strategic.begin_turn(here.state, [])
    assert here.game.rules.strategic.packs(here.state, 0)  # they were kept at sea
