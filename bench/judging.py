"""Measures in a minute how good a judgement is, with stored positions whose plans have already been played on.

`keep` adds positions from captains' games: captains play each plan of the title's Mind on several times, and the results are stored.
`answers` measures how well the enemy's next turn is foretold, `choices` how much better the chosen plan is than the average one. The
stored plans are made again from the same seeds; plans that are no longer made are left out, and the number found again is printed.
"""

import base64
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import correlation, mean
from typing import Any, Final

import msgspec

from blockfront.ai.player import Budget
from blockfront.ai.registry import player, players_of
from blockfront.core.actions import Action
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.sim.statistics import mean_interval

KEPT: Final = Path(__file__).parent / "kept_positions.jsonl"
BUDGET: Final = Budget(simulations=10)
QUICK: Final = Budget(simulations=2)
PLANS: Final = 4  # most plans of a position that are played on
AHEAD: Final = {"eastfront": 4}  # player turns that plans are played on
USUALLY_AHEAD: Final = 2
ANSWERED: Final = 2  # player turns up to the enemy's answer: one's own and his
WORLDS: Final = 2
EVERY: Final = 3  # player turns between the stored positions of a game


class PlayedOn(msgspec.Struct, frozen=True):
    """A plan, and its result for its side each time it was played on."""

    actions: bytes
    ends: tuple[float, ...]


class Position(msgspec.Struct, frozen=True):
    """A stored decision with its plans; `answers` are the results of the first plan after the enemy's answer, one for each playing."""

    title: str
    scenario: str
    seed: int
    side: int
    state: str
    plans: tuple[PlayedOn, ...]
    answers: tuple[float, ...]


def load(title: str) -> list[Position]:
    """Returns the stored positions of a title."""
    lines = KEPT.read_bytes().splitlines() if KEPT.exists() else []
    return [one for line in lines if (one := msgspec.json.decode(line, type=Position)).title == title]


