"""Whatever titles and bots say of themselves is said in every language of the client. English is the server's own."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from blockfront.ai.player import LEVELS
from blockfront.core.aim import Aim
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.games.blocks_series.rules.ch07_turn import p11_victory as blocks_series
from blockfront.games.eastfront.events import Score
from blockfront.games.eastfront.rules import ch17_victory as eastfront
from blockfront.games.proving_ground import state as proving_ground

WORDS = Path(__file__).parents[2] / "web" / "src" / "i18n" / "titles"
LANGUAGES = ("de", "es", "it")


def wanted() -> Iterator[str]:
    for level in LEVELS:
        yield from (f"bot.{level.id}.name", f"bot.{level.id}.text")
    for title in catalogue.titles():
        for scenario in title.scenarios:
            yield from (f"{title.id}.scenario.{scenario.id}.{part}" for part in ("name", "length", "text"))
        presets = (("preset", title.presets), ("level", title.levels))
        for kind, entries in (("option", title.options), *presets, ("order", title.standing_orders)):
            yield from (f"{title.id}.{kind}.{entry.id}.{part}" for entry in entries for part in ("name", "text"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_and_bots_speak_every_language(language: str) -> None:
    words = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    expected = set(wanted())
    assert sorted(expected - words.keys()) == [], "not translated"
    assert sorted(words.keys() - expected) == [], "nobody says this any more"
    assert [key for key, text in words.items() if not text.strip()] == []


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_every_way_a_game_can_end_is_told(language: str) -> None:
    sentence = json.loads((WORDS.parent / f"{language}.json").read_text(encoding="utf-8"))["game.result"]
    ends = {*eastfront.REASONS, *blocks_series.REASONS, *proving_ground.REASONS, "conceded", "agreed"} - {"", "draw"}
    assert {end for end in ends if f" {end} {{" not in sentence} == set()


@pytest.mark.parametrize(("language", "other"), [("de", r"\b(du|dich|dein\w*)\b"), ("es", r"\b(usted|ustedes)\b")])
def test_the_reader_is_addressed_one_way(language: str, other: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (WORDS.parent / f"{language}.json", WORDS / f"{language}.json")]
    found = {key: text for words in texts for key, text in json.loads(words).items() if re.search(other, text, re.IGNORECASE)}
    assert found == {}


def aims() -> Iterator[Aim]:
    """What every scenario is played for as it begins."""
    for title in catalogue.titles():
        of_view = catalogue.contract(title.id).aim
        if of_view is None:
            continue
        for scenario in title.scenarios:
            game = catalogue.game(title.id, scenario.id)
            yield of_view(game, game.view(game.setup(), Side(0)))


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_every_item_of_the_count_and_every_condition_of_victory_is_told(language: str) -> None:
    words = json.loads((WORDS.parent / f"{language}.json").read_text(encoding="utf-8"))
    named = {f"score.{item}" for item in (*Score.__struct_fields__, "handicap", "total")}
    for aim in aims():
        assert aim.kind != "none", "every scenario has an aim"
        named |= {f"score.{item.name}" for item in aim.items} | {f"aim.condition.{one.name}" for one in aim.conditions}
        named |= {f"aim.level.{level.level}" for level in aim.levels}
    assert sorted(named - words.keys()) == []
