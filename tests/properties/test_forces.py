"""The order of battle as a side knows it: true whatever is hidden, made from the view alone, and worth looking at."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.blocks.forces import Belief, Roster, hidden_units
from blockfront.blocks.order_of_battle import Block, OrderOfBattle
from blockfront.blocks.sightings import SecretPlace, SeenBlock, Sightings
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.testing.random_play import random_play

GAMES = [
    ("eastfront", "s43", 900),
    ("eastfront", "s41", 700),
    ("blocks_in_the_east", "sbe4", 900),
    ("blocks_in_the_east", "sbe1", 900),
    ("blocks_in_the_west", "sbw5", 700),
]


def forces_of(game: Any, view: Any) -> Roster:
    make = catalogue.contract(game.title.id).forces
    assert make is not None
    return make(game, view)


@pytest.mark.parametrize(("game_of", "scenario", "decisions"), GAMES)
def test_hidden_units_are_where_they_are_said_to_be_and_nothing_hidden_changes_it(game_of: str, scenario: str, decisions: int) -> None:
    game: Any = catalogue.game(game_of, scenario)
    rng = Random(5)
    told = 0
    for number, decision in enumerate(islice(random_play(game, rng, limit=100_000), decisions)):
        if number % 15:
            continue
        state = decision.state
        for viewer in (Side(0), Side(1)):
            view = game.view(state, viewer)
            forces = forces_of(game, view)
            for unit in forces.hidden:
                shown = state.shown[unit.block]
                assert unit.may_be_off_map if shown < 0 else unit.places
                assert shown < 0 or not unit.hexes or shown in unit.hexes, f"{game.order[unit.block].name} stands at {shown}: {unit}"
            twin = game.guess(view, rng)
            assert forces_of(game, game.view(twin, viewer)) == forces
            told += len(forces.hidden)
    assert told > 100, "hardly anything was hidden: the test could not have failed"


@pytest.mark.parametrize(("game_of", "scenario"), [("eastfront", "s43"), ("blocks_in_the_east", "sbe6"), ("blocks_in_the_west", "sbw5")])
def test_the_dead_have_their_price_and_those_to_come_their_month(game_of: str, scenario: str) -> None:
    game: Any = catalogue.game(game_of, scenario)
    last = None
    for decision in random_play(game, Random(9), limit=900):
        last = decision.state
        if any(last.location[block] == ELIMINATED for block in game.order.of_side[0]):
            break
    assert last is not None
    forces = forces_of(game, game.view(last, Side(0)))
    fallen = {block for block in game.order.of_side[0] if last.location[block] == ELIMINATED}
    assert {unit.block for unit in forces.dead} >= fallen
    for unit in forces.dead:
        if unit.block in fallen and unit.cost:
            assert sum(unit.cost) > 0
    for coming in forces.coming:
        assert last.location[coming.block] == NOT_IN_PLAY
        assert 1 <= coming.steps <= game.order[coming.block].full


def order(names: str) -> OrderOfBattle:
    mine = [Block("m", "m", Side(0), "", "infantry", (1,))]
    return OrderOfBattle(mine + [Block(name, name, Side(1), "", "infantry", (1,)) for name in names])


def seen(*hexes: int) -> Sightings:
    return Sightings((), tuple(SeenBlock(handle + 1, 1, hex_) for handle, hex_ in enumerate(hexes)), (), ())


def test_a_unit_that_can_stand_in_one_place_alone_takes_it_from_the_others() -> None:
    """a keeps to hex 5, where one block stands: b and c cannot be there, and of the two others each can be either."""
    units = hidden_units(order("abc"), 0, Belief(seen(5, 6, 7), lambda block: 1 << 5 if block == 1 else -1))
    assert [(unit.places, unit.hexes) for unit in units] == [(1, (5,)), (2, (6, 7)), (2, (6, 7))]


def test_a_place_that_only_one_unit_can_fill_tells_who_stands_there() -> None:
    units = hidden_units(order("abc"), 0, Belief(seen(5, 6, 7), lambda block: -1 if block == 1 else 1 << 6 | 1 << 7))
    assert units[0].hexes == (5,)


def test_what_may_be_off_the_map_is_certain_nowhere() -> None:
    sights = Sightings((), seen(5, 6).seen, (), (SecretPlace(1, -9, 1),))
    units = hidden_units(order("abc"), 0, Belief(sights, lambda block: 1 << 5 if block == 1 else -1))
    assert units[0].may_be_off_map
    assert [unit.hexes for unit in units[1:]] == [(5, 6), (5, 6)]
