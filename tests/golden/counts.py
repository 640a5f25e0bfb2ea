"""Counts of legal sequences: for each kind of decision that golden games come to, how many lines of play lead on from there, and to how
many different states. A change of legality that no recorded action happens to touch shows here.

Chance answers as it would with dice of its own, so that a count does not depend on any game's seed.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from blockfront.core.chance import CommittedRandom
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE
from blockfront.core.stack_game import StackGame
from tests.golden.kept_games import kept, names, positions

FILE = Path(__file__).parent / "counts.txt"
DICE = b"dice of the counts".ljust(32, b".")
MOST = 400  # sequences up to which a count goes deeper
DEEPEST = 5
A_KIND = 2  # positions of each kind of decision and title, from different games


class Place(NamedTuple):
    """A position of a golden game, and the kind of decision that is pending there."""

    title: str
    kind: str
    game: str
    number: int  # of actions before it

    def __str__(self) -> str:
        return f"{self.title:19} {self.kind:18} {self.game:26} {self.number:4}"


def places() -> list[tuple[Place, AnyGame, Any]]:
    """The first decision of each kind in the games of a title that have it, in the order of their names."""
    found: dict[tuple[str, str], list[tuple[Place, AnyGame, Any]]] = {}
    for name in names():
        if name.startswith("general-"):
            continue  # long games, replayed often enough
        _, game = kept(name)
        here: set[str] = set()
        for number, state in positions(name):
            kind = _kind(game, state)
            if not kind or kind in here:
                continue
            here.add(kind)
            so_far = found.setdefault((game.title.id, kind), [])
            if len(so_far) < A_KIND:
                so_far.append((Place(game.title.id, kind, name, number), game, state.copy()))
    return [one for kind in sorted(found) for one in found[kind]]


def _kind(game: AnyGame, state: Any) -> str:
    if not isinstance(game, StackGame) or CHANCE in game.to_act(state):
        return ""
    top = game.stack.top(state)
    return type(top[0]).__name__ if top else ""


def count(game: AnyGame, state: Any) -> list[tuple[int, int]]:
    """(sequences, different states) at depth 1, 2, … until there are many."""
    counts: list[tuple[int, int]] = []
    level = [state]
    while level and len(counts) < DEEPEST:
        following = [after for before in level for after in _after(game, before)]
        distinct = {after.digest() for after in following}
        counts.append((len(following), len(distinct)))
        if len(following) * max(1, len(following) // max(1, len(level))) > MOST:
            break
        level = following
    return counts


def _after(game: AnyGame, state: Any) -> Iterator[Any]:
    if game.result(state) is not None:
        return
    for side in sorted(game.to_act(state)):
        answers = [game.chance(state).sample(CommittedRandom(DICE, 0))] if side == CHANCE else game.legal(state, side)
        for action in answers:
            after = state.copy()
            game.apply(after, action, side)
            yield after


def counted() -> str:
    heading = "title               decision           game                       after  sequences/states at depth 1, 2, …"
    lines = [f"{place}  {' '.join(f'{a}/{b}' for a, b in count(game, state))}" for place, game, state in places()]
    return "\n".join([heading, *lines]) + "\n"
