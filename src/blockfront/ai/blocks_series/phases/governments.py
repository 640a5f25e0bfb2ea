"""What governments answer: plans, help for neutrals, armistice, trains to stop; and who sails home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from blockfront.ai.intentions import Intention
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
HOPELESS: Final = 0.2  # of the enemy's strength in the country: no more to be won
CLOSE: Final = 3  # hexes from one's own units at which a train of the enemy matters
Openings = Mapping[str, tuple[str, str]]  # by power: the plan it chooses, and why


def answer(
    game: SeriesGame, state: SeriesState, side: int, step: SeriesStep, legal: Sequence[Action], openings: Openings
) -> Intention | None:
    """What a government decides and why; None where it has nothing to say."""
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
    choice = game.rules.scenario.choices[legal[0].choice]  # type: ignore[attr-defined]
    wanted, why = openings.get(game.rules.tables.powers[choice.power].id, ("", "one plan is as good as another"))
    for action in legal:
        if isinstance(action, ChoosePlan) and choice.options[action.option].id == wanted:
            return Intention((action,), why)
    return Intention((legal[0],), why)


def _help(game: SeriesGame, state: SeriesState, side: int, legal: Sequence[Action]) -> Intention:
    """Help is granted while the next income can pay for it."""
    leader = game.rules.powers.leader(state, side)
    means = state.pool[leader * len(COLOURS)] + game.rules.production.income(state, leader)[0]
    owed = state.owed[leader] if state.owed else 0
    granted = means >= owed + ASSISTANCE_PRICE
    action = next(action for action in legal if isinstance(action, Assist) and action.granted == granted)
    return Intention((action,), "their guns are worth five points" if granted else "the points are needed at home")


def _armistice(game: SeriesGame, state: SeriesState, side: int, legal: Sequence[Action]) -> Intention:
    """A power fights on while its capital can be held: with the enemy beside it and hardly anybody left, it gives up."""
    asked = next((action for action in legal if isinstance(action, AskArmistice)), None)
    if asked is None:
        return Intention((EndPhase(),), "a capital that stands can still be held")
    units, land = game.rules.units, game.rules.powers.homelands[asked.power]
    capital = game.rules.powers.capital(state, asked.power)
    pressed = bool(game.rules.board.around(1 << capital) & state.occupied[1 - side])
    left, foes = (
        sum(units.value(b, state.steps[b]) for b in units.combat[owner] if state.location[b] >= 0 and land >> state.location[b] & 1)
        for owner in (side, 1 - side)
    )
    if pressed and left < HOPELESS * foes:
        return Intention((asked,), "what is left is worth more in peace")
    return Intention((EndPhase(),), "a capital that stands can still be held")


def _stop_train(game: SeriesGame, state: SeriesState, side: int) -> Intention:
    """A train that comes near one's own units is worth stopping; one that goes elsewhere is not."""
    target = state.frames[-1][2]
    near = game.rules.board.within(target, CLOSE) & state.occupied[side]
    return Intention((CancelMove(),), "it must not reach the front") if near else Intention((EndPhase(),), "let it go: it is far away")


def dutiful_march(game: SeriesGame, state: SeriesState, side: Side) -> Action | None:
    """While somebody must still go somewhere, the move after which fewest have to."""
    late = game.rules.powers.must_march(state, side)
    if not late:
        return None

    def left(move: Action) -> int:
        after = state.copy()
        game.apply(after, move, side)
        return len(game.rules.powers.must_march(after, side))

    return min(game.rules.movement.moves(state, late[0]), key=left, default=None)


def sailings(game: SeriesGame, state: SeriesState, side: int) -> tuple[Action, ...]:
    """Units at the coast with the enemy beside them go home, the strongest first."""
    enemy = state.occupied[1 - side]
    sailing = [action for action in game.rules.movement.sailings(state, side) if isinstance(action, SailHome)]
    pressed = [action for action in sailing if game.rules.board.around(1 << state.location[action.block]) & enemy]
    able = {a.block: a for a in reversed(pressed) if state.steps[a.block] > game.rules.units.weakest[a.block]}
    return tuple(sorted(able.values(), key=lambda action: -state.steps[action.block]))
