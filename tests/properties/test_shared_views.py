"""Views share what has not changed since somebody last looked: that never shows, whatever was looked at before."""

from typing import Any

import msgspec

from blockfront.testing.cases import Case, looked_at
from blockfront.testing.fog import viewers
from blockfront.testing.random_play import random_play

LIMIT = 50_000
COST = 10


def test_what_was_seen_before_does_not_show(case: Case) -> None:
    game: Any = case.game()
    rng, shared, earlier = case.rng(), 0, None
    for number, (state, _, _) in enumerate(random_play(game, rng, limit=LIMIT)):
        if not looked_at(rng, COST * number):
            continue
        if earlier is not None and rng.random() < 0.5:
            game.view(earlier, rng.choice(viewers(game)))  # another match of the same title
        for viewer in viewers(game):
            seen = game.view(state, viewer)
            again = game.view(state, viewer)
            shared += seen.blocks.seen is again.blocks.seen
            game.order.last_seen.clear()
            fresh = game.view(state, viewer)
            assert fresh == seen == again
            assert msgspec.json.encode(fresh) == msgspec.json.encode(seen)
            game.view(state, viewer)
        if earlier is None or rng.random() < 0.1:
            earlier = state.copy()
    assert shared
