"""Reconnaissance is flown over battles in which guns or aircraft aim better after it, by staffs whom it costs nothing."""

from random import Random

import pytest

from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.core.actions import Action
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_series.actions import EndPhase, Scout
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import AIR_MOVEMENT


def attack(place: str = "Poltava", attackers: str = "g-1k 4, g-6a 4", *, is_active: bool = True, weather: str = "good") -> Position:
    """A corps has attacked a place with guns behind it; Luftflotte 4 is two hexes away."""
    here = position(
        "sbe5",
        axis={place: attackers, f"{place} W2": "g-4lf 4"},
        soviet={place: "s-8a 2"},
        month="1941-07",
        weather=weather,
        options=("advanced", "reconnaissance"),
    ).begin(AIR_MOVEMENT)
    if is_active:
        here.state.active_hqs |= 1 << here.block("g-4lf")
    return here


def decided(here: Position, level: str = "captain") -> Action:
    view = here.game.view(here.state, here.side)
    action = player(level, "blocks_in_the_east").decide(here.game, view, Budget(simulations=1), Random(1)).action
    assert action in here.legal()
    return action


@pytest.mark.parametrize("level", ["captain", "general"])
def test_guns_get_to_see_what_they_shoot_at(level: str) -> None:
    here = attack()
    assert decided(here, level) == Scout(here.block("g-4lf"), here.hex("Poltava"))


def test_nobody_flies_where_it_helps_nobody_where_it_would_fail_or_where_it_costs_a_step() -> None:
    idle = EndPhase()
    assert decided(attack(attackers="g-1k 4")) == idle, "infantry does not need it"
    assert decided(attack("Leningrad", weather="rain")) == idle, "nobody sees into a fortress in the rain"
    assert decided(attack(is_active=False)) == idle, "the staff would have to be activated for it"
