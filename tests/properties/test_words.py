"""Choices that differ look different, in every language, as the client and the command line show them."""

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.core.game import Title
from blockfront.core.sides import CHANCE
from blockfront.core.stack_game import tag_of
from blockfront.games import catalogue
from blockfront.games.eastfront.actions import Deploy
from blockfront.games.eastfront.aids.automatic_set_up import automatic_set_up
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.state import INVASION, PARA
from blockfront.server.boards.board import board_of
from blockfront.testing.cases import Case, looked_at, option_sets
from blockfront.testing.random_play import random_play

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "de", "es", "it")
LIMIT = 2_500  # decisions of a game, where it has so many
LONGEST = 100_000
FIRST_TURNS = 300
MONTHS = 400  # decisions of the joined campaign: its first months
COST = 2
MOST = 2_000  # choices of a decision that are read
TOGETHER = ("South Front", "4 Paratroop Corps")
DRAWN = ("deploy_forces",)  # set-ups are chosen on the map, not by their words
needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not (WEB / "node_modules" / "esbuild").exists(), reason="Node and the client's tools are not installed"
)


@cache
def _board(title: str) -> Any:
    return msgspec.to_builtins(board_of(title))


def words_of(titles: Iterable[Title], decisions: list[dict[str, Any]]) -> dict[str, Any]:
    """What the client says, by language: names of hexes and blocks by title, and the words of every choice."""
    named = [{"id": title.id, "sides": list(title.sides)} for title in titles]
    boards = {title["id"]: _board(title["id"]) for title in named}
    given = json.dumps({"titles": named, "boards": boards, "decisions": decisions})
    run = subprocess.run(["node", "tests/words-of.mjs"], cwd=WEB, input=given, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def twice(words: list[str]) -> list[str]:
    return [word for word, times in Counter(words).items() if times > 1]


def decisions_of(case: Case, limit: int = LIMIT, begun: Any = None) -> list[dict[str, Any]]:
    """Choices of a random game, or of its first `limit` decisions, each decision's beside each other; `begun` is a state to begin from."""
    game, rng = case.game(), case.rng()
    found = []
    for number, (state, side, _) in enumerate(islice(random_play(game, rng, limit=LONGEST, state=begun), limit)):
        if side == CHANCE or not looked_at(rng, COST * number):
            continue
        listed = [one for one in islice(game.legal(state, side), MOST) if tag_of(one) not in DRAWN]
        choices = [{"action": msgspec.to_builtins(one), "text": game.action_text(one)} for one in listed]
        found.append({"title": case.title, "choices": choices})
    return found


@needs_node
def test_no_two_choices_of_a_decision_have_the_same_words(case: Case) -> None:
    check(case)


@needs_node
def test_drops_invasions_and_their_coasts_are_told_apart() -> None:
    """In January 1942 South Front, in a port with paratroops, can be activated in a dozen ways, for a drop or an invasion among others."""
    case = Case("eastfront", "w41", frozenset(("paratroops", "sea_power")), 0, catalogue.game)
    decisions = decisions_of(case, FIRST_TURNS, with_paratroops_in_port(case))
    roles = [{choice["action"].get("role") for choice in decision["choices"]} - {None} for decision in decisions]
    assert {0, PARA, INVASION} in roles
    check_words(case.title, decisions)


def with_paratroops_in_port(case: Case) -> Any:
    """The first decision after the set-up."""
    game, rng = make(case.scenario, case.options), case.rng()
    board, order, state = game.rules.board, game.rules.order, game.setup()
    while True:
        side = min(game.to_act(state))
        if side == CHANCE:
            game.apply(state, game.chance(state).sample(rng), side)
            continue
        if not isinstance(next(iter(game.legal(state, side))), Deploy):
            return state
        placed = automatic_set_up(game.rules, state, side, 0)
        port = next((hex_ for _, _, hex_ in placed if board.name(hex_) == "Rostov"), -1)
        moved = [(block, steps, port if order[block].name in TOGETHER else hex_) for block, steps, hex_ in placed]
        game.apply(state, Deploy(tuple(moved)), side)


@needs_node
@pytest.mark.parametrize("options", ["", "all"])
def test_choices_of_the_joined_campaign_are_told_apart(options: str) -> None:
    """Its games are too long to be among the others: both maps, both books, whatever options go together."""
    title = catalogue.title("blocks_east_and_west")
    chosen = with_most_options(title) if options else frozenset(option.id for option in title.options if option.default)
    check(Case(title.id, title.scenarios[0].id, chosen, 0, catalogue.game), MONTHS)


def with_most_options(title: Title) -> frozenset[str]:
    return max(islice(option_sets(title, Random(title.id)), 1, 6), key=len)


@needs_node
def test_words_that_are_the_same_are_found() -> None:
    """The same order listed twice, in any language of the client or at the command line."""
    decisions = decisions_of(Case("proving_ground", "border_incident", frozenset(), 0, catalogue.game))
    doubled = [{**decision, "choices": [*decision["choices"], decision["choices"][0]]} for decision in decisions]
    assert all(same_at_the_command_line(doubled))
    for listed in same_in_the_client("proving_ground", doubled).values():
        assert all(listed)


def check(case: Case, limit: int = LIMIT) -> None:
    check_words(case.title, decisions_of(case, limit))


def check_words(title: str, decisions: list[dict[str, Any]]) -> None:
    assert decisions
    assert not any(same_at_the_command_line(decisions))
    told = same_in_the_client(title, decisions)
    assert set(told) == set(LANGUAGES)
    for language, found in told.items():
        assert not any(found), language


def same_at_the_command_line(decisions: list[dict[str, Any]]) -> list[list[str]]:
    """Words that two choices share, of each decision."""
    return [twice([choice["text"] for choice in decision["choices"]]) for decision in decisions]


def same_in_the_client(title: str, decisions: list[dict[str, Any]]) -> dict[str, list[list[str]]]:
    """As `same_at_the_command_line`, by language."""
    told = words_of([catalogue.title(title)], decisions)
    return {language: [twice(listed) for listed in words["choices"]] for language, words in told.items()}


@needs_node
def test_no_two_hexes_or_blocks_of_a_board_have_the_same_name() -> None:
    for language, words in words_of(catalogue.titles(), []).items():
        for kind in ("hexes", "blocks"):
            for title, names in words[kind].items():
                assert not twice(names), (language, title)