def keep(title: str, scenarios: Sequence[str], seed: int, number: int, times: int) -> Iterator[Position]:
    """Adds positions from captains' games to the file, taking the scenarios in turn, and yields them."""
    for count in range(number):
        scenario = scenarios[count % len(scenarios)]
        found = _position(title, scenario, seed + count, 2 + EVERY * (count // len(scenarios)), times)
        if found is not None:
            with KEPT.open("ab") as kept:
                kept.write(msgspec.json.encode(found) + b"\n")
            yield found


def _position(title: str, scenario: str, seed: int, turns: int, times: int) -> Position | None:
    """Returns a game's first position, from a given player turn on, for which its Mind has more than one plan; else None."""
    game, declared = catalogue.game(title, scenario), players_of(title)
    assert declared.mind is not None
    state, rng = game.setup(), Random(seed)
    minds = [player("captain", title) for _ in range(2)]
    while game.result(state) is None:
        actor = min(game.to_act(state))
        if actor == CHANCE:
            game.apply(state, game.chance(state).sample(rng), CHANCE)
            continue
        view = game.view(state, actor)
        if game.player_turn(state) >= turns and (mind := declared.mind(game, view, BUDGET, Random(seed))) is not None:
            plans = list(mind.plans())[:PLANS]
            if len(plans) > 1:
                told = [mind.actions(plan) for plan in plans]
                return _played_on(title, scenario, seed, state, actor, told, times)
        game.apply(state, minds[actor].decide(game, view, QUICK, rng).action, actor)
    return None


def _played_on(title: str, scenario: str, seed: int, state: Any, side: Side, plans: Sequence[tuple[Action, ...]], times: int) -> Position:
    game, ahead = catalogue.game(title, scenario), AHEAD.get(title, USUALLY_AHEAD)
    kept = []
    for actions in plans:
        ends = tuple(_swing(game, title, state, side, actions, ahead, number) for number in range(times))
        kept.append(PlayedOn(msgspec.json.encode(actions), ends))
    answers = tuple(_swing(game, title, state, side, plans[0], ANSWERED, number) for number in range(times))
    packed = base64.b64encode(zlib.compress(state.to_bytes(), 9)).decode()
    return Position(title, scenario, seed, side, packed, tuple(kept), answers)


def _swing(game: Any, title: str, state: Any, side: Side, actions: Sequence[Action], ahead: int, number: int) -> float:
    """Returns what a side gains in `ahead` player turns that begin with some actions and are then played on by captains."""
    expectation = players_of(title).expectation
    assert expectation is not None
    after, dice, waiting = state.copy(), Random(number), list(actions)
    minds = [player("captain", title) for _ in range(2)]
    end = game.player_turn(state) + ahead
    while game.result(after) is None and game.player_turn(after) < end:
        actor = min(game.to_act(after))
        if actor == CHANCE:
            game.apply(after, game.chance(after).sample(dice), CHANCE)
            continue
        if waiting and actor == side and waiting[0] in game.legal(after, actor):
            action = waiting.pop(0)
        else:
            waiting.clear()
            action = minds[actor].decide(game, game.view(after, actor), QUICK, dice).action
        game.apply(after, action, actor)
    return expectation.swing(game, state, after) * (1 - 2 * side)


def _mind(position: Position) -> Any:
    game, maker = catalogue.game(position.title, position.scenario), players_of(position.title).mind
    assert maker is not None
    state = game.state_type.from_bytes(zlib.decompress(base64.b64decode(position.state)))
    return maker(game, game.view(state, Side(position.side)), BUDGET, Random(position.seed))


def answers(positions: Sequence[Position]) -> str:
    """Returns a table of how well the enemy's turn is foretold: correlation with one real playing, beside that of the other playings."""
    foretold, real, others = [], [], []
    for position in positions:
        mind, dice = _mind(position), Random(position.seed)
        worlds = [mind.world(dice) for _ in range(WORLDS)]
        first = mind.plans()[0]
        foretold.append(mean(mind.foretold(first, world, 0.5) - mind.standing(world) for world in worlds))
        real.append(position.answers[0])
        others.append(mean(position.answers[1:]))
    return (
        "| foretold by | positions | correlation |\n|---|---|---|\n"
        f"| the other playings, other dice: the ceiling | {len(real)} | {correlation(others, real):.2f} |\n"
        f"| the title's Mind, {WORLDS} worlds | {len(real)} | {correlation(foretold, real):.2f} |"
    )


def choices(positions: Sequence[Position]) -> str:
    """Returns a table of what choosing by the Mind's judgement gains over the average plan."""
    gains: dict[str, list[float]] = {"the first plan": [], "the title's Mind": [], "what came of them: the most there is": []}
    again = total = 0
    for position in positions:
        mind, dice = _mind(position), Random(position.seed)
        made = {msgspec.json.encode(mind.actions(plan)): plan for plan in mind.plans()}
        known = [plan for plan in position.plans if plan.actions in made]
        again, total = again + len(known), total + len(position.plans)
        if len(known) < 2:
            continue
        worlds = [mind.world(dice) for _ in range(WORLDS)]
        worth = [mean(mind.worth(made[plan.actions], world, 0.5) for world in worlds) for plan in known]
        ends = [mean(plan.ends) for plan in known]
        gains["the first plan"].append(ends[0] - mean(ends))
        gains["the title's Mind"].append(ends[worth.index(max(worth))] - mean(ends))
        gains["what came of them: the most there is"].append(max(ends) - mean(ends))
    rows = [f"{again} of {total} kept plans were made again.", "", "| chosen by | positions | gain over any plan |", "|---|---|---|"]
    for name, values in gains.items():
        low, high = mean_interval(values)
        rows.append(f"| {name} | {len(values)} | {mean(values):+.2f} [{low:+.2f} … {high:+.2f}] |")
    return "\n".join(rows)
