"""Section 3.7: America and the islands; what goes over the Atlantic."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, position
from blockfront.games.blocks_series.actions import EndPhase, Fly, Rebuild, Ship
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import AIR_MOVEMENT, PRODUCTION, STRATEGIC_RAIL, SUPPLY


def over_there(units: str, month: str = "1944-06", place: str = "united_states", **more: str) -> Position:
    return position("sbw9", allies={place: units, "London": "us-ike 4, gb-churchill 4", **more}, month=month, active="allies")


def flights(here: Position, unit: str) -> set[str]:
    return {here.game.rules.board.name(a.to) for a in here.legal() if isinstance(a, Fly) and a.block == here.block(unit)}


@clause("BW-3.7f")
def test_bombers_fly_directly_to_great_britain_and_back() -> None:
    here = over_there("us-9b 4, us-8s1 5").begin(AIR_MOVEMENT)
    for unit in ("us-9b", "us-8s1"):
        assert {"Oxford", "Norwich"} <= flights(here, unit)
        assert not flights(here, unit) & {"Iceland", "Azores", "Naples"}
    back = over_there("us-9b 4", place="Oxford").begin(AIR_MOVEMENT)
    assert "United States" in flights(back, "us-9b")


@clause("BW-3.7g", "BW-3.7.1a", "BW-3.7.1b", "BW-R19")
@pytest.mark.parametrize(("month", "stops"), [("1943-05", {"Iceland"}), ("1943-06", {"Iceland", "Azores"})])
def test_fighters_need_a_stop(month: str, stops: set[str]) -> None:
    here = over_there("us-9f 5", month).begin(AIR_MOVEMENT)
    assert flights(here, "us-9f") & {"Iceland", "Azores", "Oxford", "Norwich"} == stops
    on = over_there("us-9f 5", month, place="iceland").begin(AIR_MOVEMENT)
    assert "Oxford" in flights(on, "us-9f")


@clause("BW-R19", "BW-3.7.1a")
def test_nobody_starves_in_iceland_and_many_may_stop_there() -> None:
    here = over_there("us-9f 5, us-8f 5", place="iceland").begin(SUPPLY)
    assert not here.flags("us-9f") & 1
    assert not here.flags("us-8f") & 1


@clause("BW-3.7e", "BW-3.7h", "BW-18.0d", "BW-R107")
@pytest.mark.parametrize("face", [1, 5, 6])
def test_ground_units_come_by_sea_and_submarines_wait_for_them(face: int) -> None:
    """From April 1944 a six costs a step; Eisenhower ships Americans."""
    here = over_there("us-2 5").begin(STRATEGIC_RAIL)
    ships = [a for a in here.legal() if isinstance(a, Ship) and a.block == here.block("us-2")]
    assert {a.hq for a in ships} == {here.block("us-ike")}
    here.play(next(a for a in ships if a.to == here.hex("Liverpool"))).play(EndPhase()).deal()
    here.play(Roll((face,)))
    assert here.is_at("us-2", "Liverpool")
    assert (here.strength("us-2") == 5) is (face < 6)


@clause("BW-18.1e", "BW-R109", "BW-3.7g")
@pytest.mark.parametrize(("face", "left"), [(3, 5), (4, 3), (6, 0)])
def test_aircraft_as_cargo_roll_like_ground_units(face: int, left: int) -> None:
    here = position("sbw4", allies={"Malta": "us-12f 5", "Algiers": "us-ike 4"}, month="1943-07", active="allies").begin(STRATEGIC_RAIL)
    ship = next(a for a in here.legal() if isinstance(a, Ship) and a.block == here.block("us-12f") and a.to == here.hex("Bizerte"))
    here.play(ship, EndPhase()).deal()
    here.play(Roll((face,)))
    assert here.strength("us-12f") == left or (left == 3 and here.strength("us-12f") < 5)
    assert (here.state.location[here.block("us-12f")] >= 0) is (left > 0)


@clause("BW-R107", "BW-24.1m")
def test_america_builds_everything_for_its_own() -> None:
    here = position("sbw9", allies={"London": "us-ike 4"}, month="1944-07", active="allies", eliminated=("us-5", "ca-1", "us-9b"))
    for power in ("usa", "uk"):
        base = here.game.rules.tables.power(power) * 5
        here.state.pool[base : base + 5] = [20] * 5
    here.begin(PRODUCTION)
    rebuilt = [action for action in here.legal() if isinstance(action, Rebuild)]
    home = {unit: {a.hex for a in rebuilt if a.block == here.block(unit)} for unit in ("us-5", "ca-1", "us-9b")}
    assert here.hex("united_states") in home["us-5"] & home["us-9b"]
    assert here.hex("canada") in home["ca-1"]
    assert here.hex("canada") not in home["us-5"]


@clause("BW-R107")
def test_america_has_room_for_all() -> None:
    here = over_there("us-2 5, us-3 5, us-4 4, us-12 5")
    assert not here.game.rules.definitions.overstacked(here.state, ALLIES)
    assert here.game.rules.definitions.room_for(here.state, here.block("us-5")) >> here.hex("united_states") & 1
