"""Odds of battles and proposals, worked out from what one viewer knows.

A worker process is given a view and nothing else of the game. Proposals take their random numbers from the view and a secret derived from
the game's seed, so that equal views get equal answers that no opponent can compute. Odds use the same random numbers for a hex whatever
the view, so that they change only when the viewer learns something that matters to the battle.
"""

import asyncio
import hmac
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, Final

import msgspec

from blockfront.ai import player as players
from blockfront.ai import registry
from blockfront.ai.expectation import expected, swings_between
from blockfront.ai.proposals import Proposal as Advice
from blockfront.ai.proposals import advises, propose
from blockfront.ai.thoughts import in_words
from blockfront.blocks.prospects import Prospects
from blockfront.blocks.sightings import Sightings
from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.match import Match
from blockfront.core.sides import CHANCE, SPECTATOR, Side
from blockfront.games import catalogue, odds
from blockfront.server.bots.worker import disguised
from blockfront.server.http.problems import ApiProblem
from blockfront.server.play.attack_changes import attack_changes
from blockfront.server.play.game_cache import game_of
from blockfront.server.wire.study import Expectations, Forces, Odds, Proposal, ProposedAction, RoundOfOdds, SideOdds
from blockfront.server.workers import Work, Worker

MOST_ROUNDS: Final = 12
GUESSES: Final = 48  # hidden armies that are tried for the odds
MOST_ACTIONS: Final = 100  # of a proposal by the generic player
TURNS_AT_ONCE: Final = 12  # of a game that is over
WAITING: Final = 24  # questions under way at most
SECONDS: Final = 45.0  # for an answer


class Question(msgspec.Struct):
    """A question to a worker process, with the view it must be answered from."""

    title: str
    scenario: str
    options: list[str]
    view: bytes
    secret: bytes
    hex: int = -1
    rounds: int = 1
    action: bytes = b""
    actions: list[bytes] = []
    wings: list[int] = []
    states: list[bytes] = []  # of a game that is over

    def game(self) -> AnyGame:
        return game_of(self.title, self.scenario, frozenset(self.options))

    def seed(self) -> bytes:
        return hmac.digest(self.secret, self.view, "sha256")


class Judged(msgspec.Struct):
    """A judgement of several states: the swing from each to the next, and the expected points in each."""

    swings: list[float]
    points: list[float | None]


def question(match: Match, viewer: Side, hex_: int = -1, rounds: int = 1) -> Question:
    game = match.game
    view = msgspec.msgpack.encode(game.view(match.state, viewer))
    secret = hmac.digest(match.seed, b"proposals", "sha256")
    return Question(game.title.id, game.scenario, sorted(game.options), view, secret, hex_, rounds)


