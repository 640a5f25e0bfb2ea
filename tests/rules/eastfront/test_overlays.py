"""What is laid over the map says what the rules say, and tells nothing that the viewer does not know."""

from itertools import islice, pairwise
from random import Random

import pytest

from blockfront.blocks.overlays import Layer
from blockfront.core.sides import CHANCE, SPECTATOR, Side
from blockfront.games.eastfront.actions import Move
from blockfront.games.eastfront.aids.battle_facts import modifiers
from blockfront.games.eastfront.aids.overlays import KINDS, overlay
from blockfront.games.eastfront.aids.routes import route
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.state import ACTIVE, AXIS, COMBAT, MOVEMENT, SOVIET
from blockfront.hexes.hexset import members
from blockfront.testing.fog import viewers
from blockfront.testing.random_play import random_play


def laid(here: Position, kind: str, viewer: Side = AXIS, block: int = -1, hex_: int = -1) -> tuple[Layer, ...]:
    return overlay(here.game, here.game.view(here.state, viewer), kind, block, hex_).layers


def names_at(here: Position, place: str) -> set[str]:
    return {layer.name for layer in laid(here, "ground") if here.hex(place) in layer.hexes}


def controlled(here: Position) -> Position:
    here.game.rules.control.determine(here.state)
    return here


def test_zones_lie_around_units_of_both_sides() -> None:
    here = controlled(position("s43", axis={"Kharkov": "infantry 3"}, soviet={"Voronezh": "infantry 3"}))
    zones = {layer.side: set(layer.hexes) for layer in laid(here, "zones")}
    rules = here.game.rules
    for side in (AXIS, SOVIET):
        assert zones[side]
        assert sum(1 << hex_ for hex_ in zones[side]) == rules.control.zone_of_control(here.state, side)


def test_a_radius_is_as_large_as_the_value_and_follows_the_headquarters() -> None:
    here = controlled(position("s43", axis={"Kharkov": "ax-hq-south 2"}))
    hq = here.block("ax-hq-south")
    (there,) = laid(here, "command", block=hq)
    assert there.value == 2
    assert max(here.game.rules.board.distance(here.hex("Kharkov"), hex_) for hex_ in there.hexes) == 2
    (moved,) = laid(here, "command", block=hq, hex_=here.hex("Poltava"))
    assert here.hex("Poltava") in moved.hexes
    assert set(moved.hexes) != set(there.hexes)
    assert here.is_at("ax-hq-south", "Kharkov")


def test_a_hidden_headquarters_has_no_radius_for_its_enemy() -> None:
    here = controlled(position("s43", axis={"Kharkov": "ax-hq-south 2"}, soviet={"Voronezh": "infantry 3"}))
    assert laid(here, "command", viewer=SOVIET, block=here.block("ax-hq-south")) == ()
    assert all(layer.name != "radius" for layer in laid(here, "command", viewer=SOVIET))


def test_a_unit_far_from_any_line_is_shown_cut_off() -> None:
    here = controlled(position("s43", axis={"Astrakhan": "infantry 3"}, soviet={"Stalingrad": "infantry 3"}))
    cut_off = next(layer for layer in laid(here, "supply") if layer.name == "cut_off")
    assert cut_off.hexes == (here.hex("Astrakhan"),)


def test_tracks_join_the_hexes_of_a_friendly_net() -> None:
    here = controlled(position("s43", axis={"Warsaw": "infantry 3"}))
    nets = {layer.side: layer.lines for layer in laid(here, "rail") if layer.name == "rail_net"}
    supplied = here.game.rules.railways.supplied(here.state, AXIS)
    assert nets[AXIS]
    assert all(supplied >> first & 1 and supplied >> second & 1 for first, second in nets[AXIS])


def test_the_ground_says_what_it_does() -> None:
    here = position("s43")
    assert {"city", "city_fire"} <= names_at(here, "Kharkov")
    assert "mud" not in names_at(here, "Kharkov")
    assert "mud" in {layer.name for layer in laid(position("s43", weather="mud"), "ground")}
    assert all(layer.clause.startswith("EF-") for layer in laid(here, "ground"))


