"""The worked example of chapter 10: a front between Luck, Kiev and Vinnitsa, laid out where our map has room for it."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.state import UNSUPPLIED
from blockfront.hexes.grid import Hex
from blockfront.hexes.sides import NO_SIDES, both_ways, joined

AXIS, SOVIET = 0, 1
SIDES = {"axis": AXIS, "soviet": SOVIET}
Example = Callable[[str], Mapping[str, Any]]


@pytest.fixture
def front(table: Any, example: Example, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, dict[str, int], dict[str, int]]:
    """The position: table, hexes by name, blocks by name."""
    figure = example("EX-10")
    board = table.rules.board
    laid = table.lay_out(figure)
    rails = NO_SIDES
    for line in figure["rails"]:
        for one, other in pairwise(line):
            direction = board.grid.direction(laid[one], laid[other])
            assert direction is not None
            rails = joined(rails, both_ways(board.grid, [(Hex(laid[one]), direction)]))
    monkeypatch.setattr(board, "rail_sides", rails)
    origins = {SIDES[side]: sum(1 << laid[name] for name in names) for side, names in figure["origins"].items()}
    monkeypatch.setattr(table.rules.railways, "origins", lambda side: origins[side])
    blocks = {}
    for side in SIDES:
        for name, place in figure[side].items():
            blocks[name] = table.put(side, "infantry", 3, laid[place])
    table.state.axis_last = sum(1 << laid[name] for name in ("west", "Luck", "Y"))
    table.state.axis_defends = 0
    table.rules.control.determine(table.state)
    return table, laid, blocks


@clause("EF-8.2b", "EF-8.2c", "EF-8.33a", "EF-9.12a", "EF-9.12c", "EF-9.12d")
def test_railheads_and_control(front: Any, example: Example) -> None:
    table, laid, _ = front
    figure = example("EX-10")
    assert {name: table.control(laid[name]) for name in figure["control"]} == figure["control"]
    for side, ends in figure["railheads"].items():
        supplied = table.rules.railways.supplied(table.state, SIDES[side])
        expected = {*ends, *figure["origins"][side]}
        assert {name for name in laid if supplied >> laid[name] & 1} == expected


@clause("EF-10.1a", "EF-10.3a", "EF-10.3b", "EF-10.3c", "EF-8.4e")
def test_who_can_trace_a_supply_line(front: Any, example: Example) -> None:
    table, _, blocks = front
    figure = example("EX-10")
    with_line = set()
    for name, block in blocks.items():
        side = table.rules.order[block].side
        if table.rules.supply.in_reach(table.state, side) >> table.state.location[block] & 1:
            with_line.add(name)
    assert with_line - {"B"} == set(figure["supplied"])
    assert set(blocks) - with_line == set(figure["without_line"])


@clause("EF-10.2a", "EF-10.4a", "EF-10.4b", "EF-4.46a")
def test_only_the_passive_side_is_checked(front: Any, example: Example) -> None:
    table, _, blocks = front
    figure = example("EX-10")
    assert table.rules.supply.check(table.state, SOVIET) == sorted(blocks[name] for name in figure["starving"])
    assert not table.state.flags[blocks["Z"]] & UNSUPPLIED  # no line, but supplied until the Soviet Supply Phase
    assert table.rules.supply.check(table.state, AXIS) == [blocks["Z"]]
