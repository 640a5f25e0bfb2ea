"""The command line: every command runs, and what the user can put right is told in a sentence with exit status 2."""

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from blockfront.cli.main import main
from blockfront.games import catalogue

GAME = ["proving_ground", "border_incident"]


@pytest.fixture
def recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["simulate", *GAME, "--seed", "5", "--option", "weather", "-o", str(tmp_path)]) == 0
    capsys.readouterr()
    return tmp_path / "proving_ground-border_incident-5.jsonl"


def failure(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("blockfront: ")
    assert "Traceback" not in captured.err
    return captured.err


def test_titles_scenarios_and_options_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["titles"]) == 0
    listed = capsys.readouterr().out
    for title in catalogue.titles():
        assert title.name in listed
        assert all(scenario.id in listed for scenario in title.scenarios)
        assert all(option.id in listed for option in title.options)


def test_titles_are_listed_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    assert main(["titles", "eastfront"]) == 0
    listed = capsys.readouterr().out
    assert max(map(len, listed.splitlines())) <= 70
    assert catalogue.title("eastfront").scenarios[0].summary.split(".")[0] in " ".join(listed.split())


def test_the_same_seed_plays_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("one", "two"):
        assert main(["simulate", *GAME, "--games", "2", "--seed", "3", "-o", str(tmp_path / folder)]) == 0
    assert "2 games" in capsys.readouterr().out
    first, second = ((tmp_path / folder).glob("proving_ground-*.jsonl") for folder in ("one", "two"))
    assert sorted(path.read_text() for path in first) == sorted(path.read_text() for path in second)


def test_a_recorded_game_is_replayed_in_words(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(recorded)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Proving Ground: Border Incident with weather. ")
    assert "chance: shuffle" in told
    assert "Turn 6" in told
    assert told.rstrip().splitlines()[-1].split(" wins")[0] in ("blue", "red", "nobody")


def test_a_recorded_game_is_verified(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(recorded)]) == 0
    assert ": holds. " in capsys.readouterr().out


def test_damage_is_named_and_the_rest_recovered(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = recorded.read_text()
    recorded.write_text(text[: len(text) // 2])
    lines = len(text[: len(text) // 2].split("\n"))
    assert f"line {lines}: the file is cut off" in failure(capsys, "replay", str(recorded))
    assert f"line {lines}: the file is cut off" in failure(capsys, "verify", str(recorded))
    assert main(["replay", "--recover", str(recorded)]) == 0
    told = capsys.readouterr().out
    assert "Turn 2" in told
    assert f"damaged from here on: line {lines}:" in told


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "proving_ground", "openings"], "has no scenario 'openings'"),
        (["simulate", *GAME, "--option", "snow", "--option", "rain"], "'rain'; known: street_fighting, weather; there is"),
        (["simulate", *GAME, "--games", "0"], "at least 1, not 0"),
        (["titles", "chess"], "there is no title 'chess'"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (["verify", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
    ],
)
def test_mistakes_get_a_sentence(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert reason in failure(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "chess", "openings"], "invalid choice: 'chess'"),
        (["simulate", *GAME, "--axis", "recruit"], "unrecognized arguments: --axis"),
        (["play", "--port", "999999"], "a port is a number from 0 to 65535, not 999999"),
        (["serve", "--database", "sqlite:///x.db", "--port", "-1"], "--port"),
    ],
)
def test_arguments_that_cannot_be_read_get_a_sentence(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert reason in capsys.readouterr().err


def test_an_unknown_option_shows_those_of_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", *GAME, "--axis", "recruit"])
    told = capsys.readouterr().err
    assert told.startswith("usage: blockfront simulate proving_ground ")
    assert "--blue LEVEL" in told


def test_a_single_game_is_told_in_the_singular(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *GAME, "--games", "1", "-o", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1 game, ")
    assert ": 1 record, " in told


def test_the_sides_of_a_title_name_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "eastfront", "--help"])
    told = capsys.readouterr().out
    assert "--axis" in told
    assert "--soviet" in told
    assert "--blue" not in told


def test_machines_can_read_titles_and_verdicts(recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["titles", "--json"]) == 0
    titles = json.loads(capsys.readouterr().out)
    assert {"id", "sides", "scenarios", "options"} <= titles[0].keys()
    broken = tmp_path / "broken.jsonl"
    broken.write_text(recorded.read_text(encoding="utf-8").replace('"side":0', '"side":1', 1), encoding="utf-8")
    assert main(["verify", "--json", str(broken), str(tmp_path / "nowhere.jsonl"), str(recorded)]) == 2
    bad, missing, good = map(json.loads, capsys.readouterr().out.splitlines())
    assert (bad["holds"], missing["holds"], good["holds"]) == (False, False, True)
    assert missing["problem"].startswith("No such file")
    assert "line " in bad["problem"]
    assert good["throws"] > 0


def test_without_a_command_the_usage_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 2
    assert "usage: blockfront" in capsys.readouterr().err


def test_a_reader_that_stops_early_is_no_error(recorded: Path) -> None:
    command = f"{sys.executable} -m blockfront.cli.main replay {recorded} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.startswith("Proving Ground")


def test_keys_step_through_on_a_terminal(recorded: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "blockfront.cli.main", "replay", str(recorded)]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    told = b""
    for key in (b" ", b"n", b"b", b"g", b"e", b"q"):
        os.write(ours, key)
        told += _read_some(ours)
    while piece := _read_some(ours):
        told += piece
    assert process.wait(timeout=20) == 0
    os.close(ours)
    shown = [line.strip() for line in told.decode().splitlines() if ": " in line and line.lstrip()[:1].isdigit()]
    numbers = [int(line.split()[0]) for line in shown]
    assert numbers[:5] == [1, 2, 3, 2, 1]
    assert numbers[5] == max(numbers) > 3


def _read_some(terminal: int) -> bytes:
    """What the terminal shows next; nothing when it is closed, which it is when the process has ended, or stays silent."""
    ready, _, _ = select.select([terminal], [], [], 10)
    try:
        return os.read(terminal, 65536) if ready else b""
    except OSError:
        return b""
