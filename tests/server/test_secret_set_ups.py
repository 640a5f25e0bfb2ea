"""What machines propose for a set-up, or set up themselves, cannot be worked out by opponents who have the program."""

from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.ai import registry
from blockfront.ai.player import Budget
from blockfront.core.match import Match
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.games.eastfront.actions import Deploy
from blockfront.server.bots import worker
from blockfront.server.play import offers, study

SET_UP = [("eastfront", "s43"), ("blocks_in_the_east", "sbe4")]


def offered(game: Any, seed: bytes) -> list[Any]:
    match = Match(game, seed=seed)
    side = min(match.to_act())
    groups = offers.legal_of(match, side, side, None).groups
    return [choice.action["placements"] for group in groups for choice in group.choices]


@pytest.mark.parametrize(("title", "scenario"), SET_UP)
def test_set_ups_that_are_offered_depend_on_every_part_of_the_seed(title: str, scenario: str) -> None:
    game = catalogue.game(title, scenario)
    plain = bytes(range(32))
    first = offered(game, plain)
    assert first == offered(game, plain), "asked again, another offer"
    assert len(first) == len({str(one) for one in first})
    for byte in (0, 5, 13, 31):
        other = bytes(one ^ 1 if place == byte else one for place, one in enumerate(plain))
        assert not [one for one in offered(game, other) if one in first]
    match = Match(game, seed=plain)
    side = min(match.to_act())
    choices = match.game.legal(match.state, side)
    known = [msgspec.to_builtins(action)["placements"] for action in choices]
    assert not [one for one in first if one in known], "whoever has the program can list this one"
    kind = game.action_type
    assert all(msgspec.convert({"type": "deploy_forces", "placements": one}, kind) in choices for one in first)


@pytest.mark.parametrize(("title", "scenario"), SET_UP)
@pytest.mark.parametrize("level", ["recruit", "captain"])
def test_what_a_bot_sets_up_depends_on_secret_numbers(title: str, scenario: str, level: str) -> None:
    game = catalogue.game(title, scenario)
    match = Match(game, seed=bytes(32))
    side = min(match.to_act())
    view = game.view(match.state, side)

    def answered(seed: bytes) -> Any:
        packed = msgspec.msgpack.encode(view)
        asked = worker.Question(seed.hex(), title, scenario, sorted(game.options), side, level, 1.0, seed, packed)
        return msgspec.json.decode(msgspec.json.decode(worker.answer(msgspec.msgpack.encode(asked)), type=worker.Answer).action)

    answers = [answered(bytes(15) + bytes([number])) for number in range(2)]
    assert len({str(answer) for answer in answers}) == 2
    assert answered(bytes(16)) == answers[0]
    for answer in answers:
        assert msgspec.convert(answer, game.action_type) in game.legal(match.state, side)
    plain = registry.player(level, title).decide(game, view, Budget(seconds=1.0), Random(bytes(16))).action
    assert type(plain).__name__ == "Deploy"
    if level == "captain" and title == "eastfront":  # elsewhere it takes an automatic one
        assert isinstance(plain, Deploy)
        strengths = sorted((strength, hex_) for _, strength, hex_ in plain.placements)
        assert strengths == sorted((strength, hex_) for _, strength, hex_ in answers[0]["placements"]), "the plan itself is the captain's"


def test_proposals_take_their_numbers_from_a_secret_of_the_game() -> None:
    game = catalogue.game("eastfront", "s43")
    proposals = []
    for seed in (bytes(range(32)), bytes(range(1, 33)), bytes(range(32))):
        match = Match(game, seed=seed)
        side = Side(min(match.to_act()))
        asked = study.question(match, side)
        assert seed not in msgspec.msgpack.encode(asked), "the seed itself stays here"
        packed = study.answer_proposal(msgspec.msgpack.encode(asked))
        proposals.append(msgspec.msgpack.decode(packed)["actions"][0]["action"]["placements"])
    assert proposals[0] == proposals[2] != proposals[1]