class Study:
    """Sends questions to a worker process, a limited number at a time."""

    def __init__(self) -> None:
        self._pool = Worker()
        self._waiting = 0

    async def odds(self, match: Match, viewer: Side, hex_: int, rounds: int) -> Odds:
        """The odds of the battle that a viewer sees in a hex."""
        if not odds.has_odds(match.game.title.id):
            raise ApiProblem("not_found", f"There are no odds for {match.game.title.name} yet.")
        sights: Sightings = match.game.view(match.state, viewer).blocks
        if len({side for side, _ in _in_hex(sights, viewer, hex_)}) < 2:
            raise ApiProblem("refused", "You see no battle in this hex.")
        packed = await self._ask(answer_odds, question(match, viewer, hex_, rounds))
        return msgspec.msgpack.decode(packed, type=Odds)

    async def odds_after(self, match: Match, viewer: Side, action: Action, hex_: int) -> Odds:
        """The odds of the battle that one of the viewer's moves would begin or join; the move is not made."""
        if not odds.has_odds(match.game.title.id):
            raise ApiProblem("not_found", f"There are no odds for {match.game.title.name} yet.")
        if viewer not in match.to_act():
            raise ApiProblem("conflict", "There is nothing for you to decide now.")
        asked = msgspec.structs.replace(question(match, viewer, hex_), action=msgspec.msgpack.encode(action))
        packed = await self._ask(answer_odds_after, asked)
        if not packed:
            raise ApiProblem("refused", "That move would begin no battle in this hex.")
        return msgspec.msgpack.decode(packed, type=Odds)

    async def prospects(self, match: Match, viewer: Side, actions: Sequence[Action], wings: Sequence[int], hex_: int) -> Prospects:
        """What a venture other than a battle may bring the viewer; it is not carried out."""
        if catalogue.contract(match.game.title.id).prospects is None:
            raise ApiProblem("not_found", f"There are no prospects to work out in {match.game.title.name}.")
        given = [msgspec.msgpack.encode(action) for action in actions]
        asked = msgspec.structs.replace(question(match, viewer, hex_), actions=given, wings=list(wings))
        packed = await self._ask(answer_prospects, asked)
        if not packed:
            raise ApiProblem("refused", "Nothing can be said about the prospects of this.")
        return msgspec.msgpack.decode(packed, type=Prospects)

    async def proposal(self, match: Match, viewer: Side, decision: int) -> Proposal:
        """What a bot would do in the viewer's place."""
        if viewer not in match.to_act():
            raise ApiProblem("conflict", "There is nothing for you to decide now.")
        packed = await self._ask(answer_proposal, question(match, viewer))
        if not packed:
            raise ApiProblem("not_found", "There is no proposal for this decision.")
        return msgspec.structs.replace(msgspec.msgpack.decode(packed, type=Proposal), decision=decision)

    async def expectations(self, match: Match, states: Sequence[Any]) -> Expectations:
        """What the first side could expect in each of these states of a finished game; other questions are answered in between."""
        found = registry.players_of(match.game.title.id).expectation
        if found is None:
            return Expectations()
        swings, points = list[float](), list[float | None]()
        for first in range(0, len(states), TURNS_AT_ONCE):
            some = [state.to_bytes() for state in states[first : first + TURNS_AT_ONCE + 1]]
            asked = msgspec.structs.replace(question(match, SPECTATOR), states=some)
            answer = msgspec.msgpack.decode(await self._ask(answer_expectations, asked), type=Judged)
            swings += answer.swings
            points += answer.points[:TURNS_AT_ONCE]
        in_points = None not in points
        values = [round(value, 1) for value in expected(swings, points)]
        return Expectations(found.judge, in_points, values)

    async def _ask(self, work: Work, asked: Question) -> bytes:
        if self._waiting >= WAITING:
            raise ApiProblem("too_many", "Too many questions at once; please wait a little.", retry_after=2)
        self._waiting += 1
        try:
            return await asyncio.wait_for(self._pool.run(work, msgspec.msgpack.encode(asked)), SECONDS)
        except (BrokenProcessPool, TimeoutError):
            raise ApiProblem("unavailable", "This could not be worked out in time.") from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._pool.close()


# ---- in the worker process


def answer_odds(packed: bytes) -> bytes:
    """The odds, packed; runs in the worker process."""
    asked = msgspec.msgpack.decode(packed, type=Question)
    game = asked.game()
    view = msgspec.msgpack.decode(asked.view, type=game.view_type)
    rounds = odds.odds_from_view(game, view, asked.hex, Random(asked.hex), guesses=GUESSES, rounds=asked.rounds)
    return msgspec.msgpack.encode(odds_of(view, asked.hex, rounds))


def answer_odds_after(packed: bytes) -> bytes:
    """The odds after the viewer's move, in positions that look to him like the present one; empty if it begins no battle."""
    asked = msgspec.msgpack.decode(packed, type=Question)
    game = asked.game()
    view = msgspec.msgpack.decode(asked.view, type=game.view_type)
    side, state = Side(view.viewer), game.guess(view, Random(asked.hex))
    action = msgspec.msgpack.decode(asked.action, type=game.action_type)
    if action not in game.legal(state, side):
        return b""
    game.apply(state, action, side)
    moved = game.view(state, side)
    if len({owner for owner, _ in _in_hex(moved.blocks, side, asked.hex)}) < 2:
        return b""
    rounds = odds.odds_from_view(game, moved, asked.hex, Random(asked.hex), guesses=GUESSES, rounds=1)
    found = odds_of(moved, asked.hex, rounds)
    found.changes = attack_changes(game, view, action, asked.hex)
    return msgspec.msgpack.encode(found)


def answer_prospects(packed: bytes) -> bytes:
    """The prospects of a venture, packed; empty if the title has none for it."""
    asked = msgspec.msgpack.decode(packed, type=Question)
    game = asked.game()
    view = msgspec.msgpack.decode(asked.view, type=game.view_type)
    actions = [msgspec.msgpack.decode(action, type=game.action_type) for action in asked.actions]
    make = catalogue.contract(asked.title).prospects
    found = make(game, view, actions, asked.wings, asked.hex, Random(asked.hex)) if make else None
    return msgspec.msgpack.encode(found) if found else b""


