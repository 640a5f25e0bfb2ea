"""Chapter 18: transports by sea."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase, Ship
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Crossed, Moved
from blockfront.games.blocks_series.options.ch18_naval_transport import ShippingHeadquarters
from blockfront.games.blocks_series.state import MOVEMENT, STRATEGIC_RAIL
from tests.layers import layer

NAVAL = ("advanced", "naval_transport")


def fleet(units: dict[str, str], *, weather: str = "good", axis: dict[str, str] | None = None) -> Position:
    everything = {"Sevastopol": "s-nav 3", **units}
    return position(soviet=everything, axis=axis, active="soviet", weather=weather, options=NAVAL).begin(STRATEGIC_RAIL)


def ships(here: Position, hq: str, unit: str) -> set[str]:
    board = here.game.rules.board
    return {board.name(a.to) for a in here.legal() if isinstance(a, Ship) and (a.hq, a.block) == (here.block(hq), here.block(unit))}


def ship(here: Position, unit: str, to: str, hq: str = "s-nav") -> Ship:
    return Ship(here.block(hq), here.block(unit), here.hex(to))


@clause("BE-18.0a")
def test_units_go_from_port_to_port_of_one_sea() -> None:
    here = fleet({"Odessa": "s-8a 3"})
    ports = ships(here, "s-nav", "s-8a")
    assert {"Sevastopol", "Novorossiysk", "Batumi"} <= ports
    assert not ports & {"Leningrad", "Baku", "Murmansk", "Odessa", "Constanta"}
    here.play(ship(here, "s-8a", "Batumi"))
    assert here.is_at("s-8a", "Batumi")
    assert not ships(here, "s-nav", "s-8a")
    assert [event.mode for event in here.told(Moved)] == ["sea"]


@clause("BE-6.1.1d", "BE-18.0a")
def test_static_infantry_goes_by_sea_and_fixed_headquarters_do_not() -> None:
    here = fleet({"Odessa": "s-st-kiev 2"})
    assert "Sevastopol" in ships(here, "s-nav", "s-st-kiev")


@clause("BE-18.0a")
def test_inland_units_and_other_phases_know_no_ships() -> None:
    here = fleet({"Kharkov": "s-8a 3"})
    assert not any(isinstance(action, Ship) for action in here.legal())
    refusal = here.game.why_not(here.state, ship(here, "s-8a", "Odessa"), SOVIET)
    assert refusal is not None
    assert refusal.clause == "BE-18.0a"
    later = position(soviet={"Sevastopol": "s-nav 3", "Odessa": "s-8a 3"}, active="soviet", options=NAVAL).begin(MOVEMENT)
    assert not any(isinstance(action, Ship) for action in later.legal())


@clause("BE-18.0a")
def test_who_sends_ships() -> None:
    here = position(options=NAVAL)
    orders_ships = layer(here.game.rules.headquarters, ShippingHeadquarters).orders_ships
    found = {key: orders_ships(here.block(key)) for key in ("g-fhq", "r-hq", "i-hq", "f-hq", "h-hq", "s-stavka", "s-nav", "g-4pzg")}
    assert found == {
        "g-fhq": True,
        "r-hq": True,
        "i-hq": True,
        "f-hq": False,
        "h-hq": False,
        "s-stavka": True,
        "s-nav": True,
        "g-4pzg": False,
    }


@clause("BE-18.0a")
def test_high_commands_send_one_transport_naval_headquarters_as_many_as_action_points() -> None:
    here = position(
        soviet={"Sevastopol": "s-nav 3", "Moscow": "s-stavka 4", "Odessa": "s-8a 3, s-7a 3", "Batumi": "s-14a 3"},
        active="soviet",
        options=NAVAL,
    ).begin(STRATEGIC_RAIL)
    here.play(ship(here, "s-8a", "Novorossiysk", "s-stavka"))
    assert not any(isinstance(action, Ship) and action.hq == here.block("s-stavka") for action in here.legal())
    here.play(ship(here, "s-7a", "Sevastopol"))
    assert ships(here, "s-nav", "s-14a")


@clause("BE-18.0a")
def test_aircraft_travel_as_cargo_to_free_airfields() -> None:
    here = fleet({"Odessa": "fighter 3", "Batumi": "bomber 3"})
    fighter = next(b for b in here.game.rules.units.aircraft[SOVIET] if here.state.location[b] == here.hex("Odessa"))
    targets = {a.to for a in here.legal() if isinstance(a, Ship) and a.block == fighter}
    assert here.hex("Sevastopol") in targets
    assert here.hex("Batumi") not in targets


@clause("BE-18.0b")
def test_the_strait_of_kerch_must_be_held() -> None:
    here = fleet({"Odessa": "s-8a 3"})
    assert "Mariupol" in ships(here, "s-nav", "s-8a")
    closed = fleet({"Odessa": "s-8a 3"}, axis={"Taman": "g-1k 3"})
    assert "Mariupol" not in ships(closed, "s-nav", "s-8a")
    assert "Novorossiysk" in ships(closed, "s-nav", "s-8a")


@clause("BE-18.0c")
def test_frozen_ports_see_no_ships() -> None:
    here = fleet({"Mariupol": "s-8a 3", "Odessa": "s-7a 3"}, weather="snow")
    assert not ships(here, "s-nav", "s-8a")
    assert "Mariupol" not in ships(here, "s-nav", "s-7a")
    assert "Sevastopol" in ships(here, "s-nav", "s-7a")


@clause("BE-18.1a")
@pytest.mark.parametrize(("face", "left"), [(1, 3), (2, 3), (3, 3), (4, 2), (5, 2), (6, 0)])
def test_crossing_a_sea_the_enemy_controls(face: int, left: int) -> None:
    """Romania's great port gives the Axis control of the Black Sea."""
    here = fleet({"Odessa": "s-8a 3"}).play(ship(fleet({"Odessa": "s-8a 3"}), "s-8a", "Sevastopol"))
    assert not here.told(Crossed)
    here.play(EndPhase()).deal()
    assert here.side == CHANCE
    here.play(Roll((face,)))
    assert here.told(Crossed)[0].faces == (face,)
    assert here.strength("s-8a") == left
    assert here.is_at("s-8a", "Sevastopol") == bool(left)


@clause("BE-18.1a")
def test_each_of_two_units_at_sea_rolls_for_itself() -> None:
    here = fleet({"Odessa": "s-8a 3, s-11a 3"})
    for key in ("s-8a", "s-11a"):
        here.play(ship(here, key, "Sevastopol"))
    here.play(EndPhase()).deal()
    here.play(Roll((4,)), Roll((4,)))
    assert [here.strength(key) for key in ("s-8a", "s-11a")] == [2, 2]
    assert not here.state.voyages
    assert not here.state.at_sea


@clause("BE-18.1a")
def test_no_roll_where_the_enemy_does_not_control_the_sea() -> None:
    here = position(soviet={"Moscow": "s-stavka 4", "Baku": "s-8a 3"}, active="soviet", options=NAVAL).begin(STRATEGIC_RAIL)
    here.play(ship(here, "s-8a", "Astrakhan", "s-stavka"), EndPhase()).deal()
    assert not here.told(Crossed)
    assert not here.state.at_sea
