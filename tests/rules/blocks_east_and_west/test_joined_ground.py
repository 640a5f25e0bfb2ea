"""Both games' blocks, powers and layers on one map: the ground of the joined campaign. """

import msgspec
import pytest

from blockfront.core.data_files import DataError
from blockfront.games.blocks_east_and_west.joined_map import CAMPAIGN, joined_map
from blockfront.games.blocks_east_and_west.joined_tables import joined_tables, shared_formations
from blockfront.games.blocks_in_the_east import game as eastern
from blockfront.games.blocks_in_the_east.layers import EASTERN
from blockfront.games.blocks_in_the_west import game as western
from blockfront.games.blocks_in_the_west.layers import WESTERN
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.aids.scene import position
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.ruleset import SeriesFacts
from blockfront.games.blocks_series.state import MOVEMENT

EASTERN_POWERS = {"ussr", "finland", "romania", "hungary", "slovakia"}


@pytest.fixture(scope="module")
def joint() -> western.BlocksInTheWest:
    """A game on the joined map under the layers of both books, with the frame of the western campaign."""
    west = western.facts()
    tables = joined_tables(west.tables, eastern.facts().tables)
    scenario = msgspec.structs.replace(western.facts().scenario("sbw10"), area=CAMPAIGN)
    facts = SeriesFacts(
        sides=west.sides,
        tables=tables,
        board=Board(joined_map(), tables.terrain),
        scenario=lambda _: scenario,
        layer=WESTERN,
        advanced=(EASTERN,),
        options={},
        scenarios={},
    )
    return western.BlocksInTheWest(facts, "sbw10", frozenset())


def test_formations_of_both_games_are_one_block_each(joint: western.BlocksInTheWest) -> None:
    west, east, shared = western.facts().tables, eastern.facts().tables, shared_formations()
    assert len(shared) == 45
    assert len(joint.order) == len(west.order) + len(east.order) - 45
    keys = {block.key for block in joint.order.blocks}
    assert set(shared.values()) <= keys
    assert not set(shared) & keys
    for number, block in enumerate(west.order.blocks):
        assert joint.order[number].key == block.key  # western numbers hold
    for east_key, west_key in shared.items():
        one, other = east.order[east.order.key(east_key)], joint.order[joint.order.key(west_key)]
        assert (one.strengths, one.colours, one.type) == (other.strengths, other.colours, other.type)


def test_powers_of_both_games(joint: western.BlocksInTheWest) -> None:
    names = [power.id for power in joint.rules.tables.powers]
    assert len(names) == len(set(names)) == 17
    assert set(names) >= EASTERN_POWERS
    assert [names.index(power.id) for power in western.facts().tables.powers] == list(range(12))
    soviet = joint.rules.tables.power("ussr")
    assert {joint.order[b].nation for b in range(len(joint.order)) if joint.rules.units.power[b] == soviet} == {"ussr"}


def test_a_formation_that_differs_is_named() -> None:
    west, east = western.facts().tables, eastern.facts().tables
    east_key, west_key = next(iter(shared_formations().items()))
    blocks = [msgspec.structs.replace(b, strengths=(9, *b.strengths[1:])) if b.key == east_key else b for b in east.order.blocks]
    other = msgspec.structs.replace(east, order=type(east.order)(blocks))
    with pytest.raises(DataError, match=west_key):
        joined_tables(west, other)


def test_a_corps_walks_from_berlin_over_posen_to_warsaw(joint: western.BlocksInTheWest) -> None:
    here = position(joint, {"axis": {"Berlin": "de-26 4"}, "allies": {}}, month="1944-06", active="axis")
    board, block = joint.rules.board, here.block("de-26")
    for goal in ("Posen", "Warsaw"):
        target = here.hex(goal)
        for _ in range(8):
            if here.state.location[block] == target:
                break
            here.begin(MOVEMENT)
            legs = [leg for leg in here.legal() if isinstance(leg, Move) and leg.block == block]
            here.play(min(legs, key=lambda leg: board.grid.distance(leg.to, target)))
            here.end_phase()
        assert here.is_at("de-26", goal)


def test_works_of_the_west_and_fortresses_of_the_east_stand_together(joint: western.BlocksInTheWest) -> None:
    here = position(joint, {"axis": {}, "allies": {}}, month="1944-06")
    fortification = joint.rules.definitions.fortification
    assert fortification(here.state, here.hex("Malta")) == "bunker"
    assert fortification(here.state, here.hex("Sevastopol")) == "fortress"
