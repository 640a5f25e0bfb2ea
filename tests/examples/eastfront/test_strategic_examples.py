"""The worked examples of chapters 3, 16 and 17: oil, continued games, handicaps; and of Courland in the last winter."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.events import ScenarioEnded
from blockfront.games.eastfront.loading.tables import scenario

AXIS, SOVIET = 0, 1
Example = Callable[[str], Mapping[str, Any]]
NewTable = Callable[..., Any]


def levels(table: Any) -> dict[str, int]:
    level = table.rules.production.level
    return {"axis": level(table.state, AXIS), "soviet": level(table.state, SOVIET)}


@clause("EF-16.61a", "EF-16.61b", "EF-16.61c", "EF-16.6a", "EF-11.42d")
@pytest.mark.parametrize("name", ["EX-16.61", "EX-16.61b"])
def test_oil_lost_or_cut(table: Any, example: Example, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The Axis holds the place, and only that; its railway is taken for granted."""
    figures = example(name)
    hq = table.put("soviet", "hq", 2, "Moscow", key="so-hq-west")
    table.rules.control.determine(table.state)
    before = levels(table)
    held = sum(1 << table.hex(place) for place in figures["axis_holds"])
    origins = table.rules.railways.origins
    monkeypatch.setattr(table.rules.railways, "origins", lambda side: origins(side) | (held if side == AXIS else 0))
    table.state.friendly[AXIS] |= held
    table.state.friendly[SOVIET] &= ~held
    after = levels(table)
    for side, change in figures["change"].items():
        assert after[side] - before[side] == change, side
    assert table.rules.production.step_cost(table.state, hq) == figures["soviet_hq"]["step"]
    assert table.rules.production.cadre_cost(table.state, hq) == figures["soviet_hq"]["cadre"]


@clause("EF-3.12a", "EF-3.12b")
def test_base_production_changes_when_play_goes_on(new_table: NewTable, example: Example) -> None:
    """Summer 1942 has the example's bracket for the Axis."""
    bracket = example("EX-3.12")["bracket"]
    assert scenario("s42").sides[AXIS].base_change == bracket
    table = new_table("w41", frozenset({"play_on"}))
    before = list(table.state.base)
    table.rules.scenarios.continue_into_next(table.state, [])
    assert table.rules.scenario_of(table.state).id == "s42"
    assert table.state.base[AXIS] - before[AXIS] == bracket


@clause("EF-17.2a", "EF-3.11b")
@pytest.mark.parametrize("name", ["s41", "s44"])
def test_the_handicap_counts_for_the_axis(new_table: NewTable, example: Example, name: str) -> None:
    handicap = example("EX-17.2")["handicaps"][name]
    table = new_table(name)
    table.rules.control.determine(table.state)
    events: list[Any] = []
    table.rules.victory.close_scenario(table.state, events)
    (ended,) = (event for event in events if isinstance(event, ScenarioEnded))
    assert ended.handicap == handicap
    assert ended.margin == ended.axis + handicap - ended.soviet


@clause("EF-W44.1b", "EF-R42", "EF-R53")
def test_courland_lives_by_sea(new_table: NewTable, example: Example) -> None:
    figures, table = example("EX-15.3b"), new_table("w44")
    courland = table.rules.board.map.area_mask("courland")
    port, base = table.hex(figures["port"]), table.hex(figures["base"])
    hexes = [hex_ for hex_ in range(courland.bit_length()) if courland >> hex_ & 1]
    assert port in hexes
    units = [table.put("axis", "infantry", 2, hexes[number % len(hexes)]) for number in range(figures["units"])]
    around = {int(n) for hex_ in hexes for _, n in table.rules.board.neighbours[hex_]} - set(hexes)
    for hex_ in around:
        table.put("soviet", "infantry", 3, hex_)
    table.rules.control.determine(table.state)
    assert table.rules.supply.check(table.state, AXIS) == []
    table.put("soviet", "infantry", 3, base)
    table.put("axis", "infantry", 2, base)
    table.rules.control.determine(table.state)
    assert set(units) <= set(table.rules.supply.check(table.state, AXIS))
