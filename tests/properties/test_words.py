"""Choices that differ look different, in every language, as the client and the command line show them."""

import json
import shutil
import subprocess
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from blockfront.core.sides import CHANCE
from blockfront.core.stack_game import tag_of
from blockfront.games import catalogue
from blockfront.server.boards.board import board_of
from blockfront.testing.cases import Case, looked_at
from blockfront.testing.random_play import random_play

WEB = Path(__file__).parents[2] / "web"
LANGUAGES = ("en", "de", "es", "it")
LIMIT = 2_500
COST = 8
MOST = 600  # choices of a decision that are read
DRAWN = ("deploy_forces",)  # set-ups are chosen on the map, not by their words
needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not (WEB / "node_modules" / "esbuild").exists(), reason="Node and the client's tools are not installed"
)


@cache
def _boards() -> dict[str, Any]:
    return {title.id: msgspec.to_builtins(board_of(title.id)) for title in catalogue.titles()}


def words_of(decisions: list[dict[str, Any]]) -> dict[str, Any]:
    """What the client says, by language: names of hexes and blocks by title, and the words of every choice."""
    titles = [{"id": title.id, "sides": list(title.sides)} for title in catalogue.titles()]
    given = json.dumps({"titles": titles, "boards": _boards(), "decisions": decisions})
    run = subprocess.run(["node", "tests/words-of.mjs"], cwd=WEB, input=given, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def twice(words: list[str]) -> list[str]:
    return [word for word, times in Counter(words).items() if times > 1]


def decisions_of(case: Case) -> list[dict[str, Any]]:
    """Choices of a random game, each decision's beside each other."""
    game, rng = case.game(), case.rng()
    found = []
    for number, (state, side, _) in enumerate(random_play(game, rng, limit=LIMIT)):
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
    """In January 1942 South Front can be activated in a dozen ways, some of them for a drop or an invasion."""
    check(Case("eastfront", "w41", frozenset(("paratroops", "sea_power")), 0, catalogue.game))


def check(case: Case) -> None:
    decisions = decisions_of(case)
    assert decisions
    for decision in decisions:
        assert not twice([choice["text"] for choice in decision["choices"]]), "at the command line"
    told = words_of(decisions)
    assert set(told) == set(LANGUAGES)
    for language, words in told.items():
        for listed in words["choices"]:
            assert not twice(listed), language


@needs_node
def test_no_two_hexes_or_blocks_of_a_board_have_the_same_name() -> None:
    for language, words in words_of([]).items():
        for kind in ("hexes", "blocks"):
            for title, names in words[kind].items():
                assert not twice(names), (language, title)