def test_a_set_up_is_shown_where_it_may_and_must_be() -> None:
    game = make("s43", frozenset())
    state = game.setup()
    rules = game.rules
    for side in (AXIS, SOVIET):
        layers = {layer.name: set(layer.hexes) for layer in overlay(game, game.view(state, side), "deployment").layers}
        assert layers["front_line"] == set(members(rules.set_up.front_line(state, side)))
        assert layers["may_deploy"] | layers["front_line"] >= set(members(rules.set_up.open_hexes(state, side)))
    assert overlay(game, game.view(state, SPECTATOR), "deployment").layers == ()


def battle_across_a_river() -> Position:
    here = position("s43", axis={"Rostov E1": "ax-pz-41 3", "Kamensko": "ax-hq-south 2"}, soviet={"Rostov E1": "infantry 3"})
    here.state.phase = COMBAT
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.state.new_battles |= 1 << here.hex("Rostov E1")
    here.state.entered_from[here.block("ax-pz-41")] = here.hex("Kamensko")
    return here


def test_what_counts_in_a_battle_is_told_with_clauses() -> None:
    here = battle_across_a_river()
    hex_ = here.hex("Rostov E1")
    found = {one.name: one for one in modifiers(here.game, here.game.view(here.state, AXIS), hex_)}
    rules = here.game.rules
    assert found["repulse"].value == rules.assaults.repulse_number(here.state, hex_) > 0
    assert found["hits_per_step"].value == rules.defence.hits_per_step(here.state, hex_, SOVIET, True)
    assert found["supported"].block == here.block("ax-hq-south")
    assert found["fires"].block == here.block("ax-pz-41")
    assert all(one.clause.startswith("EF-") for one in found.values())


def test_units_unseen_are_not_named_in_a_battle() -> None:
    here = battle_across_a_river()
    found = modifiers(here.game, here.game.view(here.state, SOVIET), here.hex("Rostov E1"))
    assert here.block("ax-pz-41") not in {one.block for one in found}


def moving(weather: str = "dry") -> Position:
    here = controlled(position("s43", axis={"Kharkov": "ax-pz-41 3"}, weather=weather))
    here.state.phase = MOVEMENT
    return here


def test_a_way_leads_through_adjacent_hexes_and_where_it_is_asked() -> None:
    here = moving()
    block, rules = here.block("ax-pz-41"), here.game.rules
    view = here.game.view(here.state, AXIS)
    far = [move for move in rules.movement.moves(here.state, block) if rules.board.distance(here.hex("Kharkov"), move.to) == 2]
    for move in far:
        hexes = route(here.game, view, move, ())
        assert hexes[0] == here.hex("Kharkov")
        assert hexes[-1] == move.to
        assert all(rules.board.distance(first, second) == 1 for first, second in pairwise(hexes))
    aside = {hexes[1] for move in far for hexes in [route(here.game, view, far[0], (route(here.game, view, move, ())[1],))]}
    assert len(aside) > 1, "the way is altered by the hexes it shall lead through"


def test_a_way_that_cannot_be_gone_is_the_shortest_instead() -> None:
    here = moving()
    view, move = here.game.view(here.state, AXIS), Move(here.block("ax-pz-41"), here.hex("Belgorod"))
    assert route(here.game, view, move, (here.hex("Warsaw"),)) == route(here.game, view, move, ())


def test_nobody_is_shown_the_way_of_others() -> None:
    here = moving()
    assert route(here.game, here.game.view(here.state, SOVIET), Move(here.block("ax-pz-41"), here.hex("Belgorod")), ()) == ()


@pytest.mark.parametrize("scenario", ["edelweiss", "s43"])
def test_paired_states_have_the_same_overlays(scenario: str) -> None:
    """Whatever guess a viewer holds possible looks the same through every overlay."""
    game, rng = make(scenario, frozenset()), Random(5)
    looked = 0
    for number, (state, side, _) in enumerate(islice(random_play(game, rng, limit=9999), 160)):
        if number % 40 or side == CHANCE:
            continue
        for viewer in viewers(game):
            view = game.view(state, viewer)
            twin = game.guess(view, rng)
            for kind in KINDS:
                looked += 1
                assert overlay(game, view, kind) == overlay(game, game.view(twin, viewer), kind), kind
            for hex_ in view.chosen or view.new_battles:
                assert modifiers(game, view, hex_) == modifiers(game, game.view(twin, viewer), hex_)
    assert looked
