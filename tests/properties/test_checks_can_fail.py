"""The checks find what they are there to find: games that leak, and states that miscount, are caught."""

from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.blocks.sightings import Sightings
from blockfront.core.actions import Action
from blockfront.core.choices import Choices, Listed
from blockfront.core.events import Event
from blockfront.core.game import Prompt
from blockfront.core.refusals import Refusal
from blockfront.core.sides import EVERYBODY, Side, other
from blockfront.games.proving_ground.actions import EndMovement, Hold
from blockfront.games.proving_ground.events import Rebuilt
from blockfront.games.proving_ground.game import ProvingGround
from blockfront.games.proving_ground.state import State
from blockfront.games.proving_ground.view import View
from blockfront.testing.block_counts import block_mistakes
from blockfront.testing.fog import Leak, leaks, leaks_of_actions, viewers
from blockfront.testing.random_play import random_play


class SortsByIdentity(ProvingGround):
    """Lists hidden blocks in the order of battle's order."""

    def view(self, state: State, viewer: Side) -> View:
        view = super().view(state, viewer)
        order = {state.handle[block]: block for block in range(len(self.order))}
        seen = tuple(sorted(view.blocks.seen, key=lambda sight: order[sight.handle]))
        return msgspec.structs.replace(view, blocks=msgspec.structs.replace(view.blocks, seen=seen))


class CountsStrength(ProvingGround):
    """Prompts with the enemy's total strength."""

    def prompt(self, state: State, side: Side) -> Prompt:
        total = sum(state.steps[block] for block in self.order.of_side[other(side)])
        return Prompt("command", "PG-4.1", {"enemy": total})


class ForbidsByStrength(ProvingGround):
    """Lets a side end its movement only where the enemy's headquarters is weak."""

    def legal(self, state: State, side: Side) -> Choices:
        offered = list(super().legal(state, side))
        weak = state.steps[self.board.headquarters(other(side))] < 3
        return Listed([action for action in offered if weak or not isinstance(action, EndMovement)] or offered)


class ExplainsTooMuch(ProvingGround):
    """Refuses with the enemy's secret plan."""

    def why_not(self, state: State, action: Action, side: Side) -> Refusal | None:
        refusal = super().why_not(state, action, side)
        return refusal and Refusal(refusal.clause, refusal.because, {"plan": state.plan[other(side)]})


class TalksAloud(ProvingGround):
    """Tells everybody which block was rebuilt."""

    def apply(self, state: State, action: Action, side: Side) -> list[Event]:
        events = super().apply(state, action, side)
        return [msgspec.structs.replace(e, seen_by=EVERYBODY) if isinstance(e, Rebuilt) else e for e in events]


def found_in(game: ProvingGround, games: int = 6) -> list[Leak]:
    for seed in range(games):
        rng = Random(seed)
        for state, _, _ in random_play(game, rng, limit=2000):
            for viewer in viewers(game):
                found = leaks(game, state, viewer, rng, illegal=[Hold(), EndMovement()])
                found += leaks_of_actions(game, state, viewer, rng)
                if found:
                    return found
    return []


@pytest.mark.parametrize(
    ("leaky", "channel"),
    [
        (SortsByIdentity, "view"),
        (CountsStrength, "prompt"),
        (ForbidsByStrength, "legal list"),
        (ExplainsTooMuch, "refusals"),
        (TalksAloud, "events after"),
    ],
)
def test_leaks_are_found(leaky: type[ProvingGround], channel: str) -> None:
    found = found_in(leaky("border_incident", frozenset()))
    assert any(leak.channel.startswith(channel) for leak in found), found
    assert "could tell by" in str(found[0])


def test_the_honest_game_has_no_leaks() -> None:
    assert found_in(ProvingGround("border_incident", frozenset()), games=2) == []


def break_column(state: Any, name: str) -> None:
    column = getattr(state, name)
    if name == "face_up":
        state.face_up |= 1 << 5
    elif name == "occupied":
        column[0] ^= 1
    else:
        column[0] += 9


@pytest.mark.parametrize("column", ["steps", "counts", "occupied", "handle", "seen_steps", "face_up"])
def test_miscounts_are_found(column: str) -> None:
    game = ProvingGround("border_incident", frozenset())
    state = game.setup()
    assert block_mistakes(state, game.order) == []
    break_column(state, column)
    assert block_mistakes(state, game.order)


def test_views_hold_nothing_but_what_their_types_allow() -> None:
    """Handles, never numbers of hidden blocks: the type of a sighting has no place for a hidden face."""
    game = ProvingGround("border_incident", frozenset())
    sights: Sightings = game.view(game.setup(), Side(0)).blocks
    assert all(sight.block == -1 and sight.steps == 0 for sight in sights.seen)
