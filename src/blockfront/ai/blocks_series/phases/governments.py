"""Decisions of governments: opening plans, help for neutrals, armistice, stopping trains, and units that sail home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from blockfront.ai.intentions import Intention
from blockfront.ai.thoughts import Thoughts, thought
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.power_actions import AskArmistice, Assist, CancelMove, ChoosePlan, SailHome
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.powers import Armistice, Assistance, Interruption, PlanChoice

ASSISTANCE_PRICE: Final = 5
HOPELESS: Final = 0.2  # share of the enemy's strength in the country below which a power gives up
CLOSE: Final = 3  # hexes from one's own units within which an enemy train matters
Openings = Mapping[str, tuple[str, Thoughts]]  # by power: the plan it chooses, and why


def answer(
    game: SeriesGame, state: SeriesState, side: int, step: SeriesStep, legal: Sequence[Action], openings: Openings
) -> Intention | None:
    """Returns a government's decision and the reason; None if the step asks for something else."""
    if isinstance(step, PlanChoice):
        return _plan(game, legal, openings)
    if isinstance(step, Assistance):
        return _help(game, state, side, legal)
    if isinstance(step, Armistice):
        return _armistice(game, state, side, legal)
    if isinstance(step, Interruption):
        return _stop_train(game, state, side)
    return None


def _plan(game: SeriesGame, legal: Sequence[Action], openings: Openings) -> Intention:
    plans = [action for action in legal if isinstance(action, ChoosePlan)]
    choice = game.rules.scenario.choices[plans[0].choice]
    wanted, why = openings.get(game.rules.tables.powers[choice.power].id, ("", thought("any_plan")))
    for plan in plans:
        if choice.options[plan.option].id == wanted:
            return Intention((plan,), why)
    return Intention((plans[0],), why)


def _help(game: SeriesGame, state: SeriesState, side: int, legal: Sequence[Action]) -> Intention:
    """Grants help if the next income can pay for it."""
    leader = game.rules.powers.leader(state, side)
    means = state.pool[leader * len(COLOURS)] + game.rules.production.income(state, leader)[0]
    owed = state.owed[leader] if state.owed else 0
    granted = means >= owed + ASSISTANCE_PRICE
    action = next(action for action in legal if isinstance(action, Assist) and action.granted == granted)
    return Intention((action,), thought("help_granted") if granted else thought("points_at_home"))


def _armistice(game: SeriesGame, state: SeriesState, side: int, legal: Sequence[Action]) -> Intention:
    """Asks for an armistice only when the enemy stands beside the capital and hardly any defenders are left."""
    asked = next((action for action in legal if isinstance(action, AskArmistice)), None)
    if asked is None:
        return Intention((EndPhase(),), thought("fight_on"))
    units, land = game.rules.units, game.rules.powers.homelands[asked.power]
    capital = game.rules.powers.capital(state, asked.power)
    pressed = bool(game.rules.board.around(1 << capital) & state.occupied[1 - side])
    left, foes = (
        sum(units.value(b, state.steps[b]) for b in units.combat[owner] if state.location[b] >= 0 and land >> state.location[b] & 1)
        for owner in (side, 1 - side)
    )
    if pressed and left < HOPELESS * foes:
        return Intention((asked,), thought("armistice"))
    return Intention((EndPhase(),), thought("fight_on"))


def _stop_train(game: SeriesGame, state: SeriesState, side: int) -> Intention:
    """Stops an enemy train that arrives near one's own units and lets others go."""
    target = state.frames[-1][2]
    near = game.rules.board.within(target, CLOSE) & state.occupied[side]
    return Intention((CancelMove(),), thought("stop_train")) if near else Intention((EndPhase(),), thought("let_train_go"))


def dutiful_march(game: SeriesGame, state: SeriesState, side: Side) -> Action | None:
    """While units are obliged to march somewhere, returns the move that leaves the fewest of them; else None."""
    late = game.rules.powers.must_march(state, side)
    if not late:
        return None

    def left(move: Action) -> int:
        after = state.copy()
        game.apply(after, move, side)
        return len(game.rules.powers.must_march(after, side))

    return min(game.rules.movement.moves(state, late[0]), key=left, default=None)


def sailings(game: SeriesGame, state: SeriesState, side: int) -> tuple[Action, ...]:
    """Sends home coastal units with enemies beside them, the strongest first."""
    enemy = state.occupied[1 - side]
    sailing = [action for action in game.rules.movement.sailings(state, side) if isinstance(action, SailHome)]
    pressed = [action for action in sailing if game.rules.board.around(1 << state.location[action.block]) & enemy]
    able = {a.block: a for a in reversed(pressed) if state.steps[a.block] > game.rules.units.weakest[a.block]}
    return tuple(sorted(able.values(), key=lambda action: -state.steps[action.block]))
