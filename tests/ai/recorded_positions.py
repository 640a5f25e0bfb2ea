"""Positions from recorded games in which a machine went wrong, each a file: who decides, what to avoid, what to want.

A new position is a new file in `positions`, no code: `python -m tests.ai.recorded_positions GAME.rec NUMBER` prints one to be completed.

A claim is a table with one of these keys; under `[[avoid]]` it must not hold, under `[[want]]` it must:

    action = "move"         the machine does such a thing; further keys name its fields, each with the values that count
    blocks = [7]            one of these blocks stands, in the end, in a place of `at`; with `alone` only if no other unit of its side does
    held = ["Moscow"]       a ground unit of the side stands in one of these places
    entered = ["Chudovo"]   at least `by` units stand where enemies are
    points_left = 9         at least so many production points are not spent
    answers = 3             of four seeds at least so many give different first actions
"""

from __future__ import annotations

import base64
import sys
import tomllib
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.core import record
from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue

FOLDER: Final = Path(__file__).parent / "positions"
BUDGET: Final = Budget(simulations=20)  # plans, about as many as five seconds allow: counted, so that no answer depends on the machine
PLACES: Final = frozenset({"to", "hex", "entry", "exit"})
SEEDS: Final = range(4)
Claim = dict[str, Any]


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of `positions`."""

    what: str
    source: str = ""
    title: str
    scenario: str
    options: list[str]
    side: str
    levels: tuple[str, ...] = ("general",)
    until: str = "phase"  # or "turn"
    slow: bool = False  # takes several seconds: only where BLOCKFRONT_POSITIONS is set
    avoid: list[Claim] = []
    want: list[Claim] = []
    state: str

    def game(self) -> Any:
        return catalogue.game(self.title, self.scenario, frozenset(self.options))


class Played(msgspec.Struct, frozen=True):
    """What a machine did, and where that led."""

    position: Position
    game: Any
    side: Side
    state: Any
    actions: list[Action]


def load(name: str) -> Position:
    return msgspec.convert(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")), Position)


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def played(position: Position, level: str, seed: int = 1) -> Played:
    """Let a machine decide from a position to the end of the phase or of the player turn; captains answer for the other side."""
    game = position.game()
    state = game.state_type.from_bytes(zlib.decompress(base64.b64decode(position.state)))
    side, rng, dice = game.title.side(position.side), Random(seed), Random(seed)
    minds = {who: player(level if who == side else "captain", position.title) for who in (Side(0), Side(1))}
    actions: list[Action] = []
    turn, phase = game.player_turn(state), state.phase
    while game.result(state) is None and game.player_turn(state) == turn and (position.until == "turn" or state.phase == phase):
        actor = min(game.to_act(state))
        if actor == CHANCE:
            game.apply(state, game.chance(state).sample(dice), CHANCE)
            continue
        action = minds[actor].decide(game, game.view(state, actor), BUDGET, rng).action
        if actor == side:
            actions.append(action)
        elif position.until == "phase":
            break
        game.apply(state, action, actor)
    return Played(position, game, side, state, actions)


def faults(found: Played, level: str) -> Iterator[str]:
    """The claims that do not come out as the position says."""
    for wanted, claims in ((False, found.position.avoid), (True, found.position.want)):
        for claim in claims:
            if _holds(found, claim, level) is not wanted:
                yield f"{'not ' if wanted else ''}{claim}"


def _holds(found: Played, claim: Claim, level: str) -> bool:
    game, state, side = found.game, found.state, found.side
    here = {name: _hexes(game, claim[name]) for name in ("at", "held", "entered") if name in claim}
    units = [block for block in game.order.of_side[side] if state.location[block] >= 0]
    if "action" in claim:
        return any(_fits(game, action, claim) for action in found.actions)
    if "blocks" in claim:
        there = [block for block in claim["blocks"] if state.location[block] in here["at"]]
        return any(not claim.get("alone") or _is_alone(state, units, block) for block in there)
    if "held" in claim:
        return any(state.location[block] in here["held"] and not _is_air(game, block) for block in units)
    if "entered" in claim:
        enemies = state.occupied[1 - side]
        there = [block for block in units if state.location[block] in here["entered"] and enemies >> state.location[block] & 1]
        return len(there) >= int(claim["by"])
    if "points_left" in claim:
        return _points_left(game, state, side) >= int(claim["points_left"])
    assert "answers" in claim, f"no such claim: {claim}"
    return len({played(found.position, level, seed).actions[0] for seed in SEEDS}) >= int(claim["answers"])


def _is_alone(state: Any, units: list[int], block: int) -> bool:
    return not any(other != block and state.location[other] == state.location[block] for other in units)


def _is_air(game: Any, block: int) -> bool:
    return bool(getattr(game.rules.units, "is_air", {}) and game.rules.units.is_air[block])


def _points_left(game: Any, state: Any, side: Side) -> int:
    width = len(state.pool) // len(game.rules.tables.powers)
    return sum(state.pool[number * width] for number, power in enumerate(game.rules.tables.powers) if power.side == side)


def _fits(game: Any, action: Action, claim: Claim) -> bool:
    content = msgspec.to_builtins(action)
    if content["type"] != claim["action"]:
        return False
    fields = {name: values for name, values in claim.items() if name != "action"}
    return all(content[name] in (_hexes(game, values) if name in PLACES else values) for name, values in fields.items())


def _hexes(game: Any, places: list[str]) -> set[int]:
    known = _places(game)
    return {known[place] for place in places}


@cache
def _places(game: Any) -> dict[str, int]:
    board = game.rules.board
    return {board.name(hex_): hex_ for hex_ in range(board.grid.size) if board.playable >> hex_ & 1}


def as_file(game: AnyGame, state: Any, side: str, source: str) -> str:
    """A position as the text of a file, what it is about left open."""
    packed = base64.b64encode(zlib.compress(state.to_bytes(), 9)).decode()
    return (
        f'what = ""\nsource = "{source}"\ntitle = "{game.title.id}"\nscenario = "{game.scenario}"\n'
        f'options = {sorted(game.options)}\nside = "{side}"\nstate = "{packed}"\n'
    )


def main() -> None:
    path, number = Path(sys.argv[1]), int(sys.argv[2])
    kept = record.load(path)
    game = record.game_of(kept, catalogue.game)
    first = max((snapshot for snapshot in kept.snapshots if snapshot <= number), default=0)
    state = record.state_before(kept, game, first)
    for _ in record.replay_from(state, kept, game, first, number):
        pass
    side = game.title.sides[min(game.to_act(state))]
    print(as_file(game, state, side, f"{path.name} {number}"), end="")


if __name__ == "__main__":
    main()
