"""A position in a few lines of text: where the game stands, which side decides what, and its first choices."""

from collections.abc import Callable, Collection
from itertools import islice
from typing import Any, Final

from blockfront.core.actions import Action
from blockfront.core.game import AnyGame, Result
from blockfront.core.sides import CHANCE, Side

SHOWN: Final = 3  # choices that are written out


def describe(
    game: AnyGame, state: Any, result: Result | None = None, choices: Callable[[Side], Collection[Action]] | None = None
) -> str:
    """The position as text. `result` is given if a match ended by something other than the rules.

    The text may tell whatever the state holds. `choices` gives a side's legal actions if the caller has them already.
    """
    heading = f"{game.title.name}: {game.title.scenario(game.scenario).name}"
    if game.options:
        heading += f" ({', '.join(sorted(game.options))})"
    over = result or game.result(state)
    if over is not None:
        return f"{heading}\n{_ending(game, over)}"
    lines = [f"{heading}, player turn {game.player_turn(state)}"]
    for side in sorted(game.to_act(state)):
        if side == CHANCE:
            lines.append("chance decides")
            continue
        prompt, legal = game.prompt(state, side), choices(side) if choices else game.legal(state, side)
        clause = f" ({prompt.clause})" if prompt.clause else ""
        lines.append(f"{game.title.sides[side]} decides{clause}: {game.prompt_text(prompt)}")
        first = [game.action_text(action) for action in islice(legal, SHOWN)]
        number = len(legal)
        more = f" … of {number}" if number > len(first) else ""
        lines.append(f"  {'; '.join(dict.fromkeys(first))}{more}")
    return "\n".join(lines)


def _ending(game: AnyGame, result: Result) -> str:
    winner = "nobody" if result.winner is None else game.title.sides[result.winner]
    reason = f" ({result.reason.replace('_', ' ')})" if result.reason else ""
    return f"{winner} won{reason}, margin {result.margin}"
