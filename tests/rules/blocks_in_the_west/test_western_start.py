"""How games of the West begin: everybody where the scenario says, supplied, and seen by the colour of his block alone."""

from collections import Counter
from functools import cache, reduce
from itertools import islice
from operator import or_
from random import Random

import pytest

from blockfront.core.clauses import clause
from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_west.game import BlocksInTheWest, make
from blockfront.games.blocks_series.aids.overlays import overlay
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import Hex
from blockfront.testing.fog import leaks, leaks_of_actions, viewers
from blockfront.testing.random_play import random_play

SCENARIOS = ("sbw1", "sbw2", "sbw3", "sbw5", "sbw6", "sbw7")
BLOCKS = {"sbw1": (13, 15), "sbw2": (32, 34), "sbw3": (43, 62), "sbw5": (29, 18), "sbw6": (51, 72), "sbw7": (38, 20)}


@cache
def game(scenario: str) -> BlocksInTheWest:
    return make(scenario, frozenset())


def first_decision(scenario: str, side: int = -1) -> SeriesState:
    """The state when somebody, or a side, is asked for the first time."""
    asked = (side,) if side >= 0 else (0, 1)
    found: SeriesState = next(state for state, who, _ in random_play(game(scenario), Random(3), limit=200) if who in asked).copy()
    return found


