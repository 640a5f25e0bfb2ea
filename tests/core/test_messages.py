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
    messages = catalogue(tmp_path, '[prompts]\ngo = "{who} to {target:hex} with {faces}, {share:.0%}"\n')
    values = {"who": "Blue", "target": 7, "faces": (1, 2), "share": 0.5}
    assert messages.text("prompts", "go", values) == "Blue to hex 7 with 1 2, 50%"


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
    text = '[prompts]\na = "{}"\nb = "{x:place}"\nc = 3\nd = "{x"\n[songs]\ne = "la"\n'
    with pytest.raises(BadMessages) as raised:
        catalogue(tmp_path, text)
    problems = str(raised.value).split("\n")
    assert [problem.split(": ")[1] for problem in problems[:4]] == ["prompts.a", "prompts.b", "prompts.c", "prompts.d"]
    assert "there is no word function 'place'; there are hex" in problems[1]
    assert "there is no kind of sentence 'songs'" in problems[4]


def test_a_broken_file_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadMessages, match="line 2"):
        catalogue(tmp_path, "[prompts]\na = \n")
