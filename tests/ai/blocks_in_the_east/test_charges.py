"""Cavalry and armour charge those whom they can ride down, and nobody who is stronger."""

from random import Random

import pytest

from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.core.actions import Action
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle
from blockfront.games.blocks_series.actions import Charge, EndPhase
from blockfront.games.blocks_series.state import COMBAT

CHARGES = ("cavalry_charge", "panzer_attack")


@pytest.mark.parametrize("level", ["captain", "general"])
@pytest.mark.parametrize(
    ("axis", "soviet", "chosen"),
    [
        ("r-cav 3", "s-8a 2", Charge(1)),
        ("r-cav 3, g-41pz 5", "s-8a 4", Charge(3)),
        ("r-cav 1", "s-8a 4", EndPhase()),
    ],
)
def test_who_charges_whom(axis: str, soviet: str, chosen: Action, level: str) -> None:
    here = battle(axis, soviet, options=CHARGES).begin(COMBAT)
    assert any(isinstance(action, Charge) for action in here.legal())
    view = here.game.view(here.state, here.side)
    assert player(level, "blocks_in_the_east").decide(here.game, view, Budget(simulations=1), Random(1)).action == chosen
