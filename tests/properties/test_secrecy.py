"""What columns say of who sees them holds in every title: undo relies on it instead of making everybody's views."""

from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.core.secrecy import ACTIVE_SIDE_SEES, seen_by_others
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.games.proving_ground.game import ProvingGround
from blockfront.games.proving_ground.state import State
from blockfront.games.proving_ground.view import View
from blockfront.testing.cases import Case, looked_at
from blockfront.testing.random_play import random_play
from blockfront.testing.secrecy import columns_seen, wrongly_judged

LIMIT = 50_000
COST = 10
KEPT = 40  # earlier states of which columns are borrowed


def test_columns_tell_the_same_as_views(case: Case) -> None:
    game, rng = case.game(), case.rng()
    before: Any = None
    for number, (state, side, _) in enumerate(random_play(game, rng, limit=LIMIT)):
        if before is not None:
            found = wrongly_judged(game, before[0], state, before[1])
            assert not found, f"viewers {found} of {state.differences(before[0])}, changed by {before[1]}"
        before = (state.copy(), side) if looked_at(rng, COST * number) else None


def test_columns_are_seen_by_those_they_name_alone(case: Case) -> None:
    """Every secret column is changed to what it was at another time of the game, whether play can change it alone or not."""
    game, rng = case.game(), case.rng()
    kept: list[Any] = []
    for number, (state, _, _) in enumerate(random_play(game, rng, limit=LIMIT)):
        if not looked_at(rng, COST * number):
            continue
        if kept:
            found = columns_seen(game, state, rng.choice(kept))
            assert not found, f"(column, viewer): {found}"
        if len(kept) < KEPT:
            kept.append(state.copy())
        else:
            kept[rng.randrange(KEPT)] = state.copy()


def test_most_secret_actions_need_no_view(title: Any) -> None:
    """The words beside the columns are worth something: more than half of what a side does unseen is known to be unseen."""
    game, rng = catalogue.game(title.id, title.scenarios[0].id), Random(1)
    unseen = told = 0
    before: Any = None
    for _, (state, side, _) in zip(range(1_500), random_play(game, rng, limit=LIMIT), strict=False):
        if before is not None and before[1] >= 0:
            others = [viewer for viewer in game.title.viewers if viewer != before[1]]
            if all(game.view(before[0], viewer) == game.view(state, viewer) for viewer in others):
                unseen += 1
                told += seen_by_others(before[0], state, before[1], game.belongings(before[1])) is False
        before = state.copy(), side
    assert told > unseen / 2


class ShowsPoints(ProvingGround):
    """Shows everybody the points of the active side, which the column says it alone sees."""

    def view(self, state: State, viewer: Side) -> View:
        return msgspec.structs.replace(super().view(state, viewer), points=state.points)


class ShowsMoves(ProvingGround):
    """Shows everybody which blocks have moved."""

    def view(self, state: State, viewer: Side) -> View:
        return msgspec.structs.replace(super().view(state, viewer), moved=(state.moved,))


@pytest.mark.parametrize(("kind", "column"), [(ShowsPoints, "points"), (ShowsMoves, "moved")])
def test_a_view_that_shows_more_than_its_column_says_is_caught(kind: type[ProvingGround], column: str) -> None:
    game, rng = kind("border_incident", frozenset()), Random(2)
    assert State.secrecy["points"] is ACTIVE_SIDE_SEES
    states = [state.copy() for state, _, _ in random_play(game, rng, limit=LIMIT)]
    found = {name for number in range(200) for name, _ in columns_seen(game, rng.choice(states), rng.choice(states))}
    assert found == {column}
