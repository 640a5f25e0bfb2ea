"""Chapter 31: reserves."""

from blockfront.core.clauses import clause
from blockfront.core.sides import SPECTATOR
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase, Move, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch13_headquarters import PUT_IN_RESERVE
from blockfront.games.blocks_series.state import EXPLOITATION, MOVEMENT, REACTION, STRATEGIC_RAIL
from blockfront.games.blocks_series.steps.blitz import BlitzPhase

RESERVES = ("advanced", "reserves")


def reserve(here: Position, hq: str, unit: str) -> SpecialAction:
    return SpecialAction(here.block(hq), PUT_IN_RESERVE, here.block(unit))


def moves(here: Position, unit: str) -> set[int]:
    return {action.to for action in here.legal() if isinstance(action, Move) and action.block == here.block(unit)}


def panzers(**units: str) -> Position:
    """The 4th Panzer Group behind the line at Wilna, in supply."""
    return position(axis={"Königsberg": "g-4pzg 4", "Memel": "g-41pz 5", **units}, options=RESERVES)


@clause("BE-31.0a")
def test_a_reserve_costs_an_action_point_of_a_headquarters() -> None:
    here = panzers().begin(MOVEMENT)
    headquarters = here.game.rules.headquarters
    hq = here.block("g-4pzg")
    here.play(reserve(here, "g-4pzg", "g-41pz"))
    assert here.state.active_hqs >> hq & 1
    assert headquarters.points_left(here.state, hq) == 3
    assert here.state.motorised == 1 << here.block("g-41pz")


@clause("BE-31.0a")
def test_only_modern_units_are_kept_in_reserve() -> None:
    units = {"Moscow": "s-stavka 4, s-8a 3"}
    for month, offered in (("1941-07", False), ("1942-04", True)):
        here = position(soviet=units, active="soviet", month=month, options=RESERVES).begin(STRATEGIC_RAIL)
        assert (reserve(here, "s-stavka", "s-8a") in here.legal()) == offered


@clause("BE-31.0b")
def test_a_motorised_unit_moves_in_exploitation_instead() -> None:
    here = panzers(Tilsit="g-1k 4").begin(MOVEMENT)
    here.play(reserve(here, "g-4pzg", "g-1k"))
    assert not moves(here, "g-1k")
    assert reserve(here, "g-4pzg", "g-1k") not in here.legal()
    here.end_phase()
    here.begin(EXPLOITATION)
    assert moves(here, "g-1k")
    assert not moves(here, "g-41pz")  # nobody commands it
    here.end_phase()
    assert not here.state.motorised


@clause("BE-31.0b")
def test_who_has_moved_is_not_motorised() -> None:
    here = panzers(Tilsit="g-1k 4").begin(MOVEMENT)
    here.play(Move(here.block("g-1k"), sorted(moves(here, "g-1k"))[0]))
    assert reserve(here, "g-4pzg", "g-1k") not in here.legal()


@clause("BE-31.0c", "BE-13.7c")
def test_who_orders_motorisation() -> None:
    units = {"Rastenburg": "g-fhq 4", "Bucharest": "r-hq 3, romania infantry 3", "Memel": "g-1k 4"}
    here = position(axis=units, month="1944-11", options=RESERVES).begin(STRATEGIC_RAIL)
    infantry = next(b.key for b in here.game.order.blocks if b.type == "infantry" and here.is_at(b.key, "Bucharest"))
    offered = {(hq, unit) for hq in ("g-fhq", "r-hq") for unit in ("g-1k", infantry) if reserve(here, hq, unit) in here.legal()}
    assert offered == {("g-fhq", "g-1k"), ("g-fhq", infantry), ("r-hq", infantry)}


@clause("BE-31.0c")
def test_armour_headquarters_motorise_their_own_nation_within_range() -> None:
    here = panzers(Berlin="g-1k 4", Tilsit="g-2k 4").begin(MOVEMENT)
    assert reserve(here, "g-4pzg", "g-2k") in here.legal()
    assert reserve(here, "g-4pzg", "g-1k") not in here.legal()


def waiting() -> Position:
    """A German panzer corps was put in reserve."""
    here = position(
        axis={"Königsberg": "g-4pzg 4", "Tilsit": "g-41pz 5", "Memel": "g-1k 4"}, soviet={"Riga": "s-8a 3"}, options=RESERVES
    ).begin(EXPLOITATION)
    here.play(reserve(here, "g-4pzg", "g-41pz"))
    return here


