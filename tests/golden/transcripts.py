"""Transcripts: what everybody could choose and see at each decision of a short game, as text that is read as a diff.

A decision shows who acts and the question put to him, how many actions are legal (with a digest of the whole list and its first few), what
each viewer sees that he did not see before, then the action and its events with their audience.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from blockfront.core import record
from blockfront.core.events import Event, plain
from blockfront.core.game import AnyGame
from blockfront.core.record import Record
from blockfront.core.sides import CHANCE, SPECTATOR, Side, in_audience
from tests.golden.kept_games import kept

FOLDER = Path(__file__).parent / "transcripts"
GAMES = {  # by title: the game and how many of its decisions
    "proving_ground": ("pg-recruit-border", 400),
    "eastfront": ("ef-recruit-edelweiss", 90),
    "blocks_in_the_east": ("be-recruit-sbe1", 70),
}
SHOWN = 4  # actions of a legal list that are written out
MOST_LINES = 12  # of what is new in a view


def path_of(title: str) -> Path:
    return FOLDER / f"{title}.txt"


def transcript(title: str) -> str:
    name, most = GAMES[title]
    found, game = kept(name)
    lines = [f"{game.title.name}, {game.scenario}, options {', '.join(sorted(game.options)) or 'none'}: the game {name}"]
    return "\n".join([*lines, *_decisions(found, game, most)]) + "\n"


def _decisions(found: Record, game: AnyGame, most: int) -> Iterator[str]:
    state = game.setup()
    seen: dict[Side, dict[str, str]] = {viewer: {} for viewer in game.title.viewers}
    for number, (taken, action, after) in enumerate(record.replay(found, game)):
        if number == most:
            return
        yield ""
        yield from _pending(game, state, number)
        for viewer in game.title.viewers:
            yield from _new_in_view(game, state, viewer, seen)
        yield f"  {_name(game, taken.side)} -> {_text(action)}"
        yield from (f"  event {_audience(game, event)} {_text_of_event(event)}" for event in game.apply(state, action, taken.side))
        state = after.copy()


def _pending(game: AnyGame, state: Any, number: int) -> Iterator[str]:
    for side in sorted(game.to_act(state)):
        if side == CHANCE:
            yield f"{number}: chance answers {type(game.chance(state)).__name__}"
            continue
        prompt = game.prompt(state, side)
        offered = [_text(action) for action in game.legal(state, side)]
        yield f"{number}: {_name(game, side)} decides: {game.prompt_text(prompt)} ({prompt.clause})"
        yield f"  legal {len(offered)} {_digest(offered)}"
        yield from (f"    {text}" for text in offered[:SHOWN])


def _new_in_view(game: AnyGame, state: Any, viewer: Side, seen: dict[Side, dict[str, str]]) -> Iterator[str]:
    now = dict(_leaves(msgspec.to_builtins(game.view(state, viewer), str_keys=True), ""))
    before, seen[viewer] = seen[viewer], now
    if now == before:
        return
    new = [f"{path} = {value}" for path, value in now.items() if before.get(path) != value]
    new += [f"{path} gone" for path in before if path not in now]
    yield f"  view {_name(game, viewer)} {_digest([f'{path}={value}' for path, value in now.items()])}, {len(new)} new"
    yield from (f"    {line}" for line in new[:MOST_LINES])


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every simple value of a view with its place; a list of simple values counts as one."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple) and any(isinstance(part, dict | list | tuple) for part in value):
        for place, part in enumerate(value):
            yield from _leaves(part, f"{path}[{place}]")
    else:
        yield path, _short(msgspec.json.encode(value).decode())


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:60]}… {len(text)} {_digest([text])}"


def _text(action: msgspec.Struct) -> str:
    return _short(msgspec.json.encode(action).decode())


def _text_of_event(event: Event) -> str:
    return f"{type(event).__name__} {_short(msgspec.json.encode(plain(event)).decode())}"


def _audience(game: AnyGame, event: Event) -> str:
    who = ",".join(_name(game, viewer) for viewer in game.title.viewers if in_audience(event.seen_by, viewer))
    return f"[{who}{' reveals' if event.reveals else ''}]"


def _name(game: AnyGame, side: Side) -> str:
    return {CHANCE: "chance", SPECTATOR: "spectator"}.get(side) or game.title.sides[side]


def _digest(texts: list[str]) -> str:
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]
