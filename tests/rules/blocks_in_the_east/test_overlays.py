"""What is laid over the map of Blocks in the East says what the rules say, and nothing that the viewer does not know."""

from itertools import islice, pairwise
from random import Random

from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import Command, Fly, Move
from blockfront.games.blocks_series.aids.overlays import KINDS, modifiers, overlay
from blockfront.games.blocks_series.aids.routes import route
from blockfront.games.blocks_series.state import AIR_MOVEMENT, MOVEMENT
from blockfront.testing.fog import viewers
from blockfront.testing.random_play import random_play

DECISIONS = 120


def test_overlays_modifiers_and_ways_follow_the_rules_and_the_view() -> None:
    game, rng = make("sbe1", frozenset()), Random(4)
    ways = battles = 0
    for number, (state, side, _) in enumerate(islice(random_play(game, rng, limit=9999), DECISIONS)):
        if side == CHANCE:
            continue
        view = game.view(state, side)
        moves = [action for action in game.legal(state, side) if isinstance(action, Move)]
        for move in moves[:3]:
            hexes = route(game, view, move, ())
            ways += 1
            assert hexes[0] == state.location[move.block]
            assert hexes[-1] == move.to
            assert move.entry in (-1, hexes[-2])
            assert len(set(pairwise(hexes))) == len(hexes) - 1
        for hex_ in view.battles:
            known = {own.block for own in view.blocks.own} | {sight.block for sight in view.blocks.seen}
            found = modifiers(game, view, hex_)
            battles += 1
            assert {one.block for one in found} <= known
        if number % 40 == 0:
            for viewer in viewers(game):
                seen = game.view(state, viewer)
                twin = game.view(game.guess(seen, rng), viewer)
                assert [overlay(game, seen, kind) for kind in KINDS] == [overlay(game, twin, kind) for kind in KINDS]
    assert ways
    assert battles


def test_layers_name_clauses_and_sides() -> None:
    game = make("sbe1", frozenset())
    view = game.view(game.setup(), viewers(game)[0])
    layers = {kind: overlay(game, view, kind).layers for kind in KINDS}
    assert all(layer.clause.startswith("BE-") for found in layers.values() for layer in found)
    assert {layer.side for layer in layers["control"] if layer.name == "held"} == {0, 1}
    assert any(layer.name == "rail_net" and layer.lines for layer in layers["rail"])
    costs = {layer.value for layer in layers["ground"] if layer.name == "cost"}
    assert {1, 2, 3} <= costs


@clause("BE-13.3a", "BE-13.4a")
def test_the_range_and_points_of_a_headquarters_are_shown_to_its_owner_alone() -> None:
    armour = {"Warsaw": "g-4pzg 4", "Warsaw W5": "g-41pz 3", "Warsaw W6": "g-56pz 3"}
    here = position(axis=armour, soviet={}, options=("advanced",)).begin(MOVEMENT)
    hq = here.block("g-4pzg")
    (shown,) = overlay(here.game, here.game.view(here.state, AXIS), "command").layers
    assert (shown.block, shown.value) == (hq, 4)
    assert here.hex("Warsaw W5") in shown.hexes
    assert here.hex("Warsaw W6") not in shown.hexes
    here.play(Command(hq, here.block("g-41pz")))
    (left,) = overlay(here.game, here.game.view(here.state, AXIS), "command", hq, here.hex("Warsaw W1")).layers
    assert left.value == 3
    assert here.hex("Warsaw W6") in left.hexes, "as it would be from another hex"
    for block in (-1, hq):
        assert overlay(here.game, here.game.view(here.state, SOVIET), "command", block).layers == ()


@clause("BE-4.2c")
def test_ports_across_the_sea_are_shown_with_their_places() -> None:
    """Odessa, cut off by land, has one place, which two units want."""
    here = position(
        soviet={"Odessa": "infantry 3, infantry 3"},
        axis_holds=("odessa_district", "kiev_district", "bessarabia"),
        soviet_holds=("Odessa", "Sevastopol"),
        active="soviet",
    )
    for viewer, knows in ((SOVIET, True), (AXIS, False)):
        shown = overlay(here.game, here.game.view(here.state, viewer), "ports").layers
        places = {hex_: layer.value for layer in shown if layer.name == "port_places" and layer.side == SOVIET for hex_ in layer.hexes}
        assert places[here.hex("Odessa")] == 1
        full = {hex_ for layer in shown if layer.name == "port_full" for hex_ in layer.hexes}
        assert (here.hex("Odessa") in full) is knows, "how many depend on a port is its owner's to know"


@clause("BE-7.7.6k", "BE-7.7.6l", "BE-7.7.6n")
def test_works_are_shown_while_they_stand() -> None:
    here = position(axis={"Warsaw": "g-1k 3"})

    def shown() -> dict[str, set[int]]:
        return {layer.name: set(layer.hexes) for layer in overlay(here.game, here.game.view(here.state, AXIS), "works").layers}

    sevastopol = here.hex("Sevastopol")
    assert sevastopol in shown()["fortress"]
    assert here.hex("Armjansk") in shown()["bunker"]
    assert here.hex("Warsaw") not in shown()["fortress"] | shown()["bunker"]
    here.game.rules.definitions.capture(here.state, AXIS, 1 << sevastopol, [])
    assert sevastopol in shown()["bunker"], "a fortress that fell is a bunker"
    assert sevastopol not in shown()["fortress"]


@clause("BE-7.5.2a", "BE-7.5.2b", "BE-7.5.2d")
def test_how_far_aircraft_fly_is_what_the_rules_let_them() -> None:
    """Missions and new bases are two layers; both are those of the flights that may be ordered, and the owner's alone."""
    soviet = {"Kaunas": "infantry 3", "Minsk": "infantry 3"}
    here = position(axis={"Königsberg": "g-jg54 3", "Tilsit": "g-1fk 4"}, soviet=soviet).begin(AIR_MOVEMENT)
    view = here.game.view(here.state, AXIS)
    flights = [action for action in here.game.legal(here.state, AXIS) if isinstance(action, Fly)]
    for name in ("g-jg54", "g-1fk"):
        block = here.block(name)
        layers = {layer.name: set(layer.hexes) for layer in overlay(here.game, view, "flights", block).layers}
        assert layers["mission"] | layers["base"] == {action.to for action in flights if action.block == block}
        assert (here.hex("Minsk") in layers["mission"]) == (name == "g-1fk")
        assert layers["mission"] <= layers["mission_range"]
        assert overlay(here.game, here.game.view(here.state, SOVIET), "flights", block).layers == ()
    together = {layer.name: set(layer.hexes) for layer in overlay(here.game, view, "flights").layers}
    assert here.hex("Minsk") in together["mission"]
