"""Every title declares itself in one struct, and what it declares is there."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from blockfront.ai import registry
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue

TITLES = [title.id for title in catalogue.titles()]
DECISIONS = 60


def views(title_id: str) -> Iterator[Any]:
    """What both sides see at the first decisions of a random game."""
    game: Any = catalogue.game(title_id, catalogue.title(title_id).scenarios[0].id)
    state, rng = game.setup(), Random(7)
    for _ in range(DECISIONS):
        if game.result(state) is not None:
            return
        side = min(game.to_act(state))
        action = game.chance(state).sample(rng) if side == CHANCE else game.legal(state, side).sample(rng)
        game.apply(state, action, side)
        yield from (game.view(state, viewer) for viewer in game.title.viewers)


@pytest.mark.parametrize("title_id", TITLES)
def test_a_contract_names_its_title_and_its_data(title_id: str) -> None:
    contract = catalogue.contract(title_id)
    assert contract.title is catalogue.title(title_id)
    assert contract.read_map or (contract.data / "map" / "map.toml").is_file()
    assert (contract.data / "pictures.toml").is_file()


def test_every_title_says_who_plays_it() -> None:
    assert registry.declared() == set(TITLES)


def test_a_title_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(ValueError, match="no title 'westfront'; known: eastfront, "):
        catalogue.contract("westfront")


@pytest.mark.parametrize("title_id", TITLES)
def test_the_declared_planes_are_lists_of_hexes(title_id: str) -> None:
    """Their numbers are hexes of the map or its boxes, and what they list besides control has to do with hexes that can be entered."""
    drawn = catalogue.map_of(title_id)
    places = set(drawn.hexes) | set(range(drawn.grid.size, drawn.grid.size + len(drawn.boxes)))
    for view in views(title_id):
        for field in catalogue.contract(title_id).hex_planes:
            value = getattr(view, field)
            lists = value if value and isinstance(value[0], tuple) else (value,)
            assert all(set(hexes) <= places for hexes in lists), field


@pytest.mark.parametrize("title_id", TITLES)
def test_overlays_of_every_declared_kind_can_be_made(title_id: str) -> None:
    overlays = catalogue.contract(title_id).overlays
    if overlays is None:
        return
    game: Any = catalogue.game(title_id, catalogue.title(title_id).scenarios[0].id)
    view = game.view(game.setup(), 0)
    for kind in overlays.kinds:
        assert overlays.overlay(game, view, kind, -1, -1).layers is not None


@pytest.mark.parametrize("title_id", TITLES)
def test_client_facts_fit_each_other(title_id: str) -> None:
    facts = catalogue.contract(title_id).client
    assert set(facts.turn_phases) <= set(facts.phases)
    assert len(set(facts.flags.values())) == len(facts.flags)
    assert all(flag & flag - 1 == 0 for flag in facts.flags.values()), "each flag is one bit"