@clause("BE-31.0d", "BE-31.0e")
def test_armour_in_reserve_does_not_exploit() -> None:
    here = waiting()
    assert here.state.reserve == 1 << here.block("g-41pz")
    assert not moves(here, "g-41pz")
    orders = [a for a in here.legal() if isinstance(a, SpecialAction) and a.kind == PUT_IN_RESERVE]
    assert here.block("g-1k") not in {order.block for order in orders}  # infantry does not react


@clause("BE-31.0d", "BE-31.0h", "BE-R54")
def test_a_reserve_comes_to_the_aid_of_a_battle() -> None:
    here = position(axis={"Tilsit": "g-41pz 5", "Memel": "g-1k 4"}, soviet={"Memel": "s-8a 3"}, active="soviet", options=RESERVES)
    here.state.reserve = 1 << here.block("g-41pz")
    here.begin(REACTION)
    assert here.side == AXIS
    assert moves(here, "g-41pz") == {here.hex("Memel")}
    here.play(Move(here.block("g-41pz"), here.hex("Memel")))
    assert here.is_at("g-41pz", "Memel")
    assert not here.state.reserve
    here.end_phase()


@clause("BE-31.0d", "BE-7.8g")
def test_a_reserve_comes_to_a_blitz() -> None:
    here = position(axis={"Tilsit": "g-41pz 5", "Memel": "g-1k 4"}, soviet={"Memel": "tank 3"}, active="soviet", options=RESERVES)
    here.state.reserve = 1 << here.block("g-41pz")
    here.run(BlitzPhase, BlitzPhase.FIGHTING, here.hex("Memel"))
    assert (here.step, here.side) == ("ReserveReaction", AXIS)
    here.play(Move(here.block("g-41pz"), here.hex("Memel"))).end_phase()
    assert here.step == "Battle"
    assert here.is_at("g-41pz", "Memel")
    without = position(axis={"Memel": "g-1k 4"}, soviet={"Memel": "tank 3"}, active="soviet", options=("advanced",))
    assert without.run(BlitzPhase, BlitzPhase.FIGHTING, without.hex("Memel")).step == "Battle"


@clause("BE-31.0d")
def test_only_reserves_come() -> None:
    here = position(axis={"Tilsit": "g-41pz 5", "Memel": "g-1k 4"}, soviet={"Memel": "s-8a 3"}, active="soviet", options=RESERVES)
    here.begin(REACTION)
    assert here.side == AXIS
    assert here.legal() == [EndPhase()]
    assert here.game.standing_answer(here.state, AXIS, frozenset(("no_reaction",))) == EndPhase()
    refusal = here.game.why_not(here.state, Move(here.block("g-41pz"), here.hex("Memel")), AXIS)
    assert refusal is not None
    assert refusal.clause == "BE-31.0d"


@clause("BE-31.0g")
def test_reserves_respect_stacking() -> None:
    here = position(axis={"Tilsit": "g-41pz 5", "Memel": "g-1k 4, g-2k 4"}, soviet={"Memel": "s-8a 3"}, active="soviet", options=RESERVES)
    here.state.reserve = 1 << here.block("g-41pz")
    here.begin(REACTION)
    assert not moves(here, "g-41pz")


@clause("BE-31.0h", "BE-R54")
def test_enemies_bar_the_way_but_their_zones_do_not() -> None:
    found = []
    for others in ({"Poltava SW1": "s-7a 3"}, {"Poltava W1": "s-7a 3", "Poltava SW1": "s-14a 3", "Poltava NW1": "s-23a 3"}):
        here = position(
            axis={"Poltava W2": "g-41pz 5", "Poltava": "g-1k 4"},
            soviet={"Poltava": "s-8a 3", **others},
            active="soviet",
            options=RESERVES,
        )
        here.state.reserve = 1 << here.block("g-41pz")
        here.begin(REACTION)
        found.append(bool(moves(here, "g-41pz")))
    assert found == [True, False]


@clause("BE-31.0f")
def test_a_reserve_waits_for_one_enemy_turn() -> None:
    here = position(axis={"Tilsit": "g-41pz 5"}, soviet={"Riga": "s-8a 3"}, options=RESERVES)
    here.state.reserve = 1 << here.block("g-41pz")
    here.state.active = SOVIET
    here.begin(STRATEGIC_RAIL)
    assert here.state.reserve
    here.state.active = AXIS
    here.begin(STRATEGIC_RAIL)
    assert not here.state.reserve


@clause("BE-31.0a")
def test_the_opponent_does_not_see_who_is_in_reserve() -> None:
    here = waiting()
    truth = [here.game.view(here.state, viewer) for viewer in (SOVIET, SPECTATOR)]
    here.state.reserve = 0
    assert [here.game.view(here.state, viewer) for viewer in (SOVIET, SPECTATOR)] == truth
