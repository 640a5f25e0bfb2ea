"""The worked examples of chapters 5, 8, 12 and 13: command, control, weather and the range of aircraft."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.state import DRY, MUD, UNSUPPLIED, WEATHERS

AXIS, SOVIET = 0, 1
Example = Callable[[str], Mapping[str, Any]]


# ---- headquarters


@clause("EF-5.3a", "EF-5.3b", "EF-5.42a", "EF-R10")
def test_an_enemy_unit_blocks_the_line_of_command(table: Any, example: Example) -> None:
    figures = example("EX-5.3")
    hq = table.put("axis", "hq", figures["value"], "Kalach", key="ax-hq-a")
    table.put("soviet", "infantry", 2, figures["blocked_by_enemy_in"])
    near = [table.put("axis", "infantry", 3, place) for place in ("Kalach", "Kamensko E1", "Kamensko")]
    battle = table.put("axis", "infantry", 3, figures["blocked_by_enemy_in"])
    behind = table.put("axis", "armor", 3, "Stalingrad E1")
    table.state.active = AXIS
    table.activate(hq)
    table.rules.control.determine(table.state)
    table.rules.headquarters.refresh_command(table.state)
    commanded = {block for block in (*near, battle, behind) if table.state.in_command >> table.state.location[block] & 1}
    assert commanded == {*near, battle}
    assert table.rules.battles.is_supported(table.state, table.hex(figures["blocked_by_enemy_in"]))


@clause("EF-5.3e", "EF-8.4b")
def test_command_runs_through_friendly_units_and_their_zones(table: Any) -> None:
    hq = table.put("axis", "hq", 2, "Kamensko", key="ax-hq-a")
    table.put("axis", "infantry", 3, "Kamensko E1")
    table.state.active = AXIS
    table.state.axis_last = 0
    table.activate(hq)
    table.rules.control.determine(table.state)
    zone = table.rules.headquarters.zone(table.state, hq)
    assert zone >> table.hex("Kalach") & 1  # through the hex of a friendly unit
    assert zone >> table.hex("Millerovo NE1") & 1  # through an empty hex in a friendly zone of control


@clause("EF-5.61a")
@pytest.mark.parametrize("value", range(4))
def test_supreme_moves(table: Any, example: Example, value: int) -> None:
    okh = table.put("axis", "hq", value, "Warsaw", key="ax-hq-okh")
    table.activate(okh)
    assert table.rules.headquarters.supreme_moves(table.state, AXIS) == example("EX-5.61")["supreme_moves"][value]


@clause("EF-5.63a", "EF-13.11b", "EF-13.12a")
def test_air_range_of_a_supreme_headquarters(table: Any, example: Example) -> None:
    figures = example("EX-5.63")
    okh = table.put("axis", "hq", figures["value"], "Warsaw", key="ax-hq-okh")
    assert table.rules.air.range(table.state, okh) == figures["range"]
    assert table.rules.air.dice(table.state, okh) == figures["dice"]


@clause("EF-13.12a", "EF-7.13c", "EF-R25")
def test_strength_of_an_air_strike(table: Any, example: Example) -> None:
    figures = example("EX-13.13")
    hq = table.put("soviet", "hq", figures["value"], "Kiev")
    assert table.rules.air.dice(table.state, hq) == figures["dice"]


@clause("EF-5.8b", "EF-5.8c", "EF-5.8a", "EF-5.8d", "EF-13.16a")
def test_a_disorganised_headquarters(table: Any, example: Example) -> None:
    figures = example("EX-5.8")
    hq = table.put("axis", "hq", figures["value"], "Kharkov", key="ax-hq-south")
    table.state.weather = MUD
    assert table.rules.headquarters.effective_value(table.state, hq) == figures["radius"]
    assert table.rules.air.dice(table.state, hq) == figures["dice"]
    assert table.rules.headquarters.value(table.state, hq) == figures["value"]
    table.rules.control.determine(table.state)
    spent = table.put("axis", "hq", 0, "Minsk", key="ax-hq-centre")
    assert bool(table.rules.headquarters.zone(table.state, spent)) == figures["value_0_commands"]
    table.state.weather = DRY
    assert table.rules.headquarters.zone(table.state, spent) == 1 << table.hex("Minsk")


# ---- control


@clause("EF-8.2a", "EF-8.2b", "EF-8.31a", "EF-8.32a", "EF-8.33a")
def test_zones_of_both_sides_dispute_hexes(table: Any, example: Example) -> None:
    figure = example("EX-8a")
    laid = table.lay_out(figure)
    for name, side in figure["units"].items():
        table.put(side, "infantry", 3, laid[name])
    assert {name: table.control(laid[name]) for name in figure["control"]} == figure["control"]


@clause("EF-8.2b", "EF-8.2c", "EF-8.2d")
def test_no_zone_across_rivers_nor_from_or_into_a_battle(table: Any, example: Example) -> None:
    figure = example("EX-8b")
    laid = table.lay_out(figure)
    table.put("soviet", "infantry", 3, laid["battle"])
    table.put("axis", "infantry", 3, laid["battle"])
    table.put("soviet", "infantry", 3, laid["B"])
    zone = table.rules.control.zone_of_control(table.state, SOVIET)
    assert zone == sum(1 << laid[name] for name in figure["zone_of_b"])
    assert table.rules.control.zone_of_control(table.state, AXIS) == 0


@clause("EF-10.2a", "EF-10.2b", "EF-8.2c")
def test_supply_status_and_supply_line_are_different_things(table: Any) -> None:
    block = table.put("axis", "infantry", 3, "Kropotkin")
    table.state.axis_last = 0
    table.rules.control.determine(table.state)
    assert not table.rules.supply.in_reach(table.state, AXIS) >> table.hex("Kropotkin") & 1
    assert table.rules.control.zone_of_control(table.state, AXIS)  # no line, but supplied until the next check
    assert table.rules.supply.check(table.state, AXIS) == [block]
    assert not table.rules.control.zone_of_control(table.state, AXIS)
    table.state.axis_last = table.rules.board.playable
    table.rules.control.determine(table.state)
    assert table.rules.supply.in_reach(table.state, AXIS) >> table.hex("Kropotkin") & 1
    assert table.state.flags[block] & UNSUPPLIED  # a line again, but unsupplied until the next check
    assert not table.rules.control.zone_of_control(table.state, AXIS)


# ---- weather


@clause("EF-12.21b", "EF-12.21a", "EF-4.4a")
def test_a_change_of_weather_gives_a_double_turn(table: Any, example: Example) -> None:
    for change in example("EX-12")["changes"]:
        turns = []
        for weather in (change["from"], change["to"]):
            table.state.weather = WEATHERS.index(weather)
            first = table.rules.weather.first_side(table.state)
            turns += [first, 1 - first]
        twice = [one for one, other in pairwise(turns) if one == other]
        assert twice == [AXIS if change["twice"] == "axis" else SOVIET], change
