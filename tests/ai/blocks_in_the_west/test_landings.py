"""Captains land, reinforce what they have won, and answer landings with their reserves."""

from random import Random

from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.planning.beaches import beaches_at_risk
from blockfront.ai.blocks_series.planning.landings import Admiral, reserves_to_the_beach
from blockfront.ai.blocks_series.sense import sense
from blockfront.ai.player import Budget
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.state import MOVEMENT, SeriesState


def first_month(scenario: str, seed: int) -> tuple[SeriesState, set[int]]:
    """The position when the second month begins, and where the Allies landed in the first."""
    game, rng = make(scenario, frozenset()), Random(seed)
    state, players, landed = game.setup(), [Captain(rehearses=False), Captain(rehearses=False)], set[int]()
    while state.month == game.rules.scenario.first_month:
        side = min(game.to_act(state))
        action = (
            game.chance(state).sample(rng) if side == CHANCE else players[side].decide(game, game.view(state, side), Budget(), rng).action
        )
        if isinstance(action, Land):
            landed.add(action.to)
        game.apply(state, action, side)
    return state, landed


def ashore(scenario: str, area: str, seed: int) -> bool:
    state, _ = first_month(scenario, seed)
    rules = make(scenario, frozenset()).rules
    land = rules.board.area(area)
    return any(state.location[block] >= 0 and land >> state.location[block] & 1 for block in rules.units.ground[ALLIES])


def test_the_allies_are_ashore_in_sicily_after_july() -> None:
    assert sum(ashore("sbw4", "sicily", seed) for seed in range(8)) >= 7


def test_the_allies_land_in_france_in_june() -> None:
    france = make("sbw8", frozenset()).rules.board.area("france")
    for seed in range(3):
        _, landed = first_month("sbw8", seed)
        assert any(france >> hex_ & 1 for hex_ in landed)


def test_nobody_lands_where_he_cannot_win() -> None:
    here = position(
        "sbw4",
        allies={"Malta": "gb-13 4", "London": "gb-churchill 4"},
        axis={"Gela": "it-liv 3, it-12 3", "Syracuse": "it-16 3, de-hgd 3", "Ragusa": "it-17 3, it-19 3", "Catania": "it-9 3, it-31 3"},
        month="1943-07",
        active="allies",
    )
    here.state.active_hqs |= 1 << here.block("gb-churchill")
    here.begin(MOVEMENT)
    wave = Admiral(here.game, here.state, ALLIES).first_wave()
    crowded = {here.hex(place) for place in ("Gela", "Syracuse", "Ragusa", "Catania")}
    assert not any(isinstance(action, Land) and action.to in crowded for action in wave)


def test_reserves_go_where_they_turn_the_battle() -> None:
    here = position(
        "sbw8",
        axis={"Gold-Juno-Sword": "de-74 3", "Le Mans": "de-lehr 4"},
        allies={"Gold-Juno-Sword": "gb-30 4"},
        month="1944-06",
        active="allies",
    )
    move = Move(here.block("de-lehr"), here.hex("Gold-Juno-Sword"))
    assert reserves_to_the_beach(here.game, here.state, AXIS, [move]) == move


def test_the_axis_knows_its_beaches() -> None:
    here = position("sbw4", allies={"Malta": "gb-13 4"}, month="1943-07", active="allies")
    risks = beaches_at_risk(here.game.rules, here.state, AXIS)
    assert here.hex("Gela") in risks
    assert here.hex("Salerno") not in risks


def test_a_recruit_does_not_land_into_strong_defences() -> None:
    here = position(
        "sbw4",
        allies={"Malta": "gb-13 4", "London": "gb-churchill 4"},
        axis={"Gela": "it-liv 3, it-12 3"},
        month="1943-07",
        active="allies",
    )
    here.begin(MOVEMENT)
    strong = Land(here.block("gb-13"), here.hex("Gela"), here.block("gb-churchill"))
    empty = Land(here.block("gb-13"), here.hex("Ragusa"), here.block("gb-churchill"))
    assert sense(here.game, here.state, ALLIES, strong) < 0.5 < sense(here.game, here.state, ALLIES, empty)
