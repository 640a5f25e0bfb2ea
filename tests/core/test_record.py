"""Record files: read back, replayed and verified; damaged ones are refused with line and reason, and recovered up to the damage."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from blockfront import __version__
from blockfront.core import record
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import commitment
from blockfront.core.match import Match, Seat, committed_throw
from blockfront.core.record import RecordError, Writer
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.games.proving_ground.game import make
from blockfront.testing.random_play import random_answer

SEED = b"\x07" * 32
DIFFERENT = "the state after this action is not the recorded one"
Lines = list[dict[str, Any]]


def played(*, decisions: int | None = None) -> Match:
    """A game of random players; finished, unless it stops after some decisions."""
    match = Match(make("border_incident", frozenset(("weather",))), seed=SEED)
    rng = Random(11)
    while match.result is None and (decisions is None or len(match.entries) < decisions):
        side, action = random_answer(match.game, match.state, rng, evenly=True)
        match.submit(match.seats[side], action)
    return match


@pytest.fixture(scope="module")
def text() -> str:
    return record.write(played())


def contents(text: str) -> Lines:
    return [json.loads(line) for line in text.splitlines()]


def forged(text: str, change: Callable[[Lines], object]) -> str:
    """The record with a change and all checksums recomputed, as a careful cheat would write it."""
    lines = contents(text)
    for line in lines:
        del line["sum"]
    change(lines)
    writer = Writer()
    for line in lines:
        writer.add(line)
    return "\n".join(writer.lines) + "\n"


def verified(text: str) -> int:
    kept = record.read(text)
    return record.verify(kept, record.game_of(kept, catalogue.game))


def refusal(text: str) -> RecordError:
    """The error of reading, replaying and verifying a record."""
    with pytest.raises(RecordError) as raised:
        verified(text)
    assert str(raised.value) == f"line {raised.value.line}: {raised.value.reason}"
    return raised.value


def is_throw(line: dict[str, Any]) -> bool:
    return "faces" in line.get("action", {})


# ---- what holds


def test_a_finished_game_holds(text: str) -> None:
    kept = record.read(text)
    match = played()
    assert kept.header.title == "proving_ground"
    assert kept.header.options == ["weather"]
    assert kept.header.engine == __version__
    assert kept.header.commitment == commitment(SEED)
    assert kept.seed == SEED
    assert kept.end == match.result
    assert record.verify(kept, match.game) == sum(entry.side == CHANCE for entry in match.entries)
    assert kept.damage == ""


def test_writing_is_the_same_every_time(text: str) -> None:
    assert record.write(played()) == text


def test_the_seed_is_told_only_when_the_game_is_over(text: str) -> None:
    unfinished = record.write(played(decisions=20))
    assert SEED.hex() not in unfinished
    assert SEED.hex() in text
    assert "not finished" in refusal(unfinished).reason


def test_a_conceded_game_holds() -> None:
    match = played(decisions=20)
    match.concede(match.seats[0])
    kept = record.read(record.write(match))
    assert record.verify(kept, match.game) > 0


def test_files_are_read_with_any_line_ends(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text.replace("\n", "\r\n").encode())
    assert record.load(path).taken == record.read(text).taken


# ---- what does not


def test_a_truncated_file(text: str) -> None:
    error = refusal(text[: len(text) * 2 // 3])
    assert error.line == text[: len(text) * 2 // 3].count("\n") + 1
    assert "cut off in the middle of this line" in error.reason


def test_a_file_that_ends_too_early(text: str) -> None:
    lines = text.splitlines(keepends=True)
    error = refusal("".join(lines[:30]))
    assert (error.line, error.reason[:25]) == (30, "the game is not finished:")


def test_an_edited_line(text: str) -> None:
    lines = text.splitlines(keepends=True)
    lines[20] = lines[20].replace('"side":', '"side": ').replace("1", "2", 1)
    error = refusal("".join(lines))
    assert (error.line, error.reason[:25]) == (21, "the checksum does not fit")


@pytest.mark.parametrize("change", ["removed", "swapped", "doubled"])
def test_lines_removed_swapped_or_doubled(text: str, change: str) -> None:
    lines = text.splitlines(keepends=True)
    if change == "removed":
        del lines[20]
    elif change == "swapped":
        lines[20], lines[21] = lines[21], lines[20]
    else:
        lines.insert(20, lines[20])
    error = refusal("".join(lines))
    assert error.line in (21, 22)
    assert "altered or removed" in error.reason


def test_lines_swapped_with_new_checksums(text: str) -> None:
    def swap(lines: Lines) -> None:
        lines[20], lines[21] = lines[21], lines[20]

    error = refusal(forged(text, swap))
    assert (error.line, error.reason) == (21, "action 17 where 16 was due")


@pytest.mark.parametrize(
    ("foreign", "reason"),
    [
        ("", "not a JSON object"),
        ("PK\x03\x04 zip\n", "not a JSON object"),
        ("[1, 2]\n", "this is not a JSON object"),
        ('{"white": "Anand"}\n', "no 'blockfront' format number"),
        ('{"blockfront": 3}\n', "format 3; this program reads up to format 2"),
        ('{"blockfront": "1"}\n', "format 1; this program"),
        ('{"blockfront": 0}\n', "format 0"),
        ('{"blockfront": 1}\n', "the header was altered"),
    ],
)
def test_foreign_and_newer_files(foreign: str, reason: str) -> None:
    error = refusal(foreign)
    assert error.line == 1
    assert reason in error.reason


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(RecordError, match="line 1: this is not text"):
        record.load(path)


def header_change(**values: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[0].update(values)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (header_change(engine="99.0.1"), "played with engine 99.0.1"),
        (header_change(title="chess"), "there is no title 'chess'"),
        (header_change(scenario="nowhere"), "no scenario 'nowhere'"),
        (header_change(options=["snow"]), "no option 'snow'"),
        (lambda lines: lines[0].pop("seats"), "the header is not complete"),
        (header_change(commitment="0" * 64), "the seed is not the one that was committed to"),
        (header_change(options=[]), "the game now plays differently"),
        (header_change(scenario="river_crossing"), "the game now plays differently"),
    ],
)
def test_a_forged_header(text: str, change: Callable[[Lines], object], reason: str) -> None:
    assert reason in refusal(forged(text, change)).reason


@pytest.mark.parametrize("mud", [True, False])
def test_a_changed_die_is_found(text: str, mud: bool) -> None:
    """Even where it changes nothing in the game, as a 5 instead of a 6 for the weather does not."""

    def change(lines: Lines) -> None:
        faces = next(filter(is_throw, lines))["action"]["faces"]
        others = (1, 2) if mud else (3, 4, 5, 6)
        faces[0] = next(face for face in others if face != faces[0])

    line = next(number for number, content in enumerate(contents(text), start=1) if is_throw(content))
    error = refusal(forged(text, change))
    assert error.line == line
    assert error.reason in ("the game now plays differently: " + DIFFERENT, "throw 2 is not what the committed dice gave")


def test_a_changed_die_is_found_even_where_every_checksum_and_state_was_recomputed(text: str) -> None:
    """A cheat plays the whole game on with a better die and writes it as if it were true."""
    game = record.game_of(record.read(text), catalogue.game)
    honest = committed_throw(SEED)

    def throw(game: Any, state: Any, number: int) -> Action:
        action = honest(game, state, number)
        return Roll((action.faces[0] % 6 + 1,)) if number == 1 and isinstance(action, Roll) else action

    cheat = Match(game, seed=SEED, throw=throw)
    rng = Random(5)
    while cheat.result is None:
        side, action = random_answer(game, cheat.state, rng, evenly=True)
        cheat.submit(cheat.seats[side], action)
    error = refusal(record.write(cheat))
    assert error.reason == "throw 2 is not what the committed dice gave"


def first_move(lines: Lines) -> dict[str, Any]:
    return next(line for line in lines if line.get("action", {}).get("type") == "Move")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: first_move(lines)["action"].update(target=1 << 40), "the action is not legal here"),
        (lambda lines: first_move(lines)["action"].update(type="Teleport"), "has no such action"),
        (lambda lines: first_move(lines).update(action="move"), "has no such action"),
        (lambda lines: first_move(lines).update(side=1 - first_move(lines)["side"]), "not this side's decision"),
        (lambda lines: first_move(lines).update(state="0" * 16), "the game now plays differently"),
        (lambda lines: first_move(lines).pop("state"), "the line lacks what it should hold"),
        (lambda lines: lines[-1].update(end={"winner": 1, "margin": 9}), "the result is not the one the game came to"),
        (lambda lines: lines[-1].update(seed="xyz"), "the line lacks what it should hold"),
        (lambda lines: lines[-1].update(seed="00"), "the seed is not the one that was committed to"),
        (lambda lines: lines.append(dict(lines[-1])), "there is more after the end of the game"),
        (lambda lines: lines[1].update(snapshot="?"), "the line lacks what it should hold"),
    ],
)
def test_forged_lines(text: str, change: Callable[[Lines], object], reason: str) -> None:
    assert reason in refusal(forged(text, change)).reason


def test_an_end_the_game_had_not_come_to(text: str) -> None:
    def cut(lines: Lines) -> None:
        last = lines.pop()
        del lines[40:]
        lines.append({**last, "n": sum("action" in line for line in lines)})

    assert "had not come to a result" in refusal(forged(text, cut)).reason


# ---- recovery and resumption


def test_what_is_intact_before_the_damage_is_recovered(text: str) -> None:
    lines = text.splitlines(keepends=True)
    lines[30] = lines[30].replace(":", ";", 1)
    kept = record.read("".join(lines), recover=True)
    assert kept.taken == record.read(text).taken[: len(kept.taken)]
    assert kept.last_line == 30
    assert kept.damage.startswith("line 31: ")
    assert kept.end is None
    assert len(list(record.replay(kept, record.game_of(kept, catalogue.game)))) == len(kept.taken) > 20


def test_a_cut_line_is_recovered_too(text: str) -> None:
    kept = record.read(text[: len(text) // 2], recover=True)
    assert 0 < len(kept.taken) < len(record.read(text).taken)


def test_without_its_header_nothing_is_recovered(text: str) -> None:
    with pytest.raises(RecordError, match="line 1"):
        record.read(text.replace("proving", "moving"), recover=True)


@pytest.mark.parametrize("decisions", [1, 2, 20, 45])
def test_an_unfinished_game_goes_on_as_if_never_interrupted(decisions: int) -> None:
    straight, stopped = played(decisions=decisions), played(decisions=decisions)
    kept = record.read(record.write(stopped))
    resumed = record.resume(kept, stopped.game, SEED)
    assert resumed.state == straight.state
    for match in (straight, resumed):
        rng = Random(3)
        while match.result is None:
            side, action = random_answer(match.game, match.state, rng, evenly=True)
            match.submit(match.seats[side], action)
    assert resumed.state == straight.state
    finished = record.read(record.write(resumed))
    assert finished.taken[-1].digest == record.read(record.write(straight)).taken[-1].digest
    record.verify(finished, resumed.game)


def test_a_game_resumes_from_its_last_snapshot_whatever_came_before() -> None:
    kept = record.read(record.write(played(decisions=60)))
    number = max(kept.snapshots)
    assert number > 20
    kept.taken[:number] = [record.Taken(taken.line, taken.side, taken.action, "played by an older engine") for taken in kept.taken[:number]]
    match = record.resume(kept, record.game_of(kept, catalogue.game), SEED)
    assert match.state == played(decisions=60).state


def test_what_cannot_be_resumed(text: str) -> None:
    kept = record.read(text)
    game = record.game_of(kept, catalogue.game)
    with pytest.raises(RecordError, match="the game is over"):
        record.resume(kept, game, SEED)
    open_ = record.read(record.write(played(decisions=20)))
    with pytest.raises(RecordError, match="not the one that was committed to"):
        record.resume(open_, game, b"another seed")
    open_.snapshots[max(open_.snapshots)] = b"rubbish"
    with pytest.raises(RecordError, match="cannot be read"):
        record.resume(open_, game, SEED)


def test_seats_are_kept_by_name() -> None:
    seats = [Seat("Ann", frozenset((Side(0),))), Seat("Bob", frozenset((Side(1),)))]
    match = Match(make("border_incident", frozenset()), seats, seed=SEED)
    assert record.read(record.write(match)).header.seats == ["Ann", "Bob"]


# ---- other rules


def under_other_rules(text: str, change: Callable[[Lines], object]) -> str:
    """The record as if it had been made under rules 7, with a change that these rules cannot follow."""

    def both(lines: Lines) -> None:
        lines[0]["rules"] = 7
        change(lines)

    return forged(text, both)


def test_a_record_of_other_rules_is_told_from_an_altered_one(text: str) -> None:
    made = under_other_rules(text, lambda lines: first_move(lines).update(state="0" * 16))
    line = next(number for number, content in enumerate(contents(text), start=1) if content.get("action", {}).get("type") == "Move")
    error = refusal_of_rules(made)
    assert str(error) == f"made under rules 7, these are 1; intact, not replayable from line {line}"
    assert verified(under_other_rules(text, lambda lines: None)) == verified(text)
    altered = made.replace('"type":"Move"', '"type":"Moves"', 1)
    assert "checksum" in refusal(altered).reason


def refusal_of_rules(text: str) -> record.OtherRules:
    with pytest.raises(record.OtherRules) as raised:
        verified(text)
    return raised.value


def test_dice_are_checked_whatever_the_rules_were(text: str) -> None:
    def change(lines: Lines) -> None:
        first_move(lines).update(state="0" * 16)
        faces = [line for line in lines if is_throw(line)][-1]["action"]["faces"]
        faces[0] = faces[0] % 6 + 1

    error = refusal(under_other_rules(text, change))
    assert "is not what the committed dice gave" in error.reason


def test_a_shuffle_of_32_bits_holds_in_the_first_format_alone(text: str) -> None:
    def weaken(lines: Lines) -> None:
        next(line for line in lines if line.get("action", {}).get("type") == "deal")["action"] = {"type": "deal", "seed": 5}

    assert refusal(forged(text, weaken)).reason
