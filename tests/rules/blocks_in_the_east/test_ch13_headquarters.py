"""Chapter 13: headquarters, command and what units do without it."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.match import Match
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.rules.ch13_headquarters import EasternHeadquarters
from blockfront.games.blocks_series.actions import Command, EndPhase, Fly, Move, RailMove, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Activated, Commanded, Eliminated, LostStep
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, GROUND, FireContext
from blockfront.games.blocks_series.rules.ch13_headquarters import FREE_RAIL, HELP_AIR, HELP_ARMOUR, HELP_MARKED
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    ATTACKED,
    COMBAT,
    EXPLOITATION,
    FINAL_SUPPLY,
    MARKED,
    MOVEMENT,
    REACTION,
    STRATEGIC_RAIL,
)

ADVANCED = ("advanced",)
PANZER_GROUP = {"Warsaw": "g-4pzg 4", "Warsaw W1": "g-41pz 3, g-56pz 3"}


def field(axis: dict[str, str], soviet: dict[str, str] | None = None, **more: Any) -> Position:
    return position(axis=axis, soviet=soviet or {}, options=ADVANCED, **more)


def commands(here: Position, hq: str) -> set[str]:
    """Keys of the units a headquarters may command now."""
    number, order = here.block(hq), here.game.order
    return {order[action.block].key for action in here.legal() if isinstance(action, Command) and action.hq == number}


def points(here: Position, key: str) -> int:
    return here.game.rules.movement.allowance(here.state, here.block(key))


def may_attack(here: Position, key: str) -> bool:
    return here.game.rules.movement.may_attack(here.state, here.block(key))


def command(here: Position, hq: str, unit: str) -> Position:
    return here.play(Command(here.block(hq), here.block(unit)))


def special(here: Position, hq: str, kind: int, unit: str) -> SpecialAction:
    return SpecialAction(here.block(hq), kind, here.block(unit))


def march(here: Position, key: str, place: str) -> Position:
    block, to = here.block(key), here.hex(place)
    return here.play(next(a for a in here.legal() if isinstance(a, Move) and (a.block, a.to) == (block, to)))


# ---- full and limited supply


@clause("BE-13.0a", "BE-13.2a", "BE-13.5a", "BE-13.5b")
def test_armour_acts_fully_only_under_command() -> None:
    here = field(PANZER_GROUP, {"Warsaw W2": "s-8a 3"}).begin(MOVEMENT)
    assert points(here, "g-41pz") == 2
    assert not may_attack(here, "g-41pz")
    refusal = here.game.why_not(here.state, Move(here.block("g-41pz"), here.hex("Warsaw W2"), here.hex("Warsaw W1")), AXIS)
    assert refusal is not None
    assert refusal.clause == "BE-13.5a"
    command(here, "g-4pzg", "g-41pz")
    assert points(here, "g-41pz") == 4
    assert may_attack(here, "g-41pz")
    assert points(here, "g-56pz") == 2
    for nobody in (1 << 40, -1, here.block("s-8a")):
        refusal = here.game.why_not(here.state, Command(here.block("g-4pzg"), nobody), AXIS)
        assert refusal is not None
        assert refusal.because == "not_your_unit"
        assert here.game.refusal_text(refusal)
    defending = battle("g-41pz 3", "s-8a 3", active="soviet", held_by="axis", options=ADVANCED)
    assert dice(defending, "Poltava", GROUND, AXIS) == [(3, 5)]


@clause("BE-13.0a", "BE-13.1a")
def test_infantry_needs_no_headquarters() -> None:
    here = field({"Warsaw": "g-1k 4, g-4pzg 4"}, {"Warsaw W1": "s-8a 3"}).begin(MOVEMENT)
    assert points(here, "g-1k") == 4
    assert may_attack(here, "g-1k")
    assert commands(here, "g-4pzg") == set()


@clause("BE-13.1a")
def test_headquarters_command_their_kind_and_nation() -> None:
    units = {"Warsaw": "g-4pzg 4, g-1lf 4", "Warsaw W1": "g-41pz 3, g-1k 4, g-jg54 3", "Warsaw E1": "r-1arm 2"}
    assert commands(field(units).begin(MOVEMENT), "g-4pzg") == {"g-41pz"}
    assert commands(field(units).begin(AIR_MOVEMENT), "g-1lf") == {"g-jg54"}


@clause("BE-13.2b", "BE-13.3c", "BE-R45")
def test_an_armour_headquarters_that_attacks_supplies_itself_and_needs_a_combat_unit() -> None:
    here = field({"Warsaw": "g-4pzg 4, g-1k 4"}, {"Warsaw W1": "s-8a 3"}).begin(MOVEMENT)
    target = here.hex("Warsaw W1")
    assert not any(isinstance(a, Move) and a.block == here.block("g-4pzg") and a.to == target for a in here.legal())
    march(here, "g-1k", "Warsaw W1")
    march(here, "g-4pzg", "Warsaw W1")
    here.end_phase()
    assert here.told(Activated)[0].blocks == ((here.block("g-4pzg"), 4),)
    assert not any(here.state.orders), "its own supply costs no action point"


@clause("BE-13.3c", "BE-13.0b")
def test_a_headquarters_moves_first_and_acts_then() -> None:
    here = field({"Warsaw": "g-4pzg 4", "Warsaw W5": "g-41pz 3"}).begin(MOVEMENT)
    march(here, "g-4pzg", "Warsaw W1")
    command(here, "g-4pzg", "g-41pz")
    assert here.block("g-4pzg") not in {a.block for a in here.legal() if isinstance(a, Move)}


@clause("BE-13.3c", "BE-13.2b")
def test_going_farther_than_half_way_activates_an_armour_headquarters() -> None:
    for steps, active in ((2, False), (3, True)):
        here = field({"Warsaw": "g-4pzg 4", "Warsaw W6": "g-1k 4"}).begin(MOVEMENT)
        march(here, "g-4pzg", f"Warsaw W{steps}")
        here.end_phase()
        assert bool(here.told(Activated)) == active


# ---- range


@clause("BE-13.3a")
def test_command_reaches_five_hexes() -> None:
    here = field({"Warsaw": "g-4pzg 4", "Warsaw W5": "g-41pz 3", "Warsaw W6": "g-56pz 3"}).begin(MOVEMENT)
    assert commands(here, "g-4pzg") == {"g-41pz"}


@clause("BE-13.3e", "BE-9.3g")
@pytest.mark.parametrize("weather", ["rain", "snow"])
def test_command_reaches_three_hexes_in_bad_weather(weather: str) -> None:
    here = field({"Warsaw": "g-4pzg 4", "Warsaw W3": "g-41pz 3", "Warsaw W4": "g-56pz 3"}, weather=weather).begin(MOVEMENT)
    assert commands(here, "g-4pzg") == {"g-41pz"}


@clause("BE-13.3b")
@pytest.mark.parametrize(("soviet", "commanded"), [({}, {"g-41pz"}), ({"Poltava W1": "s-8a 3"}, set())])
def test_enemies_and_their_zones_stop_command(soviet: dict[str, str], commanded: set[str]) -> None:
    """Round an enemy and its zone the way to the second hex is longer than five."""
    here = field({"Poltava": "g-4pzg 4", "Poltava W2": "g-41pz 3"}, soviet).begin(MOVEMENT)
    assert commands(here, "g-4pzg") == commanded


@clause("BE-13.3b")
def test_mountains_and_water_stop_command() -> None:
    here = field({"Maykop": "g-4pzg 4"})
    board, headquarters = here.game.rules.board, here.game.rules.headquarters
    assert isinstance(headquarters, EasternHeadquarters)
    reach = headquarters.reach(here.state, here.block("g-4pzg"))
    assert reach & board.mountains, "the edge of the mountains is within reach"
    assert not reach >> here.hex("Sukhumi") & 1, "what lies behind them is not"
    assert board.within(here.hex("Maykop"), 5) >> here.hex("Sukhumi") & 1
    assert not reach & ~board.playable


@clause("BE-13.3f", "BE-13.8a", "BE-7.4h", "BE-13.0b")
def test_high_commands_act_everywhere_but_only_in_the_rail_phase() -> None:
    units = {"Moscow": "s-stavka 4", "Tbilisi": "s-3mc 3"}
    here = position(soviet=units, active="soviet", options=ADVANCED).begin(STRATEGIC_RAIL)
    assert special(here, "s-stavka", HELP_ARMOUR, "s-3mc") in here.legal(), "as far away as Tbilisi"
    moving = position(soviet=units, active="soviet", options=ADVANCED).begin(MOVEMENT)
    assert not [a for a in moving.legal() if isinstance(a, SpecialAction)]
    tactical = position(axis=PANZER_GROUP, options=ADVANCED).begin(STRATEGIC_RAIL)
    assert not [a for a in tactical.legal() if isinstance(a, Command)], "nobody else acts there"


# ---- action points


@clause("BE-13.4a", "BE-3.12a")
@pytest.mark.parametrize("steps", [1, 2, 4])
def test_as_many_units_as_action_points(steps: int) -> None:
    panzer = {"Warsaw W1": "g-41pz 3, g-56pz 3", "Warsaw W2": "g-39pz 3, g-57pz 3", "Warsaw W3": "g-24pz 3"}
    here = field({"Warsaw": f"g-4pzg {steps}", **panzer}).begin(MOVEMENT)
    for _ in range(steps):
        here.play(next(a for a in here.legal() if isinstance(a, Command)))
    assert not commands(here, "g-4pzg")
    assert here.state.commanded.bit_count() == steps


@clause("BE-13.5e")
@pytest.mark.parametrize(("steps", "units"), [(4, 2), (3, 1), (1, 1)])
def test_a_headquarters_out_of_supply_works_at_half(steps: int, units: int) -> None:
    here = field({"Warsaw": f"g-4pzg {steps}"})
    here.state.flags[here.block("g-4pzg")] |= MARKED
    headquarters = here.game.rules.headquarters
    assert isinstance(headquarters, EasternHeadquarters)
    assert headquarters.action_points(here.state, here.block("g-4pzg")) == units


@clause("BE-13.5c", "BE-12.4.1b")
def test_marked_armour_without_command_crawls_and_may_despair() -> None:
    here = field(PANZER_GROUP)
    for key in ("g-41pz", "g-56pz"):
        here.state.flags[here.block(key)] |= MARKED
    here.command("g-56pz")
    assert (points(here, "g-41pz"), points(here, "g-56pz")) == (1, 2)
    assert may_attack(here, "g-41pz")
    soviet = position(soviet={"Warsaw": "tank 3"}, options=ADVANCED)
    tank = soviet.game.rules.fire.units_at(soviet.state, soviet.hex("Warsaw"), SOVIET)[0]
    soviet.state.flags[tank] |= MARKED
    assert not soviet.game.rules.movement.may_attack(soviet.state, tank), "TECH 1 knows no desperate attack"


# ---- aircraft


@clause("BE-13.5d", "BE-13.2a")
def test_aircraft_without_command_only_transfer() -> None:
    here = field({"Warsaw": "g-1lf 4, g-jg54 3"}, {"Warsaw W2": "s-8a 3"}).begin(AIR_MOVEMENT)
    mission = Fly(here.block("g-jg54"), here.hex("Warsaw W2"))
    assert mission not in here.legal()
    assert here.game.rules.air.transfers(here.state, here.block("g-jg54"))
    command(here, "g-1lf", "g-jg54")
    assert mission in here.legal()


@clause("BE-13.5d", "BE-7.6.1b")
def test_rising_from_an_attacked_airfield_needs_no_command() -> None:
    here = battle("g-1fk 4, g-1k 4", "s-bal-f 2, s-8a 3", options=ADVANCED)
    fire = here.game.rules.fire
    assert fire.is_in_the_air(here.state, here.block("s-bal-f"), FireContext(here.hex("Poltava"), 1, True))


@clause("BE-13.3d")
def test_air_headquarters_act_in_the_enemys_turn_unless_they_are_attacked() -> None:
    soviet = {"Kharkov": "s-vvs3 3, s-bal-f 2", "Kharkov W3": "s-8a 3"}
    for place, able in (("Kharkov W3", True), ("Kharkov", False)):
        here = position(axis={place: "g-1k 4"}, soviet=soviet, options=ADVANCED).begin(REACTION)
        assert bool(commands(here, "s-vvs3")) == able
    here = position(axis={"Kharkov W3": "g-1k 4"}, soviet=soviet, options=ADVANCED).begin(REACTION)
    mission = Fly(here.block("s-bal-f"), here.hex("Kharkov W3"))
    assert mission not in here.legal()
    command(here, "s-vvs3", "s-bal-f")
    assert mission in here.legal()


# ---- turning up and turning back


@clause("BE-13.2a")
def test_what_acts_is_shown_with_the_moves_and_not_before() -> None:
    here = field(PANZER_GROUP).begin(MOVEMENT)
    command(here, "g-4pzg", "g-41pz")
    assert here.told(Commanded)[0].seen_by != -1
    enemy = here.game.view(here.state, SOVIET)
    assert not enemy.active_hqs
    here.end_phase()
    enemy = here.game.view(here.state, SOVIET)
    assert enemy.active_hqs == (here.block("g-4pzg"),)
    assert any(sight.block == here.block("g-4pzg") and sight.face_up for sight in enemy.blocks.seen)


@clause("BE-13.2a")
def test_a_command_can_be_taken_back_until_it_is_shown() -> None:
    here = field(PANZER_GROUP).begin(MOVEMENT)
    match = Match(here.game, state=here.state)
    axis, before = match.seats[AXIS], here.state.copy()
    match.submit(axis, Command(here.block("g-4pzg"), here.block("g-41pz")))
    assert match.can_undo(axis)
    match.undo(axis)
    assert match.state == before
    match.submit(axis, Command(here.block("g-4pzg"), here.block("g-41pz")))
    match.submit(axis, EndPhase())
    assert not match.can_undo(axis)


@clause("BE-13.6a", "BE-R46")
def test_active_headquarters_of_both_sides_lose_a_step_after_the_blitz() -> None:
    here = field({"Warsaw": "g-4pzg 4"}, {"Kharkov": "s-vvs3 3"})
    for key in ("g-4pzg", "s-vvs3"):
        here.state.active_hqs |= 1 << here.block(key)
        here.state.face_up |= 1 << here.block(key)
    here.begin(FINAL_SUPPLY)
    assert (here.strength("g-4pzg"), here.strength("s-vvs3")) == (3, 2)
    assert {event.block for event in here.told(LostStep)} == {here.block("g-4pzg"), here.block("s-vvs3")}
    assert not here.state.active_hqs
    assert not here.state.face_up


@clause("BE-13.6b", "BE-6.4e")
def test_a_headquarters_without_steps_leaves_and_may_come_back() -> None:
    here = field({"Warsaw": "g-4pzg 1"})
    hq = here.block("g-4pzg")
    here.state.active_hqs = here.state.face_up = 1 << hq
    here.begin(FINAL_SUPPLY)
    assert [event.block for event in here.told(Eliminated)] == [hq]
    here.state.pool[:] = [5] * len(here.state.pool)
    assert hq in here.game.rules.production.rebuildable(here.state, AXIS)


@clause("BE-13.6a")
def test_a_face_that_acts_stays_up_through_battles() -> None:
    here = battle("g-1k 4", "s-8a 1", others={"Warsaw W1": "g-4pzg 4"}, options=ADVANCED)
    hq = 1 << here.block("g-4pzg")
    here.state.active_hqs = here.state.face_up = hq
    here.begin(COMBAT)
    while here.step == "Battle":
        chance = here.game.chance(here.state) if here.side < 0 else None
        here.play(Roll((6,) * chance.count) if isinstance(chance, Dice) else EndPhase())
    assert here.state.face_up & hq


# ---- blitz and exploitation


@clause("BE-13.7a")
def test_a_blitz_needs_no_new_activation() -> None:
    here = field({"Warsaw": "g-41pz 3"})
    here.state.flags[here.block("g-41pz")] |= ATTACKED
    assert here.game.rules.blitz.movers(here.state, AXIS) == [here.block("g-41pz")]


@clause("BE-13.7b")
def test_exploitation_needs_a_headquarters_of_its_own_and_costs_another_step() -> None:
    here = field({"Warsaw": "g-4pzg 3", "Warsaw W1": "g-41pz 3, g-56pz 3"}).begin(EXPLOITATION)
    movers = {a.block for a in here.legal() if isinstance(a, Move)}
    assert movers == {here.block("g-4pzg")}, "the headquarters may go first"
    command(here, "g-4pzg", "g-41pz")
    assert {a.block for a in here.legal() if isinstance(a, Move)} == {here.block("g-41pz")}
    here.end_phase()
    assert here.strength("g-4pzg") == 2
    assert not here.state.active_hqs


@clause("BE-13.7b")
def test_a_headquarters_that_exploits_is_active() -> None:
    here = field({"Warsaw": "g-4pzg 3"}).begin(EXPLOITATION)
    march(here, "g-4pzg", "Warsaw W1")
    here.end_phase()
    assert here.strength("g-4pzg") == 2


@clause("BE-13.7c", "BE-13.7b")
def test_armour_of_minor_allies_cannot_exploit() -> None:
    here = position(axis={"Budapest": "h-hq 3", "Budapest W1": "h-rapid 3"}, month="1943-08", options=ADVANCED).begin(EXPLOITATION)
    assert here.game.rules.blitz.is_able(here.state, here.block("h-rapid"))
    assert not [a for a in here.legal() if isinstance(a, Move | Command)]


# ---- national high commands


def in_moscow(others: dict[str, str], marked: str = "") -> Position:
    here = position(soviet={"Moscow": "s-stavka 4", **others}, active="soviet", options=ADVANCED, points={"ussr": 0})
    if marked:
        here.state.flags[here.block(marked)] |= MARKED
    return here.begin(STRATEGIC_RAIL)


@clause("BE-13.8a", "BE-13.8.1a")
def test_the_stavka_takes_different_actions() -> None:
    here = in_moscow({"Kharkov": "s-8a 3, s-bal-f 2", "Kharkov W1": "s-11a 3, tank 3", "Kursk": "tank 3, s-bal-b 2"}, marked="s-11a")
    tanks = [a for a in here.legal() if isinstance(a, SpecialAction) and a.kind == HELP_ARMOUR]
    assert len(tanks) == 2
    here.play(tanks[0])
    kinds = {a.kind for a in here.legal() if isinstance(a, SpecialAction)}
    assert kinds == {HELP_AIR, HELP_MARKED, FREE_RAIL}, "no kind of action twice"
    here.play(special(here, "s-stavka", HELP_AIR, "s-bal-f"), special(here, "s-stavka", HELP_MARKED, "s-11a"))
    headquarters = here.game.rules.headquarters
    assert headquarters.is_commanded(here.state, tanks[0].block)
    assert headquarters.is_commanded(here.state, here.block("s-bal-f"))
    assert not headquarters.is_commanded(here.state, tanks[1].block)
    assert points(here, "s-11a") == 3
    assert may_attack(here, "s-11a")


@clause("BE-13.8.1b")
def test_a_unit_helped_while_marked_keeps_its_barrel() -> None:
    here = in_moscow({"Kharkov": "s-11a 3"}, marked="s-11a")
    here.play(special(here, "s-stavka", HELP_MARKED, "s-11a"))
    assert here.flags("s-11a") & MARKED
    assert not here.game.rules.fire.desperate(here.state, here.hex("Kharkov"))


@clause("BE-13.8.1a", "BE-7.4b")
def test_an_action_point_pays_for_a_rail_move() -> None:
    here = in_moscow({"Kharkov": "s-8a 3"})
    ride = RailMove(here.block("s-8a"), here.hex("Kursk"))
    assert ride not in here.legal(), "there is nothing to pay with"
    here.play(special(here, "s-stavka", FREE_RAIL, "s-8a"))
    assert ride in here.legal()
    here.play(ride)
    assert here.is_at("s-8a", "Kursk")
    assert here.points("ussr") == 0
    assert here.state.rail_moves == [1], "it counts against the limit"


@clause("BE-R72")
def test_help_of_a_high_command_ends_before_exploitation() -> None:
    here = in_moscow({"Kursk": "tank 3"})
    here.play(next(a for a in here.legal() if isinstance(a, SpecialAction) and a.kind == HELP_ARMOUR))
    assert here.state.commanded
    here.begin(FINAL_SUPPLY)
    assert not here.state.commanded
    assert not here.state.orders


@clause("BE-13.8.1c", "BE-13.8.2c")
@pytest.mark.parametrize(("key", "side", "place"), [("s-stavka", "soviet", "Moscow"), ("g-fhq", "axis", "Rastenburg")])
def test_the_great_high_commands_stay_where_they_are(key: str, side: str, place: str) -> None:
    units: dict[str, Any] = {side: {place: f"{key} 4"}}
    here = position(**units, active=side, options=ADVANCED, points={"ussr": 9, "germany": 9})
    rules, block = here.game.rules, here.block(key)
    assert not rules.movement.may_move(here.state, block)
    assert not rules.retreats.options(here.state, block)
    assert not rules.rail.may_go(here.state, block)


@clause("BE-13.8.1d")
def test_a_fallen_stavka_rises_in_chelyabinsk() -> None:
    for axis_holds, place in (((), "Moscow"), (("Moscow",), "Chelyabinsk")):
        here = position(active="soviet", options=ADVANCED, axis_holds=axis_holds, eliminated=("s-stavka",))
        assert here.game.rules.production.places(here.state, here.block("s-stavka")) == 1 << here.hex(place)


@clause("BE-13.8.1e")
@pytest.mark.parametrize(("axis_holds", "moves"), [((), 5), (("Moscow",), 4)])
def test_without_moscow_the_soviets_make_one_rail_move_fewer(axis_holds: tuple[str, ...], moves: int) -> None:
    here = position(active="soviet", options=ADVANCED, axis_holds=axis_holds)
    assert here.game.rules.rail.limits(here.state, SOVIET) == ((-1, moves),)
    basic = position(active="soviet", axis_holds=axis_holds)
    assert basic.game.rules.rail.limits(basic.state, SOVIET) == ((-1, 5),)


@clause("BE-13.8.1f", "BE-13.8.2d")
def test_flak_of_the_high_commands() -> None:
    here = position(options=ADVANCED)
    fire = here.game.rules.fire
    lowest = [fire.base_firepower(here.state, ANTI_AIRCRAFT, here.block(key)) for key in ("s-stavka", "g-fhq", "r-hq")]
    assert lowest == [5, 4, 6]


@clause("BE-13.1a", "BE-13.2a", "BE-13.3a", "BE-13.4a")
def test_a_command_is_refused_for_one_reason() -> None:
    units = {"Warsaw": "g-4pzg 1, g-2pzg 4", "Warsaw W1": "g-41pz 3, g-1k 4", "Warsaw E1": "r-1arm 2", "Berlin": "g-56pz 3"}
    here = field(units).begin(MOVEMENT)

    def why(unit: str, hq: str = "g-4pzg") -> tuple[str, str]:
        refusal = here.refusal(Command(here.block(hq), here.block(unit)))
        return refusal.because, refusal.clause

    assert why("r-1arm") == ("not_of_its_nation", "BE-13.1a")
    assert why("g-1k") == ("not_of_its_kind", "BE-13.1a")
    assert why("g-56pz") == ("out_of_command", "BE-13.3a")
    assert why("g-57pz") == ("not_on_the_map", "BE-3.1a")
    command(here, "g-4pzg", "g-41pz")
    assert why("g-56pz") == ("no_action_point", "BE-13.4a")
    assert why("g-41pz", "g-2pzg") == ("is_commanded", "BE-13.2a")


@clause("BE-13.5d")
def test_aircraft_without_command_are_told_so() -> None:
    here = field({"Warsaw": "g-1lf 4, g-1k 4", "Warsaw W1": "g-jg54 3"}, {"Warsaw E1": "s-8a 3"}).begin(AIR_MOVEMENT)
    refusal = here.refusal(Fly(here.block("g-jg54"), here.hex("Warsaw E1")))
    assert (refusal.because, refusal.clause) == ("no_mission_without_command", "BE-13.5d")