@clause("BW-2.3a", "BW-2.3b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_stand_where_the_scenario_says_with_the_strength_it_gives(scenario: str) -> None:
    state, rules = first_decision(scenario), game(scenario).rules
    placed = {b: (state.location[b], rules.units.value(b, state.steps[b])) for b in range(len(rules.order)) if state.location[b] >= 0}
    assert placed == {one.block: (rules.board.hex(one.place), one.value) for one in rules.scenario.set_up}
    assert tuple(sum(b in placed for b in blocks) for blocks in rules.order.of_side) == BLOCKS[scenario]
    assert state.active == rules.scenario.first_side


@clause("BW-4.3a", "BW-4.1b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_starts_without_supply_whom_the_scenario_does_not_name(scenario: str) -> None:
    state, rules = first_decision(scenario), game(scenario).rules
    for side in (0, 1):
        there = (b for b in rules.order.of_side[side] if state.location[b] >= 0)
        checked: list[int] = [b for b in there if not state.neutral >> rules.units.power[b] & 1]
        lacking, dependent = rules.supply.unsupplied(state, checked)
        short, claims = rules.supply.shared_out(state, dependent)
        assert [rules.order[b].key for b in (*lacking, *short)] == list(rules.scenario.supply_gaps)
        assert not claims


@clause("BW-1.3a", "BW-R139")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_of_a_hidden_block_place_and_colour_are_seen(scenario: str) -> None:
    one, state = game(scenario), first_decision(scenario, side=0)
    for viewer in (Side(0), Side(1)):
        view = one.view(state, viewer)
        enemies = [b for b in one.order.of_side[1 - viewer] if state.location[b] >= 0]
        colours = Counter((state.location[b], one.order[b].pool) for b in enemies)
        assert Counter((sight.location, one.order.pools[sight.pool]) for sight in view.blocks.seen) == colours
        assert all(sight.block < 0 and sight.steps == 0 for sight in view.blocks.seen)
        guess = one.guess(view, Random(5))
        assert Counter((guess.location[b], one.order[b].pool) for b in one.order.of_side[1 - viewer] if guess.location[b] >= 0) == colours


@clause("BW-R139")
def test_where_a_redoubt_stands_is_known_but_not_how_strong_it_is() -> None:
    one, state = game("sbw1"), first_decision("sbw1")
    view = one.view(state, Side(1))
    orange = [sight for sight in view.blocks.seen if one.order.pools[sight.pool] == "redoubts"]
    assert [one.rules.board.name(sight.location) for sight in orange] == ["Ferrara"]
    guesses = [one.guess(view, Random(seed)) for seed in range(40)]
    ferrara = one.rules.board.hex("Ferrara")
    strengths = {one.rules.units.value(b, g.steps[b]) for g in guesses for b in one.order.where(type="redoubt") if g.location[b] == ferrara}
    assert len(strengths) > 1


@clause("BW-1.3a", "BW-5.1c", "BW-5.3a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_sees_through_in_the_first_month(scenario: str) -> None:
    one, rng = game(scenario), Random(11)
    for number, (state, _, _) in enumerate(islice(random_play(one, rng, limit=9999), 120)):
        if number % 12:
            continue
        for viewer in viewers(one):
            found = leaks(one, state, viewer, rng) or leaks_of_actions(one, state, viewer, rng)
            assert not found, "\n".join(map(str, found))


@clause("BW-5.1c", "BW-5.3a")
def test_the_plans_of_1940_are_the_allies_own_to_know() -> None:
    """Whatever they chose, the Axis sees the same until the first neutral is attacked."""
    one, seen = game("sbw3"), set()
    for french in range(3):
        state = first_decision("sbw3")
        for option in (french, 1):
            action = next(a for a in one.legal(state, Side(1)) if getattr(a, "option", None) == option)
            one.apply(state, action, Side(1))
        seen.add(repr(one.view(state, Side(0))))
    assert len(seen) == 1


@clause("BW-5.1q", "BW-5.1r", "BW-5.2d", "BW-5.2f", "BW-BOX1f", "BW-BOX1g")
def test_the_works_of_1940_are_laid_over_the_map() -> None:
    """Five hexes of the Maginot line with their fronts, Eben Emael, nine of the Siegfried line."""
    one, state = game("sbw3"), first_decision("sbw3")
    shown = {layer.name: layer for layer in overlay(one, one.view(state, Side(1)), "works").layers}
    names = {name: {one.rules.board.name(hex_) for hex_ in layer.hexes} for name, layer in shown.items()}
    assert names["fortress"] == {"Metz", "Sarreguemines", "Bitche", "Strasbourg", "Colmar", "Eben Emael"}
    assert {"Kleve", "Aachen", "Prüm", "Trier", "Saarbrücken", "Kaiserslautern", "Karlsruhe", "Offenburg", "Freiburg"} <= names["bunker"]
    hexes = one.rules.board.map.hexes
    assert {hexes[Hex(inside)].nation for inside, _ in shown["fortified_side"].lines} == {"FR"}
    assert {hexes[Hex(outside)].nation for _, outside in shown["fortified_side"].lines} == {"DE", "LU"}
    assert all(layer.clause.startswith("BW-") for layer in shown.values())


@clause("BW-R139", "BW-BOX1g")
def test_redoubts_are_among_the_works_that_everybody_sees() -> None:
    one, state = game("sbw1"), first_decision("sbw1")
    for viewer in viewers(one):
        shown = {layer.name: layer for layer in overlay(one, one.view(state, viewer), "works").layers}
        assert shown["redoubt"].hexes == (one.rules.board.hex("Ferrara"),)
        assert one.rules.board.hex("La Spezia") in shown["bunker"].hexes


@clause("BW-R119", "BW-3.1.2b")
@pytest.mark.parametrize("number", range(1, 11))
def test_neutral_and_closed_ports_count_for_nobody(number: int) -> None:
    """Whatever is neither side's at the start is nobody's harbour, Göteborg first of all."""
    rules = game(f"sbw{number}").rules
    state = game(f"sbw{number}").new_state()
    status = rules.scenario.country_control
    outside = [rules.board.nation(country) for country in status if status[country] in ("neutral", "closed")]
    idle = rules.board.port_hexes & reduce(or_, outside, 0)
    assert idle >> rules.board.hex("Göteborg") & 1
    assert not idle & (state.control[0] | state.control[1])
    assert not any(rules.sea.harbours(state, power) & idle for power in range(len(rules.tables.powers)))