def answer_expectations(packed: bytes) -> bytes:
    """A judgement of some states of a finished game, packed."""
    asked = msgspec.msgpack.decode(packed, type=Question)
    game, found = asked.game(), registry.players_of(asked.title).expectation
    assert found is not None
    states = [game.state_type.from_bytes(state) for state in asked.states]
    return msgspec.msgpack.encode(Judged(swings_between(found, game, states), [found.points(game, state) for state in states]))


def odds_of(view: Any, hex_: int, rounds: tuple[odds.RoundOdds, ...]) -> Odds:
    """The odds in their wire form."""
    attacker, defender = (_forces(view.blocks, view.viewer, hex_, side) for side in (view.active, 1 - view.active))
    told = [
        RoundOfOdds(
            round=number,
            attacker=_side_odds(one.active_losses, one.active_expected, attacker.steps),
            defender=_side_odds(one.passive_losses, one.passive_expected, defender.steps),
            clears=one.clears,
            fails=one.fails,
            balance=list(one.balance),
        )
        for number, one in enumerate(rounds, start=1)
    ]
    return Odds(hex_, attacker, defender, not attacker.unknown and not defender.unknown, told)


def _side_odds(losses: tuple[float, ...], expected: float, steps: int | None) -> SideOdds:
    survivors = None if steps is None else [losses[steps - left] if steps - left < len(losses) else 0.0 for left in range(steps + 1)]
    return SideOdds(list(losses), expected, survivors)


def _in_hex(sights: Sightings, viewer: int, hex_: int) -> list[tuple[int, int]]:
    """Side and steps of each block the viewer knows in a hex; steps are 0 if he does not see them."""
    own = [(viewer, block.steps) for block in sights.own if block.location == hex_]
    return own + [(sight.side, sight.steps if sight.face_up else 0) for sight in sights.seen if sight.location == hex_]


def _forces(sights: Sightings, viewer: int, hex_: int, side: int) -> Forces:
    steps = [seen for owner, seen in _in_hex(sights, viewer, hex_) if owner == side]
    unknown = steps.count(0)
    return Forces(side, len(steps), unknown, None if unknown else sum(steps))


def answer_proposal(packed: bytes) -> bytes:
    """The proposal, packed; empty if there is none for this decision."""
    asked = msgspec.msgpack.decode(packed, type=Question)
    game = asked.game()
    view = msgspec.msgpack.decode(asked.view, type=game.view_type)
    proposed = propose(game, view, Random(asked.seed())) or _generic(game, view, Random(asked.seed()))
    if proposed is None:
        return b""
    first, *rest = proposed.actions
    chosen = (disguised(game, view, first, Random(asked.seed())), *rest)
    texts = _texts(game, view, chosen, Random(asked.seed()))
    actions = [ProposedAction(msgspec.to_builtins(action), text) for action, text in zip(chosen, texts, strict=True)]
    return msgspec.msgpack.encode(Proposal(0, proposed.kind, proposed.level, in_words(game, proposed.explanation), actions))


def _generic(game: AnyGame, view: Any, rng: Random) -> Advice | None:
    """For titles without an advising player: what the generic player would do until it is asked something else or learns something."""
    level = registry.GENERIC[0]
    if advises(game.title.id):
        return None
    side, state, chooser = Side(view.viewer), game.guess(view, rng), registry.player(level, game.title.id)
    question = game.prompt(state, side).message
    actions: list[Action] = []
    while len(actions) < MOST_ACTIONS and side in game.to_act(state) and game.prompt(state, side).message == question:
        action = chooser.decide(game, game.view(state, side), players.Budget(), rng).action
        actions.append(action)
        if any(event.is_news(side) for event in game.apply(state, action, side)):
            break
    return Advice("", level, tuple(actions), "")


def _texts(game: AnyGame, view: Any, actions: Sequence[Action], rng: Random) -> list[str]:
    """The actions in words, in order."""
    side = Side(view.viewer)
    state = game.guess(view, rng)
    texts = []
    for action in actions:
        texts.append(game.action_text(action))
        game.apply(state, action, side)
        while CHANCE in game.to_act(state):
            game.apply(state, game.chance(state).sample(rng), CHANCE)
    return texts
