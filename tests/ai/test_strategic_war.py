"""The captain's strategic war: it bombs when it can, escorts, intercepts, mends its radar and hunts convoys."""

from collections import Counter
from random import Random

import pytest

from blockfront.ai.blocks_series.captain import Captain
from blockfront.ai.blocks_series.phases.governments import answer
from blockfront.ai.blocks_series.phases.strategic import WORTH
from blockfront.ai.player import Budget
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.power_actions import AskArmistice
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import RADAR
from blockfront.games.blocks_series.steps.powers import Armistice
from blockfront.games.blocks_series.strategic_actions import Bomb


def played(seed: int) -> tuple[Counter[str], int, int]:
    """Two captains in the Battle of Britain: what they did, phases in which one could bomb, and in which one did."""
    game, rng = catalogue.game("blocks_in_the_west", "sbw5", frozenset()), Random(seed)
    state, captains, done = game.setup(), (Captain(), Captain()), Counter[str]()
    able, bombed = set[int](), set[int]()
    while game.result(state) is None:
        side = min(game.to_act(state))
        if side == CHANCE:
            game.apply(state, game.chance(state).sample(rng), side)
            continue
        action = captains[side].decide(game, game.view(state, side), Budget(), rng).action
        if any(isinstance(offered, Bomb) for offered in game.legal(state, side)):
            able.add(state.turn)
            bombed |= {state.turn} if isinstance(action, Bomb) else set()
        done[type(action).__name__] += 1
        game.apply(state, action, side)
    return done, len(able), len(bombed)


@pytest.mark.parametrize("seed", [1, 2])
def test_captains_bomb_in_nine_of_ten_phases_in_which_they_can(seed: int) -> None:
    done, able, bombed = played(seed)
    assert able >= 6
    assert bombed >= 0.9 * able
    assert done["Sortie"] > 2 * done["Bomb"], "escorts and interceptors fly too"
    assert done["NameRoute"] >= 3


@pytest.mark.parametrize(("french", "asks"), [("fr-7 4", False), ("fr-7 1", True)])
def test_a_power_gives_up_when_its_capital_cannot_be_held(french: str, asks: bool) -> None:
    here = position(
        "sbw6",
        axis={"Reims": "de-7 4, de-23 4", "Troyes": "de-8 4, de-14pz 5", "Rouen": "de-41pz 5, de-2 4", "Orleans": "de-13 3"},
        allies={"Paris": french} | ({} if asks else {"Tours": "fr-1 4", "Le Mans": "fr-3 4", "Lyon": "fr-4 4"}),
        month="1940-06",
        active="axis",
    )
    step = next(known for known in here.game.stack.steps if type(known) is Armistice)
    france = here.game.rules.tables.power("france")
    legal = [EndPhase(), AskArmistice(france)]
    found = answer(here.game, here.state, ALLIES, step, legal, {})
    assert found is not None
    assert found.actions == ((AskArmistice(france),) if asks else (EndPhase(),))


def test_the_luftwaffe_bombs_radar_first_where_fighters_decide() -> None:
    """BW-0.4b: with radar out the stronger fighters win the Battle of Britain."""
    game, rng = catalogue.game("blocks_in_the_west", "sbw5", frozenset()), Random(3)
    state, captains = game.setup(), (Captain(), Captain())
    while True:
        side = min(game.to_act(state))
        if side == CHANCE:
            game.apply(state, game.chance(state).sample(rng), side)
            continue
        action = captains[side].decide(game, game.view(state, side), Budget(), rng).action
        if side == AXIS and isinstance(action, Bomb):
            break
        game.apply(state, action, side)
    assert action.target >= RADAR


def test_every_kind_of_target_has_its_worth() -> None:
    assert set(WORTH) == set(range(RADAR))
