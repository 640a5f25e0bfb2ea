"""Sections 1.37 to 1.39 and 1.6: seas, lakes, alpine sides, the strait of Kerch and the Sivash."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Activate, Move, RailMove
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.state import ACTIVE, AXIS, COMMAND, MOVEMENT, SOVIET

KUBAN = ("Novorossiysk", "Krasnodar", "1419", "1420")
HQ = "ax-hq-a 2"


def at_the_strait(axis: dict[str, str], soviet: dict[str, str] | None = None, *, phase: int = MOVEMENT) -> Position:
    """The Axis holds both shores of the Kerch strait and moves."""
    here = position("w42", axis=axis, soviet=soviet or {"Astrakhan": "infantry 3"}, axis_holds=("crimea", *KUBAN))
    if phase == MOVEMENT:
        here.state.command[here.block("ax-hq-a")] = ACTIVE
    return here.begin(phase)


def targets(here: Position, key: str) -> set[int]:
    return {action.to for action in here.legal() if isinstance(action, Move) and action.block == here.block(key)}


# ---- straits


@clause("EF-1.39b")
def test_a_strait_is_crossed_from_shore_to_shore_and_not_a_hex_further() -> None:
    here = at_the_strait({"Kerch": f"ax-pz-41 4, {HQ}", "Feodosia": "ax-pz-56 4"})
    assert here.hex("Novorossiysk") in targets(here, "ax-pz-41")
    assert here.hex("1420") not in targets(here, "ax-pz-41")  # the next hex, and armor moves three
    assert here.hex("Novorossiysk") not in targets(here, "ax-pz-56")  # it does not start at the strait


@clause("EF-1.39a", "EF-1.39b", "EF-6.33a")
def test_an_attack_across_a_strait_goes_from_the_shore_and_takes_one_unit() -> None:
    here = at_the_strait({"Kerch": f"ax-pz-41 4, ax-pz-56 4, {HQ}"}, {"Novorossiysk": "infantry 2"})
    here.play(Move(here.block("ax-pz-41"), here.hex("Novorossiysk"), here.hex("Kerch")))
    assert here.refusal(Move(here.block("ax-pz-56"), here.hex("Novorossiysk"), here.hex("Kerch"))).clause == "EF-6.33a"
    here.end_phase()
    assert here.game.rules.assaults.repulse_number(here.state, here.hex("Novorossiysk")) == 2


@clause("EF-1.39a", "EF-1.39b", "EF-6.32a")
def test_units_leave_a_battle_across_a_strait_one_in_a_phase_and_stop_beyond_it() -> None:
    here = at_the_strait({"Kerch": f"ax-pz-41 4, ax-pz-56 4, ax-inf-1 3, {HQ}"}, {"Kerch": "infantry 2"})
    ways = [a for a in here.legal() if isinstance(a, Move) and a.block == here.block("ax-pz-41") and a.exit == here.hex("Novorossiysk")]
    assert [way.to for way in ways] == [here.hex("Novorossiysk")]
    here.play(ways[0])
    later = [a.exit for a in here.legal() if isinstance(a, Move) and a.block == here.block("ax-pz-56")]
    assert here.hex("Novorossiysk") not in later


@clause("EF-1.39b", "EF-5.21a")
def test_a_headquarters_may_deploy_across_a_strait() -> None:
    here = at_the_strait({"Kerch": HQ}, phase=COMMAND)
    assert Activate(here.block("ax-hq-a"), to=here.hex("Novorossiysk")) in here.legal()


@clause("EF-1.39a", "EF-8.2b")
def test_no_zone_of_control_reaches_across_a_strait() -> None:
    here = position("s42", axis={"Kerch": "infantry 3"}, axis_holds=("crimea",))
    zone = here.game.rules.control.zone_of_control(here.state, AXIS)
    assert zone >> here.hex("Feodosia") & 1
    assert not zone >> here.hex("Novorossiysk") & 1


@clause("EF-1.39c", "EF-10.3b", "EF-9.12e")
def test_supply_lines_cross_a_strait_but_railways_do_not() -> None:
    here = position("s42", axis={"Novorossiysk": "ax-inf-1 3"}, soviet={"Krasnodar": "infantry 2"}, axis_holds=("crimea",))
    supplied = here.game.rules.railways.supplied(here.state, AXIS)
    assert supplied >> here.hex("Kerch") & 1
    assert not supplied >> here.hex("Novorossiysk") & 1
    assert here.game.rules.supply.in_reach(here.state, AXIS) >> here.hex("Novorossiysk") & 1
    lost = position("s42", axis={"Novorossiysk": "ax-inf-1 3"}, soviet={"Krasnodar": "infantry 2", "Kerch": "infantry 1"})
    assert not lost.game.rules.supply.in_reach(lost.state, AXIS) >> lost.hex("Novorossiysk") & 1


# ---- sides that nobody crosses


def first_steps(place: str, weather: str = "dry") -> tuple[Position, set[int]]:
    """A shock army, which moves one hex in any weather, and where it may go."""
    here = position("s41", soviet={place: "so-shock-1 3", "Moscow": "supreme 3"}, active=SOVIET, weather=weather)
    here.state.command[here.block("so-hq-stavka")] = ACTIVE
    return here.begin(MOVEMENT), targets(here, "so-shock-1")


@clause("EF-1.37a")
def test_sea_hexes_and_sea_sides_are_impassable() -> None:
    here, steps = first_steps("Mariupol")
    assert steps == {here.hex(place) for place in ("Rostov", "Voroshilovgrad", "Stalino", "1317")}
    assert here.game.rules.board.distance(here.hex("Mariupol"), here.hex("Yeisk")) == 1  # across the Sea of Azov


@clause("EF-1.38a")
@pytest.mark.parametrize("weather", ["dry", "mud", "snow"])
def test_lakes_are_impassable_and_never_freeze(weather: str) -> None:
    here, steps = first_steps("Narva", weather)
    assert here.game.rules.board.distance(here.hex("Narva"), here.hex("Pskov")) == 1  # across Lake Peipus
    assert here.hex("Pskov") not in steps
    assert here.hex("Tartu") in steps


@clause("EF-1.35f")
def test_no_unit_and_no_line_crosses_an_alpine_side() -> None:
    here, steps = first_steps("Chiatura")
    assert here.game.rules.board.distance(here.hex("Chiatura"), here.hex("Nalchik")) == 1  # across the Caucasus
    assert here.hex("Nalchik") not in steps
    assert here.hex("1922") in steps
    lines = position("s41", soviet={"Chiatura": "so-hq-south 1"}, active=SOVIET)
    zone = lines.game.rules.headquarters.zone(lines.state, lines.block("so-hq-south"))
    assert not zone >> lines.hex("Nalchik") & 1
    assert not lines.game.rules.control.zone_of_control(lines.state, SOVIET) >> lines.hex("Nalchik") & 1


@clause("EF-1.35f", "EF-10.3b")
def test_no_supply_line_crosses_an_alpine_side(monkeypatch: pytest.MonkeyPatch) -> None:
    here = position("s41")
    monkeypatch.setattr(here.game.rules.railways, "supplied", lambda state, side: 1 << here.hex("Chiatura"))
    reach = here.game.rules.supply.in_reach(here.state, SOVIET)
    assert reach >> here.hex("1922") & 1
    assert not reach >> here.hex("Nalchik") & 1


@clause("EF-1.6b")
def test_the_sivash_is_for_trains_alone() -> None:
    here, steps = first_steps("Melitopol")
    assert here.hex("Perekop") not in steps
    assert here.hex("Berdyansk") in steps
    by_rail = {a.to for a in here.legal() if isinstance(a, RailMove) and a.block == here.block("so-shock-1")}
    assert here.hex("Perekop") in by_rail
    control, perekop = here.game.rules.control, here.hex("Perekop")
    assert not control.zone_of_control(here.state, SOVIET) >> perekop & 1
    command = position("s41", soviet={"Melitopol": "so-hq-south 1"}, active=SOVIET)
    assert not command.game.rules.headquarters.zone(command.state, command.block("so-hq-south")) >> perekop & 1
