"""What is kept between questions is what the position says when it is asked again."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from blockfront.core.actions import Action, Roll
from blockfront.core.sides import CHANCE, Side
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import EndPhase, Move, RailMove
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch13_headquarters import HELP_MARKED
from blockfront.games.blocks_series.rules.legs import Legs
from blockfront.games.blocks_series.rules.lines import Lines
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MARKED, MOVEMENT, SeriesState
from blockfront.hexes.hexset import mask_of, members
from blockfront.testing.random_play import random_play

DECISIONS = 500
EVERY = 13
LISTED = 400  # decisions, of which one in so many is compared
OFTEN = 3
GAMES = (
    ("sbe4", frozenset[str](), 1),
    ("sbe4", frozenset({"advanced", "terrain_details", "reserves", "naval_transport"}), 2),
    ("sbe6", frozenset({"advanced"}), 3),
    ("sbe9", frozenset[str](), 4),
)


@pytest.mark.parametrize(("scenario", "options", "seed"), GAMES)
def test_kept_facts_are_those_of_the_position(scenario: str, options: frozenset[str], seed: int) -> None:
    game, again = make(scenario, options), make(scenario, options).rules
    for number, (state, _, _) in enumerate(islice(random_play(game, Random(seed), limit=DECISIONS + 1), DECISIONS)):
        if number % EVERY == 0:
            bare = state.copy()
            bare.derived = {}
            _forget(again)
            for side in (0, 1):
                assert game.rules.definitions.crowding(state, side) == again.definitions.crowding(bare, side)
                assert game.rules.zones.zone(state, side) == again.zones.zone(bare, side)
                assert game.rules.zones.ground_zone(state, side) == again.zones.ground_zone(bare, side)
                assert _units(game.rules, state, side) == _units(again, bare, side)
            _compare_supply(game.rules, again, state, bare)
            _compare_moves(game.rules, again, state, bare)


@pytest.mark.parametrize(("scenario", "options", "seed"), GAMES)
def test_whole_lists_are_those_of_the_position_read_anew(scenario: str, options: frozenset[str], seed: int) -> None:
    """A copy goes another way now and then: what it keeps must not reach the game it was taken from."""
    game, again, rng = make(scenario, options), make(scenario, options), Random(seed)
    state, compared = game.setup(), 0
    for number in range(LISTED):
        side, choices = _listed(game, state)
        if choices and number % OFTEN == 0:
            _forget(again.rules)
            assert choices == _listed(again, SeriesState.from_bytes(state.to_bytes()))[1]
            compared += len(choices)
            aside = state.copy()
            game.apply(aside, rng.choice(choices), side)
            _listed(game, aside)
        game.apply(state, rng.choice(choices) if choices else game.chance(state).sample(rng), side)
    assert compared > LISTED


def _goes(key: str, place: str) -> Callable[[Position], None]:
    return lambda here: relocate(here.game.rules.units, here.state, here.block(key), here.hex(place))


def _marks(column: str, key: str) -> Callable[[Position], None]:
    return lambda here: setattr(here.state, column, getattr(here.state, column) | 1 << here.block(key))


def _cut_off(here: Position) -> None:
    here.state.flags[here.block("g-1k")] |= MARKED


def _helped_though_cut_off(here: Position) -> None:
    here.state.orders.append((here.block("g-fhq"), HELP_MARKED, here.block("g-1k")))


COMMAND = {"axis": {"Warsaw": "g-4pzg 4", "Warsaw W1": "g-41pz 3"}, "options": {"advanced", "reserves"}}
LENINGRAD = ("baltic_states", "Leningrad", "2316", "Luga", "Schlüsselburg", "Pskov")
NORTH = {
    "axis": {"Schlüsselburg": "g-1k 4", "Riga": "g-2k 4"},
    "soviet": {"2017": "s-8a 3", "Volkhov": "infantry 3"},
    "axis_holds": LENINGRAD,
}
CHANGES: dict[str, tuple[dict[str, Any], str, Callable[[Position], None]]] = {  # a position, who is watched there, what happens
    "a headquarters commands it": (COMMAND, "g-41pz", _marks("commanded", "g-41pz")),
    "it has commanded": (COMMAND, "g-4pzg", _marks("active_hqs", "g-4pzg")),
    "it is kept in reserve": (COMMAND, "g-41pz", _marks("motorised", "g-41pz")),
    "it is cut off": ({"axis": {"Riga": "g-1k 4"}}, "g-1k", _cut_off),
    "it is helped": ({"axis": {"Riga": "g-1k 4"}, "options": {"advanced"}}, "g-1k", _helped_though_cut_off),
    "a hex fills": ({"axis": {"Riga": "g-1k 4", "Riga E1": "infantry 4", "Minsk": "g-2k 4"}}, "g-1k", _goes("g-2k", "Riga E1")),
    "Hungarian headquarters join Germans": (
        {"axis": {"Jassy": "r-mtn 3", "Jassy E1": "g-1k 4", "Kiev": "h-hq 3"}},
        "r-mtn",
        _goes("h-hq", "Jassy E1"),
    ),
    "Finland has its guest": ({"axis": {"Vyborg": "g-1k 4", "Riga": "g-2k 4"}, "axis_holds": LENINGRAD}, "g-1k", _goes("g-2k", "Oulu")),
    "its supply no longer comes through Finland": (NORTH, "g-1k", _goes("g-2k", "2017")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_moves_are_listed_anew_when_something_bears_on_them(change: str) -> None:
    facts, watched, happens = CHANGES[change]
    here = position(**facts).begin(MOVEMENT)
    if change == "it is helped":
        _cut_off(here)
    if change == "Finland has its guest":
        here.state.shown[here.block(watched)] = here.hex("Pskov")  # it has come from there in this phase
    before = _moves(here.game, here.state)
    assert _moves(here.game, here.state) == before, "from the second list on they are kept"
    happens(here)
    after = _moves(here.game, here.state)
    assert after == _moves(here.game, SeriesState.from_bytes(here.state.to_bytes()))
    assert [move for move in after if move.block == here.block(watched)] != [move for move in before if move.block == here.block(watched)]


def _moves(game: SeriesGame, state: SeriesState) -> list[Move]:
    return [action for action in _listed(game, state)[1] if isinstance(action, Move)]


def _listed(game: SeriesGame, state: SeriesState) -> tuple[Side, list[Action]]:
    """Who is to act, and everything it may do; nothing for chance."""
    side = min(game.to_act(state))
    return side, [] if side == CHANCE else list(game.legal(state, side))


def _forget(rules: Rules) -> None:
    supply, movement = rules.supply, rules.movement
    kept: tuple[dict[Any, Any], ...] = (supply._known, supply._traced, supply._open, supply._lines._last)
    for known in (*kept, movement._reached, movement._legs._last, rules.rail._moves._last, rules.production._rebuildings._last):
        known.clear()


def _units(rules: Rules, state: SeriesState, side: int) -> dict[int, list[int]]:
    return {hex_: rules.fire.units_at(state, hex_, side) for hex_ in members(state.occupied[side])}


def _compare_supply(rules: Rules, again: Rules, state: SeriesState, bare: SeriesState) -> None:
    for power in range(len(rules.tables.powers)):
        assert rules.supply.sources(state, power) == again.supply.sources(bare, power)


def _compare_moves(rules: Rules, again: Rules, state: SeriesState, bare: SeriesState) -> None:
    there = [block for block in rules.order.of_side[state.active] if state.location[block] >= 0]
    for block in there[state.turn % EVERY :: EVERY]:
        if rules.movement.may_move(state, block):
            assert list(rules.movement.moves(state, block)) == list(again.movement.moves(bare, block))
        assert list(rules.rail.moves(state, block)) == list(again.rail.moves(bare, block))
        bare.derived = {}


def test_a_pending_roll_is_the_same_when_the_position_is_read_anew() -> None:
    game, rolls = make("sbe4", frozenset()), 0
    for state, _, action in islice(random_play(game, Random(6), limit=DECISIONS + 1), DECISIONS):
        if isinstance(action, Roll):
            rolls += 1
            read, played = SeriesState.from_bytes(state.to_bytes()), state.copy()
            assert action in game.chance(state)
            assert action in game.chance(read)
            assert game.apply(played, action, CHANCE) == game.apply(read, action, CHANCE)
            assert played == read
    assert rolls


def test_a_units_legs_are_the_same_listed_drawn_and_checked() -> None:
    legs = Legs(Move)
    for targets, others in ((0, []), (0b1011 << 40, []), (0b1101, [Move(7, 9, 3)]), (0, [Move(7, 9, 3)])):
        found = legs.of(7, targets, others)
        listed = [Move(7, to) for to in members(targets)] + others
        assert list(found) == listed
        assert [found[place] for place in range(len(found))] == listed
        assert all(move in found for move in listed)
        assert not any(move in found for move in (Move(8, 0), Move(7, 1 << 50), Move(7, 0, 3), Move(7, 4), RailMove(7, 0), EndPhase()))


def test_railways_are_followed_again_where_a_hex_was_lost_or_won() -> None:
    board, rng = make("sbe4", frozenset()).rules.board, Random(5)
    lines, hexes = Lines(board), members(board.rail_hexes)
    ports = [1 << port for port in members(board.port_hexes)]
    rails = board.rail_hexes
    for _ in range(300):
        rails ^= mask_of(rng.sample(hexes, rng.choice((0, 1, 1, 5))))
        for start in rng.sample(ports, 6):
            assert lines.linked(0, start, rails, board.railways) == board.linked(start, rails, board.rail_sides, board.rail_jumps)
