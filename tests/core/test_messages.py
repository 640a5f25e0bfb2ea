"""Sentences by name: filled, checked when loaded, and never a reason for a game to stop."""

from pathlib import Path

import pytest

from blockfront.core.messages import BadMessages, Messages

WORDS = {"hex": lambda hex_: f"hex {hex_}"}


def catalogue(tmp_path: Path, text: str) -> Messages:
    path = tmp_path / "messages.toml"
    path.write_text(text, encoding="utf-8")
    return Messages(path, WORDS)


def test_blanks_are_filled_with_words(tmp_path: Path) -> None:
    messages = catalogue(tmp_path, '[prompts]\ngo = "{who} to {target:hex} with {faces}"\n')
    assert messages.text("prompts", "go", {"who": "Blue", "target": 7, "faces": (1, 2)}) == "Blue to hex 7 with 1 2"


@pytest.mark.parametrize(
    ("hits", "free", "told"),
    [(0, True, "no hit, released"), (1, False, "1 hit, bound to hex 3"), (5, 2, "5 hits, bound to hex 3")],
)
def test_numbers_and_values_choose_their_words(tmp_path: Path, hits: int, free: object, told: str) -> None:
    sentence = "{hits, plural, =0 {no hit} one {# hit} other {# hits}}, {free, select, true {released} other {bound to {to:hex}}}"
    messages = catalogue(tmp_path, f'[events]\nhit = "{sentence}"\n')
    assert messages.text("events", "hit", {"hits": hits, "free": free, "to": 3}) == told
    assert messages.icu("events", "hit") == sentence.replace("{to:hex}", "{to}")


def test_a_title_adds_to_and_replaces_the_sentences_of_the_table(tmp_path: Path) -> None:
    messages = catalogue(tmp_path, '[refusals]\ngame_over = "Done."\nmine = "Mine."\n')
    assert messages.text("refusals", "game_over", {}) == "Done."
    assert messages.text("refusals", "not_your_decision", {}) == "It is not your decision now."
    assert messages.has("refusals", "mine")
    assert not messages.has("prompts", "mine")
    assert "mine" in messages.names("refusals")


def test_a_sentence_nobody_wrote_is_told_by_its_name() -> None:
    assert Messages().text("refusals", "far_too_heavy", {}) == "far too heavy"


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    text = '[prompts]\na = "{}"\nb = "{x:place}"\nc = 3\nd = "{x, select, 1 {one}}"\n[songs]\ne = "la"\n'
    with pytest.raises(BadMessages) as raised:
        catalogue(tmp_path, text)
    problems = str(raised.value).split("\n")
    assert [problem.split(": ")[1] for problem in problems[:4]] == ["prompts.a", "prompts.b", "prompts.c", "prompts.d"]
    assert "there is no word function 'place'; there are hex" in problems[1]
    assert "there is no kind of sentence 'songs'" in problems[4]


def test_a_broken_file_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadMessages, match="line 2"):
        catalogue(tmp_path, "[prompts]\na = \n")
