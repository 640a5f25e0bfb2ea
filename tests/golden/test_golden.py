"""Golden games, transcripts, counts and guesses stay as they are, unless rules were changed on purpose: then `make golden` renews them."""

import pytest

from blockfront.core import record
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from tests.golden import counts, guesses, kept_games, transcripts

NAMES = kept_games.names()
ADD = "add a golden game that has it, by python -m tests.golden.add_game"


def test_there_are_enough_games_of_every_kind() -> None:
    """Every title with every scenario and every option."""
    assert len(NAMES) >= 50
    headers = [kept_games.kept(name)[0].header for name in NAMES]
    for title in catalogue.titles():
        played = [header for header in headers if header.title == title.id]
        assert {header.scenario for header in played} == {scenario.id for scenario in title.scenarios}, ADD
        named = {option for header in played for option in header.options} - {old.id for old in title.retired}
        assert named == {option.id for option in title.options}, ADD


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_replays_byte_for_byte(name: str) -> None:
    """Its actions are legal and lead to the recorded states and snapshots, and writing it again gives the same file."""
    new = kept_games.renewed(name)
    assert new.left_at is None, f"action {new.left_at} is no longer legal; if that is meant, see CONTRIBUTING.md"
    assert new.changed_at is None, f"action {new.changed_at} leads to another state; if that is meant, see CONTRIBUTING.md"
    old, game = kept_games.kept(name)
    rewritten = kept_games.Line(game, kept_games.seed_of_record(old, name), old.header.origin)
    for _, action, _ in record.replay(old, game):
        rewritten.take(old.taken[len(rewritten.entries)].side, action)
    if rewritten.seed is not None:  # that of a running game of others is not known
        assert rewritten.text() == kept_games.kept_text(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_goes_on_from_each_snapshot(name: str) -> None:
    """From each snapshot the actions lead to the recorded states, up to the next one, which has the same bytes."""
    old, game = kept_games.kept(name)
    assert 0 in old.snapshots
    by_place = old.header.origin.by_place
    starts = sorted(old.snapshots)
    for start, end in zip(starts, [*starts[1:], len(old.taken)], strict=True):
        state = record.state_before(old, game, start)
        for _ in record.replay_from(state, old, game, start, end):
            pass
        if end in old.snapshots:
            assert state.to_bytes(by_place=by_place) == old.snapshots[end]


@pytest.mark.parametrize("name", [name for name in NAMES if kept_games.kept(name)[0].end is not None])
def test_a_finished_golden_game_is_verified(name: str) -> None:
    old, game = kept_games.kept(name)
    assert record.verify(old, game) == sum(taken.side == CHANCE for taken in old.taken)


@pytest.mark.parametrize("title", transcripts.GAMES)
def test_the_transcript_reads_as_it_did(title: str) -> None:
    assert transcripts.transcript(title) == transcripts.path_of(title).read_text(encoding="utf-8")


def test_as_many_sequences_are_legal_as_were() -> None:
    assert counts.counted() == counts.FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("line", guesses.FILE.read_text(encoding="utf-8").splitlines())
def test_guesses_are_what_they_were(line: str) -> None:
    name, digest = line.split()
    assert guesses.digest(name) == digest
